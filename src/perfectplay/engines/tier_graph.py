"""A tier with moves inside itself, as a graph; the moves that leave it are known by what they
bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.engines import sorting
from perfectplay.engines.graph import Graph, Resolved
from perfectplay.engines.index import Index
from perfectplay.engines.outside import Outside
from perfectplay.engines.resolve import resolve
from perfectplay.engines.scores import Beyond, explained, resolve_scores
from perfectplay.engines.tiers import Tier, batches_of

if TYPE_CHECKING:
    from perfectplay.engines.resolve_tiers import TierResolver

IntArray = NDArray[np.int64]


def resolve_inside(
    resolver: TierResolver, number: int, tier: Tier
) -> tuple[Resolved, NDArray[np.int32]]:
    """Values and remotenesses of a tier, and the number of moves of each state, [N] int32.

    Raises RulesError where a child was not met while exploring.
    """
    keys = tier.keys.read(0, len(tier.keys))
    n = len(keys)
    index, outside = Index(keys), Outside.none(n)
    always = resolver.expander.rules.game.players == 1
    over, moves = np.empty(n, np.uint8), np.empty(n, np.int32)
    inner = np.zeros(n + 1, np.int64)

    def batch(r: tuple[int, int]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        begin, end = r
        expanded = resolver.expander.expand(keys, begin, end)
        inside = (expanded.tiers == number).astype(np.uint8)
        entries = resolver.entries(tier, expanded, inside)
        sorting.leave_batch(
            entries, inside, expanded.again, always, expanded.degrees,
            outside.nearest_win[begin:end], outside.nearest_draw[begin:end],
            outside.farthest_loss[begin:end], outside.drawn[begin:end], inner[begin + 1 : end + 1],
        )  # fmt: skip
        over[begin:end], moves[begin:end] = expanded.over, expanded.degrees
        there = np.flatnonzero(inside)
        again = expanded.again[there] if len(expanded.again) else expanded.again
        return resolver.places(index, expanded.children[there]), again

    parts = resolver.team.map(batch, batches_of(n, resolver.batch))
    np.cumsum(inner, out=inner)
    edges = np.concatenate([places for places, _ in parts])
    again = np.concatenate([marks for _, marks in parts])
    parts.clear()
    marks = again if resolver.expander.compiled.has_again else None
    graph = Graph(inner, edges, marks, always, over)
    return resolve(graph, resolver.team, resolver.reporter, outside), moves


def score_inside(
    resolver: TierResolver, number: int, tier: Tier
) -> tuple[Resolved, NDArray[np.int32]]:
    """The same in a game of points. Raises RulesError, also where a play comes back to a state."""
    from perfectplay.engines.score_kernels import leave_batch

    keys = tier.keys.read(0, len(tier.keys))
    n = len(keys)
    index, beyond = Index(keys), Beyond.none(n)
    always = resolver.expander.rules.game.players == 1
    over, moves = np.empty(n, np.uint8), np.empty(n, np.int32)
    inner, finals = np.zeros(n + 1, np.int64), np.empty(n, np.int32)

    def batch(r: tuple[int, int]) -> tuple[NDArray[Any], ...]:
        begin, end = r
        expanded = resolver.expander.expand(keys, begin, end)
        inside = (expanded.tiers == number).astype(np.uint8)
        entries = resolver.entries(tier, expanded, inside)
        leave_batch(
            entries, inside, expanded.again, always, expanded.gains, expanded.degrees,
            beyond.best[begin:end], beyond.nearest[begin:end], inner[begin + 1 : end + 1],
        )  # fmt: skip
        over[begin:end], moves[begin:end] = expanded.over, expanded.degrees
        finals[begin:end] = expanded.finals
        there = np.flatnonzero(inside)
        again = expanded.again[there] if len(expanded.again) else expanded.again
        return resolver.places(index, expanded.children[there]), again, expanded.gains[there]

    parts = resolver.team.map(batch, batches_of(n, resolver.batch))
    np.cumsum(inner, out=inner)
    edges, again, gains = (np.concatenate(column) for column in zip(*parts, strict=True))
    parts.clear()
    marks = again if resolver.expander.compiled.has_again else None
    graph = Graph(inner, edges, marks, always, over, False, gains, finals)
    rules, states = resolver.expander.rules, resolver.expander.keys
    with explained(rules, lambda node: states.state(int(keys[node]))):
        return resolve_scores(graph, resolver.team, resolver.reporter, beyond), moves
