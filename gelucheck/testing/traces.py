"""Tracebacks without frames of this package: what a test shows is the tested code's own."""

from types import TracebackType

OURS = "gelucheck"


def theirs(trace: TracebackType | None) -> TracebackType | None:
    """A traceback from the first frame on that is not ours; None where all are."""
    while trace is not None and _is_ours(trace):
        trace = trace.tb_next
    return trace


def laid_bare(problem: BaseException) -> BaseException:
    """An error of ours as it is raised again: of its cause only what is the cause's own."""
    cause = problem.__cause__
    trace = theirs(cause.__traceback__) if cause is not None else None
    found = problem.with_traceback(None)
    found.__cause__ = cause.with_traceback(trace) if trace is not None else None
    found.__suppress_context__ = True
    return found


def _is_ours(trace: TracebackType) -> bool:
    name = trace.tb_frame.f_globals.get("__name__", "")
    return str(name).partition(".")[0] == OURS
