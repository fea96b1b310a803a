"""The studies of networks in reports/network: they are whole, their figures fit each other and the
bounds of mathematics, and README has the tables that are made from them."""

import importlib.util
import json
import math
import re
import sys
from pathlib import Path

import pytest

from gelucheck.export.stored import read_run
from gelucheck.report import page

REPORTS = Path(__file__).parents[1] / "reports"
FOLDER = REPORTS / "network"
LARGEST = 1_000_000  # bytes of a stored run
SEEDS, BATCH = (0, 1, 2), 64
PAIRS = [("native", d) for d in ("float16", "bfloat16", "float32", "float64")] + [
    ("upcast", d) for d in ("float16", "bfloat16", "float32")
]
STEPS = [step / 1000 for step in range(-6000, 6001)]


def gelu(x):
    return x * math.erfc(-x / math.sqrt(2)) / 2


FORMS = {
    "tanh": lambda x: x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "sigmoid": lambda x: x / (1 + math.exp(-1.702 * x)),
}
# half a step beside it the difference is below its largest by a millionth of itself
FARTHEST = {
    name: 1.00001 * max(abs(form(x) - gelu(x)) for x in STEPS) for name, form in FORMS.items()
}


@pytest.fixture(scope="module")
def studies():
    """The script of the folder, which is no package and imports its neighbours."""
    sys.path.insert(0, str(REPORTS))
    try:
        spec = importlib.util.spec_from_file_location("reports_studies", REPORTS / "studies.py")
        made = importlib.util.module_from_spec(spec)
        # dataclasses look their module up
        sys.modules[spec.name] = made
        spec.loader.exec_module(made)
    finally:
        sys.path.remove(str(REPORTS))
    return made


RUNS = {path.stem: read_run(str(path)) for path in sorted(FOLDER.glob("*.json"))}
STUDIES = [pytest.param(s, id=f"{n}-{s.name}") for n, run in RUNS.items() for s in run.networks]


def test_all_of_them_are_there(studies):
    assert RUNS.keys() == studies.STUDIES.keys()
    for name, run in RUNS.items():
        assert run.provenance["command"] == studies.STUDIES[name].command
        assert (FOLDER / f"{name}.json").stat().st_size < LARGEST
    names = [f"encoder.layer.{block} of model.safetensors" for block in range(6)]
    assert [each.name for each in RUNS["minilm"].networks] == names
    assert [each.declared for each in RUNS["minilm"].networks] == [("erf",)] * 6
    (stack,) = RUNS["gpt2-block-stack"].networks
    assert (stack.declared, len(stack.plan["operators"])) == (("tanh",), 12 * 5)


@pytest.mark.parametrize("study", STUDIES)
def test_every_swap_is_there(study):
    assert (study.batch, study.seeds) == (BATCH, SEEDS)
    assert [(swap.form, swap.arithmetic, swap.dtype) for swap in study.swaps] == [
        (form, *pair) for form in ("erf", "tanh", "sigmoid") for pair in PAIRS
    ]
    for swap in study.swaps:
        assert len(swap.layers) == len(study.plan["operators"])
        for layer in swap.layers:
            assert (layer.places, layer.lost) == (BATCH * len(SEEDS), 0)


@pytest.mark.parametrize("study", STUDIES)
def test_a_figure_is_attained_at_its_element(study):
    for swap in study.swaps:
        for layer in swap.layers:
            worst = layer.max_abs
            assert worst.value == abs(worst.got - worst.want)
            assert layer.max_rel.value == abs(layer.max_rel.got - layer.max_rel.want) / abs(
                layer.max_rel.want
            )
            assert worst.value == layer.spread["max_abs"].high
            assert layer.spread["mean_abs"].low <= layer.mean_abs <= layer.spread["mean_abs"].high
            assert layer.mean_abs <= worst.value and layer.mean_rel <= layer.max_rel.value
            assert worst.seed in SEEDS and 0 <= worst.sample < BATCH


@pytest.mark.parametrize("study", STUDIES)
def test_a_verdict_fits_its_figures(study):
    found = {(swap.form, swap.arithmetic, swap.dtype): swap for swap in study.swaps}
    for (form, *pair), swap in found.items():
        if form == "erf":
            assert swap.verdict is None
            continue
        alone, rounding = found[form, "native", "float64"].output, found["erf", *pair].output
        pairs = [(alone.spread[name], rounding.spread[name]) for name in ("max_abs", "mean_abs")]
        if swap.verdict == "below":
            assert all(a.low <= b.low and a.high <= b.high for a, b in pairs)
        elif swap.verdict == "above":
            assert all(a.low > b.low and a.high > b.high for a, b in pairs)
        else:
            assert swap.verdict == "between"
            # the seeds are not known one by one: then it would be sure
            assert not all(a.high <= b.low for a, b in pairs)
            assert not all(a.low > b.high for a, b in pairs)


@pytest.mark.parametrize("study", STUDIES)
def test_the_first_gelu_is_off_by_no_more_than_the_form(study):
    """Up to the first GELU the float64 run is the reference run: behind it the difference is the
    form's own, whose largest is known, and its inputs, thousands a seed, come near to that."""
    operations = [node["operation"].partition("@")[0] for node in study.plan["operators"]]
    first = operations.index("gelu")
    for swap in study.swaps:
        if (swap.arithmetic, swap.dtype) != ("native", "float64") or swap.form == "erf":
            continue
        assert all(layer.max_abs.value == 0 for layer in swap.layers[:first])
        assert 0.9 * FARTHEST[swap.form] < swap.layers[first].max_abs.value <= FARTHEST[swap.form]


def test_readme_has_the_tables_that_are_made_today(studies):
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert studies.put_studies(readme, RUNS) == readme
    for each in studies.STUDIES.values():
        assert each.command in readme


def without_pictures(text):
    """Another version of matplotlib may draw other bytes."""
    return re.sub(r"<svg\b.*?</svg>", "<svg>", text, flags=re.DOTALL)


@pytest.mark.parametrize("name", RUNS)
def test_the_page_is_what_is_made_today(name):
    stored = (FOLDER / f"{name}.html").read_text(encoding="utf-8")
    made = page.render(RUNS[name])
    assert len(stored.encode()) < LARGEST
    assert stored.count("<svg") == made.count("<svg") >= len(RUNS[name].networks)
    assert without_pictures(stored) == without_pictures(made), "python reports/make.py pages"


@pytest.mark.parametrize("link", re.findall(r"\]\((.+?)\)", (FOLDER / "README.md").read_text()))
def test_links_lead_somewhere(link):
    assert (FOLDER / link).exists()


@pytest.mark.parametrize("name", RUNS)
def test_no_place_of_a_machine_is_told(name):
    assert not re.search(r"(?<!\w)/\w", json.dumps(RUNS[name].provenance))
