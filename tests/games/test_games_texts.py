"""The library of games: texts of states and moves, parameters, names."""

from __future__ import annotations

from typing import Any

import pytest

from perfectplay import Game
from perfectplay.core.errors import ParseError, UnknownGameError
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_class
from solved_games import make, solved

# --- texts ----------------------------------------------------------------------------------------


SMALLER = {"connect_four": {"width": 3}, "last_mouse_lost": {"rows": (2, 3, 3)}, "eight_puzzle": {}}


@pytest.mark.parametrize("name", GAMES)
def test_texts_can_be_read_back(name: str) -> None:
    solution = solved(name, symmetries=False, **SMALLER.get(name, {}))
    game = solution.game
    for i, state in enumerate(solution.states()):
        if i == 5_000:
            break
        for seat in (None, 0, 1):
            text = game.text(state, seat)
            assert game.parse(text) == state, text
            assert game.parse(text.replace("\n", "/")) == state, text
        for move in game.moves(state):
            assert game.parse_move(game.move_text(move)) == move


@pytest.mark.parametrize("name", GAMES)
def test_nonsense_is_not_a_state(name: str) -> None:
    with pytest.raises(ParseError, match="nonsense"):
        make(name).parse("nonsense")


TEXTS = [
    ("tic_tac_toe", 0b000000001 | 0b000010000 << 9, None, "X . .\n. O .\n. . ."),
    ("tic_tac_toe", 0b000000001 | 0b000010010 << 9, 1, "O X .\n. X .\n. . ."),
    ("wild", 0b1 | 0b10 << 9, None, "X O .\n. . .\n. . ."),
    ("chopsticks", (1, 1, 1, 2), None, "1 1 | 1 2"),
    ("chopsticks", (1, 1, 1, 2), 1, "1 2 | 1 1, second to move"),
    ("chomp", (4, 2, 0), None, "P # # #\n# # . .\n. . . ."),
    ("hexapawn", 0b111000000 | 0b000000111 << 9, 0, "3 B B B\n2 . . .\n1 W W W\n  a b c"),
    ("mu_torere", 0b00001111 | 0b11110000 << 9, 1, "O O O\nX . O\nX X X\nO to move"),
    ("kalah", (3, 0, 0, 0, 1, 2, -2), None, "    2  1  0\n 4           2\n    3  0  0"),
    ("eight_puzzle", (1, 2, 3, 4, 5, 6, 7, 8, 0), None, "1 2 3\n4 5 6\n7 8 ."),
]


@pytest.mark.parametrize(("name", "state", "seat", "text"), TEXTS)
def test_text(name: str, state: Any, seat: int | None, text: str) -> None:
    assert make(name).text(state, seat) == text


@pytest.mark.parametrize(
    "text",
    [
        *("x.. .o. ...", "X...O....", "X..|.O.|...", "X..,.O.,...", "X . . | . O . | . . ."),
        *("[X..,.O.,...]", "['X..', '.O.', '...']", "X,.,.,.,O,.,.,.,.", "(X...O....)"),
    ],
)
def test_boards_are_read_from_one_line(text: str) -> None:
    assert make("tic_tac_toe").parse(text) == 0b000000001 | 0b000010000 << 9


@pytest.mark.parametrize("text", ["X.|..O.|...", "X,..,.O.,...", "X...O...", "X..|.O.|...|", ""])
def test_rows_of_a_wrong_length_are_no_board(text: str) -> None:
    with pytest.raises(ParseError, match="expected 3 rows of 3 cells"):
        make("tic_tac_toe").parse(text)


def test_texts_of_starts() -> None:
    assert make("connect_four", width=4).text(make("connect_four", width=4).start()) == (
        ". . . .\n. . . .\n. . . .\n. . . .\n1 2 3 4"
    )
    assert make("dodgem").text(make("dodgem").start()) == (
        "3 > . .\n2 > . .\n1 . ^ ^\n  a b c\n> to move"
    )


def test_connect_four_drops_stones() -> None:
    game = make("connect_four", width=4)
    state = game.start()
    for column in "2233":
        state = game.play(state, game.parse_move(column))
    assert game.text(state) == ". . . .\n. . . .\n. O O .\n. X X .\n1 2 3 4"
    with pytest.raises(ParseError, match="column 2"):
        game.parse(". . . ./. X . ./. . . ./. . . .")


def test_codes_of_spoons() -> None:
    """Right hits right, then conjoin, then left hits left, then split evenly."""
    game = make("spoons")
    state = game.start()
    shown = []
    for code in "4516":
        move = game.parse_move(code)
        assert move in list(game.moves(state)), (state, code)
        state = game.play(state, move)
        shown.append(game.text(state))
    assert shown == ["1 2 | 1 1", "1 1 | 3 0", "4 0 | 1 1", "1 1 | 2 2"]


# --- parameters and names -------------------------------------------------------------------------


BAD = [
    ("tic_tac_toe", {"width": 0}, "width"), ("tic_tac_toe", {"width": 6, "height": 6}, "31 cells"),
    ("tic_tac_toe", {"length": 4}, "length"), ("wild", {"height": 0}, "height"),
    ("notakto", {"length": 0}, "length"), ("connect_four", {"width": 0}, "at least 1"),
    ("connect_four", {"width": 8, "height": 7}, "63"), ("connect_four", {"length": 9}, "length"),
    ("chopsticks", {"fingers": 1}, "fingers"), ("chopsticks", {"overflow": "x"}, "overflow"),
    ("chopsticks", {"splits": "x"}, "splits"), ("spoons", {"conjoin": "right"}, "conjoin"),
    ("nim", {"rows": ()}, "rows"), ("nim", {"rows": (1, -1)}, "rows"),
    ("subtraction", {"stones": -1}, "stones"), ("subtraction", {"takes": (0, 1)}, "takes"),
    ("three_rocks", {"left": -1}, "left"), ("three_rocks", {"most": 0}, "most"),
    ("wythoff", {"right": -1}, "right"), ("chomp", {"rows": 0}, "rows"),
    ("hexapawn", {"rows": 1}, "rows"), ("dodgem", {"size": 6}, "size"),
    ("kalah", {"seeds": 0}, "seeds"), ("kalah", {"capture": "x"}, "capture"),
    ("eight_puzzle", {"tiles": (1, 2, 3)}, "tiles"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "parameters", "match"), BAD)
def test_parameters_out_of_range(name: str, parameters: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        make(name, **parameters)


@pytest.mark.parametrize(("width", "height"), [(7, 6), (6, 7), (7, 8), (9, 6)])
def test_states_of_large_boards_fit_one_word(width: int, height: int) -> None:
    game = make("connect_four", width=width, height=height)
    assert 0 < game.start() < 2**63


def test_index() -> None:
    assert all(issubclass(load_class(name), Game) for name in GAMES)
    with pytest.raises(UnknownGameError, match="tic_tac_toe"):
        load_class("tictactoe")
