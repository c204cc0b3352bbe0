"""Boards that a game gives as a list of rows, such as ``[["X", "."], [".", "O"]]``."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.guess.board_guess import BoardGuess
from perfectplay.game.guess.cell_reading import CellReading, UnreadableError, Values
from perfectplay.game.guess.cell_values import EMPTY, is_cell, plain_value
from perfectplay.game.guess.declared_shape import with_owners
from perfectplay.game.guess.grid_shapes import GridShape
from perfectplay.game.guess.play_sample import sample_steps
from perfectplay.game.showing import takes_seat

_LISTED: WeakKeyDictionary[CheckedGame, dict[tuple[int, int], BoardGuess]] = WeakKeyDictionary()


def listed_board(rules: CheckedGame, answer: object) -> BoardGuess | None:
    """The board of a game whose ``board`` gives such an answer; None for another answer.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> class Rows(ThreeRocks):
    ...     def board(self, state):
    ...         return [list(state), [0, 0]]
    >>> rules = CheckedGame(Rows())
    >>> listed_board(rules, [[3, 2], [0, 0]]).cells((3, 2), None)
    (3, 2, 0, 0)
    """
    rows = _rows(answer)
    if rows is None:
        return None
    size = len(rows), len(rows[0])
    known = _LISTED.setdefault(rules, {})
    if size not in known:
        reading = CellReading(lambda state, seat: _cells(rules.game, state, seat, size))
        board = BoardGuess(reading, GridShape(*size, told=True), frozenset(EMPTY))
        known[size] = with_owners(board, sample_steps(rules), rules)
    return known[size]


def _cells(game: Game, state: State, seat: int | None, size: tuple[int, int]) -> Values:
    board: Any = game.board
    rows = _rows(board(state, seat) if takes_seat(type(game).board) else board(state))
    if rows is None or (len(rows), len(rows[0])) != size:
        raise UnreadableError
    return tuple(plain_value(value) for row in rows for value in row)


def _rows(answer: object) -> list[tuple[Any, ...]] | None:
    """The rows, if they are of equal length and hold what cells may hold, or longer texts."""
    if not isinstance(answer, list | tuple) or not answer:
        return None
    if not all(isinstance(row, list | tuple | str) for row in answer):
        return None
    rows = [tuple(row) for row in answer]
    values = [value for row in rows for value in row]
    plain = all(isinstance(value, str) or is_cell(value) for value in values)
    return rows if plain and values and len({len(row) for row in rows}) == 1 else None
