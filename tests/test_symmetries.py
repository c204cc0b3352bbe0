"""Symmetries that are found by trying, against the plain definition over all permutations."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pytest

from perfectplay import Game, Value, check_game, put, solve
from perfectplay.cli.main import run
from perfectplay.contract.compiled.load import compile_rules
from perfectplay.contract.rules import Rules
from perfectplay.contract.symmetric import find_symmetries, search, search_symmetries
from perfectplay.contract.symmetric.offer import held, method_text, picture, why_no_method
from perfectplay.contract.symmetric.permutation import FieldPermutation, Group, after, inverse
from perfectplay.contract.symmetric.shapes import Shape, candidates
from perfectplay.words.errors import RulesError

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
    group = Group(size)
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

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Cells(Game):
    """Tic-tac-toe on a tuple: nine cells, in any order, and the turn."""

    order: tuple[int, ...] = tuple(range(9))

    @cached_property
    def lines(self):
        return tuple(tuple(self.order[cell] for cell in line) for line in LINES)

    def start(self):
        return (0,) * 10

    def moves(self, state):
        return [i for i in range(9) if not state[i]]

    def play(self, state, move):
        return put(put(state, move, 1 + state[9]), 9, 1 - state[9])

    def outcome(self, state):
        for a, b, c in self.lines:
            if state[a] == state[b] == state[c] != 0:
                return Value.LOSS
        return None if 0 in state[:9] else Value.DRAW


class Ring(Game):
    """Mu torere: a ring of eight and a centre; a turn takes the start elsewhere."""

    stuck = Value.LOSS

    def start(self):
        return (1, 1, 1, 1, 2, 2, 2, 2, 0, 0)

    def moves(self, state):
        free = state[:9].index(0)
        for i in range(9):
            near = 8 in (i, free) or (i - free) % 8 in (1, 7)
            enemy = free != 8 or any(state[(i + d) % 8] == 2 - state[9] for d in (1, 7))
            if state[i] == 1 + state[9] and near and enemy:
                yield i

    def play(self, state, move):
        free = state[:9].index(0)
        return put(put(put(state, free, state[move]), move, 0), 9, 1 - state[9])

    def outcome(self, state):
        return None


class Both(NamedTuple):
    left: int
    right: int
    turn: int


class Named(Game):
    def start(self):
        return Both(3, 3, 0)

    def moves(self, state):
        return [(i, n) for i in (0, 1) for n in range(1, state[i] + 1)]

    def play(self, state, move):
        taken = put(state, move[0], state[move[0]] - move[1])
        return taken._replace(turn=1 - state.turn)

    def outcome(self, state):
        return Value.LOSS if state.left + state.right == 0 else None


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
    keys = [states.keys.state(key) for key, _, _ in states.table.rows()]
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
    rules = Rules(game)

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


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("spoilt", [0, 30])
def test_what_is_found_is_what_holds(seed, spoilt):
    game = Hidden(seed, spoilt)
    found = search_symmetries(game)
    states = list(dict.fromkeys([game.start()]))
    for state in states:
        states += {c for _, c in Rules(game).position(state).options} - set(states)
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


# --- almost a symmetry ----------------------------------------------------------------------------


class Piles(Game):
    """Two piles that are alike, but for what a test changes."""

    stuck = Value.LOSS
    size = 6
    odd: Any = None

    def start(self):
        return (self.size, self.size)

    def moves(self, state):
        return [(i, n) for i in (0, 1) for n in range(1, min(2, state[i]) + 1)]

    def play(self, state, move):
        return put(state, move[0], state[move[0]] - move[1])

    def outcome(self, state):
        return None


class OddOutcome(Piles):
    def outcome(self, state):
        return Value.WIN if state == (1, 4) else None


class OddMoves(Piles):
    def moves(self, state):
        return [m for m in super().moves(state) if (state, m) != ((1, 4), (1, 2))]


class OddCount(Piles):
    """The same children, but one of them twice."""

    def moves(self, state):
        return [*super().moves(state), *([(0, 1)] if state == (2, 5) else [])]

    def play(self, state, move):
        return super().play(state, move)


class OddTier(Piles):
    def tier(self, state):
        return 2 * (12 - sum(state)) + (state == (1, 4))


class OddSeat(Piles):
    def player(self, state):
        return int(state == (1, 4))

    def moves_again(self, state, move):
        return False


class OddAgain(Piles):
    def moves_again(self, state, move):
        return state == (1, 4)


class OddStart(Piles):
    def start(self):
        return (6, 5)


class OddImages(Piles):
    """Right on every state that a play reaches; the other half raises."""

    def moves(self, state):
        if state[0] < state[1]:
            raise ValueError("no such state")
        return [m for m in super().moves(state) if self.play(state, m)[0] >= self.play(state, m)[1]]


@pytest.mark.parametrize(
    "cls", [OddOutcome, OddMoves, OddCount, OddTier, OddSeat, OddAgain, OddStart, OddImages]
)
def test_almost_a_symmetry_is_refuted(cls):
    assert [one.places for one in find_symmetries(Piles())] == [(1, 0)]
    found = search_symmetries(cls())
    assert (found.generators, found.order, found.complete) == ((), 1, True)


class RareEnd(Cells):
    """The mirror image of one full board is no draw: one state of 5,478."""

    def outcome(self, state):
        return Value.LOSS if state == (1, 2, 1, 1, 2, 2, 2, 1, 1, 1) else super().outcome(state)


def test_a_rare_exception_is_found_after_the_first_states(monkeypatch):
    monkeypatch.setattr(search, "_PROBES", 20)
    found = search_symmetries(RareEnd())
    assert found.order < 8
    assert found.refuted
    for one in found.refuted:  # the state that is shown is one on which it fails
        game, here, there = RareEnd(), one.state, one.permutation(one.state)
        after, wanted = ([game.play(s, m) for m in game.moves(s)] for s in (here, there))
        ends = {(one.permutation(child), game.outcome(child)) for child in after}
        assert game.outcome(here) != game.outcome(there) or ends != {
            (child, game.outcome(child)) for child in wanted
        }


class Far(Piles):
    size = 400

    def outcome(self, state):
        return Value.WIN if state == (1, 4) else None


class Wide(Game):
    """Four in a row on 6 x 6: few sampled states have a line at all."""

    lines = tuple(
        tuple((y + dy * i) * 6 + x + dx * i for i in range(4))
        for y in range(6)
        for x in range(6)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
        if 0 <= x + 3 * dx < 6 and y + 3 * dy < 6
    )

    def start(self):
        return (0,) * 37

    def moves(self, state):
        return [i for i in range(36) if not state[i]]

    def play(self, state, move):
        return put(put(state, move, 1 + state[36]), 36, 1 - state[36])

    def outcome(self, state):
        for a, b, c, d in self.lines:
            if state[a] == state[b] == state[c] == state[d] != 0:
                return Value.LOSS
        return None if 0 in state[:36] else Value.DRAW


def test_a_wide_board_has_the_symmetries_of_a_square():
    """And none of the exchanges that most states, which have no line, would bear."""
    found = search_symmetries(Wide(), states=600)
    assert (found.order, found.complete) == (8, False)


def test_what_no_sampled_state_shows_is_offered_without_a_claim():
    found = search_symmetries(Far(), states=300)
    assert (found.order, found.checked, found.complete) == (2, 300, False)
    assert held(found) == "held on 300 sampled states, which is no proof"
    assert "held on 300 sampled states, which is no proof" in method_text(found)


class Looping(OddImages):
    def moves(self, state):
        while state[0] < state[1]:
            pass
        return super().moves(state)


def test_rules_that_do_not_answer_on_an_image(monkeypatch):
    monkeypatch.setattr(search, "PATIENCE", 0.2)
    assert search_symmetries(Looping()).order == 1


class Stuck(Piles):
    def moves(self, state):
        while state == (5, 5):
            pass
        return super().moves(state)


def test_rules_that_do_not_answer_on_a_state(monkeypatch):
    monkeypatch.setattr(search, "PATIENCE", 0.2)
    with pytest.raises(RulesError, match=r"no answer in 0\.2 seconds in state 5,5"):
        search_symmetries(Stuck())


def test_limits_that_an_image_leaves():
    class Limited(Piles):
        limits = ((0, 6), (0, 5))

        def start(self):
            return (6, 5)

        def moves(self, state):
            return [m for m in super().moves(state) if sum(state) < 11 or m[0] == 0]

    # without limits the images of all but the start would do
    assert search_symmetries(Limited()).order == 1


def test_the_time_is_kept():
    begun = time.monotonic()
    found = search_symmetries(Cells(), max_seconds=0.1)
    assert time.monotonic() - begun < 3
    assert found.late
    assert found.checked < 5_478


def test_the_same_seed_finds_the_same():
    class Large(Piles):
        size = 60

    some = [search_symmetries(Large(), states=200, seed=7) for _ in range(2)]
    assert [found.saving for found in some] == [some[0].saving] * 2
    assert search_symmetries(Large(), states=200, seed=8).saving != some[0].saving


# --- what is offered ------------------------------------------------------------------------------


@pytest.mark.parametrize("cls", [Cells, Ring, Named])
def test_the_method_works_as_it_is_pasted(cls, tmp_path, monkeypatch):
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "kept"))
    text = method_text(search_symmetries(cls()))
    file = tmp_path / "pasted.py"
    file.write_text(
        f"from {cls.__module__} import {cls.__name__}, Both\n\n\n"
        f"class Pasted({cls.__name__}):\n{text}\n"
    )
    namespace: dict[str, Any] = {"__name__": "pasted"}
    exec(compile(file.read_text(), str(file), "exec"), namespace)
    game = namespace["Pasted"]()
    assert check_game(game, samples=400, compiled=False).ok
    found = search_symmetries(game)
    assert found.declared
    plain, small = solve(cls()), solve(game)
    assert small.value(game.start()) is plain.value(game.start())
    assert small.remoteness(game.start()) == plain.remoteness(game.start())
    assert len(small) == len(plain)
    assert small.representatives.states < len(plain)
    monkeypatch.syspath_prepend(str(tmp_path))
    import pasted

    assert compile_rules(pasted.Pasted()).has_symmetries


def test_a_wide_tuple_is_written_on_several_lines():
    lines = method_text(search_symmetries(Cells())).split("\n")
    assert max(map(len, lines)) <= 100
    assert len(lines) > 8 * 2


def test_a_picture_shows_which_field_stands_where():
    shape = Shape(7, 0, 3, 2)
    left = next(one for one in shape.symmetries() if one.name == "left and right exchanged")
    assert picture(left, shape).split("\n") == [
        "0 1 2  ->  2 1 0",
        "3 4 5      5 4 3",
        "field 6 as before",
    ]
    assert picture(FieldPermutation((1, 2, 0, 4, 3)), None) == "0 -> 2 -> 1 -> 0, 3 -> 4 -> 3"
    assert picture(FieldPermutation((1, 0, 3, 2)), None) == "0 <-> 1, 2 <-> 3"


def test_every_shape_gives_permutations():
    for fields in (2, 3, 4, 9, 10, 12, 19):
        some = list(candidates(fields))
        assert all(sorted(one.places) == list(range(fields)) for one, _ in some)
        assert len({one.places for one, _ in some}) == len(some) >= fields * (fields - 1) // 2


def test_two_boards_are_turned_together():
    class TwoBoards(Game):
        """Crosses on one board, noughts on the other, four cells each; two in a row win."""

        def start(self):
            return (0,) * 8

        def moves(self, state):
            return [i for i in range(4) if not state[i] and not state[4 + i]]

        def play(self, state, move):
            mine = put(state, move, 1)
            return mine[4:] + mine[:4]

        def outcome(self, state):
            won = any(state[4 + i] and state[4 + j] for i, j in ((0, 1), (2, 3)))
            return Value.LOSS if won else Value.DRAW if sum(state) == 4 else None

    found = search_symmetries(TwoBoards())
    assert found.order == 8  # of two rows of two: each turned, and both exchanged
    assert (1, 0, 2, 3, 5, 4, 6, 7) in found.elements(8)


@dataclass(frozen=True)
class Rows(Game):
    count: int = 7
    stuck = Value.LOSS

    def start(self):
        return (1,) * self.count

    def moves(self, state):
        return [i for i in range(self.count) if state[i]]

    def play(self, state, move):
        return put(state, move, 0)

    def outcome(self, state):
        return None


def test_a_group_too_large_for_a_method():
    found = search_symmetries(Rows())
    assert found.order == 5_040
    assert method_text(found) == ""
    assert "a class could have 5,040 states" in why_no_method(found)


def test_a_group_too_large_to_be_known(monkeypatch):
    monkeypatch.setattr(search, "LARGEST", 100)
    found = search_symmetries(Rows())
    assert found.capped
    assert found.order > 100


class Longer(Piles):
    def play(self, state, move):
        return (*super().play(state, move), 0) if state == (6, 6) else super().play(state, move)


class Words(Piles):
    def start(self):
        return "66"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("connect_four", "states are integers, whose bits"),
        (f"{__name__}:Longer", "is not a tuple of 2 whole numbers, as the start is"),
        (f"{__name__}:Words", "states are no flat tuples of whole numbers"),
    ],
)
def test_why_nothing_is_offered(address, reason, capsys):
    assert run(["symmetries", address]) == 0
    out = capsys.readouterr().out
    assert "nothing is offered: " in out
    assert reason in out
    assert run(["symmetries", address, "--json"]) == 0
    assert reason in json.loads(capsys.readouterr().out)["reason"]


def test_a_game_that_breaks_a_promise_is_one_sentence(capsys):
    assert run(["symmetries", f"{__name__}:Broken"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Broken.play raised ZeroDivisionError" in captured.err


class Broken(Piles):
    def play(self, state, move):
        return super().play(state, move) if state[0] else 1 // 0
