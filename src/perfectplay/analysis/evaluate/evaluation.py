"""What the answers of a player say: rates with their bounds, blunders, tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.analysis.evaluate.answers import Answers
from perfectplay.core.distinct import distinct
from perfectplay.core.json_of import json_of
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.play.tournament.result import Rate, wilson
from perfectplay.tablebase.record import game_fields

BLUNDERS = ((Value.WIN, Value.DRAW), (Value.WIN, Value.LOSS), (Value.DRAW, Value.LOSS))
"""Kinds of blunders: the value before and after the move, both for the mover."""


@dataclass(frozen=True)
class Share:
    """``hits`` of so many ``positions``; ``by_chance``: the rate that a player has on average who
    makes random moves. ``exact``: these are all positions, so that the rate has no bounds."""

    hits: int
    positions: int
    by_chance: float
    exact: bool

    @property
    def rate(self) -> Rate | None:
        """The rate, with the bounds of its 95 % confidence interval; None without positions."""
        found = wilson(self.hits, self.positions)
        return Rate(found.rate, found.rate, found.rate) if found and self.exact else found

    @property
    def above_chance(self) -> float | None:
        """0 for a player who is as good as random moves, 1 for a perfect one; None if random moves
        are perfect, too. (Cohen's kappa, with the random player as the chance agreement.)

        >>> Share(75, 100, 0.5, False).above_chance
        0.5
        """
        if self.rate is None or self.by_chance >= 1:
            return None
        return (self.rate.rate - self.by_chance) / (1 - self.by_chance)

    def as_dict(self) -> dict[str, Any]:
        """For JSON, rates to six digits."""
        above = self.above_chance
        unknown = {"rate": None, "low": None, "high": None}
        return {
            **json_of(self, "hits positions"),
            **(unknown if self.rate is None else self.rate.as_dict()),
            "by_chance": round(self.by_chance, 6),
            "above_chance": None if above is None else round(above, 6),
        }


@dataclass(frozen=True)
class EvaluationRow:
    """Some of the positions: those of one ply, or with one number of good moves."""

    number: int
    positions: int
    keeping: Share
    best: Share
    mean_loss: float

    def as_dict(self, name: str) -> dict[str, Any]:
        """For JSON; ``name``: of the number."""
        return {
            name: self.number,
            **json_of(self, "positions keeping best"),
            "mean_loss": round(self.mean_loss, 6),
        }


@dataclass(frozen=True)
class Blunder:
    """A move that loses something: the state, its value or score, the move, the value or score that
    is left for the mover, and the line that refutes it."""

    state: Any
    text: str
    before: str
    move: str
    after: str
    better: tuple[str, ...]
    refutation: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**vars(self), **json_of(self, "better refutation")}


@dataclass(frozen=True)
class Evaluation:
    """Result of `evaluate`.

    ``of``: which positions; ``answers``: for each; plies: [N] int64 or None; faults: by kind, the
    number and the first one in words; ``twice``, ``changed``: how many positions were asked twice,
    and in how many the answer was another; ``stopped``: why not all positions were asked.
    """

    game: Game
    name: str
    of: str
    exact: bool
    answers: Answers
    plies: NDArray[np.int64] | None
    faults: dict[str, tuple[int, str]]
    twice: int
    changed: int
    stopped: str | None
    worst: tuple[Blunder, ...]
    seconds: float

    def __repr__(self) -> str:
        rate = self.keeping.rate
        share = "" if rate is None else f", {100 * rate.rate:.1f} % of the moves keep the value"
        return f"<{self.name} on {len(self.answers):,} positions{share}>"

    @property
    def keeping(self) -> Share:
        """Positions in which the move keeps the value, or the score."""
        return self._share(self.answers.keeps, self.answers.good, slice(None))

    @property
    def best(self) -> Share:
        """Positions in which the move keeps the plies to the end, too."""
        return self._share(self.answers.best, self.answers.fastest, slice(None))

    @property
    def telling(self) -> Share:
        """`keeping` over the positions alone in which some move loses something."""
        answers = self.answers
        return self._share(answers.keeps, answers.good, answers.telling)

    @property
    def mean_loss(self) -> float:
        """Mean of what the moves lose: 1 for each step from win to draw to loss, or points."""
        return float(self.answers.loss.mean()) if len(self.answers) else 0.0

    @property
    def blunders(self) -> dict[tuple[Value, Value], int]:
        """Number of moves from each value to each smaller one, both for the mover."""
        some = self.answers.answered
        before, after = self.answers.worth[some], self.answers.brought[some]
        if self.game.scoring:
            before, after = (np.sign(points) + 2 for points in (before, after))
        return {
            (high, low): int(((before == high) & (after == low)).sum()) for high, low in BLUNDERS
        }

    @property
    def by_ply(self) -> list[EvaluationRow]:
        """A row for each ply; empty if plies are not known."""
        return [] if self.plies is None else list(self._rows(self.plies, slice(None)))

    @property
    def by_good_moves(self) -> list[EvaluationRow]:
        """A row for each number of good moves, of positions in which not all moves are good."""
        return list(self._rows(self.answers.good, self.answers.telling))

    def as_dict(self) -> dict[str, Any]:
        """The one JSON object of ``perfectplay evaluate --json``."""
        return {
            **game_fields(self.game),
            "player": self.name,
            **json_of(self, "of exact"),
            "positions": len(self.answers),
            **json_of(self, "keeping best telling"),
            "mean_loss": round(self.mean_loss, 6),
            "blunders": [
                {"before": str(high), "after": str(low), "count": count}
                for (high, low), count in self.blunders.items()
            ],
            "faults": [
                {"fault": kind, "count": count, "first": first}
                for kind, (count, first) in self.faults.items()
            ],
            "asked_twice": self.twice,
            "answered_differently": self.changed,
            "stopped": self.stopped,
            "by_ply": [row.as_dict("ply") for row in self.by_ply],
            "by_good_moves": [row.as_dict("good_moves") for row in self.by_good_moves],
            "worst": [blunder.as_dict() for blunder in self.worst],
        }

    def _share(self, hits: NDArray[np.bool_], chances: NDArray[np.int64], where: Any) -> Share:
        """Share of the positions ``where`` it holds; chances: [N] moves with which it would."""
        some = hits[where]
        chance = (chances[where] / self.answers.moves[where]).mean() if len(some) else 1.0
        return Share(int(some.sum()), len(some), float(chance), self.exact and self.stopped is None)

    def _rows(self, numbers: NDArray[np.int64], where: Any) -> Iterator[EvaluationRow]:
        answers = self.answers
        wanted = np.zeros(len(answers), bool)
        wanted[where] = True
        for number in distinct(numbers[wanted]).tolist():
            some = wanted & (numbers == number)
            yield EvaluationRow(
                number,
                int(some.sum()),
                self._share(answers.keeps, answers.good, some),
                self._share(answers.best, answers.fastest, some),
                float(answers.loss[some].mean()),
            )


def worst_places(answers: Answers, most: int) -> Sequence[int]:
    """The places of the worst blunders: the largest losses, of these the shortest refutations."""
    loss = np.where(answers.answered, answers.loss, 0)
    places = np.flatnonzero(loss > 0)
    plies = np.where(answers.plies < 0, np.iinfo(np.int64).max, answers.plies)
    order = np.lexsort((plies[places], -loss[places]))
    found: list[int] = places[order[:most]].tolist()
    return found
