"""Checkpoints of a game that is one tier: its waves, one after the other in a file.

``waves`` is only ever appended to. Each wave is noted with its checksum, and with the number of
moves of the states before it, which are expanded.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from perfectplay.solver.checkpoint.work import GRAPH, WAVES, CheckpointFolder
from perfectplay.solver.explore.array_store import ArrayStore, DiskArray, StoredArray
from perfectplay.solver.explore.explored_tiers import MetStates
from perfectplay.solver.threads import ThreadTeam

_CHUNK = 1 << 20
"""Keys that are written at a time."""

_FEW = 16
"""Runs that are merged at a time."""


class WaveCheckpoint:
    """``notes``: the waves that an earlier solve has left, all whole."""

    def __init__(self, work: CheckpointFolder, notes: list[dict[str, Any]]) -> None:
        self._work = work
        self._path = work.folder / WAVES
        self._notes = notes
        self._begun = False

    def wave(self, met: MetStates) -> None:
        """Appends what is new: all waves at first, then the last one. Raises OSError."""
        new = met.waves[-1:]
        if not self._begun:  # the last one that was noted comes once more
            new = [] if self._notes else met.waves
        self._begun = True
        for wave in new:  # a solve may be killed between two of them
            self._append(wave, met.moves if wave is new[-1] else 0)
        (self._work.folder / GRAPH).unlink(missing_ok=True)  # it holds less

    def remove(self) -> None:
        """The waves are not needed any more."""
        self._path.unlink(missing_ok=True)

    def _append(self, wave: StoredArray, moves: int) -> None:
        crc = 0
        with open(self._path, "ab") as file:
            for at in range(0, len(wave), _CHUNK):
                keys = np.ascontiguousarray(wave.read(at, min(len(wave), at + _CHUNK)))
                file.write(keys.data)
                crc = zlib.crc32(keys.data, crc)
            end = file.tell()
        self._work.note("wave", {"states": len(wave), "moves": moves, "end": end, "crc": crc})

    def restored(self, shelf: ArrayStore, team: ThreadTeam) -> MetStates:
        """What was noted; the file stays as it is."""
        from perfectplay.solver.explore.merge_runs import merge_stored  # it imports numba

        waves: list[StoredArray] = [self._filed(note) for note in self._notes]
        known, last = waves[:-1], waves[-1]
        copies: list[StoredArray] = []
        while len(known) > 1 or (known and not copies):
            few = known[:_FEW]
            copy = merge_stored(few, (), shelf, team)
            for past in (run for run in few if run in copies):
                shelf.drop(past)
            copies.append(copy)
            known[:_FEW] = []
            known.append(copy)
        new = merge_stored([last], (), shelf, team)
        return MetStates([*known, new], self._notes[-1]["moves"])

    def _filed(self, note: dict[str, Any]) -> DiskArray:
        dtype = np.dtype(np.int64)
        end = note["end"] // dtype.itemsize
        return DiskArray(self._path, dtype, note["states"], end - note["states"])
