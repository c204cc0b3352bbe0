"""A tier that memory does not hold: its blocks are read where they lie, its marks are in files."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import pairwise
from pathlib import Path

import numpy as np

from perfectplay.core.arrays import Array, ByteArray, IntArray
from perfectplay.core.thread_pool import in_order
from perfectplay.tablebase.store.manifest import TierEntry
from perfectplay.tablebase.verification import Worth
from perfectplay.verifier.stored.first_reading import FirstReading
from perfectplay.verifier.stored.key_table import table_of
from perfectplay.verifier.stored.marks_on_disk import MarkFile
from perfectplay.verifier.stored.stored_tiers import Entries, LoadedTier, worth_of

NONE = np.empty(0, np.int64)


class RangedTier:
    """A tier of which only pieces are in memory.

    ``blocks``: all that it has; ``counts``: its states by entry; ``pool``: threads that read, none
    of which uses the tier. ``piece_states``: how many states a piece has, about.
    """

    def __init__(
        self, folder: Path, tier: TierEntry, read: FirstReading, scored: bool, pool: Executor
    ) -> None:
        self.number, self.states = tier.tier, tier.states
        self.blocks, self._counts = read.blocks, read.counts
        self.entry_type = np.dtype(np.uint64 if scored else np.uint32)
        self.piece_states = 0
        self._folder, self._pool, self._scored = folder, pool, scored
        self._sizes = [block.states for block in self.blocks]
        self._begins = np.cumsum([0, *self._sizes]).tolist()
        self._firsts = [block.first for block in self.blocks]
        self.marks = MarkFile(self._sizes)
        self._taken: MarkFile | None = None
        self._wave: MarkFile | None = None

    def close(self) -> None:
        """Free its files."""
        for file in (self.marks, self._taken, self._wave):
            if file is not None:
                file.close()

    def take_marks(self, tier: LoadedTier) -> None:
        """Mark what is marked in the same tier, which was in memory."""
        for n in range(len(self.blocks)):
            some = tier.entries[self._begins[n] : self._begins[n + 1]]
            self.marks.add(n, n + 1, (some & np.uint32(1)).astype(bool))

    def give_marks(self, tier: LoadedTier) -> None:
        """The same the other way round."""
        for n in range(len(self.blocks)):
            some = tier.entries[self._begins[n] : self._begins[n + 1]]
            some |= self.marks.get(n, n + 1)

    def marks_as_bits(self) -> ByteArray:
        """[N / 8] uint8: a bit for each state, whether it is marked as reached."""
        bits = np.zeros(-(-self.states // 8), np.uint8)
        for n, begin in enumerate(self._begins[:-1]):
            own = np.append(np.zeros(begin % 8, bool), self.marks.get(n, n + 1))
            bits[begin // 8 : self._begins[n + 1] + 7 >> 3] |= np.packbits(own)
        return bits

    def mark_bits(self, bits: ByteArray) -> None:
        """Mark the states whose bits are set, of [N / 8] uint8."""
        for n, (begin, end) in enumerate(pairwise(self._begins)):
            own = np.unpackbits(bits[begin // 8 : (end + 7) // 8])
            self.marks.add(n, n + 1, own[begin % 8 :][: end - begin].astype(bool))

    def histogram(self) -> Counter[int]:
        """The number of states of each entry."""
        return self._counts

    # --- single states ----------------------------------------------------------------------------

    def reached(self) -> int:
        """How many states are marked as reached."""
        return self.marks.count()

    def find(self, key: int) -> tuple[int, int, int] | None:
        """The block of a key, its place in the block, and its entry, with its mark; or None."""
        n = bisect_right(self._firsts, key) - 1
        if n < 0 or key > self.blocks[n].last:
            return None
        keys, entries = self._read(n, n + 1, None)
        place = int(np.searchsorted(keys, key))
        if keys[place] != key:
            return None
        return n, place, int(entries[place]) | self.marks.has(n, place)

    def find_all(self, keys: IntArray, marks: bool) -> tuple[Array, Entries]:
        """[K] bool, which of some rising keys are here, and [K] their entries, without marks.
        ``marks``: they are marked as reached."""
        here, found = np.zeros(len(keys), bool), np.zeros(len(keys), self.entry_type)

        def find(block: tuple[int, int, int]) -> None:
            n, begin, end = block
            mine, entries = self._read(n, n + 1, None)
            places = np.searchsorted(mine, keys[begin:end])
            here[begin:end] = mine[places] == keys[begin:end]
            found[begin:end] = entries[places]
            if marks:
                reached = np.zeros(len(mine), bool)
                reached[places[here[begin:end]]] = True
                self.marks.add(n, n + 1, reached)

        list(self._pool.map(find, self._blocks_of(keys)))
        return here, found

    def worth(self, key: int) -> Worth | None:
        """The stored worth of a key, or None."""
        found = self.find(key)
        return None if found is None else worth_of(found[2])

    def at(self, places: IntArray) -> tuple[IntArray, Entries]:
        """[K] the keys at some rising places, and [K] their entries, without marks."""
        cuts = np.searchsorted(places, self._begins)
        keys, found = np.empty(len(places), np.int64), np.empty(len(places), self.entry_type)

        def take(n: int) -> None:
            mine, entries = self._read(n, n + 1, None)
            here = places[cuts[n] : cuts[n + 1]] - self._begins[n]
            keys[cuts[n] : cuts[n + 1]], found[cuts[n] : cuts[n + 1]] = mine[here], entries[here]

        list(self._pool.map(take, np.flatnonzero(np.diff(cuts)).tolist()))
        return keys, found

    # --- ranges -----------------------------------------------------------------------------------

    def pieces(self, lowest: int, highest: int) -> Iterator[LoadedTier]:
        """The tier in pieces that memory holds, those with keys in a range. Each is emptied when
        the next one is asked for; what is marked in it is kept."""
        for begin, end in self._ranges():
            if self.blocks[begin].first > highest or self.blocks[end - 1].last < lowest:
                continue
            keys, entries = self._read(begin, end, self._pool)
            entries |= self.marks.get(begin, end)
            piece = LoadedTier(self.number, keys, entries, *table_of(keys, hashes=False))
            del keys, entries
            yield piece
            self.marks.add(begin, end, (piece.entries & np.uint32(1)).astype(bool))
            piece.empty()

    def take_wave(self) -> bool:
        """Whether there are states that are marked and were in no wave before: they are the wave
        now."""
        if self._wave is None or self._taken is None:
            self._wave, self._taken = MarkFile(self._sizes), MarkFile(self._sizes)
        return self._wave.take_wave(self.marks, self._taken) > 0

    def wave(self, batch: int) -> Iterator[tuple[IntArray, Entries]]:
        """The keys and entries of the states of the wave, so many at a time."""
        assert self._wave is not None
        return self.chosen(self._wave, batch)

    def all_marks(self) -> MarkFile:
        """A file in which all states are marked."""
        marks = MarkFile(self._sizes)
        for n, size in enumerate(self._sizes):
            marks.add(n, n + 1, np.ones(size, bool))
        return marks

    def mark_keys(self, keys: IntArray, marks: MarkFile) -> None:
        """Mark those of some rising keys that are stored here."""
        for n, begin, end in self._blocks_of(keys):
            mine, _ = self._read(n, n + 1, None)
            marks.add(n, n + 1, np.isin(mine, keys[begin:end], assume_unique=True))

    def chosen(self, marks: MarkFile, batch: int) -> Iterator[tuple[IntArray, Entries]]:
        """The keys and entries of the states that are marked in a file, so many at a time."""
        return self._batches(lambda n: marks.get(n, n + 1), batch)

    def between(self, begin: int, end: int, batch: int) -> Iterator[tuple[IntArray, Entries]]:
        """The keys and entries of the states from one place to another, so many at a time."""

        def of_block(n: int) -> Array:
            places = np.arange(self._begins[n], self._begins[n + 1])
            return (begin <= places) & (places < end)

        return self._batches(of_block, batch)

    def _batches(
        self, chosen_of: Callable[[int], Array], batch: int
    ) -> Iterator[tuple[IntArray, Entries]]:
        """``chosen_of``: which states of a block, [N] bool."""
        keys, entries = none = NONE, np.empty(0, self.entry_type)

        def read(n: int) -> tuple[IntArray, Entries]:
            chosen = chosen_of(n)
            if not chosen.any():
                return none
            more_keys, more_entries = self._read(n, n + 1, None)
            return more_keys[chosen], more_entries[chosen]

        # the next block is read while states of this one are checked
        for more_keys, more_entries in in_order(self._pool, read, range(len(self.blocks)), 2):
            keys = np.concatenate([keys, more_keys])
            entries = np.concatenate([entries, more_entries])
            full = len(keys) // batch * batch
            for begin in range(0, full, batch):
                yield keys[begin : begin + batch], entries[begin : begin + batch]
            keys, entries = keys[full:], entries[full:]
        if len(keys):
            yield keys, entries

    def unreached(self, limit: int) -> Iterator[tuple[int, int]]:
        """The keys and entries of the first states that are not marked."""
        for n in range(len(self.blocks)):
            places = np.flatnonzero(~self.marks.get(n, n + 1))[:limit]
            if len(places):
                keys, entries = self._read(n, n + 1, None)
                yield from zip(keys[places].tolist(), entries[places].tolist(), strict=True)
                limit -= len(places)
            if not limit:
                return

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Ranges of blocks with about as many states as a piece has then, at least one block."""
        begin = 0
        for n in range(1, len(self.blocks) + 1):
            states = self._begins[min(n + 1, len(self.blocks))] - self._begins[begin]
            if n == len(self.blocks) or states > self.piece_states:
                yield begin, n
                begin = n

    def _blocks_of(self, keys: IntArray) -> Iterator[tuple[int, int, int]]:
        """The blocks in whose ranges some of rising keys are, and from where to where these are."""
        for n, block in enumerate(self.blocks):
            begin, end = np.searchsorted(keys, [block.first, block.last + 1]).tolist()
            if begin < end:
                yield n, begin, end

    def _read(self, begin: int, end: int, pool: Executor | None) -> tuple[IntArray, Entries]:
        """The keys and entries of some blocks, without marks."""
        first = self._begins[begin]
        count = self._begins[end] - first
        keys, entries = np.empty(count, np.int64), np.empty(count, self.entry_type)

        def fill(n: int) -> None:
            mine = slice(self._begins[n] - first, self._begins[n + 1] - first)
            self.blocks[n].read(self._folder, self._scored, keys[mine], entries[mine])

        list((map if pool is None else pool.map)(fill, range(begin, end)))
        return keys, entries
