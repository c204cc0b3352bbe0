"""Guessed boards of games whose states hold pieces as (row, column) beside the cells."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from perfectplay import Game, Value
from perfectplay.drawing.board.text import text
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame

ROWS = ((0,) * 4,) * 3
STEPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


def dug(rows, cell):
    """The rows with a hole at a cell."""
    return tuple(
        tuple(1 if (r, c) == cell else one for c, one in enumerate(row))
        for r, row in enumerate(rows)
    )


class Knights(Game):
    """Two knights that leave holes behind them. Whoever cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return ((0, 0), (2, 3), ROWS, 0)

    def moves(self, state):
        *knights, rows, turn = state
        here = knights[turn]
        cells = [(here[0] + down, here[1] + right) for down, right in STEPS]
        return [
            (r, c) for r, c in cells
            if 0 <= r < 3 and 0 <= c < 4 and not rows[r][c] and (r, c) not in knights
        ]  # fmt: skip

    def play(self, state, move):
        one, other, rows, turn = state
        here = (one, other)[turn]
        knights = (move, other) if turn == 0 else (one, move)
        return (*knights, dug(rows, here), 1 - turn)

    def outcome(self, state):
        return None


@dataclass(frozen=True)
class Spot:
    """A state of `Written`."""

    rows: tuple
    first: tuple = (0, 0)
    second: tuple = (2, 3)
    turn: int = 0


class Written(Knights):
    """The same with dataclass states and moves that say where from."""

    def start(self):
        return Spot(ROWS)

    def tupled(self, state):
        return (state.first, state.second, state.rows, state.turn)

    def moves(self, state):
        here = (state.first, state.second)[state.turn]
        return [(here, move) for move in super().moves(self.tupled(state))]

    def play(self, state, move):
        first, second, rows, turn = super().play(self.tupled(state), move[1])
        return replace(state, rows=rows, first=first, second=second, turn=turn)


class Last(Game):
    """Put X and O in turn; the state remembers the last cell, which is no piece."""

    stuck = Value.DRAW

    def start(self):
        return ((0, 0), ((0,) * 3,) * 3, 1)

    def moves(self, state):
        return [(r, c) for r in range(3) for c in range(3) if not state[1][r][c]]

    def play(self, state, move):
        rows = [list(row) for row in state[1]]
        rows[move[0]][move[1]] = state[2]
        return (move, tuple(map(tuple, rows)), 3 - state[2])

    def outcome(self, state):
        return None


@pytest.mark.parametrize("game", [Knights(), Written()], ids=["tuples", "dataclasses"])
def test_pieces_that_are_named_beside_the_cells_stand_on_the_board(game):
    rules = CheckedGame(game)
    state = game.start()
    board = board_of(rules, state, 0)
    assert text(board) == "A  .  .  .\n.  .  .  .\n.  .  .  B"
    assert [(one.source, one.target) for one in board.choices] == [(0, 6), (0, 9)]
    after = game.play(state, game.moves(state)[0])
    assert text(board_of(rules, after, 1)) == "X  .  .  .\n.  .  A  .\n.  .  .  B"
    assert [piece and piece.seat for piece in board.pieces if piece] == [0, 1]


def test_a_cell_that_is_only_remembered_is_no_piece():
    rules = CheckedGame(Last())
    state = rules.play(rules.play(rules.start(), (1, 1)), (0, 2))
    assert text(board_of(rules, state, 0)) == ".  .  O\n.  X  .\n.  .  ."
