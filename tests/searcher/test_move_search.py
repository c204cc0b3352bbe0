"""Bounds on the moves of a position while there is time: they hold, and end exact."""

from __future__ import annotations

import random
import time

import pytest

from perfectplay import Value, search, solve
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.moves import PlayPosition
from perfectplay.game.result_scale import FAR
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.dots_and_boxes import DotsAndBoxes
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.notakto import Notakto
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.searcher import dispatch, move_search
from perfectplay.searcher.move_bounds import PositionBounds
from perfectplay.searcher.move_search import MoveSearch
from perfectplay.tablebase.record import Record


def always() -> bool:
    return True


def agrees(found: PositionBounds, record: Record) -> None:
    """Everything is proved, as the solution has it."""
    assert found.done
    said = found.as_dict()
    assert said["value"] == str(record.value)
    assert said["remoteness"] == record.remoteness
    assert said.get("score") == record.score
    truth = {move.text: move for move in record.moves}
    assert {move["text"] for move in said["moves"]} == set(truth)
    for move in said["moves"]:
        right = truth[move["text"]]
        assert move["value"] == str(right.value)
        assert move["remoteness"] == right.remoteness
        assert (move["keeps"], move["best"]) == (right.keeps, right.best), move
        assert move.get("score") == right.score
    assert truth[said["best"]].best
    assert said["grade"] == "best"


def positions(game: Game, count: int, seed: int = 1) -> list[PlayPosition]:
    """Some states that are not over, from random plays."""
    rules, draw, found = CheckedGame(game), random.Random(seed), []
    while len(found) < count:
        state = rules.start()
        for _ in range(draw.randrange(12)):
            options = rules.position(state).options
            if options:
                state = draw.choice(options)[1]
        if rules.position(state).options:
            found.append(PlayPosition(state, 0))
    return found


GAMES = [
    TicTacToe(), ConnectFour(4, 4), Nim((2, 3, 1)), Notakto(), Chopsticks(),
    Kalah(3, 2, scoring=True), DotsAndBoxes(1, 2),
]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_what_is_proved_is_the_solution(game: Game, compiled: bool, monkeypatch) -> None:
    if compiled:
        monkeypatch.setattr(move_search, "SMALL", 2)
    solution, searching = solve(game), MoveSearch(game)
    for position in positions(game, 8):
        found = searching.run(position.state, always)
        agrees(found, solution.probe(position.state))


def test_bounds_hold_whenever_it_stops() -> None:
    """On every position of a play, after every moment: no bound excludes the truth."""
    game = ConnectFour(5, 5)
    searching, state = MoveSearch(game), game.start()
    truth = search(game)
    assert truth.record is not None
    right = {move.text: move for move in truth.record.moves}
    told: list[PositionBounds] = []
    until = time.perf_counter() + 60
    found = searching.run(state, lambda: time.perf_counter() < until, told.append)
    assert len(told) > 10
    for bounds in [*told, found]:
        for one in bounds.moves:
            move = right[one.text]
            assert move.remoteness is not None
            result = {Value.WIN: FAR - move.remoteness - 1, Value.DRAW: 0,
                      Value.LOSS: move.remoteness + 1 - FAR}[move.value]  # fmt: skip
            assert one.low <= result <= one.high
            assert one.value in (None, move.value)
            assert bounds.keeps(one) in (None, move.keeps)
            assert bounds.best_of(one) in (None, move.best)
    agrees(found, truth.record)


def test_it_stops_in_time_and_names_the_best_known_move() -> None:
    game = ConnectFour(7, 6)
    searching = MoveSearch(game)
    found = searching.run(game.start(), lambda: False)  # no time: nothing is proved
    assert found.words == "not proved yet"
    compiled: list[float] = []

    def half_a_second() -> bool:
        """From when the rules are compiled."""
        if searching._parallel is not None:
            compiled.append(time.perf_counter())
        return not compiled or compiled[-1] - compiled[0] < 0.5

    found = searching.run(game.start(), half_a_second)
    assert time.perf_counter() - compiled[0] < 60  # the whole proof takes hours
    assert found.grade == "known"
    assert found.best is not None
    assert found.best.text == "4"  # what looks best to the game's own hint
    assert found.as_dict()["value"] is None
    assert "not lost within" in found.words


def always_until(seconds: float):
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() < end


def test_a_win_is_found_before_the_rest_is_proved() -> None:
    game = ConnectFour(7, 6)
    state = game.start()
    for column in "414641":  # three stones above one another, and the fourth comes
        state = game.play(state, int(column) - 1)
    found = MoveSearch(game).run(state, always_until(3))
    assert found.grade in ("best", "keeps")
    assert found.best is not None
    assert (found.best.text, found.best.value, found.best.words) == (
        "4",
        Value.WIN,
        "a win in 1 ply",
    )


def test_a_loop_that_is_too_large_is_said(monkeypatch) -> None:
    monkeypatch.setattr(move_search, "CYCLIC_STATES", 50)
    found = MoveSearch(Chopsticks()).run(Chopsticks().start(), always)
    assert found.why == move_search.LOOPS
    assert not found.done
    assert all(one.words == "not proved yet" for one in found.moves)


class Tuples(Game):
    """States that no compiler takes: a player takes one or two of nine; who takes the last wins."""

    def start(self):
        return ("left", 9)

    def moves(self, state):
        return [n for n in (1, 2) if n <= state[1]]

    def play(self, state, move):
        return ("left", state[1] - move)

    def outcome(self, state):
        return Value.LOSS if state[1] == 0 else None


def test_rules_that_do_not_compile(monkeypatch) -> None:
    monkeypatch.setattr(move_search, "SMALL", 2)
    searching = MoveSearch(Tuples())
    agrees(searching.run(("left", 8), always), solve(Tuples()).probe(("left", 8)))


def test_states_far_ahead_that_have_no_key(monkeypatch) -> None:
    from perfectplay.compiler.source.not_compilable import NotCompilable
    from perfectplay.searcher.kernel.parallel_search import ParallelSearch

    whole = ParallelSearch.one

    def one(self, state, *, distance, go_on):
        until = self.nodes + 50_000
        whole(self, state, distance=distance, go_on=lambda: go_on() and self.nodes < until)
        raise NotCompilable("a state needs more bits than a key has")

    monkeypatch.setattr(ParallelSearch, "one", one)
    monkeypatch.setattr(move_search, "KEPT", 5_000)
    monkeypatch.setattr(dispatch, "PLAIN_MEMORY", 0)
    game = ConnectFour(7, 6)
    found = MoveSearch(game).run(game.start(), always)
    assert (found.engine, found.why, found.done) == ("compiled", "", False)
    assert all(one.low > -FAR and one.high < FAR for one in found.moves)  # for some plies
    searched = search(game)
    assert searched.value is None
    assert min(searched.low.plies, searched.high.plies) > 3  # neither lost nor won within these


class Raising(Tuples):
    """Rules that raise in the middle of a play."""

    def outcome(self, state):
        if state[1] == 3:
            raise ZeroDivisionError("three")
        return super().outcome(state)


def test_rules_that_raise_are_said() -> None:
    from perfectplay.core.errors import RulesError

    with pytest.raises(RulesError, match="ZeroDivisionError"):
        MoveSearch(Raising()).run(("left", 9), always)


def test_the_end_of_a_play_has_no_moves() -> None:
    found = MoveSearch(Tuples()).run(("left", 0), always)
    assert (found.best, found.moves, found.words, found.done) == (None, (), "", True)
