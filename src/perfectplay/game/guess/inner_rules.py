"""Boards of games within operators: their rules, and the cells after a move of the operator."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from perfectplay.core.value import State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.guess.board_guess import BoardGuess
from perfectplay.game.guess.cell_reading import Values
from perfectplay.game.operators.operator import defining

_INNER: WeakKeyDictionary[CheckedGame, CheckedGame] = WeakKeyDictionary()


def inner_rules(rules: CheckedGame, game: Game) -> CheckedGame:
    """The rules of the game that an operator changes; the rules themselves without one."""
    if game is rules.game:
        return rules
    if rules not in _INNER:
        _INNER[rules] = CheckedGame(game)
    return _INNER[rules]


def child_cells(
    rules: CheckedGame, board: BoardGuess, child: State, seat: int | None
) -> Values | None:
    """The cells after a move. ``seat``: the seat that makes it, or None."""
    game, child = defining(rules.game, child, "board")
    known = rules.player(child) if game is rules.game else None
    if known is None and seat is not None:
        known = seat if game.players == 1 else 1 - seat
    cells = board.cells(child, known)
    return cells
