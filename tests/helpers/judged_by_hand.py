"""A player judged move by move, by the records of a solution: slow and obvious."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from perfectplay import Solution, Value


@dataclass
class JudgedByHand:
    """Counts over some positions."""

    positions: int = 0
    keeping: int = 0
    best: int = 0
    chance_of_keeping: float = 0.0
    chance_of_best: float = 0.0
    telling: int = 0
    loss: int = 0
    blunders: dict[tuple[Value, Value], int] = field(default_factory=dict)
    by_good: dict[int, int] = field(default_factory=dict)


def judged_by_hand(
    solution: Solution, choose: Callable[[Any], Any], states: Iterable[Any] | None = None
) -> JudgedByHand:
    """The answers of ``choose`` in all states (or some) in which a play goes on; all are legal."""
    found = JudgedByHand()
    for state in solution if states is None else states:
        record = solution.probe(state)
        if record.terminal:
            continue
        answer = choose(state)
        move = next(move for move in record.moves if move.move == answer)
        good = sum(move.keeps for move in record.moves)
        found.positions += 1
        found.keeping += move.keeps
        found.best += move.best
        found.chance_of_keeping += good / len(record.moves)
        found.chance_of_best += sum(move.best for move in record.moves) / len(record.moves)
        if record.score is None:
            found.loss += record.value - move.value
        else:
            assert move.score is not None
            found.loss += record.score - move.score
        if move.value < record.value:
            kind = (record.value, move.value)
            found.blunders[kind] = found.blunders.get(kind, 0) + 1
        if good < len(record.moves):
            found.telling += 1
            found.by_good[good] = found.by_good.get(good, 0) + 1
    return found
