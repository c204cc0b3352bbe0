"""Trees and graphs as dictionaries: nested nodes, or nodes by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perfectplay.core.errors import TreeError
from perfectplay.game.explicit.checked import (
    GivenNode,
    add_move,
    is_utility,
    make_game,
    seat_of,
    utility_of,
)
from perfectplay.game.explicit.explicit_game import ExplicitGame

ROOT = "/"

_FIELDS = ("player", "moves", "utility")


def game_from_tree(tree: Mapping[str, Any], *, name: str = "tree", file: str = "") -> ExplicitGame:
    """The game of a tree or graph in a dictionary; see docs/trees.md.

    A node is ``{"player": "max", "moves": {name: node, ...}}`` or just its moves. A leaf is
    ``{"utility": number}`` or just the number: the points of the first player; or ``"win"``,
    ``"draw"``, ``"loss"`` for that player. In ``{"start": name, "nodes": {name: node}}`` nodes have
    names, and moves lead to names. Raises TreeError, which names the node.

    >>> from perfectplay import solve
    >>> leaves = {"left": {"a": 3, "b": 12}, "right": {"a": 2, "b": 4}}
    >>> solution = solve(game_from_tree(leaves))
    >>> solution.score("/"), solution.best_moves("/")
    (3, ['left'])
    """
    if not isinstance(tree, Mapping):
        raise TreeError(f"a tree is a dictionary, this is {tree!r:.60}")
    if "nodes" in tree and set(tree) <= {"start", "nodes"}:
        return _by_names(tree, name, file)
    reading = _TreeReader(())
    reading.read(ROOT, tree)
    return make_game(reading.nodes, ROOT, name=name, file=file)


def _by_names(graph: Mapping[str, Any], name: str, file: str) -> ExplicitGame:
    named = graph["nodes"]
    if not isinstance(named, Mapping) or not named:
        raise TreeError('"nodes" must be a dictionary of nodes by name, and not empty')
    named = {str(key): node for key, node in named.items()}
    if len(named) < len(graph["nodes"]):
        raise TreeError("two nodes have the same name as text")
    reading = _TreeReader(named)
    for key, node in named.items():
        reading.read(key, node)
    first = graph.get("start")
    return make_game(reading.nodes, start_of(reading.nodes, first), name=name, file=file)


def start_of(nodes: Mapping[str, GivenNode], first: Any) -> str:
    """Name of the first node; default: the only node that no move leads to. Raises TreeError."""
    if first is not None:
        if str(first) not in nodes:
            raise TreeError(f'the start, "{first}", is not a node')
        return str(first)
    entered = {child for node in nodes.values() for child in node.moves.values()}
    free = [node for node in nodes if node not in entered]
    if len(free) != 1:
        what = f'moves lead to all but {len(free)} nodes ("{free[0]}", ...)' if free else ""
        raise TreeError(f"{what or 'moves lead to every node'}; say which is the start")
    return free[0]


def below(node: str, move: str) -> str:
    """Name of the node that a move leads to in a tree.

    >>> below(ROOT, "a"), below("/a", "1/2")
    ('/a', '/a/1~12')
    """
    step = move.replace("~", "~0").replace("/", "~1")
    return f"{'' if node == ROOT else node}/{step}"


class _TreeReader:
    """Reads nodes; a dictionary that occurs twice is one node."""

    def __init__(self, names: Any) -> None:
        self.nodes: dict[str, GivenNode] = {}
        self._names = names
        self._names_of: dict[int, str] = {}

    def read(self, name: str, content: Any) -> None:
        """Read a node and all nodes inside it."""
        waiting = [(name, content)]
        while waiting:
            at, content = waiting.pop()
            if at in self.nodes:
                raise TreeError(f'two nodes have the name "{at}"')
            self.nodes[at] = node = GivenNode(at)
            if isinstance(content, Mapping):
                self._names_of[id(content)] = at
                waiting += self._inner(node, content)
            else:
                node.end = utility_of(content, at)

    def _inner(self, node: GivenNode, content: Mapping[str, Any]) -> list[tuple[str, Any]]:
        """Fill a node; return the names and contents of the nodes inside it."""
        moves = content
        if any(field in content for field in _FIELDS):
            if strange := [field for field in content if field not in _FIELDS]:
                raise TreeError(
                    f'the node "{node.name}" has {strange[0]!r}; it may have a player, moves and a '
                    "utility"
                )
            if "player" in content:
                node.seat = seat_of(content["player"], node.name)
            if "utility" in content:
                node.end = utility_of(content["utility"], node.name)
            moves = content.get("moves", {})
            if not isinstance(moves, Mapping):
                raise TreeError(
                    f'the moves of the node "{node.name}" must be a dictionary, from each move to '
                    "what it leads to"
                )
        found = []
        for move, child in moves.items():
            target = self._named(child)
            if target is None:  # a nested node
                target = below(node.name, str(move))
                found.append((target, child))
                if isinstance(child, Mapping):
                    self._names_of[id(child)] = target
            add_move(node, move, target)
        return found[::-1]

    def _named(self, child: Any) -> str | None:
        """Name of a node that is defined elsewhere, or None."""
        if isinstance(child, Mapping):
            return self._names_of.get(id(child))
        is_name = isinstance(child, str) and (child in self._names or not is_utility(child))
        return child if is_name and self._names else None
