"""The result of checking a batch of states, as a thread returns it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from perfectplay.tablebase.verification import Problem, Worth

IntArray = NDArray[np.int64]


@dataclass
class BatchFindings:
    """The result for one or several batches.

    ``wrong``: (key, stored entry, right worth); ``lost``: (parent's key, child's key, the tier
    where it is stored or None) of misplaced children; ``trouble``: (key, what the rules raised);
    ``unlike``: keys of states that differ from other states of their classes; ``doubtful``: keys
    of states whose classes compiled rules cannot compare; ``problems``: what the interpreter
    found; ``passed``: images on which the rules raise.
    """

    states: int = 0
    moves: int = 0
    wrong: list[tuple[int, int, Worth]] = field(default_factory=list)
    lost: list[tuple[int, int, int | None]] = field(default_factory=list)
    trouble: list[tuple[int, str]] = field(default_factory=list)
    unlike: list[int] = field(default_factory=list)
    doubtful: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    uncounted: Counter[str] = field(default_factory=Counter)
    fresh: list[IntArray] = field(default_factory=list)
    covered: Counter[int] = field(default_factory=Counter)
    covered_moves: int = 0


LISTS = ("wrong", "lost", "trouble", "unlike", "doubtful", "problems", "passed", "fresh")


def together(*parts: BatchFindings) -> BatchFindings:
    """Several batches as one."""
    whole = BatchFindings()
    for part in parts:
        whole.states += part.states
        whole.moves += part.moves
        whole.covered_moves += part.covered_moves
        whole.uncounted.update(part.uncounted)
        whole.covered.update(part.covered)
        for name in LISTS:
            getattr(whole, name).extend(getattr(part, name))
    return whole
