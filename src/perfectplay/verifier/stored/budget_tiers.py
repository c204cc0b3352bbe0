"""The stored tiers within a budget: in memory as far as they fit, else in pieces."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Container, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from perfectplay.core.arrays import ByteArray, IntArray
from perfectplay.tablebase.store.manifest import Manifest, PartEntry, TierEntry
from perfectplay.verifier.stored import kernels
from perfectplay.verifier.stored.blocks import Block, ReadPart, first_keys_of, pack
from perfectplay.verifier.stored.first_reading import FirstReading, read_first
from perfectplay.verifier.stored.key_table import table_of
from perfectplay.verifier.stored.ranged_tier import RangedTier
from perfectplay.verifier.stored.stored_files import WrongPartError
from perfectplay.verifier.stored.stored_tiers import Entries, LoadedTier, SomeTier
from perfectplay.verifier.stored.verify_room import LEAST_PIECE, WAVE_BYTES, VerifyRoom

HASH_BYTES = 16
"""Bytes of a state in a hash table, at most."""


class BudgetTiers:
    """Tiers by number, read when they are needed, and in memory while there is room.

    What is in memory stays there until it is dropped, or its own states are checked and the tier
    above it needs the room. The key of the start is marked as reached when its tier is read.
    ``first_keys``: for each part that was read, the first key of each of its row groups.
    ``marks``: of tiers that were not read yet, [N / 8] uint8, which states are reached already.

    All that reads tiers raises WrongPartError.
    """

    def __init__(self, folder: Path, manifest: Manifest, start: int, room: VerifyRoom) -> None:
        self.folder = folder
        self.entries = {tier.tier: tier for tier in manifest.tiers}
        self.order = list(self.entries)
        self.scored = manifest.scoring
        self.entry_type = np.uint64 if self.scored else np.uint32
        self.room = room
        self.first_keys: dict[str, IntArray] = {}
        self.marks: dict[int, ByteArray] = {}
        self._start = start
        # threads of their own: those that check wait for tiers
        self._readers = ThreadPoolExecutor(room.threads)
        self._loaded: dict[int, LoadedTier] = {}
        self._ranged: dict[int, RangedTier] = {}
        self._refused: set[int] = set()
        self._left = 0
        self._lock = threading.Lock()

    def next_of(self, number: int) -> int | None:
        """The tier above one, or None."""
        place = self.order.index(number) + 1
        return self.order[place] if place < len(self.order) else None

    def main(self, number: int) -> SomeTier:
        """The tier whose states are checked now, when those below it have been freed."""
        with self._lock:
            self._left, self._refused = self.room.left(), set()
            above = self.next_of(number)
            waves = wanted = self._waves(number)
            if above is not None and above not in self._loaded:
                wanted += self._bytes(above)
            if number in self._loaded:
                if wanted > self._left:
                    self._put_away(number)
            elif self._bytes(number) + wanted <= self._left:
                self._left -= waves  # a table of it may not take them
                self._load(number)
                self._left += waves
            if number in self._loaded:
                self._left -= waves
            self.room.warm = True
            return self._loaded.get(number) or self._far(number)

    def near(self, number: int) -> LoadedTier | None:
        """A tier that is in memory, or can be; None if there is no room. For threads that
        check."""
        with self._lock:
            if number in self._loaded:
                return self._loaded[number]
            if number in self._refused or self._bytes(number) > self._left - LEAST_PIECE:
                self._refused.add(number)
                return None
            return self._load(number)

    def far(self, number: int) -> RangedTier:
        """A tier for which there is no room."""
        with self._lock:
            return self._far(number)

    def spare(self) -> int:
        """Bytes that may be taken now beside all that is there, if no batch waits."""
        return max(self.room.left(), LEAST_PIECE)

    def waits(self, size: int) -> bool:
        """Whether so many bytes of batches may wait for tiers."""
        return size < max(self._left, LEAST_PIECE) // 2

    def asked_at_once(self) -> int:
        """How many states the interpreter may be asked about at a time."""
        return self.room.asked_at_once()

    def present(self) -> list[SomeTier]:
        """The tiers that were read and not freed."""
        with self._lock:
            found: list[SomeTier] = [*self._loaded.values(), *self._ranged.values()]
        return sorted(found, key=lambda tier: tier.number)

    def reached_above(self, number: int) -> dict[int, ByteArray]:
        """By tier above one, [N / 8] uint8: which states are marked as reached, if some are."""
        present = {tier.number: tier.marks_as_bits() for tier in self.present()}
        return {n: bits for n, bits in {**self.marks, **present}.items() if n > number}

    def reached_in(self, number: int) -> ByteArray:
        """[N / 8] uint8: which states of a tier that was read are marked as reached."""
        with self._lock:
            tier = self._loaded.get(number) or self._ranged[number]
        return tier.marks_as_bits()

    def drop(self, number: int) -> None:
        """Free the memory and the files of a tier."""
        with self._lock:
            self._loaded.pop(number, None)
            tier = self._ranged.pop(number, None)
        if tier is not None:
            tier.close()

    def close(self) -> None:
        """Free all."""
        for number in self.order:
            self.drop(number)
        self._readers.shutdown(cancel_futures=True)

    def search(
        self, keys: IntArray, marks_from: int | None = None, besides: Container[int] = ()
    ) -> Iterator[tuple[int, IntArray, Entries]]:
        """Look keys up in all tiers, the lowest first; ``keys``: [K], rising.

        Gives tiers with the places in ``keys`` of what is found there and not in a lower one, and
        the entries. ``marks_from``: it is marked as reached if it is in this tier or above; None:
        it is not. ``besides``: tiers that are left out. Reads tiers, those that are not in memory
        one block at a time: for misplaced keys.
        """
        rest = np.arange(len(keys))
        for number, tier in self.entries.items():
            some = keys[rest]
            near = np.zeros(len(rest), bool)
            if number not in besides:
                for part in tier.parts:
                    near |= (int(part.first) <= some) & (some <= int(part.last))
            if not near.any():
                continue
            marks = marks_from is not None and number >= marks_from
            with self._lock:
                whole = self._loaded.get(number) or self._far(number)
            here, entries = whole.find_all(some[near], marks)
            if here.any():
                found = np.flatnonzero(near)[here]
                yield number, rest[found], entries[here]
                rest = np.delete(rest, found)

    # --- what is in memory ------------------------------------------------------------------------

    def _bytes(self, number: int) -> int:
        return self.entries[number].states * self.room.state_bytes

    def _waves(self, number: int) -> int:
        """Bytes that checking a tier takes beside it."""
        tier = self._loaded.get(number) or self._ranged.get(number)
        states = self.entries[number].states
        reached = 0 if tier is None else tier.reached()
        return 0 if reached == states else WAVE_BYTES * states

    def _load(self, number: int) -> LoadedTier:
        """Read a tier into memory, with the marks that it has."""
        tier = self._loaded[number] = self._read(self.entries[number])
        if (ranged := self._ranged.pop(number, None)) is not None:
            ranged.give_marks(tier)
            ranged.close()
        self._left -= tier.keys.nbytes + tier.entries.nbytes + tier.table.nbytes
        for other in self._ranged.values():
            other.piece_states = self._piece_states()
        return tier

    def _read(self, tier: TierEntry) -> LoadedTier:
        keys = np.empty(tier.states, np.int64)
        entries = np.empty(tier.states, self.entry_type)
        first, work = 0, []
        for part in tier.parts:
            end = first + part.states
            work.append((part, keys[first:end], entries[first:end]))
            first = end
        blocks: list[Block] = []
        for read in self._readers.map(lambda item: self._read_part(*item), work):
            blocks += read.blocks
        self.first_keys.update(first_keys_of(blocks))
        if (place := int(kernels.first_fall(keys))) >= 0:
            raise WrongPartError(
                f"the keys of tier {tier.tier} do not rise: {int(keys[place - 1])} stands before "
                f"{int(keys[place])}"
            )
        hashes = len(keys) * (HASH_BYTES + self.room.state_bytes) <= self._left
        loaded = LoadedTier(tier.tier, keys, entries, *table_of(keys, hashes), blocks)
        if (place := loaded.place(self._start)) >= 0:
            entries[place] |= np.uint32(1)
        self._mark(loaded)
        return loaded

    def _mark(self, tier: SomeTier) -> None:
        """Give a tier that is read for the first time the marks that are known of it."""
        if (bits := self.marks.pop(tier.number, None)) is not None:
            tier.mark_bits(bits)

    def _read_part(self, part: PartEntry, keys: IntArray, entries: Entries) -> ReadPart:
        """Fill the arrays from a part."""
        read, begin = ReadPart(self.folder, part, self.scored), 0
        for block, rows in read.each():
            end = begin + block.states
            keys[begin:end] = rows.keys
            pack(rows, entries[begin:end])
            begin = end
        return read

    def _far(self, number: int) -> RangedTier:
        self._refused.add(number)  # no other thread loads it while it is used
        entry = self.entries[number]
        if number not in self._ranged:
            read = read_first(self.folder, entry, self._readers, self.scored)
            self.first_keys.update(first_keys_of(read.blocks))
            tier = RangedTier(self.folder, entry, read, self.scored, self._readers)
            if (found := tier.find(self._start)) is not None:
                tier.marks.set_one(*found[:2])
            self._mark(tier)
            self._ranged[number] = tier
        tier = self._ranged[number]
        tier.piece_states = self._piece_states()
        return tier

    def _piece_states(self) -> int:
        """How many states a piece of a tier may have: one of the tier that is checked and one of
        the tier that is looked up take half of the room, and batches that wait the rest."""
        return max(0, self._left) // 4 // (self.room.state_bytes + 4)

    def _put_away(self, number: int) -> None:
        """Free the memory of a tier."""
        tier, entry = self._loaded.pop(number), self.entries[number]
        read = FirstReading([*tier.blocks], Counter(tier.histogram()))
        ranged = RangedTier(self.folder, entry, read, self.scored, self._readers)
        ranged.take_marks(tier)
        self._ranged[number] = ranged
        del tier
        self._left = self.room.left()
