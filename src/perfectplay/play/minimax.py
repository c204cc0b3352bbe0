"""Minimax to a depth: exact within it; a state beyond it counts as a draw, or as 0 points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.play.automatic import Automatic

DEEPEST = 200
"""Most plies: more would take too long, and too many nested calls."""

KEPT = 500_000
"""Most positions in the cache of scores."""

FAR = 1_000
"""A win in n plies scores FAR - n, a loss in n plies n - FAR, a draw or an unknown state 0."""


@dataclass(frozen=True)
class Minimax(Automatic):
    """Plays the fastest win or the slowest loss within ``depth`` plies, else a move that does not
    lose: the first of equal moves, or with a seed any of them. In a game of points it plays for the
    most points within ``depth`` plies.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> rules = CheckedGame(ThreeRocks(3, 2))
    >>> player = Minimax(rules, 3)
    >>> player.name, player.choose((3, 2), [move for move, _ in rules.options((3, 2))], None)
    ('minimax:3', (0, 1))
    """

    rules: CheckedGame
    depth: int
    seed: int | None = None
    _known: dict[tuple[State, int], int] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= DEEPEST:
            raise ParameterError(f"the depth of minimax is 1 to {DEEPEST} plies, got {self.depth}")

    @property
    def name(self) -> str:
        return f"minimax:{self.depth}" + ("" if self.seed is None else f":{self.seed}")

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        if len(self._known) > KEPT:
            self._known.clear()
        options = self.rules.position(state).options
        scores = [self._after(state, move, child, self.depth) for move, child in options]
        most = max(scores)
        places = [i for i, score in enumerate(scores) if score == most]
        return places[:1] if self.seed is None else places

    def score(self, state: State, depth: int) -> int:
        """Score of a state for the player to move, by a search of ``depth`` plies."""
        known = self._known.get((state, depth))
        if known is None:
            known = self._known[state, depth] = self._search(state, depth)
        return known

    def _search(self, state: State, depth: int) -> int:
        scoring = self.rules.scoring
        if depth == 0 and self.rules.outcome(state) is None and self.rules.stuck is None:
            return 0
        outcome, options, _, points = self.rules.position(state)
        if outcome is not None:
            return (points or 0) if scoring else _END[outcome]
        if depth == 0:
            return 0
        best = None
        for move, child in options:
            score = self._after(state, move, child, depth)
            best = score if best is None else max(best, score)
            if best == FAR - 1 and not scoring:  # nothing is sooner
                break
        assert best is not None
        return best

    def _after(self, state: State, move: Move, child: State, depth: int) -> int:
        """Score of a move for the mover: that of the child, one ply farther away."""
        score = self.score(child, depth - 1)
        if not self.rules.moves_again(state, move, child):
            score = -score
        if self.rules.scoring:
            return self.rules.gain(state, move) + score
        return score - (score > 0) + (score < 0)


_END = {Value.WIN: FAR, Value.DRAW: 0, Value.LOSS: -FAR}
