"""Many positions in one search: bounds in arrays, then values, scores and ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.result_scale import FAR
from perfectplay.searcher.driver import Deadline, ProvedBounds, StoppedError
from perfectplay.searcher.endgame_knowledge import EndgameKnowledge
from perfectplay.searcher.searched import SearchedMany

if TYPE_CHECKING:
    from perfectplay.searcher.kernel.parallel_search import ParallelSearch


def searched(
    rules: CheckedGame,
    states: Sequence[State],
    parallel: ParallelSearch,
    clock: Deadline,
    known: EndgameKnowledge,
    *,
    distance: bool,
) -> SearchedMany:
    """The results of many states. Raises what `ParallelSearch.many` raises."""
    before, stopped = clock.passed, None
    exact = distance or rules.scoring
    low, high, nodes = (np.full(len(states), edge, np.int64) for edge in (-FAR, FAR, 0))
    try:
        found = parallel.many(
            states, distance=exact, keep=False, go_on=lambda: clock.go_on(parallel.nodes)
        )
        low, high, nodes = found.low, found.high, found.nodes
        stopped = "interrupted" if found.interrupted else None
    except KeyboardInterrupt:  # before the search began
        stopped = "interrupted"
    proved = (low == high) if exact else (low == high) | (low > 0) | (high < 0)
    if not stopped and not proved.all():
        stopped = "time"
    result = np.where(high < 0, high, low)
    values = np.where(proved, np.sign(result) + 2, 0).astype(np.uint8)
    remoteness = np.full(len(states), -1, np.int32)
    if distance:
        plain = proved & (result != 0) & (not rules.scoring)
        remoteness[plain] = FAR - np.abs(result[plain])
        open_ends = [] if stopped == "interrupted" else np.flatnonzero(proved & ~plain).tolist()
        proof = ProvedBounds(rules, states[0] if len(states) else None, parallel, clock, known)
        try:
            for i in open_ends:
                bound = int(low[i])
                entry = proof.known(states[i], bound, bound, distance=True)
                remoteness[i] = -1 if entry.remoteness is None else entry.remoteness
        except StoppedError:
            stopped = "time"
        except KeyboardInterrupt:
            stopped = "interrupted"
    scores = np.where(proved, result, 0) if rules.scoring else None
    return SearchedMany(values, remoteness, scores, nodes, stopped, clock.passed - before)
