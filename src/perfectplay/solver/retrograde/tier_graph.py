"""A tier with moves inside itself, as a graph; the moves that leave it have known results."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from perfectplay.compiler.expander import Expander
from perfectplay.compiler.expansion import Expansion
from perfectplay.core.arrays import AnyIntArray, Array, ByteArray, Int32Array, IntArray
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.array_store import ArrayStore
from perfectplay.solver.explore.edge_store import PIECE, EdgePiece, EdgeStore
from perfectplay.solver.explore.explored_tiers import Tier
from perfectplay.solver.explore.index import KeyIndex
from perfectplay.solver.move_graph import SMALL, MoveGraph, ResolvedGraph
from perfectplay.solver.retrograde import batch_kernels
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.retrograde.resolve_range import ChildValues, child_entries, unreached
from perfectplay.solver.retrograde.retrograde_forward import STATE_BYTES
from perfectplay.solver.retrograde.score_pass import OutsideScores, explained, resolve_scores
from perfectplay.solver.retrograde.tier_boundary import OutsideValues
from perfectplay.solver.threads import ThreadTeam, batches_of

OUTSIDE_BYTES = 50
"""Bytes of a state for the results of its moves out of the tier (13), and while these are sorted by
plies (`OutsideSchedule`)."""

GROUP = 4
"""Pieces of a graph that are made before they are stored."""


@dataclass
class Resolver:
    """What tiers are resolved with. ``batch``: states expanded in one call; ``arrays``: the budget,
    and the folder for what does not fit it; ``valued``: tiers whose states are looked up."""

    expander: Expander
    team: ThreadTeam
    reporter: Reporter
    batch: int
    arrays: ArrayStore
    valued: dict[int, ChildValues] = field(default_factory=dict, init=False)

    def free(self) -> int:
        """Bytes of the budget that are free now."""
        return self.arrays.room - self.arrays.held - sum(t.nbytes for t in self.valued.values())


def inner_bytes(number: int, tier: Tier, *, scored: bool) -> int:
    """The least memory, in bytes, to resolve a tier with moves inside itself."""
    n = len(tier.keys)
    if scored:  # its whole graph, and its keys, which may be in a file
        return 42 * n + 9 * tier.moves
    outside = 0 if tier.into == (number,) else OUTSIDE_BYTES * n
    return outside + n + max(KeyIndex.size(tier.keys) + n, STATE_BYTES * n)


def resolve_inside(
    resolver: Resolver, number: int, tier: Tier
) -> tuple[ResolvedGraph, AnyIntArray]:
    """Values and remotenesses of a tier, and the number of moves of each state, [N].

    Its moves are kept as pieces of a graph, in files if memory does not hold them. Raises
    RulesError if exploring has not found a child, OSError.
    """
    outside = OutsideValues.none(len(tier.keys)) if tier.into != (number,) else None
    pieces, moves = _inner_graph(resolver, number, tier, outside)
    resolved = _resolved(pieces, resolver, outside, moves.nbytes)
    pieces.release()
    return resolved, moves


def _inner_graph(
    resolver: Resolver, number: int, tier: Tier, outside: OutsideValues | None
) -> tuple[EdgeStore, AnyIntArray]:
    """The moves that stay in a tier, and the number of all moves of each state, [N]; the results of
    the others are entered into ``outside``."""
    n, keys, expander = len(tier.keys), tier.keys, resolver.expander
    index = KeyIndex.of(keys)
    always = expander.rules.game.players == 1
    taken = n + max(index.nbytes + n, STATE_BYTES * n)  # now, and when all pieces are there
    taken += 0 if outside is None else OUTSIDE_BYTES * n
    pieces = EdgeStore(always, resolver.free() - taken, resolver.arrays.folder)
    over, moves = np.empty(n, np.uint8), np.empty(n, np.uint8)

    def piece(first: int) -> tuple[EdgePiece, Int32Array]:
        end = min(n, first + PIECE)
        expanded = expander.expand(keys.read(first, end), 0, end - first)
        over[first:end] = expanded.over
        children, again, degrees = expanded.children, expanded.again, expanded.degrees
        if outside is not None:
            inside = moves_inside(expanded, number)
            inner = np.zeros(end - first, np.int64)
            entries = child_entries(expander, expanded, resolver.valued, inside)
            batch_kernels.leave_batch(
                entries, inside, again, always, degrees, *outside.of(first, end), inner
            )
            there = np.flatnonzero(inside)
            children, again = children[there], again[there] if len(again) else again
            degrees = inner.astype(np.int32)
        return EdgePiece.of(
            degrees, _places(resolver.expander, index, children), again
        ), expanded.degrees

    for first in range(0, n, GROUP * PIECE):
        firsts = range(first, min(n, first + GROUP * PIECE), PIECE)
        made = resolver.team.map(piece, firsts)
        pieces.add([one for one, _ in made])
        for begin, (_, degrees) in zip(firsts, made, strict=True):
            if degrees.max() > np.iinfo(moves.dtype).max:
                moves = moves.astype(np.uint16 if degrees.max() < 1 << 16 else np.int32)
            moves[begin : begin + len(degrees)] = degrees
        resolver.reporter.tell("expanding", firsts[-1], n, n, number)
    pieces.over = over
    return pieces, moves


def _resolved(
    pieces: EdgeStore, resolver: Resolver, outside: OutsideValues | None, counts: int
) -> ResolvedGraph:
    """``counts``: bytes of the numbers of moves, which stay."""
    small = len(pieces) + pieces.moves <= SMALL
    graph = pieces.graph() if small else pieces
    taken = pieces.nbytes + counts + (0 if outside is None else OUTSIDE_BYTES * len(pieces))
    room = resolver.free() - taken
    return resolve(graph, resolver.team, resolver.reporter, outside, room)


def _places(expander: Expander, index: KeyIndex, children: IntArray) -> Int32Array:
    """The places of children in their own tier. Raises RulesError if one is not there."""
    try:
        return index.places(children)
    except KeyError as missing:
        raise unreached(expander, missing.args[0]) from None


def moves_inside(expanded: Expansion, number: int) -> ByteArray:
    """[C] whether a move stays in the tier; all do in a game without tiers."""
    if len(expanded.tiers) < len(expanded.children):
        return np.ones(len(expanded.children), np.uint8)
    inside: ByteArray = (expanded.tiers == number).astype(np.uint8)
    return inside


def score_inside(resolver: Resolver, number: int, tier: Tier) -> tuple[ResolvedGraph, Int32Array]:
    """The same in a game of points. Raises RulesError, also if a play comes back to a state."""
    from perfectplay.solver.retrograde.score_kernels import leave_batch

    keys = tier.keys.read(0, len(tier.keys))
    n = len(keys)
    index, beyond = KeyIndex.of(tier.keys), OutsideScores.none(n)
    expander = resolver.expander
    always = expander.rules.game.players == 1
    over, moves = np.empty(n, np.uint8), np.empty(n, np.int32)
    inner, finals = np.zeros(n + 1, np.int64), np.empty(n, np.int32)

    def batch(r: tuple[int, int]) -> tuple[Array, ...]:
        begin, end = r
        expanded = expander.expand(keys, begin, end)
        inside = moves_inside(expanded, number)
        entries = child_entries(expander, expanded, resolver.valued, inside)
        leave_batch(
            entries, inside, expanded.again, always, expanded.gains, expanded.degrees,
            beyond.best[begin:end], beyond.nearest[begin:end], inner[begin + 1 : end + 1],
        )  # fmt: skip
        over[begin:end], moves[begin:end] = expanded.over, expanded.degrees
        finals[begin:end] = expanded.finals
        there = np.flatnonzero(inside)
        again = expanded.again[there] if len(expanded.again) else expanded.again
        return (
            _places(resolver.expander, index, expanded.children[there]),
            again,
            expanded.gains[there],
        )

    parts = resolver.team.map(batch, batches_of(n, resolver.batch))
    np.cumsum(inner, out=inner)
    edges, again, gains = (np.concatenate(column) for column in zip(*parts, strict=True))
    parts.clear()
    marks = again if expander.compiled.has_again else None
    graph = MoveGraph(inner, edges, marks, always, over, False, gains, finals)
    rules, states = expander.rules, expander.keys
    with explained(rules, lambda node: states.state(int(keys[node]))):
        return resolve_scores(graph, resolver.team, resolver.reporter, beyond), moves
