"""Which runs a study has, and what cannot be studied."""

import itertools

import pytest

from gelucheck.errors import GelucheckError
from gelucheck.formats import STANDARD
from gelucheck.network.effect import study
from gelucheck.network.language import parse_plan
from gelucheck.network.parameters import drawn_network
from gelucheck.network.runs import MOST_TOGETHER, REFERENCE, Key, grouped, needed_runs, shown_runs

BLOCKS = "linear(6)\n" + 2 * 'layernorm()\nlinear(9)\ngelu("tanh")\nlinear(6)\nresidual(4)\n'


def network(text=BLOCKS, shape=(5,)):
    return drawn_network(parse_plan(text, input=shape, output=None), "torch")


def test_what_verdicts_need_comes_after_what_is_shown():
    shown = shown_runs(["tanh"], ["float16"], ["upcast"])
    assert shown == [("tanh", "upcast", "float16")]
    assert list(needed_runs(shown)) == [
        ("tanh", "upcast", "float16"),
        ("tanh", "native", "float64"),
        ("erf", "upcast", "float16"),
    ]


@pytest.mark.parametrize("batch, sizes", [
    (1, [4, 6, 6, 6]),
    # 2^24 numbers are three runs of 500,000 inputs of nine
    (500_000, [3, 1, 3, 3, 3, 3, 3, 3]),
    (MOST_TOGETHER, [1] * 22),
])  # fmt: skip
def test_groups(batch, sizes):
    keys = shown_runs(["erf", "tanh", "sigmoid"], list(STANDARD), ["native", "upcast"])
    groups = grouped(keys, network().plan, batch)
    assert [len(own) for _, own in groups] == sizes
    assert groups[0][1][0] is REFERENCE
    assert {key for _, own in groups for key in own} == {*keys, REFERENCE}
    assert all(key.dtype == fmt.name for fmt, own in groups for key in own)
    # so that the parameters of a format are prepared once
    assert len({fmt for fmt, _ in groups}) == 1 + sum(
        one is not other for (one, _), (other, _) in itertools.pairwise(groups)
    )


def test_parts_of_a_verdict():
    assert Key("tanh", "upcast", "float16").alone == ("tanh", "native", "float64")
    assert Key("tanh", "upcast", "float16").rounding == ("erf", "upcast", "float16")


WIDE = "linear(16384)\ngelu()\n" + 15 * "linear(1024)\nlinear(16384)\n"
REFUSED = [
    ({"text": "linear(3)"}, "plan has no gelu"),
    ({"forms": ["quick"]}, "unknown form 'quick'"),
    ({"forms": []}, "nothing to swap"),
    ({"dtypes": []}, "nothing to swap in no format"),
    ({"dtypes": ["float8"]}, "unknown format 'float8'"),
    ({"dtypes": ["float64"], "arithmetics": ["upcast"]}, "nothing to swap in float64"),
    ({"arithmetics": ["wide"]}, "unknown arithmetic 'wide'"),
    ({"batch": 0}, "a batch of 0"),
    ({"batch": -1}, "a batch of -1"),
    ({"batch": True}, "a batch of True"),
    ({"batch": 2.0}, "a batch of 2.0"),
    ({"batch": 2**22 // 9 + 1}, "give from 1 to 466,033 inputs"),
    ({"text": "gelu()", "shape": (2**11, 2**12)}, "an array of 8,388,608 numbers"),
    (
        # 700·700 outputs of 700·700 products
        {"text": "conv(1, kernel_size=700, padding=699)\ngelu()", "shape": (1, 1, 1)},
        "240,100,000,000 multiplications",
    ),
    # 31 times 2^10·2^14 products: 2^10 / 31 of them are 2^34
    ({"text": WIDE, "shape": (1024,), "batch": 34}, "give from 1 to 33 inputs"),
    ({"seeds": []}, "0 seeds"),
    ({"seeds": range(101)}, "101 seeds"),
    ({"seeds": [1, 1]}, "the seeds 1, 1"),
    ({"seeds": [-1]}, "the seed -1"),
    ({"seeds": [True]}, "the seed True"),
    ({"seeds": ["0"]}, "the seed '0'"),
    ({"seeds": [2**64]}, "the seed 18446744073709551616"),
]


@pytest.mark.parametrize("change, says", REFUSED, ids=[row[1] for row in REFUSED])
def test_what_cannot_be_studied(change, says):
    change = {"text": BLOCKS, "shape": (5,), "batch": 1, "seeds": [0], **change}
    given = network(change.pop("text"), change.pop("shape"))
    with pytest.raises(GelucheckError, match=r"^[^\n]*$") as caught:
        study(given, **change)
    assert says in str(caught.value) and caught.value.mend
