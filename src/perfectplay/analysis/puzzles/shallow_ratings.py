"""What searches of a few plies think of the moves, and how hard that makes a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.puzzles.key_positions import KeyPositions
from perfectplay.core.value import Value
from perfectplay.play.automatic import FAR, Minimax
from perfectplay.tablebase.many_moves import ManyMoves
from perfectplay.tablebase.solution import Solution

DEPTHS = (2, 4)
"""The depths of the searches, in plies."""

TEMPTING, LONG = 3, 9
"""So many tempting wrong moves, and so many plies, make a puzzle harder."""


def ratings(solution: Solution, found: KeyPositions, depth: int) -> NDArray[np.int64]:
    """[T] how `Minimax` to a depth rates each move.

    In a game without points that follows from the table: it sees what ends within its depth, and
    nothing else. In a game of points it is asked.
    """
    if solution.rules.scoring:
        return _asked(solution, found, depth)
    return seen_within(found.moves, depth)


def seen_within(moves: ManyMoves, depth: int) -> NDArray[np.int64]:
    """[T] FAR - n for a win in n plies, n - FAR for a loss, 0 for all that is farther than depth.

    >>> two = np.array([3, 1, 3]), np.array([1, 2, 3])
    >>> seen_within(ManyMoves([], np.array([0, 3]), np.array([3]), *two, np.array([1])), 2).tolist()
    [999, -998, 0]
    """
    seen = (moves.far >= 0) & (moves.far <= depth) & (moves.brings != Value.DRAW)
    sign = moves.brings - int(Value.DRAW)
    return np.where(seen, sign * (FAR - moves.far), 0)


def _asked(solution: Solution, found: KeyPositions, depth: int) -> NDArray[np.int64]:
    player = Minimax(solution.rules, depth)
    rated: list[int] = []
    for state in solution.keys.states_of(found.keys):
        rated += player.ratings(state)
    return np.array(rated, np.int64)


@dataclass(frozen=True)
class Difficulty:
    """How hard C puzzles are.

    tempting: [C] the wrong moves that a search of 2 plies rates at least as high as the key;
    chances: by depth, [C] the chance that a search of this depth, which chooses among the moves
    that it rates highest, makes the key; refutation: [C] the plies of the longest play that shows
    that a wrong move loses, or in a game of points that it loses points; 0 if there is none;
    grade: [C] 1 to 5.
    """

    tempting: NDArray[np.int64]
    chances: dict[int, NDArray[np.float64]]
    refutation: NDArray[np.int64]
    grade: NDArray[np.int64]


def difficulty(
    found: KeyPositions, rated: dict[int, NDArray[np.int64]], *, scoring: bool
) -> Difficulty:
    """The difficulty of positions whose moves are rated, by depth."""
    tempting = tempted(found, rated[DEPTHS[0]])
    chances = {depth: _chance(found, one) for depth, one in rated.items()}
    moves = found.moves
    if scoring:
        loses = moves.brings < np.repeat(moves.worth, moves.counts)
    else:
        loses = (moves.brings == Value.LOSS) & found.wrong
    refutation = found.largest(np.where(loses, moves.far, 0))
    grade = np.ones(len(found), np.int64)
    for depth in DEPTHS:
        grade += chances[depth] < 1
    grade += tempting >= TEMPTING
    grade += np.maximum(refutation, found.plies) >= LONG
    return Difficulty(tempting, chances, refutation, grade)


def tempted(found: KeyPositions, rated: NDArray[np.int64]) -> NDArray[np.int64]:
    """[C] how many wrong moves are rated at least as high as the key; rated: [T]."""
    keys = np.repeat(found.at_keys(rated), found.moves.counts)
    return found.moves.sums((rated >= keys) & found.wrong)


def _chance(found: KeyPositions, rated: NDArray[np.int64]) -> NDArray[Any]:
    most = found.largest(rated)
    top = found.moves.sums(rated == np.repeat(most, found.moves.counts))
    return np.where(found.at_keys(rated) == most, 1 / np.maximum(top, 1), 0.0)
