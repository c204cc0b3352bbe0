"""Where the tiers of a solve go: nowhere, into memory, or (`checkpoint/sink.py`) into a folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING

from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.state_limits import DISK_BYTES
from perfectplay.tablebase.table import Table, TablePart

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.core.packed import PackedArray
    from perfectplay.solver.checkpoint.graph_checkpoint import GraphCheckpoint
    from perfectplay.solver.checkpoint.interpreted_checkpoint import InterpretedCheckpoint
    from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
    from perfectplay.solver.explore.explored_tiers import ExploredWaves, Tier
    from perfectplay.solver.retrograde.resolve_range import ChildValues
    from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier, TierResolver


class TierSink:
    """Where tiers go when they are explored, and when they are resolved; this one keeps nothing.

    ``scratch`` returns a folder for arrays that memory does not hold. ``noted``: tiers that an
    earlier solve has explored; valid after `prepare`. ``in_memory``: whether resolved tiers stay in
    memory. ``graph``: where a game that is one graph is saved while it is explored, or None;
    ``has_graph``: whether an earlier solve has saved it. ``interpreted``: where a game that the
    interpreter explores is saved, or None.
    """

    in_memory = False
    has_graph = False
    graph: GraphCheckpoint | None = None
    interpreted: InterpretedCheckpoint | None = None

    def __init__(self, scratch: Callable[[], Path]) -> None:
        self.scratch = scratch
        self.noted: dict[int, Tier] = {}

    @property
    def states_on_disk(self) -> int:
        """How many states the disk has room for while a solve works."""
        try:
            return shutil.disk_usage(gettempdir()).free // DISK_BYTES
        except OSError:  # no folder for temporary files may be written: most solves need none
            return 0

    @property
    def resumes(self) -> bool:
        """Whether an earlier solve has explored some tiers, or waves of a game that is one."""
        return False

    @property
    def in_parts(self) -> bool:
        """Whether an earlier solve has begun to work by parts."""
        return False

    @property
    def all_explored(self) -> bool:
        """Whether an earlier solve has explored all tiers."""
        return False

    @property
    def one_tier(self) -> bool:
        """Whether an earlier solve has found that the game is one tier with loops."""
        return False

    @property
    def resolved(self) -> Collection[int]:
        """The tiers that an earlier solve has resolved; their keys are not there any more."""
        return ()

    def on_disk(self) -> TierSink:
        """A sink for tiers that memory does not hold."""
        return self

    def prepare(self, expander: Expander) -> None:
        """Begin a solve by tiers; ``expander`` gets the keys of an earlier solve."""

    def restored_waves(self, arrays: ArrayStore) -> ExploredWaves | None:
        """The waves that an earlier solve has explored of a game that is one tier, or None."""
        return None

    def wave(self, found: ExploredWaves) -> None:
        """Take a new wave of a game that is one tier."""

    def explored(self, number: int, tier: Tier) -> None:
        """Take a tier that is explored completely; its keys may be moved elsewhere."""

    def begin(self, expander: Expander) -> None:
        """Begin resolving: all tiers are explored."""

    def recall(self, resolver: TierResolver) -> list[StateCounts]:
        """Announce the tiers that an earlier solve has resolved; return their counts."""
        return []

    def abandon(self) -> None:
        """Forget the tiers: the game is solved in another way."""

    def finished(self, tier: ResolvedTier) -> None:
        """Take a resolved tier."""

    @property
    def by_range(self) -> Callable[[int], ChildValues] | None:
        """The values of a tier that was taken, by its number, read where they lie; None if they
        are not kept."""
        return None

    def table(self) -> Table:
        """The resolved tiers that are in memory, the lowest first."""
        return Table([])


class MemorySink(TierSink):
    """Keeps resolved tiers as the parts of a table. ``overflow`` returns the sink for a solution
    that memory does not hold."""

    in_memory = True

    def __init__(self, scratch: Callable[[], Path], overflow: Callable[[], TierSink]) -> None:
        super().__init__(scratch)
        self._overflow = overflow
        self.parts: list[TablePart] = []
        self.tiers: list[int] = []

    def on_disk(self) -> TierSink:
        return self._overflow()

    def prepare(self, expander: Expander) -> None:
        self.parts.clear()
        self.tiers.clear()

    def finished(self, tier: ResolvedTier) -> None:
        parts = parts_of(tier.keys, tier.packed)
        self.parts += parts[::-1]
        self.tiers += [tier.number] * len(parts)

    def table(self) -> Table:
        return Table(self.parts[::-1], self.tiers[::-1])


def parts_of(keys: StoredArray, packed: PackedArray) -> list[TablePart]:
    """Rising keys [N] and their entries [N] as parts of a table, the lowest first."""
    from perfectplay.solver.explore.narrow_array import NarrowArray

    if not isinstance(keys, NarrowArray):
        return [TablePart(keys.read(0, len(keys)), packed)]
    return [
        TablePart(keys.low[begin:end], packed[begin:end], first)
        for first, begin, end in keys.blocks()
    ]


class ScratchFolder(ExitStack):
    """A temporary folder that is made when it is first needed, and removed at the end."""

    _folder: Path | None = None

    def folder(self) -> Path:
        """The folder."""
        if self._folder is None:
            made = TemporaryDirectory(prefix="perfectplay-")
            self._folder = Path(self.enter_context(made))
        return self._folder
