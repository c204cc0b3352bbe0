"""The same game with wins and losses exchanged at the end of a play."""

from __future__ import annotations

from typing import Any, ClassVar

from perfectplay.core.value import State, Value
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import Operator, made, of_two


def misere(game: Game) -> Misere:
    """The game with the values WIN and LOSS exchanged in terminal states and states without moves.

    Raises ParameterError for a puzzle or a game of points.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> game = ThreeRocks(1, 0)
    >>> str(solve(game).value((1, 0))), str(solve(misere(game)).value((1, 0)))
    ('win', 'loss')
    """
    return made(Misere, of_two(game, "misere"))


class Misere(Operator):
    """The game of `misere`."""

    verb: ClassVar[str] = "misere"

    @property
    def stuck(self) -> Any:
        value = self.game.stuck
        return value.negated if isinstance(value, Value) else value

    def outcome(self, state: State) -> Any:
        value = self.game.outcome(state)
        if value is None:
            return None
        if value == Value.WIN:
            return Value.LOSS
        if value == Value.LOSS:
            return Value.WIN
        return value
