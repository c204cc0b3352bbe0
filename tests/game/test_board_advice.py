"""What an author is told who sees no drawn board."""

from __future__ import annotations

import pytest

from perfectplay.conformance.checking import check_game
from perfectplay.game.boards.board_advice import shape_advice, text_advice
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.nim import Nim
from rectangles_to_guess import Lonely, Oblong
from states_to_refuse import Heaps
from twelve_cells import Wreath

SHAPE = (
    "no board is drawn, because nothing tells the rows and columns of the 12 cells: "
    "board_shape = (3, 4) in the class draws 3 rows of 4, and board_shape = False says that there "
    "is no board"
)


def test_cells_without_a_shape_are_told_to_the_author():
    assert shape_advice(CheckedGame(Wreath())) == text_advice(CheckedGame(Wreath())) == SHAPE
    assert SHAPE in check_game(Wreath()).notes


@pytest.mark.parametrize("answer", [{"board_shape": False}, {"board_shape": (3, 4)}, {
    "board": lambda self, state: None
}])  # fmt: skip
def test_an_author_who_answers_is_told_nothing(answer):
    rules = CheckedGame(type("Answered", (Wreath,), answer)())
    assert shape_advice(rules) == text_advice(rules) == ""


@pytest.mark.parametrize("game", [Oblong(), Lonely()])
def test_a_drawn_board_needs_no_advice(game):
    assert text_advice(CheckedGame(game)) == ""


def test_heaps_are_a_text_and_no_fault():
    rules = CheckedGame(Heaps())
    assert "a method board(state) in the class draws it" in text_advice(rules)
    assert shape_advice(rules) == ""
    assert text_advice(CheckedGame(Nim())) == ""  # readers of the library did not write it


def test_a_text_of_lines_is_a_picture():
    class Lines(Heaps):
        def text(self, state):
            return "\n".join("o" * k for k in state) + "\n#"

    assert text_advice(CheckedGame(Lines())) == ""
