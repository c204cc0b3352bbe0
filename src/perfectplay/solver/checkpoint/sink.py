"""Tiers that go into a folder when they are explored and resolved, and what is there already."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.solver.checkpoint.graph_checkpoint import GraphCheckpoint
from perfectplay.solver.checkpoint.interpreted_checkpoint import InterpretedCheckpoint
from perfectplay.solver.checkpoint.segments import are_whole
from perfectplay.solver.checkpoint.shared_notes import begun_by_parts, forget_parts, note_parts
from perfectplay.solver.checkpoint.wave_checkpoint import WaveCheckpoint
from perfectplay.solver.checkpoint.work import (
    GRAPH,
    INTERPRETED,
    WORK,
    CheckpointFolder,
    CheckpointNotes,
    keys_note,
    noted_keys,
    tier_name,
)
from perfectplay.solver.explore.array_store import ArrayStore
from perfectplay.solver.explore.explored_tiers import ExploredWaves, Tier
from perfectplay.solver.explore.key_file import KeyFile
from perfectplay.solver.parts.explore_part import Ranges, joined_ranges, ranges_in
from perfectplay.solver.parts.tier_parts import TierParts
from perfectplay.solver.retrograde.histogram import StateCounts
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.state_limits import DISK_BYTES
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.store.checksums import are_as_written
from perfectplay.tablebase.store.manifest import (
    KeysEntry,
    Manifest,
    PartEntry,
    StartEntry,
    TierEntry,
    write_manifest,
)
from perfectplay.tablebase.store.remote_files import is_remote, remove_all
from perfectplay.tablebase.store.stored_keys import keys_entry

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.retrograde.resolve_range import ChildValues
    from perfectplay.solver.retrograde.resolve_tiers import ResolvedTier, TierResolver


EVERY = 1.0
"""Seconds after which the manifest is written anew: it tells people how far a solve is; a solve
that goes on reads the notes."""


PARTS, ONE_TIER = "parts-", "parts-of-one-tier-"
"""How names of folders of parts begin."""


class FolderSink(TierSink):
    """Writes tiers into ``folder``, and notes in its work folder how far the solve is.

    ``manifest``: of a solve that has resolved nothing; ``memory``: the budget of the process;
    ``shared``: the folder in an object store that workers write into, in the place of this one.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        rules: CheckedGame,
        team: ThreadTeam,
        memory: int,
        shared: Path | None,
    ) -> None:
        self.work, self.shared = CheckpointFolder(folder), shared or folder
        super().__init__(self.work.scratch)
        self.folder, self.manifest, self.rules, self.team = folder, manifest, rules, team
        self.memory = memory
        self._parts = TierParts(folder, rules.scoring)
        self.used = False
        self.start: StartEntry | None = None
        self._notes = self.work.open()
        notes = self._notes
        here = notes.explored or notes.waves or notes.graph or notes.interpreted
        if shared is not None and not here:
            begun_by_parts(shared, notes)
        self.waves = WaveCheckpoint(self.work, self._notes.waves)
        self.graph = GraphCheckpoint(self.work, self._notes.graph)
        self.interpreted = InterpretedCheckpoint(self.work, self._notes.interpreted)
        if not self._are_whole(self._notes):
            self._forget()
        self.has_graph = bool(self._notes.graph) and not self.resumes
        self._entries: dict[int, TierEntry] = {}
        self._told = -EVERY
        self._ranges: list[Ranges] = []

    # --- exploring --------------------------------------------------------------------------------

    def prepare(self, expander: Expander) -> None:
        """Before exploring: read what an earlier solve has noted, whose keys ``expander`` gets."""
        notes, self._expander = self._notes, expander
        if self.used:  # begun again with wider keys
            notes = self._forget()
            self._ranges = []
        self.used = True
        if isinstance(expander.keys, TupleKeys):
            if self.resumes:
                expander.keys = noted_keys(notes.keys, expander.keys)
            else:
                self.work.note("keys", keys_note(expander.keys))
            self._parts.explored = expander.keys.layout()
        self.noted = {
            number: Tier(self._keys_of(number, note), note["moves"], tuple(note["into"]))
            for number, note in notes.explored.items()
        }
        for note in notes.explored.values():
            self.widen(note["low"], note["high"])

    @property
    def resumes(self) -> bool:
        return bool(self._notes.explored or self._notes.waves or self.in_parts)

    @property
    def in_parts(self) -> bool:
        return bool(self._notes.in_parts)

    @property
    def one_tier(self) -> bool:
        tiers = self._notes.explored.values()
        begun = bool(self._notes.waves) or self._notes.in_parts.startswith(ONE_TIER)
        return begun or any(note["tier"] in note["into"] for note in tiers)

    def restored_waves(self, arrays: ArrayStore) -> ExploredWaves | None:
        notes = self._notes
        going = notes.waves and not notes.explored
        return self.waves.restored(arrays, self.team) if going else None

    def wave(self, found: ExploredWaves) -> None:
        self.waves.wave(found)

    @property
    def states_on_disk(self) -> int:
        return shutil.disk_usage(self.folder).free // DISK_BYTES

    @property
    def all_explored(self) -> bool:
        return self._notes.whole

    @property
    def resolved(self) -> Collection[int]:
        return self._notes.finished

    def explored(self, number: int, tier: Tier) -> None:
        wanted = self._parts.explored is not None and self.rules.limits is None
        low, high = ranges_in(self._expander, tier.keys) if wanted else ((), ())
        self.widen(low, high)
        tier.keys = kept = self.work.keep_keys(tier_name(number), tier.keys)
        self.waves.remove()
        note = {"tier": number, "states": len(tier.keys), "moves": tier.moves, "into": tier.into}
        self.work.note("explored", {**note, "crc": kept.mark, "low": low, "high": high})

    @property
    def parts_begun(self) -> Path | None:
        """The folder for the files of the solve by parts that this one goes on with, if any."""
        return self.shared / WORK / self._notes.in_parts if self.in_parts else None

    def begin_parts(self, rules: str, *, one_tier: bool) -> Path:
        """The folder for the files of a solve by parts; ``rules``: a digest of these and of the
        keys; ``one_tier``: the game is one tier with loops. Each attempt has its own, so that a
        task of another one that is still at work harms nothing."""
        name, last = f"{ONE_TIER if one_tier else PARTS}{rules[:16]}-", self._notes.in_parts
        work = self.shared / WORK
        if not last.startswith(name):
            if last:
                remove_all(work / last)
            self._notes.in_parts = name + uuid4().hex[:8]
        self.work.note("parts", self._notes.in_parts)
        folder = work / self._notes.in_parts
        if is_remote(folder):
            note_parts(self.shared, self._notes.in_parts, self._expander.keys)
        else:
            folder.mkdir(exist_ok=True)
        return folder

    def widen(self, low: Sequence[int], high: Sequence[int]) -> None:
        """Note the ranges of the fields of some states' tuples and of their images."""
        self._ranges.append((low, high))

    def _keys_of(self, number: int, note: dict[str, Any]) -> KeyFile:
        """The keys of a tier that was explored earlier; those of a finished one are not needed."""
        name = tier_name(number)
        if number in self._notes.finished:
            return KeyFile.removed(self.work.keys_path(name), note["states"])
        return self.work.keys_of(name)

    # --- resolving --------------------------------------------------------------------------------

    def begin(self, expander: Expander) -> None:
        """Fix the keys that are stored: as declared, or as the fields of all states need them."""
        keys = KeysEntry("integer")
        if isinstance(expander.keys, TupleKeys):
            limits = self.rules.limits or tuple(zip(*joined_ranges(self._ranges), strict=True))
            stored = TupleKeys.of_limits(limits, expander.keys.shape, expander.keys.likely)
            self._parts.explored, self._parts.stored = expander.keys.layout(), stored.layout()
            keys = keys_entry(stored)
        self.manifest = replace(self.manifest, keys=keys)
        if not self._notes.whole:
            self.work.note("whole", True)
        self._start_key = expander.start_key()

    def recall(self, resolver: TierResolver) -> list[StateCounts]:
        found = []
        for entry, counts in self.recalled():
            longest = max((plies for _, plies in counts.tally.counts), default=0)
            resolver.know(entry.tier, entry.states, longest, partial(self._parts.read, entry))
            found.append(counts)
        return found

    def recalled(self) -> Iterator[tuple[TierEntry, StateCounts]]:
        """The tiers that an earlier solve has resolved, with their counts."""
        for number, note in self._notes.finished.items():
            parts = tuple(PartEntry(**part) for part in note["parts"])
            self._entries[number] = entry = TierEntry(number, note["states"], parts)
            if note["start"] is not None:
                key, value, *rest = note["start"]
                self.start = StartEntry(key, Value(value), *rest)
            yield entry, StateCounts.noted(note["tally"], note["covered"])

    def abandon(self) -> None:
        self._forget()

    def _forget(self) -> CheckpointNotes:
        self.work.begin_anew()
        if is_remote(self.shared):
            forget_parts(self.shared)
        self._notes = CheckpointNotes()
        self.waves = WaveCheckpoint(self.work, [])
        self.graph = GraphCheckpoint(self.work, [])
        self.interpreted = InterpretedCheckpoint(self.work, [])
        self._entries, self.start = {}, None
        return self._notes

    def _are_whole(self, notes: CheckpointNotes) -> bool:
        """Whether all files that are needed to go on are there as they were written."""
        work = self.work.folder
        folder = self.shared if self.in_parts else self.folder
        finished = (part for note in notes.finished.values() for part in note["parts"])
        if not are_as_written(folder, (PartEntry(**part) for part in finished)):
            return False
        if notes.explored or notes.in_parts:
            return True
        if notes.waves:
            return self.waves.are_whole()
        whole = are_whole(work / GRAPH, notes.graph)
        return whole and are_whole(work / INTERPRETED, notes.interpreted)

    def finished(self, tier: ResolvedTier) -> None:
        entry = self._parts.write(tier, self.team, self.memory)
        start = self._parts.start_of(self._start_key, tier.keys, tier.packed)
        self.record(entry, tier.counts, start)
        self.work.keys_path(tier_name(tier.number)).unlink(missing_ok=True)

    @property
    def by_range(self) -> Callable[[int], ChildValues]:
        return lambda number: self._parts.by_range(self._entries[number])

    def record(self, entry: TierEntry, counts: StateCounts, start: StartEntry | None) -> None:
        """Note that a tier is finished, whose parts are in the folder; ``start``: if in it."""
        self._entries[entry.tier] = entry
        self.start = start or self.start
        tally, covered = counts.notes()
        note = {
            "tier": entry.tier, "states": entry.states, "parts": [vars(p) for p in entry.parts],
            "tally": tally, "covered": covered,
            "start": start and [start.key, int(start.value), start.remoteness, start.score],
        }  # fmt: skip
        self.work.note("finished", note)
        if time.monotonic() - self._told > EVERY:
            write_manifest(self.folder, self.so_far())
            self._told = time.monotonic()

    def so_far(self) -> Manifest:
        """The manifest with all tiers that are resolved."""
        tiers = tuple(self._entries[number] for number in sorted(self._entries))
        return replace(self.manifest, tiers=tiers)
