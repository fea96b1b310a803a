"""A run made by hand: the figures are those of the project's own tables where it has them, and
plausible elsewhere. What is tested is how they are shown and stored, not whether they are true."""

import math
from dataclasses import replace

import pytest

from gelucheck.formats import FORMATS
from gelucheck.gate.limit import Limit, Place
from gelucheck.gate.slack import Note
from gelucheck.gate.verdict import Failure, Unjudged, Verdict
from gelucheck.record import (
    COUNTS,
    Claim,
    Errors,
    Finding,
    Region,
    Row,
    Run,
    Theorem,
    Witness,
)

PROVENANCE = {
    "version": "0.1.0",
    "command": "gelucheck compare",
    "python": "3.11.9",
    "numpy": "2.1.0",
    "mpmath": "1.3.0",
    "flint": "0.7.0",
    "platform": "Linux",
    "cpu": "x86_64",
    "started": "2025-01-01T00:00:00+00:00",
    "seconds": 2.5,
    "seed": 0,
    "implementations": {"torch:gelu": "torch 2.13.0, numpy 2.1.0"},
}

# max abs, at x; max ulp, at x; evaluation max ulp, at x; method max abs, at x; correct share
_TABLE = """
erf native float16 0.0019683 2.94 1023.4 -3.8 1023.4 -3.8 0 0 0.8123
erf native bfloat16 0.014873 2.71875 14000.0 -8.6 14000.0 -8.6 0 0 0.8871
erf native float32 3.1e-7 4.1 73e5 -5.4 73e5 -5.4 0 0 0.7211
erf native float64 6.2e-16 4.3 42e14 -8.3 42e14 -8.3 0 0 0.7043
erf upcast float16 0.00097656 3.1 0.50003 -2.1 0.50003 -2.1 0 0 0.99997
erf upcast bfloat16 0.007768713094328594 2.765625 254.9336089890891 -8.625
254.9336089890891 -8.625 0 0 0.9961
erf upcast float32 2.38e-7 4.2 0.5000000003 1.1 0.5000000003 1.1 0 0 0.9999996
tanh native float16 0.002435034298262678 2.97265625 2036.5389681728361 -3.8828125
2036.5389681728361 -3.8828125 0.00047323 -2.69921875 0.6233
tanh native bfloat16 0.0151 2.71875 16000.0 -10.1 92.4 -2.75 0.0004732 2.7 0.877
tanh native float32 0.00047346 2.6989415 88e5 -5.35 44e5 -5.0833335 0.00047323552 2.6989415 0.53
tanh native float64 0.00047323552068728487 2.69894138637727 42100000000e5 -8.31
19e14 -7.123456789012345 0.00047323552068728487 2.69894138637727 0.52
tanh upcast float16 0.0014377935447262838 2.630859375 919.4 -4.0078125
1.6957698312199658 -5.15625 0.00047323 -2.69921875 0.9108
tanh upcast bfloat16 0.0079 2.7 6538.2 -10.125 0.5 -1.1 0.00047323 2.703125 0.908
tanh upcast float32 0.00047346 2.6989415 81e5 -13.9 0.50001 -5.1 0.00047 2.69 0.54
sigmoid native float16 0.0213 2.27 6013.2 -4.371 2.4 -8.3 0.020334 2.27 0.47
sigmoid native bfloat16 0.027924313465907822 2.140625 12534.3 -13.3125
62.04337652507155 -46.25 0.0203348 2.265625 0.5266
sigmoid native float32 0.0203349 2.2704 1.7e+35 -14.3 3.1 -61.2 0.020334872 2.27 0.51
sigmoid native float64 0.020334872 2.27 3.1e+295 -38.5 3.2 -400.3 0.020334872 2.27 0.51
sigmoid upcast float16 0.0208 2.27 6013.1 -4.371 0.5002 -8.3 0.020334 2.27 0.477
sigmoid upcast bfloat16 0.0277 2.14 12534.1 -13.3125 0.5 1.3 0.020334 2.27 0.527
sigmoid upcast float32 0.0203349 2.2704 1.7e+35 -14.3 0.50002 -61 0.020334 2.27 0.51
"""
_WORDS = _TABLE.split()
FIGURES = {
    tuple(_WORDS[at : at + 3]): tuple(map(float, _WORDS[at + 3 : at + 12]))
    for at in range(0, len(_WORDS), 12)
}
INPUTS = {"float16": 63488, "bfloat16": 65280, "float32": 262143, "float64": 262141}
EVALUATION_FAILS = {("erf", "native", "float16"), ("tanh", "native", "float16")} | {
    (form, "native", "bfloat16") for form in ("erf", "tanh")
}


def witness(dtype, value, x, got=0.0, want=-4.335e-4):
    """A witness at the value of the format nearest to ``x``."""
    fmt = FORMATS[dtype]
    bits = fmt.round(x)
    x = fmt.value(bits)
    mantissa, _, exponent = x.hex().partition("p")
    x_hex = f"{mantissa.rstrip('0').rstrip('.')}p{exponent}" if exponent else mantissa
    return Witness(value, x, x_hex, f"0x{bits:0{fmt.bits // 4}x}", got, want)


def row_of(form, arithmetic, dtype):
    total_abs, x1, total_ulp, x2, own_ulp, x3, method, x4, share = FIGURES[form, arithmetic, dtype]

    def w(value, x):
        return witness(dtype, value, x)

    cause = "method" if form == "sigmoid" else None
    if (form, arithmetic, dtype) in EVALUATION_FAILS:
        cause = "evaluation"
    n = INPUTS[dtype]
    right = int(share * n)
    findings = [
        Finding(
            *(
                "nan-at-minus-infinity",
                "warning",
                "GELU(-inf) is nan where -0 is due: -inf times 0.",
            ),
            Witness(0, -math.inf, "-inf", f"0x{FORMATS[dtype].round(-math.inf):x}", math.nan, -0.0),
        )
    ]
    if arithmetic == "native" and form != "sigmoid":
        findings.append(
            Finding(
                *("cancellation", "error"),
                f"1 + {form} cancels on the left: at x = {x2} the result has lost all digits in "
                f"{dtype}; write erfc or a sigmoid instead.",
                w(total_ulp, x2),
            )
        )
    return Row(
        *(form, form, form, dtype, arithmetic, "gelu"),
        "exhaustive" if dtype in ("float16", "bfloat16") else "sample",
        n,
        Errors(
            w(total_abs, x1),
            w(total_ulp, x2),
            w(1.0, x2),
            w(min(int(total_ulp), 2**63), x2),
            1e-4,
            2e-4,
        ),
        Errors(w(total_abs, x1), w(own_ulp, x3), w(1.0, x3), w(int(own_ulp), x3), 1e-5, 2e-5),
        w(method, x4),
        right,
        min(n, right + 100),
        {"0": right - 10, "1": n - right, "2": 5, "3": 3, "more": 2},
        dict.fromkeys(COUNTS, 0) | {"nan": 1},
        regions=(Region(-math.inf, -1.0, 100, w(0.25, -2), w(0.5, -2), w(0, -2)),),
        findings=tuple(findings),
        claims=(
            Claim(
                "atol",
                1e-3,
                "fail" if cause else "pass",
                cause,
                -1e-4 if cause else 1e-4,
                w(total_abs, x1),
            ),
        ),
    )


@pytest.fixture(scope="session")
def make_witness():
    return witness


@pytest.fixture(scope="session")
def run():
    """The 21 rows of a plain ``compare``."""
    theorem = Theorem("tanh method", 4.7323552068728488e-4, 4.7e-4, 4.8e-4, 2.6989413863772703)
    return Run(PROVENANCE, tuple(row_of(*key) for key in FIGURES), (theorem,))


@pytest.fixture(scope="session")
def strange(run):
    """Rows that are hard to show: long and hostile names, nothing declared, nothing measured."""
    none = Errors(None, None, None, None, None, None)
    row = run.rows[0]
    name = 'torch:torch.nn.functional.gelu(approximate="tanh")'
    infinite = witness("float16", math.inf, 1.5, math.inf, math.nan)
    rows = (
        replace(row, implementation=name, form="tanh", writing=None, arithmetic=None),
        replace(
            row,
            implementation="outputs:[bold]a|b`c`[/bold]\x1b[31m\nrm -rf\u202e, \udc80.npy",
            form=None,
            writing=None,
            arithmetic=None,
            function="gelu_grad",
            evaluation=None,
            method=None,
        ),
        replace(
            row,
            implementation="=HYPERLINK(0)",
            inputs=0,
            total=none,
            evaluation=none,
            method=None,
            correctly_rounded=0,
            faithful=0,
            claims=(),
            findings=(),
        ),
        replace(row, total=replace(row.total, max_abs=infinite, max_ulp=infinite)),
        replace(row, evidence="exhaustive", inputs=4278190080, correctly_rounded=4278190079),
    )
    return Run(PROVENANCE, rows)


HOSTILE = (
    'torch:gelu(approximate="tanh")',
    "</title></script><script>alert(1)</script>",
    "a\nb\r\n::error::c\x00\x1b[31m%0Ad, e:f\ufffe",
    "]]> & &amp; {0} [link](http://x) | `c` <!--",
    "\u202eright\u200fto\u2066left \u05d0",
    "\udc80 lone \ud800",
    "n" * 10_000,
    "same\x01",
    "same\\x01",
)
"""Names that an output could take for more than a name."""


def failure(row, name="max_steps", value=3881, bound=2, line=12, **more):
    """A failure at the worst input of a row."""
    place = Place("pyproject.toml", line) if line else None
    worst = witness("float16", value if value is not None else 0, -3.58, -0.0, -4.37e-4)
    margin = None if value is None else bound - value
    claim = Claim(name, bound, "fail", "evaluation", margin, worst)
    again = "gelucheck check --dtype float16 --max-steps 2 --inputs -0x1.cap+1:-0x1.cap+1"
    limit = Limit("max_steps", bound, place=place)
    return Failure(row, claim, limit, value, value, again=again, **more)


def with_claim(row, verdict="pass", name="max_steps"):
    """The row, all else kept, under one limit."""
    cause = "evaluation" if verdict == "fail" else None
    worst = row.total.max_steps
    return replace(row, claims=(Claim(name, 2, verdict, cause, 0, worst),), findings=())


@pytest.fixture(scope="session")
def scenes(run, strange):
    """What can become of a run, by name: pairs of a run and the verdict on it."""
    good, other = (with_claim(row) for row in run.rows[4:6])
    bad = with_claim(run.rows[0], "fail")
    found = replace(good, findings=run.rows[0].findings)
    steps = Limit("max_steps", 2, place=Place("pyproject.toml", 9), implementations=("gone",))
    region = Limit("max_steps", 2, region="40.0:50.0", place=Place("pyproject.toml", 8))
    counted = Failure(
        *(found, Claim("finding cancellation", 0, "fail", "evaluation", None, None)),
        sentence="1 + erf cancels.",
    )
    worse = Failure(
        *(good, Claim("baseline max_ulp", 0.5, "fail", "evaluation", -1.0, good.total.max_ulp)),
        sentence="max_ulp is 1.5, was 0.5",
    )
    notes = (
        Note("slack", good, steps, "max_steps 2 steps is more than is needed: 0 is enough"),
        Note("better", other, None, "max_ulp is 0.5, was 0.6"),
        Note("versions", None, None, "numpy was 1.26, is 2.1"),
    )
    rows = tuple(with_claim(replace(good, implementation=name)) for name in HOSTILE)
    rows += (*strange.rows, *(replace(bad, implementation=name) for name in HOSTILE))
    hostile = Verdict(
        *(False, len(rows), tuple(map(failure, rows[-len(HOSTILE) :]))),
        tuple(Unjudged(region, row, row.implementation) for row in rows[: len(HOSTILE)]),
        tuple(Note("slack", row, steps, row.implementation) for row in rows[: len(HOSTILE)]),
    )
    many = tuple(replace(bad, implementation=f"kernel {number}") for number in range(500))

    def of(*rows):
        return replace(run, rows=rows)

    return {
        "pass": (of(good, other), Verdict(True, 2)),
        "one": (of(good), Verdict(True, 1)),
        "fail": (of(bad, good), Verdict(False, 2, (failure(bad),))),
        "broken": (of(bad), Verdict(False, 1, (failure(bad, value=None),))),
        "no place": (of(bad), Verdict(False, 1, (failure(bad, line=0),))),
        "unjudged": (
            of(good, other),
            Verdict(
                *(False, 2, ()),
                (
                    Unjudged(region, good, "no input in 40.0:50.0"),
                    Unjudged(steps, None, "nothing was measured that it is about"),
                ),
            ),
        ),
        "nothing": (of(), Verdict(False, 0)),
        "finding": (of(found, other), Verdict(False, 2, (counted,))),
        "baseline": (of(good, other), Verdict(False, 2, (worse,))),
        "notes": (of(good, other), Verdict(True, 2, notes=notes)),
        "expected": (of(bad, good), Verdict(True, 2)),
        "not judged": (run, None),
        "hostile": (of(*rows), hostile),
        "many": (of(*many), Verdict(False, 500, tuple(map(failure, many)))),
    }
