"""What a search tells is what a solution tells; what is no answer of a hint; limits that hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Value, loss_in, search, search_many, solve, win_in
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import RulesError
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.searcher import driver
from perfectplay.searcher.compile_search import compiled_search
from perfectplay.searcher.endgame_knowledge import EndgameKnowledge
from perfectplay.searcher.hints import SearchHints
from perfectplay.searcher.kernel import parallel_search, searcher
from random_points import Points

# --- as a solution tells it -----------------------------------------------------------------------


@pytest.mark.parametrize("game", [ThreeRocks(3, 4), ConnectFour(3, 3, 3), Points(3, 40), Spoons()])
def test_a_record_is_that_of_the_solution(game: Game) -> None:
    solution = solve(game, symmetries=False)
    for state in list(solution.states())[:: 1 + len(solution) // 20]:
        found, record = search(game, state), solution.probe(state)
        assert found.record == record
        assert found.keeping_moves == solution.keeping_moves(state)
        assert found.best_moves == solution.best_moves(state)
        told, whole = found.as_dict(), record.as_dict()
        assert {name: told[name] for name in whole} == whole


def test_the_seat_is_told_where_it_is_known() -> None:
    game = ConnectFour(3, 3, 3)
    after = game.play(game.start(), 0)
    seats = [search(game, *state, seat=seat).seat for state in ((), (after,)) for seat in (None, 1)]
    assert seats == [0, 1, None, 1]


def test_a_seat_is_one_of_two() -> None:
    with pytest.raises(ValueError, match="seat must be 0 or 1"):
        search(ThreeRocks(), seat=2)


def test_integers_of_numpy_are_states() -> None:
    small, game = ConnectFour(3, 3, 3), ConnectFour(4, 4)
    assert type(search(small, np.int64(small.start()), moves=False).state) is int
    assert search_many(game, np.array([game.start()])).values.tolist() == [Value.DRAW]


class Heaps(Game):
    """Heaps that are gone are no fields; the last state is an empty tuple."""

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (1, 2)

    def moves(self, state: Any) -> Any:
        return [(i, left) for i, heap in enumerate(state) for left in range(heap)]

    def play(self, state: Any, move: Any) -> tuple[int, ...]:
        i, left = move
        return tuple(heap for heap in (*state[:i], left, *state[i + 1 :]) if heap)

    def outcome(self, state: Any) -> None:
        return None


def test_a_tuple_may_lose_all_its_fields() -> None:
    solution = solve(Heaps())
    for state in solution.states():
        assert search(Heaps(), state).record == solution.probe(state)


@pytest.mark.parametrize(
    ("method", "game"),
    [("interpreted", ConnectFour(3, 3, 3)), ("compiled", ConnectFour(4, 4))],
)
def test_who_wins_alone(method: str, game: Game) -> None:
    """Nothing is said of how soon: not which moves are best, nor that a draw is
    endless."""
    found = search(game, distance=False, method=method, threads=1)
    assert (found.value, found.remoteness, found.record) == (Value.DRAW, None, None)
    assert found.proved == "a draw"
    assert found.keeping_moves
    assert found.best_moves == []
    assert not any(move.best for move in found.moves)
    assert {move.remoteness for move in found.moves} == {None}


def test_a_game_with_cycles_says_no_more_than_was_asked_for() -> None:
    found = search(Spoons(), distance=False)
    assert (found.proved, {move.remoteness for move in found.moves}) == ("a draw", {None})
    assert search(Spoons()).proved == "an endless draw"


def test_a_play_that_is_over_has_a_record_in_all_ways() -> None:
    for how in ({}, {"distance": False}, {"moves": False}, {"distance": False, "moves": False}):
        found = search(ThreeRocks(), (0, 0), **how)
        assert found.terminal
        assert found.record == solve(ThreeRocks()).probe((0, 0))


def test_a_notebook_shows_the_picture_or_what_is_proved() -> None:
    assert search(ConnectFour(3, 3, 3))._repr_html_().startswith("<svg")
    stopped = search(ConnectFour(), seconds=0)._repr_html_()
    assert stopped.startswith("<pre>")
    assert stopped.endswith("nothing yet</pre>")


# --- hints ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hinted(ThreeRocks):
    """Three rocks with a hint that gives what a test says."""

    def order(self, state: Any, move: Any) -> Any:
        return 0

    def bounds(self, state: Any) -> Any:
        return loss_in(0), win_in(1)

    def forced(self, state: Any) -> Any:
        return ()

    def plies_left(self, state: Any) -> Any:
        return None


@pytest.mark.parametrize(
    ("hint", "answer"),
    [
        ("order", 1.5), ("order", None), ("order", 1 << 58), ("bounds", (1.5, 2.5)),
        ("bounds", None), ("bounds", (1, 2, 3)), ("bounds", win_in(1)), ("bounds", (None, None)),
        ("bounds", (win_in(1), loss_in(1))), ("bounds", (-(1 << 70), 1 << 70)),
        ("forced", 3), ("forced", None), ("forced", [(9, 9)]), ("forced", "ab"), ("forced", [None]),
        ("plies_left", -1), ("plies_left", 2.0), ("plies_left", "x"), ("plies_left", 0),
    ],
)  # fmt: skip
def test_what_is_no_answer_of_a_hint(monkeypatch: Any, hint: str, answer: Any) -> None:
    monkeypatch.setattr(Hinted, hint, lambda *_: answer)
    hints = SearchHints(CheckedGame(Hinted()))
    said = f"Hinted.{hint} gave .* in state 10,10"
    with pytest.raises(RulesError, match=said):
        getattr(hints, hint)((10, 10), *[(1, 1)] * (hint == "order"))
    if hint != "plies_left":  # which is asked of draws alone
        with pytest.raises(RulesError, match=said):
            search(Hinted(), method="compiled")


@pytest.mark.parametrize("hint", ["order", "bounds", "forced"])
def test_a_hint_that_raises(monkeypatch: Any, hint: str) -> None:
    monkeypatch.setattr(Hinted, hint, lambda *_: ().index(1))
    with pytest.raises(RulesError, match=f"Hinted.{hint} raised ValueError"):
        search(Hinted(), method="compiled")


def test_numbers_of_numpy_are_numbers(monkeypatch: Any) -> None:
    monkeypatch.setattr(Hinted, "bounds", lambda *_: (np.int64(-5), np.int32(7)))
    assert SearchHints(CheckedGame(Hinted())).bounds((1, 1)) == (-5, 7)


@dataclass(frozen=True)
class Slow(Game):
    """One is taken away each time, and nobody wins."""

    def start(self) -> int:
        return 5

    def moves(self, state: int) -> Iterator[int]:
        yield 1

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Value | None:
        return Value.DRAW if state == 0 else None

    def plies_left(self, state: int) -> int:
        return state * state // state


def test_plies_left_is_a_hint_and_not_asked_at_the_end() -> None:
    """At 0 it raises."""
    clock = driver.Deadline(None, Reporter(None))
    for hinted, left in ((True, [0, 3]), (False, [0, None])):
        parallel: Any = SimpleNamespace(hinted=hinted)
        proof = driver.ProvedBounds(CheckedGame(Slow()), 5, parallel, clock, EndgameKnowledge([]))
        assert [proof._plies_left(state) for state in (0, 3)] == left


def test_hints_that_do_not_compile_are_left_out(monkeypatch: Any) -> None:
    def made(*_: Any, hints: bool, **__: Any) -> str:
        if hints:
            raise NotCompilable("a dict does not compile")
        return "parallel"

    monkeypatch.setattr(parallel_search, "ParallelSearch", made)
    how = {"symmetries": True, "table": 1, "threads": 1}
    rules, sample = CheckedGame(Hinted()), [(1, 1)]
    parallel, why = compiled_search(rules, sample, hints=True, **how)
    assert (parallel, why) == (
        "parallel",
        "its hints, so that they are left out: a dict does not compile",
    )
    assert compiled_search(rules, sample, hints=False, **how) == ("parallel", None)


def test_what_is_proved_may_not_contradict_itself(monkeypatch: Any) -> None:
    """As where a hint says of a drawn state, the second time it is asked for, that it is won."""

    def run(_: Any, __: Any, found: Any, ___: Any) -> None:
        found.low[:], found.high[:] = win_in(9), 0

    monkeypatch.setattr(searcher.Searcher, "_run", run)
    with pytest.raises(RulesError, match="contradicts itself") as told:
        search_many(ConnectFour(4, 4), [ConnectFour(4, 4).start()])
    assert told.value.promise == "hints-contradict"
