"""The Python interface: what the commands do, as functions."""

import platform
import time
from dataclasses import replace

from gelucheck import __version__
from gelucheck.conformance.diagnose import diagnose
from gelucheck.gate.claims import with_claims
from gelucheck.gate.limits import Limits
from gelucheck.gate.verdict import Verdict, judge
from gelucheck.record import Row, Run, Theorem
from gelucheck.reference.theorems import METHOD
from gelucheck.sweep.plan import Selection, make_plan
from gelucheck.sweep.run import Progress, run_plan


def compare(
    selection: Selection | None = None,
    *,
    limits: Limits | None = None,
    command: str = "",
    progress: Progress | None = None,
    profile: bool = False,
    **changes,
) -> Run:
    """Measure a selection: the main job.

    Args:
        selection: what to measure; by default what ``gelucheck compare`` does.
        limits: what the rows' claims are made of; by default the claim of 1e-3.
        command: for the provenance.
        progress: called now and then with values done, values in all, and a label.
        profile: keep windowed maxima for plots.
        changes: fields of the selection to set, e.g. ``dtypes=("float16",)``.

    Returns:
        The run: rows in the order function, form, arithmetic, format; errors absolute, relative,
        in ulp and in steps, maxima settled by the oracle and confirmed by Arb.

    Raises:
        GelucheckError: an unknown name, unusable inputs, a rounding that cannot be decided.

    >>> run = compare(dtypes=("float16",), forms=("tanh",), arithmetics=("upcast",))
    >>> run.rows[0].evaluation.max_ulp.value
    1.6957698312199658
    """
    chosen = replace(selection or Selection(), **changes)
    clock, started = time.perf_counter(), time.time()
    rows = run_plan(make_plan(chosen), chosen, progress, profile)
    rows = tuple(replace(row, findings=diagnose(row)) for row in rows)
    provenance = _provenance(command, chosen.seed, started, time.perf_counter() - clock)
    run = Run(provenance, rows, _theorems(rows))
    return with_claims(run, limits or Limits())


def check(
    selection: Selection | None = None,
    *,
    limits: Limits | None = None,
    forms_asked: bool = False,
    **changes,
) -> Verdict:
    """Measure a selection and hold it to limits; arguments as ``compare``.

    Args:
        forms_asked: the claim counts for every form selected, sigmoid included.
    """
    limits = limits or Limits()
    return judge(compare(selection, limits=limits, **changes), limits, forms_asked)


def _theorems(rows: tuple[Row, ...]) -> tuple[Theorem, ...]:
    """What is proved of the forms of some rows, each once, in their order."""
    suffix = {"gelu": "", "gelu_grad": "_grad"}
    names = {f"{row.form}{suffix[row.function]}": row.function for row in rows}
    return tuple(
        Theorem(f"sup |{name} - {function}|", found.lower, found.lower, found.upper, found.at)
        for name, function in names.items()
        if (found := METHOD.get(name))
    )


def _provenance(command: str, seed: int, started: float, seconds: float) -> dict:
    import flint
    import mpmath
    import numpy

    return {
        "version": __version__,
        "command": command,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "mpmath": mpmath.__version__,
        "flint": flint.__version__,
        "platform": platform.platform(),
        "cpu": _cpu(),
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(started)),
        "seconds": round(seconds, 3),
        "seed": seed,
    }


def _cpu() -> str:
    """The processor's name, as far as the system tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
