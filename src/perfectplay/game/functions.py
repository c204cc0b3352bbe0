"""Games made from a start, a list of possible moves and two functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from perfectplay.core.errors import RulesError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, State, Value
from perfectplay.game.game import Game

UNDECIDED = "undecided"


class FunctionGame(Game):
    """The game of `Game.from_functions`. ``stuck_given``: True if the caller set ``stuck``."""

    def __init__(
        self,
        start: State,
        possible_moves: tuple[Move, ...],
        do_move: Callable[[Move, State], State],
        evaluate: Callable[[State], object],
        stuck: Value | None,
        name: str = "",
    ) -> None:
        self._start = start
        self.possible_moves = possible_moves
        self._do_move = do_move
        self._evaluate = evaluate
        self.stuck_given = stuck is not None
        self.stuck = Value.DRAW if stuck is None else stuck
        self.name = name or getattr(do_move, "__module__", "functions")

    def start(self) -> State:
        return self._start

    def moves(self, state: State) -> Iterator[Move]:
        return (move for move, _ in self.options(state))

    def play(self, state: State, move: Move) -> State:
        return self._do_move(move, state)

    def options(self, state: State) -> Iterator[tuple[Move, State]]:
        do_move = self._do_move
        for move in self.possible_moves:
            child = do_move(move, state)
            if child is not False:
                yield move, child

    def outcome(self, state: State) -> Value | None:
        answer: Any = self._evaluate(state)
        if answer == UNDECIDED:
            return None
        if type(answer) is int and -1 <= answer <= 1:
            return Value(answer + 2)
        raise RulesError(
            "illegal-outcome",
            f"evaluate({shortened(repr(state))}) gave {shortened(repr(answer))}",
            state=state,
            remedy='It must give -1, 0, 1 or "undecided"',
        )
