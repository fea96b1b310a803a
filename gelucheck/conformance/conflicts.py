"""An input that stands in a file with two outputs, of which only one is measured."""

from gelucheck.conformance.subject import Subject
from gelucheck.conformance.words import number
from gelucheck.record import Finding, Witness
from gelucheck.reference.functions import function_of
from gelucheck.reference.oracle import nearest_float
from gelucheck.rows import shortest_hex


def two_answers(subject: Subject) -> tuple[Finding, ...]:
    """``not-repeatable``: the file of outputs has another one for the same input."""
    fmt = subject.fmt
    conflicts = subject.guest.conflicts(fmt) if subject.guest else ()
    if not conflicts:
        return ()
    first, taken, other = conflicts[0]
    x, one, two = (fmt.value(bits) for bits in (first, taken, other))
    due = nearest_float(function_of(subject.form or "erf", subject.function), x)
    count = f" and {len(conflicts) - 1:,} more inputs are" if len(conflicts) > 1 else " is"
    sentence = (
        f"x = {number(x)}{count} in the file with more than one output: here {number(one)} and "
        f"{number(two)}; the first of each was measured"
    )
    witness = Witness(
        abs(fmt.ordinal(taken) - fmt.ordinal(other)),
        x,
        shortest_hex(x),
        f"0x{first:0{fmt.bits // 4}x}",
        two,
        due,
    )
    return (Finding("not-repeatable", "error", sentence, witness),)
