"""Runs of keys beside slow twins, and the array store that keeps them in memory or in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay.game.shape.keys import KEYS_END
from perfectplay.solver.explore import key_file, merge_runs, runs, sorted_keys
from perfectplay.solver.explore.array_store import ArrayStore, MemoryArray, StoredArray
from perfectplay.solver.explore.key_file import KeyFile
from perfectplay.solver.explore.narrow_array import NarrowArray
from perfectplay.solver.threads import ThreadTeam

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


@pytest.mark.parametrize("style", ["near", "repeated", "crowded", "far", "one", "top"])
def test_many_children_of_each_kind(style: str) -> None:
    """By bits and by sorting, with a table of buckets and without one; one room serves all."""
    random, room = np.random.default_rng(5), runs.RunRoom(2)
    for count in (1_000, 40_000, 700_000):
        keys = {
            "near": lambda n: random.integers(0, 5 * n, n),
            "repeated": lambda n: random.integers(0, 40, n) * 64 + 63,
            "crowded": lambda n: random.integers(0, n, n) + random.choice([0, 1 << 60], n),
            "far": lambda n: random.integers(0, KEYS_END, n),
            "one": lambda n: np.full(n, KEYS_END - 1),
            "top": lambda n: (1 << 63) - 1 - random.integers(0, 1 << 62, n),
        }[style](count)
        children = np.array_split(keys, 5)
        by_table = runs.Buckets.of(children, count).table is not None
        assert by_table == (count == 700_000 and style not in ("crowded", "one"))
        run = runs.run_of(children, ThreadTeam(2), room)
        assert np.array_equal(run, np.unique(keys))


def test_keys_are_distinct_by_bits_or_sorted(monkeypatch: pytest.MonkeyPatch) -> None:
    by_bits = []
    real = sorted_keys.distinct_by_bits

    def counting(*arguments: Any) -> Any:
        by_bits.append(1)
        return real(*arguments)

    monkeypatch.setattr(sorted_keys, "distinct_by_bits", counting)
    random, bits = np.random.default_rng(6), runs.KeyBits()
    for n, span, does in [
        (runs.FEWEST - 1, 100, 0), (runs.FEWEST, 100, 1), (4_000, 64 * 4_000 * 8, 1),
        (4_000, 64 * 4_000 * 80, 0), (500_000, 64 * runs.WORDS, 1), (500_000, 65 * runs.WORDS, 0),
        (4_000, KEYS_END, 0),
    ]:  # fmt: skip
        keys = np.append(random.integers(0, span, n - 1), span - 1)
        keys[0], by_bits[:] = 0, []
        assert bits.distinct(keys.copy()).tolist() == np.unique(keys).tolist()
        assert len(by_bits) == does


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32, np.uint64])
@pytest.mark.parametrize("count", [0, 1, 2, 5_000, 600_000])
def test_keys_with_what_is_beside_them(count: int, dtype: Any) -> None:
    random = np.random.default_rng(count)
    for span in (2 * count + 1, 1 << 62):
        keys = np.unique(random.integers(0, span, count))
        keys[: len(keys) // 2] //= 2**20 if span > 2**40 else 1
        keys = random.permutation(np.unique(keys))
        packed = random.integers(0, 60_000, len(keys)).astype(dtype)
        order = np.argsort(keys)
        for threads in (1, 3):
            rising, beside = runs.rising_with(keys, packed, ThreadTeam(threads))
            assert np.array_equal(rising, keys[order])
            assert np.array_equal(beside, packed[order])
            assert beside.dtype == dtype


def test_a_union_of_runs_is_that_of_sets() -> None:
    """Runs of any lengths, with keys in common or without, at the ends of what keys can be."""
    random = np.random.default_rng(8)
    for count in (0, 1, 2, 3, 9, 40):
        for span in (2, 60, 5_000, KEYS_END):
            some = [
                np.unique(random.integers(-span, span, int(random.integers(0, 200)), np.int64))
                for _ in range(count)
            ]
            if some and span == KEYS_END:
                some[0] = np.array([-KEYS_END, KEYS_END - 1], np.int64)
            before = [run.copy() for run in some]
            whole = runs.union(some)
            assert whole.tolist() == sorted({key for run in some for key in run.tolist()})
            whole[:] = 0  # it is the caller's own
            assert all(np.array_equal(run, copy) for run, copy in zip(some, before, strict=True))


def test_a_run_of_more_children_than_there_are_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "BUCKET", 1)
    random = np.random.default_rng(0)
    children = [random.integers(0, 1 << 30, 700) for _ in range(4)]
    wanted = np.unique(np.concatenate(children))
    assert np.array_equal(runs.run_of(children, ThreadTeam(2)), wanted)


def kept_some(
    arrays: ArrayStore, random: np.random.Generator, runs_of: list[Numbers]
) -> list[StoredArray]:
    """Some of them in memory and some as files."""
    kept = [arrays.keep(run) for run in runs_of]
    return [arrays.spill(run) if random.random() < 0.5 else run for run in kept]


def counted(arrays: ArrayStore, kept: list[StoredArray]) -> bool:
    """Whether the store has in its books what is really held, and no files beside."""
    held = sum(len(run) * 8 for run in kept if isinstance(run, MemoryArray))
    held += sum(run.low.nbytes for run in kept if isinstance(run, NarrowArray))
    folder = arrays.folder()
    files = {run.path for run in kept if isinstance(run, KeyFile)}
    return arrays.held == held and set(folder.iterdir()) == files


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("room", [0, 2_000, 1 << 30])
def test_merged_runs(threads: int, room: int, tmp_path: Path) -> None:
    """What is new in some runs, all of them held or filed, and the runs gone from the store."""
    random = np.random.default_rng(threads + room)
    for _ in range(60):
        arrays = ArrayStore(room, lambda: tmp_path)
        every = [np.unique(some_keys(random, 200)) for _ in range(int(random.integers(1, 9)))]
        cut = int(random.integers(1, len(every) + 1))
        kept = kept_some(arrays, random, every)
        known = kept[cut:]
        wanted = set(np.concatenate(every[:cut]).tolist())
        wanted -= {int(key) for run in every[cut:] for key in run}
        if cut == 1 and not known:
            assert merge_runs.merge_and_drop(kept, (), arrays, ThreadTeam(threads)) is kept[0]
            arrays.drop(kept[0])
            continue
        together = merge_runs.merge_stored(kept[:cut], known, arrays, ThreadTeam(threads))
        assert together.read(0, len(together)).tolist() == sorted(wanted)
        assert counted(arrays, [*kept, together])
        assert [run.read(0, len(run)).tolist() for run in kept] == [run.tolist() for run in every]
        new = merge_runs.merge_and_drop(kept[:cut], known, arrays, ThreadTeam(threads))
        assert new.read(0, len(new)).tolist() == sorted(wanted)
        assert counted(arrays, [*known, together, new])
        assert isinstance(new, KeyFile if room == 0 else MemoryArray | NarrowArray | KeyFile)
        for run in (*known, together, new):
            arrays.drop(run)
        assert counted(arrays, [])


@pytest.mark.parametrize("crowded", [False, True])
def test_a_merge_reads_files_by_ranges(
    crowded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few new keys, some of them known, beside many in a file; ``crowded``: all in one place."""
    monkeypatch.setattr(merge_runs, "MERGED", 1 << 15)
    read: list[int] = []
    real = KeyFile.read

    def counting(self: KeyFile, begin: int, end: int) -> Numbers:
        read.append(min(end, len(self)) - begin)
        return real(self, begin, end)

    monkeypatch.setattr(KeyFile, "read", counting)
    arrays = ArrayStore(0, lambda: tmp_path)
    new = array(range(999)) if crowded else array(range(0, 3_000_000, 3_001))
    known, few = arrays.keep(array(range(0, 3_000_000, 3))), arrays.keep(array(range(1, 60_000, 3)))
    merged = merge_runs.merge_stored([MemoryArray(new)], [known, few], arrays, ThreadTeam(1))
    wanted = [key for key in new.tolist() if key % 3 and not (key % 3 == 1 and key < 60_000)]
    assert merged.read(0, len(merged)).tolist() == wanted
    assert max(read) < 3 * merge_runs.MERGED


@pytest.mark.parametrize("room", [0, 1 << 30])
@pytest.mark.parametrize(
    ("runs_", "length"), [(200, 1_500), (2_000, 250), (6, 50_000), (1, 300_000)]
)
def test_ranges_of_a_merge_are_alike(
    room: int, runs_: int, length: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many runs there are, and however short."""
    monkeypatch.setattr(merge_runs, "MERGED", 1 << 14)
    monkeypatch.setattr(key_file, "BLOCK", 1 << 9)
    random, arrays = np.random.default_rng(runs_), ArrayStore(room, lambda: tmp_path)
    every = [np.unique(random.integers(0, 1 << 40, length)) for _ in range(runs_)]
    pieces = merge_runs.split_runs([arrays.keep(keys) for keys in every])
    sizes = [sum(map(len, parts)) for parts in pieces]
    assert sum(sizes) == sum(map(len, every))
    assert max(sizes) < 2 * merge_runs.MERGED


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [1, 3])
def test_whether_runs_meet(threads: int, tmp_path: Path) -> None:
    random = np.random.default_rng(threads)
    arrays, seen = ArrayStore(1 << 30, lambda: tmp_path), set()
    for _ in range(300):
        every = [np.unique(some_keys(random, 120)) for _ in range(int(random.integers(1, 5)))]
        if random.random() < 0.5:  # all but disjoint
            every = [run // 8 * 8 + i for i, run in enumerate(every)]
            every[-1] = np.unique(np.append(every[-1], random.integers(0, 100)))
        first, *others = kept_some(arrays, random, every)
        wanted = bool({*every[0].tolist()} & {k for run in every[1:] for k in run.tolist()})
        assert merge_runs.have_common_keys(first, others, ThreadTeam(threads)) is wanted
        seen.add(wanted)
    assert seen == {False, True}


def test_two_arrays_have_a_key_in_common() -> None:
    random = np.random.default_rng(1)
    for _ in range(300):
        a, b = (np.unique(random.integers(0, 60, random.integers(0, 9))) for _ in range(2))
        assert sorted_keys.have_common(a, b) is bool(set(a.tolist()) & set(b.tolist()))


# --- the array store ------------------------------------------------------------------------------


def test_what_has_no_room_goes_to_a_file(tmp_path: Path) -> None:
    arrays = ArrayStore(80, lambda: tmp_path)
    held = arrays.keep(np.arange(10) * 2**40)
    filed = arrays.keep(np.arange(100, 103, dtype=np.int64))
    assert isinstance(held, MemoryArray)
    assert isinstance(filed, KeyFile)
    assert arrays.held == 80
    assert len(filed) == 3
    assert filed.read(1, 99).tolist() == [101, 102]
    assert filed.read(3, 9).tolist() == []
    assert filed.sample(2).tolist() == [100, 102]
    assert [filed.place(key) for key in (0, 100, 101, 102, 103)] == [0, 0, 1, 2, 3]
    assert [held.place(key << 40) for key in (-1, 0, 9, 10)] == [0, 0, 9, 10]
    arrays.drop(held)
    arrays.drop(filed)
    assert arrays.held == 0
    assert list(tmp_path.iterdir()) == []


def test_what_is_spilled_is_the_same(tmp_path: Path) -> None:
    arrays = ArrayStore(1_000, lambda: tmp_path)
    held = arrays.keep(np.arange(7))
    filed = arrays.spill(held)
    assert isinstance(filed, KeyFile)
    assert arrays.held == 0
    assert arrays.spill(filed) is filed
    assert filed.read(0, 7).tolist() == list(range(7))
    assert filed.read(0, 7).dtype == np.int64


@pytest.mark.parametrize(("step", "each"), [(1, 4), (2**40, 8)])
@pytest.mark.parametrize("room", [0, 39, 40, 79, 80])
def test_merged_keys_are_kept_as_one(room: int, step: int, each: int, tmp_path: Path) -> None:
    """The room is asked for all that may come, and taken by what has come."""
    arrays = ArrayStore(room, lambda: tmp_path)
    runs = [MemoryArray(np.arange(n) * step) for n in (6, 0, 4)]
    parts = (np.arange(i, i + 2) * step for i in (0, 2, 4))
    kept = arrays.keep_merged(parts, runs)
    assert kept.read(0, len(kept)).tolist() == [step * n for n in range(6)]
    assert isinstance(kept, KeyFile) == (room < 10 * each)
    assert arrays.held == (6 * each if room >= 10 * each else 0)
    nothing = arrays.keep_merged(iter(()), runs)
    assert len(nothing) == 0
    assert nothing.read(0, 5).tolist() == []
    arrays.drop(kept)
    assert len(arrays.keep_merged(iter(()), ())) == 0
    assert arrays.held == 0


def test_a_file_that_was_cut_off_is_an_error(tmp_path: Path) -> None:
    arrays = ArrayStore(0, lambda: tmp_path)
    kept = arrays.keep(np.arange(10))
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
