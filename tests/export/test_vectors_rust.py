"""The Rust module: no warning, the same patterns when it is compiled, and README's test of a
function."""

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gelucheck.api_vectors import make_vectors
from gelucheck.export.vectors_rust import render
from gelucheck.vectors.records import COLUMNS

ROOT = Path(__file__).parents[2]
_SPEC = importlib.util.spec_from_file_location("small", ROOT / "tests" / "vectors" / "small.py")
small = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(small)

RUSTC = shutil.which("rustc")

# sound, in double precision and rounded once; and one whose erf is tanh's
YOURS = """
#[link(name = "m")]
extern "C" {
    fn erfc(x: f64) -> f64;
}

pub fn gelu(x: f32) -> f32 {
    let wide = f64::from(x);
    if x == f32::NEG_INFINITY {
        return -0.0;
    }
    if std::env::args().count() > 1 {
        let inner = 0.797_884_560_802_865_4 * (wide + 0.044715 * wide * wide * wide);
        return (0.5 * wide * (1.0 + inner.tanh())) as f32;
    }
    (0.5 * wide * unsafe { erfc(-wide * std::f64::consts::FRAC_1_SQRT_2) }) as f32
}
"""


def built(folder):
    done = subprocess.run(
        [RUSTC, "--edition", "2021", "-D", "warnings", "main.rs", "-o", "program"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "program"


def run(*words):
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)


def test_arrays_are_there_by_name_with_their_lengths():
    made = small.small_vectors()
    text = render(made)
    for each in made.sets:
        found = re.search(
            rf"pub static {each.name.upper()}_OUTPUTS: \[u(\d+); 41\] = \[([^]]*)\];", text
        )
        assert int(found[1]) == each.fmt.bits
        assert [
            int(word, 16) for word in found[2].split(",") if word.strip()
        ] == each.outputs.tolist()
        assert each.sha256 in text


@pytest.mark.skipif(RUSTC is None, reason="needs rustc")
def test_patterns_are_the_same_when_compiled(tmp_path):
    made = small.small_vectors()
    (tmp_path / "golden.rs").write_text(render(made))
    lines = ["mod golden;", "fn main() {"]
    for each in made.sets:
        lines.append(f"    let v = &golden::{each.name.upper()};")
        lines.append('    println!("{} {} {}", v.dtype, v.function, v.sha256);')
        row = ", ".join(f"v.{column}[i]" for column in (*COLUMNS, "tags"))
        lines.append(
            f'    for i in 0..v.inputs.len() {{ println!("{{}} {{}} {{}} {{}} {{}}", {row}); }}'
        )
    (tmp_path / "main.rs").write_text("\n".join([*lines, "}", ""]))
    due = []
    for each in made.sets:
        due.append(f"{each.dtype} {each.function} {each.sha256}")
        columns = (getattr(each, column).tolist() for column in (*COLUMNS, "tags"))
        due += [" ".join(map(str, row)) for row in zip(*columns, strict=True)]
    assert run(built(tmp_path)).stdout.splitlines() == due


@pytest.mark.skipif(RUSTC is None, reason="needs rustc")
def test_the_program_in_readme_passes_what_is_right_and_no_more(tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text[text.index("## Test vectors") :]
    (program,) = re.findall(r"^```rust\n(.*?)^```$", section, re.DOTALL | re.M)
    made = make_vectors(["float32"], ["erf"], samples=0)
    (tmp_path / "golden.rs").write_text(render(made))
    (tmp_path / "yours.rs").write_text(YOURS)
    (tmp_path / "main.rs").write_text(program)
    path = built(tmp_path)
    done = run(path)
    assert (done.returncode, done.stdout) == (0, f"0 of {made.sets[0].count} are not faithful\n")
    assert run(path, "wrong").returncode == 1
