"""Guessed boards: operators, records, and games that are slow, faulty or cannot be hashed."""

from __future__ import annotations

import dataclasses
import time

import pytest

from boards_to_guess import Crosses
from forms_to_draw import FORMS
from perfectplay import Piece, Value, cap, misere, pie, solve, sum_of
from perfectplay.core.errors import RulesError
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.explicit.tree import game_from_tree
from perfectplay.game.guess import play_sample
from perfectplay.game.moves import find_move, first_position, follow

# --- operators, and odd rules ---------------------------------------------------------------------


def test_operators_draw_the_guess_of_the_game_in_them():
    game = FORMS["a text"]
    for wrapped in (cap(game, 9), pie(game)):
        rules = CheckedGame(wrapped)
        board = board_of(rules, rules.start(), 0)
        assert board.columns == 3
        assert {choice.target for choice in board.choices} >= set(range(9))


def test_names_of_nodes_and_sums_are_no_boards():
    tree = game_from_tree({"aXO": {"b.X": 1, "cO.": -1}, "dXX": 0})
    board = board_of(CheckedGame(tree), tree.start(), 0)
    assert board.places == ()
    game = type("Impartial", (Crosses,), {"impartial": True})()
    assert board_of(CheckedGame(game), game.start(), 0).places
    both = sum_of(game, game)
    assert board_of(CheckedGame(both), both.start(), 0).places == ()


def test_states_unlike_the_others_are_texts():
    class Late(Crosses):
        """A state that no sampled play reaches is longer than all others."""

        def outcome(self, state):
            return Value.DRAW if "full" in state else super().outcome(state)

    rules = CheckedGame(Late())
    assert len(board_of(rules, "." * 9, 0).places) == 9
    assert board_of(rules, "X" * 9 + " full", 0).places == ()


class Slow(Crosses):
    """Rules that count how often they are asked."""

    asked = 0

    def play(self, state, move):
        type(self).asked += 1
        return super().play(state, move)


def test_a_guess_is_made_once_for_the_same_rules():
    rules = CheckedGame(Slow())
    board_of(rules, "." * 9, 0)
    sampled = Slow.asked
    assert sampled <= play_sample.STEPS + 9
    board_of(rules, "." * 9, 0)
    assert Slow.asked == sampled + 9


def test_rules_that_are_too_slow_are_not_sampled_for_long(monkeypatch):
    monkeypatch.setattr(play_sample, "SECONDS", 0.02)

    class Slower(Crosses):
        def play(self, state, move):
            until = time.thread_time() + 0.01
            while time.thread_time() < until:
                pass
            return super().play(state, move)

    assert board_of(CheckedGame(Slower()), "." * 9, 0).places == ()


@pytest.mark.parametrize("size", [32 * 32, 33 * 33, 200_000])
def test_large_states_take_no_long_look(size):
    class Large(Crosses):
        def start(self):
            return "." * size

        def moves(self, state):
            return range(9)

        def outcome(self, state):
            return Value.LOSS if "XXX" in state else None

    began = time.thread_time()
    assert board_of(CheckedGame(Large()), "." * size, 0).places == ()
    assert time.thread_time() - began < 5


class Faulty(Crosses):
    """Its rules raise late in a play."""

    def outcome(self, state):
        if state.count("X") > 3:
            raise KeyError("late")


def test_rules_that_raise_have_no_guess_and_no_other_error():
    rules = CheckedGame(Faulty())
    assert board_of(rules, "." * 9, 0).places == ()
    with pytest.raises(RulesError, match="late"):
        board_of(rules, "XXXX.....", 0)


class Random(Crosses):
    def moves(self, state):
        raise RecursionError

    def outcome(self, state):
        return None if state == "." * 9 else Value.DRAW


def test_moves_that_raise():
    with pytest.raises(RulesError):
        board_of(CheckedGame(Random()), "." * 9)


@dataclasses.dataclass
class Unhashable(Crosses):
    """A game that is not hashable itself."""

    width: int = 9


def test_a_game_that_cannot_be_hashed_is_drawn_too():
    assert board_of(CheckedGame(Unhashable()), "." * 9, 0).columns == 9


def test_a_record_of_a_guessed_board_is_a_picture():
    solution = solve(FORMS["nested tuples"])
    picture = solution.probe(solution.start).svg()
    assert picture.count('class="pp-cell"') == 9
    assert picture.count("pp-move") == 9
    assert find_move(solution.rules, solution.start, "4") == 4
    assert follow(solution.rules, first_position(solution.rules), ["4"]).seat == 1


class Rows(Crosses):
    """Its author returns the board as rows."""

    def board(self, state):
        return [[state[3 * row + column] for column in range(3)] for row in range(3)]


def test_a_method_board_may_give_rows():
    rules = CheckedGame(misere(Rows()))
    board = board_of(CheckedGame(Rows()), "X........", 1)
    assert (board.columns, len(board.places)) == (3, 9)
    assert board.pieces[0] == Piece("X")
    assert board.pieces[1] is None
    assert [choice.target for choice in board.choices] == list(range(1, 9))
    assert board_of(rules, "X........", 1).pieces == board.pieces


@pytest.mark.parametrize("answer", [[["X"], ["X", "O"]], [], [[]], [[{}]], ["a", 3], [3, 4]])
def test_what_is_no_list_of_rows_is_refused(answer):
    class Odd(Crosses):
        def board(self, state):
            return answer

    with pytest.raises(RulesError, match=r"Odd\.board gave"):
        board_of(CheckedGame(Odd()), "." * 9, 0)
