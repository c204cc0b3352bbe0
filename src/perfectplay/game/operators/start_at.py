"""A game that begins in another state."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from perfectplay.core.errors import ParameterError, ParseError, PerfectPlayError
from perfectplay.core.value import State
from perfectplay.game.checks.rule_calls import need_game
from perfectplay.game.game import Game, kind_of
from perfectplay.game.operators.operator import (
    PASSED,
    Operator,
    PassedGain,
    PassedParts,
    made,
)
from perfectplay.game.showing import answer_text, shown


class Written(str):
    """Text of a state, which the game parses once its parameters are known."""

    __slots__ = ()


def start_at(game: Game, state: State) -> StartAt:
    """The game with another start, which need not be reachable from its own start.

    ``state``: a state of the game, or its text as `Written`. If the state does not determine the
    seat, seat 0 moves first. Raises ParameterError if it is not of the type of the game's start.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> len(solve(start_at(ThreeRocks(), (1, 1))))
    4
    """
    need_game(game, "start_at expects")
    operator = made(StartAt, game, state)
    if isinstance(state, Written):
        return operator
    try:
        operator.start()
    except ParameterError as error:  # the class itself is part of fingerprints
        if isinstance(state, str):
            raise ParameterError(f"{error}; the game's parse(TEXT) reads a text") from None
        raise
    return operator


class StartAt(Operator):
    """The game of `start_at`."""

    verb: ClassVar[str] = "start_at"
    GIVEN: ClassVar[dict[str, type[Operator]]] = {
        **PASSED,
        "parts": PassedParts,
        "gain": PassedGain,
    }

    @cached_property
    def _first(self) -> State:
        state = self._read() if isinstance(self.argument, Written) else self.argument
        start = self.game.start()
        alike = kind_of(state) is kind_of(start)
        if isinstance(start, tuple) and isinstance(state, tuple):
            # the empty tuple is a state of games of heaps
            alike = (alike or not state) and type(state) is type(start)
        if not alike:
            raise ParameterError(
                f"start_at needs a state such as {shown(self.game, start)}, "
                f"got {answer_text(state)}"
            )
        return state

    def _read(self) -> State:
        try:
            return self.game.parse(str(self.argument))
        except PerfectPlayError:
            raise
        except Exception as error:
            raise ParseError(
                f"{str(self.argument)!r} cannot be read as a state: {error}"
            ) from error

    def start(self) -> State:
        return self._first

    def written(self, naming: Callable[[Game], str]) -> str:
        return f"start_at({naming(self.game)},{self.text(self._first)})"

    @property
    def settled(self) -> State:
        return self._first
