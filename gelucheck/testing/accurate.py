"""The assertion that a GELU is accurate, in one line of a test."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import signature

from gelucheck.api import compare, examined
from gelucheck.conformance.levels import with_levels
from gelucheck.errors import GelucheckError
from gelucheck.gate.verdict import Verdict, judge
from gelucheck.implementations.in_process import InProcess
from gelucheck.record import Run
from gelucheck.sweep.plan import Selection, make_plan
from gelucheck.testing.asking import ensure_levels, limits_asked, look_for, names_of
from gelucheck.testing.saying import failed_text, with_python
from gelucheck.testing.traces import laid_bare


def assert_accurate(
    fn: Callable | str,
    *,
    dtype: str | Sequence[str] = "float16",
    declares: str | None = None,
    name: str = "",
    kind: str | None = None,
    device: str | None = None,
    function: str = "gelu",
    inputs: str = "auto",
    samples: int = Selection.samples,
    seed: int = 0,
    ulp: str = "coarse",
    subnormals: str = "strict",
    against: str = "own",
    atol: float | None = None,
    max_ulp: float | str | None = None,
    max_steps: int | None = None,
    max_abs: float | None = None,
    max_rel: float | None = None,
    mean_abs: float | None = None,
    correctly_rounded: float | None = None,
    findings: Mapping[str, str] | None = None,
) -> Run:
    """Measure a GELU and hold it to limits; in formats of 8 or 16 bits at every input.

    Without any limit it is 1 step in formats of at most 16 bits, and "5(1+k)" ulp in float32 and
    float64.

    Args:
        fn: what takes a 1-D array and gives one of the same shape and dtype: a function, lambda,
            method, module, jitted function. It is called in this process, and gets arrays of the
            library it is of; where that is not plain, of ``kind``. Its input is a copy. A text is
            ``[NAME=]KIND:TARGET``, as ``--impl`` takes it, and is called in another process.
        dtype: the formats, "float16", "bfloat16", "float32", "float64", "float8_e4m3fn",
            "float8_e5m2"; each must be taken.
        declares: the form that it is: "erf", "tanh", "sigmoid"; what its errors are taken against.
            None: GELU, which is the erf form.
        name: what to call it; "": its own name.
        kind: "python" (NumPy arrays, bfloat16 and float8 as ml_dtypes has them), "torch", "jax",
            "tensorflow" or "mlx".
        device: what it runs on, where its kind has devices.
        function: "gelu", or "gelu_grad" for the derivative: that of the library's own
            differentiation; of a function of NumPy arrays, which has none, ``fn`` itself.
        inputs, samples, seed, ulp, subnormals: as ``sweep.plan.Selection`` has them.
        atol, max_ulp, max_steps, max_abs, max_rel, mean_abs, correctly_rounded, against: as
            ``gate.limits.Limits`` has them; atol is the claim against GELU.
        findings: slug -> "error" for a finding that fails too, "warning" or "off". What is found by
            other shapes, strides or modes is looked for only where one of these is named, for a
            crash there would be one of this process.

    Returns:
        The run, one row a format.

    Raises:
        AssertionError: a limit is broken, or has no answer; with the lines of ``gelucheck check``.
        ImplementationError: it raised, or gave another shape, or no floating dtype; its own
            exception is the cause. What has another floating dtype is rounded to the format:
            findings={"dtype-promotion": "error"} fails that.
        UsageError: an argument that means nothing.

    >>> assert_accurate("torch:gelu", dtype="float16", max_steps=2)  # doctest: +SKIP
    """
    __tracebackhide__ = True
    given = {word: value for word, value in locals().items() if word in _OTHERS}
    figures = {word: value for word, value in locals().items() if word in _FIGURES}
    try:
        text, run = _judged(fn, dtype, given, figures, {} if findings is None else findings)
    except GelucheckError as problem:
        raise laid_bare(problem)  # noqa: B904
    if text:
        raise AssertionError(text)
    return run


_DEFAULTS = {word: each.default for word, each in signature(assert_accurate).parameters.items()}
_FIGURES = (
    "atol", "max_ulp", "max_steps", "max_abs", "max_rel", "mean_abs", "correctly_rounded",
)  # fmt: skip
_OTHERS = tuple(word for word in _DEFAULTS if word not in ("fn", "dtype", "findings", *_FIGURES))


def _judged(fn, dtype, given: Mapping, figures: Mapping, findings: Mapping) -> tuple[str, Run]:
    """What there is to say, "" where it passed, and the run."""
    ensure_levels(findings)
    dtypes = names_of(dtype)
    limits = limits_asked(figures, given["against"], dtypes)
    item = fn if isinstance(fn, str) else InProcess(fn, given["name"], given["kind"])
    if not isinstance(fn, str):
        item = replace(item, look=look_for(findings))
    elif given["name"]:
        item = f"{given['name']}={fn}"
    selection = Selection(
        dtypes=dtypes,
        forms=(),
        functions=(given["function"],),
        implementations=(item,),
        declares=(given["declares"],) if given["declares"] is not None else (),
        **{word: given[word] for word in _SELECTED},
    )
    run = compare(selection, limits=limits, levels=findings)
    verdict = judge(run, limits, True, levels=findings)
    if verdict.passed:
        return "", run
    if not isinstance(fn, str) and item.look == "nothing":
        run, verdict = _explained(run, verdict, selection, findings)
    words = {word: value for word, value in given.items() if value != _DEFAULTS[word]}
    asked = {word: value for word, value in figures.items() if value is not None}
    verdict = with_python(verdict, fn, words, asked)
    return failed_text(run, verdict, limits), run


_SELECTED = ("device", "inputs", "samples", "seed", "ulp", "subnormals")


def _explained(
    run: Run, verdict: Verdict, selection: Selection, findings: Mapping
) -> tuple[Run, Verdict]:
    """The run with findings of the rows that failed, and the verdict with these rows."""
    item = replace(selection.implementations[0], look="values")
    selection = replace(selection, implementations=(item,))
    plan, rows = make_plan(selection), list(run.rows)
    for place, row in enumerate(run.rows):
        if any(each.row is row for each in verdict.failures):
            found = examined(plan, selection, place, row)
            rows[place] = replace(row, findings=with_levels(found.findings, findings))
    new = dict(zip(map(id, run.rows), rows, strict=True))
    failures = tuple(replace(each, row=new[id(each.row)]) for each in verdict.failures)
    return replace(run, rows=tuple(rows)), replace(verdict, failures=failures)
