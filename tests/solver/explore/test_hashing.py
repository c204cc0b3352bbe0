"""The hash table over keys in the order of discovery, beside a dictionary."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.game.shape.keys import KEYS_END
from perfectplay.solver.explore import hashing


def array(items: Any) -> np.ndarray:
    return np.array(list(items), np.int64)


few = st.integers(0, 40)
some_keys = st.lists(st.one_of(few, st.integers(0, KEYS_END - 1)), max_size=300)


@given(some_keys, some_keys, st.integers(0, 3))
def test_find(known: list[int], wanted: list[int], spare: int) -> None:
    keys = array(dict.fromkeys(known))
    slots = np.zeros(1 << (2 * len(keys)).bit_length() + spare, np.int32)
    hashing.enter_all(np.append(keys, 7), len(keys), slots)
    assert np.count_nonzero(slots) == len(keys)
    assert slots.min(initial=0) >= 0
    places, missing = np.full(len(wanted), -5, np.int32), np.empty(len(wanted), np.int32)
    # the kernel reads some key even where none is known
    n = hashing.find(array(wanted), np.append(keys, 0), slots, places, missing)
    index = {int(key): i for i, key in enumerate(keys)}
    assert places.tolist() == [index.get(key, -5) for key in wanted]
    assert sorted(missing[:n].tolist()) == [i for i, k in enumerate(wanted) if k not in index]


@given(some_keys, some_keys, st.integers(0, 300))
def test_find_with_keys_of_before(known: list[int], wanted: list[int], before: int) -> None:
    """Keys beyond the array that a thread has may be in the slots already: they are missing."""
    keys = array(dict.fromkeys(known))
    slots = np.zeros(2 << (2 * len(keys)).bit_length(), np.int32)
    hashing.enter_all(np.append(keys, 7), len(keys), slots)
    old = keys[: max(1, before)] if len(keys) else array([-1])
    places, missing = np.full(len(wanted), -5, np.int32), np.empty(len(wanted), np.int32)
    n = hashing.find(array(wanted), old, slots, places, missing)
    index = {int(key): i for i, key in enumerate(old)}
    assert places.tolist() == [index.get(key, -5) for key in wanted]
    assert sorted(missing[:n].tolist()) == [i for i, k in enumerate(wanted) if k not in index]


def test_find_while_another_thread_enters() -> None:
    """What is found is right, whatever the other has done by then."""
    random = np.random.default_rng(3)
    wanted = random.permutation(np.unique(random.integers(0, KEYS_END, 400_000)))
    keys = np.full(len(wanted) + 1, -1, np.int64)
    slots = np.zeros(1 << (2 * len(keys)).bit_length(), np.int32)
    at, entered = np.arange(len(wanted), dtype=np.int32), np.empty(len(wanted), np.int32)
    thread = threading.Thread(
        target=hashing.enter_missing, args=(wanted, at, 0, keys, 0, slots, entered)
    )
    hashing.find(wanted[:1], keys, slots, entered, at.copy())  # it is compiled
    thread.start()
    seen = set()
    while thread.is_alive() or not seen:
        places, missing = np.full(len(wanted), -5, np.int32), np.empty(len(wanted), np.int32)
        n = hashing.find(wanted, keys, slots, places, missing)
        found = np.flatnonzero(places >= 0)
        assert np.array_equal(wanted[found], wanted[places[found]])  # they are entered in order
        assert n + len(found) == len(wanted)
        seen.add(n)
    thread.join()
    assert np.array_equal(entered, np.arange(len(wanted)))


@given(some_keys, some_keys, st.integers(1, 400), st.integers(1, 3))
def test_enter_missing(known: list[int], wanted: list[int], room: int, spare: int) -> None:
    """As a dictionary that grows; it ends early where keys or slots are full."""
    start = list(dict.fromkeys(known))
    keys = np.full(len(start) + room, -1, np.int64)
    keys[: len(start)] = start
    slots = np.zeros(1 << (2 * len(start)).bit_length() + spare, np.int32)
    hashing.enter_all(keys, len(start), slots)
    places = np.full(2 * len(wanted), -5, np.int32)
    at = np.arange(len(wanted), dtype=np.int32) * 2
    n, done = hashing.enter_missing(array(wanted), at, 0, keys, len(start), slots, places)
    index = {key: i for i, key in enumerate(start)}
    for key in wanted[:done]:
        index.setdefault(key, len(index))
    assert keys[:n].tolist() == list(index)
    assert places[::2].tolist() == [index[k] for k in wanted[:done]] + [-5] * (len(wanted) - done)
    assert (places[1::2] == -5).all()
    if done < len(wanted):
        assert wanted[done] not in index
        assert n == len(keys) or 2 * n >= len(slots)
