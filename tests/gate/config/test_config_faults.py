"""What a config must not hold: each fault is told with its file and line, and how to mend it."""

import re
import time
from contextlib import suppress

import pytest

from gelucheck.errors import ConfigError
from gelucheck.gate.config.parse import parse_config

FAULTS = [
    # (text, line, what is said)
    # not TOML
    ("seed = 1\nseed\n", 2, "not TOML"),
    ("\n\nseed = [1,\n2\n", 4, "not TOML"),
    ('seed = "', 1, "not TOML"),
    ("seed = 1\n[t\n", 2, "not TOML"),
    ("a = 1\nseed = 1" + "0" * 5000, 2, "not TOML"),
    ("seed = 1\n" + ".".join("a" * 65) + " = 1", 2, "too deep, a key of more than 64 parts"),
    ('x = "\n\n[' + " . ".join(["'a'"] * 65) + "]", 3, "too deep, a key of more than 64 parts"),
    ("a = 1\nseed = " + "[" * 50_000 + "]" * 50_000, 2, "nested too deep"),
    ("seed = 1\x00", 1, "not TOML"),
    # TOML's own doubles
    ("seed = 1\n\nseed = 2\n", 3, "seed stands at line 1 already"),
    ("[finding]\nseam = 'off'\n[finding]\n", 3, "finding stands at line 1 already"),
    ("[[limit]]\nmax_ulp = 1\nmax_ulp = 2\n", 3, "limit.0.max_ulp stands at line 2 already"),
    # keys
    ("\nsede = 1", 2, "unknown key 'sede': is 'seed' meant?"),
    ("max-ulp = 1", 1, "is 'max_ulp' meant?"),
    ("DTYPE = 'float16'", 1, "is 'dtype' meant?"),
    ("zzzzzz = 1", 1, "one of dtype, form"),
    ("cluster = 'tcp://h:1'", 1, "unknown key 'cluster'"),
    ("[limits]\n", 1, "is 'limit' meant?"),
    ("[[limit]]\nmax_ulp = 1\nimplementaton = 'a'", 3, "is 'implementation' meant?"),
    ("[[limit]]\nmax_ulp = 1\nform = 'tanh'", 3, "unknown key of a limit 'form'"),
    ("[finding]\nseams = 'off'", 2, "unknown finding 'seams': is 'seam' meant?"),
    ("[finding]\nseam = 'off'\ndtype = 'float16'", 3, "a key of another table"),
    # values of the wrong kind
    ("samples = '9'", 1, "samples = '9': a whole number from 1 to 4,194,304"),
    ("samples = 0", 1, "samples = 0"),
    ("samples = true", 1, "samples = true"),
    ("samples = 1e3", 1, "samples = 1000.0"),
    ("seed = -1", 1, "seed = -1: a whole number from 0 up"),
    ("jobs = 0", 1, "jobs = 0"),
    ("evaluations = 99999999999", 1, "from 1 to 1,073,741,824"),
    ("round_inputs = 1", 1, "round_inputs = 1: true or false"),
    ("round_inputs = 'true'", 1, "true or false"),
    ("inputs = 1", 1, "a text in quotation marks"),
    ("inputs = ''", 1, "a text in quotation marks"),
    ('plot = "a\\u0000b"', 1, "a text in quotation marks"),
    ("device = ['cpu']", 1, "a text in quotation marks"),
    ("budget = 'soon'", 1, "a time, as in 30s, 5m, 1h"),
    ("budget = 0", 1, "more than nothing"),
    ("budget = -1", 1, "a time"),
    ("budget = inf", 1, "at most 604,800 seconds"),
    ("budget = nan", 1, "a time"),
    ("time_limit = '9999h'", 1, "at most 604,800 seconds"),
    ("time_limit = true", 1, "a time"),
    ("headroom = 2", 1, "a share from 0 to 1"),
    ("headroom = '200%'", 1, "a share from 0 to 1"),
    ("headroom = nan", 1, "a share from 0 to 1"),
    ("headroom = 'much'", 1, "a share from 0 to 1"),
    ("headroom = '1/2'", 1, "a share from 0 to 1"),
    ("dtype = []", 1, "name one at least"),
    ("dtype = 1979-05-27", 1, "dtype = datetime.date"),
    ("finding = 'off'", 1, "a table"),
    ("limit = 1", 1, "[[limit]]"),
    ("[limit]\nmax_ulp = 1", 1, "[[limit]]"),
    # names
    ("dtype = 'float24'", 1, "unknown format 'float24': one of float16, bfloat16"),
    ("seed = 1\ndtype = ['float16', 'Float16']", 2, "unknown format 'Float16'"),
    ("dtype = ['float16', 1]", 1, "dtype = 1: one of float16"),
    ("form = 'relu'", 1, "unknown form 'relu'"),
    ("form = 3", 1, "unknown form '3'"),
    ("arithmetic = 'exact'", 1, "unknown arithmetic 'exact': one of native, upcast"),
    ("function = 'silu'", 1, "unknown function 'silu': one of gelu, gelu_grad"),
    ("declares = 'erfc'", 1, "unknown form 'erfc': one of erf, tanh, sigmoid"),
    ("ulp = 'medium'", 1, "one of coarse, fine"),
    ("subnormals = 'keep'", 1, "one of strict, flush"),
    ("against = 'erf'", 1, "one of own, gelu"),
    ("impl = 'torch'", 1, "[NAME=]KIND:TARGET"),
    ("impl = '=torch:gelu'", 1, "[NAME=]KIND:TARGET"),
    ("impl = 'torch: '", 1, "[NAME=]KIND:TARGET"),
    ("impl = 'torhc:gelu'", 1, "unknown kind of implementation 'torhc'"),
    ("[finding]\nseam = 'fatal'", 2, "unknown level 'fatal': one of error, warning, off"),
    ("[finding]\nseam = true", 2, "one of error, warning, off"),
    ("[[limit]]\nmax_ulp = 1\ndtype = 'float8'", 3, "unknown format 'float8'"),
    ("[[limit]]\nmax_ulp = 1\nimplementation = []", 3, "name one at least"),
    ("[[limit]]\nmax_ulp = 1\nimplementation = ['a', '']", 3, "a text"),
    # bounds
    ("max_ulp = -1", 1, "max_ulp = -1: a number from 0 up"),
    ("max_ulp = '5(1-k)'", 1, 'as in "5(1+k)"'),
    ("max_abs = '5(1+k)'", 1, "max_abs = '5(1+k)'"),
    ("max_steps = 1.5", 1, "a whole number from 0 up"),
    ("max_rel = nan", 1, "max_rel = nan"),
    ("mean_abs = inf", 1, "mean_abs = inf"),
    ("correctly_rounded = 99", 1, "a share: more than 0, at most 1"),
    ("correctly_rounded = 0", 1, "a share: more than 0, at most 1"),
    ("max_ulp = true", 1, "max_ulp = True"),
    ("max_ulp = false", 1, "max_ulp = False"),
    ("atol = true", 1, "atol = True"),
    ("[[limit]]\ndtype = 'float16'\natol = false", 3, "atol = False"),
    ("max_steps = 1" + "0" * 400, 1, "a number of 401 digits"),
    # limits that nothing breaks: 2^(p-1) ulp are 1024 in float16, 128 in bfloat16
    ("[[limit]]\ndtype = 'float16'\nmax_ulp = 1025", 3, "cannot fail in float16"),
    ("[[limit]]\ndtype = ['float16', 'bfloat16']\nmax_ulp = 129", 3, "cannot fail in bfloat16"),
    ("dtype = 'bfloat16'\nmax_ulp = '129(1+k)'", 2, "cannot fail in bfloat16"),
    ("dtype = 'float16'\n[[limit]]\nfunction = 'gelu'\nmax_abs = 65504", 4, "cannot fail"),
    ("max_ulp = 1e16", 1, "cannot fail"),
    ("dtype = 'float16'\natol = 1e5", 2, "cannot fail"),
    # limits that stand there twice
    ("max_ulp = 1\n[[limit]]\nmax_ulp = 2", 3, "limited at line 1 already"),
    (
        "[[limit]]\ndtype = 'float16'\nmax_ulp = 2\n\n[[limit]]\nmax_ulp = '3(1+k)'\n"
        "dtype = ['float32', 'float16']",
        6,
        "limited at line 3 already",
    ),
    (
        "[[limit]]\nregion = '-1:1'\nmax_ulp = 2\n[[limit]]\nregion = [-1.0, 1]\nmax_ulp = 2",
        6,
        "max_ulp in -1:1 is limited at line 3 already",
    ),
    # what the claim is taken against is always GELU
    ("atol = 1\n[[limit]]\nagainst = 'own'\natol = 2", 4, "limited at line 1 already"),
    ("limit = [\n{max_ulp = 1},\n{max_ulp = 2},\n]", 3, "limited at line 2 already"),
    (
        "[[limit]]\nimplementation = ['a', 'b']\nmax_ulp = 1\n"
        "[[limit]]\nimplementation = ['c', 'b']\ndtype = 'float16'\nmax_ulp = 1\n"
        "[[limit]]\nimplementation = ['c', 'b']\nmax_ulp = 1",
        10,
        "limited at line 3 already",
    ),
    # entries of no use
    ("seed = 1\n[[limit]]\ndtype = 'float16'", 2, "a limit without a figure: one of atol, max_ulp"),
    ("[[limit]]\n", 1, "a limit without a figure"),
    # regions
    ("[[limit]]\nmax_ulp = 1\nregion = '2:1'", 3, "runs backwards"),
    ("[[limit]]\nmax_ulp = 1\nregion = [2, 1]", 3, "runs backwards"),
    ("[[limit]]\nmax_ulp = 1\nregion = '0:-0'", 3, "runs backwards"),
    ("[[limit]]\nmax_ulp = 1\nregion = '1'", 3, "not two numbers"),
    ("[[limit]]\nmax_ulp = 1\nregion = '1:2:3'", 3, "not two numbers"),
    ("[[limit]]\nmax_ulp = 1\nregion = [1, 2, 3]", 3, "not two numbers"),
    ("[[limit]]\nmax_ulp = 1\nregion = 1", 3, "not two numbers"),
    ("[[limit]]\nmax_ulp = 1\nregion = '1:b'", 3, "'b' is no number"),
    ("[[limit]]\nmax_ulp = 1\nregion = ':1'", 3, "'' is no number"),
    ("[[limit]]\nmax_ulp = 1\nregion = [1, true]", 3, "True is no number"),
    ("[[limit]]\nmax_ulp = 1\nregion = [1, nan]", 3, "nan is no number"),
    ("[[limit]]\nmax_ulp = 1\nregion = '1:1e400'", 3, "no number"),
    ("[[limit]]\nmax_ulp = 1\nregion = 'inf:inf'", 3, "no finite number"),
    # 0.1 is no value of float16, 2^16 is beyond them
    ("[[limit]]\ndtype = 'float16'\nmax_ulp = 1\nregion = '0.1:0.1'", 3, "no value of float16"),
    ("[[limit]]\ndtype = 'float16'\nmax_ulp = 1\nregion = '65536:inf'", 3, "no value of float16"),
]


@pytest.mark.parametrize(("text", "line", "said"), FAULTS)
def test_faults(text, line, said):
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "a/c.toml")
    assert str(caught.value).startswith(f"a/c.toml:{line}: ")
    assert said in str(caught.value)
    assert caught.value.mend
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [case for case in FAULTS if not re.search(r"not TOML|deep|stands at", case[2])],
)
def test_the_same_in_a_table_further_down(text, line, said):
    """Under [tool.gelucheck], behind other tools' tables."""
    text = re.sub(r"^(\[+)(?=\w)", r"\1tool.gelucheck.", text, flags=re.M)
    text = f"[tool.ruff]\nx = 1\n\n[tool.gelucheck]\n{text}"
    with pytest.raises(ConfigError) as caught:
        parse_config(text, "pyproject.toml")
    assert str(caught.value).startswith(f"pyproject.toml:{line + 4}: ")


def test_a_table_that_is_none():
    with pytest.raises(ConfigError, match=r"p\.toml:2: tool\.gelucheck = 3"):
        parse_config("[tool]\ngelucheck = 3", "p.toml")


@pytest.mark.parametrize(
    "text",
    [
        # what is 128 ulp in bfloat16 can fail: losing every digit is more
        "[[limit]]\ndtype = 'bfloat16'\nmax_ulp = 128",
        # in float32 this is a limit, and no format is named
        "max_ulp = 1000",
        "[[limit]]\nmax_ulp = 1\nregion = '-0:0'",
        "[[limit]]\nmax_ulp = 1\nregion = '-inf:-0x1p+2'",
        "limit = []",
        "finding = {}",
        "function = ['gelu', 'gelu_grad']\nform = ['erf', 'tanh']",
        "impl = 'python:pkg.mod:f'",
        "impl = 'a=program:\"./k --x=y\"'",
        "time_limit = 0.5",
    ],
)
def test_no_faults(text):
    assert parse_config(text, "c.toml") is not None


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"[[limit]]\nimplementation = 'a{n}'\nmax_ulp = 1\n" for n in range(6000)),
        "".join(
            f"[[limit]]\nmax_ulp = 1\nimplementation = {[f'{name}{n}' for n in range(9000)]}\n"
            for name in "abcd"
        ),
        'a = "' + '\\"' * 300_000,
        "a" + ".a" * 100_000 + " = 1",
    ],
    ids=["limits", "names", "quotes", "dots"],
)
def test_large_files_take_no_long_time(text):
    """Hundreds of kilobytes; each with each, or from each mark to the end, it would be minutes."""
    started = time.process_time()
    with suppress(ConfigError):
        parse_config(text, "c.toml")
    assert time.process_time() - started < 8
