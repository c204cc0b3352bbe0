"""The task that finds where the moves of some states of a tier with moves inside lead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perfectplay.compiler.expander import Expander
from perfectplay.core.arrays import AnyIntArray, Array, ByteArray, IntArray
from perfectplay.core.value import Value
from perfectplay.solver.memory import BATCH
from perfectplay.solver.parts.inner_moves import InnerMoves
from perfectplay.solver.parts.joined_keys import JoinedKeys
from perfectplay.solver.parts.key_places import PLACES
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import Decided, LinkedPart
from perfectplay.solver.parts.resolve_task import ResolveTask
from perfectplay.solver.retrograde.batch_kernels import leave_batch
from perfectplay.solver.retrograde.resolve_range import child_entries, unreached
from perfectplay.solver.retrograde.tier_boundary import OutsideValues
from perfectplay.solver.retrograde.tier_graph import moves_inside
from perfectplay.solver.rules_spec import expander_of
from perfectplay.tablebase.store.remote_files import folder_at


@dataclass(frozen=True)
class LinkPart(ResolveTask):
    """The states of a range: their moves inside the tier as places, and the best of those out of
    it, whose values are looked up."""

    @property
    def receipt(self) -> str:
        """The name of its receipt."""
        return f"tier-{self.tier}-{self.part}.linked"

    def found(self) -> LinkedPart | None:
        """What it has left if it is done."""
        return PartStore(folder_at(self.store)).linked(self.receipt)

    def run(self) -> LinkedPart:
        """Do it, and leave the receipt.

        Raises RulesError, also if exploring has not found a child; StoreError, OSError, and what
        `expander_of` does.
        """
        expander, results = expander_of(self.rules), self._results
        moves, over = self._moves(expander)
        content = moves.content()
        file = self.receipt.replace(".linked", ".moves")
        mark = results.write_content(file, content)
        name = f"tier-{self.tier}-{self.part}-ended"
        ended = decided(results, name, self.tier, self.begin, over, moves, 0)
        done = LinkedPart(file, len(content), mark, len(over), moves.lengths, ended)
        results.write_receipt(self.receipt, done)
        return done

    def _moves(self, expander: Expander) -> tuple[InnerMoves, ByteArray]:
        """The moves of the states, and whether the play is over there, [N]."""
        store = PartStore(folder_at(self.store))
        tables, keys = self._tables(self._parts(expander)), self._states(store)
        n = len(keys)
        always = expander.rules.game.players == 1
        outside = OutsideValues.none(n if self.into else 0)
        over, inner = np.empty(n, np.uint8), np.zeros(n, np.int64)
        children, marks, degrees = list[IntArray](), list[ByteArray](), list[AnyIntArray]()
        for begin in range(0, n, BATCH):
            end = min(n, begin + BATCH)
            expanded = expander.expand(keys.read(begin, end), 0, end - begin)
            over[begin:end] = expanded.over
            degrees.append(expanded.degrees)
            if not self.into:
                inner[begin:end] = expanded.degrees
                children.append(expanded.children)
                marks.append(expanded.again)
                continue
            inside = moves_inside(expanded, self.tier)
            entries = child_entries(expander, expanded, tables, inside)
            leave_batch(
                entries, inside, expanded.again, always, expanded.degrees,
                *outside.of(begin, end), inner[begin:end],
            )  # fmt: skip
            there = np.flatnonzero(inside)
            children.append(expanded.children[there])
            marks.append(expanded.again[there] if len(expanded.again) else expanded.again)
        blocked = outside.blocked().astype(np.uint8)
        moves = InnerMoves.of(
            inner, self._places(expander, store, np.concatenate(children)), self._tier_states,
            np.concatenate(marks), np.concatenate(degrees),
            (outside.nearest_win, outside.nearest_draw, outside.farthest_loss, blocked),
        )  # fmt: skip
        return moves, over

    @property
    def _tier_states(self) -> int:
        return sum(states for _, states in self.explored)

    def _places(self, expander: Expander, store: PartStore, children: IntArray) -> AnyIntArray:
        """[C] the places of children in the tier. Raises RulesError if one is not there."""
        whole = JoinedKeys([store.keys(file) for file, _ in self.explored])
        try:
            return PLACES.of((self.store, self.explored), whole, self.memory).places(children)
        except KeyError as missing:
            raise unreached(expander, missing.args[0]) from None


def decided(
    results: PartStore,
    name: str,
    tier: int,
    begin: int,
    values: ByteArray,
    moves: InnerMoves,
    ply: int,
    known: Array | None = None,
    *,
    drawn: bool = False,
) -> Decided:
    """What a task has decided: ``values`` [N] of the states from ``begin`` on, 0 where there is
    none; those that are in ``known`` [N] too had their values before."""
    new = values if known is None else np.where(known > 0, 0, values)
    lost, draws, won = (
        results.keep_run(f"{name}-{word}.keys", tier, begin + np.flatnonzero(new == value))[0]
        for value, word in ((Value.LOSS, "lost"), (Value.DRAW, "drawn"), (Value.WIN, "won"))
    )
    left = values == 0
    return Decided(
        lost, draws, won, int(np.count_nonzero(left)), moves.next(ply, left, drawn=drawn)
    )
