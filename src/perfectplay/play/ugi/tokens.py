"""States and moves as words of a line: a move holds no spaces there, and a state is one line."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, find_move, next_position

NO_MOVE = "(none)"
"""The answer if the play is over."""


def move_token(rules: CheckedGame, move: Move) -> str:
    """The text of a move with underscores for spaces.

    >>> from perfectplay.games.spoons import Spoons
    >>> rules = CheckedGame(Spoons())
    >>> [move_token(rules, move) for move in rules.moves((1, 1, 1, 1))][0]
    'left_hits_left'
    """
    return "_".join(rules.move_text(move).split()) or "_"


def move_of_token(rules: CheckedGame, state: State, token: str, legal: Sequence[Move]) -> Move:
    """The legal move that a word stands for. Raises IllegalMoveError with the legal ones."""
    for move in legal:
        if token in (move_token(rules, move), rules.move_text(move)):
            return move
    return find_move(rules, state, token)


def state_line(rules: CheckedGame, state: State) -> str:
    """The text of a state on one line, with a slash between its lines.

    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> state_line(CheckedGame(TicTacToe()), 1 << 9)
    'X . . / . . . / . . .'
    """
    return " / ".join(line.strip() for line in rules.text(state, None).splitlines())


def moved(rules: CheckedGame, position: PlayPosition, tokens: Sequence[str]) -> PlayPosition:
    """The position after some moves. Raises IllegalMoveError."""
    for token in tokens:
        legal = [move for move, _ in rules.position(position.state).options]
        move = move_of_token(rules, position.state, token, legal)
        position = next_position(rules, position, move)
    return position
