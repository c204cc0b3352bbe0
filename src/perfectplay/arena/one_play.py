"""One play of an environment: the position, the rewards, and whether it is over."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.arena.encoding import Encoding
from perfectplay.core.arguments import check_number
from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Move
from perfectplay.drawing.board.svg import svg
from perfectplay.drawing.board.text import text
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame, Position
from perfectplay.game.moves import PlayPosition, first_position

RENDER_MODES = ("ansi", "svg")
"""What `OnePlay.drawing` makes: text for a terminal, or a picture as SVG."""


@dataclass
class OnePlay:
    """A play of a game. ``plies``: moves so far; ``most``: a play is cut off after so many."""

    encoding: Encoding
    most: int
    plies: int = 0
    position: PlayPosition = field(init=False)
    here: Position = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    @property
    def rules(self) -> CheckedGame:
        """The rules of the game."""
        return self.encoding.rules

    @property
    def legal(self) -> list[Move]:
        """The legal moves; none if the play is over."""
        return [move for move, _ in self.here.options]

    @property
    def over(self) -> bool:
        """Whether the play has come to an end."""
        return self.here.outcome is not None

    @property
    def cut_off(self) -> bool:
        """Whether the play is stopped before its end."""
        return not self.over and self.plies >= self.most

    def begin(self) -> None:
        """Begin a new play."""
        self.plies = 0
        self._stand(first_position(self.rules))

    def _stand(self, position: PlayPosition) -> None:
        self.position, self.here = position, self.rules.position(position.state)

    def make(self, move: Move) -> tuple[float, float]:
        """Make a legal move; the rewards of seat 0 and of seat 1."""
        state, seat = self.position.state, self.position.seat
        child = next(child for option, child in self.here.options if option == move)
        rewards = [0.0, 0.0]
        _add(rewards, seat, self.rules.gain(state, move))
        self._stand(self.position.after(self.rules, move, child))
        self.plies += 1
        if self.here.outcome is not None:
            scoring = self.rules.scoring
            end = (self.here.score or 0) if scoring else int(self.here.outcome) - 2
            _add(rewards, self.position.seat, end)
        return rewards[0], rewards[1]

    def observation(self) -> NDArray[Any]:
        """The array of the state."""
        return self.encoding.observation(self.position.state)

    def mask(self) -> NDArray[np.int8]:
        """[M] 1 for each legal action."""
        return self.encoding.mask(self.legal, self.position.state)

    def info(self) -> dict[str, Any]:
        """What learners may be told beside the array: the state, and its text."""
        state, seat = self.position.state, self.position.seat
        return {"state": state, "text": self.rules.text(state, seat)}

    def drawing(self, mode: str | None) -> str | None:
        """The board as text or SVG; None without a mode."""
        if mode is None:
            return None
        board = board_of(self.rules, self.position.state, self.position.seat)
        return text(board) if mode == "ansi" else svg(board)


def _add(rewards: list[float], seat: int, points: int) -> None:
    """Give points to one seat, and take them from the other."""
    rewards[seat] += points
    rewards[1 - seat] -= points


def check_arguments(render_mode: str | None, max_plies: int) -> None:
    """Raise ParameterError for a way to draw that there is not, or a number that is none."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ParameterError(f'render_mode must be None, "ansi" or "svg", got {render_mode!r}')
    check_number("max_plies", max_plies, 1)
