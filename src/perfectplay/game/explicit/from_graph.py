"""NetworkX graphs as games. NetworkX is not imported: the caller has done that."""

from __future__ import annotations

from typing import Any

from perfectplay.core.errors import TreeError
from perfectplay.game.explicit.checked import GivenNode, add_move, make_game, seat_of, utility_of
from perfectplay.game.explicit.explicit_game import ExplicitGame
from perfectplay.game.explicit.tree import start_of


def game_from_graph(graph: Any, start: Any = None, *, name: str = "") -> ExplicitGame:
    """The game of a NetworkX DiGraph or MultiDiGraph (``pip install 'perfectplay[graphs]'``).

    Each edge is a move, named by its attribute ``move`` or else by its target. A node may have the
    attribute ``player`` ("max" or 0 for the first player, "min" or 1 for the second), and a leaf
    has ``utility``, as in `game_from_tree`. ``start``: the first node; default: the only node
    without an edge to it. States are the names of nodes as strings. Raises TreeError.

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
    for node, attributes in graph.nodes(data=True):
        text = str(node)
        if text in nodes:
            raise TreeError(f'two nodes of the graph have the same name as text, "{text}"')
        nodes[text] = given = GivenNode(text)
        if attributes.get("player") is not None:
            given.seat = seat_of(attributes["player"], text)
        if attributes.get("utility") is not None:
            given.end = utility_of(attributes["utility"], text)
    for node, child, move in graph.edges(data="move"):
        add_move(nodes[str(node)], child if move is None else move, str(child))
    if not nodes:
        raise TreeError("the graph has no nodes")
    title = name or str(getattr(graph, "name", "") or "graph")
    return make_game(nodes, start_of(nodes, start), name=title)
