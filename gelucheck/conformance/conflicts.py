"""An input that stands in a file with two outputs, of which only one is measured."""

from gelucheck.conformance.due import further
from gelucheck.conformance.subject import Subject
from gelucheck.conformance.words import number
from gelucheck.record import Finding
from gelucheck.reference.functions import function_of


def two_answers(subject: Subject) -> tuple[Finding, ...]:
    """``not-repeatable``: the file of outputs has another one for the same input."""
    fmt = subject.fmt
    conflicts = subject.guest.conflicts(fmt) if subject.guest else ()
    if not conflicts:
        return ()
    first, taken, other = conflicts[0]
    x, one, two = (fmt.value(bits) for bits in (first, taken, other))
    count = f" and {len(conflicts) - 1:,} more inputs are" if len(conflicts) > 1 else " is"
    sentence = (
        f"x = {number(x)}{count} in the file with more than one output: here {number(one)} and "
        f"{number(two)}; the first of each was measured"
    )
    function = function_of(subject.form or "erf", subject.function)
    witness = further(fmt, function, x, two, one)
    return (Finding("not-repeatable", "error", sentence, witness),)
