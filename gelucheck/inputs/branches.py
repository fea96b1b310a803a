"""Where known kernels of erf, erfc, exp and tanh change their way of computing.

A table of arguments of these functions, and the inputs of GELU that lead to them. A branch is where
two polynomials meet, where a shortcut begins, or where a result overflows, vanishes or is clamped;
errors jump there.
"""

import math
from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format

FDLIBM = "fdlibm, s_erf.c, s_tanh.c, e_exp.c; FreeBSD msun, musl and OpenBSD have the same"
SINGLE = "FreeBSD msun, s_erff.c, s_tanhf.c, e_expf.c"
CEPHES = "Cephes, ndtr.c, tanh.c, exp.c; SciPy has the same"
EIGEN = "Eigen, generic_fast_tanh and generic_fast_erf; XLA, TensorFlow"
EDGE = "where the function under- or overflows in the format"


@dataclass(frozen=True)
class Branch:
    """A magnitude of the argument of a function, and whose branch it is.

    Attributes:
        function: "erf" (and erfc), "exp" or "tanh".
        z: the argument; both signs are meant.
    """

    function: str
    z: float
    source: str


BRANCHES = tuple(
    Branch(function, z, source)
    for function, source, arguments in (
        # tiny arguments, the polynomial near 0, near 1, two rationals of 1/z², all of it 1
        ("erf", FDLIBM, (2.0**-56, 2.0**-28, 0.25, 0.84375, 1.25, 1 / 0.35, 6.0, 28.0)),
        ("erf", SINGLE, (2.0**-14, 4.0, 11.0)),
        ("erf", CEPHES, (1.0, 8.0)),
        ("erf", EIGEN, (float.fromhex("0x1.ea8f94p+1"),)),  # 3.832506
        ("erf", EDGE, (float.fromhex("0x1.a8b12p+4"), float.fromhex("0x1.41bbfp+3"))),
        # ln2/2 and 3·ln2/2, tiny arguments
        ("exp", FDLIBM, (2.0**-28, float.fromhex("0x1.62e42p-2"), float.fromhex("0x1.0a2b2p+0"))),
        ("exp", SINGLE, (2.0**-14,)),
        ("exp", EDGE, (float.fromhex("0x1.62e42fefa39efp+9"), 745.1332191019411)),  # 709.78
        ("exp", EDGE, (float.fromhex("0x1.62e43p+6"), float.fromhex("0x1.9fe368p+6"))),  # 88.7, 104
        ("tanh", FDLIBM, (2.0**-55, 2.0**-28, 1.0, 22.0)),
        ("tanh", SINGLE, (2.0**-12, 9.0)),
        ("tanh", CEPHES, (0.625,)),
        ("tanh", EIGEN, (0.0004, 7.90531110763549805, 7.99881172180175781)),
    )
    for z in arguments
)

_ROOT = float.fromhex("0x1.9884533d43651p-1")  # sqrt(2/pi), by mpmath
_CUBIC = 0.044715
_QUICK = 1.702


def branch_inputs(function: str, z: float) -> tuple[float, ...]:
    """The positive inputs at which a function may be asked for ±z.

    Kernels branch on x itself, on x/√2, √(2/π)(x + 0.044715x³) or 1.702x; the exponential is asked
    for x²/2, for twice the argument of tanh and for that of the sigmoid form.
    """
    if function == "erf":
        return z, z * math.sqrt(2)
    if function == "tanh":
        return z, tanh_input(z)
    return z, math.sqrt(2 * z), tanh_input(z), tanh_input(z / 2), z / _QUICK


def tanh_input(z: float) -> float:
    """The x > 0 with √(2/π)(x + 0.044715x³) = z > 0, to some units in the last place.

    By Newton's method from above, where the cubic is convex: only operations that IEEE 754 defines,
    so that it is the same on every machine.
    """
    x = z / _ROOT
    for _ in range(80):
        off = _ROOT * (x + _CUBIC * x * x * x) - z
        x -= off / (_ROOT * (1 + 3 * _CUBIC * x * x))
    return x


def branch_ordinals(fmt: Format) -> np.ndarray:
    """Ordinals, sorted and unique, of the inputs at the branches, both signs; int64."""
    inputs = {x for branch in BRANCHES for x in branch_inputs(branch.function, branch.z)}
    patterns = {fmt.round(x) for x in inputs}
    bits = np.array(sorted(b for b in patterns if b < fmt.end_bits), np.int64)
    return np.union1d(bits, -1 - bits)
