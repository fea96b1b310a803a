"""Tracebacks begin where code that is not ours begins."""

import traceback
from types import FunctionType

from gelucheck.errors import ImplementationError
from gelucheck.testing.traces import laid_bare, theirs


def theirs_raises():
    raise KeyError("theirs")


def calls(function):
    function()


def ours(function):
    """A function of a module of this package."""
    return FunctionType(calls.__code__, {"__name__": "gelucheck.somewhere"}, argdefs=(function,))


def caught(function):
    try:
        function()
    except Exception as problem:
        # without the frame of this one
        return problem.with_traceback(problem.__traceback__.tb_next)
    raise AssertionError("nothing was raised")


def names(trace):
    return [frame.name for frame in traceback.extract_tb(trace)]


def test_frames_of_ours_before_theirs_go():
    problem = caught(ours(ours(theirs_raises)))
    assert names(problem.__traceback__) == ["calls", "calls", "theirs_raises"]
    assert names(theirs(problem.__traceback__)) == ["theirs_raises"]


def test_what_they_call_of_ours_stays():
    def back():
        calls(ours(theirs_raises))

    problem = caught(ours(back))
    assert names(theirs(problem.__traceback__)) == ["back", "calls", "calls", "theirs_raises"]


def test_nothing_is_left_where_all_are_ours():
    problem = caught(ours(lambda: None).__class__(raising.__code__, {"__name__": "gelucheck.x"}))
    assert theirs(problem.__traceback__) is None and theirs(None) is None


def raising():
    1 / 0  # noqa: B018


def test_a_cause_keeps_what_is_its_own():
    error = ImplementationError("it raised")
    error.__cause__ = caught(ours(theirs_raises))
    bare = laid_bare(error)
    assert bare is error and bare.__traceback__ is None
    assert names(bare.__cause__.__traceback__) == ["theirs_raises"]


def test_a_cause_of_ours_alone_goes():
    error = ImplementationError("it returned nothing")
    error.__cause__ = caught(FunctionType(raising.__code__, {"__name__": "gelucheck.x"}))
    assert laid_bare(error).__cause__ is None and error.__suppress_context__
