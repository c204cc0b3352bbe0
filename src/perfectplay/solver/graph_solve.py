"""A solve by compiled rules of a game that is one graph: explored once, then resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from perfectplay.core.arrays import IntArray
from perfectplay.core.process_memory import resident_bytes
from perfectplay.core.progress import Reporter
from perfectplay.solver.explore.array_store import MemoryArray
from perfectplay.solver.explore.edge_store import EdgeStore
from perfectplay.solver.explore.explored_tiers import HashExploration, NumberedStates
from perfectplay.solver.explore.runs import rising_with
from perfectplay.solver.memory import BATCH
from perfectplay.solver.move_graph import MoveGraph
from perfectplay.solver.retrograde.histogram import count_states
from perfectplay.solver.retrograde.resolve import resolve
from perfectplay.solver.retrograde.score_pass import explained
from perfectplay.solver.sinks import TierSink
from perfectplay.solver.solved_table import SolvedTable, tightened
from perfectplay.solver.state_limits import StateLimits
from perfectplay.solver.threads import ThreadTeam
from perfectplay.tablebase.table import Table, TablePart

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
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
) -> tuple[IntArray, EdgeStore] | NumberedStates:
    """All keys and moves of a game; or, if the budget does not hold these, the states met so far.

    Goes on from the walk that is known, which is freed, or from the graph that an earlier solve has
    saved. Each state is expanded once.
    """
    from perfectplay.solver.explore.edges import ExploredGraph, explore_edges

    most, edge_bytes = graph_room(memory), max(0, memory - resident_bytes()) // 4
    pieces = EdgeStore(expander.rules.game.players == 1, edge_bytes, sink.scratch)
    walked, known.states = known.states, None
    if walked is None:
        assert sink.graph is not None
        if sink.graph.states > most:
            return sink.graph.numbered(expander)
        begun = sink.graph.restored(expander, pieces)
    else:
        assert isinstance(walked, HashExploration)
        if len(walked.keys) > most:
            return NumberedStates.of(walked)
        begun = ExploredGraph.by_walk(expander, walked, pieces)
        del walked  # it takes room
    save = None if sink.graph is None else sink.graph.save
    found = explore_edges(begun, team, limits, reporter, save, most)
    return found if isinstance(found, NumberedStates) else (found, pieces)


def resolve_graph(
    expander: Expander,
    keys: IntArray,
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
    counts = count_states(expander, MemoryArray(keys), packed, degrees, team, BATCH)
    how = f"{explorer}, {resolved.how}"
    stored, keys = tightened(expander, keys)
    table = Table([TablePart(*rising_with(keys, packed, team))])
    return SolvedTable(table, stored, counts, "compiled", how)
