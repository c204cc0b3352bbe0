"""A game that ends in a draw after a number of plies."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

from perfectplay.core.errors import ParameterError, ParseError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.game import Game
from perfectplay.game.operators.beside import Beside, noted
from perfectplay.game.operators.operator import PASSED, Operator, made, of_two


def cap(game: Game, plies: int) -> Cap:
    """The game, drawn if it is not over after a number of plies.

    States contain the number of plies made so far, as `Beside` describes; so there are no loops,
    and the number is the tier. A play that ends at the last ply keeps its outcome. Raises
    ParameterError for a negative number, a puzzle, or a game of points.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> [str(solve(cap(ThreeRocks(2, 2), plies)).value((2, 2, 0))) for plies in (1, 2)]
    ['draw', 'loss']
    """
    if not isinstance(plies, int) or plies < 0:
        raise ParameterError(f"cap needs a number of plies that is not negative, got {plies!r}")
    return made(Cap, of_two(game, "cap"), plies)


class Cap(Beside):
    """The game of `cap`."""

    verb: ClassVar[str] = "cap"
    GIVEN: ClassVar[dict[str, type[Operator]]] = {n: f for n, f in PASSED.items() if n != "tier"}

    @property
    def highest(self) -> int:  # type: ignore[override]
        return int(self.argument)

    def play(self, state: State, move: Move) -> State:
        return self.with_number(self.game.play(self.inner(state), move), state[-1] + 1)

    def outcome(self, state: State) -> Any:
        value = self.game.outcome(self.inner(state))
        if value is None and state[-1] >= self.argument:
            for _ in self.game.moves(self.inner(state)):
                return Value.DRAW  # without a move, the game decides
        return value

    def tier(self, state: State) -> int:
        return int(state[-1])

    def text(self, state: State, seat: int | None = None) -> str:
        made = state[-1]
        return noted(super().text(state, seat), f"after {made} {'ply' if made == 1 else 'plies'}")

    def parse(self, text: str) -> State:
        found = re.fullmatch(r"(.*\S)\s+after\s+(\d+)\s+pl(?:y|ies)\s*", text, re.DOTALL)
        if found is None or int(found[2]) > self.argument:
            raise ParseError(
                f'expected a state and the plies made, at most {self.argument}, such as "'
                f'{self.text(self.start())}", got "{text}"'
            )
        return self.with_number(self.game.parse(found[1]), int(found[2]))

    def written(self, naming: Callable[[Game], str]) -> str:
        return f"cap({naming(self.game)},{self.argument})"
