"""The two checkers that are also scripts, as modules."""

import importlib.util
from pathlib import Path

import pytest


def load(name):
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"reference_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def agree():
    """agree_with_arb.py: independent formulas, and a rounding proved by comparing balls."""
    return load("agree_with_arb")


@pytest.fixture(scope="session")
def certify():
    """certify.py: the tables certified by a second derivation."""
    return load("certify")
