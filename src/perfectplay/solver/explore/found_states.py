"""The states that exploring has found and not expanded yet."""

from __future__ import annotations

from perfectplay.core.arrays import IntArray
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.key_set import KeySet
from perfectplay.solver.explore.merge_runs import merge_and_drop
from perfectplay.solver.explore.near_keys import are_near
from perfectplay.solver.explore.runs import RunRoom, run_of
from perfectplay.solver.threads import ThreadTeam

SHARES = 3 / 4, 1 / 4
"""Parts of the room for each of the sets; so many tiers have one at a time."""

FEWEST = 1 << 16
"""Fewer states that come together are sorted: to make a set, read it and clear it takes longer."""

ENOUGH = 1 << 17
"""So many states tell whether they are far apart."""

MOST_PAUSE = 15
"""Tiers that are sorted without a trial, after several whose states were far apart; one after the
first."""


class FoundStates:
    """States by tier: in runs; those that come now in a `KeySet`, if that is faster than sorting.

    ``arrays`` keeps the runs; ``room``: bytes for sets.
    """

    def __init__(self, team: ThreadTeam, arrays: ArrayStore, room: int) -> None:
        self.team, self.arrays, self.room = team, arrays, room
        self._runs: dict[int, list[StoredArray]] = {}
        self._sets: dict[int, KeySet] = {}
        self._spare: list[KeySet] = []
        self._sorted = set[int]()  # tiers whose states are sorted
        self._pause = self._paused = 0
        self._run_room = RunRoom(team.threads)

    def __bool__(self) -> bool:
        return bool(self._runs or self._sets)

    @property
    def tiers(self) -> set[int]:
        """Those of which there are some."""
        return set(self._runs) | set(self._sets)

    @property
    def states(self) -> int:
        """How many there are; one that was found several times may be counted more than once."""
        kept = sum(len(run) for runs in self._runs.values() for run in runs)
        return kept + sum(found.most for found in self._sets.values())

    def keep(self, tier: int, run: IntArray) -> None:
        """Keep rising states, which the caller must not change any more."""
        if len(run):
            self.put_back(tier, self.arrays.keep(run))

    def put_back(self, tier: int, run: StoredArray) -> None:
        """Keep what `arrays` has already."""
        self._runs.setdefault(tier, []).append(run)

    def pop(self, tier: int) -> list[StoredArray]:
        """The runs of a tier, which the caller has from now on."""
        self._end_set(tier)
        self._sorted.discard(tier)
        return self._runs.pop(tier)

    def count(self) -> int:
        """How many there are, each counted once; those of each tier are merged for this."""
        for tier in self.tiers:
            self._end_set(tier)
            runs = self._runs[tier]
            runs[:] = [merge_and_drop(runs, (), self.arrays, self.team)]
        return self.states

    def add(self, tier: int, children: list[IntArray], near: tuple[int, int] | None = None) -> None:
        """Add states in any order; the list is emptied. ``near``: as for `KeySet.add`."""
        found = self._set_for(tier, children)
        if found is not None:
            children[:] = found.add(children, self.team, near=near)
            if (children or found.entered >= ENOUGH) and found.far_apart:
                self._paused = self._pause = min(MOST_PAUSE, 2 * self._pause + 1)
                self._sorted.add(tier)
                self._end_set(tier)
            elif children:  # no room: what is there becomes a run
                self._end_set(tier)
        self.keep(tier, run_of(children, self.team, self._run_room))

    def _set_for(self, tier: int, children: list[IntArray]) -> KeySet | None:
        """None if sorting is better, or another tier has the room."""
        if tier in self._sets or tier in self._sorted or len(self._sets) == len(SHARES):
            return self._sets.get(tier)
        if sum(map(len, children)) < FEWEST:
            return None
        if self._paused or not are_near(max(children, key=len)):
            self._paused = max(0, self._paused - 1)
            self._sorted.add(tier)
            return None
        try:
            new = self._spare.pop() if self._spare else self._new_set()
        except MemoryError:  # the system gives only what it has, though most is never written
            self._sorted.add(tier)
            return None
        return self._sets.setdefault(tier, new)

    def _new_set(self) -> KeySet:
        return KeySet(self.team.threads, int(self.room * SHARES[len(self._sets)]))

    def _end_set(self, tier: int) -> None:
        """Make a run of what a set has found of a tier."""
        found = self._sets.pop(tier, None)
        if found is None:
            return
        if found.most:
            parts = found.rising(self.team)
            self.put_back(tier, self.arrays.keep_parts(parts, found.most, found.low, found.high))
        found.clear()
        self._spare.append(found)
        self._spare.sort(key=lambda spare: spare.room)  # the largest is taken first
