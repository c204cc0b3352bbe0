"""Moves that are a set: sorted, so that every run of Python has the same table."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations

import pytest

from perfectplay import Game, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.sorted_moves import in_order

GAME = """
from perfectplay import Game, Value, solve
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.whole_graph import whole_graph

class Coins(Game):
    def start(self):
        return 9
    def moves(self, state):
        return {f"take {n}" for n in range(1, 8) if n <= state}
    def play(self, state, move):
        return state - int(move.split()[1])
    def outcome(self, state):
        return Value.LOSS if state == 0 else None

graph = whole_graph(Coins())
after = [graph.state(node) for node in graph.graph.edges[:7].tolist()]
print(CheckedGame(Coins()).moves(9), solve(Coins()).best_moves(9), after)
"""


def test_the_order_is_the_same_in_every_run():
    said = {
        subprocess.run(
            [sys.executable, "-c", GAME], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in "12"
    }  # fmt: skip
    rest = [9 - n for n in range(1, 8)]
    assert said == {f"{[f'take {n}' for n in range(1, 8)]} ['take 1'] {rest}\n"}


@pytest.mark.parametrize(
    "answers",
    [
        (3, 1, 2), ("b", "a"), ((1, 2), (0, 9)), (None, 2, "x"), (1, (0, 1)),
        (frozenset("ba"), frozenset("c"), frozenset("ab")),
    ],
    ids=["numbers", "words", "pairs", "unlike", "a number and a pair", "sets"],
)  # fmt: skip
def test_no_insertion_shows(answers):
    orders = {tuple(in_order(set(each))) for each in permutations(answers)}
    assert len(orders) == 1
    assert set(orders.pop()) == set(answers)


def test_what_has_an_order_keeps_it():
    for answers in ([3, 1], (3, 1), {3: 0, 1: 0}, {3: 0, 1: 0}.keys(), range(3, 0, -2)):
        assert in_order(answers) is answers


class Many(Game):
    """Moves in another order than that of their numbers."""

    def start(self):
        return 0

    def moves(self, state):
        return {(n * 7919) % 10_007 for n in range(1_000)}

    def play(self, state, move):
        return 1

    def outcome(self, state):
        return Value.LOSS if state else None


@pytest.mark.parametrize("kept", [10, 10_000])
def test_more_moves_than_are_kept_are_sorted(monkeypatch, kept):
    monkeypatch.setattr("perfectplay.game.checks.rule_calls._KEPT", kept)
    moves = CheckedGame(Many(), max_moves=2_000).moves(0)
    assert moves == sorted(Many().moves(0))
    assert moves != list(Many().moves(0))


def test_pairs_of_moves_and_states_are_sorted():
    assert [move for move, _ in Many().options(0)] == sorted(Many().moves(0))
