"""Checkpoints of a game that is one tier: its waves, a file of keys for each.

Each wave is noted with its checksum, and with the number of moves of the states before it, which
are expanded.
"""

from __future__ import annotations

from typing import Any

from perfectplay.solver.checkpoint.work import GRAPH, CheckpointFolder
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.explored_tiers import ExploredWaves
from perfectplay.solver.threads import ThreadTeam

_FEW = 16
"""Runs that are merged at a time."""


class WaveCheckpoint:
    """``notes``: the waves that an earlier solve has left, all whole."""

    def __init__(self, work: CheckpointFolder, notes: list[dict[str, Any]]) -> None:
        self._work = work
        self._notes = notes
        self._begun = False
        self._count = len(notes)

    def wave(self, found: ExploredWaves) -> None:
        """Append what is new: all waves at first, then the last one. Raises OSError."""
        new = found.waves[-1:]
        if not self._begun:  # the last one that was noted comes once more
            new = [] if self._notes else found.waves
        self._begun = True
        for wave in new:  # a solve may be killed between two of them
            self._append(wave, found.moves if wave is new[-1] else 0)
        (self._work.folder / GRAPH).unlink(missing_ok=True)  # it holds less

    def remove(self) -> None:
        """The waves are not needed any more."""
        for path in self._work.folder.glob(_name("*") + ".keys"):
            path.unlink()

    def are_whole(self) -> bool:
        """Whether all waves that were noted are there as they were written."""
        return all(self._work.has_keys(_name(n), note) for n, note in enumerate(self._notes))

    def _append(self, wave: StoredArray, moves: int) -> None:
        kept = self._work.link_keys(_name(self._count), wave)
        self._count += 1
        self._work.note("wave", {"states": len(wave), "moves": moves, "crc": kept.mark})

    def restored(self, arrays: ArrayStore, team: ThreadTeam) -> ExploredWaves:
        """What was noted; the file stays as it is."""
        from perfectplay.solver.explore.merge_runs import merge_stored  # it imports numba

        waves: list[StoredArray] = [self._work.keys_of(_name(n)) for n in range(len(self._notes))]
        known, last = waves[:-1], waves[-1]
        copies: list[StoredArray] = []
        while len(known) > 1 or (known and not copies):
            few = known[:_FEW]
            copy = merge_stored(few, (), arrays, team)
            for past in (run for run in few if run in copies):
                arrays.drop(past)
            copies.append(copy)
            known[:_FEW] = []
            known.append(copy)
        new = merge_stored([last], (), arrays, team)
        return ExploredWaves([*known, new], self._notes[-1]["moves"])


def _name(number: int | str) -> str:
    """The name of the keys of a wave."""
    return f"wave-{number}"
