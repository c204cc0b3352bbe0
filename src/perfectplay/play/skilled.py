"""A player whose mistakes come where they are hard to see.

**Which moves are good.** In drawn positions and in games of points all that keep what the position
is worth; in won ones the fastest wins, in lost ones the longest losses.

**When it shows that another move is not good.** Where the position is won, with the end of the
fastest win, and also with the end of its own loss if it loses; where it is drawn or lost, with the
end of its own loss; in a game of points, when the play ends.

**The choice.** A player of skill N sees all that shows within N plies. What shows up to two plies
later it overlooks with a chance of 1/2, up to four plies later with 3/4, then 7/8 and 15/16, and
what is farther away always. Each move has a weight: 1 if it is good, else the chance to overlook
that it is not. It plays each move in proportion to its weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Move, State, Value
from perfectplay.play.automatic import DEEPEST, Automatic, PlayerSolution, places_of

if TYPE_CHECKING:
    from perfectplay.tablebase.record import MoveRecord, Record

WHOLE = 16
"""Weight of a good move; other weights are parts of it."""


@dataclass(frozen=True)
class Skilled(Automatic):
    """Sees what shows within ``plies``, and the less of the rest the farther away it is.

    After a corner in tic-tac-toe only the centre draws; the other moves lose in six plies.

    >>> from perfectplay import solve
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> solution = solve(TicTacToe())
    >>> corner = solution.probe(solution.probe(solution.start).moves[0].state)
    >>> [(move.text, shows_after(corner, move)) for move in corner.moves][:3]
    [('5', None), ('2', 6), ('3', 6)]
    >>> Skilled(solution, 2).weights(corner)
    [16, 12, 12, 12, 12, 12, 12, 12]
    >>> Skilled(solution, 6).weights(corner)
    [16, 0, 0, 0, 0, 0, 0, 0]
    """

    kind = "skill"
    repeats = False
    solution: PlayerSolution
    plies: int
    seed: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.plies <= DEEPEST:
            raise ParameterError(f"skill is 1 to {DEEPEST} plies, got {self.plies}")

    @property
    def name(self) -> str:
        return f"skill:{self.plies}" + ("" if self.seed is None else f":{self.seed}")

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        """Each move as often as its weight says, in the order of ``legal``."""
        record = self.solution.probe(state)
        weights = self.weights(record)
        places: list[int] = []
        for move, weight in zip(record.moves, weights, strict=True):
            places += places_of([move.move], legal) * weight
        return sorted(places)

    def weights(self, record: Record) -> list[int]:
        """The weight of each move of a position, in the order of the record: 0 to WHOLE."""
        return [WHOLE - self._seen(shows_after(record, move)) for move in record.moves]

    def _seen(self, after: int | None) -> int:
        """The chance to see what shows after so many plies (None: never), in parts of WHOLE."""
        return 0 if after is None else WHOLE >> -(-max(0, after - self.plies) // 2)


def shows_after(record: Record, move: MoveRecord) -> int | None:
    """After how many plies it shows that a move is not as good as another one; None if it is good.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> record = solve(ThreeRocks(3, 2)).probe((3, 2))
    >>> [(move.text, shows_after(record, move)) for move in record.moves][1:4]
    [('1,0', None), ('0,2', 2), ('1,1', 2)]
    """
    equal = record.score is not None or record.value is Value.DRAW
    if move.keeps if equal else move.best:
        return None
    shows = []
    if record.value is Value.WIN and record.score is None and record.remoteness is not None:
        shows.append(record.remoteness)
    if (record.score is not None or move.value is Value.LOSS) and move.remoteness is not None:
        shows.append(move.remoteness + 1)
    return min(shows, default=None)
