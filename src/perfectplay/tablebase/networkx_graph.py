"""A solution as a graph of NetworkX. NetworkX is not imported: the caller has done that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfectplay.core.value import State
from perfectplay.tablebase.record import game_fields
from perfectplay.tablebase.state_queries import move_records

if TYPE_CHECKING:
    from perfectplay.tablebase.batch_queries import BatchQueries
    from perfectplay.tablebase.table import StateEntry


def graph_of_states(solution: BatchQueries, graph: Any) -> Any:
    """The graph of `to_networkx`, made of an empty one."""
    rules = solution.rules
    for states, entries in solution.state_blocks():
        for state, entry in zip(states, entries.listed(), strict=True):
            assert entry is not None
            graph.add_node(state, **_attributes(solution, state, entry))
    for states, entries in solution.state_blocks():
        options = [rules.position(state).options for state in states]
        after = _known(solution, [child for some in options for _, child in some])
        for state, entry, some in zip(states, entries.listed(), options, strict=True):
            assert entry is not None
            for move in move_records(rules, state, some, entry, after.get):
                to = solution.representative(move.state) if solution.symmetric else move.state
                edge = {"move": move.move, "text": move.text}
                graph.add_edge(state, to, **edge, best=move.best, keeps=move.keeps)
            graph.nodes[state]["terminal"] = not some
    graph.graph.update(game=game_fields(solution.game)["game"])
    graph.graph["start"] = solution.representative(solution.start)
    return graph


def _attributes(solution: BatchQueries, state: State, entry: StateEntry) -> dict[str, Any]:
    score = {} if entry.score is None else {"score": entry.score}
    text = solution.rules.text(state, solution.rules.player(state))
    return {"value": str(entry.value), **score, "remoteness": entry.remoteness, "text": text}


def _known(solution: BatchQueries, states: list[State]) -> dict[State, StateEntry | None]:
    distinct = list(dict.fromkeys(states))
    return dict(zip(distinct, solution.look_up(distinct).listed(), strict=True))
