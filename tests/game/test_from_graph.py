"""Graphs of NetworkX as games."""

from __future__ import annotations

import subprocess
import sys

import networkx as nx
import pytest

from perfectplay import game_from_graph, solve
from perfectplay.core.errors import TreeError


def test_what_is_no_graph() -> None:
    for graph, expected in [
        (nx.Graph([(0, 1)]), "not directed"),
        ({"a": 1}, "expected a DiGraph of NetworkX, got a dict"),
        (nx.DiGraph(), "no nodes"),
        (nx.DiGraph([(0, 1)]), 'node "1" has no moves and no utility'),
        (nx.DiGraph([(0, 1), (1, 0)]), "moves lead to every node"),
    ]:
        with pytest.raises(TreeError, match=expected):
            game_from_graph(graph)
    twice = nx.MultiDiGraph()
    twice.add_edge("a", "b")
    twice.add_edge("a", "b")
    with pytest.raises(TreeError, match='node "a" has two moves named "b"'):
        game_from_graph(twice)
    same = nx.DiGraph()
    same.add_edge(1, "1")
    with pytest.raises(TreeError, match='same name as text, "1"'):
        game_from_graph(same)


def test_parallel_moves_of_a_multigraph() -> None:
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", move="left")
    graph.add_edge("a", "b", move="right")
    graph.add_node("b", utility="win")
    assert solve(game_from_graph(graph)).keeping_moves("a") == ["left", "right"]


def test_nothing_of_networkx_is_imported() -> None:
    code = "import sys, perfectplay; perfectplay.game_from_tree({'x': 1}); print('networkx' in sys.modules, 'numba' in sys.modules)"  # noqa: E501
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
