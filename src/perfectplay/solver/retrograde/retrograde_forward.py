"""Retrograde analysis over forward edges: ply by ply, a sweep over what is undecided.

A sweep reads the moves of the undecided states beside a set of bits, in memory's own order, on all
cores: for a wide graph that is several times cheaper than to reverse its edges and to jump along
them. Where the levels are many and thin it is not: once the sweeps have cost what reversing the
edges that are left would, that is done, and the rest goes by a queue
(``retrograde_backward.py``). So no graph costs more than about twice what the better of the two
ways takes.

A state that is not lost yet has a witness, a move that is not yet known to be bad. Only where the
witness becomes bad are its other moves looked at; those before it are never looked at again. If
memory does not hold the witnesses, each sweep looks at all moves of the undecided states.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.arrays import Int32Array
from perfectplay.core.progress import Reporter
from perfectplay.core.value import Value
from perfectplay.solver.explore.edge_store import PIECE, EdgeStore
from perfectplay.solver.move_graph import ResolvedGraph
from perfectplay.solver.retrograde import sweep_kernels as kernels
from perfectplay.solver.retrograde.retrograde_backward import BackwardSpread
from perfectplay.solver.retrograde.tier_boundary import OutsideSchedule, OutsideValues
from perfectplay.solver.threads import ThreadTeam

PATIENCE = 32
"""How often an edge can be read in the time that it takes to reverse it."""

STATE_BYTES = 4
"""Bytes of a state that this takes at least, edges apart: value, remoteness, sets of bits."""

WITNESS_BYTES = 6

QUEUE_BYTES, REVERSED_BYTES = 40, 5
"""Bytes of a state, and of an edge of an undecided one, that a queue takes."""

LONGEST_NARROW = np.iinfo(np.int16).max
"""Remotenesses above this do not fit 16 bits."""

Bits = NDArray[np.uint64]
BitSets = dict[Value, Bits]


def retrograde(
    pieces: EdgeStore,
    team: ThreadTeam,
    reporter: Reporter,
    outside: OutsideValues | None = None,
    room: int | None = None,
) -> ResolvedGraph:
    """Value and remoteness of every state: wins and losses, then draws with an end; the rest are
    endless.

    ``room``: bytes of memory that this may take beside the pieces and ``outside``, at least
    STATE_BYTES for each state; None: no bound. The outcomes of ``pieces`` are written over.
    Raises OSError where edges are on disk and cannot be read.
    """
    sweeps = ForwardSweeps(pieces, team, reporter, OutsideSchedule(outside), room)
    for drawn in (False, True):
        sweeps.run(drawn)
    for p in range(pieces.count):  # (a mask of all states would take a byte each)
        some = sweeps.values[slice(*pieces.range(p))]
        some[some == 0] = Value.DRAW
    return ResolvedGraph(sweeps.values, sweeps.remoteness, "retrograde analysis")


class ForwardSweeps:
    """values: [N] uint8 and remoteness: [N] int16, or int32 where plies need it, as far as they
    are decided."""

    def __init__(
        self,
        pieces: EdgeStore,
        team: ThreadTeam,
        reporter: Reporter,
        schedule: OutsideSchedule,
        room: int | None = None,
    ) -> None:
        self.pieces, self.team, self.reporter, self.schedule = pieces, team, reporter, schedule
        self.values = pieces.over
        self.remoteness: NDArray[np.signedinteger[Any]] = np.full(len(self.values), -1, np.int16)
        for p in self._all():
            some = slice(*pieces.range(p))
            self.remoteness[some][self.values[some] > 0] = 0
        self._room = room
        self._lean = room is not None and room < len(pieces) * (STATE_BYTES + WITNESS_BYTES)
        self._undecided = np.array(
            [np.count_nonzero(self.values[slice(*pieces.range(p))] == 0) for p in self._all()],
            np.int64,
        )
        self._open = pieces.moves
        self._spread: BackwardSpread | None = None
        self._witness, self._tried = np.empty(0, np.uint32), np.empty(0, np.uint16)

    def _all(self) -> range:
        return range(self.pieces.count)

    # --- ply by ply -------------------------------------------------------------------------------

    def run(self, drawn: bool) -> None:
        """Decide wins and losses, or, ``drawn``, draws that have an end, wins and losses being
        decided."""
        decisive = (Value.DRAW,) if drawn else (Value.WIN, Value.LOSS)
        sets = {value: self._collected(value) for value in decisive}
        new = {value: bool(bits.any()) for value, bits in sets.items()}
        if not drawn:
            self._choose()
        ply, spent = 1, 0
        while any(new.values()) or self.schedule.next(drawn) is not None:
            if not any(new.values()):
                ply = max(ply, self.schedule.next(drawn) or 0)
            if self._spread is not None or (spent > PATIENCE * self._open and self._reversible()):
                self._hand_over(ply, drawn)
                break
            if ply > LONGEST_NARROW:
                self.remoteness = self.remoteness.astype(np.int32, copy=False)
            out = {value: bits.copy() for value, bits in sets.items()}
            found, cost = self._sweep(ply, drawn, new, sets, out)
            self._scheduled(ply, drawn, found, out)
            sets, new = out, {value: n > 0 for value, n in found.items()}
            spent += cost
            ply += 1
            left = int(self._undecided.sum())
            total = len(self.values)
            self.reporter.tell("resolving", total - left, total, total)
        self._witness, self._tried = np.empty(0, np.uint32), np.empty(0, np.uint16)

    def _reversible(self) -> bool:
        """Whether memory holds the reversed edges of what is undecided."""
        need = QUEUE_BYTES * len(self.values) + REVERSED_BYTES * self._open
        return self._room is None or need <= self._room

    def _collected(self, value: Value) -> Bits:
        """The states of a value, as bits."""
        bits = np.zeros(-(-len(self.values) // 64), np.uint64)

        def collect(p: int) -> None:
            first, end = self.pieces.range(p)
            kernels.collect(self.values[first:end], int(value), first, bits)

        self.team.map(collect, self._all())
        return bits

    def _choose(self) -> None:
        """The first witnesses, where they have room."""
        if self._lean:
            return
        self._witness = np.empty(len(self.values), np.uint32)
        self._tried = np.zeros(len(self.values), np.uint16)

        def choose(p: int) -> None:
            kernels.choose(*self.pieces.arguments(p), self.values, self._witness)

        self.team.map(choose, self._all())

    def _sweep(
        self, ply: int, drawn: bool, new: dict[Value, bool], sets: BitSets, out: BitSets
    ) -> tuple[dict[Value, int], int]:
        """What is decided at a ply by moves inside, put into ``out``: how many states of each
        value, and how many edges were read."""
        good, bad = (Value.DRAW, Value.DRAW) if drawn else (Value.LOSS, Value.WIN)
        if self.pieces.always_again and not drawn:
            good, bad = bad, good
        gives = Value.DRAW if drawn else Value.WIN
        mixed = self.pieces.has_again
        for_good = new[good] or (mixed and new[bad])
        for_bad = not drawn and (new[bad] or (mixed and new[good]))
        if self._lean and not drawn:  # the sweep itself looks at the states that are released
            for_bad |= len(self.schedule.release(ply)) > 0
        decided = (ply, self.values, self.remoteness)

        def work(p: int) -> tuple[int, int, int, int]:
            loaded = for_good or not self.pieces.filed(p)
            arguments = self.pieces.arguments(p) if loaded else None
            won = lost = read = read_bad = 0
            if for_good and arguments is not None:
                won, read = kernels.sweep_good(
                    *arguments, sets[good], sets[bad], int(gives), *decided, out[gives]
                )
            if for_bad and self._lean:
                arguments = arguments or self.pieces.arguments(p)
                lost, read_bad = kernels.sweep_lost(
                    *arguments, sets[bad], sets[good], int(Value.LOSS), *decided,
                    self.schedule.held, out[Value.LOSS],
                )  # fmt: skip
            elif for_bad:
                first, end = self.pieces.range(p)
                watch = (sets[bad], sets[good])
                if arguments is None and kernels.any_bad(
                    first, end - first, *watch, self.values, self._witness
                ):
                    arguments = self.pieces.arguments(p)
                if arguments is not None:
                    lost, read_bad = kernels.sweep_bad(
                        *arguments, *watch, int(Value.LOSS), *decided, self._witness, self._tried,
                        self.schedule.held, out[Value.LOSS],
                    )  # fmt: skip
            return won, lost, read, read_bad

        active = np.flatnonzero(self._undecided)
        cost = int(self._undecided.sum())
        done = np.array(self.team.map(work, active.tolist()), np.int64).reshape(-1, 4)
        self._undecided[active] -= done[:, 0] + done[:, 1]
        won, lost, read, read_bad = done.sum(axis=0).tolist()
        if for_good:
            self._open = read
        found = {gives: won} if drawn else {gives: won, Value.LOSS: lost}
        return found, cost + read + read_bad

    def _scheduled(self, ply: int, drawn: bool, found: dict[Value, int], out: BitSets) -> None:
        """Decide what moves out of the graph decide at a ply."""
        schedule = self.schedule
        won = (schedule.draws if drawn else schedule.wins).take(ply)
        self._decide(won, Value.DRAW if drawn else Value.WIN, ply, found, out)
        if not drawn and not self._lean:
            lost = schedule.release(ply)
            lost = lost[self._witness[lost] == kernels.EXHAUSTED]
            self._decide(lost, Value.LOSS, ply, found, out)

    def _decide(
        self, states: Int32Array, value: Value, ply: int, found: dict[Value, int], out: BitSets
    ) -> None:
        states = states[self.values[states] == 0]
        self.values[states] = value
        self.remoteness[states] = ply
        np.bitwise_or.at(out[value], states >> 6, np.uint64(1) << (states & 63).astype(np.uint64))
        np.subtract.at(self._undecided, states // PIECE, 1)
        found[value] += len(states)

    # --- the rest by a queue ----------------------------------------------------------------------

    def _hand_over(self, ply: int, drawn: bool) -> None:
        """The rest from ``ply`` on, by a queue over the reversed edges of what is undecided."""
        self.remoteness = self.remoteness.astype(np.int32, copy=False)
        decided = self.values != 0
        frontier = decided & (self.remoteness == ply - 1)
        frontier &= (self.values == Value.DRAW) == drawn
        if self._spread is None:
            left = ~decided | frontier | ((self.values == Value.DRAW) & (not drawn))
            self.reporter.tell("reversing", int(decided.sum()), len(decided), len(decided))
            self._spread = BackwardSpread(
                self.pieces, left, self.values, self.remoteness, self.schedule, self.team
            )
        self._spread.run(np.flatnonzero(frontier).astype(np.int32), ply, drawn, self.reporter)
