"""States that wait to be expanded, beside a dictionary of sets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from perfectplay.solver.explore import found_states
from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.found_states import FoundStates
from perfectplay.solver.explore.key_set import KeySet
from perfectplay.solver.threads import ThreadTeam

Numbers = NDArray[np.int64]


def states_of(runs: list[StoredArray]) -> set[int]:
    """The states of some runs, each of which rises."""
    found = set[int]()
    for run in runs:
        keys = run.read(0, len(run)).tolist()
        assert keys == sorted(set(keys))
        found.update(keys)
    return found


def near(random: np.random.Generator, n: int) -> Numbers:
    return np.sort(random.integers(0, 4 * n + 1, n))


def scattered(random: np.random.Generator, n: int) -> Numbers:
    return random.integers(0, 1 << 50, n)


@pytest.mark.parametrize("style", [near, scattered], ids=lambda style: style.__name__)
@pytest.mark.parametrize("room", [0, 1 << 20])
@pytest.mark.parametrize("held", [0, 1 << 30])
def test_no_state_is_lost(
    style: Callable[[np.random.Generator, int], Numbers], room: int, held: int,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Some are added, some kept, tiers are taken in any order, in memory and in files."""
    monkeypatch.setattr(found_states, "FEWEST", 200)
    monkeypatch.setattr(found_states, "ENOUGH", 300)
    random, team = np.random.default_rng(room + held % 7), ThreadTeam(2)
    found = FoundStates(team, ArrayStore(held, lambda: tmp_path), room)
    want: dict[int, set[int]] = {}
    for _ in range(200):
        tier = int(random.integers(0, 6))
        what = random.choice(["add", "add", "add", "keep", "pop"])
        if what == "pop":
            assert found.tiers == set(want)
            assert bool(found) == bool(want)
            assert found.states >= sum(map(len, want.values()))
            if tier in want:
                assert states_of(found.pop(tier)) == want.pop(tier)
            continue
        keys = style(random, int(random.integers(1, 3_000)))
        want.setdefault(tier, set()).update(keys.tolist())
        if what == "keep":
            found.keep(tier, np.unique(keys))
        else:
            given = [keys[: len(keys) // 3], keys[len(keys) // 3 :]]
            found.add(tier, given, (0, 5_000))
            assert given == []
    for tier in sorted(want):
        assert states_of(found.pop(tier)) == want[tier]


def counted_sets(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The keys that are entered into sets, call by call."""
    entered: list[int] = []
    add = KeySet.add

    def counting(self: KeySet, arrays: list[Numbers], *rest: object, **named: object) -> object:
        entered.append(sum(map(len, arrays)))
        return add(self, arrays, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(KeySet, "add", counting)
    return entered


def test_states_are_sorted_where_that_is_faster(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Near ones have a set; few, and those in no order at all, have none; those that lie far apart
    are tried, the less often the more tiers there are."""
    entered = counted_sets(monkeypatch)
    random, team = np.random.default_rng(2), ThreadTeam(1)

    def explored(tiers: int, keys: Callable[[], Numbers]) -> int:
        found = FoundStates(team, ArrayStore(1 << 30, lambda: tmp_path), 1 << 22)
        entered.clear()
        for tier in range(tiers):
            found.add(tier, [keys()])
            found.pop(tier)
        return len(entered)

    n = found_states.ENOUGH
    assert explored(3, lambda: near(random, n)) == 3
    assert explored(3, lambda: near(random, 10_000)) == 0
    assert explored(3, lambda: scattered(random, n)) == 0
    assert explored(40, lambda: np.repeat(np.sort(scattered(random, n // 5)), 5)[: n + 4]) < 12


def test_states_that_several_threads_have_found_are_counted_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """When that matters: `states` may count them for each thread and run."""
    monkeypatch.setattr(found_states, "FEWEST", 1)
    found = FoundStates(ThreadTeam(2), ArrayStore(1 << 30, lambda: tmp_path), 1 << 22)
    for tier in (1, 2, 3):
        found.add(tier, [np.arange(5_000)] * 4)
        found.keep(tier, np.arange(4_000, 6_000))
    assert found.states > 18_000
    assert found.count() == found.states == 18_000
    found.add(1, [np.arange(7_000)])
    assert found.count() == 19_000
    assert found.arrays.held == 19_000 * 4
    assert [states_of(found.pop(tier)) for tier in (1, 2)] == [set(range(7_000)), set(range(6_000))]


@pytest.mark.parametrize("gap", [1, 512, 4096])
def test_sets_take_no_more_than_their_room(
    gap: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Those of all tiers and threads together: lines, nodes and top, when they are full."""
    made: list[KeySet] = []
    monkeypatch.setattr(found_states, "FEWEST", 1)
    clear = KeySet.clear

    def watched(self: KeySet) -> None:
        most[id(self)] = max(most.get(id(self), 0), written(self))
        made.append(self)
        clear(self)

    def written(found: KeySet) -> int:
        lines = sum(64 * member.cost for member in found.members)
        return lines + sum(member.top.nbytes for member in found.members)

    most: dict[int, int] = {}
    monkeypatch.setattr(KeySet, "clear", watched)
    room, team = 4_000_000, ThreadTeam(2)
    found = FoundStates(team, ArrayStore(1 << 30, lambda: tmp_path), room)
    for i in range(30):
        keys = (np.arange(20_000) + 20_000 * i) * gap
        for tier in (1, 2, 3):
            found.add(tier, [np.repeat(some, 9) for some in np.split(keys, 4)], (0, 600_000 * gap))
    for tier in (1, 2, 3):
        assert sum(map(len, found.pop(tier))) >= 600_000
    assert len(most) == 2
    assert room // 20 < sum(most.values()) <= room


def test_states_are_sorted_where_the_system_refuses_a_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As one does that reserves what a program asks for, though most of it is never written."""

    def refused(*_: object) -> KeySet:
        raise MemoryError

    monkeypatch.setattr(found_states, "KeySet", refused)
    found = FoundStates(ThreadTeam(1), ArrayStore(1 << 30, lambda: tmp_path), 1 << 22)
    keys = np.arange(100_000)
    found.add(1, [keys, keys])
    assert states_of(found.pop(1)) == set(keys.tolist())
