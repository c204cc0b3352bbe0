"""The stored tiers within a budget: in memory as far as they fit, else in pieces."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from perfectplay.core.arrays import Array, IntArray
from perfectplay.tablebase.store.manifest import Manifest
from perfectplay.verifier.stored.blocks import first_keys_of
from perfectplay.verifier.stored.ranged_tier import FirstReading, RangedTier, read_first
from perfectplay.verifier.stored.stored_tiers import Entries, LoadedTier, LoadedTiers, SomeTier
from perfectplay.verifier.stored.verify_room import SHELVES, WAVE_BYTES, VerifyRoom

HASH_BYTES = 16
"""Bytes of a state in a hash table, at most."""


class BudgetTiers(LoadedTiers):
    """Tiers by number, in memory while there is room.

    What is in memory stays there until it is dropped, or its own states are checked and the tier
    above it needs the room.
    """

    def __init__(self, folder: Path, manifest: Manifest, start: int, room: VerifyRoom) -> None:
        # threads of their own: those that check wait for tiers
        self._readers = ThreadPoolExecutor(room.threads)
        super().__init__(folder, manifest, start, self._readers)
        self.room = room
        self._ranged: dict[int, RangedTier] = {}
        self._refused: set[int] = set()
        self._left = 0

    def main(self, number: int) -> SomeTier:
        """The tier whose states are checked now."""
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
        """A tier that is in memory, or can be; None if there is no room."""
        with self._lock:
            if number in self._loaded:
                return self._loaded[number]
            if number in self._refused or self._bytes(number) > self._left - SHELVES:
                self._refused.add(number)
                return None
            return self._load(number)

    def far(self, number: int) -> RangedTier:
        """A tier for which there is no room."""
        with self._lock:
            return self._far(number)

    def spare(self) -> int:
        """Bytes that may be taken now beside all that is there, if no batch waits."""
        return max(self.room.left(), SHELVES)

    def waits(self, size: int) -> bool:
        """Whether so many bytes of batches may wait for tiers."""
        return size < max(self._left, SHELVES) * 5 // 8

    def asked_at_once(self) -> int:
        """How many states the interpreter may be asked about at a time."""
        return self.room.asked_at_once()

    def present(self) -> list[SomeTier]:
        """The tiers that were read and not freed."""
        found: list[SomeTier] = [*self._loaded.values(), *self._ranged.values()]
        return sorted(found, key=lambda tier: tier.number)

    def drop(self, number: int) -> None:
        """Free the memory and the files of a tier."""
        super().drop(number)
        tier = self._ranged.pop(number, None)
        if tier is not None:
            tier.close()

    def close(self) -> None:
        """Free all."""
        for number in self.order:
            self.drop(number)
        self._readers.shutdown(cancel_futures=True)

    # --- what is in memory ------------------------------------------------------------------------

    def _bytes(self, number: int) -> int:
        return self.entries[number].states * self.room.state_bytes

    def _waves(self, number: int) -> int:
        """Bytes that checking a tier takes beside it."""
        tier = self._loaded.get(number) or self._ranged.get(number)
        states = self.entries[number].states
        reached = 0 if tier is None else tier.reached()
        return 0 if reached == states else WAVE_BYTES * states

    def _find_all(self, number: int, keys: IntArray, marks: bool) -> tuple[Array, Entries]:
        """As that of `LoadedTiers`, one block at a time of what is not in memory."""
        with self._lock:
            tier = self._loaded.get(number) or self._far(number)
        return tier.find_all(keys, marks)

    def _load(self, number: int) -> LoadedTier:
        """Read a tier into memory, with the marks that it has."""
        tier = self._loaded[number] = self._read(self.entries[number], alone=False)
        ranged = self._ranged.pop(number, None)
        if ranged is not None:
            ranged.give_marks(tier)
            ranged.close()
        self._left -= tier.keys.nbytes + tier.entries.nbytes + tier.table.nbytes
        return tier

    def _far(self, number: int) -> RangedTier:
        self._refused.add(number)  # no other thread loads it while it is used
        entry = self.entries[number]
        if number not in self._ranged:
            read = read_first(self.folder, entry, self._readers, self.scored)
            self.first_keys.update(first_keys_of(read.blocks))
            tier = RangedTier(self.folder, entry, read, self.scored, self._readers)
            if (found := tier.find(self._start)) is not None:
                tier.marks.set_one(*found[:2])
            self._ranged[number] = tier
        tier = self._ranged[number]
        tier.piece_states = max(0, self._left) // 4 // (self.room.state_bytes + 4)
        return tier

    def _put_away(self, number: int) -> None:
        """Free the memory of a tier."""
        tier, entry = self._loaded.pop(number), self.entries[number]
        read = FirstReading([*tier.blocks], Counter(tier.histogram()))
        ranged = RangedTier(self.folder, entry, read, self.scored, self._readers)
        ranged.take_marks(tier)
        self._ranged[number] = ranged
        del tier
        self._left = self.room.left()

    def _hashes(self, states: int) -> bool:
        """Whether there is room for a hash table of so many states."""
        return states * (HASH_BYTES + self.room.state_bytes) <= self._left
