"""What the standing reports are made of: parts that are measured one by one."""

import shlex
from dataclasses import dataclass, replace

from gelucheck.formats import FORMATS
from gelucheck.joining import JOINED, join_runs
from gelucheck.record import Row, Run
from gelucheck.sweep.plan import Selection

FORMS = ("erf", "tanh", "sigmoid")
ARITHMETICS = ("native", "upcast")
SHORT = ("float16", "bfloat16")
TINY = ("float8_e4m3fn", "float8_e5m2")
FRAMEWORKS = ("torch", "jax", "tensorflow", "onnx", "openvino", "mlx")


@dataclass(frozen=True)
class Part:
    """Some rows of a report, that one command measures.

    Attributes:
        name: in a word.
        dtypes, arithmetics, inputs: as ``gelucheck compare`` takes them; "" is the default.
        forms, implementations: one of the two.
    """

    name: str
    dtypes: tuple[str, ...]
    forms: tuple[str, ...] = ()
    implementations: tuple[str, ...] = ()
    arithmetics: tuple[str, ...] = ()
    inputs: str = ""

    @property
    def command(self) -> str:
        """The command line that measures it; it is in the provenance, and tells parts apart."""
        words = ["gelucheck", "compare"]
        for option, values in (
            ("--dtype", self.dtypes),
            ("--form", self.forms if self.forms != FORMS else ()),
            ("--arithmetic", self.arithmetics),
            ("--impl", self.implementations),
            ("--inputs", (self.inputs,) if self.inputs else ()),
        ):
            words += [word for value in values for word in (option, value)]
        return shlex.join(words)

    @property
    def selection(self) -> Selection:
        """The same for the Python interface."""
        given = {"dtypes": self.dtypes, "forms": self.forms}
        for name in ("implementations", "arithmetics", "inputs"):
            value = getattr(self, name)
            given |= {name: value} if value else {}
        return Selection(**given)

    def holds(self, row: Row) -> bool:
        """Whether a row of the report is of this part."""
        return (
            row.dtype in self.dtypes
            and row.implementation in (self.forms or self.implementations)
            and (not self.arithmetics or row.arithmetic in self.arithmetics)
        )


def _forms() -> tuple[Part, ...]:
    sweeps = [
        Part(f"float32-{form}-{how}", ("float32",), (form,), arithmetics=(how,), inputs="all")
        for form in FORMS
        for how in ARITHMETICS
    ]
    long, tiny = Part("float64", ("float64",), FORMS), Part("8-bit", TINY, FORMS)
    return (Part("16-bit", SHORT, FORMS), *sweeps, long, tiny)


def _frameworks() -> tuple[Part, ...]:
    parts = []
    for name in FRAMEWORKS:
        both = (f"{name}:gelu", f"{name}:gelu-tanh")
        parts.append(Part(f"{name}-16-bit", SHORT, implementations=both))
        parts.append(Part(f"{name}-float32", ("float32",), implementations=both, inputs="all"))
    return tuple(parts)


REPORTS = {"forms": _forms(), "frameworks": _frameworks()}
"""Name of the report -> its parts, in the order in which they are measured."""


def with_part(report: str, stored: Run | None, part: Part, run: Run) -> Run:
    """A report with one of its parts made anew, and the others as they were."""
    parts = {**(parts_of(report, stored) if stored else {}), part.name: run}
    ordered = [parts[each.name] for each in REPORTS[report] if each.name in parts]
    whole = join_runs(ordered, command=f"python reports/make.py {report}")
    return replace(whole, rows=tuple(sorted(whole.rows, key=_place)))


def parts_of(report: str, stored: Run) -> dict[str, Run]:
    """The parts that a stored report holds, by name."""
    provenances = stored.provenance.get(JOINED, [stored.provenance])
    known = {part.command: part for part in REPORTS[report]}
    found = {}
    for provenance in provenances:
        part = known.get(provenance["command"])
        # a part that is none any more is left out
        if part:
            rows = tuple(filter(part.holds, stored.rows))
            wanted = {f"|{row.form}" for row in rows}
            theorems = tuple(
                each for each in stored.theorems if any(form in each.name for form in wanted)
            )
            found[part.name] = Run(provenance, rows, theorems)
    return found


def _place(row: Row) -> tuple:
    """The order of rows: form by form, then implementation, arithmetic and format."""
    dtypes = tuple(FORMATS)
    kinds = [f"{name}:" for name in FRAMEWORKS]
    kind = next((i for i, word in enumerate(kinds) if row.implementation.startswith(word)), -1)
    arithmetic = ARITHMETICS.index(row.arithmetic) if row.arithmetic else -1
    return FORMS.index(row.form), kind, arithmetic, dtypes.index(row.dtype)
