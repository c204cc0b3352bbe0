"""Drawing of a small game as a graph: plies from top to bottom, coloured by value."""

from __future__ import annotations

import math
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

from perfectplay.core.errors import PlotError
from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import COLOURS
from perfectplay.drawing.plots import looks
from perfectplay.drawing.plots.states_graph import GraphNode, StatesGraph

LABELLED = 40
"""Most edges whose moves are written beside the arrows."""

SWEEPS = 12

ROW = 16
"""Most nodes in a row; a larger layer has several rows."""

_TYPE = 8.0
_MARGIN = 0.45  # inches for the numbers of the plies
_PATIENCE = 120
"""Timeout of Graphviz, in seconds."""


def has_dot() -> bool:
    """True if Graphviz's ``dot`` is installed."""
    return shutil.which("dot") is not None


def drawn_by_dot(graph: StatesGraph, format_: str) -> bytes:
    """Picture drawn by Graphviz, as bytes. Raises PlotError if it fails."""
    command = [shutil.which("dot") or "dot", f"-T{format_}"]
    try:
        done = subprocess.run(
            command, input=graph.dot().encode(), capture_output=True, timeout=_PATIENCE, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        message = getattr(error, "stderr", None) or str(error).encode()
        raise PlotError(
            "Graphviz's dot could not draw the graph "
            f"({message.decode(errors='replace').strip()}); -o FILE.dot gives its text"
        ) from error
    return done.stdout


def graph_picture(graph: StatesGraph) -> Any:
    """Matplotlib figure of a graph, laid out by plies. Raises MissingExtraError.

    >>> from perfectplay import solve
    >>> from perfectplay.drawing.plots.states_graph import graph_of
    >>> from perfectplay.games.subtraction import Subtraction
    >>> axes = graph_picture(graph_of(solve(Subtraction(2)))).axes[0]
    >>> [text.get_text() for text in axes.texts if text.get_text()]
    ['ply 0', 'ply 1', '1', '2', '1', '2\\nW1', '1\\nW1', '0\\nL0']
    """
    with looks.our_looks():
        size = _node_size(graph)
        places, bands, inches = _places(graph, size)
        width, height = inches[0] + 0.4, inches[1] + 1.6
        figure = looks.matplotlib("figure").Figure(figsize=(width, height))
        axes = figure.add_axes((0.2 / width, 0.7 / height, inches[0] / width, inches[1] / height))
        axes.set_xlim(0, inches[0])
        axes.set_ylim(-inches[1], 0)
        axes.set_axis_off()
        _plies(axes, bands, inches[0])
        shapes = [_shape(node, places[i], size, i == 0) for i, node in enumerate(graph.nodes)]
        _arrows(axes, graph, places, shapes, size)
        for node, shape, place in zip(graph.nodes, shapes, places, strict=True):
            axes.add_patch(shape)
            axes.text(*place, f"{node.text}\n{node.mark}", ha="center", va="center", zorder=4,
                      fontsize=_TYPE, family="monospace", linespacing=1.1)  # fmt: skip
        _words(figure, graph, inches[0])
        return figure


def _node_size(graph: StatesGraph) -> tuple[float, float]:
    """Width and height of all nodes, in inches: room for the largest text."""
    lines = [node.text.split("\n") for node in graph.nodes]
    letters = max(len(line) for text in lines for line in text)
    return (max(0.5, 0.075 * letters + 0.24), 0.14 * (1 + max(map(len, lines))) + 0.2)


Points = list[tuple[float, float]]


def _places(
    graph: StatesGraph, size: tuple[float, float]
) -> tuple[Points, list[tuple[float, float]], tuple[float, float]]:
    """Centre of each node, upper and lower end of each ply, and size of the whole, in inches;
    y is 0 at the top and falls downwards."""
    layers = ordered(graph.layers, [(edge.source, edge.target) for edge in graph.edges])
    broken = [rows_of([layer]) for layer in layers]
    step = (size[0] + 0.35, size[1] + 0.55)
    width = max(max(len(row) for rows in broken for row in rows) * step[0], 3.2)
    found, bands, top = [(0.0, 0.0)] * len(graph.nodes), [], 0.0
    for rows in broken:
        bands.append((top, top - len(rows) * step[1]))
        for row in rows:
            # a row is as wide as the widest while its nodes are not too far apart
            gap = min(width / len(row), 2.5 * step[0])
            for i, node in enumerate(row):
                across = _MARGIN + width / 2 + (i - (len(row) - 1) / 2) * gap
                found[node] = (across, top - 0.5 * step[1])
            top -= step[1]
    return found, bands, (_MARGIN + width, -top)


def _plies(axes: Any, bands: list[tuple[float, float]], wide: float) -> None:
    """Draw the plies as bands with their numbers."""
    for ply, (top, bottom) in enumerate(bands):
        color = looks.PAPER if ply % 2 == 0 else "white"
        axes.fill_between([0, wide], bottom, top, color=color, linewidth=0, zorder=0)
        axes.text(0.06, top - 0.08, f"ply {ply}", fontsize=7, color="#666666", va="top")


def _shape(
    node: GraphNode, place: tuple[float, float], size: tuple[float, float], start: bool
) -> Any:
    """Shape of a node: won is round, lost rectangular, drawn has cut corners."""
    patches = looks.matplotlib("patches")
    style = {
        "facecolor": COLOURS[node.value], "edgecolor": "black" if start else looks.INK,
        "linewidth": 2.6 if start else 0.6, "zorder": 3,
    }  # fmt: skip
    (x, y), (width, height) = place, size
    if node.value is Value.WIN:
        return patches.Ellipse(place, width * 1.15, height * 1.12, **style)
    if node.value is Value.LOSS:
        return patches.Rectangle((x - width / 2, y - height / 2), width, height, **style)
    cut = 0.3 * min(size)
    corners = [
        (x + sx * (width / 2 - dx), y + sy * (height / 2 - dy))
        for sx, sy, ends in ((1, 1, ((0, cut), (cut, 0))), (-1, 1, ((cut, 0), (0, cut))),
                             (-1, -1, ((0, cut), (cut, 0))), (1, -1, ((cut, 0), (0, cut))))
        for dx, dy in ends
    ]  # fmt: skip
    return patches.Polygon(corners, closed=True, **style)


def _arrows(
    axes: Any, graph: StatesGraph, places: Points, shapes: list[Any], size: tuple[float, float]
) -> None:
    """Draw an arrow for each edge, dark if one of its moves is perfect."""
    arrow = looks.matplotlib("patches").FancyArrowPatch
    both_ways = {(edge.target, edge.source) for edge in graph.edges}
    taken: list[tuple[float, float, float]] = []
    for edge in graph.edges:
        style = {
            "arrowstyle": "-|>", "mutation_scale": 9, "shrinkA": 0, "shrinkB": 0,
            "color": looks.INK if edge.best else "#AAAAAA",
            "linewidth": 1.5 if edge.best else 0.7, "zorder": 2 if edge.best else 1,
        }  # fmt: skip
        start, end = places[edge.source], places[edge.target]
        if edge.source == edge.target:
            side, up = start[0] + size[0] * 0.5, size[1] * 0.25
            curve, middle = "arc3,rad=-1.6", (side + 0.35, start[1])
            line = (middle, middle, middle)
            patch = arrow(
                (side, start[1] + up), (side, start[1] - up), connectionstyle=curve, **style
            )
        else:
            next_ply = graph.nodes[edge.target].ply == graph.nodes[edge.source].ply + 1
            straight = next_ply and (edge.source, edge.target) not in both_ways
            curve, middle = _curve(start, end, size, straight)
            line = (middle, start, end) if straight else (middle, middle, middle)
            patch = arrow(start, end, connectionstyle=curve, patchA=shapes[edge.source],
                          patchB=shapes[edge.target], **style)  # fmt: skip
        axes.add_patch(patch)
        if len(graph.edges) <= LABELLED:
            white = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
            text = ", ".join(edge.moves)
            axes.text(*_free(line, looks.ems(text) * 7 / 72 + 0.06, taken), text, fontsize=7,
                      ha="center", va="center", zorder=5, bbox=white)  # fmt: skip


def _free(
    line: tuple[tuple[float, float], tuple[float, float], tuple[float, float]],
    wide: float,
    taken: list[tuple[float, float, float]],
) -> tuple[float, float]:
    """Place for a text of ``wide`` inches, away from those in ``taken``, to which it is added.

    It is the first point of ``line``, else one between its second and third point."""
    first, start, end = line
    across, up = end[0] - start[0], end[1] - start[1]
    ways = [(start[0] + k * across, start[1] + k * up) for k in (0.5, 0.42, 0.58, 0.35, 0.65, 0.72)]
    for x, y in (first, *ways):
        if all(abs(x - a) > (wide + b) / 2 or abs(y - c) > 0.13 for a, c, b in taken):
            break
    else:
        x, y = first
    taken.append((x, y, wide))
    return x, y


def _curve(
    start: tuple[float, float], end: tuple[float, float], size: tuple[float, float], straight: bool
) -> tuple[str, tuple[float, float]]:
    """Connection style of an arrow, and the place of its text: beside the middle of a curved one,
    near the beginning of a straight one, before others cross it."""
    across, up = end[0] - start[0], end[1] - start[1]
    far = math.hypot(across, up)
    if straight:
        along = min(0.5, (0.5 * size[1] + 0.2) / abs(up)) if up else 0.5
        return "arc3,rad=0", (start[0] + along * across, start[1] + along * up)
    deep = min(0.16 * far, 0.5 * size[1] + 0.18)  # past a neighbour, not into the next row
    middle = (start[0] + across / 2 + deep * up / far, start[1] + up / 2 - deep * across / far)
    return f"arc3,rad={2 * deep / far:.4f}", middle


def _words(figure: Any, graph: StatesGraph, wide: float) -> None:
    """Write the title, and the legend of colours and shapes."""
    width, height = figure.get_size_inches()
    meaning = looks.value_of(graph.solution)
    subtitle = f"{meaning}, and plies to the end; dark arrows are best moves"
    looks.headline(figure, graph.solution, subtitle, 0.2, height - 0.81, max(wide, 3.6))
    values = {node.value for node in graph.nodes}
    handles = looks.value_patches(graph.solution, values, edgecolor=looks.INK, linewidth=0.6)
    start = looks.matplotlib("patches").Patch(
        facecolor="none", edgecolor="black", linewidth=2.2, label="start"
    )
    figure.legend(
        **looks.LEGEND, handles=[*handles, start], handlelength=1.1, handleheight=1.1,
        bbox_to_anchor=(0.2 / width, 0.5 / height),
    )  # fmt: skip


def ordered(layers: Sequence[Sequence[int]], edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Nodes of each layer in order, each near the mean place of its neighbours.

    >>> ordered([[0], [1, 2], [3, 4]], [(0, 1), (0, 2), (1, 4), (2, 3)])
    [[0], [1, 2], [4, 3]]
    """
    joined: dict[int, list[int]] = {node: [] for layer in layers for node in layer}
    ply = {node: i for i, layer in enumerate(layers) for node in layer}
    for source, target in edges:
        if ply[source] != ply[target]:
            joined[source].append(target)
            joined[target].append(source)
    found = [list(layer) for layer in layers]
    place = {node: _share(i, layer) for layer in found for i, node in enumerate(layer)}
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for number in range(len(found)) if down else reversed(range(len(found))):
            layer = found[number]
            middle = {
                node: _middle(node, [n for n in joined[node] if (ply[n] < number) == down], place)
                for node in layer
            }
            layer.sort(key=middle.__getitem__)
            place.update({node: _share(i, layer) for i, node in enumerate(layer)})
    return found


def _share(place: int, layer: Sequence[int]) -> float:
    """Place of a node in its layer, from 0 to 1."""
    return (place + 0.5) / len(layer)


def _middle(node: int, others: Sequence[int], place: dict[int, float]) -> float:
    return sum(place[n] for n in others) / len(others) if others else place[node]


def rows_of(layers: Sequence[Sequence[int]]) -> list[list[int]]:
    """Rows of a picture: a wide layer becomes several rows, its nodes dealt out in turn.

    >>> [len(row) for row in rows_of([[0], range(1, 41)])]
    [1, 14, 13, 13]
    """
    rows = []
    for layer in layers:
        count = -(-len(layer) // ROW)
        rows += [list(layer[first::count]) for first in range(count)]
    return rows
