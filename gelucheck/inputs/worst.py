"""Inputs at which GELU code is known to be worst, or where it changes its way of computing.

``WORST`` holds single inputs, each with the reason and the source; both signs are tried, since the
writings share their parts between the two sides. ``THRESHOLDS`` holds, per format, where GELU
becomes simple. Samples are denser around all of them. Decimals stand beside the hex floats.

Where the source gives the argument z of a building block, the input here is the x that leads to
it: x = √2·z for erf and erfc, √(2/π)(x + 0.044715x³) = z for tanh, x = z/1.702 for the
exponential of the sigmoid form; solved with mpmath at 40 digits and rounded to float64.
"""

from dataclasses import dataclass

import numpy as np

from gelucheck.formats import Format

GLIBC = "glibc, math/auto-libm-test-in"
ARM = "ARM optimized-routines, math/"
OWN = "all values of the format, against mpmath"
METHOD = "exact arithmetic, mpmath at 40 digits"
CONTRACT = "the contract in the writing's file: gelucheck/forms/"


@dataclass(frozen=True)
class WorstInput:
    """One input: a hex float, the format that it was found in ("" for any), why, who says so."""

    x: str
    fmt: str
    why: str
    source: str

    @property
    def value(self) -> float:
        return float.fromhex(self.x)


WORST = (
    # building blocks
    WorstInput("0x1.267e580c9834ep+0", "float32", "erfc at z = 0xd.03d06p-4", GLIBC),  # 1.150
    WorstInput(
        "0x1.c487c649be66bp+0", "float64", "erfc at z = 0x1.3ffcbf39febb4p+0", GLIBC
    ),  # 1.768
    WorstInput("0x1.2c3afe77ba359p-16", "float32", "exp at z = 0x1.fefe02p-16", GLIBC),  # 1.79e-5
    WorstInput(
        "0x1.3b44832c8468cp+8", "float64", "exp at z = -0x1.0c4af1ad4ee36p+9", GLIBC
    ),  # 315.3
    WorstInput(
        "0x1.6a0a3c112e353p-8", "float64", "erf at z = -0x1.00003c924e5d1p-8", ARM
    ),  # 0.00552
    WorstInput("0x1.3f39ac50440ccp-8", "float32", "erf at z = 0x1.c373e6p-9", ARM),  # 0.00487
    WorstInput("0x1.3d3c523105bbdp-4", "float32", "tanh at z = 0x1.fa5eep-5", ARM),  # 0.0775
    WorstInput(
        "0x1.1b48e42ab9f4fp-2", "float64", "tanh at z = -0x1.c59aa220cb177p-3", ARM
    ),  # 0.277
    WorstInput("0x1.941bcf6d59b59p+3", "float32", "erfc at z = 0x1.1dbf7ap+3", ARM),  # 12.63
    # writings
    WorstInput("-0x1.458decp+3", "float32", "erf writing, native", CONTRACT),  # -10.17357
    WorstInput("-0x1.2ef6be417d24dp+3", "float64", "erf writing, native", CONTRACT),  # -9.46762
    WorstInput("-0x1.458decp+3", "float32", "erf writing, upcast", CONTRACT),  # -10.17357
    WorstInput("-0x1.a2fe94p+3", "float32", "erfc writing, native", CONTRACT),  # -13.09358
    WorstInput("-0x1.2cc78f3483a2fp+5", "float64", "erfc writing, native", CONTRACT),  # -37.59744
    WorstInput("-0x1.aed30ap+2", "float32", "erfc writing, upcast", CONTRACT),  # -6.731631
    WorstInput("-0x1.2ab582p+3", "float32", "tanh writing, native", CONTRACT),  # -9.334657
    WorstInput("-0x1.ea59048d72b12p+2", "float64", "tanh writing, native", CONTRACT),  # -7.661683
    WorstInput("-0x1.2ab582p+3", "float32", "tanh writing, upcast", CONTRACT),  # -9.334657
    WorstInput("-0x1.a9f29cp+5", "float32", "sigmoid writing, native", CONTRACT),  # -53.24346
    WorstInput("-0x1.61a902p+4", "float32", "sigmoid writing, upcast", CONTRACT),  # -22.10376
    WorstInput(
        "-0x1.a35add52728a3p+8", "float64", "sigmoid writing, native", CONTRACT
    ),  # -419.3549
    WorstInput(
        "-0x1.80ead2p-1", "float32", "erf writing's derivative, native", CONTRACT
    ),  # -0.7517915
    WorstInput(
        "-0x1.80ead197f00b4p-1", "float64", "erf writing's derivative, native", CONTRACT
    ),  # -0.7517915
    WorstInput(
        "-0x1.0c556p+3", "float32", "erf writing's derivative, upcast", CONTRACT
    ),  # -8.385422
    WorstInput(
        "-0x1.8142ap-1", "float32", "tanh writing's derivative, native", CONTRACT
    ),  # -0.7524614
    WorstInput(
        "-0x1.b17f80312ea96p+3", "float64", "tanh writing's derivative, native", CONTRACT
    ),  # -13.54681
    WorstInput(
        "-0x1.dfe33ep+2", "float32", "tanh writing's derivative, upcast", CONTRACT
    ),  # -7.498245
    WorstInput(
        "-0x1.80974ap-1", "float32", "sigmoid writing's derivative, native", CONTRACT
    ),  # -0.7511542
    WorstInput(
        "-0x1.80974a62be3dfp-1", "float64", "sigmoid writing's derivative, native", CONTRACT
    ),  # -0.7511543
    WorstInput(
        "0x1.7c80000000000p+1", "float16", "tanh, native, absolute error", OWN
    ),  # 2.97265625
    WorstInput("-0x1.f100000000000p+1", "float16", "tanh, native, evaluation", OWN),  # -3.8828125
    WorstInput(
        "0x1.50c0000000000p+1", "float16", "tanh, upcast, absolute error", OWN
    ),  # 2.630859375
    WorstInput("-0x1.4a00000000000p+2", "float16", "tanh, upcast, evaluation", OWN),  # -5.15625
    WorstInput("0x1.6200000000000p+1", "bfloat16", "erf, upcast, absolute error", OWN),  # 2.765625
    WorstInput("-0x1.1400000000000p+3", "bfloat16", "erf, upcast, evaluation", OWN),  # -8.625
    WorstInput(
        "0x1.1200000000000p+1", "bfloat16", "sigmoid, native, absolute error", OWN
    ),  # 2.140625
    WorstInput("-0x1.7200000000000p+5", "bfloat16", "sigmoid, native, evaluation", OWN),  # -46.25
    WorstInput(
        "-0x1.cb40000000000p+1", "float16", "tanh rounded each step is 0", OWN
    ),  # -3.587890625
    WorstInput("-0x1.8800000000000p+1", "bfloat16", "tanh rounded each step is 0", OWN),  # -3.0625
    WorstInput("-0x1.0080000000000p+2", "float16", "exact tanh form, steps", OWN),  # -4.0078125
    WorstInput("-0x1.17c0000000000p+2", "float16", "exact sigmoid form, steps", OWN),  # -4.37109375
    WorstInput("-0x1.4400000000000p+3", "bfloat16", "exact tanh form, steps", OWN),  # -10.125
    WorstInput("-0x1.aa00000000000p+3", "bfloat16", "exact sigmoid form, steps", OWN),  # -13.3125
    # the forms themselves
    WorstInput("0x1.5976e94e27d7ep+1", "", "tanh form, largest error", METHOD),  # 2.69894
    WorstInput("0x1.5d4fbdad7518bp+0", "", "tanh form, second peak", METHOD),  # 1.364498
    WorstInput("0x1.229c649f15ff0p+1", "", "sigmoid form, largest error", METHOD),  # 2.27040
    WorstInput("0x1.82e2541d8e864p-1", "", "sigmoid form, second peak", METHOD),  # 0.755633
    WorstInput("0x1.026351deefe50p+1", "", "tanh form's derivative", METHOD),  # 2.018656
    WorstInput("0x1.6c04c8bc9cd3ep+0", "", "sigmoid form's derivative", METHOD),  # 1.421948
    # seams: where known kernels switch or clamp
    WorstInput(
        "0x1.477417ffd1061p+2", "float32", "end of a rational erf", "XNNPACK, f32-vgelu"
    ),  # 5.11646
    WorstInput(
        "0x1.4a7c2a1d09fc0p+2", "float32", "end of a rational erf", "XNNPACK, f32-vgelu"
    ),  # 5.16383
    WorstInput(
        "0x1.476adfdd4ac95p+2", "float32", "end of a rational erf", "XNNPACK, f32-vgelu"
    ),  # 5.11590
    WorstInput("0x1.4000000000000p+2", "", "returns x above 5", "candle, Metal kernels"),  # 5
    WorstInput("0x1.c000000000000p+2", "", "gate limit 7", "ggml, swiglu-oai"),  # 7
    WorstInput("0x1.4000000000000p+3", "", "clamp at 10", "ggml, ExecuTorch WebGPU"),  # 10
    WorstInput("0x1.e000000000000p+3", "", "clamp at 15", "ExecuTorch Vulkan"),  # 15
)


@dataclass(frozen=True)
class Thresholds:
    """Where GELU, correctly rounded to a format, becomes simple.

    Attributes:
        identity: from here on it is x.
        zero: from here on, to the left, it is -0.
        half: below this magnitude it is x/2, rounded with ties upward, and here it is not.
            (Further out it may be x/2 again: the spacing doubles at a power of two.)
    """

    identity: str
    zero: str
    half: str

    def values(self) -> tuple[float, ...]:
        """The inputs themselves, the third with both signs."""
        identity, zero, half = map(float.fromhex, (self.identity, self.zero, self.half))
        return identity, zero, half, -half


# proved by proofs.saturation
THRESHOLDS = {
    # 3.447265625, -5.7265625, 3.8671494e-4
    "float16": Thresholds("0x1.b94p+1", "-0x1.6e8p+2", "0x1.958p-12"),
    # 2.78125, -13.5625, 3.0975342e-3
    "bfloat16": Thresholds("0x1.64p+1", "-0x1.b2p+3", "0x1.96p-9"),
    # 5.3475155830383301, -14.35606861, 4.7184038e-8
    "float32": Thresholds("0x1.563db2p+2", "-0x1.cb64eap+3", "0x1.954eccp-25"),
    # 1.875, -3.5, 0.05078125
    "float8_e4m3fn": Thresholds("0x1.ep+0", "-0x1.cp+1", "0x1.ap-5"),
    # 1.5, -5.0, 0.109375
    "float8_e5m2": Thresholds("0x1.8p+0", "-0x1.4p+2", "0x1.cp-4"),
    # 8.2126862124304587, -38.580140223782365, 8.7887114e-17
    "float64": Thresholds("0x1.06ce5350d65dap+3", "-0x1.34a4208ec1ea4p+5", "0x1.954eca30f7938p-54"),
}
# for a format that has none on record: wide enough for any format up to binary64
WIDEST = Thresholds("0x1.2p+3", "-0x1.38p+5", "0x1p-6")


def centre_ordinals(fmt: Format) -> np.ndarray:
    """Ordinals, sorted and unique, of every input above, both signs, in a format; int64.

    An input that was found in another format is rounded to this one.
    """
    values = [entry.value for entry in WORST] + list(find_thresholds(fmt).values())
    both = [sign * value for value in values for sign in (1, -1)]
    return np.unique(np.array([fmt.ordinal(fmt.round(value)) for value in both], np.int64))


def find_thresholds(fmt: Format) -> Thresholds:
    """The thresholds of a format, or ``WIDEST``."""
    return THRESHOLDS.get(fmt.name, WIDEST)
