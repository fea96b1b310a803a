"""The rows of a config as tests of pytest: each measured by itself, in whichever process has it."""

from contextlib import chdir

import pytest

from gelucheck.errors import GelucheckError
from gelucheck.gate.words import shown
from gelucheck.testing.gate import Gate, Part, gate_of, measure_part, said_of
from gelucheck.testing.plugin import COLLECTED, MARK


class Broken(Exception):
    """A row breaks a limit, or has no answer; the gate's lines."""


class RowWarning(pytest.PytestWarning):
    """A limit, or a figure of the baseline, that is far above what is needed."""


class Rows(pytest.File):
    """The file of a config."""

    def __init__(self, *, read, **how):
        super().__init__(**how)
        self.read = read

    def collect(self):
        self.config.stash[COLLECTED] = True
        try:
            # as ``gelucheck check`` would be run there
            with chdir(self.config.rootpath):
                gate = gate_of(self.read)
        except GelucheckError as problem:
            raise self.CollectError(shown(f"gelucheck: {problem}")) from None
        for part in gate.parts:
            yield Row.from_parent(self, name=part.label, part=part, gate=gate)
        for name, said in gate.idle:
            yield Idle.from_parent(self, name=name, said=said)


class _Item(pytest.Item):
    """What all have in common: the mark, where it stands, and what is shown when it fails."""

    def __init__(self, **how):
        super().__init__(**how)
        self.add_marker(MARK)

    def repr_failure(self, excinfo):
        if not isinstance(excinfo.value, Broken | GelucheckError):
            return super().repr_failure(excinfo)
        found = excinfo.getrepr(style="value")
        if found.reprcrash is not None:
            # it is the config that it is about, and no line of code
            path, line, _ = self.reportinfo()
            found.reprcrash.path, found.reprcrash.lineno = str(path), line + 1
            found.reprcrash.message = str(excinfo.value)
        return found

    def reportinfo(self):
        return self.path, self.parent.read.line - 1, self.name


class Row(_Item):
    """One row: measured, and held to its limits."""

    def __init__(self, *, part: Part, gate: Gate, **how):
        super().__init__(**how)
        self.part, self.gate = part, gate

    def runtest(self):
        with chdir(self.config.rootpath):
            run, verdict = _measured(self.part, self.gate)
        for note in verdict.notes:
            self.tell(note)
        if said := said_of(self.part, self.gate, run, verdict):
            raise Broken(said)
        if not verdict.judged:
            pytest.skip("no limit is about it")

    def tell(self, note):
        """A warning of slack; anything else beside the test, for ``-rP`` and for failures."""
        if note.kind == "slack":
            self.warn(RowWarning(shown(f"{self.name}: {note.sentence}")))
        else:
            self.add_report_section("call", "gelucheck", shown(f"{note.kind}: {note.sentence}"))


def _measured(part: Part, gate: Gate):
    try:
        return measure_part(part, gate)
    except GelucheckError as problem:
        # a name, or what a function raised, may be of many lines
        problem.what, problem.mend = shown(problem.what), shown(problem.mend)
        raise


class Idle(_Item):
    """A limit, or an entry of the baseline, that is about no row."""

    def __init__(self, *, said: str, **how):
        super().__init__(**how)
        self.said = said

    def runtest(self):
        raise Broken(self.said)
