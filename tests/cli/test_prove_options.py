"""``gelucheck prove``: every option with every kind of theorem and every function."""

import pytest

from gelucheck.errors import StaleError

VALUES = {
    "--form": ("--form", "tanh"),
    "--constant": ("--constant", "0.05"),
    "--atol": ("--atol", "1e-4"),
    "--rtol": ("--rtol", "1e-3"),
    "--interval": ("--interval", "-2:3"),
    "--dtype": ("--dtype", "float16"),
    "--arithmetic": ("--arithmetic", "native"),
    "--region": ("--region", "0:1"),
}
G, D, P = "gelu", "gelu_grad", "phi"
# by the kind that is named: of which functions there is something, and with which of them an
# option changes it
OF = {"": {G, D, P}, "--constants": {G, P}, "--saturation": {G}}
OF |= {"--rounding": {G, D}, "--hardest": {G, D}}
MEANS = {
    "": {"--form": {G, D, P}, "--constant": {G, D, P}, "--dtype": {G, P}}
    | {option: {G} for option in ("--atol", "--rtol", "--interval")},
    "--constants": {option: {G, P} for option in ("--form", "--constant", "--dtype")},
    "--saturation": {"--dtype": {G}},
    "--rounding": {key: {G, D} for key in ("--form", "--dtype", "--arithmetic", "--region")},
    "--hardest": {"--form": {G, D}, "--dtype": {G, D}},
}


@pytest.mark.parametrize("kind", MEANS)
@pytest.mark.parametrize("function", ["", G, D, P])
def test_an_option_changes_something_or_is_refused(call, monkeypatch, kind, function):
    def proved(**_):
        raise StaleError("it is asked")

    monkeypatch.setattr("gelucheck.api_prove.prove", proved)
    words = (*([kind] if kind else []), *(("--function", function) if function else ()))
    there = not function or function in OF[kind]
    code, out, err = call("prove", *words)
    assert (code, out, "it is asked" in err) == (2, "", there)
    for option, value in VALUES.items():
        form = ("--form", "tanh") if option == "--constant" else ()
        code, out, err = call("prove", *words, *value, *form)
        due = there and option in MEANS[kind] and (not function or function in MEANS[kind][option])
        assert (code, out) == (2, "")
        assert ("it is asked" in err) == due, (kind, function, option)
        if not due:
            assert err.startswith("gelucheck: --") and err.count(": ") >= 2
