"""The task that finds which states of a part of a tier with moves inside are decided at a ply.

It is a sweep over the forward edges of what is undecided, as in `retrograde_forward.py`, without
witnesses. It reads what all parts have decided before, and changes nothing: the places that it
finds are its result.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from perfectplay.core.arrays import ByteArray
from perfectplay.core.value import Value
from perfectplay.solver.parts.decided_sets import LATEST, DecidedSets
from perfectplay.solver.parts.inner_moves import InnerMoves
from perfectplay.solver.parts.link_part import decided
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import Decided, LinkedPart
from perfectplay.solver.retrograde import sweep_kernels as kernels
from perfectplay.tablebase.store.remote_files import folder_at


@dataclass(frozen=True)
class SweepPart:
    """The states from ``begin`` on of a ``tier`` with so many ``states``, whose moves are
    ``linked``. ``round``: how many rounds came before, the last of them at the ply ``before``;
    ``drawn``: draws are decided, wins and losses being known; ``new``: the values that the last
    round has decided for some states; ``always``: each mover moves again."""

    store: str
    tier: int
    states: int
    part: int
    begin: int
    linked: LinkedPart
    round: int
    before: int
    ply: int
    drawn: bool
    new: tuple[int, ...]
    always: bool
    results: str = field(default="", kw_only=True)

    @property
    def name(self) -> str:
        """Of its files."""
        return f"tier-{self.tier}-round-{self.round}-{self.part}"

    @property
    def receipt(self) -> str:
        """The name of its receipt."""
        return f"{self.name}.swept"

    def found(self) -> Decided | None:
        """What it has left if it is done."""
        return PartStore(folder_at(self.store)).decided(self.receipt)

    def run(self) -> Decided:
        """Do it, and leave the receipt. Raises DamagedError, OSError."""
        store = PartStore(folder_at(self.store))
        sets = LATEST.after(store, self.tier, self.states, self.round)
        moves = InnerMoves.read(store.bytes_of(self.linked), self.linked.lengths)
        known = sets.of(self.begin, self.begin + self.linked.size)
        values = known.copy()
        self._sweep(moves, sets, values)
        self._leave(moves, values)
        results = PartStore(folder_at(self.results or self.store))
        done = decided(
            results, self.name, self.tier, self.begin, values, moves, self.ply, known,
            drawn=self.drawn,
        )  # fmt: skip
        results.write_receipt(self.receipt, done)
        return done

    def _sweep(self, moves: InnerMoves, sets: DecidedSets, values: ByteArray) -> None:
        """Decide states by their moves inside the tier."""
        good, bad = (Value.DRAW, Value.DRAW) if self.drawn else (Value.LOSS, Value.WIN)
        if self.always and not self.drawn:
            good, bad = bad, good
        gives = Value.DRAW if self.drawn else Value.WIN
        mixed = len(moves.again) > 0
        sets_of = sets.sets
        unused = np.empty(len(values), np.int32), np.zeros(-(-len(values) // 64), np.uint64)
        if good in self.new or (mixed and bad in self.new):
            kernels.sweep_good(
                0, *moves.arguments, sets_of[good], sets_of[bad], int(gives), self.ply, values,
                *unused,
            )  # fmt: skip
        if self.drawn:
            return
        if (
            bad in self.new
            or (mixed and good in self.new)
            or moves.released(self.before, self.ply).any()
        ):
            kernels.sweep_lost(
                0, *moves.arguments, sets_of[bad], sets_of[good], int(Value.LOSS), self.ply,
                values, unused[0], moves.held(self.ply), unused[1],
            )  # fmt: skip

    def _leave(self, moves: InnerMoves, values: ByteArray) -> None:
        """Decide states by their moves out of the tier."""
        plies, value = (moves.draws, Value.DRAW) if self.drawn else (moves.wins, Value.WIN)
        if len(plies):
            values[(values == 0) & (plies >= 0) & (plies <= self.ply)] = value
