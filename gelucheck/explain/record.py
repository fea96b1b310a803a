"""What is told about one input, as frozen records; nothing here is printed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Held:
    """A value of a format.

    Attributes:
        dtype: the format.
        value: exact, as a float.
        hex: C's hexadecimal notation, shortest form.
        bits: the pattern, "0x…" with all its digits.
        ordinal: its place in the order of all values; None for a NaN.
    """

    dtype: str
    value: float
    hex: str
    bits: str
    ordinal: int | None


@dataclass(frozen=True)
class Input:
    """X as one format holds it.

    Attributes:
        held: the nearest value.
        rounded: whether it is another number than X.
    """

    held: Held
    rounded: bool


@dataclass(frozen=True)
class Exact:
    """A real function at X itself.

    Attributes:
        function: its name.
        value: decimal, correctly rounded to the digits asked for; "-0", "inf", "nan" for limits.
        difference: from the first function (gelu, or its derivative): decimal, correctly
            rounded; None for that one itself and where there is none (inf - inf).
        condition: k = |x·F'(x)/F(x)|: how much a relative error of x is magnified. None where x
            is not finite, or k is beyond reach.
        beyond: whether value and difference are the limits, from which the function is less than
            10^-100000 away.
    """

    function: str
    value: str
    difference: str | None
    condition: float | None
    beyond: bool = False


@dataclass(frozen=True)
class Due:
    """The correctly rounded value of the function at the input that a format holds.

    Attributes:
        held: it.
        error_ulp: (held - exact)/u(exact), signed; None where it is not finite.
    """

    held: Held
    error_ulp: float | None


@dataclass(frozen=True)
class Step:
    """One rounding of a writing.

    Attributes:
        name: "t1", "t2", …, "y" for the result; the constant's own text for a constant.
        short: the operation on names: "1 + t3".
        expression: the same written out: "1 + erf(x / sqrt(2))".
        value: what the arithmetic gives.
        exact: decimal of the same expression evaluated exactly; None where x is not finite.
        error: relative error so far, |value/exact - 1|; inf where an exact zero is missed or the
            value overflows, 1 where it is lost to zero; None where there is none (NaN).
        lost: bits by which the error grew beyond what came in and one rounding; 0 if it did not.
        blamed: whether this is the step that loses the digits of the result.
    """

    name: str
    short: str
    expression: str
    value: float
    exact: str | None
    error: float | None
    lost: float | None
    blamed: bool = False


@dataclass(frozen=True)
class Trace:
    """A writing under an arithmetic in a format, step by step.

    Attributes:
        writing, form, text: which, and its formula.
        dtype, arithmetic: where.
        x: the input, as the format holds it.
        steps: in the order of evaluation.
        result: ŷ.
        due: RN(G(x)), of GELU or of its derivative.
        total, method, evaluation: ŷ - G, F - G and ŷ - F, exact and then in decimal, to 17 digits;
            None where ŷ or the value that is due is not finite. From |x| = 2^20 on, where they are
            within 10^-100000 of it, the limit (or x) stands for F and G.
        total_ulp, evaluation_ulp: in u(G) and u(F), signed.
        distance: steps from ŷ to RN(G(x)).
        sentence: which step loses the digits, and why; or that none does.
    """

    writing: str
    form: str
    text: str
    dtype: str
    arithmetic: str
    x: float
    steps: tuple[Step, ...]
    result: Held
    due: float
    total: str | None
    method: str | None
    evaluation: str | None
    total_ulp: float | None
    evaluation_ulp: float | None
    distance: int | None
    sentence: str


@dataclass(frozen=True)
class Explanation:
    """Everything about one input.

    Attributes:
        text: X as it was written.
        decimal: X in decimal, to the digits asked for; all of them where that is exact.
        hex: X exactly in C's notation; None where it is no binary number.
        function: "gelu" or "gelu_grad".
        digits: how many were asked for.
        inputs, exact, due, traces: the four parts.
    """

    text: str
    decimal: str
    hex: str | None
    function: str
    digits: int
    inputs: tuple[Input, ...]
    exact: tuple[Exact, ...]
    due: tuple[Due, ...]
    traces: tuple[Trace, ...]
