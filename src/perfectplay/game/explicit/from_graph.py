"""Graphs of NetworkX as games. Nothing is imported: whoever has a graph has the library."""

from __future__ import annotations

from typing import Any

from perfectplay.core.errors import TreeError
from perfectplay.game.explicit.checked import GivenNode, add_move, made, seat_of, utility_of
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.explicit.tree import start_of


def game_from_graph(graph: Any, start: Any = None, *, name: str = "") -> ExplicitGame:
    """The game of a DiGraph or MultiDiGraph of NetworkX (``pip install 'perfectplay[graphs]'``).

    Each edge is a move, named by its attribute ``move``, else by the node that it leads to. Nodes
    may have the attribute ``player`` ("max" or 0 for who moves first, "min" or 1), leaves have
    ``utility``, as in `game_from_tree`. ``start``: the first node; where it is not given, the only
    one to which no edge leads. States are the nodes' names as texts. Raises TreeError.

    >>> from networkx import DiGraph
    >>> graph = DiGraph([("a", "b"), ("a", "c")])
    >>> graph.add_node("b", utility=2.5)
    >>> graph.add_node("c", utility=-1)
    >>> game = game_from_graph(graph)
    >>> list(game.moves("a")), game.outcome("b"), game.unit
    (['b', 'c'], 5, Fraction(1, 2))
    """
    if not callable(getattr(graph, "is_directed", None)):
        raise TreeError(f"expected a DiGraph of NetworkX, got a {type(graph).__name__}")
    if not graph.is_directed():
        raise TreeError("the graph is not directed; a move leads one way: make it a DiGraph")
    nodes: dict[str, GivenNode] = {}
    for node, held in graph.nodes(data=True):
        text = str(node)
        if text in nodes:
            raise TreeError(f'two nodes of the graph have the same name as text, "{text}"')
        nodes[text] = given = GivenNode(text)
        if held.get("player") is not None:
            given.seat = seat_of(held["player"], text)
        if held.get("utility") is not None:
            given.end = utility_of(held["utility"], text)
    for node, child, move in graph.edges(data="move"):
        add_move(nodes[str(node)], child if move is None else move, str(child))
    if not nodes:
        raise TreeError("the graph has no nodes")
    title = name or str(getattr(graph, "name", "") or "graph")
    return made(nodes, start_of(nodes, start), name=title)
