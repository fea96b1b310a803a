"""Running a plan, against fractions, mpmath and itself in other batches."""

from fractions import Fraction
from itertools import product

import mpmath
import numpy as np
import pytest

from gelucheck.errors import PlanError
from gelucheck.formats import FORMATS, STANDARD
from gelucheck.network.activation import exact_gelu, writing_gelu
from gelucheck.network.layer import Layer, Walk, forward
from gelucheck.network.parameters import draw_inputs, draw_tensors

GELU, TANH = ("gelu", {"approximate": "none"}), ("gelu", {"approximate": "tanh"})
CONV = ("conv", {"channels": 4, "kernel_size": 3, "padding": 1})


def linear(count):
    return ("linear", {"features": count})


def residual(back):
    return ("residual", {"back": back})


PLANS = {
    "dense": ((12,), linear(9), GELU, linear(5)),
    "lengths": ((6, 8), linear(7), TANH, linear(3)),
    "image": ((3, 5, 6), CONV, GELU),
    "rows of an image": ((2, 3, 4), linear(5), GELU, linear(4)),
    "block": ((8,), ("layernorm", {}), linear(10), GELU, linear(8), residual(4)),
}


def tensors_of(plan, seed=0):
    return lambda place: draw_tensors(plan, "torch", seed, place)


def rounded(number, fmt):
    return Fraction(fmt.value(fmt.round(number)))


def exact_array(values):
    return np.vectorize(lambda each: Fraction(float(each)), otypes=[object])(values)


def by_definition(node, tensors, x, fmt):
    """An operator on one input in exact arithmetic, one rounding to each element."""
    tensors = {
        name: exact_array(value if fmt.bits > 16 else fmt.round_array(value.astype(np.float64)))
        for name, value in tensors.items()
    }
    match node.operation:
        case "linear":
            made = x @ tensors["weight"].T + tensors["bias"]
        case "conv":
            size, around = node.arguments["kernel_size"], node.arguments["padding"]
            padded = np.full([x.shape[0], *(s + 2 * around for s in x.shape[1:])], Fraction(0))
            padded[:, around : around + x.shape[1], around : around + x.shape[2]] = x
            made = np.empty(node.output, object)
            for d, i, j in np.ndindex(*node.output):
                made[d, i, j] = tensors["bias"][d] + sum(
                    tensors["weight"][d, c, u, v] * padded[c, i + u, j + v]
                    for c, u, v in product(range(x.shape[0]), range(size), range(size))
                )
        case "gelu":
            with mpmath.workdps(60):
                return np.vectorize(
                    lambda each: Fraction(fmt.value(fmt.round(gelu(each)))), otypes=[object]
                )(x)
    return np.vectorize(lambda each: rounded(each, fmt), otypes=[object])(made)


def gelu(x):
    number = mpmath.mpf(x.numerator) / x.denominator
    return number * mpmath.erfc(-number / mpmath.sqrt(2)) / 2


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
@pytest.mark.parametrize("name", ["dense", "lengths", "image", "rows of an image"])
def test_a_small_network_by_definition(plan_of, name, fmt):
    plan = plan_of(*PLANS[name])
    x = draw_inputs(plan.input, 1, 2)
    found = forward(plan, tensors_of(plan), x, fmt, exact_gelu(fmt))
    assert (found.shape, found.dtype) == ((2, *plan.output), fmt.dtype)
    given = x if fmt.bits > 16 else fmt.round_array(x.astype(np.float64))
    for sample, made in zip(given, found, strict=True):
        want = exact_array(sample)
        for place, node in enumerate(plan.nodes):
            want = by_definition(node, draw_tensors(plan, "torch", 0, place), want, fmt)
        assert made.astype(np.float64).tolist() == want.astype(np.float64).tolist()


def test_three_numbers_by_hand(plan_of):
    """1·2 + 2·3 − 3·4 + 1/2 = −7/2; its GELU is −3.5·Φ(−3.5), Φ(−3.5) = 2.326290790355e-4, a value
    of every table of the normal distribution; times −2 plus 1 is 1.0016284035532."""
    plan = plan_of((3,), linear(1), GELU, linear(1))
    tensors = (
        {"weight": [[2.0, 3.0, -4.0]], "bias": [0.5]}, {}, {"weight": [[-2.0]], "bias": [1.0]},
    )  # fmt: skip
    arrays = [{n: np.array(v, np.float32) for n, v in each.items()} for each in tensors]
    x = np.array([[1, 2, 3]], np.float32)
    wide = FORMATS["float64"]
    found = forward(plan, arrays.__getitem__, x, wide, exact_gelu(wide))
    assert found[0, 0] == pytest.approx(1 + 7 * 2.326290790355e-4, abs=1e-14)


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
def test_layernorm_is_its_formula(plan_of, fmt):
    plan = plan_of((3, 50), ("layernorm", {}))
    x = draw_inputs((3, 50), 2, 2) * 3 + 1
    generator = np.random.default_rng(8)
    gain, bias = generator.standard_normal((2, 50)).astype(np.float32)
    found = forward(plan, lambda _: {"weight": gain, "bias": bias}, x, fmt, None)
    given, gain, bias = (
        (each if fmt.bits > 16 else fmt.round_array(each.astype(np.float64))).astype(np.float64)
        for each in (x, gain, bias)
    )
    with mpmath.workdps(40):
        for at in np.ndindex(2, 3):
            row = [mpmath.mpf(each) for each in given[at].tolist()]
            mean = mpmath.fsum(row) / 50
            spread = mpmath.fsum((each - mean) ** 2 for each in row) / 50
            scale = 1 / mpmath.sqrt(spread + mpmath.mpf("1e-5"))
            for k, each in enumerate(row):
                want = float((each - mean) * scale * gain[k] + bias[k])
                got = float(found[(*at, k)])
                # half a unit of the format, and float64's own: some 20 roundings of numbers that
                # with these gains are below 10
                slack = 2.0**-fmt.precision * abs(want) * 1.001 + 20 * 10 * 2.0**-53
                assert abs(got - want) <= slack


@pytest.mark.parametrize("fmt", STANDARD.values(), ids=str)
def test_residuals_add_what_went_in(plan_of, fmt):
    """Of small integers: +x, then +(what went into the first), over a layer that gives 2x + 1."""
    twice = {"weight": 2 * np.eye(2, dtype=np.float32), "bias": np.ones(2, np.float32)}
    plan = plan_of((2,), linear(2), residual(1), linear(2), residual(3), residual(1), residual(5))
    x = np.array([[1, -2], [3, 5]], np.float32)
    found = forward(plan, lambda at: twice if at in (0, 2) else {}, x, fmt, None)
    # x -> 2x + 1 -> 3x + 1 -> 6x + 3 -> plus what went into place 0, x -> 7x + 3 -> doubled (what
    # went into the operator above is 6x + 3) -> 13x + 6 -> plus what went into place 0: 14x + 6
    assert found.astype(np.float64).tolist() == (14 * x + 6).tolist()


def test_a_residual_is_rounded_once(plan_of):
    plan = plan_of((1,), linear(1), residual(1))
    tiny = {"weight": np.array([[2.0**-13]], np.float32), "bias": np.array([2.0**-11], np.float32)}
    fmt = FORMATS["float16"]
    found = forward(plan, lambda at: (tiny, {})[at], np.array([[1.0]], np.float32), fmt, None)
    # 1 + (2^-11 + 2^-13): above the middle of 1 and 1 + 2^-10
    assert float(found[0, 0]) == 1 + 2.0**-10


def test_a_walk_keeps_what_residuals_need_and_no_more(plan_of):
    plan = plan_of((2,), GELU, GELU, residual(2), GELU, residual(1), residual(5))
    fmt = FORMATS["float64"]
    walk = Walk(plan, np.ones((1, 2), np.float32), fmt, exact_gelu(fmt))
    kept = []
    for node in plan.nodes:
        walk.step(Layer(node, {}, fmt))
        kept.append(sorted(walk._kept))
    assert kept == [[0], [0], [0], [0, 3], [0], []]


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
@pytest.mark.parametrize("name", PLANS)
def test_a_run_is_out_of_place(plan_of, name, fmt):
    plan = plan_of(*PLANS[name])
    x = fmt.round_array(draw_inputs(plan.input, 3, 2).astype(np.float64))
    before, arrays = x.copy(), [x]
    walk = Walk(plan, x, fmt, writing_gelu("erf", fmt, "native"))
    copies = [before]
    for place, node in enumerate(plan.nodes):
        tensors = draw_tensors(plan, "torch", 0, place)
        made = walk.step(Layer(node, tensors, fmt))
        assert (made.shape, made.dtype) == ((2, *node.output), fmt.dtype)
        assert not any(np.shares_memory(made, each) for each in (*arrays, *tensors.values()))
        again = draw_tensors(plan, "torch", 0, place)
        assert all((again[key] == value).all() for key, value in tensors.items())
        arrays.append(made)
        copies.append(made.copy())
    assert all(a.tobytes() == b.tobytes() for a, b in zip(arrays, copies, strict=True))


@pytest.mark.parametrize("fmt", FORMATS.values(), ids=str)
@pytest.mark.parametrize("name", PLANS)
def test_an_input_is_computed_as_if_alone(plan_of, name, fmt):
    plan = plan_of(*PLANS[name])
    x = draw_inputs(plan.input, 4, 64)
    whole = forward(plan, tensors_of(plan), x, fmt, exact_gelu(fmt))
    halves = [forward(plan, tensors_of(plan), x[s], fmt, exact_gelu(fmt))
              for s in (slice(0, 23), slice(23, 64))]  # fmt: skip
    assert np.concatenate(halves).tobytes() == whole.tobytes()
    alone = forward(plan, tensors_of(plan), x[40:41], fmt, exact_gelu(fmt))
    assert alone.tobytes() == whole[40:41].tobytes()


def test_layers_are_prepared_once_and_used_again(plan_of):
    plan = plan_of(*PLANS["dense"])
    fmt = FORMATS["float32"]
    layers = [Layer(node, draw_tensors(plan, "torch", 0, at), fmt)
              for at, node in enumerate(plan.nodes)]  # fmt: skip
    for seed in (1, 2):
        x = draw_inputs(plan.input, seed, 3)
        walk = Walk(plan, x, fmt, exact_gelu(fmt))
        for layer in layers:
            made = walk.step(layer)
        want = forward(plan, tensors_of(plan), x, fmt, exact_gelu(fmt))
        assert made.tobytes() == want.tobytes()
    assert layers[0].weight is layers[0].weight


X = np.zeros((2, 12), np.float32)


@pytest.mark.parametrize(
    ("x", "words"),
    [
        (X[:, :11], "[2, 11]: the plan takes [B, 12], B at least 1"),
        (X[0], "[12]: the plan takes [B, 12]"),
        (X[:0], "[0, 12]"),
        (X[0, 0], "the inputs have shape []"),
        (X.astype(np.float64), "the inputs are float64: float32 or float16"),
        (X.astype(np.int32), "the inputs are int32"),
        (X.astype(complex), "the inputs are complex128"),
    ],
    ids=str,
)
def test_inputs_that_do_not_fit(plan_of, x, words):
    fmt = FORMATS["float16"]
    with pytest.raises(PlanError) as raised:
        Walk(plan_of(*PLANS["dense"]), x, fmt, exact_gelu(fmt))
    assert words in str(raised.value)


W, B = np.zeros((9, 12), np.float32), np.zeros(9, np.float32)


@pytest.mark.parametrize(
    ("tensors", "words"),
    [
        ({"weight": W}, "n0 (linear) is given the parameters weight: it has bias, weight"),
        ({}, "is given the parameters none"),
        ({"weight": W, "bias": B, "gain": B}, "bias, gain, weight"),
        ({"weight": W.T, "bias": B}, "n0.weight is float32 of shape [12, 9]"),
        ({"weight": W, "bias": B.astype(np.float64)}, "n0.bias is float64 of shape [9]"),
    ],
    ids=lambda each: "" if isinstance(each, dict) else each,
)
def test_parameters_that_do_not_fit(plan_of, tensors, words):
    with pytest.raises(PlanError) as raised:
        Layer(plan_of(*PLANS["dense"]).nodes[0], tensors, FORMATS["float32"])
    assert words in str(raised.value)


@pytest.mark.parametrize("back", [2, 9])
def test_a_residual_with_nothing_to_add(plan_of, back):
    plan = plan_of((3,), linear(4), residual(1))
    plan.nodes[1].arguments["back"] = back
    fmt = FORMATS["float32"]
    with pytest.raises(PlanError, match=r"nothing of the shape \[B, 4\]"):
        forward(plan, lambda at: draw_tensors(plan, "torch", 0, at), np.ones((1, 3), np.float32),
                fmt, exact_gelu(fmt))  # fmt: skip


def test_a_residual_over_another_shape(plan_of):
    plan = plan_of((3,), linear(4), residual(1))
    fmt = FORMATS["float32"]
    with pytest.raises(PlanError, match=r"nothing of the shape \[B, 4\]"):
        forward(plan, tensors_of(plan), np.ones((1, 3), np.float32), fmt, exact_gelu(fmt))
