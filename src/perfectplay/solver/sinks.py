"""Where the tiers of a solve go: into memory, into counts, or (`checkpoint/sink.py`) a folder."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, Protocol

from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.state_limits import DISK_BYTES
from perfectplay.tablebase.table import Table, TablePart

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.checkpoint.graph_checkpoint import GraphCheckpoint
    from perfectplay.solver.explore.array_store import ArrayStore
    from perfectplay.solver.explore.explored_tiers import MetStates, Tier
    from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier, TierResolver


class TierSink(Protocol):
    """Where tiers go when they are explored, and when they are resolved."""

    noted: dict[int, Tier]
    """Tiers that an earlier solve has explored; valid after `prepare`."""

    in_memory: bool
    """Whether resolved tiers stay in memory."""

    graph: GraphCheckpoint | None
    """Where a game that is one graph is saved while it is explored."""

    has_graph: bool
    """Whether an earlier solve has saved a graph."""

    @property
    def states_on_disk(self) -> int:
        """How many states the disk has room for while a solve works."""

    @property
    def resumes(self) -> bool:
        """Whether an earlier solve has explored some tiers."""

    @property
    def all_explored(self) -> bool:
        """Whether an earlier solve has explored all tiers."""

    @property
    def scratch(self) -> Callable[[], Path]:
        """Gives a folder for arrays that memory does not hold."""

    @property
    def one_tier(self) -> bool:
        """Whether an earlier solve has found that the game is one tier with loops."""

    def on_disk(self) -> TierSink:
        """A sink for tiers that memory does not hold."""

    def prepare(self, expander: Expander) -> None:
        """Begin a solve by tiers; ``expander`` gets the keys of an earlier solve."""

    def met(self, shelf: ArrayStore) -> MetStates | None:
        """The waves that an earlier solve has explored of a game that is one tier, or None."""

    def wave(self, met: MetStates) -> None:
        """Take a new wave of a game that is one tier."""

    def explored(self, number: int, tier: Tier) -> None:
        """Take a tier that is explored completely."""

    def begin(self, expander: Expander) -> None:
        """Begin resolving: all tiers are explored."""

    def recall(
        self, resolver: TierResolver
    ) -> list[tuple[WeightedHistogram, WeightedHistogram | None]]:
        """Announce the tiers that an earlier solve has resolved; return their counts."""

    def abandon(self) -> None:
        """Forget the tiers: the game is solved in another way."""

    def finished(self, tier: ResolvedTier) -> None:
        """Take a resolved tier."""

    def table(self) -> Table:
        """The resolved tiers that are in memory, the lowest first."""


class MemorySink:
    """Keeps resolved tiers as the parts of a table.

    ``overflow`` gives the sink for a solution that memory does not hold.
    """

    def __init__(self, scratch: Callable[[], Path], overflow: Callable[[], TierSink]) -> None:
        self.noted: dict[int, Tier] = {}
        self.resumes = self.all_explored = self.one_tier = False
        self.in_memory = True
        self.graph: GraphCheckpoint | None = None
        self.has_graph = False
        self.scratch = scratch
        self._overflow = overflow
        self.parts: list[TablePart] = []

    @property
    def states_on_disk(self) -> int:
        """Room in the folder for temporary files, which take what memory does not hold."""
        return shutil.disk_usage(gettempdir()).free // DISK_BYTES

    def on_disk(self) -> TierSink:
        return self._overflow()

    def prepare(self, expander: Expander) -> None:
        self.parts.clear()

    def met(self, shelf: ArrayStore) -> MetStates | None:
        return None

    def wave(self, met: MetStates) -> None:
        pass

    def explored(self, number: int, tier: Tier) -> None:
        pass

    def begin(self, expander: Expander) -> None:
        pass

    def recall(
        self, resolver: TierResolver
    ) -> list[tuple[WeightedHistogram, WeightedHistogram | None]]:
        return []

    def abandon(self) -> None:
        pass

    def finished(self, tier: ResolvedTier) -> None:
        self.parts.append(TablePart(tier.keys.read(0, len(tier.keys)), tier.packed))

    def table(self) -> Table:
        return Table(self.parts[::-1])


class CountingSink(MemorySink):
    """Keeps nothing of resolved tiers: their counts are summed up by the solve."""

    def __init__(self, scratch: Callable[[], Path]) -> None:
        super().__init__(scratch, lambda: self)
        self.in_memory = False

    def finished(self, tier: ResolvedTier) -> None:
        pass


class ScratchFolder:
    """A temporary folder that is made when it is first needed, and removed at the end."""

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
