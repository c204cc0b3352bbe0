"""Whether every move of a game seems to lead from one breadth-first level to the next.

If not, levels are no tiers, and the edges are better kept from the beginning. A walk sees only the
first levels: a game that puts stones down before it moves them looks graded there. So random plays
go on from where the walk ended, with small walks from some of their states: a state that is reached
by plays of two lengths proves that the game is not graded. Nothing proves that it is.
"""

from __future__ import annotations

import numpy as np

from perfectplay.compiler.expander import Expander, KeysOutgrownError
from perfectplay.solver.explore.explored_tiers import HashExploration
from perfectplay.solver.explore.sorted_keys import enter_keys

PLAYS = 12
LONGEST = 64
"""Plies of a random play."""

EVERY = 8
"""Plies from one small walk to the next."""

SMALL_WALK = 2_000
"""States."""

_ROOM = 1 << 13


def looks_graded(expander: Expander, walked: HashExploration) -> bool:
    """Whether every move that was seen leads to the next level. Raises RulesError."""
    if not walked.graded:
        return False
    random = np.random.default_rng(0)
    waiting = walked.keys[walked.expanded :]
    for first in waiting[random.integers(0, len(waiting), PLAYS)] if len(waiting) else ():
        try:
            if not _play_looks_graded(expander, first, random):
                return False
        except KeysOutgrownError:
            pass  # exploring reaches that state again, and widens the keys
    return True


def _play_looks_graded(expander: Expander, key: np.int64, random: np.random.Generator) -> bool:
    branching = expander.branching
    try:
        for ply in range(LONGEST):
            if ply % EVERY == 0 and not _small_walk_is_graded(expander, key):
                return False
            children = expander.expand(np.array([key], np.int64), 0, 1).children
            if not len(children):
                break
            key = children[random.integers(0, len(children))]
    finally:
        expander.branching = branching
    return True


def _small_walk_is_graded(expander: Expander, key: np.int64) -> bool:
    """Whether the moves of the first states after a state lead from level to level."""
    has_again = expander.compiled.has_again
    keys = np.full(_ROOM, -1, np.int64)
    keys[0] = key
    slots = np.zeros(_ROOM * 4, np.int32)
    enter_keys(keys[:1], slots)
    starts, over = np.zeros(_ROOM + 1, np.int64), np.empty(_ROOM, np.uint8)
    edges = np.empty(_ROOM * 8, np.int32)
    again = np.zeros(len(edges) if has_again else 0, np.uint8)
    flags = np.ones(2, np.uint8)
    scoring = expander.compiled.scoring
    gains = np.zeros(len(edges) if scoring else 0, np.int32)
    finals = np.zeros(_ROOM if scoring else 0, np.int32)
    graph = (starts, edges, again, over, gains, finals, 0, flags, SMALL_WALK)
    # if it ends early, for want of room or because the rules fail, it has seen enough
    expander.guarded(
        lambda: expander.compiled.kernels.walk(keys, 1, 0, slots, expander.layout, *graph),
        (expander.keys.state(int(k)) for k in keys[keys >= 0]),
    )
    return bool(flags[1])
