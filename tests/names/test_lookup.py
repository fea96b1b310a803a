"""Names are found as people type them."""

import pytest

from gelucheck.names.lookup import close, find
from gelucheck.names.registry import NAMES


@pytest.mark.parametrize(
    ("word", "how", "forms"),
    [
        ("gelu_new", "exact", {"tanh"}),
        (" gelu_new ", "exact", {"tanh"}),
        ("gelu", "exact", {"erf", "tanh", "sigmoid"}),
        ("gelu_python_tanh", "exact", {"tanh"}),
        ("quick_gelu", "exact", {"sigmoid"}),
        ("swish", "exact", {None}),
        ("torch.nn.GELU", "exact", {"erf", "tanh"}),
        ('torch.nn.GELU(approximate="tanh")', "exact", {"tanh"}),
        ("torch.nn.GELU(approximate='tanh')", "exact", {"erf", "tanh"}),
        ("Tensor::gelu", "exact", {"tanh"}),
        ("Gelu-7", "exact", {"erf", "tanh"}),
        ("GELU_NEW", "case", {"tanh"}),
        ("cudnn_pointwise_gelu_fwd", "case", {"erf"}),
        ("nn.functional.gelu", "suffix", {"erf", "tanh"}),
        ("activation::gelu_approximate", "suffix", {"tanh"}),
        ("NN.FUNCTIONAL.GELU", "suffix", {"erf", "tanh"}),
        ("pytorch", "where", {"erf", "tanh"}),
        ("cuBLASLt", "where", {"tanh"}),
        ("F.quick_gelu", "last", {"sigmoid"}),
    ],
)
def test_find(word, how, forms):
    found = find(word)
    assert (found.how, set(found.forms)) == (how, forms)
    assert [name for names in found.forms.values() for name in names] == sorted(
        found.names, key=lambda name: list(found.forms).index(name.form)
    )


@pytest.mark.parametrize("word", ["", "  ", "gelu_nwe", "relu", "x" * 10**6, "torch.", ".", "::"])
def test_what_nobody_says(word):
    assert find(word) is None


@pytest.mark.parametrize("name", NAMES, ids=lambda name: f"{name.where}-{name.spelling}")
def test_every_name_is_found_by_itself_and_as_called(name):
    assert name in find(name.name).names
    assert name in find(name.spelling).names


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("gelu_nwe", "gelu_new"),
        ("quick_glu", "quick_gelu"),
        ("torch.nn.Gelo", "torch.nn.GELU"),
        ("gelu_pytorch_tan", "gelu_pytorch_tanh"),
    ],
)
def test_close(word, near):
    assert near in close(word)


@pytest.mark.parametrize("word", ["", "softmax_cross_entropy", "y" * 10**6])
def test_nothing_is_close(word):
    assert close(word) == ()
