"""The answers of a player, judged: arrays with an entry for each position that it was asked in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.policy import Policy
from perfectplay.tablebase.many_moves import ManyMoves


@dataclass(frozen=True)
class Answers:
    """N answers, in the order of the positions.

    places: [N] int64, the index of the move among the legal ones, or the negative number of a
    fault; worth, brought: [N] int64, the value of the position, or its score, and what the move
    brings for the mover; least: [N], what the worst move brings; keeps, best: [N] bool, whether the
    move keeps the value, and the plies too; good, fastest, moves: [N] int64, how many moves keep
    the value, how many are best, how many there are; plies: [N] int64, the remoteness after the
    move, -1 for an endless draw.
    """

    places: NDArray[np.int64]
    worth: NDArray[np.int64]
    brought: NDArray[np.int64]
    least: NDArray[np.int64]
    keeps: NDArray[np.bool_]
    best: NDArray[np.bool_]
    good: NDArray[np.int64]
    fastest: NDArray[np.int64]
    moves: NDArray[np.int64]
    plies: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.places)

    @property
    def answered(self) -> NDArray[np.bool_]:
        """[N] whether there was a legal move."""
        return self.places >= 0

    @property
    def loss(self) -> NDArray[np.int64]:
        """[N] what the move loses: 1 from a win to a draw or from a draw to a loss, 2 from a win to
        a loss; points in a game of points. Without a legal move, what the worst move loses."""
        return self.worth - np.where(self.answered, self.brought, self.least)

    @property
    def telling(self) -> NDArray[np.bool_]:
        """[N] whether some move loses something: only then does the answer say anything."""
        return self.good < self.moves

    @classmethod
    def joined(cls, some: Sequence[Answers]) -> Answers:
        """The concatenation of several."""
        columns = zip(*(vars(one).values() for one in some), strict=True)
        return cls(*map(np.concatenate, columns))


def judged(found: ManyMoves, places: Sequence[int]) -> Answers:
    """What the answers in the first positions are worth. places: as in `Answers`."""
    asked = len(places)
    starts, counts = found.starts[:asked], found.counts[:asked]
    at = np.array(places, np.int64)
    chosen = starts + np.maximum(at, 0)
    legal = at >= 0
    keeps, best = found.keeps, found.best
    return Answers(
        places=at,
        worth=found.worth[:asked],
        brought=found.brings[chosen],
        least=np.minimum.reduceat(found.brings[: found.starts[asked]], starts)
        if asked
        else found.brings[:0],
        keeps=keeps[chosen] & legal,
        best=best[chosen] & legal,
        good=found.sums(keeps)[:asked],
        fastest=found.sums(best)[:asked],
        moves=counts,
        plies=found.far[chosen],
    )


def judged_columns(policy: Policy, columns: NDArray[np.int64]) -> Answers:
    """What the moves in the states of a policy are worth. columns: [N]."""
    rows = np.arange(len(policy))
    legal = policy.legal[rows, columns]
    worth = policy.worth.astype(np.int64)
    brings = policy.brings.astype(np.int64)
    return Answers(
        places=np.where(legal, columns, -1),
        worth=worth,
        brought=np.where(legal, brings[rows, columns], 0),
        least=np.where(policy.legal, brings, np.iinfo(np.int64).max).min(axis=1),
        keeps=policy.keeping[rows, columns],
        best=policy.best[rows, columns],
        good=policy.keeping.sum(axis=1),
        fastest=policy.best.sum(axis=1),
        moves=policy.legal.sum(axis=1),
        plies=np.zeros(len(policy), np.int64),
    )
