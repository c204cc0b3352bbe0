"""Advice against an outside opponent, and the moves that the opponent must find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perfectplay.core.value import Move, State, Value
from perfectplay.tablebase.solution import Solution


@dataclass(frozen=True)
class AdviceStanding:
    """Position of the player who waits for the opponent's move.

    ``value`` and ``remoteness`` are for the waiting player. ``right``: the opponent's best moves,
    in the order of the rules; ``count``: the number of all moves of the opponent.
    """

    value: Value
    remoteness: int | None
    right: tuple[Move, ...]
    count: int


def standing(solution: Solution, state: State) -> AdviceStanding:
    """Standing in a state in which the opponent is to move. Raises UnknownStateError.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> standing(solve(ThreeRocks()), (2, 4))
    AdviceStanding(value=<Value.LOSS: 1>, remoteness=3, right=((0, 2), (1, 1), (2, 0)), count=8)
    """
    record = solution.probe(state)
    right = tuple(solution.keeping_moves(state))
    return AdviceStanding(record.value.negated, record.remoteness, right, len(record.moves))


@dataclass(frozen=True)
class Adviser:
    """A perfect player that makes the opponent's choice hard.

    Of best moves in a state that is not won it plays one after which the smallest share of the
    opponent's replies are right.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> Adviser(solve(ThreeRocks())).choose((4, 4), [], None)
    (1, 2)
    """

    solution: Solution
    name: str = "adviser"

    def choose(self, state: State, legal: Sequence[Move], last: Move | None) -> Move:  # noqa: ARG002
        """A best move, of equals the first in the rules' order. Raises UnknownStateError."""
        perfect = [move for move in self.solution.probe(state).moves if move.best]
        if perfect[0].value is Value.WIN:
            return perfect[0].move
        return min(perfect, key=lambda move: self._share(state, move.move, move.state)).move

    def _share(self, state: State, move: Move, child: State) -> float:
        """Share of the opponent's moves that are right; 1 if there are none."""
        if self.solution.rules.moves_again(state, move, child):
            return 1.0
        after = standing(self.solution, child)
        return len(after.right) / after.count if after.count else 1.0
