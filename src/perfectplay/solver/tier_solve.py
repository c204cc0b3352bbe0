"""A solve by tiers within a budget of memory: explored upwards, resolved downwards."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, Protocol

import numpy as np

from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.memory import (
    CHILD_BYTES,
    LEAST_CHILDREN,
    BufferRoom,
    resident_bytes,
    room_for,
)
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.state_limits import DISK_BYTES
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.table import TablePart

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.checkpoint.graph_checkpoint import GraphCheckpoint
    from perfectplay.solver.explore.edges import NumberedStates
    from perfectplay.solver.explore.explored_tiers import ExploredTiers, MetStates, Tier, TierKind
    from perfectplay.solver.explore.hash_explorer import HashExploration
    from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier, TierResolver

STATE_BYTES = 10
"""Bytes of a state that is kept in memory: its key, value and remoteness."""

LOOKED_UP = 7
"""Bytes of a state whose tier is looked up while lower tiers are resolved."""

SCORE_BYTES = 6
"""Bytes more of a state of a game of points."""


class TierSink(Protocol):
    """Where tiers go when they are explored, and when they are done."""

    noted: dict[int, Tier]
    """Tiers that an earlier solve has explored, once it is prepared."""

    in_memory: bool
    """Whether finished tiers stay in memory."""

    @property
    def states_on_disk(self) -> int:
        """How many states the disk has room for, while a solve works."""

    graph: GraphCheckpoint | None
    """Where a game that is one graph notes how far it is."""

    has_graph: bool
    """Whether an earlier solve has noted something there."""

    @property
    def resumes(self) -> bool:
        """Whether there are such tiers."""

    @property
    def all_explored(self) -> bool:
        """Whether they are all that there are."""

    @property
    def scratch(self) -> Callable[[], Path]:
        """Gives a folder for what does not fit memory."""

    def prepare(self, expander: Expander) -> None:
        """A solve by tiers begins; ``expander`` gets the keys that were noted."""

    @property
    def one_tier(self) -> bool:
        """Whether an earlier solve has found that the game is one tier with loops."""

    def met(self, shelf: ArrayStore) -> MetStates | None:
        """The waves of a game that is one tier which an earlier solve has explored."""

    def wave(self, met: MetStates) -> None:
        """A game that is one tier has a new wave."""

    def explored(self, number: int, tier: Tier) -> None:
        """A tier is explored whole."""

    def begin(self, expander: Expander) -> None:
        """All tiers are explored."""

    def recall(
        self, resolver: TierResolver
    ) -> list[tuple[WeightedHistogram, WeightedHistogram | None]]:
        """Tells of the tiers that an earlier solve has finished; gives their counts."""

    def abandon(self) -> None:
        """The game is not solved by tiers after all."""

    def finished(self, tier: ResolvedTier) -> None:
        """A tier is done."""


class MemorySink:
    """Keeps finished tiers as the parts of a table."""

    def __init__(self, scratch: Callable[[], Path]) -> None:
        self.noted: dict[int, Tier] = {}
        self.resumes = self.all_explored = self.one_tier = False
        self.in_memory = True
        self.graph: GraphCheckpoint | None = None
        self.has_graph = False
        self.scratch = scratch
        self.parts: list[TablePart] = []

    @property
    def states_on_disk(self) -> int:
        """Those of temporary files: what memory does not hold goes there."""
        return shutil.disk_usage(gettempdir()).free // DISK_BYTES

    def prepare(self, expander: Expander) -> None:
        """Nothing was noted."""
        self.parts.clear()

    def met(self, shelf: ArrayStore) -> MetStates | None:
        """Nothing was explored before."""
        return None

    def wave(self, met: MetStates) -> None:
        """Nothing is noted."""

    def explored(self, number: int, tier: Tier) -> None:
        """Nothing is noted."""

    def begin(self, expander: Expander) -> None:
        """Nothing is written."""

    def recall(
        self, resolver: TierResolver
    ) -> list[tuple[WeightedHistogram, WeightedHistogram | None]]:
        """Nothing was finished before."""
        return []

    def abandon(self) -> None:
        """Nothing was begun."""

    def finished(self, tier: ResolvedTier) -> None:
        self.parts.append(TablePart(tier.keys.read(0, len(tier.keys)), tier.packed))


class CountingSink(MemorySink):
    """Keeps nothing of finished tiers but their counts."""

    def __init__(self, scratch: Callable[[], Path]) -> None:
        super().__init__(scratch)
        self.in_memory = False

    def finished(self, tier: ResolvedTier) -> None:
        """Its counts are kept by who calls."""


class NoRoomError(Exception):
    """Memory does not hold the solution: it has to go into files."""


class ScratchFolder:
    """A temporary folder that is made when it is first asked for, and gone in the end."""

    def __init__(self) -> None:
        self._folder: TemporaryDirectory[str] | None = None

    def __enter__(self) -> ScratchFolder:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def folder(self) -> Path:
        """The folder."""
        self._folder = self._folder or TemporaryDirectory(prefix="perfectplay-")
        return Path(self._folder.name)


@dataclass
class TierSolve:
    """``memory``: the budget in bytes, for the whole process; ``sink``: where tiers go;
    ``compare`` compares some of a tier's states with the interpreter; ``kind``: what the tiers
    are."""

    expander: Expander
    symmetric: bool
    limits: StateLimits
    team: ThreadTeam
    reporter: Reporter
    memory: int
    sink: TierSink
    compare: Callable[[ExploredTiers], None]
    kind: TierKind

    def run(
        self, walked: list[HashExploration | NumberedStates]
    ) -> tuple[WeightedHistogram, WeightedHistogram | None, str]:
        """Counts, counts over whole classes (None without symmetries), and how it was done.

        ``walked``: what a walk has found of a game that declares no tiers, or what was met of one
        that is one tier, or nothing; the list is emptied, since it takes room. Raises RulesError,
        StateLimitError, KeysOutgrownError, NotGradedError, MemoryBudgetError; NoRoomError where
        the sink keeps tiers in memory that does not hold them.
        """
        from perfectplay.solver.retrograde.resolve_tiers import TierResolver

        self.tally, self.covered = (
            WeightedHistogram(),
            WeightedHistogram() if self.symmetric else None,
        )
        self.sink.prepare(self.expander)
        self._resident = resident_bytes()
        room = self._room(self.memory)
        if room.missing:
            raise MemoryBudgetError(self.memory, self._least(CHILD_BYTES * LEAST_CHILDREN))
        shelf = ArrayStore(room.shelf, self.sink.scratch)
        explored = self._explored(walked, shelf, room)
        if not self.sink.all_explored:
            self.compare(explored)
        self._make_room(explored, shelf, room)
        self.sink.begin(self.expander)
        resolver = TierResolver(
            self.expander, explored, self.team, self.reporter, room.batch, shelf,
            partial(self._done, shelf, explored),
        )  # fmt: skip
        for tally, covered in self.sink.recall(resolver):
            self._count(tally, covered)
        resolver.run()
        return self.tally, self.covered, _how(explored)

    def _room(self, memory: int) -> BufferRoom:
        return room_for(memory, self._resident, self.team.threads, self.expander.branching)

    def _explored(
        self, walked: list[HashExploration | NumberedStates], shelf: ArrayStore, room: BufferRoom
    ) -> ExploredTiers:
        from perfectplay.solver.explore.edges import NumberedStates
        from perfectplay.solver.explore.tiers import TierExplorer

        explorer = TierExplorer(
            self.expander, self.team, self.limits, self.reporter, shelf, room.batch,
            room.children, self.kind, self.sink,
        )  # fmt: skip
        known = walked.pop() if walked else None
        if self.sink.noted:
            explorer.from_notes(self.sink.noted)
        elif (met := self.sink.met(shelf)) is not None:
            explorer.from_met(met)
        elif isinstance(known, NumberedStates):
            explorer.from_met(known.met(shelf))
        elif known is not None:
            explorer.from_walk(known)
        else:
            explorer.from_start()
        return explorer.run()

    def _make_room(self, explored: ExploredTiers, shelf: ArrayStore, room: BufferRoom) -> None:
        """Sees to it that resolving fits: kept answers go first, then keys go to files."""
        more = SCORE_BYTES if self.expander.compiled.scoring else 0
        need = _resolving(explored, more)
        shelf.room += CHILD_BYTES * room.children  # which exploring needs no more
        kept = (STATE_BYTES + more - 8) * explored.states
        if self.sink.in_memory:
            if shelf.held + kept + need > shelf.room:
                raise NoRoomError
            return
        if need > shelf.room:
            raise MemoryBudgetError(self.memory, self._least(need))
        for tier in explored.tiers.values():  # the lowest are asked for last
            if shelf.held + need <= shelf.room:
                break
            if tier.answers is not None:
                shelf.forget_answers(sum(batch.nbytes for batch in tier.answers))
                tier.answers = None
            tier.keys = shelf.spill(tier.keys)

    def _least(self, need: int) -> int:
        """The budget that would do: buffers take a share of what is more."""
        memory = self.memory
        for _ in range(100):
            room = self._room(memory)
            missing = need + room.missing - room.shelf - CHILD_BYTES * room.children
            if missing <= 0:
                break
            memory += max(missing, 1 << 20)
        return memory

    def _done(self, shelf: ArrayStore, explored: ExploredTiers, tier: ResolvedTier) -> None:
        self._count(tier.tally, tier.covered)
        self.sink.finished(tier)
        if not self.sink.in_memory:
            shelf.drop(tier.keys)
            explored.tiers[tier.number].keys = MemoryArray(np.empty(0, np.int64))

    def _count(self, tally: WeightedHistogram, covered: WeightedHistogram | None) -> None:
        self.tally.include(tally)
        if self.covered is not None and covered is not None:
            self.covered.include(covered)


def _resolving(explored: ExploredTiers, more: int) -> int:
    """The most bytes that a tier takes while it is resolved, together with the tiers above it
    that it or lower ones move into; ``more`` bytes for each state of these."""
    from perfectplay.solver.retrograde.resolve_tiers import asked_last
    from perfectplay.solver.retrograde.tier_graph import inner_bytes

    last, most, looked_up = asked_last(explored), 0, 0
    for number in sorted(explored.tiers, reverse=True):
        tier = explored.tiers[number]
        size = (4 + more) * len(tier.keys)
        if number in tier.into:
            size = inner_bytes(number, tier, scored=more > 0)
        most = max(most, size + looked_up)
        for into in tier.into:
            if last.get(into) == number:
                looked_up -= (LOOKED_UP + more) * len(explored.tiers[into].keys)
        if number in last:
            looked_up += (LOOKED_UP + more) * len(tier.keys)
    return most


def _how(explored: ExploredTiers) -> str:
    from perfectplay.solver.explore.explored_tiers import TierKind

    loops = any(number in tier.into for number, tier in explored.tiers.items())
    way = "retrograde analysis" if explored.kind is TierKind.ONE else "one pass"
    inside = ", retrograde analysis inside" if loops and explored.kind is not TierKind.ONE else ""
    return f"{explored.kind.value}, {way}{inside}"
