"""``--baseline``, ``--write-baseline`` and ``--tighten``: figures that later runs are held to."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from gelucheck.cli import terminal
from gelucheck.cli.guard import NO_ANSWER, one_line
from gelucheck.cli.options import decorate
from gelucheck.cli.output import Destinations, ensure_not_read
from gelucheck.cli.terminal import Talk
from gelucheck.errors import UsageError

if TYPE_CHECKING:
    from gelucheck.gate.baseline.record import Baseline
    from gelucheck.gate.limit import Key
    from gelucheck.gate.verdict import Verdict
    from gelucheck.record import Run
    from gelucheck.sweep.plan import Selection

_MARK = b'"gelucheck"'  # a key, or a value, of every baseline
_LOOKED_AT = 1 << 20  # bytes

_OPTIONS = (
    click.option(
        "--write-baseline",
        metavar="FILE",
        help="Record the figures of every row, and what fails as expected to, in FILE; exit 0.",
    ),
    click.option(
        "--baseline",
        metavar="FILE",
        help="Fail what is worse than in FILE, and tell what is better.",
    ),
    click.option(
        "--tighten",
        is_flag=True,
        help="Lower the file of --baseline to what is; it is never raised.",
    ),
)


@dataclass(frozen=True)
class Baselining:
    """What a command was asked to do with baselines.

    Attributes:
        target: the file to write, or None.
        path, baseline: the file to hold the run to, and what is in it; or None.
        tighten: whether to lower it.
    """

    target: str | None = None
    path: str | None = None
    baseline: "Baseline | None" = None
    tighten: bool = False

    def ensure(self, keys: "list[Key]") -> None:
        """See that the baseline is about rows that there will be, before they are measured.

        Raises:
            StaleError: it is not.
        """
        if self.baseline is not None:
            from gelucheck.gate.baseline.stale import ensure_rows

            ensure_rows(keys, self.baseline, str(self.path))


@dataclass(frozen=True)
class Applied:
    """A verdict with the baseline in it, and the file that is to be written.

    Attributes:
        held_to: the file that rows are held to, if they are; for ``gate.words.verdict_line``.
        text: what to write; None: nothing.
        said: what to say of it, or of there being nothing to write.
        unanswered: a baseline was asked for, and the run has no answer to make it of.
    """

    verdict: "Verdict"
    held_to: str | None = None
    text: str | None = None
    said: str = ""
    unanswered: bool = False

    def exit_code_for(self, exit_zero: bool) -> int:
        """The exit code: of the verdict, or 2 where a baseline could not be made."""
        return NO_ANSWER if self.unanswered else self.verdict.exit_code_for(exit_zero)


def baseline_options(command: Callable) -> Callable:
    """Decorator: the options about baselines."""
    return decorate(command, _OPTIONS)


def parse_baselining(
    given: dict[str, Any],
    destinations: Destinations,
    context: click.Context | None = None,
    reads: Mapping[str, str] | None = None,
) -> Baselining:
    """What a command's parameters say of baselines, the files seen to be usable.

    Args:
        context: tells which of them stand on the command line: a baseline that a config file or
            the environment names gives way to --write-baseline.
        reads: of ``output.files_read``.

    Raises:
        UsageError: options that contradict each other, two results for one place, a file that is
            no baseline.
        InputsError: a file that is no baseline.
        OutputError: a place that cannot be written.
    """
    target, path, tighten = (given[name] for name in ("write_baseline", "baseline", "tighten"))
    if target is not None:
        if tighten:
            raise UsageError("--tighten with --write-baseline", "the one lowers, the other renews")
        if path is not None and _is_asked(context, "baseline"):
            raise UsageError(
                "--baseline with --write-baseline",
                "the one is held to, the other is made; --tighten lowers",
            )
        path = None
    if tighten and path is None:
        raise UsageError("--tighten without --baseline", "name the file to be lowered")
    baseline = None
    if path is not None:
        from gelucheck.gate.baseline.text import read_baseline

        baseline = read_baseline(path)
    if target is not None or tighten:
        _ensure_place(path if target is None else target, destinations, reads or {})
    return Baselining(target, path, baseline, tighten)


def _is_asked(context: click.Context | None, name: str) -> bool:
    source = context.get_parameter_source(name) if context else None
    return source in (None, ParameterSource.COMMANDLINE)


def _ensure_place(path: str, destinations: Destinations, reads: Mapping[str, str]) -> None:
    """See that a baseline can be written, and over no file but a baseline."""
    from gelucheck.export.write import ensure_writable

    if path in ("", "-"):
        raise UsageError(f"{path!r} is no file", "give the baseline a name")
    ensure_writable(path)
    others = [each for _, each in destinations.files]
    others += [each for _, each in destinations.plots]
    if any(os.path.realpath(path) == os.path.realpath(each) for each in others):
        raise UsageError(f"two results for {path!r}", "give the baseline its own file")
    ensure_not_read(path, {what: each for what, each in reads.items() if what != "the baseline"})
    if _holds_another(path):
        raise UsageError(f"{path!r} is there, and no baseline", "name another file, or remove it")


def _holds_another(path: str) -> bool:
    """Whether a file has something in it that no baseline is: a kernel, say. One that is damaged,
    by a merge of two, may be written again."""
    if not os.path.isfile(path) or not os.path.getsize(path):
        return False
    try:
        with open(path, "rb") as source:
            return _MARK not in source.read(_LOOKED_AT)
    except OSError:
        return True


def apply_baseline(
    asked: Baselining,
    run: "Run",
    verdict: "Verdict",
    selection: "Selection",
    headroom: float | None = None,
) -> Applied:
    """Hold a judged run to the baseline that was asked for; make the one that is to be written.

    A run that a baseline is made of is held to it, so that what fails is expected to. A run that
    has no answer makes and lowers none.

    Args:
        verdict: of ``judge``.
        headroom: as ``judge`` has it.

    Raises:
        StaleError, InputsError: as ``judged_against``.
    """
    if asked.target is not None:
        return _made(asked.target, run, verdict, selection)
    if asked.baseline is None:
        return Applied(verdict)
    from gelucheck.gate.baseline.verdict import judged_against

    held = judged_against(
        run, verdict, asked.baseline, asked.path, selection=selection, headroom=headroom
    )
    if not asked.tighten:
        return Applied(held, asked.path)
    if held.undecided:
        return Applied(held, asked.path, None, _nothing(asked.path))
    return _lowered(asked, held, run, verdict, selection)


def _made(path: str, run: "Run", verdict: "Verdict", selection: "Selection") -> Applied:
    """A baseline of a run, which is held to it."""
    from gelucheck.gate.baseline.make import baseline_of
    from gelucheck.gate.baseline.text import baseline_text
    from gelucheck.gate.baseline.verdict import judged_against

    new = baseline_of(run, verdict, selection)
    held = judged_against(run, verdict, new, path, selection=selection)
    if not held.passed:
        return Applied(verdict, None, None, _nothing(path), unanswered=True)
    failing = sum(len(entry.failing) for entry in new.entries)
    said = f"wrote {path}: {_number(len(new.entries), 'row')}"
    if failing:
        said += f", {_number(failing, 'failure')} recorded as expected"
    return Applied(held, path, baseline_text(new), said)


def _lowered(
    asked: Baselining, held: "Verdict", run: "Run", verdict: "Verdict", selection: "Selection"
) -> Applied:
    """The baseline of a run that was held to it, lowered."""
    from gelucheck.gate.baseline.text import baseline_text
    from gelucheck.gate.baseline.tighten import tightened

    old, path = asked.baseline, asked.path
    new = tightened(old, run, verdict, selection)
    if new == old:
        return Applied(held, path, None, f"{path} is as tight as it can be")
    lowered = sum(one != other for one, other in zip(old.entries, new.entries, strict=True))
    said = f"tightened {path}: {_number(lowered, 'row')}"
    return Applied(held, path, baseline_text(new), said)


def write_baseline(applied: Applied, talk: Talk) -> None:
    """Write the baseline that is to be written, whole or not at all, and say so.

    Raises:
        OutputError: it cannot be written.
    """
    if applied.text is not None:
        from gelucheck.export.write import write_text

        write_text(applied.text, applied.held_to)
    if applied.said and (applied.unanswered or not talk.quiet):
        terminal.talk(f"gelucheck: {one_line(applied.said)}")


def _nothing(path: str) -> str:
    return f"{path} is not written: the run has no answer to make a baseline of"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"
