"""What an author can do who sees no drawn board."""

from __future__ import annotations

from math import isqrt

from perfectplay.game.boards.board_of import board_of, wrote
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.game import overrides
from perfectplay.game.guess.guessing import unshaped_cells
from perfectplay.game.moves import first_position
from perfectplay.game.operators.operator import Operator


def shape_advice(rules: CheckedGame) -> str:
    """How to get a board of cells whose rows and columns nothing tells; "" if it is not needed.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> shape_advice(CheckedGame(TicTacToe()))
    ''
    """
    if not _is_plain(rules) or not (count := unshaped_cells(rules)):
        return ""
    rows = next(side for side in range(isqrt(count), 0, -1) if count % side == 0)
    return (
        f"no board is drawn, because nothing tells the rows and columns of the {count} cells: "
        f"board_shape = {(rows, count // rows)} in the class draws {rows} rows of {count // rows}, "
        "and board_shape = False says that there is no board"
    )


def text_advice(rules: CheckedGame) -> str:
    """How an author gets a board in place of a line of text; "" if there is a picture."""
    if not _is_plain(rules):
        return ""
    advice = shape_advice(rules)
    first = first_position(rules)
    board = board_of(rules, first.state, first.seat)
    if advice or board.places or "\n" in board.text:
        return advice
    return (
        "no board is drawn, because the states do not look like one: a method board(state) in the "
        "class draws it"
    )


def _is_plain(rules: CheckedGame) -> bool:
    """True for a class of an author who has said nothing of boards."""
    game = rules.game
    of_library = type(game).__module__.startswith("perfectplay.")
    if of_library or isinstance(game, ExplicitGame | Operator):
        return False
    return not overrides(game, "board") and not wrote(game, "board_shape")
