"""The keys of two solutions merged, a range at a time, in memory that does not grow with them.

A solution is a number of chunks of rising keys: row groups of its files, or pieces of its arrays.
The keys are cut into ranges that hold some millions of both together. Of each range the keys of the
second solution are sorted into one array, in which those of the first are looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.diff.alike_states import Recode
from perfectplay.game.game import overrides
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.store.parts import StoredPart
from perfectplay.tablebase.store.table_reader import StoredTable
from perfectplay.tablebase.table import StateEntries, TablePart, nothing_known

RANGE = 1 << 22
"""Keys of a range, of both solutions together. A chunk is read for each range that it touches."""

CHUNK = 1 << 16
"""Keys of a piece of an array."""

Loaded = tuple[NDArray[np.int64], StateEntries]

Take = Callable[[NDArray[np.int64], StateEntries, StateEntries, int | None], None]
"""Is called with keys of the first solution, their entries there and in the second (the value 0 is
unknown), and the tier of the keys if that is stored."""


@dataclass(frozen=True)
class KeyChunk:
    """Rising keys, all from ``first`` to ``last``; ``tier``: as it is stored, or None."""

    first: int
    last: int
    states: int
    tier: int | None
    load: Callable[[], Loaded]

    def within(self, low: int, high: int) -> Loaded:
        """The keys from ``low`` to ``high``, both included, with their entries."""
        keys, entries = self.load()
        begin = int(np.searchsorted(keys, low, "left"))
        end = int(np.searchsorted(keys, high, "right"))
        return keys[begin:end], entries.take(slice(begin, end))


def chunks_of(solution: Solution, recode: Recode) -> list[KeyChunk]:
    """All chunks of a solution without symmetries. Raises DamagedError."""
    table = solution.table
    if isinstance(table, StoredTable):
        several = len({part.tier for part in table.stored}) > 1
        return [
            chunk for part in table.stored for chunk in _stored(part, recode, tiers=several)
        ]  # fmt: skip
    tiers = table.tiers if len(set(table.tiers)) > 1 else [None] * len(table.parts)
    return [
        chunk
        for part, tier in zip(table.parts, tiers, strict=True)
        for chunk in _in_memory(part, tier, recode)
    ]


def has_plies(solution: Solution) -> bool:
    """Whether the tiers of a table are the plies from the start: where a game declares no tiers,
    several are the levels in which it was explored, which all moves leave for the next one."""
    return not overrides(solution.game, "tier")


def _stored(part: StoredPart, recode: Recode, *, tiers: bool) -> Iterator[KeyChunk]:
    lasts = recode(part.lasts()).tolist()
    first = int(recode(np.array([part.entry.first], np.int64))[0])
    sizes = np.diff(part.offsets).tolist()

    def load(group: int) -> Loaded:
        keys, entries = part.rows(group)
        assert isinstance(keys, np.ndarray)
        return recode(keys), entries

    for group, (last, states) in enumerate(zip(lasts, sizes, strict=True)):
        tier = part.tier if tiers else None
        yield KeyChunk(first, last, states, tier, partial(load, group))
        first = last + 1


def _in_memory(part: TablePart, tier: int | None, recode: Recode) -> Iterator[KeyChunk]:
    def load(begin: int, end: int) -> Loaded:
        return recode(part.read(begin, end)), StateEntries.unpacked(part.packed[begin:end])

    for begin in range(0, len(part.keys), CHUNK):
        keys = part.read(begin, begin + CHUNK)
        first, last = recode(keys[[0, -1]]).tolist()
        yield KeyChunk(first, last, len(keys), tier, partial(load, begin, begin + CHUNK))


def compare_keys(
    a: Sequence[KeyChunk], b: Sequence[KeyChunk], scored: bool, team: ThreadTeam, take: Take,
    alive: Callable[[int], None],
) -> None:  # fmt: skip
    """Look the keys of one solution up in the other, some ranges at a time.

    ``scored``: whether they are games of points. ``take`` is called in any thread. ``alive`` is
    called between ranges with the number of states that are done.
    """
    ranges = _ranges([*a, *b])
    done = 0
    for begin in range(0, len(ranges), team.threads):
        some = ranges[begin : begin + team.threads]
        done += sum(team.map(lambda ends: _compare_range(a, b, ends, scored, take), some))
        alive(done)


def _compare_range(
    a: Sequence[KeyChunk], b: Sequence[KeyChunk], ends: tuple[int, int], scored: bool, take: Take
) -> int:
    """Compare the keys of one range; the number of those of the first solution."""
    low, high = ends
    others, theirs = _sorted([c.within(low, high) for c in _touched(b, low, high)], scored)
    count = 0
    for chunk in _touched(a, low, high):
        keys, entries = chunk.within(low, high)
        if len(keys):
            take(keys, entries, _found(keys, others, theirs, scored), chunk.tier)
            count += len(keys)
    return count


def _touched(chunks: Sequence[KeyChunk], low: int, high: int) -> list[KeyChunk]:
    return [chunk for chunk in chunks if chunk.first <= high and chunk.last >= low]


def _sorted(pieces: list[Loaded], scored: bool) -> Loaded:
    """Pieces of rising keys as one."""
    pieces = [piece for piece in pieces if len(piece[0])]
    if not pieces:
        return np.empty(0, np.int64), nothing_known(0, scored)
    if len(pieces) == 1:
        return pieces[0]
    keys = np.concatenate([piece[0] for piece in pieces])
    entries = StateEntries.joined([piece[1] for piece in pieces])
    order = np.argsort(keys, kind="stable")  # it merges what rises already
    return keys[order], entries.take(order)


def _found(
    keys: NDArray[np.int64], others: NDArray[np.int64], theirs: StateEntries, scored: bool
) -> StateEntries:
    """The entries of keys among others, which rise."""
    if not len(others):
        return nothing_known(len(keys), scored)
    places = np.minimum(np.searchsorted(others, keys), len(others) - 1)
    found = theirs.take(places)
    missing = others[places] != keys
    found.put(np.flatnonzero(missing), nothing_known(int(missing.sum()), scored))
    return found


def _ranges(chunks: Sequence[KeyChunk]) -> list[tuple[int, int]]:
    """Ranges of keys, both ends included, that hold all chunks and about RANGE keys each."""
    if not chunks:
        return []
    ends: list[int] = []
    held = 0
    for chunk in sorted(chunks, key=lambda chunk: chunk.last):
        held += chunk.states
        if held >= RANGE and (not ends or chunk.last > ends[-1]):
            ends.append(chunk.last)
            held = 0
    largest = max(chunk.last for chunk in chunks)
    if not ends or ends[-1] < largest:
        ends.append(largest)
    begins = [min(chunk.first for chunk in chunks), *(end + 1 for end in ends[:-1])]
    return list(zip(begins, ends, strict=True))
