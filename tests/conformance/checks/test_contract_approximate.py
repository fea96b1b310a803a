"""``approximate``: what is documented works, and nothing else is taken."""

import pytest

from gelucheck.conformance.checks.approximate import approximate

WORDS = (("none", "erf"), ("tanh", "tanh"))
BOOLEAN = ((True, "tanh"), (False, "erf"))


def strict(value, forms):
    if value not in ("none", "tanh"):
        raise ValueError(f"approximate argument must be either none or tanh: {value}")
    return forms.gelu if value == "none" else forms.gelu_tanh


def truthy(value, forms):
    return forms.gelu_tanh if value else forms.gelu


def any_case(value, forms):
    return strict(str(value).lower(), forms)


def anything_else_is_tanh(value, forms):
    return forms.gelu if value == "none" else forms.gelu_tanh


def swapped(value, forms):
    return strict({"none": "tanh", "tanh": "none"}.get(value, value), forms)


def no_tanh(value, forms):
    if value != "none":
        raise NotImplementedError(value)
    return forms.gelu


def raises_when_called(value, forms):
    """The argument is looked at only when there is something to compute."""

    def function(x):
        return strict(value, forms)(x)

    return function


@pytest.mark.parametrize(
    ("chosen", "documented", "expected"),
    [
        (strict, WORDS, []),
        (raises_when_called, WORDS, []),
        (
            truthy,
            BOOLEAN,
            [("approximate-unchecked", "warning", "approximate='none' is not documented")],
        ),
        (truthy, BOOLEAN, [("approximate-unchecked", "warning", "gives the tanh form")]),
        (
            any_case,
            WORDS,
            [("approximate-unchecked", "warning", "'TANH' is not documented, is taken")],
        ),
        (
            anything_else_is_tanh,
            WORDS,
            [("approximate-unchecked", "warning", "so are 'TANH', '' and 2")],
        ),
        (
            swapped,
            WORDS,
            [
                ("wrong-form", "error", "'none' is documented as the erf form and gives tanh"),
                ("wrong-form", "error", "'tanh' is documented as the tanh form and gives erf"),
            ],
        ),
        (
            no_tanh,
            WORDS,
            [("approximate-unchecked", "error", "'tanh' is documented and raises")],
        ),
    ],
)
@pytest.mark.parametrize("fmt", ["float32", "bfloat16"])
def test_values_of_approximate(chosen, documented, expected, fmt, found, sound):
    findings = found(
        approximate,
        sound.gelu,
        fmt,
        approximate=lambda value: chosen(value, sound),
        documented=documented,
    )
    assert [(item.slug, item.level) for item in findings] == [item[:2] for item in expected]
    for finding, (_, _, words) in zip(findings, expected, strict=True):
        assert words in finding.sentence


def test_a_function_without_the_argument_is_not_asked(found, sound):
    assert found(approximate, sound.gelu) == []
