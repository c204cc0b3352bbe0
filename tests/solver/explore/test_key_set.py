"""Sets of keys that threads collect, beside Python's sets."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from perfectplay.solver.explore import key_set
from perfectplay.solver.explore.key_set import FARTHEST, KeySet
from perfectplay.solver.threads import ThreadTeam

Numbers = NDArray[np.int64]
Style = Callable[[np.random.Generator, int], Numbers]

ROOM = 1 << 22


def near(random: np.random.Generator, n: int) -> Numbers:
    return random.integers(0, 3 * n + 1, n)


def below_zero(random: np.random.Generator, n: int) -> Numbers:
    return random.integers(-2 * n - 700, n, n)


def clustered(random: np.random.Generator, n: int) -> Numbers:
    return random.integers(0, 9, n) * (1 << 40) + random.integers(0, n + 1, n)


def everywhere(random: np.random.Generator, n: int) -> Numbers:
    return random.integers(-FARTHEST, FARTHEST, n)


def equal(random: np.random.Generator, n: int) -> Numbers:
    return np.full(n, int(random.integers(0, 1 << 50)))


def at_lines(random: np.random.Generator, n: int) -> Numbers:
    """The first and the last key of lines and of words."""
    return random.integers(0, n + 1, n) * 512 + random.choice([0, 63, 64, 511], n)


STYLES = [near, below_zero, clustered, everywhere, equal, at_lines]


def parts(random: np.random.Generator, keys: Numbers) -> list[Numbers]:
    return np.split(keys, np.sort(random.integers(0, len(keys) + 1, int(random.integers(0, 6)))))


def enter_all(
    found: KeySet, arrays: list[Numbers], team: ThreadTeam, limits: tuple[int, int] | None = None
) -> set[int]:
    """What is in the set, in the end and whenever it was full."""
    seen = set[int]()
    while arrays:
        left = found.add(arrays, team, near=limits)
        if left:
            assert sum(map(len, left)) < sum(map(len, arrays)) or found.entered
            seen.update(all_of(found, team))
            found.clear()
        arrays = left
    return seen | set(all_of(found, team))


def all_of(found: KeySet, team: ThreadTeam) -> list[int]:
    """The keys of a set, checked: they rise, and the set knows their number."""
    keys = [key for part in found.rising(team) for key in part.tolist()]
    assert keys == sorted(set(keys))
    assert len(keys) <= found.most <= found.entered
    if len(found.members) == 1:
        assert found.most == len(keys)
    if keys:
        assert found.low <= keys[0]
        assert found.high >= keys[-1]
    return keys


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
@pytest.mark.parametrize("threads", [1, 3])
def test_keys_are_those_of_a_set(
    style: Style, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever their number and the room, with one set that is used again and again."""
    monkeypatch.setattr(key_set, "PIECE", 5)
    random, team = np.random.default_rng(threads), ThreadTeam(threads)
    sets = [KeySet(threads, room) for room in (0, 40_000, ROOM)]
    for n in (0, 1, 2, 60, 700, 5_000):
        for found in sets:
            keys = style(random, n)
            assert enter_all(found, parts(random, keys), team) == set(keys.tolist())
            found.clear()
            assert all_of(found, team) == []


def test_keys_that_come_later_lie_anywhere() -> None:
    """Also beyond what the set was made for: they are given back, and none is lost."""
    random, team = np.random.default_rng(5), ThreadTeam(2)
    found, want, given = KeySet(2, 100_000), set[int](), set[int]()
    for scale in (10, 1_000, 1 << 20, 1 << 30, 1 << 45, 1 << 60, 1 << 62, 200):
        for _ in range(3):
            keys = random.integers(-scale, scale, 300)
            want.update(keys.tolist())
            left = found.add(parts(random, keys), team, near=(-5, 5_000))
            given.update(key for part in left for key in part.tolist())
    assert given | set(all_of(found, team)) == want
    assert given
    assert found.entered > 1_000


def test_expected_keys_need_no_new_set() -> None:
    team = ThreadTeam(1)
    for limits in (None, (0, 1 << 40)):
        found = KeySet(1, ROOM)
        assert found.add([np.arange(10)], team, near=limits) == []
        assert (found.add([np.array([1 << 40])], team) == []) == (limits is not None)


@pytest.mark.parametrize("scale", [1 << 25, 1 << 40, 1 << 60])
def test_a_small_set_is_read_fast(scale: int) -> None:
    """Wherever its keys are, and however much room there is, no more than a few thousand blocks of
    the top lie between them."""
    found, keys = KeySet(1, 1 << 26), np.arange(10) * (scale // 10)
    assert found.add([keys], ThreadTeam(1)) == []
    assert (int(keys[-1]) >> found.shift) - (int(keys[0]) >> found.shift) < key_set.LEAST_TOP
    assert all_of(found, ThreadTeam(1)) == keys.tolist()


def test_scattered_keys_are_told() -> None:
    """Children that are near their neighbours' are not far apart, those of a hash are."""
    random, team = np.random.default_rng(1), ThreadTeam(2)
    for keys, far in ((near(random, 200_000), False), (everywhere(random, 200_000), True)):
        found = KeySet(2, 1 << 22)
        found.add([keys], team)
        assert found.far_apart == far
