"""The findings by name, and what each says in short: for help, config and documents."""

SLUGS = {
    # of values
    "left-tail-cancellation": "1 + erf or 1 + tanh loses the left tail",
    "saturation-too-early": "0 or x itself is returned where more is due",
    "wrong-form": "another form than the declared one",
    "wrong-constant": "the declared form with another constant",
    "wrong-formula": "errors as large as the function, which no form or constant explains",
    "wrong-sign": "a sign that the form does not have there",
    "nonzero-at-zero": "f(0) is not 0",
    "near-zero-slope": "f(x)/x is not 1/2 next to zero",
    "seam": "a jump where two pieces meet",
    "lookup-table": "a table too coarse for the format, or a narrower format's values",
    "truncation": "cut toward zero, up or down instead of rounded",
    "double-rounding": "an argument rounded to the narrow format before it is used",
    "native-half-arithmetic": "every step rounded to a 16-bit format",
    "subnormals-flushed": "zero where a subnormal is due, or for a subnormal input",
    "inaccurate": "beyond the default limit, and no finding above says why",
    "out-of-range": "below the form's minimum, or above max(x, 0)",
    "broken-symmetry": "f(x) - f(-x) is not x",
    "not-monotone": "rises and falls where the form does one of them",
    # of special values
    "nan-for-finite": "NaN at a finite input",
    "inf-for-finite": "infinity where a finite value is due",
    "nan-at-minus-inf": "NaN at -inf",
    "nan-at-plus-inf": "NaN at +inf",
    "nan-not-kept": "a number for NaN",
    "infinity-not-kept": "not the limit at an infinity",
    "zero-sign": "a zero of the other sign",
    # of calls
    "dtype-promotion": "the output has another dtype than the input",
    "layout": "strides, order or offset of the input change the result",
    "shape": "another shape than the input's",
    "shape-dependence": "position, length or neighbours change a value",
    "empty-or-scalar": "an empty or 0-d array fails",
    "input-modified": "the input is changed",
    "output-aliases-input": "the output shares the input's memory",
    "not-repeatable": "two calls, two results",
    "mode-dependence": "train and eval mode differ",
    "approximate-unchecked": "an undocumented value of `approximate` is accepted",
    "crash": "a call for the diagnosis ended the process, or gave no answer",
    # of gradients
    "gradient-form-mismatch": "the derivative of another form",
    "gradient-wrong-sign": "a slope of the wrong sign",
    "gradient-overflow-nan": "NaN or infinity far out, where the slope is 0 or 1",
    # of the run
    "undeclared-form": "no form is declared, and one was recognised",
    "lost-inputs": "inputs that could not be measured",
}
"""Slug -> one line."""

OF_CALLS = frozenset(
    {
        "dtype-promotion", "layout", "shape", "shape-dependence", "empty-or-scalar",
        "mode-dependence", "approximate-unchecked", "gradient-form-mismatch",
    }
)  # fmt: skip
"""What only calls show that measuring has no need of: with other shapes, strides and modes."""
