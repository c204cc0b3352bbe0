"""Sets of compiled rules have their elements in the order of Python's sets, step by step."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from perfectplay.compiler.runtime import python_set_operators  # noqa: F401
from perfectplay.compiler.runtime.python_sets import python_set
from perfectplay.compiler.runtime.varying_helpers import tuple_hash  # noqa: F401

STEPS = 25

new: Any = set
element: Any = int
number: Any = int  # `with_names` puts others in the place of these


def changed_twice(steps: Any, values: Any, rows: Any, seen: Any) -> Any:
    """Change two sets step by step, and note their elements, in order, after each."""
    one, other = new([element(0)]), new([element(1)])
    n = 0
    for step, value in zip(steps, values):  # noqa: B905
        x, row = element(value), [element(y) for y in rows[value % 8]]
        if step == 0:
            one.add(x)
        elif step == 1:
            one.discard(x)
        elif step == 2 and len(one):
            seen[n] = number(one.pop())
            n += 1
        elif step == 3:
            one |= other
        elif step == 4:
            one -= other
        elif step == 5:
            one &= other
        elif step == 6:
            one ^= other
        elif step == 7:
            one, other = other, one
        elif step == 8:
            one = one | other
        elif step == 9:
            one = one - other
        elif step == 10:
            one = one & other
        elif step == 11:
            one = one ^ other
        elif step == 12:
            other = one.copy()
        elif step == 13:
            one.clear()
        elif step == 14:
            one.update(row)
        elif step == 15:
            one = new(row)
        elif step == 16:
            one = one.union(row)
        elif step == 17:
            one = one.intersection(row)
        elif step == 18:
            one = one.difference(row)
        elif step == 19:
            one.difference_update(row)
        elif step == 20:
            one.intersection_update(row)
        elif step == 21:
            one.symmetric_difference_update(row)
        elif step == 22:
            one = one.symmetric_difference(row)
        elif step == 23:
            other = new(one)
        elif step == 24:
            answers = [one <= other, one < other, one == other, one >= other, one > other,
                       one != other, one.issubset(row), one.issuperset(row), one.isdisjoint(row),
                       one.isdisjoint(other), x in one]  # fmt: skip
            for answer in answers:
                seen[n] = answer
                n += 1
        for y in one:
            seen[n] = number(y)
            n += 1
        seen[n] = -77
        n += 1
    return n


def same(x: int) -> int:
    return x


def pair(x: int) -> tuple[int, int]:
    return x >> 3, x & 7


def unpaired(x: tuple[int, int]) -> int:
    return x[0] * 8 + x[1]


KINDS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "numbers": (same, same), "pairs": (pair, unpaired),
}  # fmt: skip


def with_names(kind: str, made: Any, *, compiled: bool) -> Any:
    """The function that changes sets, with its helpers; compiled, or as Python's."""
    element, number = KINDS[kind]
    if compiled:
        element, number = numba.njit(element), numba.njit(number)
    names = {"new": made, "element": element, "number": number}
    exec(inspect.getsource(changed_twice).replace(": Any", ""), names)
    found: Any = names["changed_twice"]
    return numba.njit(found) if compiled else found


@pytest.mark.parametrize("kind", KINDS)
def test_each_step_leaves_the_elements_in_the_order_of_python(kind: str) -> None:
    rng = random.Random(kind)
    compiled, plain = (with_names(kind, made, compiled=made is python_set) for made in MADE)
    ranges = [(-5, 5), (0, 20), (-3, 100), (0, 1_000), (-(2**40), 2**10), (-(2**59), 2**59)]
    weights = [[20, 10, 10], [5, 3, 3], [30, 3, 3], [1, 1, 1]]
    for round_ in range(240):
        low, high = ranges[round_ % len(ranges)]
        count = rng.choice([10, 30, 150])
        steps = rng.choices(range(STEPS), [*rng.choice(weights), *[1] * (STEPS - 3)], k=count)
        values = [rng.randint(low, high) for _ in range(count)]
        rows = [[rng.randint(low, high) for _ in range(rng.choice([1, 3, 6, 12, 40]))]
                for _ in range(8)]  # fmt: skip
        seen, told = np.zeros((2, 40_000), np.int64)
        given = numba.typed.List([np.array(row) for row in rows])
        assert compiled(np.array(steps), np.array(values), given, seen) == plain(
            steps, values, rows, told
        )
        assert np.array_equal(seen, told), (kind, round_)


MADE = (python_set, set)


@numba.njit
def popped_and_put(size: int, first: int) -> int:
    """Numba's own sets never answer here: no entry stays that never held an element."""
    done = 0
    for start in range(first):
        todo, seen = python_set(), python_set()
        todo.add(start)
        seen.add(start)
        while len(todo):
            x = todo.pop()
            done += x
            for step in (1, 4, 5):
                y = (x + step) % size
                if y not in seen and y > x:
                    seen.add(y)
                    todo.add(y)
    return done


def test_sets_that_are_emptied_and_filled_for_long_answer() -> None:
    expected = sum(x for start in range(50) for x in _reached(start, 40))
    assert popped_and_put(40, 50) == expected


def _reached(start: int, size: int) -> list[int]:
    todo, seen, done = {start}, {start}, []
    while todo:
        x = todo.pop()
        done.append(x)
        new = {y for y in ((x + step) % size for step in (1, 4, 5)) if y > x and y not in seen}
        seen |= new
        todo |= new
    return done


@numba.njit
def large(count: int) -> tuple[int, int]:
    """More elements than those from which on a table doubles only."""
    items = python_set()
    for i in range(count):
        items.add(i * 7919 % 1_000_003)
    for i in range(0, count, 2):
        items.discard(i * 7919 % 1_000_003)
    total = 0
    for i, x in enumerate(items):
        total = (total * 31 + x + i) % 1_000_000_007
    return len(items), total


def test_large_sets() -> None:
    items = {i * 7919 % 1_000_003 for i in range(130_000)}
    for i in range(0, 130_000, 2):
        items.discard(i * 7919 % 1_000_003)
    total = 0
    for i, x in enumerate(items):
        total = (total * 31 + x + i) % 1_000_000_007
    assert large(130_000) == (len(items), total)


def test_sets_of_others_stay_as_numba_has_them() -> None:
    """Those of a function of a user's that Numba compiles, in the same process."""

    @numba.njit
    def theirs(n: int) -> int:
        held = {1, 2, 3}
        held.update([n, n + 1])
        held -= {n}
        total = 0
        for x in held | {n + 6}:
            total += x
        return total

    assert theirs(3) == 1 + 2 + 4 + 9
    assert theirs.nopython_signatures


def test_a_value_error_of_an_empty_set() -> None:
    @numba.njit
    def pops(n: int) -> int:
        items = python_set()
        items.add(n)
        items.clear()
        return items.pop()

    with pytest.raises(KeyError, match="empty set"):
        pops(3)
