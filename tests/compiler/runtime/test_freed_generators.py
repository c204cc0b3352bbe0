"""Generators, compiled as those of rules are: they give what Python's give, and free all they hold.

The same text is run by Python, and compiled in a module that has the name of one of rules.
"""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any

import numba
import pytest
from numba.core.runtime import _nrt_python, rtsys

from perfectplay.compiler.runtime.freed_generators import RULES, free_generators

MAKERS = """
def items(xs):
    for x in xs:
        yield x

def lists(n):
    for i in range(n):
        yield [i, n]

def kept(xs):
    for x in xs:
        ys = [x, x]
        yield ys
        ys.append(3)
        yield ys

def pairs(n):
    for a in items([n, n + 1, n + 2]):
        for b in items([a, a + 2]):
            yield [a, b]

def wrapped(rows):
    for row in rows:
        yield [row[0], len(row)]

def same(rows):
    return rows

def summed(rows, most):
    total = 0
    for row in same(rows):
        total += 3 * row[0] + len(row)
        if total > most:
            return total
    return total

def beside(rows, n):
    total = 0
    for k, row in zip([n, 2, 3], same(rows)):
        total += row[0] * k + len(row)
    return total

def found(xs, wanted):
    for x in xs:
        if x == wanted:
            return True
    return False

def asked(n):
    for x in range(n):
        if found(items([x, n, 0]), x):
            yield [x]
        left = items([x, n])
        for y in left:
            yield [y, y]
            if y % 2:
                break
        yield [x, n]

def either(n):
    rows = lists(n)
    if n % 2:
        rows = lists(n + 1)
    for row in rows:
        yield row

def numbered(n):
    for i, row in enumerate(lists(n)):
        yield [i, row[0], n]

def zipped(n):
    for a, b in zip(pairs(n), kept([n, 1])):
        if a[0] > 1:
            yield a
        yield b

def second(rows):
    for i, row in rows:
        yield [row[0], i]

def deep(n):
    for row in wrapped(wrapped(pairs(n))):
        yield row
        for more in kept([row[0], n]):
            if len(more) > 2:
                break
            yield more
"""

ROWS = (
    "lists(n)", "kept([n, 1])", "pairs(n)", "wrapped(pairs(n))", "wrapped(wrapped(kept([n])))",
    "same(same(asked(n)))", "asked(n)", "either(n)", "deep(n)", "wrapped(same(deep(n)))",
)  # fmt: skip
WITHIN = (
    "numbered(n)", "zipped(n)", "second(enumerate(pairs(n)))",
    "wrapped(second(enumerate(wrapped(zipped(n)))))",
)  # fmt: skip
"""Of these, what lies within `enumerate` and `zip` is not freed when it is left."""
LEFT = """
def taken(n, stop):
    total = 0
    for row in ROWS:
        if total % 11 == stop:
            break
        total += 3 * row[0] + len(row)
    return total
"""
RETURNED = """
def taken(n, stop):
    total = 0
    for turn in range(n):
        for row in ROWS:
            total += 3 * row[0] + len(row)
            if total % 11 == stop:
                return total - turn
    return total
"""
COUNTED = """
def taken(n, stop):
    total = 0
    for turn in range(n):
        for place, row in enumerate(ROWS):
            total += place * row[0] + len(row)
            if place == stop:
                break
    return total
"""
GONE_ON = """
def taken(n, stop):
    rows = ROWS
    total = 0
    for row in rows:
        total += row[0]
        if total % 5 == stop:
            break
    for row in rows:
        total += 100 * row[0]
    return total
"""
PASSED = """
def taken(n, stop):
    rows = ROWS
    total = summed(rows, 3 * stop)
    for row in ROWS:
        if len(row) > stop:
            break
    return total + 100 * summed(ROWS, 2) + 1000 * beside(ROWS, stop)
"""
PASSED_ON = """
def taken(n, stop):
    total = 0
    for turn in range(3):
        rows = ROWS
        for row in rows:
            total += row[0] * (turn + 1)
            if total % 5 == stop:
                break
        rows = same(rows)
        total += 100 * summed(rows, stop)
    return total
"""
TOGETHER = """
def taken(n, stop):
    total = 0
    for row in ROWS:
        total += len(row)
        for other in ROWS:
            total += row[0] * other[0]
            if total % 3 == stop:
                break
        if total % 13 == stop:
            return total
    return total
"""


@cache
def makers(of: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The generators of Python, and compiled in a module of this name."""
    plain: dict[str, Any] = {}
    exec(MAKERS, plain)
    compiled = ModuleType(of).__dict__
    exec(MAKERS, compiled)
    compiled |= {name: numba.njit(x) for name, x in compiled.items() if callable(x)}
    return plain, compiled


def both(text: str, of: str = f"{RULES}of_a_test") -> tuple[Any, Any]:
    """`taken` of Python, and compiled."""
    plain, compiled = makers(of)
    exec(text, plain)
    exec(text, compiled)
    return plain["taken"], numba.njit(compiled["taken"])


def held() -> int:
    counts = rtsys.get_allocation_stats()
    return counts.mi_alloc - counts.mi_free


@pytest.mark.parametrize("rows", ROWS + WITHIN)
@pytest.mark.parametrize("taker", [LEFT, RETURNED, COUNTED, GONE_ON, PASSED, PASSED_ON, TOGETHER],
                         ids=["left", "returned", "counted", "gone on", "passed", "passed on",
                              "together"])  # fmt: skip
def test_generators_free_what_they_hold(taker: str, rows: str) -> None:
    free_generators()
    _nrt_python.memsys_enable_stats()
    plain, compiled = both(taker.replace("ROWS", rows))
    draw = random.Random(rows)
    compiled(1, 1)
    before = held()
    for _ in range(200):
        n, stop = draw.randrange(6), draw.randrange(13)
        assert compiled(n, stop) == plain(n, stop), (n, stop)
        if rows in ROWS:
            assert held() == before, (n, stop)
        assert held() >= before, (n, stop)


def test_generators_of_others_are_left_as_they_are() -> None:
    """Of code that is compiled in this process, too: nothing that lives is freed."""
    free_generators()
    plain, compiled = both(LEFT.replace("ROWS", "kept([n, n + 1])"), of="somebody")
    for n in range(5):
        for stop in range(11):
            assert compiled(n, stop) == plain(n, stop)
