"""Plans: which rows a selection means, in which order, over which inputs."""

import io

import pytest

from gelucheck.errors import GelucheckError, InputsError, UsageError
from gelucheck.sweep.plan import Selection, make_plan


def rows(**changes):
    plan = make_plan(Selection(**{"inputs": "1:1", **changes}))
    return [(item.name, item.arithmetic, name) for item, name in plan.rows]


def test_every_row_of_a_plain_compare_in_its_order():
    narrow = ["float16", "bfloat16", "float32"]
    due = [
        (form, arithmetic, name)
        for form in ("erf", "tanh", "sigmoid")
        for arithmetic in ("native", "upcast")
        for name in (*narrow, *(["float64"] if arithmetic == "native" else []))
    ]
    assert rows() == due and len(due) == 21


ORDER = [
    ({"dtypes": ("float32", "float16"), "forms": ("tanh",), "arithmetics": ("native",)},
     [("tanh", "native", "float32"), ("tanh", "native", "float16")], "as they are named"),
    ({"dtypes": ("float16", "float16"), "forms": ("erf", "erf"), "arithmetics": ("native",) * 3},
     [("erf", "native", "float16")], "what is named twice is meant once"),
    ({"dtypes": ("float64",), "forms": ("erfc",)}, [("erfc", "native", "float64")], "no upcast"),
]  # fmt: skip


@pytest.mark.parametrize("changes, due, why", ORDER, ids=[case[2] for case in ORDER])
def test_order(changes, due, why):
    assert rows(**changes) == due, why


REFUSED = [
    ({"dtypes": ("float24",)}, "float24", "a format"),
    ({"dtypes": ("float16", "half")}, "half", "the second of two"),
    ({"forms": ("gelu",)}, "gelu", "a form"),
    ({"arithmetics": ("exact",)}, "exact", "an arithmetic"),
    ({"functions": ("relu",)}, "relu", "a function"),
    ({"ulp": "medium"}, "medium", "a convention"),
    ({"dtypes": ("float64",), "arithmetics": ("upcast",)}, "nothing to measure", "no row"),
    ({"dtypes": ()}, "no dtypes are selected", "no format"),
    ({"forms": ()}, "no forms are selected", "no form"),
    ({"inputs": [1.0]}, "not a list", "inputs that are numbers"),
    ({"samples": "9"}, "samples is '9'", "a number in quotes"),
    ({"seed": 1.5}, "seed is 1.5", "half a seed"),
    ({"samples": 0, "inputs": "sample"}, "0", "no samples"),
    ({"seed": -1}, "-1", "a seed below 0"),
]


@pytest.mark.parametrize("changes, text, why", REFUSED, ids=[case[2] for case in REFUSED])
def test_refused(changes, text, why):
    with pytest.raises(UsageError) as caught:
        make_plan(Selection(**{"inputs": "1:1", **changes}))
    assert text in caught.value.what and caught.value.mend and caught.value.exit_code == 2


def test_inputs_are_read_for_the_formats_that_have_rows_and_no_other():
    plan = make_plan(
        Selection(inputs="1:1", dtypes=("float64", "float16"), arithmetics=("upcast",))
    )
    assert list(plan.inputs) == ["float16"]


@pytest.mark.parametrize("stream", [io.StringIO, lambda text: io.BytesIO(text.encode())])
def test_one_stream_serves_every_format(stream):
    plan = make_plan(Selection(inputs="-", stdin=stream("1\n-2.5\n")))
    assert {name: inputs.count for name, inputs in plan.inputs.items()} == {
        "float16": 2, "bfloat16": 2, "float32": 2, "float64": 2,
    }  # fmt: skip
    assert all(inputs.evidence == "given" for inputs in plan.inputs.values())


def test_a_value_that_one_format_lacks_is_named():
    with pytest.raises(InputsError, match="70000"):
        make_plan(Selection(inputs="-", stdin=io.StringIO("1\n70000\n")))


def test_evidence_is_that_of_the_inputs():
    plan = make_plan(Selection(samples=100))
    evidence = {name: inputs.evidence for name, inputs in plan.inputs.items()}
    assert evidence == {
        "float16": "exhaustive", "bfloat16": "exhaustive", "float32": "sample", "float64": "sample",
    }  # fmt: skip
    assert issubclass(UsageError, GelucheckError)


def test_a_single_name_is_a_tuple_of_one():
    plan = make_plan(Selection(inputs="1:1", dtypes="float16", forms="erf", arithmetics="native"))
    assert [(item.writing, name) for item, name in plan.rows] == [("erf", "float16")]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"implementations": ("a=python:math:sqrt", "a=python:math:exp")},
            "two implementations are called 'a'",
        ),
        ({"implementations": ("python:math:sqrt",), "device": "gpu"}, "python has no devices"),
    ],
)
def test_guests_that_cannot_be_told_apart_or_have_no_device(changes, told):
    with pytest.raises(UsageError, match=told):
        make_plan(Selection(forms=(), **changes))
