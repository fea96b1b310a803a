"""``approximate`` takes the values that are documented, each for its form, and refuses others."""

from collections.abc import Iterator

from gelucheck.conformance.bench import Bench
from gelucheck.conformance.checks.recognise import recognise, telling_values
from gelucheck.conformance.words import listed
from gelucheck.record import Finding

SLUG = "approximate-unchecked"
STRANGE = ("none", "quick", "TANH", "", 2)


def approximate(bench: Bench) -> Iterator[Finding]:
    """``approximate-unchecked``, and ``wrong-form`` for a documented value."""
    if not bench.traits.approximate:
        return
    documented = dict(bench.traits.documented)
    for value, form in documented.items():
        gives, raised = _given(bench, value)
        if raised:
            sentence = f"approximate={value!r} is documented; {raised:.150}"
            yield Finding(SLUG, "error", sentence, None)
            if bench.stuck:
                return
        elif gives not in (None, form):
            sentence = f"approximate={value!r} is documented as the {form} form and gives {gives}"
            yield Finding("wrong-form", "error", sentence, None)
    # 2 is no value of a boolean either; 1 and True are one
    found = {value: _given(bench, value) for value in STRANGE if value not in documented}
    taken = {value: gives for value, (gives, raised) in found.items() if not raised}
    if taken:
        first, gives = next(iter(taken.items()))
        which = f"gives the {gives} form" if gives else "gives outputs"
        others = [repr(value) for value in taken if value != first]
        also = f", and so are {listed(others)}" if len(others) > 1 else ""
        also = also or (f", and so is {others[0]}" if others else "")
        allowed = listed(repr(value) for value in documented)
        sentence = (
            f"approximate={first!r} is not documented, is taken and {which}{also}: raise for "
            f"anything but {allowed}"
        )
        yield Finding(SLUG, "warning", sentence, None)


def _given(bench: Bench, value) -> tuple[str | None, str]:
    """The form that a value of the argument gives, where that is clear, and what it raised."""
    x = telling_values(bench.fmt, bench.subject.function)
    (seen,) = bench.probe(x, approximate=(value,))
    if seen.got is None or seen.got.shape != x.shape:
        return None, seen.raised or "returns another shape"
    return recognise(bench.fmt, bench.subject.function, seen.got), ""
