"""Functions that misbehave; a test's directory gets a copy of this file."""

import ctypes
import os
import pathlib
import signal
import sys
import time

import numpy as np


def same(x):
    return x


def number(x):
    return np.full(x.shape, os.getpid(), x.dtype)


def segfault(x):
    if 3 in x:
        ctypes.string_at(0)
    return x


def in_company(x):
    if x.size > 1:
        os.kill(os.getpid(), signal.SIGBUS)
    return x


def aborts(x):
    os.abort()


def leaves_in_c(x):
    ctypes.CDLL(None)._exit(0)


def leaves(x):
    os._exit(0)


def hangs(x):
    time.sleep(100)


def hangs_in_c(x):
    # the interpreter's lock is held
    ctypes.PyDLL(None).pause()


def slow(x):
    pathlib.Path(f"slow.{os.getpid()}").touch()
    time.sleep(100)


def interrupts(x):
    raise KeyboardInterrupt


class Odd:
    def __array__(self, *_words, **_more):
        raise RuntimeError("no array")


def odd(x):
    return Odd()


class Mute(Exception):
    def __repr__(self):
        raise ValueError


def mute(x):
    raise Mute


def endless(x):
    return np.broadcast_to(x.dtype.type(0), (1 << 40,))


def masked(x):
    return np.ma.array(x, mask=x > 0)


def matrix(x):
    return np.matrix(x)


def closes(x):
    os.closerange(3, 64)
    return x


def moves(x):
    os.chdir("/")
    return x


def prints(x):
    print("of Python")
    os.write(1, b"of the system\n")
    ctypes.CDLL(None).printf(b"of C\n")
    return x


def reads(x):
    return np.full(x.shape, len(sys.stdin.read()), x.dtype)


def shouts(x):
    os.write(2, b"!" * 10_000_000)
    return x


def in_place(x):
    x[...] = 7
    return x


def wide(x):
    return x.astype(">f8")


def record(x):
    return np.zeros(2, [("a", "f4"), ("b", "i2")])


def things(x):
    return np.array([None, 1])


def crashes_while_there(x):
    if pathlib.Path("crash").exists():
        ctypes.string_at(0)
    w = x.astype(np.float64)
    return (0.5 * w * (1 + np.tanh(0.7978845608028654 * (w + 0.044715 * w**3)))).astype(x.dtype)
