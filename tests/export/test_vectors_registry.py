"""Renderers of golden vectors: NumPy reads ours, the same vectors give the same bytes, and README's
program in Python runs."""

import importlib.util
import io
import json
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gelucheck.errors import UsageError
from gelucheck.export.vectors_registry import VECTORS_EXPORTERS
from gelucheck.vectors.records import COLUMNS

ROOT = Path(__file__).parents[2]
_SPEC = importlib.util.spec_from_file_location("small", ROOT / "tests" / "vectors" / "small.py")
small = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(small)


@pytest.fixture(scope="module")
def made():
    return small.small_vectors()


@pytest.mark.parametrize("name", VECTORS_EXPORTERS)
def test_the_same_vectors_give_the_same_bytes_and_name_the_hash(made, name):
    exporter = VECTORS_EXPORTERS[name]
    some = replace(made, sets=made.sets[:1]) if exporter.single else made
    content = exporter.render(some)
    assert exporter.render(some) == content
    assert isinstance(content, bytes) is exporter.binary
    # as text, or as its bytes, or as the UTF-32 of an archive's text
    data = content.encode("utf-8") if isinstance(content, str) else content
    for each in some.sets:
        said = (each.sha256.encode("ascii"), each.sha256.encode("utf-32-le"))
        assert any(each in data for each in said)


def test_numpy_reads_the_archive_without_pickles(made):
    content = VECTORS_EXPORTERS["npz"].render(made)
    file = np.load(io.BytesIO(content), allow_pickle=False)
    for each in made.sets:
        for column in (*COLUMNS, "tags"):
            array = file[f"{each.name}/{column}"]
            assert array.dtype == getattr(each, column).dtype
            assert np.array_equal(array, getattr(each, column))
    assert json.loads(str(file["about"]))["provenance"] == made.provenance
    # nothing in it tells when or where it was made
    infos = zipfile.ZipFile(io.BytesIO(content)).infolist()
    assert {(info.date_time, info.create_system) for info in infos} == {((1980, 1, 1, 0, 0, 0), 3)}


def test_csv_and_json_are_read_by_anybody(made):
    lines = VECTORS_EXPORTERS["csv"].render(made).splitlines()
    rows = [line.split(",") for line in lines if not line.startswith("#")]
    assert rows[0] == ["dtype", "function", "input", "output", "below", "above", "tags"]
    assert len(rows) == 1 + sum(each.count for each in made.sets)
    first = made.sets[0]
    # 120 is the bits 64, 32, 16 and 8
    assert rows[24][2] == f"0x{int(first.inputs[23]):04x}"
    assert rows[24][6] == "hardest|worst|branch|stratified"
    value = json.loads(VECTORS_EXPORTERS["json"].render(made))
    assert value["sets"][0]["tags"][23] == 120
    assert [int(each, 16) for each in value["sets"][3]["above"]] == made.sets[3].above.tolist()


def test_several_sets_are_no_raw_file(made):
    with pytest.raises(UsageError, match="sets in one raw file"):
        VECTORS_EXPORTERS["raw"].render(made)


def test_the_program_in_readme_reads_both(made, tmp_path, monkeypatch):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text[text.index("## Test vectors") :]
    (program,) = re.findall(r"^```py\n(.*?)^```$", section, re.DOTALL | re.M)
    (only,) = [each for each in made.sets if each.name == "float32_gelu"]
    some = replace(made, sets=(only,))
    for name in ("npz", "raw"):
        suffix = {"npz": ".npz", "raw": ".bin"}[name]
        (tmp_path / f"gelu{suffix}").write_bytes(VECTORS_EXPORTERS[name].render(some))
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(program, names)
    assert np.array_equal(names["y"].view(np.uint32), only.outputs)
    for column in (*COLUMNS, "tags"):
        assert np.array_equal(names[column], getattr(only, column))
