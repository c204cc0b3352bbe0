"""Kernels over keys, and keys themselves, against NumPy and Python's own sets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.packed import (
    NARROW_LIMIT,
    WIDE_LIMIT,
    pack,
    packed_type,
)
from perfectplay.core.value import Value
from perfectplay.game.shape.keys import KEYS_END
from perfectplay.solver.explore import sorted_keys
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.index import KeyIndex
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.threads import ranges
from perfectplay.tablebase.table import StateEntries, Table, TablePart
from table_rows import table_rows

few = st.integers(0, 40)
wild = st.integers(0, KEYS_END - 1)
some_keys = st.lists(st.one_of(few, wild), max_size=60)


def array(items: Any) -> np.ndarray:
    return np.array(list(items), np.int64)


def rising(items: Any) -> np.ndarray:
    return np.unique(array(items))


@given(some_keys, st.integers(1, 256))
def test_scatter(keys: list[int], buckets: int) -> None:
    of = (array(keys) * 7919 % buckets).astype(np.uint8)
    held = sorted_keys.count_buckets(of, buckets)
    assert held.tolist() == np.bincount(of, minlength=buckets).tolist()
    ends, out = np.cumsum(held), np.empty(len(keys), np.int64)
    following = ends - held
    sorted_keys.scatter(array(keys), of, following, out)
    assert following.tolist() == ends.tolist()
    for b in range(buckets):
        # in the order in which they stood
        assert out[ends[b] - held[b] : ends[b]].tolist() == array(keys)[of == b].tolist()


@given(some_keys, few | wild, st.integers(0, 3_000), st.integers(0, 9))
def test_buckets_of(keys: list[int], low: int, span: int, shift: int) -> None:
    table = np.arange((span >> shift) + 1).astype(np.uint8)
    of = np.empty(len(keys), np.uint8)
    sorted_keys.buckets_of(array(keys), low, span, shift, table, of)
    inside = [min(max(key - low, 0), span) for key in keys]
    assert of.tolist() == [table[offset >> shift] for offset in inside]


@given(st.lists(st.integers(0, 9_000), max_size=200), st.sampled_from([0, 77, KEYS_END - 9_001]))
def test_distinct_by_bits(offsets: list[int], low: int) -> None:
    """Keys at the ends of words and marks, too, and the words are empty again afterwards."""
    keys = array(offsets + [63, 64, 4_095, 4_096, 64, 9_000] * (len(offsets) % 2)) + low
    wanted = sorted(set(keys.tolist()))
    words, marks = np.zeros(9_001 // 64 + 1, np.uint64), np.zeros(3, np.uint64)
    n = sorted_keys.distinct_by_bits(keys, low, words, marks)
    assert keys[:n].tolist() == wanted
    assert not words.any()
    assert not marks.any()


@given(some_keys)
def test_unique(keys: list[int]) -> None:
    ordered = np.sort(array(keys))
    assert ordered[: sorted_keys.unique(ordered)].tolist() == sorted(set(keys))


@given(some_keys, some_keys)
def test_drop_known(keys: list[int], known: list[int]) -> None:
    left = rising(keys)
    n = sorted_keys.drop_known(left, rising(known))
    assert left[:n].tolist() == sorted(set(keys) - set(known))


@given(st.lists(st.integers(0, 3_000), max_size=9), st.integers(1, 60), st.integers(0, 3_000))
def test_drop_known_from_much_more(keys: list[int], step: int, first: int) -> None:
    """Strides are leapt over, and halved, where few keys meet many."""
    known = np.arange(first, 3_000, step, dtype=np.int64)
    left = rising(keys)
    n = sorted_keys.drop_known(left, known)
    assert left[:n].tolist() == sorted(set(keys) - set(known.tolist()))


@given(some_keys.filter(len), some_keys)
def test_index(keys: list[int], others: list[int]) -> None:
    known = rising(keys)
    index = KeyIndex.of(MemoryArray(known))
    assert index.places(known).tolist() == list(range(len(known)))
    backwards = known[::-1].copy()
    assert index.places(backwards).tolist() == list(range(len(known)))[::-1]
    for other in set(others) - set(keys):
        with pytest.raises(KeyError) as missing:
            index.places(array([keys[0], other]))
        assert missing.value.args == (other,)


@given(st.integers(0, KEYS_END - 5_000), st.sampled_from([1, 3, 1 << 20, 1 << 50]))
def test_index_of_many(first: int, step: int) -> None:
    step = min(step, (KEYS_END - 1 - first) // 999)
    known = first + np.arange(999, dtype=np.int64) * step
    assert np.array_equal(KeyIndex.of(MemoryArray(known)).places(known), np.arange(999))


def test_index_of_nothing() -> None:
    index = KeyIndex.of(MemoryArray(array([])))
    assert len(index.places(array([]))) == 0
    with pytest.raises(KeyError):
        index.places(array([0]))


@given(some_keys)
def test_enter_keys(keys: list[int]) -> None:
    distinct = array(dict.fromkeys(keys))
    slots = np.zeros(128, np.int32)
    sorted_keys.enter_keys(distinct, slots)
    assert sorted(slots[slots > 0].tolist()) == list(range(1, len(distinct) + 1))


# --- tables ---------------------------------------------------------------------------------------

entries = st.tuples(st.sampled_from([1, 2, 3]), st.integers(0, 20_000))


@given(st.dictionaries(wild | few, entries, max_size=40), st.integers(1, 4), some_keys)
def test_table(rows: dict[int, tuple[int, int]], parts: int, others: list[int]) -> None:
    """look_up, get, rows and smallest_with, over several parts."""
    rows = {key: (v, -1 if v == 2 and r % 2 else r) for key, (v, r) in rows.items()}
    made = []
    for p in range(parts):
        keys = rising(k for i, k in enumerate(rows) if i % parts == p)
        values = np.array([rows[int(k)][0] for k in keys], np.uint8)
        remoteness = np.array([rows[int(k)][1] for k in keys], np.int32)
        made.append(TablePart(keys, pack(values, remoteness)))
    table = Table(made)
    assert len(table) == len(rows)
    wanted = [*rows, *others, -1]
    found_values, found_remoteness, _ = table.look_up(array(wanted))
    for key, value, plies in zip(wanted, found_values, found_remoteness, strict=True):
        assert (value, plies) == rows.get(key, (0, -1))
        entry = rows.get(key)
        found = table.get(key)
        assert (found and found[:2]) == (
            None if entry is None else (Value(entry[0]), None if entry[1] < 0 else entry[1])
        )
    listed = {key: (int(v), -1 if r is None else r) for key, v, r in table_rows(table)}
    assert listed == rows
    for entry in set(rows.values()):
        smallest = min(k for k, e in rows.items() if e == entry)
        assert table.smallest_with(Value(entry[0]), entry[1]) == smallest
    assert table.smallest_with(Value.WIN, 20_001) is None


# --- packed values, and counts of them ------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(-1, 40_000)), max_size=30))
def test_pack(items: list[tuple[int, int]]) -> None:
    values = np.array([v for v, _ in items], np.uint8)
    remoteness = np.array([r for _, r in items], np.int32)
    packed = pack(values, remoteness)
    assert packed.itemsize == (2 if remoteness.max(initial=0) < NARROW_LIMIT else 4)
    found = StateEntries.unpacked(packed)
    assert found.values.tolist() == values.tolist()
    assert found.remoteness.tolist() == remoteness.tolist()


@pytest.mark.parametrize(
    "longest", [NARROW_LIMIT - 1, NARROW_LIMIT, NARROW_LIMIT + 1, WIDE_LIMIT - 1]
)
def test_pack_at_the_limits(longest: int) -> None:
    values, remoteness = np.array([1, 2, 3], np.uint8), np.array([longest, -1, longest], np.int32)
    packed = pack(values, remoteness)
    assert packed.dtype == packed_type(longest)
    assert packed.dtype == (np.uint16 if longest < 16_383 else np.uint32)
    found = StateEntries.unpacked(packed)
    assert found.values.tolist() == [1, 2, 3]
    assert found.remoteness.tolist() == [longest, -1, longest]


@given(
    st.lists(
        st.tuples(st.integers(1, 3), st.sampled_from([-1, 0, 1, 7]), st.integers(0, 9), few),
        max_size=30,
    ),
    st.booleans(),
)
def test_tally(items: list[tuple[int, int, int, int]], wide: bool) -> None:
    values = np.array([v for v, *_ in items], np.uint8)
    remoteness = np.array([r for _, r, *_ in items], np.int32)
    degrees = np.array([d for _, _, d, _ in items], np.int32)
    weights = np.array([w + 1 for *_, w in items], np.int64)
    packed = pack(values, remoteness)
    if wide:
        none = np.where(remoteness < 0, WIDE_LIMIT, remoteness).astype(np.uint32)
        packed = none << np.uint32(2) | values
    plain, weighed = WeightedHistogram(), WeightedHistogram()
    plain.add(packed, degrees)
    weighed.add(packed, degrees, weights)
    assert plain.counts == Counter((v, r) for v, r, *_ in items)
    assert plain.moves == degrees.sum()
    wanted: Counter[tuple[int, int]] = Counter()
    for v, r, _, w in items:
        wanted[v, r] += w + 1
    assert weighed.counts == wanted
    assert weighed.moves == (degrees * weights).sum()


@given(st.integers(0, 1_000), st.integers(1, 50))
def test_ranges(total: int, pieces: int) -> None:
    made = ranges(total, pieces)
    assert [i for first, end in made for i in range(first, end)] == list(range(total))
    lengths = [end - first for first, end in made]
    assert max(lengths) - min(lengths) <= 1
    assert len(made) <= pieces
