"""The words of the page, each explained in a sentence or two."""

GLOSSARY = (
    (
        "What is measured",
        (
            ("GELU", "x·Φ(x), Φ being the standard normal distribution function."),
            (
                "form",
                "A real function that goes by the name of GELU: erf is GELU itself, tanh (with "
                "0.044715) and sigmoid (with 1.702) are close to it.",
            ),
            (
                "writing",
                "One way to evaluate a form, operation by operation. Two writings of one form can "
                "differ widely in a format.",
            ),
            (
                "implementation",
                "Whatever maps inputs to outputs: a writing, a framework's operator, a library, a "
                "file of outputs.",
            ),
            (
                "format",
                "A floating-point format: float16, bfloat16, float32, float64, float8_e4m3fn (no "
                "infinities: what overflows is NaN) or float8_e5m2.",
            ),
            (
                "arithmetic",
                "Where the roundings are. native: each operation is rounded to the format. "
                "upcast: all is evaluated in a wider format and rounded once, at the end.",
            ),
            (
                "reference",
                "The exact function that errors are taken from: arbitrary precision, raised until "
                "the rounding is certain.",
            ),
            ("row", "One implementation in one format and arithmetic, of one function."),
            ("gelu_grad", "The derivative of GELU."),
        ),
    ),
    (
        "Networks",
        (
            (
                "study",
                "One network, computed with the same weights and inputs in each form, format and "
                "arithmetic, against itself in float64 with exact GELU, the reference.",
            ),
            (
                "swap",
                "Another form in place of GELU, in float64: what the choice of the form does by "
                "itself.",
            ),
            (
                "rounding",
                "The erf form in a format and arithmetic, in the same network: what the format "
                "does by itself.",
            ),
        ),
    ),
    (
        "Errors",
        (
            (
                "total, method, evaluation",
                "The error of an output ŷ in two parts: total ŷ − G(x) is method F(x) − G(x) plus "
                "evaluation ŷ − F(x). G is GELU, F the form that was meant, both exact. The method "
                "is the form's fault, the evaluation that of the arithmetic.",
            ),
            (
                "ulp",
                "The spacing of the format at the exact result. A correct rounding is at most ½ "
                "ulp off.",
            ),
            (
                "steps",
                "How many values of the format an output is away from the correctly rounded one.",
            ),
            ("correctly rounded", "0 steps away: no output of the format is closer."),
            ("faithful", "One of the two values of the format next to the exact result."),
            ("max abs, max rel", "The largest error, absolute and relative to the exact result."),
            ("mean, rms", "The mean of the absolute errors, and the root of their mean square."),
            (
                "expected error",
                "The mean of the error where inputs are distributed in some way: normally, with a "
                "standard deviation that is named, or as the values of a file are.",
            ),
            (
                "condition number k",
                "|x·F′(x)/F(x)|: by how much a relative error of x grows on its way through F. Far "
                "left it is about x².",
            ),
            (
                "witness",
                "The input that shows a figure, with what came and what was due; also in "
                "hexadecimal notation and as a bit pattern, so that no digit is lost.",
            ),
        ),
    ),
    (
        "Verdicts",
        (
            ("claim, limit", "A bound that a row is held to."),
            ("to spare", "By how much a row keeps its bound."),
            (
                "cause",
                "method: the form itself is beyond the bound. evaluation: the form would keep it, "
                "and the arithmetic breaks it.",
            ),
            (
                "not claimed",
                "Held to the bound and shown, but nobody says that this form keeps it; it does not "
                "count.",
            ),
            ("finding", "A fault that has a name, with a witness and a sentence that says why."),
        ),
    ),
    (
        "Evidence: how much was tried",
        (
            (
                "theorem",
                "All of the real line, or of a format, by proof: interval arithmetic and proved "
                "inequalities leave out no x. gelucheck prove --certificate writes what --replay "
                "checks again; bounds of rounding and hardest inputs have no certificate. Of an "
                "input that is hard to round and is said to be found the distance is a theorem; "
                "that none is harder is a search.",
            ),
            ("exhaustive", "Every value of the format: the maximum is the maximum."),
            (
                "search",
                "A directed hunt for the worst input: the true maximum may be larger.",
            ),
            (
                "sample",
                "Values from all over the format, by a seed: the true maximum may be larger.",
            ),
            ("given", "The inputs that somebody named, and no others."),
        ),
    ),
)
"""Groups of pairs of a word and what it means."""
