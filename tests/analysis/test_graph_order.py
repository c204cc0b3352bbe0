"""Loops of lists of children, against the closure of who leads to whom."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise

import numpy as np
import pytest

from perfectplay.analysis.kernels.graph_order import nearest_loop, topological


def random_children(seed: int) -> list[list[int]]:
    """Node 0 leads to all others."""
    chance = random.Random(seed)
    count = chance.randint(1, 14)
    children: list[list[int]] = [[] for _ in range(count)]
    for node in range(1, count):
        children[chance.randrange(node)].append(node)
    for _ in range(chance.choice((0, 1, 2, count))):
        one, other = chance.randrange(count), chance.randrange(count)
        if chance.random() < 0.6:
            one, other = sorted((one, other))
        if chance.random() < 0.9 and one == other:
            continue
        children[one].append(other)
    return children


def arrays(children: list[list[int]]) -> tuple[list[int], list[int]]:
    """The starts and edges of lists of children."""
    edges = [child for below in children for child in below]
    return [0, *accumulate(map(len, children))], edges


def longest_path(children: list[list[int]]) -> int | None:
    """The most edges of a path from node 0, as the order of a graph tells it."""
    starts, edges = arrays(children)
    ordered = topological(np.array(starts), np.array(edges, np.int32))
    return None if ordered is None else int(ordered[2].max())


def distances(children: list[list[int]], start: int) -> dict[int, int]:
    """The fewest edges, at least one, from a node to each."""
    found: dict[int, int] = {}
    level, plies = {start}, 0
    while level:
        plies += 1
        level = {child for node in level for child in children[node] if child not in found}
        found.update(dict.fromkeys(level, plies))
    return found


@pytest.mark.parametrize("first", range(0, 2_000, 500))
def test_random_graphs(first):
    loops = 0
    for seed in range(first, first + 500):
        children = random_children(seed)
        back = [distances(children, node).get(node) for node in range(len(children))]
        on_loop = [node for node, plies in enumerate(back) if plies]
        loop = nearest_loop(*arrays(children))
        assert bool(loop) == bool(on_loop)
        assert (longest_path(children) is None) == bool(on_loop)
        if not loop:
            assert longest_path(children) == longest(children, 0)
            continue
        loops += 1
        assert loop[0] == loop[-1] == on_loop[0]
        assert len(loop) - 1 == back[loop[0]]
        assert all(child in children[node] for node, child in pairwise(loop))
    assert 100 < loops < 400


def longest(children: list[list[int]], node: int) -> int:
    return max((1 + longest(children, child) for child in children[node]), default=0)


def test_a_long_loop():
    """Deeper than Python's stack."""
    around = [[node + 1] for node in range(50_000)] + [[1]]
    assert nearest_loop(*arrays(around)) == [*range(1, 50_001), 1]
    assert longest_path(around) is None
    assert longest_path([*around[:-1], []]) == 50_000
