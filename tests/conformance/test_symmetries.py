"""Symmetries that are found by trying, against the plain definition over all permutations."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from perfectplay import Game, Value, put, solve
from perfectplay.conformance.symmetry import find_symmetries, search_symmetries
from perfectplay.conformance.symmetry.permutation import (
    FieldPermutation,
    PermutationGroup,
    after,
    inverse,
)
from perfectplay.game.checks.checked_game import CheckedGame
from symmetric_games import Cells, Named, Ring
from table_rows import table_rows

# --- groups ---------------------------------------------------------------------------------------


def closure(generators, size):
    """The group, by multiplying until nothing new comes."""
    found = {tuple(range(size))}
    rest = list(found)
    while rest:
        element = rest.pop()
        for one in generators:
            product = tuple(element[place] for place in one)
            if product not in found:
                found.add(product)
                rest.append(product)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_a_group_is_what_its_generators_make(seed):
    choice = random.Random(seed)
    size = choice.randint(1, 6)
    some = [tuple(choice.sample(range(size), size)) for _ in range(choice.randint(0, 3))]
    group = PermutationGroup(size)
    wanted = set()
    for i, one in enumerate(some):
        new = one not in closure(some[:i], size)
        assert group.add(one) is new
    wanted = closure(some, size)
    assert group.order == len(wanted)
    assert set(group.elements(720)) == wanted
    assert group.elements(720)[0] == tuple(range(size))
    assert group.elements(len(wanted) - 1) is None
    for one in itertools.permutations(range(size)):
        assert (one in group) is (one in wanted)


def test_images_cycles_and_products():
    one = FieldPermutation((1, 2, 0, 4, 3))
    assert one((10, 11, 12, 13, 14)) == (11, 12, 10, 14, 13)
    assert one.cycles() == ((0, 2, 1), (3, 4))  # what stands in 0 goes to 2
    assert FieldPermutation(inverse(one.places))(one((5, 6, 7, 8, 9))) == (5, 6, 7, 8, 9)
    other = FieldPermutation((0, 1, 3, 2, 4))
    product = FieldPermutation(after(one.places, other.places))
    assert product((5, 6, 7, 8, 9)) == other(one((5, 6, 7, 8, 9)))


# --- games ----------------------------------------------------------------------------------------


SCRAMBLED = (4, 7, 1, 8, 0, 3, 6, 2, 5)


@pytest.mark.parametrize(
    ("game", "order"),
    [(Cells(), 8), (Cells(SCRAMBLED), 8), (Ring(), 16), (Named(), 2)],
    ids=["board", "board in another order", "ring", "named"],
)
def test_the_group_that_is_known(game, order):
    found = search_symmetries(game)
    assert (found.order, found.complete, found.late) == (order, True, False)
    assert found.checked == len(solve(game, symmetries=False))
    assert len(closure([one.places for one in found.generators], len(game.start()))) == order
    assert [one.places for one in find_symmetries(game)] == [x.places for x in found.generators]


def test_no_generator_is_made_by_the_others():
    generators = [one.places for one in find_symmetries(Cells())]
    for one in generators:
        assert len(closure([x for x in generators if x != one], 10)) < 8


def test_the_saving_is_that_of_the_classes():
    found = search_symmetries(Ring())
    elements = found.elements(16)
    states = solve(Ring(), symmetries=False)
    keys = [states.keys.state(key) for key, _, _ in table_rows(states.table)]
    classes = {min(tuple(s[p] for p in one) for one in elements) for s in keys}
    assert found.saving == pytest.approx(len(keys) / len(classes), rel=0.02)


# --- against the definition -----------------------------------------------------------------------


def shuffled(seed: int) -> list[tuple[int, ...]]:
    """A hidden group of permutations of four fields."""
    choice = random.Random(seed)
    some = [tuple(choice.sample(range(4), 4)) for _ in range(choice.randint(0, 2))]
    return sorted(closure(some, 4))


class Hidden(Game):
    """Raise a field; which may be raised, and how it ends, by chance but for a hidden group.

    ``spoilt``: one state in so many has an outcome of its own, whatever the group says.
    """

    stuck = Value.LOSS

    def __init__(self, seed: int, spoilt: int = 0) -> None:
        self.seed, self.spoilt = seed, spoilt
        self.group = shuffled(seed)

    def start(self):
        return (0, 0, 0, 0)

    def chance(self, *what: Any) -> float:
        return random.Random(repr((self.seed, *what))).random()

    def moves(self, state):
        for i in range(4):
            images = [(tuple(state[p] for p in one), one.index(i)) for one in self.group]
            if state[i] < 2 and self.chance(min(images)) < 0.8:
                yield i

    def play(self, state, move):
        return put(state, move, state[move] + 1)

    def outcome(self, state):
        if self.spoilt and self.chance("spoilt", state) < 1 / self.spoilt:
            return Value.WIN
        least = min(tuple(state[p] for p in one) for one in self.group)
        return Value.LOSS if self.chance("over", least) < 0.1 and sum(state) > 2 else None


def by_definition(game: Game, states: list[Any]) -> set[tuple[int, ...]]:
    """All permutations that hold on all states: everything asked of everything."""
    rules = CheckedGame(game)

    def said(state: Any, places: tuple[int, ...]) -> Any:
        options = rules.position(state).options
        children = Counter(tuple(child[p] for p in places) for _, child in options)
        return rules.outcome(state), children

    fields = range(len(states[0]))
    plain = tuple(fields)
    return {
        one
        for one in itertools.permutations(fields)
        if tuple(states[0][p] for p in one) in set(states)
        and all(said(tuple(s[p] for p in one), plain) == said(s, one) for s in states)
    }


@pytest.mark.thinned(3)
@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("spoilt", [0, 30])
def test_what_is_found_is_what_holds(seed, spoilt):
    game = Hidden(seed, spoilt)
    found = search_symmetries(game)
    states = list(dict.fromkeys([game.start()]))
    for state in states:
        states += {c for _, c in CheckedGame(game).position(state).options} - set(states)
    assert (found.checked, found.complete) == (len(states), True)
    wanted = by_definition(game, states)
    given = set(found.elements(24))
    moving = {one for one in wanted if any(tuple(s[p] for p in one) != s for s in states)}
    assert moving <= given <= wanted
    if not spoilt:
        assert set(game.group) & moving == set(game.group) - {
            one for one in game.group if all(tuple(s[p] for p in one) == s for s in states)
        }


def test_hidden_games_are_of_many_kinds():
    orders = Counter(search_symmetries(Hidden(seed)).order for seed in range(25))
    assert len(orders) >= 4
    assert sum(search_symmetries(Hidden(seed, 30)).order > 1 for seed in range(25)) < 25
