"""Studies of networks in run.json: what is stored comes back, what is read is not believed."""

import json
import math
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gelucheck.errors import InputsError
from gelucheck.export.json import render
from gelucheck.export.schema import first_fault, load_schema
from gelucheck.export.stored import read_run
from gelucheck.networks import (
    SPREADS,
    VERDICTS,
    Activations,
    Difference,
    Element,
    Spread,
    Study,
    Swap,
)
from gelucheck.record import Run

PROVENANCE = {
    **{"version": "0", "command": "gelucheck network"},
    **dict.fromkeys(
        ("python", "numpy", "mpmath", "flint", "platform", "cpu", "started", "seconds", "seed")
    ),
}
PLAN = {
    "schema": 1,
    "dtype": "float32",
    "input": ["B", 3],
    "output": ["B", 2],
    "operators": [
        {"name": "n0", "operation": "linear@1", "arguments": {"features": 2}},
        {"name": "n1", "operation": "gelu@1", "arguments": {"approximate": "tanh"}},
    ],
    "parameters": 8,
}
WORST = Element(0.25, 5, 1, (0,), 1.25, 1.0)
LAYER = Difference(
    *(WORST, WORST, 0.125, 0.25, 0.5, 0.75, 1, 4, 0),
    {name: Spread(0.0, 1.0) for name in SPREADS},
)
SWAP = Swap("tanh", "tanh", "float16", "native", (LAYER, LAYER), "below")
STUDY = Study(
    name="plan",
    plan=PLAN,
    declared=("tanh",),
    weights="drawn",
    inputs="N(0, 1)",
    batch=2,
    seeds=(0, 5),
    activations=(Activations("n1", 8, 0.5, 1.0, -2.5, 2.0, 0.125),),
    swaps=(SWAP, replace(SWAP, form="erf", writing="erf", verdict=None)),
    answers=("The plan declares tanh.", "Another sentence."),
)


def run_of(*studies):
    return Run(PROVENANCE, (), (), studies)


def read_again(run):
    return Run.from_dict(json.loads(render(run)))


FINITE = st.floats(allow_nan=False, allow_infinity=False)
SIZE = st.floats(0, allow_infinity=False)
COUNT = st.integers(0, 2**53)
WORD = st.sampled_from(["erf", "tanh", "float16", "upcast"])
TEXT = st.text(max_size=6)
ELEMENT = st.none() | st.builds(
    *(Element, SIZE, st.sampled_from([0, 7]), st.integers(0, 4)),
    *(st.lists(COUNT, max_size=3).map(tuple), FINITE, FINITE),
)
ENDS = st.tuples(FINITE, FINITE).map(lambda pair: Spread(*sorted(pair)))
DIFFERENCE = st.builds(
    *(Difference, ELEMENT, ELEMENT, *[st.none() | SIZE] * 3, st.none() | st.floats(-1, 1)),
    *(st.just(3), COUNT.map(lambda count: count + 3), COUNT),
    st.dictionaries(st.sampled_from(SPREADS), ENDS).map(
        lambda spread: {name: spread[name] for name in SPREADS if name in spread}
    ),
)
STUDIES = st.builds(
    Study,
    name=TEXT,
    plan=st.just(PLAN),
    declared=st.lists(WORD, max_size=2).map(tuple),
    weights=TEXT,
    inputs=TEXT,
    batch=st.integers(5, 9),
    seeds=st.just((0, 7)),
    activations=st.just(STUDY.activations),
    swaps=st.lists(
        st.builds(
            *(Swap, WORD, WORD, WORD, st.sampled_from(["native", "upcast"])),
            *(st.tuples(DIFFERENCE, DIFFERENCE), st.none() | st.sampled_from(VERDICTS)),
        ),
        max_size=2,
    ).map(tuple),
    answers=st.lists(TEXT, max_size=2).map(tuple),
)


@settings(max_examples=30)
@given(st.lists(STUDIES, max_size=2).map(tuple))
def test_what_is_stored_comes_back(studies):
    run = run_of(*studies)
    text = render(run)
    document = json.loads(text)
    assert first_fault(document) is None
    again = Run.from_dict(document)
    assert repr(again) == repr(run), "the sign of a zero included"
    assert render(again) == text


def test_the_schema_is_one_and_knows_it():
    schema = load_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    document = json.loads(render(run_of(STUDY)))
    assert list(jsonschema.Draft202012Validator(schema).iter_errors(document)) == []
    assert first_fault(document) is None


def test_no_network_no_key():
    document = run_of().to_dict()
    assert list(document) == ["schema", "provenance", "rows", "theorems"]
    assert list(run_of(STUDY).to_dict())[-1] == "networks"
    assert Run.from_dict(document).networks == ()


def test_figures_of_a_swap_are_columns_a_line_each():
    lines = render(run_of(STUDY)).splitlines()
    assert '      "mean_abs": [0.125, 0.125],' in lines
    assert '       "unit": [[0], [0]],' in lines
    assert '   "seeds": [0, 5],' in lines
    # sentences are not
    assert '    "The plan declares tanh.",' in lines


def test_a_deep_study_is_a_small_file():
    """60 operators and 21 swaps, every figure with all its digits: below a megabyte."""
    third = 1 / 3
    worst = Element(third, 5, 1, (3071,), 1.0 + third, 1.0)
    spread = {name: Spread(third, third) for name in SPREADS}
    layer = Difference(worst, worst, third, third, third, third, 1, 4, 0, spread)
    operators = [{**PLAN["operators"][0], "name": f"n{place}"} for place in range(60)]
    swaps = (replace(SWAP, layers=(layer,) * 60),) * 21
    study = replace(STUDY, plan={**PLAN, "operators": operators}, swaps=swaps)
    assert read_again(run_of(study)).networks == (study,)
    assert len(render(run_of(study))) < 1_000_000


def test_where_nothing_could_be_compared():
    nothing = Difference(None, None, None, None, None, None, 0, 4, 8)
    study = replace(STUDY, swaps=(replace(SWAP, layers=(LAYER, nothing)),))
    run = run_of(study)
    assert first_fault(json.loads(render(run))) is None
    assert read_again(run).networks == (study,)


LAYERS = "networks.0.swaps.0.layers"
FAULTS = [
    # what the schema refuses
    ("", "networks", {}, "networks: an object where array"),
    ("networks.0", "extra", 1, '"extra"'),
    ("networks.0", "batch", -1, "networks.0.batch: -1 is too small"),
    ("networks.0", "seeds", [0.5], "networks.0.seeds.0"),
    ("networks.0", "answers", [1], "networks.0.answers.0"),
    ("networks.0", "declared", ["TANH\x1b"], "networks.0.declared.0"),
    ("networks.0.plan", "schema", 2, "networks.0.plan.schema"),
    ("networks.0.plan", "input", ["B", "x"], "networks.0.plan.input.1"),
    ("networks.0.plan", "operators", [1], "networks.0.plan.operators.0"),
    ("networks.0.plan.operators.1", "arguments", {"approximate": []}, "arguments.\"approximate\""),
    ("networks.0.activations.0", "std", "nan", "activations.0.std"),
    ("networks.0.activations.0", "mean", 10**400, "activations.0.mean"),
    ("networks.0.swaps.0", "verdict", "maybe", "networks.0.swaps.0.verdict"),
    ("networks.0.swaps.0", "arithmetic", "double", "networks.0.swaps.0.arithmetic"),
    ("networks.0.swaps.0", "layers", [], "swaps.0.layers: an array where object"),
    (LAYERS, "mean_abs", ["inf", 0.0], f"{LAYERS}.mean_abs.0"),
    (LAYERS, "cosine", "nan", f"{LAYERS}.cosine"),
    (LAYERS, "top1", [-1, 0], f"{LAYERS}.top1.0: -1 is too small"),
    (LAYERS, "lost", [True, 0], f"{LAYERS}.lost.0"),
    (LAYERS, "spread", {"mean_rel": {}}, '"mean_rel"'),
    (f"{LAYERS}.max_abs", "unit", [[0], [-1]], f"{LAYERS}.max_abs.unit.1.0"),
    (f"{LAYERS}.max_rel", "got", [0.0, "inf"], f"{LAYERS}.max_rel.got.1"),
    # what fits it and cannot be
    ("networks.0", "batch", 0, "has no input"),
    ("networks.0", "seeds", [], "no seeds in ascending order"),
    ("networks.0", "seeds", [5, 0], "no seeds in ascending order"),
    ("networks.0", "seeds", [0, 0, 5], "no seeds in ascending order"),
    ("networks.0.plan", "operators", [], "more or fewer operators"),
    ("networks.0.plan", "operators", PLAN["operators"][:1], "more or fewer operators"),
    ("networks.0.activations.0", "count", 0, "activations that cannot be"),
    ("networks.0.activations.0", "std", -1.0, "activations that cannot be"),
    ("networks.0.activations.0", "low", 3.0, "activations that cannot be"),
    ("networks.0.activations.0", "tail", 1.5, "activations that cannot be"),
    (LAYERS, "mean_abs", [0.0], "more or fewer operators"),
    (LAYERS, "places", [4, 4, 4], "more or fewer operators"),
    (LAYERS, "mean_rel", [-0.5, 0.0], "a figure that cannot be"),
    (LAYERS, "norm_rel", [0.0, -1.0], "a figure that cannot be"),
    (LAYERS, "cosine", [1.5, 0.0], "a figure that cannot be"),
    (LAYERS, "cosine", [-1.5, 0.0], "a figure that cannot be"),
    (LAYERS, "top1", [5, 0], "more changes than places"),
    (f"{LAYERS}.max_abs", "value", [-1.0, 0.0], "a figure that cannot be"),
    (f"{LAYERS}.max_abs", "value", [None, 0.0], "a figure that cannot be"),
    (f"{LAYERS}.max_abs", "unit", [None, [0]], "a worst unit that is none"),
    (f"{LAYERS}.max_abs", "seed", [1, 0], "a worst unit of no input of its own"),
    (f"{LAYERS}.max_rel", "sample", [0, 2], "a worst unit of no input of its own"),
    (f"{LAYERS}.max_rel", "want", [], "more or fewer operators"),
    (f"{LAYERS}.spread.top1", "low", [2.0, 0.0], "a spread from more to less"),
    (f"{LAYERS}.spread.top1", "high", [None, 0.0], "a figure that cannot be"),
    (f"{LAYERS}.spread.top1", "high", [1.0], "more or fewer operators"),
]  # fmt: skip


def changed(place, name, value):
    document = json.loads(render(run_of(STUDY)))
    at = document
    for part in filter(None, place.split(".")):
        at = at[int(part) if isinstance(at, list) else part]
    at[name] = value
    return document


@pytest.mark.parametrize("place, name, value, says", FAULTS)
def test_what_is_no_study_is_refused(tmp_path, place, name, value, says):
    path = tmp_path / "run.json"
    document = changed(place, name, value)
    path.write_text(json.dumps(document), "utf-8")
    with pytest.raises(InputsError, match="is not a stored run") as caught:
        read_run(path)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 400 and "\n" not in str(caught.value)


@pytest.mark.parametrize("key", [*STUDY.__dataclass_fields__])
def test_what_is_missing_is_named(tmp_path, key):
    document = json.loads(render(run_of(STUDY)))
    del document["networks"][0][key]
    assert first_fault(document) == f"networks.0: has no {key!r}"
    with pytest.raises(ValueError, match="not a gelucheck run"):
        Run.from_dict(document)


HOSTILE = (None, 0, -1, 1.5, math.nan, math.inf, 10**400, True, "", "nan", [], [[]], {}, [None])


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: repr(value)[:12])
def test_hostile_values_end_in_a_value_error(value):
    """Without the schema, every field of every record in turn; what is not refused is stored."""

    document = json.loads(render(run_of(STUDY)))

    def walk(at):
        for key, item in list(at.items() if isinstance(at, dict) else enumerate(at)):
            at[key] = value
            try:
                run = Run.from_dict(document)
            except ValueError:
                pass
            else:
                json.dumps(run.to_dict())
            at[key] = item
            if isinstance(item, dict | list):
                walk(item)

    walk(document["networks"])
    document["networks"] = value
    if value not in ([], {}, ""):
        with pytest.raises(ValueError, match="not a gelucheck run"):
            Run.from_dict(document)


def test_no_schema_is_needed_to_refuse_figures():
    for place, name, value, _ in FAULTS:
        if place.startswith((LAYERS, "networks.0.activations")):
            with pytest.raises(ValueError, match="not a gelucheck run"):
                Run.from_dict(changed(place, name, value))
