"""The same game with the ends turned round: who would have won has lost."""

from __future__ import annotations

from typing import Any, ClassVar

from perfectplay.core.value import State, Value
from perfectplay.game.game import Game
from perfectplay.game.operators.operator import Operator, made, of_two


def misere(game: Game) -> Misere:
    """A game whose ends, and states without moves, have the other value; drawn ends stay drawn.

    Raises ParameterError for a puzzle, and for a game of points.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> game = ThreeRocks(1, 0)
    >>> str(solve(game).value((1, 0))), str(solve(misere(game)).value((1, 0)))
    ('win', 'loss')
    """
    return made(Misere, of_two(game, "misere"))


class Misere(Operator):
    """See `misere`."""

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
