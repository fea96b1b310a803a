"""JSON from outside: numbers stay texts, so that nothing is rounded and nothing is too long."""

import json

from gelucheck.errors import InputsError


class Number(str):
    """A number as it was written."""

    __slots__ = ()


def loads(text: str, name: str):
    """The value of a JSON text, its numbers as ``Number``.

    Raises:
        InputsError: not JSON, nested too deeply, or an object with two values of one name.
    """

    def once(pairs: list) -> dict:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise InputsError(f"{name} has two values of one name in an object", "leave one")
        return found

    try:
        return json.loads(
            text,
            parse_float=Number,
            parse_int=Number,
            parse_constant=Number,
            object_pairs_hook=once,
        )
    except (ValueError, RecursionError) as problem:
        raise InputsError(f"{name} is not JSON ({problem})", "see how it was written") from None
