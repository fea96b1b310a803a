"""The C header: no warning as C99 or C++, the same patterns when it is compiled, and README's test
of a function."""

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gelucheck.api_vectors import make_vectors
from gelucheck.export.vectors_c import render
from gelucheck.vectors.records import COLUMNS

ROOT = Path(__file__).parents[2]
_SPEC = importlib.util.spec_from_file_location("small", ROOT / "tests" / "vectors" / "small.py")
small = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(small)

GCC = shutil.which("gcc")
STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wunused-const-variable=2")
# what a machine has of them
COMPILERS = [
    (GCC, "-std=c99"),
    (shutil.which("clang"), "-std=c99"),
    (shutil.which("g++"), "-x", "c++"),
]

pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")

# a sound gelu, in double precision and rounded once; and one that cancels in the left tail
YOURS = """
#include <math.h>
#include <stdlib.h>
float gelu(float x);
float gelu(float x) {
  if (getenv("WRONG")) return 0.5f * x * (1.0f + erff(x * 0.70710678f));
  return x == -INFINITY ? -0.0f : (float)(0.5 * x * erfc(-x * 0.70710678118654752440));
}
"""


def run(*words, **more):
    return subprocess.run(
        list(map(str, words)), capture_output=True, text=True, check=False, **more
    )


def built(folder, *sources):
    done = run(GCC, "-std=c99", *STRICT, *sources, "-o", "program", "-lm", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "program"


@pytest.mark.parametrize("compiler", [words for words in COMPILERS if words[0]])
def test_no_warning_alone_twice_or_beside_another(tmp_path, compiler):
    made = small.small_vectors()
    (tmp_path / "a.h").write_text(render(made))
    other = small.Vectors((small.small_set(made.sets[0].fmt, "sigmoid"),), made.provenance)
    (tmp_path / "b.h").write_text(render(other))
    source = '#include "a.h"\n#include "a.h"\n#include "b.h"\nint main(void) { return 0; }\n'
    (tmp_path / "all.c").write_text(source)
    done = run(*compiler, *STRICT, "-fsyntax-only", "all.c", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_patterns_are_the_same_when_compiled(tmp_path):
    made = small.small_vectors()
    (tmp_path / "golden.h").write_text(render(made))
    lines = ["#include <stdio.h>", '#include "golden.h"', "int main(void) {"]
    for each in made.sets:
        lines.append(f"  {{ const struct gelucheck_vectors *v = &gelucheck_{each.name};")
        lines.append('    printf("%s %s %s\\n", v->dtype, v->function, v->sha256);')
        lines.append("    for (size_t i = 0; i < v->count; i++)")
        row = ", ".join(
            f"(unsigned long)gelucheck_pattern(v->{column}, v->width, i)" for column in COLUMNS
        )
        lines.append(
            f'      printf("%lu %lu %lu %lu %lu\\n", {row}, (unsigned long)v->tags[i]); }}'
        )
    (tmp_path / "print.c").write_text("\n".join([*lines, "  return 0;", "}", ""]))
    due = []
    for each in made.sets:
        due.append(f"{each.dtype} {each.function} {each.sha256}")
        columns = (getattr(each, column).tolist() for column in (*COLUMNS, "tags"))
        due += [" ".join(map(str, row)) for row in zip(*columns, strict=True)]
    assert run(built(tmp_path, "print.c")).stdout.splitlines() == due


def test_the_program_in_readme_passes_what_is_right_and_no_more(tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    section = text[text.index("## Test vectors") :]
    (program,) = re.findall(r"^```c\n(.*?)^```$", section, re.DOTALL | re.M)
    made = make_vectors(["float32"], ["erf"], samples=0)
    count = made.sets[0].count
    (tmp_path / "gelu.h").write_text(render(made))
    (tmp_path / "main.c").write_text(program)
    (tmp_path / "yours.c").write_text(YOURS)
    path = built(tmp_path, "main.c", "yours.c")
    done = run(path, env={})
    assert (done.returncode, done.stdout) == (0, f"0 of {count} are not faithful\n")
    wrong = run(path, env={"WRONG": "1"})
    assert wrong.returncode == 1
    assert re.match(r"gelu\(\S+\) is ", wrong.stdout) and f" of {count} are not" in wrong.stdout


def test_looking_the_outputs_up_passes(tmp_path):
    made = make_vectors(["float32"], ["tanh"], samples=0)
    (tmp_path / "golden.h").write_text(render(made))
    (tmp_path / "main.c").write_text(
        """
#include <string.h>
#include "golden.h"
#define G gelucheck_float32_tanh
static uint32_t look(uint32_t bits) {
  for (size_t i = 0; i < G.count; i++)
    if (gelucheck_float32_tanh_inputs[i] == bits) return gelucheck_float32_tanh_outputs[i];
  return 0xffffffffu;
}
int main(int argc, char **argv) {
  size_t wrong = 0;
  (void)argv;
  for (size_t i = 0; i < G.count; i++) {
    uint32_t y = look((uint32_t)gelucheck_pattern(G.inputs, G.width, i));
    if (i == 7 && argc > 1) y += 2;
    wrong += y != gelucheck_float32_tanh_below[i] && y != gelucheck_float32_tanh_above[i];
  }
  return wrong > 0;
}
"""
    )
    path = built(tmp_path, "main.c")
    assert [run(path).returncode, run(path, "wrong").returncode] == [0, 1]
