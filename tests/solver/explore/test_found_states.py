"""States that wait to be expanded, beside a dictionary of sets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from perfectplay.solver.explore.array_store import ArrayStore, StoredArray
from perfectplay.solver.explore.found_states import FoundStates
from perfectplay.solver.threads import ThreadTeam


def states_of(runs: list[StoredArray]) -> set[int]:
    """The states of some runs, each of which rises."""
    found = set[int]()
    for run in runs:
        keys = run.read(0, len(run)).tolist()
        assert keys == sorted(set(keys))
        found.update(keys)
    return found


@pytest.mark.parametrize("span", [1 << 50, 5_000])
@pytest.mark.parametrize("held", [0, 1 << 30])
def test_no_state_is_lost(span: int, held: int, tmp_path: Path) -> None:
    """Some are added, some kept, tiers are taken in any order, in memory and in files."""
    random, team = np.random.default_rng(span + held % 7), ThreadTeam(2)
    found = FoundStates(team, ArrayStore(held, lambda: tmp_path))
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
        keys = random.integers(0, span, int(random.integers(1, 3_000)))
        want.setdefault(tier, set()).update(keys.tolist())
        if what == "keep":
            found.keep(tier, np.unique(keys))
        else:
            given = [keys[: len(keys) // 3], keys[len(keys) // 3 :]]
            found.add(tier, given)
            assert given == []
    for tier in sorted(want):
        assert states_of(found.pop(tier)) == want[tier]


def test_states_that_are_found_again_are_counted_once(tmp_path: Path) -> None:
    """When that matters: `states` may count them for each run."""
    found = FoundStates(ThreadTeam(2), ArrayStore(1 << 30, lambda: tmp_path))
    for tier in (1, 2, 3):
        found.add(tier, [np.arange(5_000)] * 4)
        found.keep(tier, np.arange(4_000, 6_000))
    assert found.states == 21_000
    assert found.count() == found.states == 18_000
    found.add(1, [np.arange(7_000)])
    assert found.count() == 19_000
    assert found.arrays.held == 19_000 * 4
    assert [states_of(found.pop(tier)) for tier in (1, 2)] == [set(range(7_000)), set(range(6_000))]
