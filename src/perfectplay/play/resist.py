"""A perfect player that makes it hard for the other side.

**The model of the opponent.** In each of its turns it looks one ply or two plies ahead, each with a
chance of one half, and plays one of the moves that look best from there, with equal chances. So it
never overlooks a win at once, and sees half of the threats; what lies deeper it meets by chance.

**The choice.** In a drawn position and in a game of points, among the moves that keep what the
position is worth; in a won one among the fastest wins, in a lost one among the longest losses. Of
these the one with the highest expected result against this opponent: a win counts 1, a draw 0, a
loss -1, and in a game of points each point counts. The plays are followed for four plies (two where
more than twelve moves are legal); where they stop, the position counts as what it is worth. Of
moves with equal results the first.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from perfectplay.core.value import Move, State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.play.automatic import KEPT, Automatic, Minimax, PlayerSolution, places_of

LOOKS = (1, 2)
"""Plies that the opponent of the model looks ahead, with equal chances."""

PLIES = 4
"""Plies that are followed."""

WIDE, PLIES_IF_WIDE = 12, 2
"""With more moves than WIDE, fewer plies are followed."""


@dataclass(frozen=True)
class Resist(Automatic):
    """Plays the move, among those that keep the value, that is hardest for the other side.

    On an empty board of tic-tac-toe every move draws; a corner is answered wrongly most often.

    >>> from perfectplay import solve
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> solution = solve(TicTacToe())
    >>> player = Resist(solution.rules, solution)
    >>> [(move, round(float(worth), 2)) for move, worth in player.expected(solution.start)][:2]
    [(0, 0.93), (1, 0.81)]
    >>> player.choose(solution.start, solution.keeping_moves(solution.start), None)
    0
    """

    kind = "resist"
    rules: CheckedGame
    solution: PlayerSolution
    seed: None = None
    _known: dict[tuple[State, bool, int], Fraction] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    @cached_property
    def _lookers(self) -> list[Minimax]:
        return [Minimax(self.rules, plies) for plies in LOOKS]

    def among(self, state: State, legal: Sequence[Move], last: Move | None) -> list[int]:  # noqa: ARG002
        ranked = self.expected(state)
        most = max(worth for _, worth in ranked)
        return places_of([next(move for move, worth in ranked if worth == most)], legal)

    def expected(self, state: State) -> list[tuple[Move, Fraction]]:
        """Each move among which it chooses, in the order of the rules, with its expected result."""
        if len(self._known) > KEPT:
            self._known.clear()
        options = self.rules.position(state).options
        plies = PLIES if len(options) <= WIDE else PLIES_IF_WIDE
        equal = [options[i] for i in self._equal(state, options)]
        return [(move, self._after(state, move, child, True, plies)) for move, child in equal]

    def _equal(self, state: State, options: Sequence[tuple[Move, State]]) -> list[int]:
        """Places of the moves among which it chooses."""
        if self.rules.scoring or self.solution.value(state) is Value.DRAW:
            kept = self.solution.keeping_moves(state)
        else:
            kept = self.solution.best_moves(state)
        return places_of(kept, [move for move, _ in options])

    def _worth(self, state: State, own: bool, plies: int) -> Fraction:
        """Expected result for the player to move, who is the one that resists if ``own``."""
        known = self._known.get((state, own, plies))
        if known is None:
            known = self._known[state, own, plies] = self._follow(state, own, plies)
        return known

    def _follow(self, state: State, own: bool, plies: int) -> Fraction:
        options = self.rules.position(state).options if plies else []
        if not options:
            if self.rules.scoring:
                return Fraction(self.solution.score(state))
            return Fraction(self.solution.value(state) - Value.DRAW)
        after = [self._after(state, move, child, own, plies) for move, child in options]
        if own:
            return max(after[i] for i in self._equal(state, options))
        return sum(map(operator.mul, self._chances(state), after), Fraction(0))

    def _after(self, state: State, move: Move, child: State, own: bool, plies: int) -> Fraction:
        """Expected result of a move for the player who makes it."""
        if self.rules.moves_again(state, move, child):
            worth = self._worth(child, own, plies - 1)
        else:
            worth = -self._worth(child, not own, plies - 1)
        return worth + self.rules.gain(state, move)

    def _chances(self, state: State) -> list[Fraction]:
        """Chance of each legal move in the model of the opponent."""
        ratings = [looker.ratings(state) for looker in self._lookers]
        chances = [Fraction(0)] * len(ratings[0])
        for scores in ratings:
            top = max(scores)
            for place, score in enumerate(scores):
                if score == top:
                    chances[place] += Fraction(1, len(ratings) * scores.count(top))
        return chances
