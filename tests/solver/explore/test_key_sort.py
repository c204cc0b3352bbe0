"""The sort by digits beside Python's, and the choice between it and NumPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perfectplay.game.shape.keys import KEYS_END
from perfectplay.solver.explore import key_sort
from perfectplay.solver.explore.runs import KeyBits

Numbers = np.ndarray[Any, np.dtype[Any]]
LAST = KEYS_END - 1


def sorted_by_digits(keys: Numbers) -> list[int]:
    found = key_sort.sort_by_digits(keys.copy(), np.empty_like(keys))
    assert found.dtype == np.int64
    listed: list[int] = found.tolist()
    return listed


@pytest.mark.parametrize(
    "keys",
    [
        [],
        [0],
        [LAST],
        [7] * 50,
        [LAST] * 50,
        [LAST, 0],
        [0, LAST, LAST, 0, 1, LAST - 1],
        range(1_000),
        range(1_000, 0, -1),
        [1 << b for b in range(63)],
        [LAST - (1 << b) for b in range(62)],
        [(1 << b) - 1 for b in range(64)],
    ],
)
def test_keys_at_the_edges(keys: Any) -> None:
    assert sorted_by_digits(np.array(list(keys), np.int64)) == sorted(keys)


@pytest.mark.parametrize("bits", range(1, 64))
def test_keys_of_each_width(bits: int) -> None:
    """Every number of digits, at the bottom of the range of keys and at its top."""
    random = np.random.default_rng(bits)
    span = (1 << bits) - 1
    for base in (0, LAST - span):
        keys = base + random.integers(0, span, 300, np.int64, endpoint=True)
        assert sorted_by_digits(keys) == sorted(keys.tolist())


def test_keys_in_clusters() -> None:
    random = np.random.default_rng(5)
    for _ in range(100):
        keys = random.integers(0, 50, 200) + random.choice([0, 1 << 20, 1 << 50], 200)
        assert sorted_by_digits(keys) == sorted(keys.tolist())


@pytest.mark.parametrize("faster", [False, True])
def test_both_ways_sort_alike(faster: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_sort, "LEAST", 100)
    monkeypatch.setattr(key_sort, "digits_are_faster", lambda: faster)
    random = np.random.default_rng(0)
    for n in (0, 1, 99, 100, 101, 3_000):
        keys = random.integers(0, 2_000, n)
        assert key_sort.sort_keys(keys.copy()).tolist() == sorted(keys.tolist())
        assert KeyBits().distinct(keys.copy()).tolist() == sorted(set(keys.tolist()))


def test_the_faster_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Timed by a clock that goes at the pace of the way that is asked for; once only."""
    now, asked = [0.0], []

    def pace(seconds: float) -> Any:
        def sort(*_: Any) -> None:
            now[0] += seconds

        return sort

    monkeypatch.setattr(key_sort, "thread_seconds", lambda: now[0])
    for by_digits, by_numpy in ((1.0, 2.0), (2.0, 1.0)):
        monkeypatch.setattr(key_sort, "sort_by_digits", pace(by_digits))
        monkeypatch.setattr(key_sort, "sort_by_numpy", pace(by_numpy))
        key_sort.digits_are_faster.cache_clear()
        asked.append(key_sort.digits_are_faster())
        before = now[0]
        assert key_sort.digits_are_faster() is asked[-1]
        assert now[0] == before
    key_sort.digits_are_faster.cache_clear()
    assert asked == [True, False]


def test_few_keys_ask_for_no_timing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_sort, "digits_are_faster", lambda: pytest.fail("timed"))
    assert key_sort.sort_keys(np.array([3, 1, 2])).tolist() == [1, 2, 3]
