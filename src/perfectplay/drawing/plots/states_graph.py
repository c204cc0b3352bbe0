"""States of a small game as a graph: the data of its drawing, and its text for Graphviz."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from perfectplay.core.errors import PlotError, StateLimitError
from perfectplay.core.value import State, Value
from perfectplay.drawing.board.marks import value_mark
from perfectplay.drawing.board.value_colours import COLOURS
from perfectplay.drawing.plots.grid import best_options
from perfectplay.drawing.plots.looks import INK, title_of
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name
from perfectplay.solver.solution_of import solution_of
from perfectplay.solver.whole_graph import whole_graph
from perfectplay.tablebase.solution import Solution

MOST_STATES = 300
"""Most states of a readable drawing."""

_COUNTED = 100_000
"""Most states that are counted before a game is refused."""

SHAPES = {Value.WIN: "ellipse", Value.DRAW: "octagon", Value.LOSS: "box"}


@dataclass(frozen=True)
class GraphNode:
    """A state: its text, its value for the player to move, its remoteness (None if endless), and
    the fewest plies in which it is reached."""

    state: State
    text: str
    value: Value
    remoteness: int | None
    ply: int

    @property
    def mark(self) -> str:
        """Value and remoteness: ``W3``, ``L0``, ``D∞``."""
        return value_mark(self.value, self.remoteness)


@dataclass(frozen=True)
class GraphEdge:
    """Moves from a node to another, given by index; ``best``: one of the moves is a best one."""

    source: int
    target: int
    moves: tuple[str, ...]
    best: bool


@dataclass(frozen=True)
class StatesGraph:
    """All states of a game with all moves, the start first."""

    solution: Solution
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]

    @property
    def layers(self) -> list[list[int]]:
        """Nodes of each ply."""
        layers: list[list[int]] = [[] for _ in range(1 + max(node.ply for node in self.nodes))]
        for number, node in enumerate(self.nodes):
            layers[node.ply].append(number)
        return layers

    def dot(self) -> str:
        """Text of the graph in the language of Graphviz.

        >>> from perfectplay import solve
        >>> from perfectplay.games.subtraction import Subtraction
        >>> print(graph_of(solve(Subtraction(1))).dot())
        digraph game {
          label="subtraction stones=1 takes=1,2,3 misere=no"; labelloc=t; fontname="sans-serif";
          node [style=filled, fontname="monospace", fontsize=10, color="#222222"];
          edge [fontname="sans-serif", fontsize=9, color="#999999"];
          s0 [label="1\\nW1", shape=ellipse, fillcolor="#56B4E9", penwidth=3];
          s1 [label="0\\nL0", shape=box, fillcolor="#D55E00"];
          {rank=same; s0;}
          {rank=same; s1;}
          s0 -> s1 [label="1", color="#222222", penwidth=2];
        }
        """
        lines = [
            f'label={_quoted(title_of(self.solution.game))}; labelloc=t; fontname="sans-serif";',
            f'node [style=filled, fontname="monospace", fontsize=10, color="{INK}"];',
            'edge [fontname="sans-serif", fontsize=9, color="#999999"];',
        ]
        for number, node in enumerate(self.nodes):
            bold = ", penwidth=3" if number == 0 else ""
            label = _quoted(f"{node.text}\n{node.mark}")
            lines.append(
                f"s{number} [label={label}, shape={SHAPES[node.value]}, "
                f'fillcolor="{COLOURS[node.value]}"{bold}];'
            )
        for layer in self.layers:
            lines.append(f"{{rank=same; {' '.join(f's{number};' for number in layer)}}}")
        for edge in self.edges:
            bold = f', color="{INK}", penwidth=2' if edge.best else ""
            label = _quoted(", ".join(edge.moves))
            lines.append(f"s{edge.source} -> s{edge.target} [label={label}{bold}];")
        return "\n".join(["digraph game {", *(f"  {line}" for line in lines), "}"])


def _quoted(text: str) -> str:
    """Text in quotes for Graphviz; lines are centred."""
    for plain, escaped in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return f'"{text}"'


def refuse_large(game: Game) -> None:
    """Raise PlotError for a game with too many states to draw, before it is solved."""
    try:
        states = len(whole_graph(game, max_states=_COUNTED))
    except StateLimitError:
        raise _too_large(game, f"more than {_COUNTED:,}") from None
    if states > MOST_STATES:
        raise _too_large(game, f"{states:,}")


def _too_large(game: Game, states: str) -> PlotError:
    return PlotError(
        f"a graph of at most {MOST_STATES} states can be drawn, and {game_name(game)} has "
        f"{states}; make it smaller with its parameters, or ask for another --kind"
    )


def graph_of(solution: Solution | Game) -> StatesGraph:
    """Graph of a solution, or game, of at most `MOST_STATES` states. Raises PlotError for more.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> graph = graph_of(solve(ThreeRocks(1, 1)))
    >>> [(node.text, node.mark, node.ply) for node in graph.nodes]
    [('1,1', 'W1', 0), ('1,0', 'W1', 1), ('0,1', 'W1', 1), ('0,0', 'L0', 1)]
    >>> graph.edges[2]
    GraphEdge(source=0, target=3, moves=('1,1',), best=True)
    """
    if isinstance(solution, Game):
        refuse_large(solution)
    solution = solution_of(solution, "graph_of")
    if len(solution) > MOST_STATES:
        raise _too_large(solution.game, f"{len(solution):,}")
    whole, rules = whole_graph(solution.game), solution.rules
    states = whole.states()
    values, plies = solution.values(states).tolist(), solution.remotenesses(states).tolist()
    reached = [ply for ply, (a, b) in enumerate(pairwise(whole.graph.plies())) for _ in range(a, b)]
    nodes = [
        GraphNode(state, rules.text(state, None), Value(value), None if left < 0 else left, ply)
        for state, value, left, ply in zip(states, values, plies, reached, strict=True)
    ]
    edges: list[GraphEdge] = []
    for source, perfect in enumerate(best_options(solution, states)):
        first, last = whole.graph.starts[source : source + 2].tolist()
        parallel: dict[int, list[str]] = {}
        for target, move in zip(
            whole.graph.edges[first:last].tolist(), whole.moves(source), strict=True
        ):
            parallel.setdefault(target, []).append(rules.move_text(move))
        best = {whole.node(child) for _, child in perfect}
        edges += [GraphEdge(source, t, tuple(texts), t in best) for t, texts in parallel.items()]
    return StatesGraph(solution, tuple(nodes), tuple(edges))
