"""Loops among the states of a tier of a game of points, found by Kahn's algorithm."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor

import numpy as np

from perfectplay.core.arrays import Int32Array, IntArray
from perfectplay.verifier.plain.interpreter_pool import in_order
from perfectplay.verifier.stored import score_conditions
from perfectplay.verifier.stored.stored_tiers import LoadedTier
from perfectplay.verifier.sweep.spreading import Making, edges_of

LOOP_BYTES = 24
"""Bytes of a state of a tier in memory while loops are ruled out."""

NONE = np.empty(0, np.int64)

Moves = tuple[IntArray, IntArray, IntArray]
"""[K] places of states, [K + 1] the offsets of each, and [E] the places that their moves inside the
tier lead to."""


def loop_within(tier: LoadedTier, expander: Making, pool: Executor, ahead: int) -> list[int]:
    """The keys of a loop among the states of a tier, each of which leads to the next, and the last
    to the first; [] if there is none.

    States that no other one leads to are taken away, wave by wave: each state is expanded twice.
    ``ahead``: batches that are begun before the first of them is taken.
    """
    count = tier.states
    entered = np.zeros(count, np.int32)  # how many moves lead to each state that is left
    for _, _, edges in _moves(tier, None, expander, pool, ahead):
        score_conditions.enter(edges, entered)
    wave, left = np.flatnonzero(entered == 0), count
    while len(wave):
        left -= len(wave)
        wave = _taken_away(_moves(tier, wave, expander, pool, ahead), entered)
    if not left:
        return []
    before, rest = np.empty(count, np.int64), np.flatnonzero(entered)
    for places, starts, edges in _moves(tier, rest, expander, pool, ahead):
        score_conditions.follow(places, starts, edges, before)
    del rest
    # each state that is left has a predecessor that is left
    loop, at = np.empty(count, np.int64), int(entered.argmax())
    n = score_conditions.loop_before(at, before, entered, loop)
    keys: list[int] = tier.keys[loop[:n][::-1]].tolist()
    return keys


def _taken_away(moves: Iterator[Moves], entered: Int32Array) -> IntArray:
    """Take states away with their moves; return the rising places that no move leads to now."""
    found = [NONE]
    for _, _, edges in moves:
        fresh = np.empty(len(edges), np.int64)
        found.append(fresh[: score_conditions.leave(edges, entered, fresh)].copy())
    wave = np.concatenate(found)
    wave.sort()
    return wave


def _moves(
    tier: LoadedTier, places: IntArray | None, expander: Making, pool: Executor, ahead: int
) -> Iterator[Moves]:
    """The moves inside a tier of the states at some places, or (None) of all, batch by batch."""
    batch, count = expander().batch, tier.states if places is None else len(places)

    def some(begin: int) -> Moves:
        end = min(begin + batch, count)
        mine = np.arange(begin, end) if places is None else places[begin:end]
        return mine, *edges_of(tier, mine, expander())

    return in_order(pool, some, range(0, count, batch), ahead)
