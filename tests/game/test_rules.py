"""The rules with every answer checked: each wrong answer gets the error that names it."""

from __future__ import annotations

import re
import signal
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay.core.errors import ParseError, RulesError
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame, Position
from perfectplay.game.checks.diagnose import diagnose
from perfectplay.game.game import Game, StateKind
from tiny_games import Countdown, Pair, changed


def error_of(promise: str, ask: Any, *args: Any) -> RulesError:
    with pytest.raises(RulesError) as caught:
        ask(*args)
    assert caught.value.promise == promise, str(caught.value)
    assert caught.value.remedy, "every error says what to do next"
    return caught.value


# --- right answers ------------------------------------------------------------------------------


def test_answers_are_passed_on() -> None:
    rules = CheckedGame(Countdown())
    assert rules.start() == 5
    assert rules.kind is StateKind.INTEGER
    assert rules.options(5) == [(1, 4), (2, 3)]
    assert rules.position(5) == Position(None, [(1, 4), (2, 3)], False)
    assert rules.position(0) == Position(Value.LOSS, [], False)
    assert rules.player(5) is None
    assert rules.tier(5) == 0
    assert rules.symmetries(5) == [5]
    assert rules.moves_again(5, 1, 4) is False


def test_moves_are_not_asked_of_a_state_that_is_over() -> None:
    def moves(self, state):
        assert state != 0
        return Countdown.moves(self, state)

    assert CheckedGame(changed(moves=moves)).position(0).options == []


@pytest.mark.parametrize("value", [Value.LOSS, Value.DRAW, Value.WIN])
def test_stuck_gives_the_value_of_a_state_without_moves(value: Value) -> None:
    rules = CheckedGame(changed(stuck=value, outcome=lambda self, state: None))
    assert rules.position(0) == Position(value, [], True)


def test_stuck_may_be_a_property() -> None:
    game = changed(stuck=property(lambda self: Value.WIN), outcome=lambda self, state: None)
    assert CheckedGame(game).position(0).outcome is Value.WIN


def test_numpy_integers_become_plain_states() -> None:
    child = CheckedGame(changed(play=lambda self, state, move: np.int64(state - move))).play(5, 1)
    assert (child, type(child)) == (4, int)


def test_a_move_may_be_false_and_a_state_empty() -> None:
    rules = CheckedGame(
        changed(
            start=lambda self: "",
            moves=lambda self, state: [False, 0.5, None],
            play=lambda self, state, move: str(move),
            outcome=lambda self, state: None if state == "" else Value.DRAW,
        )
    )
    assert rules.start() == ""
    assert rules.options("") == [(False, "False"), (0.5, "0.5"), (None, "None")]


def test_the_older_style_leaves_out_illegal_moves_only() -> None:
    game = Game.from_functions(
        2, [1, 2, 3], lambda move, n: n - move if move <= n else False,
        lambda n: -1 if n == 0 else "undecided",
    )  # fmt: skip
    assert CheckedGame(game).options(2) == [(1, 1), (2, 0)]


def test_the_older_style_names_its_functions_and_the_move() -> None:
    game = Game.from_functions((3, 2), ["a", 1], lambda move, s: s[move], lambda s: "undecided")
    error = error_of("rules-raised", CheckedGame(game).options, (3, 2))
    assert str(error).startswith("do_move raised TypeError: tuple indices")
    assert error.move == "a"


# --- who moves ------------------------------------------------------------------------------------


def test_player_decides_who_moves_again_without_a_second_play() -> None:
    def play(self, state, move):
        raise AssertionError("play must not be asked again")

    rules = CheckedGame(changed(player=lambda self, state: state // 3, play=play))
    assert rules.moves_again(5, 1, 4) is True
    assert rules.moves_again(3, 1, 2) is False


def test_moves_again_is_asked_where_it_is_given() -> None:
    game = changed(player=lambda s, state: 0, moves_again=lambda s, state, move: move - 1)
    assert CheckedGame(game).moves_again(5, 1, 4) is False
    assert CheckedGame(game).moves_again(5, 2, 3) is True


def test_in_a_puzzle_the_same_moves_again() -> None:
    assert CheckedGame(changed(players=1)).moves_again(5, 1, 4) is True


@pytest.mark.parametrize("answer", [2, -1, None, "0", np.array([0, 1])])
def test_player_must_be_a_seat(answer: object) -> None:
    error_of("player-illegal", CheckedGame(changed(player=lambda self, state: answer)).player, 5)


@pytest.mark.parametrize("answer", [2, None, "yes"])
def test_moves_again_must_be_true_or_false(answer: object) -> None:
    rules = CheckedGame(changed(moves_again=lambda self, state, move: answer))
    error = error_of("moves-again-illegal", rules.moves_again, 5, 1, 4)
    assert (error.state, error.move) == (5, 1)


# --- what the rules raise ---------------------------------------------------------------------


def test_an_exception_becomes_a_sentence_with_state_move_and_line() -> None:
    def play(self, state, move):
        return (1, 2)[state[1]]  # the line that the message names

    error = error_of("rules-raised", CheckedGame(changed(Pair, play=play)).options, (5, 7))
    line = play.__code__.co_firstlineno + 1
    assert re.match(
        "Changed.play raised IndexError: tuple index out of range for the move 1 in state 5,7 "
        rf"\(.*test_rules.py:{line}\); ",
        str(error),
    )
    assert isinstance(error.__cause__, IndexError)
    assert (error.state, error.move) == ((5, 7), 1)


def test_an_exception_in_the_middle_of_yielding_moves() -> None:
    def moves(self, state):
        yield 1
        raise KeyError("x")

    error = error_of("rules-raised", CheckedGame(changed(moves=moves)).options, 5)
    assert "Changed.moves raised KeyError: 'x' in state 5" in str(error)


@pytest.mark.parametrize("method", ["start", "outcome", "player", "tier", "symmetries", "stuck"])
def test_an_exception_in_any_rule(method: str) -> None:
    def fails(self, *args):
        raise ZeroDivisionError

    rules = CheckedGame(changed(**{method: property(fails) if method == "stuck" else fails}))
    with pytest.raises(RulesError, match=f"Changed.{method} raised ZeroDivisionError"):
        _ = rules.stuck if method == "stuck" else diagnose(rules.game, 0)


def test_the_rules_own_errors_pass() -> None:
    def moves(self, state):
        raise RulesError("my-promise", "the river is dry")

    with pytest.raises(RulesError, match="the river is dry"):
        CheckedGame(changed(moves=moves)).options(5)

    def stopped(self, state):
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        CheckedGame(changed(moves=stopped)).options(5)

    def stops(self, state):
        raise KeyboardInterrupt

    with pytest.raises(RulesError, match="would end the program as Ctrl-C does"):
        CheckedGame(changed(moves=stops)).options(5)


def test_a_text_that_raises_does_not_hide_the_fault() -> None:
    def text(self, state):
        raise ParseError("no")

    error = error_of(
        "no-state", CheckedGame(changed(Pair, text=text, play=lambda *_: None)).options, (5, 7)
    )
    assert "in state 5,7" in str(error)


def test_long_and_tall_states_stay_readable() -> None:
    game = changed(Pair, text=lambda self, state, seat: "X O\n. .", play=lambda *_: None)
    assert "in state X O / . .; return" in str(
        error_of("no-state", CheckedGame(game).options, (5, 7))
    )
    long = "x" * 10_000
    error = error_of("no-state", CheckedGame(changed(Pair, play=lambda *_: None)).play, long, 1)
    assert len(str(error)) < 500


# --- diagnose and classes of states -------------------------------------------------------------


def test_diagnose_is_silent_where_all_is_well_and_names_what_is_not() -> None:
    diagnose(Countdown(), 5)
    game = changed(play=lambda self, state, move: state - move if move == 1 else -1)
    error_of("out-of-63-bits", diagnose, game, 5)


class Sides(NamedTuple):
    left: int
    right: int


@given(st.integers(0, 50), st.integers(0, 50))
def test_a_class_has_the_state_first_and_each_image_once(left: int, right: int) -> None:
    game = changed(Pair, start=lambda s: Sides(1, 2), symmetries=lambda s, t: [Sides(t[1], t[0])])
    state = Sides(left, right)
    found = CheckedGame(game).symmetries(state)
    assert found == list(dict.fromkeys([(left, right), (right, left)]))
    numbers = changed(symmetries=lambda self, n: [n ^ 1])
    assert CheckedGame(numbers).symmetries(left) == [left, left ^ 1]


def test_a_class_of_states_without_an_order() -> None:
    game = changed(start=lambda self: "ab", symmetries=lambda self, s: [s[::-1]])
    assert CheckedGame(game).symmetries("ba") == ["ba", "ab"]
