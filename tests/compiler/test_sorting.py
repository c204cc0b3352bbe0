"""Sorting in compiled rules against Python's own."""

from __future__ import annotations

import numpy as np
import pytest
from numba import njit

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.runtime.items import sort_list, sorted_
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt


@njit
def sorted_numbers(numbers, reverse):
    items = [x for x in numbers]  # noqa: C416 it is compiled
    found = sorted_(items, reverse)
    sort_list(items, reverse)
    return found, items


@njit
def sorted_pairs(numbers, reverse):
    items = [(x % 3, x) for x in numbers]
    found = sorted_(items, reverse)
    sort_list(items, reverse)
    return found, items


@pytest.mark.parametrize("reverse", [False, True])
def test_lists_are_sorted_as_python_sorts_them(reverse):
    rng = np.random.default_rng(4)
    for length in (0, 1, 2, 3, 5, 8, 13, 40, 200):
        for spread in (1, 3, 1_000):
            numbers = rng.integers(-spread, spread, length)
            wanted = sorted(map(int, numbers), reverse=reverse)
            assert sorted_numbers(numbers, reverse) == (wanted, wanted)
            pairs = sorted([(x % 3, x) for x in wanted], reverse=reverse)
            assert sorted_pairs(numbers, reverse) == (pairs, pairs)


class Sorts(Game):
    """Four heaps, in order, whatever is done with them."""

    def start(self):
        return (3, 1, 2, 2)

    def moves(self, state):
        order = [(heap, i) for i, heap in enumerate(state)]
        order.sort(reverse=True)
        for heap, i in order:
            if heap:
                yield i

    def play(self, state, move):
        heaps = list(state)
        heaps[move] -= 1
        heaps.sort()
        if sum(heaps) % 2:
            heaps.sort(reverse=True)
        return (heaps[0], heaps[1], heaps[2], heaps[3])

    def outcome(self, state):
        return None if any(state) else Value.LOSS


def test_lists_of_rules_are_sorted_in_place():
    game = Sorts()
    rules, seen = CheckedGame(game), {game.start(): None}
    for state in (rest := list(seen)):
        for _, child in rules.position(state).options:
            if child not in seen:
                seen[child] = None
                rest.append(child)
    compiled = compile_rules(game)
    assert compare(compiled, rules, learnt(list(seen), compiled.shape), list(seen)) is None
