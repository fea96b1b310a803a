"""The proofs in reports/proofs: the certificate is checked again and holds every theorem that is
told, and page and tables are what is made of the stored run today."""

import importlib.util
import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gelucheck.export.stored import read_run
from gelucheck.proofs.replay import replay
from gelucheck.report import page

REPORTS = Path(__file__).parents[1] / "reports"
FOLDER = REPORTS / "proofs"
RUN = read_run(str(FOLDER / "proofs.json"))
CERTIFICATE = json.loads((FOLDER / "certificate.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def theorems():
    """The script of the folder, which is no package and imports its neighbours."""
    sys.path.insert(0, str(REPORTS))
    try:
        spec = importlib.util.spec_from_file_location("reports_theorems", REPORTS / "theorems.py")
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
    finally:
        sys.path.remove(str(REPORTS))
    return made


def test_the_certificate_is_proved_again():
    checked = replay(CERTIFICATE)
    assert [each.name for each in checked] == [each["name"] for each in CERTIFICATE["theorems"]]


def test_every_enclosure_that_is_told_stands_in_the_certificate():
    """In hexadecimal, as float.hex writes it; counts as integers."""
    text = (FOLDER / "certificate.json").read_text(encoding="utf-8")
    groups = ("suprema", "extremes", "constants", "saturation")
    known = [each for each in RUN.theorems if each.group in groups]
    assert len(known) > 50
    for each in known:
        if each.name.startswith("error of ") and "over the least possible" in each.name:
            continue  # a quotient of two that stand there
        if each.name.endswith("inputs in between"):
            (count,) = {
                theorem["between"]
                for theorem in CERTIFICATE["theorems"]
                if theorem.get("dtype") == each.name.partition(":")[0]
            }
            assert Fraction(each.lower) <= count <= Fraction(each.upper)
            continue
        for end in (each.lower, each.upper):
            # the least value is told where the greatest of its negative is proved; the best
            # constant of a format is that of a supremum, in lowest terms
            words = {f'"{end.hex()}"', f'"{(-end).hex()}"', f'"{Fraction(end)}"'}
            assert any(word in text for word in words), each.name


def test_found_is_never_more_than_proved():
    bounds = [each for each in RUN.theorems if each.group == "rounding"]
    assert len(bounds) == 7 * 6 * (4 + 3)
    assert all(0 <= each.lower <= each.upper for each in bounds)


def test_the_page_is_what_is_made_today():
    assert (FOLDER / "proofs.html").read_text(encoding="utf-8") == page.render(RUN)


def test_the_tables_are_what_is_made_today(theorems):
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert theorems.put_theorems(text, RUN) == text
    assert sum(line.startswith("| ") for line in text.splitlines()) > len(RUN.theorems) / 5


def test_the_commands_are_those_that_were_run(theorems):
    commands = [each["command"] for each in RUN.provenance["joined"]]
    assert commands == [theorems.command(asked) for asked in theorems.ASKED.values()]
