"""Generators whose loops are written out where their items are taken: the same answers as the
interpreter's, and no generator left."""
# ruff: noqa: B020, B905, RUF007

from __future__ import annotations

import ast
from itertools import product

import pytest

from perfectplay import Game
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt

LINES = [(0, 1, 2, 3), (1, 2, 3, 4), (4, 3, 1, 0), (4, 4, 0, 2)]
PRICES = (5, 7)
CELLS = 5
STATES = list(product(range(3), repeat=CELLS))


class Asked(Game):
    """Five digits; each move says what one way to take items gives."""

    def start(self):
        return (0,) * CELLS

    def moves(self, state):
        for way in range(self.ways):
            yield way, self.told(state, way)

    def play(self, state, move):
        way, _ = move
        cell = way % CELLS
        return (*state[:cell], (state[cell] + 1) % 3, *state[cell + 1 :])

    def outcome(self, state):
        return None


class Taken(Asked):
    """Calls that take all items of a comprehension."""

    ways = 9

    def told(self, state, way):
        if way == 0:
            return any(all(state[i] == 1 for i in line) for line in LINES)
        if way == 1:
            return all(any(state[i] == way for i in line if i != 4) for line in LINES)
        if way == 2:
            return sum(state[i] * i for line in LINES for i in line if state[i])
        if way == 3:
            return max(x * 10 + i for i, x in enumerate(state))
        if way == 4:
            return min((x - i) * (x - 2) for i, x in enumerate(state))
        if way == 5:
            return sum(x == y for x, y in zip(state, state[1:]))
        if way == 6:
            return max((i for i, x in enumerate(state) if x == 2), default=9)
        if way == 7:
            return sum(max(state[i] - x for i in range(CELLS)) for x in state)
        return sum(all(state[i] for i in line) + any(x > way - 7 for x in state) for line in LINES)


class Methods(Asked):
    """Calls that take all items of a method that yields once, several times, or returns early."""

    ways = 8

    def after(self, state, i):
        while i < CELLS - 1:
            i += 1
            if state[i] != 1:
                yield i * 3 + state[i]

    def twice(self, state, least):
        for x in state:
            if x >= least:
                yield x
            if x == 2:
                yield x + least
        yield least

    def until(self, state, last):
        for i, x in enumerate(state):
            if x == last:
                return
            yield i

    def careful(self, state):
        for x in state:
            try:
                price = PRICES[x]
            except IndexError:
                price = 9
            yield price

    def told(self, state, way):
        i = way % 3
        if way < 3:
            return sum(self.after(state, i)) * 10 + i
        if way == 3:
            return sum(self.twice(state, i + 1)) + 100 * max(self.twice(state, i))
        if way == 4:
            return any(x == 4 for x in self.until(state, 2)) + 2 * sum(self.until(state, i))
        if way == 5:
            return all(self.until(state, 1)) + 2 * any(self.until(state, 1))
        if way == 6:
            return max(self.twice(state, 1)) - min(self.twice(state, -1))
        return sum(self.careful(state))


class Looped(Asked):
    """Loops over methods that yield, with names that both have, and all ways to leave a loop."""

    ways = 13

    def after(self, state, i):
        """It changes its argument, and has a local that callers have."""
        x = 0
        while i < CELLS - 1:
            i += 1
            x += state[i]
            yield i, x

    def steps(self, state):
        for i in range(CELLS):
            for j in range(i, CELLS):
                if state[i] == state[j]:
                    yield i, j

    def counted(self, state):
        found = 0
        for x in state:
            yield x
            found += 1
        yield found

    def and_more(self, state):
        for x in state:
            if x != 1:
                yield x
            if x == 2:
                break

    def rising(self, state):
        for x in state:
            if x == 2:
                yield x

    def from_place(self, state, first=None):
        for i in range(1 if first is None else first, CELLS):
            yield state[i]

    def after_each(self, state):
        total = 0
        for x in state:
            yield total
            total += x

    def told(self, state, way):
        total, x, i = 0, 7, 1
        if way == 0:
            for i, x in self.after(state, i):
                total = total * 3 + i + x
            return total * 10 + i + x
        if way == 1:
            for j, y in self.after(state, x - 7):
                if y == 2:
                    continue
                if j == 3:
                    break
                total += j * y
            return total + x
        if way == 2:
            for a, b in self.steps(state):
                if a == 1:
                    continue
                total = (total * 5 + a * b) % 1009
            return total
        if way == 3:
            for a, b in self.steps(state):
                if b == 4:
                    break
                total += a + b
            return total
        if way == 4:
            for a, b in self.steps(state):
                if a < b:
                    return a * 5 + b
            return -1
        if way == 5:
            for x in self.counted(state):
                total = (total * 7 + x) % 1009
            return total
        if way == 6:
            for x in self.and_more(state):
                if x == 0:
                    continue
                total += x
            else:
                total += 50
            return total
        if way == 7:
            for x in self.after_each(state):
                if x % 2:
                    continue
                total += x + 1
            return total
        if way == 8:  # what the generator reads is changed in the loop
            cells = state
            for i, x in self.after(cells, 0):
                cells = state[1:] + state[:1]
                total = total * 2 + x * (i == 2)
            return total + cells[0]
        if way == 9:
            for i, _ in self.after(state, 2):
                for j, _ in self.after(state, i):
                    if j == i + 1:
                        break
                    total += j
                total += 10 * i
            return total
        if way == 10:
            for y in self.rising(state):
                total += y * 3
            return total
        if way == 11:
            for y in self.from_place(state):
                total = total * 3 + y
            for y in self.from_place(state, None):
                total += y
            for y in self.from_place(state, 3):
                total = total * 3 + y
            return total
        for a, b in ((j, y) for j, y in self.after(state, 0) if y):
            total += a * b
        return total


class Filled(Asked):
    """Tuples and texts of comprehensions; a state is the sum of digits and their signs."""

    ways = 6

    def rolled(self, state):
        for x in state:
            yield (x + 1) % 3

    def told(self, state, way):
        if way == 0:
            return self.number(tuple(-x for x in state))
        if way == 1:
            return self.number(tuple(x == 1 for x in state))
        if way == 2:
            return self.number(tuple(self.rolled(state)))
        if way == 3:
            pairs = tuple((i, x) for i, x in enumerate(state))
            return sum(i * x for i, x in pairs)
        if way == 4:
            rows = tuple(tuple(state[(i + j) % CELLS] for j in range(3)) for i in range(4))
            return self.number(rows[state[0] + 1]) + 100 * self.number(rows[3])
        return self.number(tuple(state[i] for i in (3, 0, 4, 4)))

    def number(self, items):
        total = 0
        for item in items:
            total = total * 3 + item
        return total


GAMES = (Taken, Methods, Looped, Filled)


@pytest.mark.parametrize("game", GAMES)
def test_all_states_are_as_the_interpreter_has_them(game):
    compiled = compile_rules(game())
    assert compare(compiled, CheckedGame(game()), learnt(STATES, compiled.shape), STATES) is None


@pytest.mark.parametrize("game", [Taken, Filled])
def test_no_call_takes_its_items_from_a_generator(game):
    helpers = {f"_pp_{name}" for name in ("any_", "all_", "sum_", "min_", "_filled")}
    calls = [x.func for x in ast.walk(ast.parse(translate(game()).text)) if isinstance(x, ast.Call)]
    assert not helpers & {function.id for function in calls if isinstance(function, ast.Name)}


def functions_that_yield(game):
    tree = ast.parse(translate(game()).text)
    functions = [x for x in tree.body if isinstance(x, ast.FunctionDef)]
    yields = [f.name for f in functions if any(isinstance(x, ast.Yield) for x in ast.walk(f))]
    return {name.split("_")[-1] for name in yields}


def test_loops_keep_a_generator_only_where_they_must():
    """Two yields, an ``else``, None given, a break or a continue that would leave another loop."""
    assert functions_that_yield(Looped) == {"moves", "steps", "counted", "more", "each", "place"}


class Short(Filled):
    """A tuple that has fewer items than it looks, in some states."""

    ways = 1
    change = -1

    def some(self, state):
        for i in range(CELLS + self.change * (state[1] == 2)):
            yield state[i % CELLS]

    def told(self, state, way):
        return self.number(tuple(self.some(state)))


class Long(Short):
    change = 1


@pytest.mark.parametrize("game", [Short, Long])
def test_a_tuple_of_another_length_is_no_answer(game):
    compiled = compile_rules(game())
    with pytest.raises(NotCompilable, match="another length than compiled code expects"):
        compare(compiled, CheckedGame(game()), learnt(STATES, compiled.shape), STATES)
