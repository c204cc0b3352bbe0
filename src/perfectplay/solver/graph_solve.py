"""A solve by compiled rules of a game that is one graph: explored once, then resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perfectplay.core.packed import PackedArray
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.memory import resident_bytes
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.retrograde.histogram import WeightedHistogram
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.retrograde.score_pass import explained
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.solved_table import SolvedTable, solved, table_of, tightened
from perfectplay.solver.threads import ThreadTeam, ranges

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.solver.explore.edge_store import EdgeStore
    from perfectplay.solver.explore.edges import ExploredGraph, NumberedStates
    from perfectplay.solver.explore.hash_explorer import HashExploration
    from perfectplay.solver.tier_solve import KnownStates


def graph_room(memory: int) -> int:
    """How many states a graph may have within a budget of ``memory`` bytes for the process."""
    from perfectplay.solver.explore.edges import STATE_BYTES

    return max(0, memory - resident_bytes()) * 3 // 4 // STATE_BYTES


def explore_graph(
    expander: Expander,
    known: KnownStates,
    *,
    memory: int,
    sink: TierSink,
    team: ThreadTeam,
    limits: StateLimits,
    reporter: Reporter,
) -> tuple[NDArray[np.int64], EdgeStore] | NumberedStates:
    """All keys and moves of a game; or, if the budget does not hold these, the states met so far.

    Goes on from the walk that is known, which is freed, or from the graph that an earlier solve has
    saved. Each state is expanded once.
    """
    from perfectplay.solver.explore.edge_store import EdgeStore
    from perfectplay.solver.explore.edges import NumberedStates, explore_edges

    most, edge_bytes = graph_room(memory), max(0, memory - resident_bytes()) // 4
    pieces = EdgeStore(expander.rules.game.players == 1, edge_bytes, sink.scratch)
    begun = _begun(expander, known, pieces, most, sink, team)
    if isinstance(begun, NumberedStates):
        return begun
    save = None if sink.graph is None else sink.graph.save
    found = explore_edges(begun, team, limits, reporter, save, most)
    return found if isinstance(found, NumberedStates) else (found, pieces)


def _begun(
    expander: Expander,
    known: KnownStates,
    pieces: EdgeStore,
    most: int,
    sink: TierSink,
    team: ThreadTeam,
) -> ExploredGraph | NumberedStates:
    from perfectplay.solver.explore.edges import ExploredGraph, NumberedStates

    walked, known.states = known.states, None
    if walked is None:
        assert sink.graph is not None
        if sink.graph.states > most:
            return sink.graph.numbered(expander)
        return sink.graph.restored(expander, pieces)
    walk: HashExploration = walked  # type: ignore[assignment]
    if len(walk.keys) > most:
        return NumberedStates.of(walk)
    return ExploredGraph.by_walk(expander, walk, pieces, team)


def resolve_graph(
    expander: Expander,
    keys: NDArray[np.int64],
    graph: MoveGraph | EdgeStore,
    explorer: str,
    team: ThreadTeam,
    reporter: Reporter,
) -> SolvedTable:
    """The solution of a graph over the states with these keys; ``explorer``: how it was explored,
    in words."""
    with explained(expander.rules, lambda node: expander.keys.state(int(keys[node]))):
        resolved = resolve(graph, team, reporter)
    degrees = graph.degrees()
    if not isinstance(graph, MoveGraph):
        graph.release()
    packed = resolved.packed()
    tally = WeightedHistogram()
    tally.add(packed, degrees)
    covered = None
    if expander.compiled.has_symmetries:
        covered = _covered(expander, keys, packed, degrees, team)
    how = f"{explorer}, {resolved.how}"
    stored, keys = tightened(expander, keys)
    table = table_of(keys, resolved)
    return solved(stored, table, tally, covered, engine="compiled", how=how)


def _covered(
    expander: Expander,
    keys: NDArray[np.int64],
    packed: PackedArray,
    degrees: NDArray[np.integer[Any]],
    team: ThreadTeam,
) -> WeightedHistogram:
    """Counts of all the states that representatives stand for."""

    def part(r: tuple[int, int]) -> WeightedHistogram:
        counted = WeightedHistogram()
        counted.add(packed[slice(*r)], degrees[slice(*r)], expander.class_sizes(keys, *r))
        return counted

    covered = WeightedHistogram()
    for counted in team.map(part, ranges(len(keys), max(1, len(keys) >> 16))):
        covered.include(counted)
    return covered
