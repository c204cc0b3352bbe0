"""Tables on the disk, of which row groups are read on demand."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.arguments import available_cores
from perfectplay.core.value import Value
from perfectplay.tablebase.store.manifest import Manifest
from perfectplay.tablebase.store.part_columns import is_rising
from perfectplay.tablebase.store.parts import StoredPart
from perfectplay.tablebase.table import StateEntries, StateEntry, Table, nothing_known

KEPT_GROUPS = 128
"""The number of decoded row groups in the cache: some 50 MB of keys and values."""

MANY = 1 << 15
"""Keys of a look-up for which threads read row groups."""

Block = tuple[NDArray[np.int64], StateEntries]


def stored_table(folder: Path, manifest: Manifest) -> StoredTable:
    """The table of a stored solution; files are read on demand."""
    if manifest.keys.kind == "text":
        return TextStateTable(folder, manifest)
    return StoredTable(folder, manifest)


class StoredTable(Table):
    """A `Table` whose parts are files. Safe for threads. Reading raises DamagedError."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        super().__init__([])
        text = manifest.keys.kind == "text"
        self.stored = stored = [
            StoredPart(folder, entry, tier.tier, text=text, scored=manifest.scoring)
            for tier in manifest.tiers
            for entry in tier.parts
        ]
        self._states = manifest.states
        self.scored = manifest.scoring
        self._tiers = np.array([part.tier for part in self.stored], np.int64)
        kind = object if text else np.int64
        self._firsts = np.array([part.entry.first for part in self.stored], kind)
        self._lasts = np.array([part.entry.last for part in self.stored], kind)
        # a text takes ten times the memory of a key
        self._keys_of: Callable[[int, int], Any] = lru_cache(
            KEPT_GROUPS // 10 if text else KEPT_GROUPS
        )(lambda number, group: stored[number].states(group))
        self._entries_of: Callable[[int, int], StateEntries] = lru_cache(KEPT_GROUPS)(
            lambda number, group: stored[number].entries(group)
        )
        self._group_lasts: Callable[[int], NDArray[np.int64]] = cache(
            lambda number: stored[number].lasts()
        )
        self._found = 0

    def __len__(self) -> int:
        return self._states

    def get(self, key: int, tier: int | None = None) -> StateEntry | None:
        """The entry of a key, or None. ``tier``: where to look first."""
        for number in self._holding(key, tier):
            group = int(np.searchsorted(self._group_lasts(number), key))
            if group >= self.stored[number].groups:
                continue
            keys = self._keys_of(number, group)
            place = int(np.searchsorted(keys, key))
            if place < len(keys) and keys[place] == key:
                self._found = number
                return self._entries_of(number, group).at(place)
        return None

    def _holding(self, state: Any, tier: int | None) -> list[int]:
        """The parts that can hold a key, or a text, in the order of the search."""
        return self._order(np.flatnonzero((self._firsts <= state) & (self._lasts >= state)), tier)

    def _order(self, parts: NDArray[np.intp], tier: int | None) -> list[int]:
        """Parts of the tier first, then those nearest to the last hit."""
        far = np.abs(parts - self._found)
        if tier is not None:
            far[self._tiers[parts] != tier] += len(self.stored)
        found: list[int] = parts[np.argsort(far, kind="stable")].tolist()
        return found

    def look_up(self, keys: NDArray[np.int64], tier: int | None = None) -> StateEntries:
        """[N] the entries of keys; each row group is read at most once.

        ``tier``: where to look first.
        """
        wanted, back = np.asarray(keys, np.int64), None
        if not is_rising(wanted):
            wanted, back = np.unique(wanted, return_inverse=True)
        found = nothing_known(len(wanted), self.scored)
        open_ = np.arange(len(wanted))
        first = np.searchsorted(wanted, self._firsts)
        last = np.searchsorted(wanted, self._lasts, "right")
        many = len(wanted) >= MANY
        with ThreadPoolExecutor(available_cores()) if many else nullcontext() as pool:
            each = map if pool is None else pool.map
            for number in self._order(np.flatnonzero(last > first), tier):
                if not len(open_):
                    break
                list(each(*self._look_up_in(number, wanted, open_, found)))
                open_ = open_[found.values[open_] == 0]
        return found if back is None else found.take(back)

    def _look_up_in(
        self, number: int, wanted: NDArray[np.int64], open_: NDArray[np.int64], found: StateEntries
    ) -> tuple[Callable[[int], None], list[int]]:
        """A function of a row group of one part, which writes the entries that it has for
        ``wanted[open_]`` into ``found``, and the row groups for which it is to be called."""
        entry = self.stored[number].entry
        some = wanted[open_]
        first = np.searchsorted(some, entry.first)
        places = open_[first : np.searchsorted(some, entry.last, "right")]
        ends = np.searchsorted(wanted[places], self._group_lasts(number), "right")
        begins = np.concatenate(([0], ends[:-1]))

        def write(group: int) -> None:
            here = places[begins[group] : ends[group]]
            keys = self._keys_of(number, group)
            at = np.searchsorted(keys, wanted[here])
            hit = at < len(keys)
            hit[hit] = keys[at[hit]] == wanted[here[hit]]
            if hit.any():
                found.put(here[hit], self._entries_of(number, group).take(at[hit]))

        return write, np.flatnonzero(ends > begins).tolist()

    def blocks(self, size: int = 1 << 14) -> Iterator[Block]:
        """All keys with their entries, at most ``size`` at a time, tier by tier."""
        for number, part in enumerate(self.stored):
            for group in range(part.groups):
                keys, entries = self._fresh_keys(number, group), part.entries(group)
                for first in range(0, len(keys), size):
                    piece = slice(first, first + size)
                    yield keys[piece], entries.take(piece)

    def smallest_with(self, value: Value, remoteness: int) -> int | None:
        """The smallest key with this value and remoteness, or None. Reads all keys below it."""
        best: int | None = None
        for number in sorted(range(len(self.stored)), key=self._first_key):
            part = self.stored[number]
            for group in range(part.groups):
                if best is not None and self._least(number, group) > best:
                    break
                entries = part.entries(group)
                hits = np.flatnonzero(
                    (entries.remoteness == remoteness) & (entries.values == value)
                )
                if len(hits):
                    key = int(self._fresh_keys(number, group)[hits[0]])
                    best = key if best is None else min(best, key)
                    break
        return best

    # --- row groups -------------------------------------------------------------------------------

    def _first_key(self, number: int) -> int:
        first = self.stored[number].entry.first
        assert isinstance(first, int)
        return first

    def _least(self, number: int, group: int) -> int:
        """No key of a row group is smaller."""
        return int(self._group_lasts(number)[group - 1]) if group else self._first_key(number)

    def _fresh_keys(self, number: int, group: int) -> NDArray[np.int64]:
        keys = self.stored[number].states(group)
        assert isinstance(keys, np.ndarray)
        return keys


class TextStateTable(StoredTable):
    """States by their texts: a key is the index of a text among all, tier by tier."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        super().__init__(folder, manifest)
        self._begin = np.cumsum([0, *(part.entry.states for part in self.stored)])

    def key_of(self, text: str) -> int:
        """The key of a text, or -1."""
        for number in self._holding(text, None):
            part = self.stored[number]
            groups = range(part.groups - 1)
            group = bisect_left(groups, text, key=lambda n: self._keys_of(number, n)[-1])
            texts = self._keys_of(number, group)
            place = bisect_left(texts, text)
            if place < len(texts) and texts[place] == text:
                self._found = number
                return int(self._begin[number] + part.offsets[group]) + place
        return -1

    def text_of(self, key: int) -> str:
        """The text of a key. Raises IndexError."""
        number, group, place = self._place(key)
        text: str = self._keys_of(number, group)[place]
        return text

    def _place(self, key: int) -> tuple[int, int, int]:
        """The part, its row group, and the place in that, of a key."""
        if not 0 <= key < len(self):
            raise IndexError(f"no state has the key {key}")
        number = int(np.searchsorted(self._begin, key, "right")) - 1
        offsets = self.stored[number].offsets
        rest = key - int(self._begin[number])
        group = int(np.searchsorted(offsets, rest, "right")) - 1
        return number, group, rest - int(offsets[group])

    def get(self, key: int, tier: int | None = None) -> StateEntry | None:  # noqa: ARG002
        if not 0 <= key < len(self):
            return None
        number, group, place = self._place(key)
        return self._entries_of(number, group).at(place)

    def look_up(
        self,
        keys: NDArray[np.int64],
        tier: int | None = None,  # noqa: ARG002
    ) -> StateEntries:
        found = nothing_known(len(keys), self.scored)
        for n, key in enumerate(keys.tolist()):
            if 0 <= key < len(self):
                number, group, place = self._place(key)
                known = self._entries_of(number, group).take(slice(place, place + 1))
                found.put(slice(n, n + 1), known)
        return found

    def _first_key(self, number: int) -> int:
        return int(self._begin[number])

    def _least(self, number: int, group: int) -> int:
        return int(self._begin[number] + self.stored[number].offsets[group])

    def _fresh_keys(self, number: int, group: int) -> NDArray[np.int64]:
        first, offsets = self._begin[number], self.stored[number].offsets
        return np.arange(first + offsets[group], first + offsets[group + 1], dtype=np.int64)
