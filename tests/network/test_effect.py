"""A study: which runs there are, that they are those of the plan, and that nothing sways them."""

import json
from dataclasses import replace

import numpy as np
import pytest

from gelucheck.errors import GelucheckError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.network import runs
from gelucheck.network.activation import exact_gelu, writing_gelu
from gelucheck.network.difference import Wanted, difference, tally
from gelucheck.network.effect import study
from gelucheck.network.language import parse_plan
from gelucheck.network.layer import Layer, Walk, forward
from gelucheck.network.parameters import drawn_network
from gelucheck.network.stored import plan_from_dict
from gelucheck.record import Run

BLOCKS = "linear(6)\n" + 2 * 'layernorm()\nlinear(9)\ngelu("tanh")\nlinear(6)\nresidual(4)\n'
COMPARE = [
    (form, dtype, arithmetic)
    for form in ("erf", "tanh", "sigmoid")
    for arithmetic, dtypes in (
        ("native", ("float16", "bfloat16", "float32", "float64")),
        ("upcast", ("float16", "bfloat16", "float32")),
    )
    for dtype in dtypes
]


def network(text=BLOCKS, shape=(5,)):
    return drawn_network(parse_plan(text, input=shape, output=None), "torch")


def names(made):
    return [(swap.writing, swap.dtype, swap.arithmetic) for swap in made.swaps]


@pytest.fixture(scope="module")
def blocks():
    return study(network(), batch=3, seeds=(4, 1))


def test_rows_are_those_of_compare_in_its_order(blocks):
    assert names(blocks) == COMPARE
    assert all(len(swap.layers) == 11 for swap in blocks.swaps)
    assert all(swap.form == swap.writing for swap in blocks.swaps)


def test_what_was_studied_is_written_down(blocks):
    plan = network().plan
    assert plan_from_dict(blocks.plan) == plan
    assert (blocks.name, blocks.batch, blocks.seeds) == ("plan", 3, (1, 4))
    assert blocks.declared == ("tanh",)
    assert blocks.weights == network().weights_from and blocks.inputs == "N(0, 1)"
    assert [item.node for item in blocks.activations] == ["n3", "n8"]
    assert all(item.count == 2 * 3 * 9 for item in blocks.activations)


@pytest.mark.parametrize("text, declared", [
    ("gelu()", ("erf",)),
    ("gelu('none')\ngelu('tanh')\ngelu()", ("erf", "tanh")),
    ("gelu('tanh')", ("tanh",)),
])  # fmt: skip
def test_declared_forms(text, declared):
    made = study(network(text, (2,)), forms=["erf"], dtypes=["float64"], batch=1, seeds=[0])
    assert made.declared == declared


@pytest.mark.parametrize("text, shape", [
    (BLOCKS, (5,)),
    ("gelu()\nlayernorm()\ngelu()\nlinear(3)\nresidual(4)", (2, 3)),
    ("conv(2, kernel_size=3, padding=1)\ngelu()\nconv(1, kernel_size=1)", (2, 3, 3)),
])  # fmt: skip
def test_every_run_is_the_plan_computed_on_its_own(text, shape):
    """Side by side, and one for all up to the first GELU: the bits of a forward pass each."""
    given, seeds = network(text, shape), (0, 3)
    made = study(given, batch=2, seeds=seeds)

    def output(seed, fmt, gelu):
        x = given.inputs(seed, 2)
        return forward(given.plan, lambda place: given.tensors(seed, place), x, fmt, gelu)

    wide = FORMATS["float64"]
    wanted = {seed: Wanted(output(seed, wide, exact_gelu(wide))) for seed in seeds}
    for swap in made.swaps:
        fmt = FORMATS[swap.dtype]
        gelu = writing_gelu(swap.writing, fmt, swap.arithmetic)
        tallies = {s: tally(output(s, fmt, gelu), wanted[s], s) for s in seeds}
        assert swap.output == difference(tallies), swap.label


def test_up_to_the_first_gelu_all_runs_of_a_format_are_alike(blocks):
    for dtype in STANDARD:
        own = [swap.layers for swap in blocks.swaps if swap.dtype == dtype]
        assert all(layers[:3] == own[0][:3] for layers in own)
        assert own[0][3] != own[-1][3]
    exact = blocks.swaps[3]
    assert exact.dtype == "float64" and exact.layers[2].max_abs.value == 0
    assert exact.layers[0].max_abs.want == exact.layers[0].max_abs.got != 0


def test_again_it_is_the_same(blocks):
    assert study(network(), batch=3, seeds=(4, 1)) == blocks


@pytest.mark.parametrize("change", [
    {"dtypes": ["float64", "bfloat16", "float16"]},
    {"forms": ["sigmoid", "tanh"]},
    {"arithmetics": ["upcast"]},
    {"seeds": (1, 4)},
    {"dtypes": ["bfloat16", "bfloat16"], "forms": ["tanh", "tanh"]},
])  # fmt: skip
def test_no_order_and_no_selection_changes_a_figure(blocks, change):
    made = study(network(), **{"batch": 3, "seeds": (4, 1), **change})
    by_name = dict(zip(names(blocks), blocks.swaps, strict=True))
    assert made.swaps and len(set(names(made))) == len(names(made))
    assert all(swap == by_name[name] for name, swap in zip(names(made), made.swaps, strict=True))
    assert made.activations == blocks.activations


def test_runs_in_smaller_groups_give_the_same(blocks, monkeypatch):
    """Two at a time: an array of three inputs has 27 numbers at most."""
    monkeypatch.setattr(runs, "MOST_TOGETHER", 2 * 27)
    assert study(network(), batch=3, seeds=(4, 1)) == blocks


def test_what_only_verdicts_need_is_not_shown(blocks):
    made = study(network(), forms=["tanh"], dtypes=["float16"], batch=3, seeds=(4, 1))
    assert names(made) == [("tanh", "float16", "native"), ("tanh", "float16", "upcast")]
    assert [swap.verdict for swap in made.swaps] == [
        swap.verdict for swap in blocks.swaps if (swap.writing, swap.dtype) == ("tanh", "float16")
    ]


def test_writings_are_told_from_the_form(blocks):
    made = study(network(), forms=["erfc", "erf"], dtypes=["float64"], batch=3, seeds=(4, 1))
    first, second = made.swaps
    assert (first.form, first.writing, second.writing) == ("erf", "erfc", "erf")
    assert first.verdict in ("below", "between", "above") and second.verdict is None
    # correctly rounded operations, in another order: another few units of 2^-53
    assert 0 < first.layers[3].max_abs.value < 1e-15
    assert second == blocks.swaps[3]


def test_it_is_stored_and_read(blocks):
    text = json.dumps(Run({}, (), (), (blocks,)).to_dict(), allow_nan=False)
    assert Run.from_dict(json.loads(text)).networks == (blocks,)


def test_progress_counts_every_step():
    seen = []
    study(network("gelu()\nlinear(2)", (3,)), dtypes=["float16"], forms=["tanh"], batch=1,
          seeds=[0, 1], progress=lambda *told: seen.append(told))  # fmt: skip
    # tanh and erf in float16, native and upcast, and tanh in float64: 5 runs of 2 operators
    assert [done for done, _, _ in seen] == list(range(1, 21))
    assert {total for _, total, _ in seen} == {20}
    assert seen[0][2] == "seed 0, n0 gelu" and seen[-1][2] == "seed 1, n1 linear"


def test_an_interruption_passes():
    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(network(), progress=stop)


def test_what_float16_cannot_hold_is_lost():
    """10 times 3,000 is in no figure of float16, whose largest number is 65,504, after a weight of
    3: 90,000."""
    text = "linear(1)\ngelu()"
    given = replace(
        network(text, (1,)),
        tensors=lambda seed, place: {} if place else {
            "weight": np.array([[3.0]], np.float32), "bias": np.zeros(1, np.float32)
        },
        inputs=lambda seed, batch: np.array([[30_000.0], [1.0]], np.float32),
    )  # fmt: skip
    made = study(given, forms=["erf"], dtypes=["float16", "float32"], batch=2, seeds=[0])
    lost = {(swap.dtype, swap.output.lost) for swap in made.swaps}
    assert lost == {("float16", 1), ("float32", 0)}
    assert all(swap.output.max_abs.sample == 1 for swap in made.swaps if swap.dtype == "float16")


@pytest.mark.parametrize("which, says", [
    ("weight", "the output of n0 (linear) for seed 0 is NaN or infinite in float64 at 2 of 4"),
    ("input", "the input of plan for seed 0 is NaN or infinite in float64 at 1 of 4"),
])  # fmt: skip
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_reference_that_is_no_number(which, says, value):
    tensors = {"weight": np.eye(2, dtype=np.float32), "bias": np.zeros(2, np.float32)}
    x = np.array([[1.0, 2.0], [1.0, 1.0]], np.float32)
    changed = tensors["weight"] if which == "weight" else x
    changed[1, 1] = value
    given = replace(
        network("linear(2)\ngelu()", (2,)),
        tensors=lambda seed, place: {} if place else tensors,
        inputs=lambda seed, batch: x,
    )
    with pytest.raises(GelucheckError) as caught:
        study(given, batch=2, seeds=[0])
    assert says in str(caught.value)


def test_a_walk_goes_on_beside_those_made_from_it():
    """With another GELU each: the residual's other addend is that of its own run."""
    given, fmt = network("linear(3)\ngelu()\nresidual(1)", (2,)), FORMATS["float64"]
    layers = [Layer(node, given.tensors(0, at), fmt) for at, node in enumerate(given.plan.nodes)]
    walk = Walk(given.plan, given.inputs(0, 2), fmt, lambda x: x - x)
    made = walk.step(layers[0])
    both = walk.side_by_side([lambda x: 2 * x, lambda x: -x])
    for each, due in ((walk, [made]), (both, [3 * made, 0 * made])):
        each.step(layers[1])
        assert np.array_equal(each.step(layers[2]), np.concatenate(due))
