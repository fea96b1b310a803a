"""The command vectors: what it writes and where, what it says of a file, and its exit codes."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from gelucheck.vectors.read import read_given

QUICK = ("vectors", "--dtype", "float32", "--form", "erf", "--samples", "0")
RIGHT = "x,y\n0.5,0.34573123\n-1,-0.15865526\n"


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _no_origin(monkeypatch):
    """What outputs come from takes time to find out; test_api_vectors does it."""
    told = SimpleNamespace(sentence="somehow")
    monkeypatch.setattr("gelucheck.conformance.identify.identify", lambda *_: told)


@pytest.fixture
def theirs():
    def write(text=RIGHT, name="theirs.csv"):
        Path(name).write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        return name

    return write


def test_without_out_it_says_what_there_is(call):
    code, out, err = call(*QUICK)
    assert (code, err) == (0, "")
    assert out.startswith("float32_gelu: ") and "sha256 " in out and "binade-edge" in out
    assert not any(Path().iterdir())


def test_files_are_written_and_said_and_are_right(call):
    outs = [f"{kind}:golden.{kind}" for kind in ("npz", "csv", "json", "c", "rust", "raw")]
    words = [word for out in outs for word in ("--out", out)]
    code, out, err = call(*QUICK, "-v", *words)
    assert code == 0 and out.startswith("float32_gelu: ")
    assert err.splitlines()[:6] == [f"gelucheck: wrote {each.partition(':')[2]}" for each in outs]
    assert "each confirmed by Arb" in err
    hashes = set()
    for kind in ("npz", "csv", "json", "raw"):
        (found,) = read_given(f"golden.{kind}")
        hashes.add(found.sha256)
        assert found.claimed.sha256 == found.sha256
    assert len(hashes) == 1
    code, out, err = call("vectors", "--check", "golden.raw")
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == "  right: all are correctly rounded"
    # where it went is not in it
    assert call(*QUICK, "-q", "--out", "csv:other.csv") == (0, "", "")
    assert Path("other.csv").read_bytes() == Path("golden.csv").read_bytes()


def test_several_sets_go_to_several_raw_files(call):
    words = ("--form", "tanh", "-q", "--out", "raw:{set}.bin")
    assert call(*QUICK, *words) == (0, "", "")
    assert sorted(path.name for path in Path().iterdir()) == [
        "float32_gelu.bin",
        "float32_tanh.bin",
    ]
    code, _, err = call(*QUICK, "--form", "tanh", "--out", "raw:one.bin")
    assert code == 2 and "2 sets in one raw file: put {set} into PATH" in err


def test_text_formats_go_to_standard_output(call):
    code, out, _ = call(*QUICK, "--out", "json")
    assert code == 0 and json.loads(out)["sets"][0]["name"] == "float32_gelu"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--out", "xml"), "unknown output format 'xml'"),
        (("--out", "npz"), "is bytes"),
        (("--out", "raw:-"), "is bytes"),
        (("--out", "c:"), "names no file"),
        (("--out", "csv:{set}.csv"), "all sets in one file"),
        (("--out", "csv", "--out", "json"), "at once"),
        (("--out", "c:a", "--out", "rust:a"), "two results"),
        (("--out", "c:no/such/folder"), "make the directory first"),
        (("--form", "erfc"), "unknown form 'erfc'"),
        (("--dtype", "float31"), "unknown format"),
        (("--function", "relu"), "unknown function"),
        (("--samples", "-1"), "--samples -1"),
        (("--max-ulp", "1"), "--max-ulp without --check"),
        (("--max-steps", "1"), "--max-steps without --check"),
    ],
)
def test_what_cannot_be_is_said_before_the_work(call, words, said):
    code, out, err = call("vectors", *words)
    assert (code, out) == (2, "")
    assert said in err and len(err.splitlines()) == 1


def test_somebody_elses_right_vectors_pass(call, theirs):
    code, out, err = call("vectors", "--check", theirs(), "--dtype", "float32")
    assert (code, err) == (0, "")
    assert "right: all are correctly rounded" in out
    assert "4 inputs" not in out and "2 outputs were no values of float32" in out


def test_wrong_ones_fail_with_their_witness(call, theirs):
    name = theirs(RIGHT.replace("-0.15865526", "-0.1587"))
    code, out, _ = call("vectors", "--check", name, "--dtype", "float32")
    assert code == 1
    assert "WRONG: 1 of 2 are not correctly rounded" in out
    # -1 in decimal, hex and bits
    assert "at -1.0 (-0x1p+0, bits 0xbf800000)" in out
    assert "computed as: somehow" in out
    assert call("vectors", "--check", name, "--dtype", "float32", "--max-ulp", "9999")[0] == 0
    assert call("vectors", "--check", name, "--dtype", "float32", "--max-steps", "9999")[0] == 0
    assert call("vectors", "--check", name, "--dtype", "float32", "--max-steps", "3")[0] == 1


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        # G(s) = s/2 + 0.4·s² for the smallest number s: 0 is one of the two next to it
        ("0x00000001,0\n", (), "just above 0.5 ulp, 1 step"),
        ("0x00000001,0\n", (), "not correctly rounded, but all are faithful"),
        ("-inf,nan\n1,nan\n", (), "NaN for a number, at -inf (-inf, bits 0xff800000)"),
        ("nan,0\n", (), "a number for NaN, at nan"),
        ("1,inf\n", (), "infinite, and a finite value is due, at 1.0"),
        ("inf,1\n", (), "finite, and an infinity is due, at inf"),
        ("-inf,-1\n", (), "not the limit, at -inf"),
        ("0.5,0.5\n0.5,1\n", (), "have other outputs, 1 in all"),
        ("-30,0\n1,0.84\n", (), "zeros of the wrong sign were let pass, 1 in all"),
        (
            "1,0.84134483\n",
            ("--max-ulp", "1.5"),
            "within 1.5 ulp; 0 are correctly rounded, 1 are not",
        ),
    ],
)
def test_what_is_said(call, theirs, text, words, said):
    _, out, _ = call("vectors", "--check", theirs(text), "--dtype", "float32", *words)
    assert said in out


def test_another_form_is_named(call, theirs):
    x = np.array([-2.5, -1.25, 0.75, 1.5])
    rows = "".join(f"{a!r},{(a / (1 + np.exp(-1.702 * a))):.17g}\n" for a in x.tolist())
    code, out, _ = call("vectors", "--check", theirs(f"x,y\n{rows}"), "--dtype", "float32")
    assert code == 1
    assert "they fit sigmoid best, where none is wrong: that is --form sigmoid" in out
    words = ("--dtype", "float32", "--form", "sigmoid")
    assert call("vectors", "--check", "theirs.csv", *words)[0] == 0


def test_json_has_the_figures_and_the_verdict(call, theirs):
    name = theirs(RIGHT.replace("-0.15865526", "nan"))
    code, out, _ = call("vectors", "--check", name, "--dtype", "float32", "--out", "json")
    value = json.loads(out)
    (check,) = value["checks"]
    assert (code, value["passed"], check["wrong"], check["count"]) == (1, False, 1, 2)
    assert (check["first"]["x"], check["first"]["got"]) == (-1.0, "nan")
    assert call("vectors", "--check", name, "--dtype", "float32", "--out", "json:a.json")[1] == ""
    assert json.loads(Path("a.json").read_text())["schema"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--check", "nowhere.csv"), "cannot read nowhere.csv"),
        (("--check", "theirs.csv"), "add --dtype"),
        (("--check", "theirs.csv", "--dtype", "float32", "--max-ulp", "0.1"), "--max-ulp 0.1"),
        (("--check", "theirs.csv", "--dtype", "float32", "--max-ulp", "nan"), "--max-ulp nan"),
        (("--check", "theirs.csv", "--dtype", "float32", "--form", "x"), "unknown form"),
        (("--check", "theirs.csv", "--dtype", "float32", "--out", "csv"), "unknown output format"),
        (
            ("--check", "theirs.csv", "--dtype", "float32", "--out", "json:theirs.csv"),
            "the vectors",
        ),
        (("--check", "theirs.csv", "--samples", "3"), "--samples with --check"),
        (("--check", "theirs.csv", "--out", "text", "--out", "json"), "more than one --out"),
        (("--check", ""), "cannot read"),
    ],
)
def test_what_cannot_be_checked_is_said(call, theirs, words, said):
    theirs()
    code, out, err = call("vectors", *words)
    assert (code, out) == (2, "")
    assert said in err and len(err.splitlines()) == 1


def test_names_of_files_reach_no_terminal_unescaped(call, theirs):
    name = theirs(name="a\x1b[31m\n.csv")
    code, out, err = call("vectors", "--check", name, "--dtype", "float32")
    assert code == 0 and "\x1b" not in out + err
    assert "a\\x1b[31m\\n.csv: float32" in out


def test_the_golden_value_stands_beside_the_exact_one(call, theirs):
    _, out, _ = call("vectors", "--check", theirs("1,0.5\n"), "--dtype", "float16")
    # G(1) = Φ(1) = 0.841344746…; float16 has steps of 2^-11 there, and 1723 of them are nearest
    golden = round(0.8413447460685429 * 2**11) / 2**11
    assert f"got 0.5 where {golden!r} is due, exactly 0.8413447460685429" in out


@pytest.mark.parametrize(
    ("rows", "code", "said"),
    [
        ("500,500\n", 1, "WRONG: 1 input, 500, is beyond float8_e4m3fn, which ends at 448"),
        ("500,nan\n1e30,nan\n", 1, "WRONG: 2 inputs are beyond float8_e4m3fn"),
        ("nan,500\n", 1, "WRONG: 1 output, 500, is beyond"),
        ("1,0.8125\n1,500\n", 1, "1 output, 500, is beyond"),
        ("nan,nan\n448,448\n0x7f,bits:0xff\n", 0, "right: all are"),
        ("448.5,450\n", 0, "right: all are"),  # rounded, to the largest value
    ],
)
def test_what_is_beyond_a_format_is_no_nan(call, theirs, rows, code, said):
    found, out, _ = call("vectors", "--check", theirs(rows), "--dtype", "float8_e4m3fn")
    assert found == code and said in " ".join(out.split())


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_arrays_are_told_as_well(call, dtype):
    np.savez("a.npz", x=np.array([1.0, 500], dtype), y=np.array([0.8125, 500], dtype))
    code, out, _ = call("vectors", "--check", "a.npz", "--dtype", "float8_e4m3fn")
    assert code == 1 and "1 input, 500.0, is beyond" in out


def test_a_file_whose_outputs_are_right_is_told_what_is_wrong(call):
    call("vectors", "--dtype", "float8_e5m2", "--form", "erf", "-q", "--out", "csv:a.csv")
    head, names, *rows = Path("a.csv").read_text().splitlines()
    cells = [row.split(",") for row in rows]
    # what is at a branch, nothing but the hash tells
    tagged = [[*cells[3][:-1], f"{cells[3][-1]}|branch"], *cells[4:]]
    lines = [head, names, *map(",".join, [*cells[:3], *tagged])]
    Path("b.csv").write_text("\n".join(lines) + "\n")
    code, out, _ = call("vectors", "--check", "b.csv")
    assert code == 1
    assert out.splitlines()[1:] == [
        "  WRONG: the hash is not that of the rows: they were changed",
        "  apart from that, all outputs are correctly rounded",
    ]
    cells[3][4] = "0x3c"
    Path("b.csv").write_text("\n".join([head, names, *map(",".join, cells)]) + "\n")
    _, out, _ = call("vectors", "--check", "b.csv")
    told = f"column below: 1 of {len(rows)} is not the golden one, at input bits {cells[3][2]}"
    assert told in out
    code, _, err = call("vectors", "--check", "a.csv", "--dtype", "float16")
    assert code == 2 and "it holds float8_e5m2_gelu" in err


@pytest.mark.parametrize("words", [("--dtype", "float8_e5m2", "--form", "erf"), ("--check", "a")])
def test_lines_fit_a_terminal(call, theirs, monkeypatch, words):
    monkeypatch.setattr("gelucheck.cli.terminal.table_width", lambda: 80)
    theirs("-0.1234567891234567e-300,-1e-300\nnan,1\n", "a")
    dtype = ("--dtype", "float64") if "--check" in words else ()
    _, out, _ = call("vectors", *words, *dtype)
    assert 60 < max(map(len, out.splitlines())) <= 80
