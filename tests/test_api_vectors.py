"""The Python names for golden vectors: what is made, and what a file's vectors come from."""

import numpy as np
import pytest

import gelucheck
from gelucheck.errors import UsageError
from gelucheck.export.vectors_json import render

# 24 inputs and expected outputs of web-platform-tests, webnn/conformance_tests/gelu.https.any.js,
# "gelu float32 1D tensor"
WEBNN = """input,output
0.878292441368103,0.7115113139152527
-0.09706497937440872,-0.0447796992957592
0.1367187649011612,0.07579325884580612
0.46406492590904236,0.3149605691432953
-0.26635801792144775,-0.10520657151937485
-0.8252315521240234,-0.16885890066623688
0.8530909419059753,0.6851989030838013
0.3846154808998108,0.24989959597587585
0.6772316694259644,0.508513331413269
-0.4811072051525116,-0.1516546905040741
0.2983909249305725,0.18419598042964935
0.6777864098548889,0.509049117565155
-0.526228129863739,-0.15753419697284698
0.3497541546821594,0.22270187735557556
-0.12918996810913086,-0.05795508995652199
0.5853934288024902,0.42198580503463745
-0.8950720429420471,-0.1659233123064041
0.028302494436502457,0.014470770955085754
-0.09901237487792969,-0.04560155048966408
-0.8838679790496826,-0.1665063202381134
-0.596120297908783,-0.1642593890428543
0.31863871216773987,0.19914908707141876
0.4794037640094757,0.3279957175254822
-0.06489315629005432,-0.030767757445573807
"""


def test_vectors_of_a_public_suite_come_from_a_known_erf(tmp_path):
    path = tmp_path / "webnn.csv"
    path.write_text(WEBNN)
    found = gelucheck.check_vectors(path, dtypes=["float32"])
    (check,) = found.checks
    assert not found.passed and check.count == 24
    # they are off by what the approximation of erf is, 1.5e-7 at most (A&S 7.1.26)
    wide = np.array([line.split(",") for line in WEBNN.splitlines()[1:]], float)
    due = gelucheck.oracle(wide[:, 0].astype(np.float32).astype(float), "float64")
    assert check.wrong >= np.count_nonzero(
        np.abs(wide[:, 1] - due) > np.spacing(np.float32(0.5)) / 2
    )
    assert np.all(np.abs(wide[:, 1] - due) < 1.5e-7)
    assert "erf-as7126" in check.origin and check.fits[0].function == "gelu"


@pytest.mark.parametrize("writing", ["erf-xnnpack", "erf-ibert", "erfc"])
def test_known_code_is_recognised(tmp_path, writing):
    from gelucheck.forms.arithmetic import compute
    from gelucheck.forms.catalogue import find_writing

    fmt = gelucheck.Format("float32", 32, 24, "float32")
    x = np.linspace(-4.5, 4, 120).astype(np.float32)
    with np.errstate(all="ignore"):
        y = compute(find_writing(writing).call, x, fmt, "native")
    np.savez(tmp_path / "theirs.npz", x=x, y=y)
    (check,) = gelucheck.check_vectors(tmp_path / "theirs.npz").checks
    assert not check.passed
    assert f"written {writing}, native" in check.origin


def test_what_is_made_is_right_and_sets_are_chosen(tmp_path):
    made = gelucheck.make_vectors(["float32"], ["erf", "tanh"], samples=0)
    assert [each.name for each in made.sets] == ["float32_gelu", "float32_tanh"]
    assert made.provenance["command"] == (
        "gelucheck vectors --dtype float32 --form erf --form tanh --function gelu "
        "--samples 0 --seed 0"
    )
    path = tmp_path / "ours.json"
    path.write_text(render(made))
    assert [each.function for each in gelucheck.check_vectors(path).checks] == ["gelu", "tanh"]
    (one,) = gelucheck.check_vectors(path, forms=["tanh"]).checks
    assert (one.function, one.passed, one.origin) == ("tanh", True, "")
    with pytest.raises(UsageError, match="is chosen"):
        gelucheck.check_vectors(path, dtypes=["float16"])


def test_no_clock_host_or_path_is_in_the_provenance():
    first, second = (gelucheck.make_vectors("float32", "erf", samples=0) for _ in range(2))
    assert first.provenance == second.provenance
    assert first.provenance.keys() == {
        *("program", "version", "command", "samples", "seed", "mpmath", "flint")
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"dtypes": ["float31"]}, "float31"),
        ({"forms": ["relu"]}, "relu"),
        ({"forms": [["erf"]]}, "erf"),
        ({"functions": ["gelu_hess"]}, "gelu_hess"),
        ({"dtypes": 3}, "3 is no list"),
        ({"samples": -1}, "--samples"),
    ],
)
def test_what_means_nothing_is_refused(words, said):
    with pytest.raises(UsageError, match=said):
        gelucheck.make_vectors(**words)


@pytest.mark.parametrize(
    "words", [{"dtypes": ["float32", "float16"]}, {"dtypes": ["float32"], "forms": ["erf", "tanh"]}]
)
def test_one_column_is_held_against_one_reference(tmp_path, words):
    path = tmp_path / "theirs.csv"
    path.write_text("x,y\n1,0.8\n")
    with pytest.raises(UsageError):
        gelucheck.check_vectors(path, **words)


@pytest.mark.parametrize(
    ("says", "form", "function", "notes"),
    [
        ("gelu", "tanh", "gelu", 1),
        ("tanh", "tanh", "gelu", 0),
        ("tanh", "erf", "gelu", None),
        ("gelu", "tanh", "gelu_grad", None),
    ],
)
def test_what_a_file_says_and_what_is_asked(tmp_path, says, form, function, notes):
    path = tmp_path / "theirs.json"
    path.write_text(f'{{"x": [0], "y": [0], "function": "{says}"}}')
    words = {"dtypes": ["float32"], "forms": [form], "functions": [function]}
    if notes is None:
        with pytest.raises(UsageError, match=f"says that its function is {says}"):
            gelucheck.check_vectors(path, **words)
    else:
        (found,) = gelucheck.check_vectors(path, **words).checks
        assert (len(found.notes), found.function) == (notes, "tanh")
