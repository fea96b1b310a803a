"""The private mpmath context: the caller's ``mpmath.mp`` is neither read nor changed."""

import threading
from functools import cache


class _Contexts(threading.local):
    """One context a thread: its precision is set before each use, and threads take turns."""

    def __init__(self):
        from mpmath import MPContext

        self.mp = MPContext()


@cache
def _contexts() -> _Contexts:
    return _Contexts()


def private_context():
    """This thread's context; set its precision before each use."""
    return _contexts().mp
