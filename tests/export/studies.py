"""Studies made by hand, whose figures are plausible: what is tested is how they are shown and
stored, not whether they are true."""

from dataclasses import replace

from gelucheck.networks import Activations, Difference, Element, Spread, Study, Swap
from gelucheck.record import Run

# at the output: the largest and the mean difference of a form in float64, and of rounding alone
_SWAP = {"erf": (0.0, 0.0), "tanh": (1.6e-4, 2.1e-5), "sigmoid": (7.3e-3, 1.1e-3)}
_ROUNDING = {
    ("native", "float16"): (1.2e-3, 1.5e-4),
    ("native", "bfloat16"): (9.6e-3, 1.2e-3),
    ("native", "float32"): (1.7e-7, 2.2e-8),
    ("native", "float64"): (4.4e-16, 5.1e-17),
    ("upcast", "float16"): (7.7e-4, 9.9e-5),
    ("upcast", "bfloat16"): (6.2e-3, 8.3e-4),
    ("upcast", "float32"): (1.3e-7, 1.9e-8),
}
PLAN = {
    "input": ["B", 128],
    "output": ["B", 10],
    "dtype": "float32",
    "operators": [
        {
            "name": "n0",
            "operation": "linear@1",
            "arguments": {"features": 64},
            "input": ["B", 128],
            "output": ["B", 64],
        },
        {
            "name": "n1",
            "operation": "gelu@1",
            "arguments": {"approximate": "none"},
            "input": ["B", 64],
            "output": ["B", 64],
        },
        {
            "name": "n2",
            "operation": "linear@1",
            "arguments": {"features": 10},
            "input": ["B", 64],
            "output": ["B", 10],
        },
    ],
    "parameters": 8906,
}


def difference(largest: float, mean: float, unit=(7,), *, places=192, seeds=3) -> Difference:
    """A difference whose figures hang together, more or less."""
    element = Element(largest, 1, 12, unit, 0.25 + largest, 0.25)
    spread = {
        "max_abs": Spread(largest / 2, largest),
        "mean_abs": Spread(mean * 0.9, mean * 1.1),
        "norm_rel": Spread(mean, 3 * mean),
        "cosine": Spread(1 - 2 * mean**2, 1 - mean**2),
        "top1": Spread(0, 2),
    }
    return Difference(
        max_abs=element,
        max_rel=Element(largest * 40, 0, 3, unit, 0.001, 0.00101),
        mean_abs=mean,
        mean_rel=mean * 3,
        norm_rel=2 * mean,
        cosine=1 - 2 * mean * mean,
        top1=2 if mean > 1e-4 else 0,
        places=places,
        lost=0,
        spread=spread if seeds > 1 else {},
    )


def verdict(form: str, rounding: tuple[float, float]) -> str | None:
    if form == "erf":
        return None
    more = [swap > alone for swap, alone in zip(_SWAP[form], rounding, strict=True)]
    return "above" if all(more) else "between" if any(more) else "below"


def swaps(layers: int, gelu: int, forms=("erf", "tanh", "sigmoid")) -> tuple[Swap, ...]:
    """All forms in all formats; the difference grows from operator to operator."""
    found = []
    for form in forms:
        for (arithmetic, dtype), rounding in _ROUNDING.items():
            own = [rounding[i] + _SWAP[form][i] for i in range(2)]
            each = []
            for place in range(layers):
                share = (place + 1) / layers
                # before the first GELU the forms are alike
                part = own if place >= gelu else rounding
                each.append(difference(part[0] * share, part[1] * share))
            found.append(Swap(form, form, dtype, arithmetic, tuple(each), verdict(form, rounding)))
    return tuple(found)


def small_study(**changes) -> Study:
    """The plan of the seed's first example."""
    given = {
        "name": "plan.txt",
        "plan": PLAN,
        "declared": ("erf",),
        "weights": "drawn as PyTorch draws them",
        "inputs": "N(0, 1)",
        "batch": 64,
        "seeds": (0, 1, 2),
        "activations": (Activations("n1", 12288, 0.0012, 0.5812, -2.41, 2.397, 2.4e-4),),
        "swaps": swaps(3, 1),
        "answers": (
            "tanh for erf is below float16's own rounding: 1.6e-4 of 1.2e-3.",
            "sigmoid for erf is above float16's own rounding: 7.3e-3 of 1.2e-3.",
        ),
    }
    return Study(**{**given, **changes})


def deep_study(blocks: int = 12) -> Study:
    """A stack of blocks: layer norm, linear, GELU, linear, residual."""
    kinds = ("layernorm", "linear", "gelu", "linear", "residual")
    operators = [
        {
            "name": f"n{5 * block + number}",
            "operation": f"{kind}@1",
            "arguments": {},
            "input": ["B", 768],
            "output": ["B", 3072 if kind == "gelu" else 768],
        }
        for block in range(blocks)
        for number, kind in enumerate(kinds)
    ]
    plan = {"input": ["B", 768], "output": ["B", 768], "dtype": "float32", "operators": operators}
    gelus = [f"n{5 * block + 2}" for block in range(blocks)]
    return small_study(
        name="gpt2-block-stack",
        plan={**plan, "parameters": 4_723_968 * blocks},
        declared=("tanh",),
        activations=tuple(
            Activations(name, 3072 * 48, -0.02 * n, 0.5 + 0.1 * n, -3.0 - n, 3.0 + n, 0.001 * n)
            for n, name in enumerate(gelus)
        ),
        swaps=swaps(5 * blocks, 2),
    )


PROVENANCE = {
    **{"version": "0.1.0", "command": "gelucheck network plan.txt --swap"},
    **{"python": "3.11.9", "numpy": "2.1.0", "mpmath": "1.3.0", "flint": "0.7.0"},
    **{"platform": "Linux", "cpu": "x86_64", "started": "2025-01-01T00:00:00Z"},
    **{"seconds": 2.5, "seed": 0},
}


def run_of(*studies: Study, rows=()) -> Run:
    """A run that has nothing else."""
    return Run(dict(PROVENANCE), tuple(rows), networks=studies or (small_study(),))


HOSTILE = '<script>alert("1")</script>|`@x` \x1b[31m\u202e=1+1'


def hostile_study() -> Study:
    """One whose every name is one that a reader could obey."""
    study = small_study(
        name=HOSTILE,
        declared=(HOSTILE,),
        weights=HOSTILE,
        inputs=HOSTILE,
        answers=(HOSTILE,),
        activations=(Activations(HOSTILE, 9, 0.0, 1.0, -3.0, 3.0, 0.5),),
    )
    operators = [dict.fromkeys(item, HOSTILE) for item in PLAN["operators"]]
    plan = {key: [HOSTILE] for key in ("input", "output")} | {"operators": operators}
    swaps = tuple(
        replace(swap, form=HOSTILE, writing=HOSTILE, dtype=HOSTILE) for swap in study.swaps[:2]
    )
    return replace(study, plan={**PLAN, **plan}, swaps=swaps)


def bare_study() -> Study:
    """One of which nothing finite is left."""
    nothing = Difference(None, None, None, None, None, None, 5, 192, 12)
    swap = Swap("erf", "erf", "float16", "native", (nothing,) * 3)
    other = replace(swap, form="tanh", writing="tanh", verdict="between")
    return small_study(swaps=(swap, other), activations=(), answers=(), seeds=(4,))
