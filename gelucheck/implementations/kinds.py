"""The kinds of implementations. Adding one is a file of this room and a line here."""

KINDS = {
    "python": "gelucheck.implementations.python",
    "library": "gelucheck.implementations.library",
    "program": "gelucheck.implementations.program",
    "outputs": "gelucheck.implementations.outputs",
}
"""Kind -> the module whose ``KIND`` is its record; it is imported when it is asked for."""
