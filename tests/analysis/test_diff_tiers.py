"""Two games compared: tiers in memory and in files, and keys of other ranges."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from changes_by_dictionary import check
from forced_levels import force_levels
from perfectplay import Game, Solution, diff, misere, solve
from perfectplay.analysis.diff import difference, merged_keys
from perfectplay.analysis.diff.alike_states import shared_coding
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.tablebase.store.loaded_solution import loaded
from perfectplay.tablebase.store.stored_solution import StoredSolution
from perfectplay.tablebase.table import Table


@dataclass(frozen=True)
class Levels(ConnectFour):
    """Connect 4 without its tiers, so that they are the plies in which it is explored."""

    tier = Game.tier


@pytest.mark.parametrize("stored", [False, True], ids=["memory", "loaded"])
@pytest.mark.parametrize("kind", [ConnectFour, Levels])
def test_tiers_in_memory_are_rows(
    kind: type[ConnectFour], stored: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tiers that are the plies from the start are called so."""
    force_levels(monkeypatch)
    a, b = kind(4, 3, 3), misere(kind(4, 3, 3))
    one, other = (solve(game, symmetries=False, method="compiled") for game in (a, b))
    if stored:
        pytest.importorskip("pyarrow")
        solve(a, symmetries=False, method="compiled", folder=tmp_path / "a")
        opened = Solution.open(tmp_path / "a", a)
        assert isinstance(opened, StoredSolution)
        one = loaded(opened, 1 << 30)
    assert isinstance(one.table, Table)
    assert len(one.table.tiers) == len(one.table.parts) == 13
    wanted = diff(one, other)
    check(wanted, a, b)
    monkeypatch.setattr(difference, "PLIES", 0)
    found = diff(one, other)
    check(found, a, b, by="ply" if kind is Levels else "tier")
    assert found.rows == wanted.rows  # stones on the board: the ply


def test_stored_tiers_are_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    a, b = TicTacToe(), TicTacToe(misere=True)
    for name, game in (("a", a), ("b", b)):
        solve(game, symmetries=False, method="compiled", folder=tmp_path / name)
    one, other = (Solution.open(tmp_path / name) for name in "ab")
    wanted = diff(a, b)
    assert diff(one, other) == wanted
    if len(one.manifest.tiers) > 1:  # type: ignore[attr-defined]
        monkeypatch.setattr(difference, "PLIES", 0)
        monkeypatch.setattr(merged_keys, "RANGE", 300)
        found = diff(one, other)
        assert found.by == "tier"  # stones on the board: the ply
        assert found.rows == wanted.rows


def test_keys_of_other_ranges_have_one_coding() -> None:
    one, other = solve(ThreeRocks(6, 2)), solve(ThreeRocks(2, 9))
    assert one.keys != other.keys
    coding = shared_coding(one, other)
    assert coding is not None
    keys, of_one, of_other = coding
    for solution, recode in ((one, of_one), (other, of_other)):
        for stored, _ in solution.table.blocks():
            recoded = recode(stored)
            assert (np.diff(recoded) > 0).all()
            assert keys.states_of(recoded) == solution.keys.states_of(stored)
