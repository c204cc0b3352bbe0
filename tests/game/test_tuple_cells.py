"""Cells that are tuples, such as stacks and pieces with a colour; texts of bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from boards_to_guess import Crosses
from perfectplay import Game, Piece, Value
from perfectplay.core.errors import ParseError
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.read_state import read_state
from states_to_refuse import heaps


class Towers(Game):
    """Nine cells; put a disc on a stack, or move the top of one to a neighbour."""

    stuck = Value.LOSS
    begin: Any = (("x",), (), ("x",), (), ("x",), (), ("o",), (), ("o",))
    size = 3

    def start(self):
        return self.begin

    def moves(self, state):
        for i in range(9):
            for j in range(9):
                near = abs(i // 3 - j // 3) + abs(i % 3 - j % 3) == 1
                if state[i] and near and len(state[j]) < 3:
                    yield f"{'abc'[i % 3]}{i // 3 + 1} {'abc'[j % 3]}{j // 3 + 1}"

    def play(self, state, move):
        i, j = ("abc".index(at[0]) + 3 * (int(at[1]) - 1) for at in move.split())
        stacks = list(state)
        stacks[j] += stacks[i][-1:]
        stacks[i] = stacks[i][:-1]
        return tuple(stacks)

    def outcome(self, state):
        return Value.LOSS if any(len(stack) == 3 for stack in state) else None


def drawn(game: Game, state: Any = None) -> list[str | None]:
    board = board_of(CheckedGame(game), game.start() if state is None else state, 0)
    return [piece and piece.shape for piece in board.pieces]


def test_stacks_on_a_square_are_joined_texts() -> None:
    game = Towers()
    state = game.play(game.start(), "a1 b1")
    assert drawn(game, state) == [None, "x", "x", None, "x", None, "o", None, "o"]
    state = game.play(state, "b2 b1")
    assert drawn(game, state)[1] == "xx"
    board = board_of(CheckedGame(game), state, 0)
    assert {(c.text, c.source, c.target) for c in board.choices} >= {
        ("c1 b1", 2, 1), ("b1 b2", 1, 4), ("b1 a1", 1, 0)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("stack", "shown"),
    [((1, 2, 1), "121"), ((1, 2, 1, 2, 2), "1…22"), (("a", None), "a"), (("ab", "c"), "abc")],
)
def test_a_declared_shape_draws_what_cells_hold(stack, shown) -> None:
    game = type("Declared", (Towers,), {"begin": (stack,) + ((),) * 8, "board_shape": (3, 3)})()
    assert drawn(game) == [shown] + [None] * 8


@dataclass(frozen=True)
class Man:
    colour: str
    kind: str


class Pieces(Crosses):
    """Tic-tac-toe of records; ``made`` makes a cell of a seat, or an empty one."""

    size = 3
    made = staticmethod(lambda seat: (None, None) if seat is None else ("wb"[seat], "M"))

    def start(self):
        return (self.made(None),) * 9

    def turn(self, state):
        return sum(cell != self.made(None) for cell in state) % 2

    def moves(self, state):
        return [i for i in range(9) if state[i] == self.made(None)]

    def play(self, state, move):
        return (*state[:move], self.made(self.turn(state)), *state[move + 1 :])

    def outcome(self, state):
        lines = (state[i:j:k] for i, j, k in ((0, 3, 1), (3, 6, 1), (6, 9, 1), (0, 9, 4)))
        if any(len(set(line)) == 1 and line[0] != self.made(None) for line in lines):
            return Value.LOSS
        return None if self.moves(state) else Value.DRAW


def words(seat):
    return None if seat is None else (("white", "black")[seat], "knight")


def man(seat):
    return Man("", "") if seat is None else Man("wb"[seat], "M")


def numbers(seat):
    return (0, 0) if seat is None else (seat + 1, 7)


@pytest.mark.parametrize(
    ("made", "shown"),
    [
        (Pieces.made, ["wM", "bM"]), (words, ["whkn", "blkn"]), (man, ["wM", "bM"]),
        (numbers, ["17", "27"]),
    ],
)  # fmt: skip
def test_pieces_with_a_colour_are_drawn_with_their_owner(made, shown) -> None:
    game = type("Made", (Pieces,), {"made": staticmethod(made)})()
    rules = CheckedGame(game)
    state = game.play(game.play(game.start(), 4), 0)
    board = board_of(rules, state, 0)
    assert (board.columns, len(board.places)) == (3, 9)
    assert [board.pieces[i] for i in (0, 4)] == [Piece(shown[1], 1), Piece(shown[0], 0)]
    assert [choice.target for choice in board.choices] == [1, 2, 3, 5, 6, 7, 8]


def test_rows_that_a_method_gives_may_hold_tuples() -> None:
    class Rows(Towers):
        def board(self, state):
            return [state[0:3], state[3:6], state[6:9]]

    assert drawn(Rows(), (("x", "o"),) + ((),) * 8) == ["xo"] + [None] * 8


class Shrinks(Game):
    """A state that loses a part on the way."""

    stuck = Value.LOSS

    def start(self):
        return (3, (1, 2))

    def moves(self, state):
        return range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return (state[0] - move,)

    def outcome(self, state):
        return None


def test_states_that_lose_a_part_are_texts() -> None:
    assert board_of(CheckedGame(Shrinks()), (3, (1, 2)), 0).places == ()


@pytest.mark.parametrize(
    "game",
    [
        heaps((3, 4, 5, 6, 1, 2), lambda h: tuple((k,) * k for k in h), lambda s: [*map(len, s)]),
        heaps((3, 4, 5), lambda h: ((h[0], "red"), (h[1], "blue"), (h[2], "green")),
              lambda s: [k for k, _ in s]),
    ],
)  # fmt: skip
def test_heaps_of_things_are_no_boards(game) -> None:
    assert drawn(game) == []


# --- bytes ----------------------------------------------------------------------------------------


class Bytes(Game):
    """Take from one of three heaps in bytes."""

    stuck = Value.LOSS
    begin = bytes((2, 1, 2))
    step = 1

    def start(self):
        return self.begin

    def moves(self, state):
        return [i for i in range(len(state)) if state[i] != self.begin[1] - self.step]

    def play(self, state, move):
        return state[:move] + bytes([state[move] - self.step]) + state[move + 1 :]

    def outcome(self, state):
        return None


@pytest.mark.parametrize(
    ("begin", "text"),
    [(bytes((2, 1, 2)), "2,1,2"), (b"cbc", "cbc"), (b"212", "212"), (bytes((50, 1, 7)), "50,1,7")],
)
def test_bytes_are_digits_or_letters_and_read_back(begin, text) -> None:
    game = type("Begin", (Bytes,), {"begin": begin})()
    assert game.text(begin) == CheckedGame(game).text(begin) == text
    for written in (text, f"'{text}'", repr(begin), text.replace(",", " / ")):
        assert read_state(game, written) == begin


def test_bytes_of_numbers_that_are_digits_too_are_numbers() -> None:
    """The start tells which: 50 is the letter 2."""
    assert Bytes().text(bytes((50, 50, 50))) == "50,50,50"
    assert read_state(Bytes(), "50,50,50") == b"222"
    assert read_state(Bytes(), "2/1/2") == bytes((2, 1, 2))


@pytest.mark.parametrize("wrong", ["2,1", "2,1,256", "2,1,x", "", "-1,0,0", "xyz"])
def test_no_state_of_bytes_is_refused_with_an_example(wrong) -> None:
    with pytest.raises(ParseError, match="such as 2,1,2"):
        read_state(Bytes(), wrong)


def test_bytes_within_a_tuple_are_shown_and_read_in_the_same_way() -> None:
    class Turns(Bytes):
        def start(self):
            return (self.begin, 0)

    game = Turns()
    assert game.text((bytes((2, 1, 2)), 1)) == "((2, 1, 2), 1)"
    assert game.parse("((2, 1, 2), 1)") == (bytes((2, 1, 2)), 1)
    assert game.parse(repr((bytes((2, 1, 2)), 1))) == (bytes((2, 1, 2)), 1)
    assert game.parse("('cbc', 1)") == (b"cbc", 1)
