"""Cards of odd games, features of one's own, files, bad input."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cards_by_definition import assert_proved
from perfectplay import Game, Value, card, prove, solve
from perfectplay.analysis.card.card_candidates import CardRule
from perfectplay.analysis.card.card_source import CardException, run_source, source_of
from perfectplay.core.errors import (
    ParameterError,
    QueryError,
    StateLimitError,
    StrategyError,
)
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.eight_puzzle import EightPuzzle
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe

# --- features, files, bad input -------------------------------------------------------------------


def rest(game: ThreeRocks, state: tuple[int, int]) -> int:
    return sum(state) % (game.most + 1)


def bad(state: tuple[int, int]) -> bool:
    return sum(state) % 4 > 0


def test_own_features() -> None:
    found = card(ThreeRocks(), "second", features=[rest])
    assert found.rules[0].words == "a move that leaves a position in which rest is 0"
    assert f"from {__name__} import rest" in found.source
    found = card(ThreeRocks(), "second", features=[bad])
    assert found.rules[0].words == "a move that leaves a position that is not bad"
    assert "not bad(s)" in found.source


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda state: 1, "feature <lambda> has no name; expected a def"),
        (lambda state, last: 1, "has too many arguments"),
        (max, "takes|unknown"),
        (5, "a strategy is a function"),
    ],
    ids=["lambda", "two", "max", "number"],
)
def test_what_is_no_feature(function: Any, words: str) -> None:
    with pytest.raises(StrategyError, match=words):
        card(ThreeRocks(), "second", features=[function])


def test_features_that_answer_badly() -> None:
    chance = random.Random(0)

    def raises(state: Any) -> int:
        return 1 // (state[0] - 1)

    def none(state: Any) -> Any:
        return None

    def varies(state: Any) -> bool:
        return chance.random() < 0.5

    def large(state: Any) -> int:
        return 1 << 70

    def moves(state: Any) -> int:
        return 1

    for function, words in (
        (raises, "feature raises raised ZeroDivisionError: .* in state "),
        (none, "feature none answered None in state .*; expected a whole number"),
        (varies, "feature varies answered (True|False), and when asked again"),
        (large, "of at most 62 bits"),
        (moves, "feature moves has the name of something else; rename it"),
    ):
        with pytest.raises(StrategyError, match=words):
            card(ThreeRocks(), "second", features=[function])
    with pytest.raises(StrategyError, match="two features are called bad"):
        card(ThreeRocks(), "second", features=[bad, bad])


def test_bad_input() -> None:
    for arguments, words in (
        ({"claim": "lose"}, "the claim is 'lose'; expected 'keep', 'win' or 'draw'"),
        ({"ahead": 0}, "ahead must be a whole number from 1 to 4"),
        ({"ahead": 5}, "ahead must be a whole number from 1 to 4"),
        ({"most": 0}, "most must be a whole number from 1 to"),
        ({"most": True}, "most must be a whole number from 1 to"),
        ({"tries": -1}, "tries must be a whole number from 0 to"),
        ({"max_positions": 10}, "more than 10 positions can come up"),
    ):
        with pytest.raises(ParameterError, match=words):
            card(TicTacToe(), "first", **arguments)
    with pytest.raises(ParameterError, match="seat must be 0 or 1"):
        card(TicTacToe(), "third")
    with pytest.raises(ParameterError, match="the first player has nothing to keep: with best"):
        card(Nim(), "first")
    with pytest.raises(ParameterError, match="cannot win: with best play it is a draw"):
        card(TicTacToe(), "first", "win")
    with pytest.raises(ParameterError, match="a puzzle has its solution"):
        card(EightPuzzle(), "first")
    with pytest.raises(ParameterError, match="cards are made of games that are won"):
        card(Kalah(2, 2, scoring=True), "first")
    with pytest.raises(StateLimitError, match="more than the limit of 1,000 states"):
        card(ConnectFour(), "first", max_states=1_000)
    with pytest.raises(QueryError, match="card expects a game or a solution"):
        card("nim", "first")


class Quoted(Game):
    """Take one or two; texts of moves hold quotes and lines, and two moves have one text."""

    def start(self) -> Any:
        return 7

    def moves(self, state: int) -> Any:
        return [[number, kind] for number in (1, 2) if number <= state for kind in (0, 1)]

    def play(self, state: int, move: list[int]) -> int:
        return state - move[0]

    def outcome(self, state: int) -> Any:
        return Value.LOSS if state == 0 else None

    def move_text(self, move: list[int]) -> str:
        return f'take "{move[0]}"\n\\ {move[0]}\'s # """'


class SeatOne(Game):
    """The state knows that seat 1 begins."""

    def start(self) -> Any:
        return 5, 1

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> Any:
        return [number for number in (1, 2) if number <= state[0]]

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> Any:
        return Value.LOSS if state[0] == 0 else None


def test_odd_games() -> None:
    """Moves that cannot be hashed, texts that are no names, seats in another order."""
    found = card(Quoted(), "first", ahead=1)
    assert_proved(found, solve(Quoted(), method="reference"))
    assert found.choice.positions > 0
    found = card(SeatOne(), 1, ahead=1)
    assert (found.seat, found.value) == (1, Value.WIN)
    assert_proved(found, solve(SeatOne(), method="reference"))
    assert card(SeatOne(), "first", ahead=1).source == found.source
    with pytest.raises(ParameterError, match="seat 0 has nothing to keep: with best play seat 1"):
        card(SeatOne(), "second")


def test_whatever_texts_are_the_file_can_be_run() -> None:
    for word in ("a\nb", 'x"""', "y" + 3 * "'", "\\", "#", "ü\u2028"):
        rule = CardRule((f"m.text == {word!r}",), (f"is {word}",), name=word)
        one = CardException(word, word, word, word, 0)
        source = source_of(Quoted(), f"By {word} it", 0, [rule], [one], ())
        moves, answer = run_source(source, ())
        assert moves(Quoted(), 7) == []
        assert answer(Quoted(), 7) is None


def test_sides_without_a_choice() -> None:
    for game, seat in ((ThreeRocks(0, 0), "second"), (ThreeRocks(1, 0), "first")):
        found = card(game, seat)
        assert (found.rules, found.exceptions, found.choice.positions) == ((), (), 0)
        assert (found.shortest, found.candidates) == (True, 0)
        assert_proved(found, solve(game, method="reference"))


def test_a_file_is_a_strategy(tmp_path: Path) -> None:
    solution = solve(Spoons())
    found = card(solution, "second", most=2, tries=0)
    assert found.exceptions
    path = tmp_path / "spoons_card.py"
    found.write(path)
    assert path.read_text() == found.source
    assert prove(Spoons(), f"{path}:card", "second", "draw").holds
    again = card(solution, 1, most=2, tries=0)
    assert again.as_dict() == found.as_dict()
    assert repr(found).startswith("<Card for second, keep: ")
    listed = found.as_dict()["exceptions"]
    assert len(listed) == len(found.exceptions)
    assert set(listed[0]) == {"state", "text", "move", "move_text"}
