"""The verifier's kernels, each beside a slow and obvious twin."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games_to_verify import Steps
from perfectplay import Value
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.tablebase.store.manifest import KeysEntry, TierEntry
from perfectplay.tablebase.store.manifest_reader import manifest_of
from perfectplay.verifier.plain.plain import PlainKeys
from perfectplay.verifier.plain.plain_rules import right_worth
from perfectplay.verifier.random_sample import places_in, sample_places
from perfectplay.verifier.stored import kernels, key_table
from perfectplay.verifier.stored.key_table import table_of
from perfectplay.verifier.stored.stored_tiers import counted, worth_of
from perfectplay.verifier.sweep.duplicate_states import TwiceInRange, keys_stored_twice
from stored_by_hand import rows_of, write

SPANS = (30, 1_000, 2**40, 2**63 - 1)


def random_keys(random: np.random.Generator, size: int) -> np.ndarray:
    """Rising keys of a random shape: dense, spread, in clusters, up to the largest key."""
    span = int(random.choice(SPANS))
    keys = random.integers(0, span, size)
    if random.random() < 0.3:  # clusters
        keys = keys // 1_000 * 1_000 + random.integers(0, 5, size)
        keys = np.minimum(keys, 2**63 - 1)
    return np.unique(keys.astype(np.int64))


def entry_of(value: int, plies: int | None) -> int:
    return ((0 if plies is None else plies + 1) << 3) | value << 1


@pytest.mark.parametrize("long", [0, key_table.LONG, 1e9])
@pytest.mark.parametrize("seed", range(40))
def test_look_up(seed: int, long: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a hash table, by whichever suits the keys, by a directory."""
    monkeypatch.setattr(key_table, "LONG", long)
    random = np.random.default_rng(seed)
    keys = random_keys(random, int(random.choice([1, 2, 17, 400, 5_000])))
    entries = random.integers(1, 2**20, len(keys)).astype(np.uint32) << np.uint32(1)
    before = entries.copy()
    strangers = random.integers(0, 2**63 - 1, 300)
    near = keys[random.integers(0, len(keys), 300)] + random.integers(-1, 2, 300)
    wanted = random.permutation(np.concatenate([keys, keys[:50], strangers, near]))
    found = np.zeros(len(wanted), np.uint32)
    known = random.random(len(wanted)) < 0.1
    found[known] = 9
    fresh = np.empty(len(wanted), np.int64)
    said = random.integers(4, 7, len(wanted) if seed % 3 else 0)
    astray = np.empty(len(said), np.int64)
    count, still, strays = kernels.look_up(
        wanted, len(wanted), keys, *table_of(keys), entries, found, fresh, said, 5, astray
    )
    place_of = {key: place for place, key in enumerate(keys.tolist())}
    marked, elsewhere = set(), []
    for j, key in enumerate(wanted.tolist()):
        place = place_of.get(key)
        if known[j]:
            assert found[j] == 9
        elif place is None:
            assert found[j] == 0
        else:
            assert found[j] & ~np.uint32(1) == before[place]
            marked.add(place)
            elsewhere += [j] if len(said) and said[j] != 5 else []
    assert astray[:strays].tolist() == elsewhere
    assert still == sum(found == 0)
    assert sorted(fresh[:count].tolist()) == sorted(marked)
    assert set(np.flatnonzero(entries & np.uint32(1)).tolist()) == marked
    assert (entries & ~np.uint32(1) == before).all()
    assert kernels.count_reached(entries) == len(marked)


@pytest.mark.parametrize("seed", range(40))
def test_judge(seed: int) -> None:
    random = np.random.default_rng(seed)
    always = bool(seed % 5 == 0)
    has_again = bool(seed % 2)
    states = 200
    degrees = random.integers(0, 5, states).astype(np.int32)
    over = np.where(degrees == 0, random.integers(1, 4, states), 0).astype(np.uint8)
    values = random.integers(1, 4, degrees.sum())
    plies = [None if v == 2 and random.random() < 0.5 else int(random.integers(0, 9))
             for v in values]  # fmt: skip
    found = np.array([entry_of(int(v), p) for v, p in zip(values, plies, strict=True)], np.uint32)
    missing = random.random(len(found)) < 0.05
    marks = random.integers(0, 2, len(found)).astype(np.uint32)
    again = (random.random(len(found)) < 0.4).astype(np.uint8)
    first, right = 0, []
    for i in range(states):
        mine = range(first, first := first + int(degrees[i]))
        if any(missing[e] for e in mine):
            right.append(None)
            continue
        children = [
            ((Value(int(values[e])), plies[e]), always or (has_again and bool(again[e])))
            for e in mine
        ]
        worth = right_worth(Value(int(over[i])) if over[i] else None, children)
        right.append(entry_of(int(worth[0]), worth[1]))
    own = np.array([r if r and random.random() < 0.8 else 2 | 77 << 3 for r in right], np.uint32)
    own |= random.integers(0, 2, states).astype(np.uint32)
    bad, should = np.empty(states, np.int64), np.empty(states, np.int64)
    entries = np.where(missing, 0, found | marks).astype(np.uint32)
    marks_of_moves = again if has_again else again[:0]
    n = kernels.judge(own, degrees, over, entries, marks_of_moves, always, bad, should)
    wanted = [(i, r) for i, r in enumerate(right) if r is not None and int(own[i]) & ~1 != r]
    assert list(zip(bad[:n].tolist(), should[:n].tolist(), strict=True)) == wanted
    assert wanted


@pytest.mark.parametrize("seed", range(10))
def test_edges_and_spread(seed: int) -> None:
    random = np.random.default_rng(seed)
    keys = random_keys(random, 300)
    n = len(keys)
    degrees = random.integers(0, 4, n).astype(np.int32)
    outside = random.integers(0, 2**62, int(degrees.sum()))
    children = np.where(random.random(len(outside)) < 0.6, random.choice(keys, len(outside)),
                        outside)  # fmt: skip
    place_of = {key: place for place, key in enumerate(keys.tolist())}
    ends = np.cumsum(degrees)
    tiers = random.integers(3, 5, len(children) if seed % 2 else 0)  # as the rules say them, or not
    stays = tiers == 3 if seed % 2 else np.ones(len(children), bool)
    inner = [[place_of[c] for c in children[e - d : e][stays[e - d : e]].tolist() if c in place_of]
             for d, e in zip(degrees, ends, strict=True)]  # fmt: skip
    starts, edges = np.empty(n + 1, np.int64), np.empty(len(children), np.int64)
    count = kernels.inner_edges(children, degrees, tiers, 3, keys, *table_of(keys), starts, edges)
    assert count == sum(map(len, inner))
    assert [edges[a:b].tolist() for a, b in pairwise(starts)] == inner
    done = set(random.choice(n, n // 4, replace=False).tolist())  # expanded before: not followed
    reached = done | {int(random.integers(n))}
    frontier = sorted(reached - done)
    rows = np.array([-1 if i in done else i for i in range(n)])
    entries = np.zeros(n, np.uint32)
    entries[list(reached)] = 1
    queue = np.empty(n, np.int64)
    size = kernels.spread(np.array(frontier, np.int64), rows, starts, edges, entries, queue)
    waiting = list(frontier)
    for i in waiting:
        for child in inner[i]:
            if child not in reached:
                reached.add(child)
                waiting.append(child)
    assert sorted(queue[:size].tolist()) == sorted(waiting)
    assert set(np.flatnonzero(entries).tolist()) == reached


def test_first_fall() -> None:
    assert kernels.first_fall(np.array([1, 2, 5, 9])) == -1
    assert kernels.first_fall(np.array([1, 2, 2, 9])) == 2
    assert kernels.first_fall(np.array([7, 3])) == 1


def test_entries() -> None:
    worths = [(Value.WIN, 1), (Value.LOSS, 0), (Value.DRAW, None), (Value.DRAW, 5),
              (Value.WIN, (1 << 29) - 3)]  # fmt: skip
    values = np.array([int(v) for v, _ in worths], np.uint8)
    plies = np.array([-1 if r is None else r for _, r in worths], np.int32)
    entries = np.empty(len(worths), np.uint32)
    kernels.pack_entries(values, plies, entries)
    assert [worth_of(int(entry)) for entry in entries] == worths
    assert (entries > 0).all()


@pytest.mark.parametrize("longest", [5, 1 << 25])
def test_counted(longest: int) -> None:
    random = np.random.default_rng(longest)
    entries = random.integers(1, longest, 500).astype(np.uint32)
    weights = random.integers(1, 9, 500)
    assert counted(entries) == Counter((entries >> 1 << 1).tolist())
    weighed: Counter[int] = Counter()
    for entry, weight in zip(entries.tolist(), weights.tolist(), strict=True):
        weighed[entry >> 1 << 1] += weight
    assert counted(entries, weights) == weighed


RANGES = st.tuples(st.integers(-9, 9), st.integers(1, 60))
"""The lowest value of a field, and how many it has."""


@given(st.lists(RANGES, min_size=1, max_size=9), st.data())
def test_plain_keys(fields: list[tuple[int, int]], data: st.DataObject) -> None:
    """The verifier's own code beside the solver's."""
    low, size = zip(*fields, strict=True)
    plain, packed = PlainKeys(KeysEntry("tuple", low, size)), TupleKeys(low, size)
    state = tuple(data.draw(st.integers(a - 1, a + b)) for a, b in fields)
    key = packed.key(state)
    assert plain.key(state) == (None if key < 0 else key)
    if key >= 0:
        assert plain.state(key) == packed.state(key) == state


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8), st.integers(0, 300))
def test_samples(sizes: list[int], size: int) -> None:
    total = sum(sizes)
    places = sample_places(total, size, 3)
    assert len(set(places.tolist())) == len(places) == min(size, total)
    pieces = places_in(places, sizes)
    firsts = np.cumsum([0, *sizes])
    assert [p + f for f, piece in zip(firsts, pieces, strict=False) for p in piece.tolist()] == (
        places.tolist()
    )
    assert all(((piece >= 0) & (piece < n)).all() for piece, n in zip(pieces, sizes, strict=True))


@pytest.mark.parametrize("seed", range(8))
def test_keys_that_stand_twice(seed: int, tmp_path: Path) -> None:
    random = np.random.default_rng(seed)
    stored = rows_of(Steps())
    stored.rows = {}
    span = (60, 2_000, 2**63 - 1)[seed % 3]
    for tier in range(5):
        base = 0 if seed % 2 else tier * (span // 8)  # ranges that meet, and some that do not
        made = base + random.integers(0, max(1, span // 4), int(random.integers(1, 400)))
        shared = [row[0] for row in stored.rows.get(0, [])[: int(random.integers(0, 3))]]
        keys = np.unique(np.array([*made.tolist(), *shared], np.int64))
        stored.rows[tier] = [(int(key), 2, None) for key in keys]
    if seed == 2:
        stored.rows[0] = [*stored.rows[0], (2**63 - 1, 2, None)]
        stored.rows[4] = [*stored.rows[4], (2**63 - 1, 2, None)]
    stored.start = stored.rows[0][0]
    stored.part_states = int(random.choice([9, 100, 1_000]))
    folder = write(tmp_path / "f", stored)
    tiers = list(_with_small_groups(folder))
    first_keys = {
        part.file: _group_starts(folder / part.file) for tier in tiers for part in tier.parts
    }
    homes: dict[int, list[int]] = {}
    for tier, rows in stored.rows.items():
        for key, _, _ in rows:
            homes.setdefault(int(key), []).append(tier)
    wanted = sorted((key, where) for key, where in homes.items() if len(where) > 1)
    with ThreadPoolExecutor(2) as pool:
        found = keys_stored_twice(
            folder, tiers, first_keys, lambda tasks: pool.map(TwiceInRange.run, tasks), 10
        )
    assert found == (wanted[:10], len(wanted))
    assert wanted or seed % 2 == 0


def _with_small_groups(folder: Path) -> tuple[TierEntry, ...]:
    """The tiers, after their parts have been written again in row groups of seven."""
    manifest = manifest_of((folder / "manifest.json").read_bytes(), folder)
    for part in manifest.parts:
        table = pq.read_table(folder / part.file)
        pq.write_table(table, folder / part.file, row_group_size=7)
    return manifest.tiers


def _group_starts(path: Path) -> np.ndarray:
    keys = pq.read_table(path).column("state").to_numpy()
    return keys[::7]
