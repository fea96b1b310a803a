"""Golden vectors that are small."""

import importlib.util
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("small", Path(__file__).with_name("small.py"))
small = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(small)


@pytest.fixture(scope="session")
def made():
    """A few rows of two references in every format, as they are made."""
    return small.small_vectors()
