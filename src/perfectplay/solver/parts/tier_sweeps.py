"""A tier with moves inside that is too large for one process: its values, ply by ply.

The moves of its parts are found once, by tasks. Then each round decides what is decided at a ply:
a task for each part that has states without a value. First wins and losses, then draws that have
an end; the rest are endless draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from perfectplay.core.value import Value
from perfectplay.solver.parts.decided_sets import round_name, runs_of
from perfectplay.solver.parts.launcher import Launcher
from perfectplay.solver.parts.link_part import LinkPart
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import Decided, LinkedPart, Round, Run
from perfectplay.solver.parts.sweep_part import SweepPart
from perfectplay.solver.threads import batches_of

SWEPT_STATES = 1 << 22
"""States of a part, at most."""

SWEPT_MOVES = 1 << 23
"""Moves of a part, about, at most."""

FEW_SWEPT = 100_000
"""Moves of the parts that are left for which the driver itself runs the tasks of a round."""

NOTHING = Decided(Run(0, 0), Run(0, 0), Run(0, 0), 0, -1)


def swept_ranges(states: int, moves: int) -> list[tuple[int, int]]:
    """The parts of a tier with so many states and moves.

    >>> len(swept_ranges(100_000_000, 300_000_000)), len(swept_ranges(100, 300))
    (36, 1)
    """
    most = min(SWEPT_STATES, max(1, SWEPT_MOVES * states // max(1, moves)))
    return batches_of(states, most)


@dataclass
class TierSweeps:
    """``links``: the tasks that find the moves of the parts, one after the other; ``told`` is
    called with the number of states that were decided."""

    store: PartStore
    launcher: Launcher
    links: Sequence[LinkPart]
    always: bool
    told: Callable[[int], None]
    linked: list[LinkedPart] = field(default_factory=list, init=False)
    plies: list[int] = field(default_factory=list, init=False)

    def run(self) -> None:
        """Find ``linked``, the moves of the parts, and ``plies``, those of the rounds. Raises what
        the tasks raise, ClusterError, OSError."""
        known = [task.found() for task in self.links]
        self.linked = self.launcher.receipts(
            self.links, known, lambda done: self.told(done.ended.states), here=False
        )
        self._begins = [0, *accumulate(part.size for part in self.linked)]
        self._states = self._begins[-1]
        self._latest = [part.ended for part in self.linked]
        # (what ended is in the first round: tasks need not carry it)
        self.linked = [replace(part, ended=NOTHING) for part in self.linked]
        self._note(0, self._latest)
        everywhere = range(len(self.linked))
        ended = self._new(everywhere)
        self._pass(ended, drawn=False)
        if Value.DRAW in ended or any(part.leaves for part in self.linked):
            self._pass({Value.DRAW}, drawn=True)
        self.told(sum(done.left for done in self._latest))

    @property
    def rounds(self) -> int:
        """How many rounds there were."""
        return len(self.plies)

    def files(self) -> list[str]:
        """The files that are not needed any more when the tier is written."""
        rounds = [self.store.round(round_name(self._tier, number)) for number in range(self.rounds)]
        runs = [run for one in rounds for part in one.parts for _, run in runs_of(part)]
        return [*(part.file for part in self.linked), *(run.file for run in runs if run.file)]

    @property
    def _tier(self) -> int:
        return self.links[0].tier

    def _pass(self, new: set[Value], *, drawn: bool) -> None:
        """The rounds over wins and losses, or over draws; ``new``: the values that are new."""
        ply, following = 0, 1
        left = [part for part, done in enumerate(self._latest) if done.left]
        while left and following >= 0:
            swept = self._swept(left, ply, following, new, drawn=drawn)
            parts = [NOTHING] * len(self.linked)
            for part, done in zip(left, swept, strict=True):
                parts[part] = self._latest[part] = done
            ply = following
            self._note(ply, parts)
            new = self._new(left)
            left = [part for part in left if self._latest[part].left]
            scheduled = [self._latest[part].next for part in left]
            following = min((at for at in scheduled if at >= 0), default=-1)
            following = ply + 1 if new else following

    def _swept(
        self, parts: list[int], before: int, ply: int, new: set[Value], *, drawn: bool
    ) -> list[Decided]:
        """What some parts decide at a ply; the last round was at the ply ``before``."""
        tasks = [
            SweepPart(
                str(self.store.folder), self._tier, self._states, part, self._begins[part],
                self.linked[part], self.rounds, before, ply, drawn, tuple(sorted(new)),
                self.always,
            )
            for part in parts
        ]  # fmt: skip
        few = sum(self.linked[part].edges for part in parts) <= FEW_SWEPT
        known = [task.found() for task in tasks]
        return self.launcher.receipts(tasks, known, lambda done: self.told(done.states), here=few)

    def _new(self, parts: Iterable[int]) -> set[Value]:
        """The values that the last round has given to some states."""
        return {value for part in parts for value, run in runs_of(self._latest[part]) if run.states}

    def _note(self, ply: int, parts: Sequence[Decided]) -> None:
        """Leave what a round has decided, for all tasks of the next ones."""
        self.store.write_receipt(round_name(self._tier, self.rounds), Round(tuple(parts)))
        self.plies.append(ply)
