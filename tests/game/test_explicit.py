"""Explicit trees and graphs as games: dictionaries, JSON, NetworkX; and all that is no game."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from explicit_trees import TEXTBOOK
from perfectplay import (
    Solution,
    Value,
    check_game,
    game_from_graph,
    game_from_tree,
    solve,
    verify,
)
from perfectplay.core.errors import ParseError, PerfectPlayWarning, TreeError

METHODS = ("reference", "auto")


@pytest.mark.parametrize("method", METHODS)
def test_the_textbook_tree_has_the_value_3(method: str) -> None:
    solution = solve(game_from_tree(TEXTBOOK), method=method)
    assert solution.score("/") == 3
    assert solution.keeping_moves("/") == ["a1"]
    assert [solution.score(f"/a{i}") for i in (1, 2, 3)] == [-3, -2, -2]  # for who moves there
    assert solution.line().states == ("/", "/a1", "/a1/b1")
    assert len(solution) == 13


@pytest.mark.parametrize("leaves", [TEXTBOOK, {"a1": {"b1": 3, "b2": 12, "b3": 8}}])
def test_the_short_form_and_the_players_may_be_left_out(leaves: Any) -> None:
    assert solve(game_from_tree(leaves)).score("/") == 3


def minimax(node: Any, seat: int) -> Fraction:
    """As the definition says it, in fractions, for who moves first."""
    if not isinstance(node, dict):
        return Fraction(str(node))
    seat = node.get("player", seat)
    values = [minimax(child, 1 - seat) for child in node["moves"].values()]
    return min(values) if seat else max(values)


def random_tree(chance: random.Random, depth: int) -> Any:
    if depth == 0 or chance.random() < 0.2:
        return chance.choice([chance.randrange(-9, 10), chance.randrange(-9, 10) / 4, 0.1, 0.3])
    moves = {f"m{i}": random_tree(chance, depth - 1) for i in range(chance.randrange(1, 4))}
    player = {"player": chance.randrange(2)} if chance.random() < 0.7 else {}
    return {**player, "moves": moves}


@pytest.mark.parametrize("seed", range(60))
def test_random_trees_are_as_minimax_says(seed: int) -> None:
    chance = random.Random(seed)
    tree = random_tree(chance, 4)
    if not isinstance(tree, dict):
        tree = {"moves": {"only": tree}}
    tree["player"] = 0
    game = game_from_tree(tree)
    expected = minimax(tree, 0)
    for method in METHODS:
        solution = solve(game, method=method)
        assert solution.score("/") * game.unit == expected
    assert Fraction(game.score_text(solution.score("/")).replace(",", "")) == expected


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_are_stored_and_proved(seed: int, tmp_path: Path) -> None:
    """Shared nodes, two moves running; from NetworkX and from names, the same game."""
    chance = random.Random(seed)
    graph = nx.DiGraph()
    for node in range(12):
        later = list(range(node + 1, 12))
        chosen = chance.sample(later, min(len(later), chance.randrange(1, 4))) if later else []
        graph.add_node(node, player=0 if node == 0 else chance.randrange(2))
        for child in chosen:
            graph.add_edge(node, child, move=f"to {child}")
        if not chosen:
            graph.nodes[node]["utility"] = chance.randrange(-50, 50) / 10
    named = {
        str(node): {"player": held["player"],
                    **({"utility": held["utility"]} if "utility" in held else {}),
                    "moves": {e["move"]: str(c) for _, c, e in graph.edges(node, data=True)}}
        for node, held in graph.nodes(data=True)
    }  # fmt: skip
    with pytest.warns(PerfectPlayWarning) if _unreached(graph) else _nothing():
        game = game_from_graph(graph, 0)
    with pytest.warns(PerfectPlayWarning) if _unreached(graph) else _nothing():
        assert game_from_tree({"start": "0", "nodes": named}).nodes == game.nodes
    solution = solve(game)
    worth: dict[int, Fraction] = {}
    for node in reversed(range(12)):
        held = graph.nodes[node]
        children = [worth[child] for child in graph[node]]
        pick = min if held["player"] else max
        worth[node] = pick(children) if children else Fraction(str(held["utility"]))
    assert solution.score("0") * game.unit == worth[0]
    for state in solution.states():
        sign = -1 if game.player(state) else 1
        assert sign * solution.score(state) * game.unit == worth[int(state)]
    solution.save(tmp_path / "f")
    assert verify(tmp_path / "f", game).ok
    assert Solution.open(tmp_path / "f", game).score("0") == solution.score("0")
    assert check_game(game).ok


def _unreached(graph: Any) -> bool:
    return len(nx.descendants(graph, 0)) < 11


class _nothing:
    def __enter__(self) -> None: ...
    def __exit__(self, *_: object) -> None: ...


# --- wins, draws and losses -----------------------------------------------------------------------


def test_words_for_leaves_and_loops_that_are_draws() -> None:
    graph = {
        "start": "a",
        "nodes": {
            "a": {"player": 0, "moves": {"round": "b", "give up": "loss"}},
            "b": {"player": 1, "moves": {"round": "a", "give up": "win"}},
        },
    }
    solution = solve(game_from_tree(graph))
    assert not solution.rules.scoring
    assert (solution.value("a"), solution.remoteness("a")) == (Value.DRAW, None)
    assert solution.keeping_moves("a") == ["round"]
    assert solution.value("b/give up") is Value.WIN  # of who moves first, who is to move there


def test_values_may_stand_for_words() -> None:
    tree = {"l": {"x": Value.WIN, "y": Value.DRAW}, "r": Value.LOSS}
    assert solve(game_from_tree(tree)).value("/") is Value.DRAW


def test_a_dictionary_that_is_met_twice_is_one_node() -> None:
    shared: dict[str, Any] = {"player": 1, "moves": {"x": 1, "y": 2}}
    game = game_from_tree({"moves": {"l": shared, "r": shared}})
    assert len(game.nodes) == 4
    loop: dict[str, Any] = {"player": 0, "moves": {"out": "win"}}
    loop["moves"]["on"] = loop
    assert solve(game_from_tree(loop)).value("/") is Value.WIN


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [
        (3, 1, "3"), (2.5, Fraction(1, 2), "2.5"), (0.1, Fraction(1, 10), "0.1"),
        (Fraction(7, 3), Fraction(1, 3), "7/3"), (Decimal("-0.25"), Fraction(1, 4), "-0.25"),
        ("-7/3", Fraction(1, 3), "-7/3"),
        (np.int64(4), 1, "4"), (np.float64(0.3), Fraction(1, 10), "0.3"), (-0.0, 1, "0"),
        (2**31 - 1, 1, "2,147,483,647"), (1e3, 1, "1,000"),
        (np.float32(0.1), Fraction(1, 10), "0.1"),
    ],
)  # fmt: skip
def test_numbers_are_exact(number: Any, unit: Any, text: str) -> None:
    game = game_from_tree({"only": number})
    assert game.unit == unit
    assert game.score_text(game.outcome("/only")) == text


# --- what is no game ------------------------------------------------------------------------------

CYCLE = {"start": "a", "nodes": {"a": {"moves": {"x": "b", "out": 1}}, "b": {"moves": {"y": "a"}}}}

WRONG: list[tuple[Any, str]] = [
    ({"nodes": {"a": {"moves": {"x": "b"}}}}, '"x" of the node "a" leads to "b", which is not a'),
    ({"x": {}}, 'the node "/x" has no moves and no utility'),
    ({"moves": {}}, 'the node "/" has no moves'),
    ({}, 'the node "/" has no moves'),
    ({"x": None}, 'the utility of the leaf "/x" is None'),
    ({"x": {"utility": None}}, 'the utility of the leaf "/x" is None'),
    ({"x": {"utility": 1, "moves": {"y": 2}}}, '"/x" has moves and a utility'),
    ({"x": "won"}, "the utility of the leaf \"/x\" is 'won'; it must be a number (a third "),
    ({"x": "1/0"}, "leaf \"/x\" is '1/0'"), ({"x": "3"}, "leaf \"/x\" is '3'"),
    ({"x": Decimal("1e400")}, 'leaf "/x" is 1E+400, which 32 bits'),
    ({"x": True}, 'leaf "/x" is True'),
    ({"x": [1]}, 'leaf "/x" is [1]'),
    ({"x": float("nan")}, 'leaf "/x" is nan'),
    ({"x": float("inf")}, 'leaf "/x" is inf'),
    ({"x": Decimal("NaN")}, 'leaf "/x" is Decimal'),
    ({"x": 1j}, 'leaf "/x" is 1j'),
    ({"x": Value.UNKNOWN}, 'leaf "/x" is '),
    ({"x": 2**31}, "32 bits do not hold exactly"),
    ({"x": 1 / 3}, "round it"),
    ({"x": 2000000000, "y": 0.1}, "counted in units of 1/10"),
    ({"x": 1, "y": "win"}, 'leaf "/x" has a number for utility and the leaf "/y" a word'),
    ({"player": "you", "moves": {"x": 1}}, "the player of the node \"/\" is 'you'; say \"max\""),
    ({"player": True, "moves": {"x": 1}}, "is True"),
    ({"player": [0], "moves": {"x": 1}}, "is [0]"),
    ({"player": "min", "moves": {"x": 1}}, '"/", belongs to the second player'),
    ({"moves": {"x": 1}, "more": 2}, "\"/\" has 'more'"),
    ({"moves": [1]}, 'moves of the node "/" must be a dictionary'),
    ({1: 3, "1": 4}, 'the node "/" has two moves named "1"'),
    ({"nodes": {1: 3, "1": 4}}, "the same name as text"),
    ({"nodes": {}}, "not empty"),
    ({"nodes": [1]}, '"nodes" must be a dictionary'),
    ({"start": "z", "nodes": {"a": 1}}, 'the start, "z", is not a node'),
    ({"nodes": {"a": 1, "b": 2}}, 'moves lead to all but 2 nodes ("a", ...); say which'),
    ({**CYCLE, "nodes": {**CYCLE["nodes"], "a": {"moves": {"x": "b"}}}, "start": None},  # type: ignore
     "moves lead to every node; say which is the start"),
    (CYCLE, 'the moves "x", "y" lead from the node "a" back to it'),
    ({"nodes": {"a": {"moves": {"l": "b", "r": "c"}}, "b": {"moves": {"x": "c"}},
                "c": {"moves": {"y": 1}}}},
     'the node "c" comes after "a" and after "b", so either player'),
    ([1], "a tree is a dictionary"),
    (3, "a tree is a dictionary"),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "expected"), WRONG)
def test_what_is_no_tree(tree: Any, expected: str) -> None:
    with pytest.raises(TreeError) as error:
        game_from_tree(tree)
    assert expected in str(error.value)
    assert "\n" not in str(error.value)


def test_nodes_that_no_play_reaches_are_told() -> None:
    graph = {"start": "a", "nodes": {"a": {"moves": {"x": 1}}, "b": 2, "c": {"moves": {"x": "b"}}}}
    with pytest.warns(PerfectPlayWarning, match='no play from "a" reaches the nodes "b", "c"'):
        assert solve(game_from_tree(graph)).score("a") == 1


def test_depth_and_size() -> None:
    tree: Any = 5
    for _ in range(50_000):
        tree = {"on": tree}
    game = game_from_tree(tree)
    assert len(game.nodes) == 50_001


def test_a_state_that_is_no_node() -> None:
    game = game_from_tree(TEXTBOOK)
    assert game.parse("/a1") == "/a1"
    with pytest.raises(ParseError, match="no node"):
        game.parse("/a9")
