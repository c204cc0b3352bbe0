"""The states that exploring has found and not expanded yet."""

from __future__ import annotations

from perfectplay.core.arrays import IntArray
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.merge_runs import merge_and_drop
from perfectplay.solver.explore.runs import RunRoom, run_of
from perfectplay.solver.threads import ThreadTeam


class FoundStates:
    """States by tier, in runs, which ``arrays`` keeps."""

    def __init__(self, team: ThreadTeam, arrays: ArrayStore) -> None:
        self.team, self.arrays = team, arrays
        self._runs: dict[int, list[StoredArray]] = {}
        self._room = RunRoom(team.threads)

    def __bool__(self) -> bool:
        return bool(self._runs)

    @property
    def tiers(self) -> set[int]:
        """Those of which there are some."""
        return set(self._runs)

    @property
    def states(self) -> int:
        """How many there are; one that was found several times may be counted more than once."""
        return sum(len(run) for runs in self._runs.values() for run in runs)

    def add(self, tier: int, children: list[IntArray]) -> None:
        """Add states in any order; the list is emptied."""
        self.keep(tier, run_of(children, self.team, self._room))

    def keep(self, tier: int, run: IntArray) -> None:
        """Keep rising states, which the caller must not change any more."""
        if len(run):
            self.put_back(tier, self.arrays.keep(run))

    def put_back(self, tier: int, run: StoredArray) -> None:
        """Keep what `arrays` has already."""
        self._runs.setdefault(tier, []).append(run)

    def pop(self, tier: int) -> list[StoredArray]:
        """The runs of a tier, which the caller has from now on."""
        return self._runs.pop(tier)

    def count(self) -> int:
        """How many there are, each counted once; those of each tier are merged for this."""
        for runs in self._runs.values():
            runs[:] = [merge_and_drop(runs, (), self.arrays, self.team)]
        return self.states
