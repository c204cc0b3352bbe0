"""A game of points as a game that is won, drawn or lost by the total of points."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from perfectplay.core.errors import ParameterError, ParseError
from perfectplay.core.value import Move, State
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name
from perfectplay.game.operators.beside import Beside, noted
from perfectplay.game.operators.operator import PASSED, Operator, made


def counted(game: Game) -> Counted:
    """A game of points, won by the player who has more points at the end.

    States contain the lead of the player to move in points. Use it for questions about who wins,
    such as statistics by result or the proof of a strategy. Raises ParameterError if the game has
    no points.

    >>> from perfectplay import solve
    >>> from perfectplay.games.dots_and_boxes import DotsAndBoxes
    >>> solution = solve(counted(DotsAndBoxes(1, 1)))
    >>> solution.start, str(solution.value(solution.start))
    ((0, 0), 'loss')
    """
    if not game.scoring:
        raise ParameterError(f"counted is for games of points; {game_name(game)} has none")
    return made(Counted, game)


class Counted(Beside):
    """The game of `counted`."""

    SAME: ClassVar[tuple[str, ...]] = ("players",)
    verb: ClassVar[str] = "counted"
    GIVEN: ClassVar[dict[str, type[Operator]]] = PASSED

    @property
    def stuck(self) -> Any:
        return None  # `outcome` ends states without moves

    @property
    def limits(self) -> Any:
        return None  # the largest lead is learnt while exploring

    def again(self, inner: State, move: Move) -> bool:
        """True if the player who makes this move of the game also moves next."""
        return self.game.players == 1 or bool(self.game.moves_again(inner, move))

    def play(self, state: State, move: Move) -> State:
        inner = self.inner(state)
        ahead = state[-1] + self.game.gain(inner, move)
        after = self.game.play(inner, move)
        return self.with_number(after, ahead if self.again(inner, move) else -ahead)

    def outcome(self, state: State) -> Any:
        inner = self.inner(state)
        last = self.game.outcome(inner)
        if last is None:
            for _ in self.game.moves(inner):
                return None
            last = self.game.stuck
            if last is None:
                return None
        return value_of_score(state[-1] + last)

    # --- texts ------------------------------------------------------------------------------------

    def text(self, state: State, seat: int | None = None) -> str:
        return noted(super().text(state, seat), f"{state[-1]:+d} for the player to move")

    def parse(self, text: str) -> State:
        found = re.fullmatch(
            r"(.*\S)\s+([+-]\d+)\s+for\s+the\s+player\s+to\s+move\s*", text, re.DOTALL
        )
        if found is None:
            raise ParseError(
                "expected a state and how far the player to move is ahead, such as "
                f'"{self.text(self.start())}", got "{text}"'
            )
        return self.with_number(self.game.parse(found[1]), int(found[2]))
