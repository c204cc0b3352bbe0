"""A check compiles in another process while it looks at states."""

from __future__ import annotations

import multiprocessing
import time
from pathlib import Path

import pytest

from perfectplay import check_game
from perfectplay.compiler.code_cache import has_code
from perfectplay.compiler.load import RulesToCompile
from perfectplay.conformance import checking, compiled_comparison
from perfectplay.conformance.compiled_comparison import compile_early
from perfectplay.core.fork_pool import can_fork
from perfectplay.games.three_rocks import ThreeRocks
from symmetric_games import Piles

pytestmark = pytest.mark.skipif(not can_fork(), reason="this system copies no processes")


class Raising(Piles):
    def play(self, state, move):
        return 1 // (state[0] - 3) and super().play(state, move)


@pytest.fixture(autouse=True)
def two_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path))
    monkeypatch.setattr(compiled_comparison, "available_cores", lambda: 2)


def test_the_comparison_finds_the_code() -> None:
    game = ThreeRocks(9, 9)
    early = compile_early(game, 600.0)
    assert early is not None
    assert early.watched(time.monotonic() + 600, lambda _: None, lambda: None)
    early.kill()
    assert has_code(RulesToCompile(game, symmetries=True).digest, ("expand",))
    report = check_game(game, max_seconds=120)
    assert (report.ok, report.states_compared) == (True, report.states_checked)


def test_it_does_not_outlive_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """If rules break a promise, or if the time is up."""
    monkeypatch.setattr(RulesToCompile, "is_kept", lambda _: False)
    monkeypatch.setattr(RulesToCompile, "compile", lambda _: time.sleep(600))
    assert not check_game(Raising()).ok
    assert not multiprocessing.active_children()
    report = check_game(ThreeRocks(), max_seconds=2)
    assert "up while compiling" in report.text()
    assert not multiprocessing.active_children()


def test_a_failure_of_it_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = compiled_comparison._keys
    monkeypatch.setattr(
        compiled_comparison, "_keys", lambda rules, states: keys(rules, states or 1 // 0)
    )
    report = check_game(ThreeRocks(), max_seconds=120)
    assert (report.ok, report.states_compared) == (True, report.states_checked)


def test_one_core_compiles_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_comparison, "available_cores", lambda: 1)
    assert compile_early(ThreeRocks(), 600.0) is None
    monkeypatch.setattr(checking, "compile_early", lambda *_: pytest.fail("not asked for"))
    assert check_game(ThreeRocks(), compiled=False).ok
