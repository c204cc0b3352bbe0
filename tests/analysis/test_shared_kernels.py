"""Rows of a sweep that share compiled kernels."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, sweep
from perfectplay.analysis.atlas.shared_kernels import SHARED_STATES
from perfectplay.analysis.atlas.sweep_ranges import combinations
from perfectplay.compiler.shared_numbers import SHARED
from perfectplay.games.connect_four import ConnectFour
from swept_by_reference import by_reference


@pytest.fixture
def compiles_early(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of compiled code of sweeps that compile after ten states."""
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("perfectplay.solver.solve_run.is_large", lambda states, _: states > 10)
    for name in [name for name in sys.modules if name.startswith("perfectplay_rules_")]:
        monkeypatch.delitem(sys.modules, name)  # what this process has compiled is not kept again
    return tmp_path / "cache" / "compiled"


BOARDS = {"width": "3..4", "height": "3", "length": "2,3"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of a process")
def test_rows_share_kernels(compiles_early: Path) -> None:
    found = sweep(ConnectFour, BOARDS, processes=1)
    for given, row in zip(combinations(ConnectFour, BOARDS), found, strict=True):
        wanted = by_reference(ConnectFour(**given), row)
        assert row == replace(wanted, engine="compiled", seconds=row.seconds)
    assert len(list(compiles_early.iterdir())) == 2  # of the first row, and of all others
    assert not SHARED.get()


@pytest.mark.parametrize("limit", [None, SHARED_STATES + 1])
def test_large_rows_share_none(compiles_early: Path, limit: int | None) -> None:
    sweep(ConnectFour(length=3), {"width": "3..4", "height": "3"}, max_states=limit, processes=1)
    assert len(list(compiles_early.iterdir())) == 2
    assert not any("_pp_lifted" in file.read_text() for file in compiles_early.glob("*/rules.py"))


@dataclass(frozen=True)
class Grumpy(Game):
    """Take one or two, with rules that refuse some ``n`` only when they are read."""

    n: int = 20

    @property
    def most(self) -> int:
        if self.n == 22:
            os._exit(1)
        return self.n

    def start(self) -> int:
        return self.n

    def moves(self, state: int) -> Any:
        return range(1, min(state, 2) + 1)

    def play(self, state: int, move: int) -> int:
        return min(state - move, self.most)

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of a process")
def test_rules_that_end_the_process_keep_others_from_sharing_only(compiles_early: Path) -> None:
    found = sweep(Grumpy, {"n": "20..22"}, processes=1)
    assert [row.result for row in found] == ["solved", "solved", "failed"]
    assert [row.states for row in found] == [21, 22, None]
    assert [row.engine for row in found if row.solved] == ["compiled"] * 2
