"""Layout of a graph by plies: an order within each layer in which few edges cross."""

from __future__ import annotations

from collections.abc import Sequence

SWEEPS = 12

ROW = 16
"""Most nodes in a row; a larger layer has several rows."""


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
