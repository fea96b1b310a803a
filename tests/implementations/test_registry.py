"""The words that name an implementation."""

import pytest

from gelucheck.errors import UsageError
from gelucheck.formats import FORMATS
from gelucheck.implementations.registry import find_implementation


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("python:math:sqrt", "python:math:sqrt"),
        ("mine=python:math:sqrt", "mine"),
        ("my kernel, 3rd=python:math:sqrt", "my kernel, 3rd"),
    ],
)
def test_names(words, name):
    found = find_implementation(words)
    assert (found.name, found.source, found.form, found.arithmetic) == (name, words, None, None)
    assert found.formats == tuple(FORMATS)


def test_what_it_declares():
    found = find_implementation("python:math:sqrt", "gelu_grad", "tanh")
    assert (found.function, found.form) == ("gelu_grad", "tanh")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "KIND:TARGET"),
        ("gelu", "KIND:TARGET"),
        ("python:", "KIND:TARGET"),
        ("=python:math:sqrt", "KIND:TARGET"),
        ("pyton:math:sqrt", "one of python"),
        (":math:sqrt", "one of python"),
        ("a=b=python:math:sqrt", "KIND:TARGET"),
        ("python:math", "python:pkg.mod:function"),
        ("python:math:", "python:pkg.mod:function"),
        ("python::sqrt", "python:pkg.mod:function"),
        ("python:math:sqrt()", "python:pkg.mod:function"),
        ("python:math:__import__('os')", "python:pkg.mod:function"),
        ("python:../math:sqrt", "python:pkg.mod:function"),
        ("python:math:cubic", "has no 'cubic'"),
        ("python:math:sqrt.real", "has no 'real'"),
        ("python:math:pi", "cannot be called"),
        ("python:no_such_module:f", "no Python module"),
        ("python:math.no:f", "no Python module"),
    ],
)
def test_words_that_name_nothing(words, told):
    with pytest.raises(UsageError) as caught:
        find_implementation(words)
    assert told in str(caught.value)


def test_an_unknown_form():
    with pytest.raises(UsageError, match="one of erf, tanh, sigmoid"):
        find_implementation("python:math:sqrt", declares="relu")
