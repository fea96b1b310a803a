"""One batch of a span: whole panels on one side of zero, treated panel by panel."""

import numpy as np

from gelucheck.reference.blocks import LENGTH, PANEL, ROWS, powers
from gelucheck.reference.blocks_simple import due, kinds_of
from gelucheck.sweep.span_apart import add_zero_signs
from gelucheck.sweep.span_calls import outputs
from gelucheck.sweep.span_counts import Panel, count_alike, count_panel
from gelucheck.sweep.span_plain import Ready, find_errors
from gelucheck.sweep.span_profile import Profile, add_profile
from gelucheck.sweep.span_repair import repair
from gelucheck.sweep.span_rows import odd_rows, prepare, region_of
from gelucheck.sweep.span_runs import ZEROS, Habits, treat_run
from gelucheck.sweep.span_state import Scan
from gelucheck.sweep.span_sums import sum_up
from gelucheck.sweep.span_ties import Ties


class Scratch:
    """Arrays of a panel, used again and again; most of them stay in the second-level cache.

    Those that are compared are bytes, for that is quickest.
    """

    def __init__(self):
        self.base = np.arange(PANEL, dtype=np.uint32)
        self.bits_bytes, self.due_bytes = bytearray(4 * PANEL), bytearray(4 * PANEL)
        self.bits = np.frombuffer(self.bits_bytes, np.uint32)
        self.due = np.frombuffer(self.due_bytes, np.uint32)
        self.zeros = {sign: bytearray(np.full(PANEL, sign).tobytes()) for sign in ZEROS}
        self.errors = np.empty((2, ROWS, LENGTH))


class Batch:
    """Whole panels of a span.

    Args:
        functions: GELU, and the declared form where that is another; the last one is the judge of
            what is counted apart.
        floors: of each of them.
        ordinals: multiples of PANEL at both ends, on one side of zero.
        scratch: to be used by one batch at a time.
    """

    def __init__(self, scan: Scan, functions, floors, ordinals: range, scratch: Scratch):
        self.scan, self.functions, self.floors = scan, functions, floors
        self.negative = ordinals.start < 0
        self.starts = np.arange(ordinals.start, ordinals.stop, LENGTH)
        self.first = -(self.starts + LENGTH) if self.negative else self.starts
        self.region = region_of(scan.fmt, self.first, self.negative)
        # a block counts here unless it is left to ``measure``
        self.mine = ~odd_rows(scan.fmt, self.first, self.negative)
        self.profile = Profile(scan.fmt, self.first, self.negative)
        # and for a function it is plain unless it was treated value by value
        self.plain = [np.ones(self.mine.size, bool) for _ in functions]
        self.ties = [Ties() for _ in functions]
        low = self.first.reshape(-1, ROWS).min(axis=1)
        # of each panel; and as strings, which are quicker one by one
        found = [kinds_of(each, scan.fmt, low, PANEL, self.negative) for each in functions]
        self.labels = found
        self.kinds = [[str(kind) or None for kind in kinds] for kinds in found]
        self.rows, self.gates, self.slots = [], [], []
        for function, floor, kinds in zip(functions, floors, found, strict=True):
            regular = kinds == ""
            # where the blocks of a panel are among the regular ones
            self.slots.append(((np.cumsum(regular) - 1) * ROWS).tolist())
            chosen = self.first[np.repeat(regular, ROWS)]
            judges = function is functions[-1]
            scaled = floor.scaled is not None
            rows = prepare(function, scan.fmt, chosen, self.negative, judges, scaled)
            self.rows.append(rows)
            self.gates.append(floor.gate(rows))
        self.rows[0].ends = np.zeros((2, self.rows[0].top.size))
        whole = self.mine.reshape(-1, ROWS).all(axis=1)
        alike = np.logical_and.reduce([kinds == found[0] for kinds in found]) & whole
        # the same simple kind, or none, for every function
        self.simple = (alike & (found[0] != "") & (found[0] != "nan")).tolist()
        self.regular = (alike & (found[0] == "")).tolist()
        self.ready = [Ready(rows) for rows in self.rows]
        self.habits = Habits()
        self.even_panels = np.zeros(len(self.kinds[0]), bool)
        self.scratch = scratch
        self.powers = powers(self.negative)

    def run(self) -> None:
        """Treat every panel, and add up."""
        panel = 0
        while panel < len(self.simple):
            if self.simple[panel]:
                panel = treat_run(self, panel)
            else:
                self._panel(panel)
                panel += 1
        for ties in self.ties:
            ties.finish(self.scan)
        sum_up(self)
        add_profile(self)

    def inputs(self, panel: int) -> np.ndarray:
        """The patterns of a panel, in the scratch."""
        scratch, sign, start = self.scratch, 1 << 31, int(self.starts[panel * ROWS])
        if start < 0:
            return np.subtract(np.uint32(sign - 1 - start), scratch.base, out=scratch.bits)
        return np.add(scratch.base, np.uint32(start), out=scratch.bits)

    def _panel(self, panel: int) -> None:
        bits = self.inputs(panel)
        got = outputs(self.scan.implementation, self.scan.fmt, bits.view(np.float32))
        if not (self.regular[panel] and self._plainly(panel, bits, got)):
            self.closely(panel, bits, got)

    def _plainly(self, panel: int, bits: np.ndarray, got: np.ndarray) -> bool:
        """Whether a panel is plain against every function, and then it is done."""
        got = got.reshape(ROWS, LENGTH)
        tops = []
        for which, ready in enumerate(self.ready):
            number = self.slots[which][panel] // ROWS
            tops.append(self._find(which, number, got))
            # not so where it is NaN
            if not tops[-1].max() <= ready.limit[number]:
                return False
        panels = Panel(self.scratch.errors[0], bits.view(np.float32).reshape(ROWS, LENGTH), got)
        ready, number = self.ready[0], self.slots[0][panel] // ROWS
        sizes = ready.unit[number], ready.slack[number], float(tops[0].max())
        count_alike(self.scan, self.functions[0], panels, sizes)
        at = self.slots[0][panel]
        given = {"errors": self.scratch.errors[0], "powers": self.powers}
        self.profile.look(panel, self.rows[0], at, good=True, **given)
        for which, top in enumerate(tops):
            at = self.slots[which][panel]
            hot = top >= self.gates[which][at : at + ROWS]
            if hot.any():
                self._hot(which, at, np.flatnonzero(hot), panel, got)
        return True

    def _find(self, which: int, number: int, got: np.ndarray) -> np.ndarray:
        used = self.ready[which].used[number]
        errors = self.scratch.errors[which]
        return find_errors(self.rows[which], number, self.powers[:used], got, errors)

    def closely(self, panel: int, bits: np.ndarray, got: np.ndarray) -> None:
        """Treat a panel of any kind; bits, got: the patterns of its inputs, its outputs."""
        place = slice(panel * ROWS, (panel + 1) * ROWS)
        x = bits.view(np.float32)
        mine = self.mine[place]
        good = [
            self._regular(which, panel, got)
            if kinds[panel] is None
            else self._same(which, kinds[panel], bits, got)
            for which, kinds in enumerate(self.kinds)
        ]
        if not all(np.all(each) for each in good) or not mine.all():
            # the first of the largest numbers of steps is the witness: what is found in a block
            # that is repaired must not hide a plain block before it
            before = [floor.steps.copy() for floor in self.floors]
            good = repair(self, panel, good, bits, got)
            found = [floor.steps for floor in self.floors]
            for floor, steps in zip(self.floors, before, strict=True):
                floor.steps = steps
        else:
            found = [floor.steps for floor in self.floors]
        for which, kinds in enumerate(self.kinds):
            self.plain[which][place] = good[which]
            if kinds[panel] == "zero" and which == len(self.functions) - 1:
                self._zero_signs(place, good[which] & mine, got)
            if kinds[panel] is None:
                self._look(which, panel, good[which] & mine, x, got)
        for floor, steps in zip(self.floors, found, strict=True):
            floor.steps = np.maximum(floor.steps, steps)

    def _zero_signs(self, place: slice, good: np.ndarray, got: np.ndarray) -> None:
        """Outputs are zeros: count those that are not -0."""
        bits = got.view(np.uint32)
        if bits.min() >> 31:
            return
        if good.all():
            add_zero_signs(self.scan, int(self.starts[place.start]), bits)
            return
        for row in np.flatnonzero(good):
            start = int(self.starts[place.start + row])
            add_zero_signs(self.scan, start, bits.reshape(ROWS, LENGTH)[row])

    def _same(self, which: int, kind: str, bits: np.ndarray, got: np.ndarray):
        """By block, or for all: whether each output is what is due, or the other zero."""
        flags = self.scan.flags
        if kind == "nan":
            np.isnan(got, out=flags)
        else:
            wanted = due(kind, self.negative, bits, self.scratch.due)
            np.equal(wanted, got.view(np.uint32), out=flags)
            if kind == "zero" and not flags.all():
                np.equal(got, 0.0, out=flags)
        return flags.all() or flags.reshape(ROWS, LENGTH).all(axis=1)

    def _regular(self, which: int, panel: int, got: np.ndarray) -> np.ndarray:
        """The errors of a panel, and by block whether they can be treated here."""
        at = self.slots[which][panel]
        top = self._find(which, at // ROWS, got.reshape(ROWS, LENGTH))
        return top <= self.rows[which].limit[at : at + ROWS]

    def _look(self, which: int, panel: int, good, x: np.ndarray, got: np.ndarray) -> None:
        """Count steps; see what may hold a maximum."""
        rows, errors = self.rows[which], self.scratch.errors[which]
        x, got = x.reshape(ROWS, LENGTH), got.reshape(ROWS, LENGTH)
        at = self.slots[which][panel]
        numbers = np.arange(at, at + ROWS)
        if which == 0:
            counted, chosen = Panel(errors, x, got), numbers
            if not good.all():
                counted, chosen = counted.choose(good), numbers[good]
            if chosen.size:
                count_panel(self.scan, self.functions[0], rows, chosen, counted)
                self.profile.look(panel, rows, at, good=good, errors=errors, powers=self.powers)
        hot = np.flatnonzero(good & (rows.top[numbers] >= self.gates[which][numbers]))
        if hot.size:
            self._hot(which, at, hot, panel, got)

    def _hot(self, which: int, at: int, hot: np.ndarray, panel: int, got: np.ndarray) -> None:
        """Blocks of a panel that may hold a maximum."""
        rows, floors = self.rows[which], self.floors[which]
        floors.rise(rows, at + hot)
        still = rows.top[at + hot] >= floors.gate(rows, at + hot)
        for row in hot[still]:
            values = rows.terms[at + row] @ self.powers
            start = int(self.starts[panel * ROWS + row])
            errors = self.scratch.errors[which][row]
            ordinals = np.arange(start, start + LENGTH)
            places = floors.look(rows, at + row, errors, values, ordinals)
            self.scan.points.append((start + places, got[row, places]))
        # those of the panels that come
        ahead = slice(at + ROWS, None)
        self.gates[which][ahead] = floors.gate(rows, ahead)
