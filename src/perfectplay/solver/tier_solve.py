"""A solve by tiers within a budget of memory: explored upwards, resolved downwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.process_memory import keep_little_freed, resident_bytes
from perfectplay.core.progress import Reporter
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray
from perfectplay.solver.explore.explored_tiers import (
    ExploredTiers,
    HashExploration,
    NotGradedError,
    NumberedStates,
    TierKind,
)
from perfectplay.solver.explore.known_tiers import KnownTiers
from perfectplay.solver.memory import (
    CHILD_BYTES,
    ESTIMATE_BYTES,
    ESTIMATE_LEFT,
    LEAST_BATCH,
    LEAST_CHILDREN,
    BufferRoom,
    ranged_batch,
    ranged_room,
    room_for,
)
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.solved_table import SolvedTable
from perfectplay.solver.state_limits import StateLimits
from perfectplay.solver.threads import ThreadTeam

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.explore.tiers import TierExplorer
    from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier

KEY_BYTES, WIDE_KEY = 4, 8
"""Bytes of a key that is kept in memory; and of one in a tier whose keys lie very far apart."""

VALUE_BYTES = 2
"""Bytes of a value with its remoteness that is kept in memory."""

LOOKED_UP = 7
"""Bytes of a state whose tier is looked up while lower tiers are resolved."""

SCORE_BYTES = 6
"""Bytes more of a state of a game of points."""

BY_RANGES = "finished tiers are read by ranges, since their tables do not fit; that takes longer"

AMPLE = 1 << 30
"""Bytes of a budget beside which a kernel that is compiled late is little."""

SPARE = 16 << 20
"""Bytes by which a process may hold more than another one with the same work."""


@dataclass
class KnownStates:
    """States that a solve has explored before it goes on by tiers: ``states`` are those of a walk,
    of a walk by declared tiers, or of a graph that memory did not hold; None if there are none, and
    once they are not needed any more, since they take memory."""

    states: HashExploration | KnownTiers | NumberedStates | None = None

    def repack(self, expander: Expander, wider: TupleKeys) -> None:
        """Go on with wider keys."""
        if isinstance(self.states, KnownTiers):
            assert isinstance(expander.keys, TupleKeys)
            self.states.repack(expander.keys, wider)
            expander.keys = wider
        elif self.states is not None:
            expander.repack(self.states.keys, wider)
        else:
            expander.keys = wider


@dataclass
class TierSolve:
    """``memory``: the budget in bytes, for the whole process; ``sink``: where tiers go;
    ``compare`` compares some of a tier's states with the interpreter; ``kind``: what the tiers
    are; ``graph_states``: if levels turn out to be no tiers, more states than this go on as one
    tier.

    Every state is expanded once to explore the tiers and once to resolve them.
    """

    expander: Expander
    limits: StateLimits
    team: ThreadTeam
    reporter: Reporter
    memory: int
    sink: TierSink
    compare: Callable[[ExploredTiers], None]
    kind: TierKind
    graph_states: int = 0

    def run(self, known: KnownStates) -> SolvedTable:
        """Explore, going on from what is known, and resolve.

        If memory does not hold the solution, ``sink`` becomes one on disk. Raises RulesError,
        StateLimitError, KeysOutgrownError, MemoryBudgetError; NotGradedError if levels are no
        tiers, and the states are to go on as a graph.
        """
        from perfectplay.solver.explore.merge_runs import load_kernels
        from perfectplay.solver.retrograde.resolve_tiers import TierResolver

        counts = StateCounts.none(symmetric=self.expander.compiled.has_symmetries)
        self.sink.prepare(self.expander)
        if self.memory < AMPLE:
            load_kernels()
        keep_little_freed(self.memory, self.team.threads)
        self._resident = resident_bytes()
        room = self._room(self.memory)
        if room.missing:
            raise MemoryBudgetError(self.memory, self._least(CHILD_BYTES * LEAST_CHILDREN))
        arrays = ArrayStore(room.arrays, self.sink.scratch)
        explored = self._explored(known, arrays, room)
        if not self.sink.all_explored:
            self.compare(explored)
        ranged = self._make_room(explored, arrays)
        self.sink.begin(self.expander)
        resolver = TierResolver(
            self.expander, self.team, self.reporter, ranged or room.resolved, arrays, explored,
            partial(self._done, counts, arrays, explored), self.sink.by_range if ranged else None,
        )  # fmt: skip
        for recalled in self.sink.recall(resolver):
            counts.include(recalled)
        resolver.run()
        table, keys = self.sink.table(), self.expander.keys
        return SolvedTable(table, keys, counts, "compiled", explored.how)

    def _room(self, memory: int) -> BufferRoom:
        return room_for(memory, self._resident, self.team.threads, self.expander.branching)

    def _explored(self, known: KnownStates, arrays: ArrayStore, room: BufferRoom) -> ExploredTiers:
        from perfectplay.solver.explore.tiers import TierExplorer

        explorer = TierExplorer(
            self.expander, self.team, self.limits, self.reporter, arrays, room.batch,
            room.children, self.kind, self.sink,
        )  # fmt: skip
        self._begin(explorer, known, arrays)
        try:
            explored = explorer.run()
        except NotGradedError:
            if explorer.found.states <= self.graph_states:
                raise
            known.states = None
            explorer.become_one_tier()
            explored = explorer.run()
        known.states = None
        return explored

    def _begin(self, explorer: TierExplorer, known: KnownStates, arrays: ArrayStore) -> None:
        """Let the explorer go on from what an earlier solve, or this one, has explored."""
        if self.sink.noted:
            explorer.from_notes(self.sink.noted)
        elif (waves := self.sink.restored_waves(arrays)) is not None:
            explorer.from_waves(waves)
        elif isinstance(known.states, NumberedStates):
            explorer.from_waves(known.states.as_waves(arrays))
        elif isinstance(known.states, KnownTiers):
            explorer.from_tiers(known.states)
        elif known.states is not None:
            explorer.from_walk(known.states)
        else:
            explorer.from_start()

    def _make_room(self, explored: ExploredTiers, arrays: ArrayStore) -> int:
        """See to it that resolving fits the budget: a solution that memory does not hold goes on
        disk; kept answers are freed first, then keys go to files.

        Returns the states of a batch if tiers are to be read by ranges, since their tables do not
        fit; 0 if they do.
        """
        more = SCORE_BYTES if self.expander.compiled.scoring else 0
        need = _resolving(explored, more, self.sink.resolved)
        # the states that were known before exploring are freed by now
        self._resident = min(self._resident, max(0, resident_bytes() - arrays.held))
        room = self._room(self.memory)
        arrays.room = room.arrays + room.freed
        kept = (VALUE_BYTES + more) * explored.states
        if self.sink.in_memory and arrays.held + kept + need <= arrays.room:
            return 0
        batch = 0
        if need > arrays.room:
            ranged = self._ranged(explored, more)
            if ranged > arrays.room:
                raise MemoryBudgetError(self.memory, self._least(round(min(need, ranged))))
            rest = arrays.room - round(ranged)
            batch = ranged_batch(rest / 2, self.team.threads, _most_moves(explored))
            need = round(ranged) + rest // 2
            self.reporter.note(BY_RANGES)
        if self.sink.in_memory:
            self.sink = self.sink.on_disk()
            self.sink.prepare(self.expander)
            for number, tier in explored.tiers.items():
                keys = tier.keys
                self.sink.explored(number, tier)
                arrays.moved(keys, tier.keys)
        for tier in explored.tiers.values():  # the lowest are needed last
            if arrays.held + need <= arrays.room:
                break
            arrays.forget_answers(tier.answers)
            tier.answers = None
            tier.keys = arrays.spill(tier.keys)
        return batch

    def _ranged(self, explored: ExploredTiers, more: int) -> float:
        """The most bytes that a tier takes if those above it are read by ranges; infinite if they
        are not kept."""
        if not (self.sink.in_memory or self.sink.by_range):
            return math.inf
        above = max(len(tier.into) for tier in explored.tiers.values())
        values = _resolving(explored, more, self.sink.resolved, tables=False)
        return values + ranged_room(self.team.threads, above)

    def _least(self, need: int) -> int:
        """The budget that would do: buffers take a share of what is more, and with it there may be
        a forecast."""
        memory = self.memory
        for _ in range(100):
            room = self._room(memory)
            missing = need + room.missing - room.arrays - room.freed
            if missing <= 0:
                break
            memory += max(missing, 1 << 20)
        if self.memory - self._resident <= ESTIMATE_BYTES < memory - self._resident:
            memory += ESTIMATE_LEFT
        return memory + max(SPARE, memory // 16)

    def _done(
        self, counts: StateCounts, arrays: ArrayStore, explored: ExploredTiers, tier: ResolvedTier
    ) -> None:
        counts.include(tier.counts)
        self.sink.finished(tier)
        if not self.sink.in_memory:
            arrays.drop(tier.keys)
            explored.tiers[tier.number].keys = MemoryArray(np.empty(0, np.int64))


def _most_moves(explored: ExploredTiers) -> float:
    """The moves of a state, in the tier where it has most; small tiers have few in all."""
    means = [
        tier.moves / len(tier.keys)
        for tier in explored.tiers.values()
        if len(tier.keys) >= LEAST_BATCH
    ]
    return max(means, default=1.0)


def _resolving(
    explored: ExploredTiers, more: int, resolved: Collection[int] = (), *, tables: bool = True
) -> int:
    """The most bytes that a tier takes while it is resolved, together with the ``tables`` of tiers
    above it that it or lower ones move into; ``more`` bytes for each state of these. Those that are
    ``resolved`` are only looked up."""
    from perfectplay.solver.retrograde.resolve_tiers import asked_last
    from perfectplay.solver.retrograde.tier_graph import inner_bytes

    last, most, looked_up = asked_last(explored), 0, 0
    each = LOOKED_UP + more if tables else 0
    for number in sorted(explored.tiers, reverse=True):
        tier = explored.tiers[number]
        size = (4 + more) * len(tier.keys)
        if number in resolved:
            size = 0
        elif number in tier.into:
            size = inner_bytes(number, tier, scored=more > 0)
        most = max(most, size + looked_up)
        for into in tier.into:
            if last.get(into) == number:
                looked_up -= each * len(explored.tiers[into].keys)
        if number in last:
            looked_up += each * len(tier.keys)
    return most
