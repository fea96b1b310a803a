"""A report holds what a maintainer needs, on a page, whatever a name holds."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest

from gelucheck.export.issue import render
from gelucheck.record import Finding, Run

KERNELS = """
import numpy as np

def gelu(x):
    v = x.astype(np.float32)
    u = np.float32(0.7978846) * (v + np.float32(0.044715) * v * v * v)
    return (np.float32(0.5) * v * (np.float32(1) + np.tanh(u))).astype(x.dtype)
"""


def block(text, language):
    """The content of a fenced block."""
    return re.search(rf"^(`{{3,}}){language}\n(.*?)^\1$", text, re.DOTALL | re.M)[2]


def prose(text):
    """The lines outside of tables and blocks of code."""
    bare = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.M)
    return [line for line in bare.splitlines() if not line.startswith("|")]


def only(run, **more):
    """A run of one row with an error."""
    return replace(run, rows=(replace(run.rows[0], **more),))


def test_parts_in_order(run):
    text = render(run)
    assert text.startswith("# ")
    parts = ["**error**", "**warning**", "## Measured", "## Reproduce", "<details>", "## Versions"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_only_rows_with_errors(run):
    """Of the 21 rows the native ones of erf and tanh have an error."""
    text = render(run)
    table = [line for line in text.splitlines() if line.startswith("| ")]
    rows = [line for line in table if "sample" in line or "exhaustive" in line]
    assert len(rows) == 8
    assert all("native" in line and "sigmoid" not in line for line in rows)


def test_the_worst_row_where_none_has_errors(run):
    rows = tuple(replace(row, findings=()) for row in run.rows)
    text = render(replace(run, rows=rows))
    # of those that fail their claim it is the one with the most steps, 14000
    assert "| erf | bfloat16 | native |" in text
    assert "Nothing was found to be wrong." in text
    assert text.count("| exhaustive |") == 1


def test_a_run_of_nothing():
    text = render(Run({}, ()))
    assert text.startswith("# gelucheck: no rows\n")
    assert "Nothing was measured." in text


def test_title_and_findings(run, make_witness):
    at = make_witness("float16", 84.0, -3.5, -0.0009, -0.0008)
    finding = Finding("wrong-form", "error", "This is the sigmoid form, at x = -3.5.", at)
    text = render(only(run, implementation="torch:gelu", form="erf", findings=(finding,)))
    assert text.startswith("# torch:gelu: wrong-form in float16\n")
    assert "**error**: wrong-form (torch:gelu · float16 · native)\nThis is the sigmoid form" in text
    assert "At x = -3.5 (-0x1.cp+1, bits 0xc300) of float16, torch:gelu gives -0.0009 where" in text
    assert "torch.nn.functional.gelu(inputs" in block(text, "python")
    assert block(text, "sh") == "gelucheck compare\n"
    assert "| -3.5 | -0x1.cp+1 | 0xc300 | -0.0009 | -0.0008 |" in text


def test_a_long_name_is_cut_in_sentences_only(run):
    name = f'torch:{"deep." * 20}gelu(approximate="tanh")'
    text = render(only(run, implementation=name))
    assert name not in text
    assert f'resolve_name("{"deep." * 20}gelu")' in block(text, "python")


def test_a_finding_that_is_off_is_not_told(run):
    finding = Finding("out-of-range", "off", "Below the minimum.", None)
    assert "out-of-range" not in render(only(run, findings=(finding,)))


def test_versions(run):
    text = render(run)
    versions = text[text.index("## Versions") :]
    for line in ("- gelucheck: 0.1.0", "- python: 3.11.9", "- torch:gelu: torch 2.13.0"):
        assert line in versions
    bare = replace(run, provenance={"command": "gelucheck compare", "python": None})
    assert "python" not in render(bare)[render(bare).index("## Versions") :]


def test_regions(run, make_witness):
    """One step is what sound code may be off in float16; the region has 0 steps in the fixture."""
    assert "beyond one step" not in render(only(run))
    region = replace(run.rows[0].regions[0], max_steps=make_witness("float16", 2, -2))
    text = render(only(run, regions=(region,)))
    assert "Regions of erf · float16 · native beyond one step" in text
    assert "| -inf | -1 | 100 |" in text


def test_at_most_twenty_inputs(run, make_witness):
    worst = tuple(make_witness("float16", 100.0 + n, -3 - n / 64) for n in range(50))
    text = render(only(run, worst=worst, findings=()))
    summary = text.index("20 worst inputs of erf · float16 · native, against the erf form")
    listed = text[summary : text.index("</details>", summary)]
    assert len(re.findall(r"\| 0x[0-9a-f]{4} \|", listed)) == 20


def test_prose_is_short(run, strange):
    long = "word " * 200 + "- not a list"
    findings = (Finding("inaccurate", "error", long, None),)
    for each in (run, strange, only(run, findings=findings, implementation="n" * 500)):
        assert max(map(len, prose(render(each)))) <= 300


@pytest.mark.parametrize("start", ["# ", "- ", "+ ", "1. ", "2) ", "--- ", "=== ", "> ", "| "])
def test_no_line_becomes_anything_else(run, start):
    """Whatever a sentence begins with, and wherever it is broken, it stays a sentence."""
    findings = (Finding("inaccurate", "error", start + f"{start}word " * 100, None),)
    text = render(only(run, findings=findings))
    begin = text.index("**error**")
    paragraph = text[begin : text.index("## Measured")].splitlines()[1:]
    plain = start.strip()
    assert paragraph[0].startswith("\\") or paragraph[0][1] == "\\"
    assert not any(line.startswith(plain) for line in paragraph)


def test_hostile_names(strange):
    """Nothing closes a block, opens a tag, calls a person or leaves its cell."""
    name = "a|b`c``` <img src=x> @you [l](u)\n# h\x1b[31m</summary>"
    row = strange.rows[0]
    findings = (Finding("inaccurate", "error", name, None),)
    rows = (replace(row, implementation=name, findings=findings),)
    provenance = {
        "command": f"gelucheck compare --impl '{name}\n```\nevil'",
        "implementations": {name: name},
    }
    text = render(Run(provenance, rows))
    code = re.search(r"^(`{4,})sh\n.*?\n\1$", text, re.DOTALL | re.M)[0]
    assert code.count("\n") == 2  # on one line, in a fence that is longer than what it holds
    rest = text.replace(code, "")
    assert "\x1b" not in text and "@you" not in rest
    assert not re.search(r"(?<!\\)<(?!/?(details|summary)>)", rest)
    assert rest.count("<summary>") == rest.count("</summary>") == rest.count("<details>")
    table = [line for line in rest.splitlines() if line.startswith("| ")]
    assert {len(re.split(r"(?<!\\)\|", line)) for line in table} <= {16, 9}


def test_the_program_says_what_the_report_says(tmp_path, monkeypatch):
    """Measured, reported, and run: got and want are those of the row."""
    from gelucheck import api
    from gelucheck.sweep.plan import Selection

    (tmp_path / "issue_kernels.py").write_text(KERNELS)
    monkeypatch.syspath_prepend(str(tmp_path))
    selection = Selection(
        dtypes=("float16",),
        forms=(),
        implementations=("python:issue_kernels:gelu",),
        declares=("tanh",),
    )
    run = api.compare(selection, command="gelucheck compare")
    (row,) = run.rows
    worst = row.evaluation.max_ulp
    row = replace(row, findings=(Finding("inaccurate", "error", "It is off.", worst),))
    text = render(replace(run, rows=(row,)))
    done = subprocess.run(
        [sys.executable, "-c", block(text, "python")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    got, want = (float(line.split()[1]) for line in done.stdout.splitlines())
    assert (got, want) == (worst.got, worst.want)
    assert f"gives {worst.got!r} where {worst.want!r} is due" in text


def test_what_fails_is_reported_with_its_numbers(scenes):
    run, verdict = scenes["fail"]
    text = render(run, verdict=verdict)
    assert "**fails**: erf · float16 · native: max\\_steps 3881 is beyond 2 steps" in text
    assert "Nothing was found to be wrong." not in text
    assert "erf | float16 | upcast" not in text
    many = render(scenes["many"][0], verdict=scenes["many"][1])
    assert many.count("**fails**") == 8
    assert "And 492 more failures." in many
