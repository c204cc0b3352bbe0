"""Kernels and arrays of a solve by tiers beside slow twins: runs, shelves, look-ups, batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay.compiler import radix
from perfectplay.core.packed import (
    NARROW_LIMIT,
    WIDE_LIMIT,
    pack,
)
from perfectplay.game.packing import KEYS_END, TupleKeys
from perfectplay.solver.explore import merge_runs, runs, sorted_keys
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray, StoredArray
from perfectplay.solver.explore.explored_tiers import batches_of
from perfectplay.solver.explore.index import SHARE, KeyIndex, ValuedTier
from perfectplay.solver.explore.key_file import KeyFile
from perfectplay.solver.retrograde import batch_kernels
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.table import StateEntries

LOSS, DRAW, WIN = 1, 2, 3

Numbers = np.ndarray[Any, np.dtype[Any]]


def array(items: Any) -> Numbers:
    return np.array(list(items), np.int64)


def some_keys(random: np.random.Generator, most: int) -> Numbers:
    """Keys in any order with repetitions, of a random style and span."""
    n = int(random.integers(0, most))
    span = int(random.choice([5, 100, 10_000, 1 << 40, KEYS_END - 1]))
    keys = random.integers(0, span, n, dtype=np.int64)
    if random.random() < 0.3:  # clusters far from one another
        keys = keys % 50 + random.choice([0, 1 << 20, 1 << 50], n)
    return keys


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BUCKET", 16)
    monkeypatch.setattr(merge_runs, "MERGED", 16)


# --- runs -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [1, 3])
def test_a_run_is_the_set_of_some_children(threads: int) -> None:
    random = np.random.default_rng(threads)
    for _ in range(150):
        children = [some_keys(random, 300) for _ in range(int(random.integers(0, 6)))]
        wanted = sorted({int(key) for part in children for key in part})
        given = [part.copy() for part in children]
        run = runs.run_of(given, ThreadTeam(threads))
        assert run.tolist() == wanted
        assert run.dtype == np.int64
        assert given == [] or not wanted


def test_a_run_of_more_children_than_there_are_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BUCKET", 1)
    random = np.random.default_rng(0)
    children = [random.integers(0, 1 << 30, 700) for _ in range(4)]
    wanted = np.unique(np.concatenate(children))
    assert np.array_equal(runs.run_of(children, ThreadTeam(2)), wanted)


def kept_some(
    shelf: ArrayStore, random: np.random.Generator, runs_of: list[Numbers]
) -> list[StoredArray]:
    """Some of them in memory and some as files."""
    kept = [shelf.keep(run) for run in runs_of]
    return [shelf.spill(run) if random.random() < 0.5 else run for run in kept]


def counted(shelf: ArrayStore, kept: list[StoredArray]) -> bool:
    """Whether the shelf has in its books what is really held, and no files beside."""
    held = sum(len(run) * run.dtype.itemsize for run in kept if isinstance(run, MemoryArray))
    folder = shelf.folder()
    files = {run.path for run in kept if isinstance(run, KeyFile)}
    return shelf.held == held and set(folder.iterdir()) == files


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("room", [0, 2_000, 1 << 30])
def test_merged_runs(threads: int, room: int, tmp_path: Path) -> None:
    """What is new in some runs, all of them held or filed, and the runs gone from the shelf."""
    random = np.random.default_rng(threads + room)
    for _ in range(60):
        shelf = ArrayStore(room, lambda: tmp_path)
        every = [np.unique(some_keys(random, 200)) for _ in range(int(random.integers(1, 9)))]
        cut = int(random.integers(1, len(every) + 1))
        kept = kept_some(shelf, random, every)
        known = kept[cut:]
        wanted = set(np.concatenate(every[:cut]).tolist())
        wanted -= {int(key) for run in every[cut:] for key in run}
        if cut == 1 and not known:
            assert merge_runs.merge_and_drop(kept, (), shelf, ThreadTeam(threads)) is kept[0]
            shelf.drop(kept[0])
            continue
        together = merge_runs.merge_stored(kept[:cut], known, shelf, ThreadTeam(threads))
        assert together.read(0, len(together)).tolist() == sorted(wanted)
        assert counted(shelf, [*kept, together])
        assert [run.read(0, len(run)).tolist() for run in kept] == [run.tolist() for run in every]
        new = merge_runs.merge_and_drop(kept[:cut], known, shelf, ThreadTeam(threads))
        assert new.read(0, len(new)).tolist() == sorted(wanted)
        assert counted(shelf, [*known, together, new])
        assert isinstance(new, KeyFile if room == 0 else MemoryArray | KeyFile)
        for run in (*known, together, new):
            shelf.drop(run)
        assert counted(shelf, [])


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [1, 3])
def test_whether_runs_meet(threads: int, tmp_path: Path) -> None:
    random = np.random.default_rng(threads)
    shelf, seen = ArrayStore(1 << 30, lambda: tmp_path), set()
    for _ in range(300):
        every = [np.unique(some_keys(random, 120)) for _ in range(int(random.integers(1, 5)))]
        if random.random() < 0.5:  # all but disjoint
            every = [run // 8 * 8 + i for i, run in enumerate(every)]
            every[-1] = np.unique(np.append(every[-1], random.integers(0, 100)))
        first, *others = kept_some(shelf, random, every)
        wanted = bool({*every[0].tolist()} & {k for run in every[1:] for k in run.tolist()})
        assert merge_runs.have_common_keys(first, others, ThreadTeam(threads)) is wanted
        seen.add(wanted)
    assert seen == {False, True}


def test_two_arrays_have_a_key_in_common() -> None:
    random = np.random.default_rng(1)
    for _ in range(300):
        a, b = (np.unique(random.integers(0, 60, random.integers(0, 9))) for _ in range(2))
        assert sorted_keys.have_common(a, b) is bool(set(a.tolist()) & set(b.tolist()))


# --- the shelf ------------------------------------------------------------------------------------


def test_what_has_no_room_goes_to_a_file(tmp_path: Path) -> None:
    shelf = ArrayStore(80, lambda: tmp_path)
    held = shelf.keep(np.arange(10))
    filed = shelf.keep(np.arange(100, 103, dtype=np.int64))
    assert isinstance(held, MemoryArray)
    assert isinstance(filed, KeyFile)
    assert shelf.held == 80
    assert len(filed) == 3
    assert filed.read(1, 99).tolist() == [101, 102]
    assert filed.read(3, 9).tolist() == []
    assert filed.every(2).tolist() == [100, 102]
    assert [filed.place(key) for key in (0, 100, 101, 102, 103)] == [0, 0, 1, 2, 3]
    assert [held.place(key) for key in (-1, 0, 9, 10)] == [0, 0, 9, 10]
    shelf.drop(held)
    shelf.drop(filed)
    assert shelf.held == 0
    assert list(tmp_path.iterdir()) == []


def test_what_is_spilled_is_the_same(tmp_path: Path) -> None:
    shelf = ArrayStore(1_000, lambda: tmp_path)
    held = shelf.keep(np.arange(7))
    filed = shelf.spill(held)
    assert isinstance(filed, KeyFile)
    assert shelf.held == 0
    assert shelf.spill(filed) is filed
    assert filed.read(0, 7).tolist() == list(range(7))
    assert filed.read(0, 7).dtype == np.int64


@pytest.mark.parametrize("room", [0, 79, 80])
def test_parts_are_kept_as_one(room: int, tmp_path: Path) -> None:
    """The room is asked for all that may come, and taken by what has come."""
    shelf = ArrayStore(room, lambda: tmp_path)
    parts = (np.arange(i, i + 2) for i in (0, 2, 4))
    kept = shelf.keep_all(parts, np.dtype(np.int64), 10)
    assert kept.read(0, len(kept)).tolist() == [0, 1, 2, 3, 4, 5]
    assert isinstance(kept, MemoryArray if room >= 80 else KeyFile)
    assert shelf.held == (48 if room >= 80 else 0)
    nothing = shelf.keep_all(iter(()), np.dtype(np.int64), 20)
    assert len(nothing) == 0
    assert nothing.read(0, 5).tolist() == []


def test_a_file_that_was_cut_off_is_an_error(tmp_path: Path) -> None:
    shelf = ArrayStore(0, lambda: tmp_path)
    kept = shelf.keep(np.arange(10))
    assert isinstance(kept, KeyFile)
    with open(kept.path, "r+b") as file:
        file.truncate(4)
    with pytest.raises(OSError, match="cut off"):
        kept.read(6, 8)


def test_the_system_says_why_an_array_cannot_be_kept(tmp_path: Path) -> None:
    """NumPy's own way of writing hides it."""
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no device that is always full")
    (tmp_path / "1.keys").symlink_to(full)
    with pytest.raises(OSError, match="No space") as failure:
        ArrayStore(0, lambda: tmp_path).keep(np.arange(10_000))
    assert failure.value.errno == 28


# --- finished tiers, looked up --------------------------------------------------------------------


def dense(random: np.random.Generator, n: int) -> Numbers:
    return np.arange(n, dtype=np.int64) + 7


def holes(random: np.random.Generator, n: int) -> Numbers:
    return np.unique(random.integers(0, 2 * n + 1, n))


def clustered(random: np.random.Generator, n: int) -> Numbers:
    return np.unique(random.integers(0, 9, n) * (1 << 33) + random.integers(0, 2 * n, n))


def sparse(random: np.random.Generator, n: int) -> Numbers:
    return np.unique(random.integers(1 << 20, 1 << 40, n))


def everywhere(random: np.random.Generator, n: int) -> Numbers:
    return np.unique(np.append(random.integers(0, KEYS_END - 1, n), [0, KEYS_END - 1]))


STYLES: list[Callable[[np.random.Generator, int], Numbers]] = [
    dense, holes, clustered, sparse, everywhere
]  # fmt: skip


def worths(random: np.random.Generator, n: int, wide: bool) -> tuple[Numbers, Numbers]:
    values = random.integers(1, 4, n).astype(np.uint8)
    plies = random.integers(0, NARROW_LIMIT, n).astype(np.int32)
    if wide:
        plies[random.random(n) < 0.5] += NARROW_LIMIT
        plies[random.integers(0, n)] = WIDE_LIMIT - 1
    else:
        plies[random.integers(0, n)] = NARROW_LIMIT - 1
    plies[random.random(n) < 0.2] = -1
    return values, plies


@pytest.mark.parametrize("style", STYLES)
def test_values_are_looked_up(style: Callable[..., Numbers]) -> None:
    """Each key has its value and remoteness, whatever the keys look like; others are missing."""
    random = np.random.default_rng(STYLES.index(style))
    for n in (1, 2, 7, 8, 9, 40, 300, 3_000):
        for wide in (False, True):
            keys = style(random, n)
            values, plies = worths(random, len(keys), wide)
            packed = pack(values, plies)
            assert packed.dtype == (np.uint32 if plies.max() >= NARROW_LIMIT else np.uint16)
            parts = np.array_split(keys, int(random.integers(1, 5)))
            index = KeyIndex(iter(parts), int(keys[0]), int(keys[-1]), len(keys))
            tier = ValuedTier(index, packed)
            order = random.permutation(len(keys))
            entries = np.empty(len(keys), np.uint32)
            tier.entries(keys[order], entries)
            found = StateEntries.unpacked(entries)
            assert np.array_equal(found.values, values[order])
            assert np.array_equal(found.remoteness, plies[order])
            for absent in absentees(random, keys):
                wanted = np.append(keys[:3], absent)
                with pytest.raises(KeyError) as missing:
                    tier.entries(wanted, np.empty(len(wanted), np.uint32))
                assert missing.value.args == (absent,)


def absentees(random: np.random.Generator, keys: Numbers) -> Iterator[int]:
    """Keys below, between and above those that are there."""
    there = set(keys.tolist())
    first, last = int(keys[0]), int(keys[-1])
    near = [key + step for key in keys[:: max(1, len(keys) // 20)].tolist() for step in (-1, 1)]
    far = random.integers(0, KEYS_END - 1, 10).tolist()
    for key in (0, first - 1, last + 1, KEYS_END - 1, (first + last) // 2, *near, *far):
        if 0 <= key < KEYS_END and key not in there:
            yield int(key)


def test_low_parts_take_the_fewest_bytes_that_hold_them() -> None:
    """All widths are met, at their borders too, and the directory stays small."""
    n = 16 * SHARE
    for bits, width in ((7, 1), (8, 1), (9, 2), (16, 2), (17, 4), (32, 4), (33, 8), (58, 8)):
        step = 1 << bits
        keys = np.unique(np.append(np.arange(n - 1) % 8 + np.arange(n - 1) // 8 * step, 15 * step))
        packed = pack(np.full(len(keys), WIN, np.uint8), np.arange(len(keys), dtype=np.int32))
        index = KeyIndex.of(MemoryArray(keys))
        tier = ValuedTier(index, packed)
        assert len(index.directory) <= len(keys) // SHARE + 3
        if bits:
            assert index.low.itemsize == width, bits
        assert tier.nbytes == index.nbytes + packed.nbytes
        assert (
            index.nbytes
            == index.low.nbytes + index.directory.nbytes
            == KeyIndex.size(MemoryArray(keys))
        )
        entries = np.empty(len(keys), np.uint32)
        tier.entries(keys, entries)
        assert StateEntries.unpacked(entries).remoteness.tolist() == list(range(len(keys)))


# --- keys of tuples -------------------------------------------------------------------------------


def test_fields_of_keys_and_keys_of_another_layout() -> None:
    random = np.random.default_rng(3)
    for _ in range(200):
        fields = int(random.integers(1, 7))
        low = random.integers(-50, 50, fields)
        size = random.integers(1, 60, fields)
        keys = TupleKeys(tuple(low.tolist()), tuple(size.tolist()))
        states = [
            tuple(int(random.integers(a, a + s)) for a, s in zip(low, size, strict=True))
            for _ in range(int(random.integers(1, 40)))
        ]
        numbers = keys.array(states)
        found_low, found_high = np.full(fields, 2**62), np.full(fields, -(2**62))
        radix.field_ranges(numbers, keys.layout(), found_low, found_high)
        columns = list(zip(*states, strict=True))
        assert found_low.tolist() == [min(column) for column in columns]
        assert found_high.tolist() == [max(column) for column in columns]
        tight = TupleKeys.of_limits(list(zip(found_low, found_high, strict=True)))
        packed = radix.repacked(numbers, keys.layout(), tight.layout())
        assert packed.tolist() == [tight.key(state) for state in states]
        back = radix.repacked(packed, tight.layout(), keys.layout())
        assert back.tolist() == numbers.tolist()


def test_keys_that_need_all_63_bits_are_packed_anew() -> None:
    wide = TupleKeys((0, -5, 3), (1 << 31, 1 << 16, 1 << 16))
    states = [(0, -5, 3), ((1 << 31) - 1, (1 << 16) - 6, (1 << 16) + 2), (12_345_678, 0, 99)]
    other = TupleKeys((0, -5, 3), (1 << 31, 1 << 17, 1 << 15))
    numbers = wide.array(states)
    assert int(numbers.max()) == KEYS_END - 1
    low, high = np.full(3, 2**62), np.full(3, -(2**62))
    radix.field_ranges(numbers, wide.layout(), low, high)
    assert low.tolist() == [0, -5, 3]
    assert high.tolist() == list(states[1])
    some = wide.array([states[0], states[2]])
    assert radix.repacked(some, wide.layout(), other.layout()).tolist() == [
        other.key(states[0]), other.key(states[2])
    ]  # fmt: skip


# --- batches --------------------------------------------------------------------------------------


def one_state(over: int, children: list[tuple[int, int, bool]]) -> tuple[int, int]:
    """Value and remoteness (-1: endless) of a state: the words of the design, slowly.

    children: value and remoteness of each, and whether the mover moves again.
    """
    if over:
        return over, 0
    mine = [(value if again else 4 - value, plies) for value, plies, again in children]
    wins = [plies for value, plies in mine if value == WIN]
    draws = [plies for value, plies in mine if value == DRAW]
    if wins:
        return WIN, min(wins) + 1
    if draws:
        ends = [plies for plies in draws if plies >= 0]
        return DRAW, min(ends) + 1 if ends else -1
    return LOSS, max(plies for _, plies in mine) + 1


class Batch:
    """A random batch: states, moves and what is known of the children."""

    def __init__(self, random: np.random.Generator) -> None:
        states = int(random.integers(1, 30))
        self.always = bool(random.random() < 0.3)
        wide = random.random() < 0.3
        self.over = random.choice([0, 0, 0, 1, 2, 3], states).astype(np.uint8)
        degrees = random.integers(1, 6, states).astype(np.int32)
        self.degrees = np.where(self.over > 0, 0, degrees).astype(np.int32)
        n = int(self.degrees.sum())
        self.values = random.choice([LOSS, DRAW, WIN], n, p=random.dirichlet([1, 1, 1]))
        self.plies = random.integers(0, 20_000 if wide else 9, n).astype(np.int32)
        endless = (self.values == DRAW) & (random.random(n) < 0.5)
        self.plies[endless] = -1
        entries = np.where(self.plies < 0, WIDE_LIMIT, self.plies).astype(np.uint32)
        self.entries = (entries << np.uint32(2)) | self.values.astype(np.uint32)
        mixed = not self.always and random.random() < 0.6
        marks = random.integers(0, 2, n) if mixed else np.zeros(0)
        self.again = marks.astype(np.uint8)

    def children(self, i: int) -> list[tuple[int, int, bool]]:
        first = int(self.degrees[:i].sum())
        return [
            (
                int(self.values[c]),
                int(self.plies[c]),
                self.always or (len(self.again) > 0 and bool(self.again[c])),
            )
            for c in range(first, first + int(self.degrees[i]))
        ]


@pytest.mark.parametrize("narrow", [True, False])
def test_a_batch_from_its_children(narrow: bool) -> None:
    random = np.random.default_rng(narrow)
    none = NARROW_LIMIT if narrow else WIDE_LIMIT
    met = set()
    for _ in range(400):
        batch = Batch(random)
        if narrow and batch.plies.max(initial=0) + 1 >= NARROW_LIMIT:
            continue
        packed = np.empty(len(batch.degrees), np.uint16 if narrow else np.uint32)
        batch_kernels.resolve_batch(
            batch.entries, batch.again, batch.always, batch.degrees, batch.over, none, packed
        )
        wanted = [one_state(int(over), batch.children(i)) for i, over in enumerate(batch.over)]
        values, plies, _ = StateEntries.unpacked(packed)
        assert list(zip(values.tolist(), plies.tolist(), strict=True)) == wanted
        met |= {(value, ply < 0) for value, ply in wanted}
    assert met == {(LOSS, False), (WIN, False), (DRAW, False), (DRAW, True)}


def test_moves_that_leave_a_tier() -> None:
    random = np.random.default_rng(8)
    for _ in range(400):
        batch = Batch(random)
        n = len(batch.degrees)
        inside = (random.random(len(batch.entries)) < 0.4).astype(np.uint8)
        batch.entries[inside > 0] = random.integers(0, 1 << 32, int(inside.sum()), np.uint32)
        wins, draws, losses = (np.full(n, -1, np.int32) for _ in range(3))
        drawn, inner = np.zeros(n, np.uint8), np.zeros(n, np.int64)
        batch_kernels.leave_batch(
            batch.entries, inside, batch.again, batch.always, batch.degrees, wins, draws, losses,
            drawn, inner,
        )  # fmt: skip
        first = 0
        for i in range(n):
            stays = inside[first : first + batch.degrees[i]]
            first += int(batch.degrees[i])
            leaving = [
                (value if again else 4 - value, plies)
                for (value, plies, again), stay in zip(batch.children(i), stays, strict=True)
                if not stay
            ]
            assert inner[i] == stays.sum()
            assert wins[i] == min((p + 1 for v, p in leaving if v == WIN), default=-1)
            assert losses[i] == max((p + 1 for v, p in leaving if v == LOSS), default=-1)
            ends = [p + 1 for v, p in leaving if v == DRAW and p >= 0]
            assert draws[i] == min(ends, default=-1)
            assert drawn[i] == any(v == DRAW and p < 0 for v, p in leaving)


def test_batches_are_the_same_whenever_they_are_asked_for() -> None:
    """Answers that were kept of a batch while exploring are found by its number."""
    for states in range(60):
        for size in (1, 7, 100):
            batches = batches_of(states, size)
            assert [b for _, b in batches[:-1]] == [a for a, _ in batches[1:]]
            assert (batches[0][0], batches[-1][1]) == (0, states)
            assert max(b - a for a, b in batches) <= size


def test_tallies_are_put_together() -> None:
    """A resumed solve adds up what earlier ones have counted."""
    one, other = WeightedHistogram(), WeightedHistogram()
    one.add(pack(np.array([3, 2], np.uint8), np.array([1, -1], np.int32)), np.array([2, 3]))
    other.add(pack(np.array([3], np.uint8), np.array([1], np.int32)), np.array([4]))
    one.include(other)
    assert dict(one.counts) == {(3, 1): 2, (2, -1): 1}
    assert one.moves == 9
