"""Keys with value and remoteness, in sorted parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from perfectplay.core.lazy_numpy import np
from perfectplay.core.packed import (
    NARROW_LIMIT,
    SCORE_BIAS,
    WIDE_LIMIT,
    PackedArray,
    pack,
    pack_scores,
)
from perfectplay.core.value import Value
from perfectplay.game.showing import plies_words
from perfectplay.tablebase.compiled_look_up import look_up_compiled, worth_a_kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

IN_CACHE = 1 << 16
"""Keys that a processor's caches hold."""

SCANNED = 1 << 16
"""Entries that are looked through together, so that they take little memory."""

SOME = 256
"""Keys of a look-up that are worth sorting."""

MANY = 1 << 17
"""Keys of a look-up for which NumPy takes longer than to load a kernel."""

FEW, PROBES = 3, 64
"""Parts that are tried as they stand; keys that tell which parts to try first."""


@dataclass(frozen=True)
class TablePart:
    """[N] rising keys with their entries.

    keys: [N] int64, or uint32, less ``first`` each; packed: [N] values and remotenesses as in
    core/packed.py.
    """

    keys: NDArray[np.int64] | NDArray[np.uint32]
    packed: PackedArray
    first: int = 0

    def key(self, place: int) -> int:
        """The key at a place."""
        return self.first + int(self.keys[place])

    def read(self, begin: int, end: int) -> NDArray[np.int64]:
        """The keys of a range."""
        keys = self.keys[begin:end].astype(np.int64, copy=False)
        return keys + self.first if self.first else keys

    def find(self, wanted: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """[W] the places of keys, and whether they are there; the others have any place.

        >>> part = TablePart(np.array([0, 3], np.uint32), np.array([4, 5], np.uint16), 10)
        >>> part.find(np.array([13, 3, 10 + 2**32]))
        (array([1, 0, 0]), array([ True, False, False]))
        """
        if self.keys.dtype == np.int64:
            places = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
            return places, self.keys[places] == wanted
        last = self.first + int(self.keys[-1])
        there = (wanted >= self.first) & (wanted <= last)
        low = (np.where(there, wanted, self.first) - self.first).astype(np.uint32)
        places = np.searchsorted(self.keys, low)
        return places, there & (self.keys[places] == low)


class StateEntry(NamedTuple):
    """The worth of a state; ``remoteness`` None: endless; ``score``: in a game of points."""

    value: Value
    remoteness: int | None
    score: int | None = None


def worth_text(value: Value, score: int | None) -> str:
    """The worth of a state in a few words, without its remoteness.

    >>> worth_text(Value.WIN, None), worth_text(Value.LOSS, -3), worth_text(Value.DRAW, 0)
    ('win', 'loss by 3', 'draw')
    """
    return f"{value} by {abs(score):,}" if score else str(value)


class StateEntries(NamedTuple):
    """values: [N] uint8, 0 for an unknown state; remoteness: [N] int32, -1 for endless or unknown;
    scores: [N] int32, or None if the game has no points."""

    values: NDArray[np.uint8]
    remoteness: NDArray[np.int32]
    scores: NDArray[np.int32] | None = None

    def at(self, place: int) -> StateEntry:
        """The entry at one place, which must be known."""
        plies = int(self.remoteness[place])
        score = None if self.scores is None else int(self.scores[place])
        return StateEntry(Value(int(self.values[place])), None if plies < 0 else plies, score)

    def listed(self) -> list[StateEntry | None]:
        """Each entry by itself; None for an unknown state."""
        values = self.values.tolist()
        scores = [None] * len(values) if self.scores is None else self.scores.tolist()
        return [
            StateEntry(Value(value), None if plies < 0 else plies, score) if value else None
            for value, plies, score in zip(values, self.remoteness.tolist(), scores, strict=True)
        ]

    def take(self, places: slice | NDArray[np.intp]) -> StateEntries:
        """The entries at some places."""
        scores = None if self.scores is None else self.scores[places]
        return StateEntries(self.values[places], self.remoteness[places], scores)

    def put(self, places: slice | NDArray[np.intp], known: StateEntries) -> None:
        """Write entries at some places."""
        self.values[places], self.remoteness[places] = known.values, known.remoteness
        if self.scores is not None and known.scores is not None:
            self.scores[places] = known.scores

    def packed(self, *, wide: bool = False) -> PackedArray:
        """The same as packed entries; ``wide``: never in 16 bits."""
        if self.scores is not None:
            return pack_scores(self.scores, self.remoteness)
        return pack(self.values, self.remoteness, wide=wide)

    @classmethod
    def unpacked(cls, packed: PackedArray) -> StateEntries:
        """[N] packed entries (core/packed.py) as arrays.

        >>> StateEntries.unpacked(pack_scores(np.array([-3, 0]), np.array([2, 1], np.int32)))
        ... # doctest: +NORMALIZE_WHITESPACE
        StateEntries(values=array([1, 2], dtype=uint8), remoteness=array([2, 1], dtype=int32),
                     scores=array([-3,  0], dtype=int32))
        """
        bits = packed.dtype.type
        none = NARROW_LIMIT if packed.dtype == np.uint16 else WIDE_LIMIT
        values = (packed & bits(3)).astype(np.uint8)
        remoteness = ((packed >> bits(2)) & bits(none)).astype(np.int32)
        remoteness[remoteness == none] = -1
        if packed.dtype != np.uint64:
            return cls(values, remoteness)
        scores = (packed >> bits(32)).astype(np.int64) - SCORE_BIAS
        return cls(values, remoteness, scores.astype(np.int32))

    @classmethod
    def joined(cls, some: Sequence[StateEntries]) -> StateEntries:
        """The concatenation of several."""
        columns = zip(*some, strict=True)
        values, remoteness, scores = (
            None if column[0] is None else np.concatenate(column) for column in columns
        )
        assert values is not None
        assert remoteness is not None
        return cls(values, remoteness, scores)


def nothing_known(states: int, scored: bool) -> StateEntries:
    """Entries of so many unknown states."""
    scores = np.zeros(states, np.int32) if scored else None
    return StateEntries(np.zeros(states, np.uint8), np.full(states, -1, np.int32), scores)


def plies_text(remoteness: int | None) -> str:
    """A remoteness in a few words.

    >>> plies_text(1), plies_text(1_000), plies_text(None)
    ('1 ply', '1,000 plies', 'endless')
    """
    return "endless" if remoteness is None else plies_words(remoteness)


class Table:
    """A map from keys to value and remoteness, and score. No key is in two parts.

    ``tiers``: of each part; None: the parts are no tiers."""

    def __init__(self, parts: list[TablePart], tiers: list[int] | None = None) -> None:
        self.parts = [part for part in parts if len(part.keys)]
        given = tiers or []
        self.tiers = [tier for part, tier in zip(parts, given, strict=False) if len(part.keys)]
        self.scored = any(part.packed.dtype == np.uint64 for part in self.parts)
        """Whether the game is one of points."""

    def __len__(self) -> int:
        return sum(len(part.keys) for part in self.parts)

    def get(self, key: int) -> StateEntry | None:
        """The entry of a key, or None."""
        for part in self.parts:
            [place], [found] = part.find(np.array([key], np.int64))
            if found:
                return StateEntries.unpacked(part.packed[place : place + 1]).at(0)
        return None

    def look_up(self, keys: NDArray[np.int64]) -> StateEntries:
        """[N] the entries of keys."""
        known = nothing_known(len(keys), self.scored)
        if len(keys) >= MANY and worth_a_kernel(len(keys)):
            look_up_compiled(
                [(part.keys, part.packed, part.first) for part in self._likeliest(keys)],
                keys,
                lambda places, packed: known.put(places, StateEntries.unpacked(packed)),
            )
            return known
        open_ = np.arange(len(keys))
        if len(self) > IN_CACHE and len(keys) > SOME:
            open_ = np.argsort(keys)  # neighbours share what a search has brought into the cache
        for part in self._likeliest(keys):
            if not len(open_):
                break
            places, found = part.find(keys[open_])
            known.put(open_[found], StateEntries.unpacked(part.packed[places[found]]))
            open_ = open_[~found]
        return known

    def _likeliest(self, keys: NDArray[np.int64]) -> list[TablePart]:
        """The parts, those first that hold the most of a few of the keys: states of one tier mostly
        lead to one other."""
        if len(self.parts) < FEW or len(keys) < SOME:
            return self.parts
        some = keys[:: len(keys) // PROBES]

        return sorted(self.parts, key=lambda part: int(part.find(some)[1].sum()), reverse=True)

    def blocks(self, size: int = 1 << 14) -> Iterator[tuple[NDArray[np.int64], StateEntries]]:
        """All keys with their entries, at most ``size`` at a time."""
        for part in self.parts:
            for first in range(0, len(part.keys), size):
                end = first + size
                yield part.read(first, end), StateEntries.unpacked(part.packed[first:end])

    def joined(self) -> tuple[NDArray[np.int64], StateEntries]:
        """[N] all keys and their entries, block by block."""
        keys, entries = zip(*self.blocks(), strict=True)
        return np.concatenate(keys), StateEntries.joined(entries)

    def smallest_with(self, value: Value, remoteness: int) -> int | None:
        """The smallest key with this value and remoteness, or None. Reads all keys below it."""
        best: int | None = None
        for part in sorted((x for x in self.parts if len(x.keys)), key=lambda x: x.key(0)):
            found = self._first_with(part, value, remoteness, best)
            best = best if found is None else found
        return best

    @staticmethod
    def _first_with(
        part: TablePart, value: Value, remoteness: int, below: int | None
    ) -> int | None:
        """As `smallest_with`, in one part, among keys ``below`` one."""
        for first in range(0, len(part.keys), SCANNED):
            if below is not None and part.key(first) >= below:
                return None
            entries = StateEntries.unpacked(part.packed[first : first + (SCANNED)])
            hits = np.flatnonzero((entries.values == value) & (entries.remoteness == remoteness))
            if len(hits):
                key = part.key(first + int(hits[0]))
                return key if below is None else min(key, below)
        return None
