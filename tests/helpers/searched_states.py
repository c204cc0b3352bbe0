"""States of a solution to search, and whether a search agrees with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfectplay import Solution


def agrees(found: Any, record: Any) -> bool:
    """Whether a search says of a position and its moves what the solution says."""
    alike = (found.value, found.remoteness, found.score) == (
        record.value, record.remoteness, record.score,
    )  # fmt: skip
    mine = {m.move: (m.value, m.remoteness, m.score, m.keeps, m.best) for m in found.moves}
    theirs = {m.move: (m.value, m.remoteness, m.score, m.keeps, m.best) for m in record.moves}
    return alike and mine == theirs and found.stopped is None


def sampled(solution: Solution, count: int) -> list[Any]:
    """Some states of a solution, evenly."""
    keys = np.concatenate([keys for keys, _ in solution.table.blocks()])
    return solution.keys.states_of(keys[:: max(1, len(keys) // count)])
