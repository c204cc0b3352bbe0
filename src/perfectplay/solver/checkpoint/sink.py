"""Tiers that go into a folder when they are explored and resolved, and what is there already."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from perfectplay.core.value import Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.packing import TupleKeys
from perfectplay.solver.checkpoint.graph_checkpoint import GraphCheckpoint, are_whole
from perfectplay.solver.checkpoint.tier_parts import CHUNK, TierParts
from perfectplay.solver.checkpoint.wave_checkpoint import WaveCheckpoint
from perfectplay.solver.checkpoint.work import GRAPH, WAVES, CheckpointFolder, CheckpointNotes
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.state_limits import DISK_BYTES
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store.atomic_files import sha256_of
from perfectplay.tablebase.store.manifest import (
    KeysEntry,
    Manifest,
    PartEntry,
    StartEntry,
    TierEntry,
    write_manifest,
)
from perfectplay.tablebase.table import StateEntries, Table

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.explore.array_store import ArrayStore
    from perfectplay.solver.explore.explored_tiers import MetStates, Tier
    from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier, TierResolver


class FolderSink:
    """Writes tiers into ``folder``, and notes in its work folder how far the solve is.

    ``manifest``: of a solve that has resolved nothing; ``memory``: the budget of the process.
    """

    def __init__(
        self, folder: Path, manifest: Manifest, rules: CheckedGame, team: ThreadTeam, memory: int
    ) -> None:
        self.folder, self.manifest, self.rules, self.team = folder, manifest, rules, team
        self.in_memory = False
        self._parts = TierParts(folder, rules.scoring, team, memory)
        self.work = CheckpointFolder(folder)
        self.scratch = self.work.scratch
        self.noted: dict[int, Tier] = {}
        self.used = False
        self.start: StartEntry | None = None
        self._notes = self.work.open()
        if not self._are_whole(self._notes):
            self.work.begin_anew()
            self._notes = CheckpointNotes()
        self.waves = WaveCheckpoint(self.work, self._notes.waves)
        self.graph: GraphCheckpoint | None = GraphCheckpoint(self.work, self._notes.graph)
        self.has_graph = bool(self._notes.graph) and not self.resumes
        self._entries: dict[int, TierEntry] = {}
        self._low: list[int] = []
        self._high: list[int] = []

    def on_disk(self) -> FolderSink:
        return self

    def table(self) -> Table:
        """No tier is in memory."""
        return Table([])

    # --- exploring --------------------------------------------------------------------------------

    def prepare(self, expander: Expander) -> None:
        """Before exploring: read what an earlier solve has noted, whose keys ``expander`` gets."""
        from perfectplay.solver.explore.explored_tiers import Tier

        notes, self._expander = self._notes, expander
        if self.used:  # begun again with wider keys
            notes = self._forget()
            self._low, self._high = [], []
        self.used = True
        if isinstance(expander.keys, TupleKeys):
            if self.resumes:
                expander.keys = TupleKeys(tuple(notes.low), tuple(notes.size), expander.keys.cls)
            else:
                self.work.note("keys", {"low": expander.keys.low, "size": expander.keys.size})
            self._parts.explored = expander.keys.layout()
        self.noted = {
            number: Tier(self.work.keys_of(number, note), note["moves"], tuple(note["into"]))
            for number, note in notes.explored.items()
        }
        for note in notes.explored.values():
            self._widen(note["low"], note["high"])

    @property
    def resumes(self) -> bool:
        """Whether an earlier solve has explored some tiers, or waves of a game that is one."""
        return bool(self._notes.explored or self._notes.waves)

    @property
    def one_tier(self) -> bool:
        """Whether an earlier solve has found that the game is one tier with loops."""
        tiers = self._notes.explored.values()
        return bool(self._notes.waves) or any(note["tier"] in note["into"] for note in tiers)

    def met(self, shelf: ArrayStore) -> MetStates | None:
        """The waves that an earlier solve has explored, or None."""
        notes = self._notes
        going = notes.waves and not notes.explored
        return self.waves.restored(shelf, self.team) if going else None

    def wave(self, met: MetStates) -> None:
        self.waves.wave(met)

    @property
    def states_on_disk(self) -> int:
        """How many states the disk has room for while a solve works."""
        return shutil.disk_usage(self.folder).free // DISK_BYTES

    @property
    def all_explored(self) -> bool:
        """Whether an earlier solve has explored all tiers."""
        return self._notes.whole

    def explored(self, number: int, tier: Tier) -> None:
        low, high = self._ranges(tier)
        self._widen(low, high)
        tier.keys, crc = self.work.keep_keys(number, tier.keys)
        self.waves.remove()
        note = {"tier": number, "states": len(tier.keys), "moves": tier.moves, "into": tier.into}
        self.work.note("explored", {**note, "crc": crc, "low": low, "high": high})

    def _ranges(self, tier: Tier) -> tuple[list[int], list[int]]:
        """The smallest and largest values of the fields of a tier's tuples and their images."""
        if self._parts.explored is None or self.rules.limits is not None:
            return [], []
        low, high = list[int](), list[int]()
        for at in range(0, len(tier.keys), CHUNK):
            keys = tier.keys.read(at, min(len(tier.keys), at + CHUNK))
            some_low, some_high = self._expander.field_ranges(keys)
            low = [min(a, b) for a, b in zip(low or some_low, some_low, strict=True)]
            high = [max(a, b) for a, b in zip(high or some_high, some_high, strict=True)]
        return low, high

    def _widen(self, low: list[int], high: list[int]) -> None:
        self._low = [min(a, b) for a, b in zip(self._low or low, low, strict=True)]
        self._high = [max(a, b) for a, b in zip(self._high or high, high, strict=True)]

    # --- resolving --------------------------------------------------------------------------------

    def begin(self, expander: Expander) -> None:
        """Fix the keys that are stored: as declared, or as the fields of all states need them."""
        keys = KeysEntry("integer")
        if isinstance(expander.keys, TupleKeys):
            limits = self.rules.limits or tuple(zip(self._low, self._high, strict=True))
            stored = TupleKeys.of_limits(limits, expander.keys.cls)
            self._parts.explored, self._parts.stored = expander.keys.layout(), stored.layout()
            keys = KeysEntry("tuple", stored.low, stored.size)
        self.manifest = replace(self.manifest, keys=keys)
        if not self._notes.whole:
            self.work.note("whole", True)
        self._start_key = expander.start_key()

    def recall(
        self, resolver: TierResolver
    ) -> list[tuple[WeightedHistogram, WeightedHistogram | None]]:
        found = []
        for number, note in self._notes.finished.items():
            self._take(resolver, number, note)
            covered = None if note["covered"] is None else _tally(note["covered"])
            found.append((_tally(note["tally"]), covered))
        return found

    def abandon(self) -> None:
        """Forget the tiers: the game is solved in another way."""
        self._forget()

    def _forget(self) -> CheckpointNotes:
        self.work.begin_anew()
        self._notes = CheckpointNotes()
        self.waves = WaveCheckpoint(self.work, [])
        self.graph = GraphCheckpoint(self.work, [])
        return self._notes

    def _are_whole(self, notes: CheckpointNotes) -> bool:
        """Whether all files that are needed to go on are there as they were written."""
        work = self.work.folder
        if not all(self._is_there(note) for note in notes.finished.values()):
            return False
        if notes.explored:
            return True
        if notes.waves:
            return are_whole(work / WAVES, notes.waves)
        return are_whole(work / GRAPH, notes.graph)

    def _is_there(self, note: dict[str, Any]) -> bool:
        """Whether all parts of a tier are as they were written."""
        try:
            return all(sha256_of(self.folder / p["file"]) == p["sha256"] for p in note["parts"])
        except OSError:
            return False

    def _take(self, resolver: TierResolver, number: int, note: dict[str, Any]) -> None:
        parts = tuple(PartEntry(**part) for part in note["parts"])
        self._entries[number] = TierEntry(number, note["states"], parts)
        if note["start"] is not None:
            key, value, *rest = note["start"]
            self.start = StartEntry(key, Value(value), *rest)
        longest = max((plies for _, plies, _ in note["tally"]["counts"]), default=0)
        resolver.know(number, note["states"], longest, lambda: self._parts.read(number, parts))

    def finished(self, tier: ResolvedTier) -> None:
        parts = self._parts.write(tier)
        entry = TierEntry(tier.number, len(tier.keys), tuple(parts))
        start = self._start_of(tier)
        self._entries[tier.number] = entry
        note = {
            "tier": tier.number, "states": entry.states, "parts": [vars(part) for part in parts],
            "tally": _noted(tier.tally), "start": start,
            "covered": None if tier.covered is None else _noted(tier.covered),
        }  # fmt: skip
        self.work.note("finished", note)
        write_manifest(self.folder, self.so_far())
        self.work.keys_path(tier.number).unlink(missing_ok=True)

    def _start_of(self, tier: ResolvedTier) -> list[int | None] | None:
        """The key, value, remoteness and score of the start if it is in this tier."""
        place = tier.keys.place(self._start_key)
        if place == len(tier.keys) or tier.keys.read(place, place + 1)[0] != self._start_key:
            return None
        entry = StateEntries.unpacked(tier.packed[place : place + 1]).at(0)
        key = int(self._parts.as_stored(np.array([self._start_key], np.int64))[0])
        self.start = StartEntry(key, *entry)
        return [key, int(entry.value), entry.remoteness, entry.score]

    def so_far(self) -> Manifest:
        """The manifest with all tiers that are resolved."""
        tiers = tuple(self._entries[number] for number in sorted(self._entries))
        return replace(self.manifest, tiers=tiers)


def _noted(tally: WeightedHistogram) -> dict[str, Any]:
    counts = [[value, plies, n] for (value, plies), n in sorted(tally.counts.items())]
    return {"moves": tally.moves, "counts": counts}


def _tally(note: dict[str, Any]) -> WeightedHistogram:
    tally = WeightedHistogram()
    tally.moves = note["moves"]
    for value, plies, n in note["counts"]:
        tally.counts[value, plies] = n
    return tally
