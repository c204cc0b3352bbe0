"""Searches that are stopped: by time, by Ctrl-C and by memory."""

from __future__ import annotations

import ctypes
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest

from perfectplay import Game, loss_in, search, search_many, solve, win_in
from perfectplay.core.errors import MemoryBudgetError, TableSizeError
from perfectplay.core.interrupts import heard
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.searcher import dispatch, driver
from perfectplay.searcher.endgame_knowledge import EndgameKnowledge
from perfectplay.searcher.kernel.parallel_search import ParallelSearch
from perfectplay.searcher.result_builder import ResultBuilder

# --- limits ---------------------------------------------------------------------------------------


class Patience:
    """A clock's `over` that is no sooner true than after so many questions."""

    def __init__(self, questions: int, error: type[BaseException] | None = None) -> None:
        self.left = questions
        self.error = error

    def __call__(self, clock: Any) -> bool:
        self.left -= 1
        if self.left < 0 and self.error is not None:
            raise self.error
        return self.left < 0


@pytest.mark.parametrize("questions", [0, 1])
@pytest.mark.parametrize(("error", "stopped"), [(None, "time"), (KeyboardInterrupt, "interrupted")])
def test_a_solve_below_a_position_is_stopped(
    monkeypatch: Any, questions: int, error: Any, stopped: str
) -> None:
    monkeypatch.setattr(dispatch, "SMALL", 10)
    monkeypatch.setattr(driver.Deadline, "over", property(Patience(questions, error)))
    found = search(ThreeMensMorris(), method="auto")
    assert (found.value, found.stopped, found.record) == (None, stopped, None)


def test_bounds_of_moves_that_are_known_when_the_interpreter_is_stopped() -> None:
    game = ThreeRocks(2, 2)
    every = {move.move: move for move in solve(game).probe((2, 2)).moves}
    for most in range(2, 9):
        asked: list[Any] = []
        known: dict[Any, Any] = {}
        dispatch.search_plain(CheckedGame(game), (2, 2), most, None, None, known)
        asked = [move for move in every if every[move].state in known]
        telling = searched_part(game, known)
        best = max((every[move].value for move in asked), default=None)
        least = None if telling.low is None else telling.low.value
        assert least is best


def searched_part(game: Game, known: dict[Any, Any]) -> Any:
    clock = driver.Deadline(None, Reporter(None))
    telling = ResultBuilder(CheckedGame(game), game.start(), 0, True, True, clock)
    asked = dispatch.SearchRequest(telling, "auto", True, True, 1, 1, None, EndgameKnowledge([]))
    return asked._plain_part(known, "time")


def test_ctrl_c_keeps_what_is_proved_of_many(monkeypatch: Any) -> None:
    game = ConnectFour(4, 4)
    state, late = game.start(), []
    for column in (0, 1, 2, 3, 0, 1, 2, 3, 1, 0, 3, 2):
        state = game.play(state, column)
        late.append(state)
    states = [late[-1], late[-2], game.start()]
    exact = solve(game)

    def interrupt(*_: Any) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(driver.Deadline, "go_on", interrupt)
    for threads in (1, 2):
        found = search_many(game, states, threads=threads, hints=False)
        assert found.stopped == "interrupted"
        assert found.values[:1].tolist() == [exact.value(states[0])]
        assert found.values[2] in (0, exact.value(states[2]))


def test_a_search_that_has_not_begun_has_proved_nothing() -> None:
    game = ConnectFour(4, 4)
    how = {"hints": False, "symmetries": True, "table": 1 << 12}
    parallel = ParallelSearch(game, [game.start()], threads=100_000, **how)
    assert parallel.threads <= 1_000  # more only get in each other's way
    low, high = parallel.proved()
    assert low < loss_in(0) + 1 <= win_in(0) <= high


def test_a_table_that_memory_does_not_hold() -> None:
    with pytest.raises(TableSizeError, match="a smaller one"):
        search(ConnectFour(), table=1 << 60)
    assert issubclass(TableSizeError, MemoryError)


def test_a_budget_too_small_for_a_game_with_cycles() -> None:
    with pytest.raises(MemoryBudgetError, match="--memory"):
        search(ThreeMensMorris(), memory=1_000)


# --- Ctrl-C ---------------------------------------------------------------------------------------


def swallow() -> None:
    with suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def mistake() -> None:
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt:
        raise ImportError("could not be loaded") from None


def called_back() -> None:
    """As LLVM calls back: Python can raise nothing there, and complains."""
    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()


@pytest.mark.parametrize("work", [swallow, mistake, called_back])
def test_ctrl_c_is_heard_where_it_is_swallowed(work: Any, capfd: Any) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), heard():
        work()
    assert signal.getsignal(signal.SIGINT) is before
    assert capfd.readouterr().err == ""
    with pytest.raises(ImportError), heard():
        raise ImportError
    with heard():
        pass


def test_a_command_whose_output_is_closed() -> None:
    line = f"{sys.executable} -m perfectplay search three_rocks 2,1 >&-"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
