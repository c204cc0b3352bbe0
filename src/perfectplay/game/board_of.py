"""The board of a state: the checked result of the game's ``board``, or a default."""

from __future__ import annotations

from typing import Any

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import Move, State
from perfectplay.game.board import LETTERS, Board, Grid, Piece
from perfectplay.game.board_made import MOST, BadBoardError, checked_board, choices_of
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, overrides
from perfectplay.game.moves import legal_moves
from perfectplay.game.operators.operator import Operator
from perfectplay.game.promises import broken, raised
from perfectplay.game.showing import answer_text, in_state, rule_name, takes_seat


def board_of(rules: CheckedGame, state: State, seat: int | None = None) -> Board:
    """The board of a state. ``seat``: the seat to move, or None if the caller does not know it.

    In a state in which the play is over, moves that ``board`` places are ignored. Raises
    RulesError, which names the state, if ``board`` raises or returns what cannot be drawn.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> board = board_of(CheckedGame(TicTacToe()), 0)
    >>> board.columns, len(board.places), board.choices[4]
    (3, 9, CellChoice(move=4, text='5', target=4, source=None))
    """
    legal = legal_moves(rules, state)
    text = rules.text(state, seat)
    game: Any = rules.game
    inner = state
    while isinstance(game, Operator) and not overrides(game, "board"):
        game, inner = game.game, game.inner(inner)
    if overrides(game, "board"):
        found = _given(rules, game, inner, seat, legal, text)
        if found is not None:
            return found
    return _declared(rules, game, inner, legal, text) or Board(text, choices_of(rules, legal, {}))


def _given(
    rules: CheckedGame, game: Game, state: State, seat: int | None, legal: list[Move], text: str
) -> Board | None:
    """The board of the game's own method. Whatever it raises, late or not, becomes a RulesError."""
    try:
        answer = game.board(state, seat) if takes_seat(type(game).board) else game.board(state)
        return checked_board(rules, answer, legal, text, strict=game is rules.game)
    except BadBoardError as wrong:
        problem = f"{rule_name(game, 'board')} gave {wrong}{in_state(game, state)}"
        raise broken("illegal-board", problem, state) from None
    except PerfectPlayError:
        raise
    except Exception as error:
        raise raised(game, "board", error, state) from error


# --- board_shape ----------------------------------------------------------------------------------


def _declared(
    rules: CheckedGame, game: Game, state: State, legal: list[Move], text: str
) -> Board | None:
    """The board of a flat tuple according to ``board_shape``; None without a shape."""
    try:
        shape, letters = game.board_shape, game.board_letters
    except Exception as error:  # a property of the user's
        raise raised(game, "board_shape", error) from error
    if shape is None:
        return None
    pair = isinstance(shape, tuple) and len(shape) == 2
    if not pair or not all(type(side) is int and 1 <= side <= MOST for side in shape):
        problem = f"{rule_name(game, 'board_shape')} is {answer_text(shape)}"
        raise broken("illegal-board-shape", problem)
    if not isinstance(letters, str):
        problem = f"{rule_name(game, 'board_letters')} is {answer_text(letters)}"
        raise broken("illegal-board-shape", problem)
    rows, columns = shape
    count = rows * columns
    fields = state[:count] if isinstance(state, tuple) else ()
    if len(fields) < count or not all(isinstance(field, int) for field in fields):
        problem = f"{rule_name(game, 'board_shape')} is {shape}, for {count} cells, and the state"
        raise broken(
            "illegal-board-shape", f"{problem} has fewer numbers{in_state(game, state)}", state
        )
    pieces = [_lettered(int(field), letters) for field in fields]
    moves = [(i, _default_place(move, count)) for i, move in enumerate(legal)]
    places = {i: place for i, place in moves if place is not None}
    grid = checked_board(rules, Grid(rows, columns, pieces), legal, text, strict=False)
    assert grid is not None
    return Board(
        text, choices_of(rules, legal, places), grid.places, grid.pieces, grid.framed,
        columns=columns,
    )  # fmt: skip


def _lettered(field: int, letters: str) -> Piece | None:
    """The piece for a number: 0 for an empty cell, 1 for seat 0, 2 for seat 1; numbers without a
    letter appear as digits."""
    if not letters or not 0 <= field < len(letters):
        return Piece(str(field)[:LETTERS])
    if field == 0:
        return None
    return Piece(letters[field], field - 1 if field < 3 else None)


def _default_place(move: Move, count: int) -> Any:
    """The move itself if it is a cell number or a pair of them, otherwise None."""
    if type(move) is int:
        return move if 0 <= move < count else None
    if isinstance(move, tuple) and len(move) == 2:
        inside = all(type(cell) is int and 0 <= cell < count for cell in move)
        return tuple(move) if inside and move[0] != move[1] else None
    return None
