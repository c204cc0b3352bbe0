"""Sets in compiled rules, one operation each, against Python's; elements outside the table, too."""
# mypy: ignore-errors

from __future__ import annotations

import ast
import itertools

import pytest

numba = pytest.importorskip("numba")

from perfectplay.compiler.idioms.set_order import is_order_free  # noqa: E402
from perfectplay.compiler.runtime.set_helpers import (  # noqa: E402
    frozenset_made,
    set_add,
    set_contains,
    set_discard,
    set_made,
)
from perfectplay.compiler.runtime.set_types import UNKNOWN, SetConstant, unordered  # noqa: E402
from perfectplay.compiler.source.set_constants import SetConstants  # noqa: E402
from perfectplay.game.shape.state_sets import (  # noqa: E402
    element_table,
    kind_of_element,
    leaves_of,
    rounded,
)
from perfectplay.game.shape.state_shape import state_shape  # noqa: E402

TABLES = {
    "row": (3, 4, 5),
    "holes": (-7, 0, 90),
    "far": (-100_000, 5, 100_000),
    "cells": ((0, 0), (0, 1), (1, 0)),
    "far cells": ((0, -90_000), (0, 1), (70_000, 0)),
    "edges": (((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1))),
    "far edges": ((3, ((0, 9_000), 1)), (3, ((0, 9_000), 2)), (7, ((-9_000, 0), 1))),
}
OUTSIDE = {
    "n": (8, 123_456), "(nn)": ((5, 5), (-1, 0)),
    "((nn)(nn))": (((0, 0), (0, 2)), ((0, 0), (-1, 1))),
    "(n((nn)n))": ((3, ((0, 9_000), 3)), (0, ((0, 0), 0))),
}  # fmt: skip


def outside(table):
    return OUTSIDE[kind_of_element(table[0])]


def constant(table):
    """The empty set whose type has this table."""
    flat = tuple(leaves_of(x) if isinstance(x, tuple) else x for x in table)
    return SetConstant(flat, 0, kind_of_element(table[0]))


def sets_with(table):
    """Pairs of all sets of two elements of the table and two others."""
    some = (*table[:2], *outside(table))
    all_sets = [c for n in range(5) for c in itertools.combinations(some, n)]
    return list(itertools.product(all_sets, all_sets))


OPERATIONS = {
    "or": lambda a, b: len(a | b),
    "and": lambda a, b: len(a & b),
    "minus": lambda a, b: len(a - b),
    "xor": lambda a, b: len(a ^ b),
    "within": lambda a, b: 1 if a <= b else 0,
    "properly within": lambda a, b: 1 if a < b else 0,
    "holds": lambda a, b: 1 if a >= b else 0,
    "properly holds": lambda a, b: 1 if a > b else 0,
    "equal": lambda a, b: 1 if a == b else 0,
    "unequal": lambda a, b: 1 if a != b else 0,
    "disjoint": lambda a, b: 1 if a.isdisjoint(b) else 0,
    "truth": lambda a, b: 1 if (a and not b) else 0,
    "chained": lambda a, b: 1 if ((a - b) | (b - a)) == a ^ b else 0,
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_are_python_s_or_not_answered(name, table):
    none, operation = constant(table), numba.njit(OPERATIONS[name])

    @numba.njit
    def compiled(one, other):
        return operation(frozenset_made(one, none), frozenset_made(other, none))

    answered, unknown = 0, set()
    for one, other in sets_with(table):
        # lists, so that not each length is compiled
        listed = numba.typed.List(one or table[:1]), numba.typed.List(other or table[:1])
        a, b = (frozenset(x or table[:1]) for x in (one, other))
        try:
            found = compiled(*listed)
        except ValueError as problem:
            unknown.add(str(problem))
            assert not (a <= set(table) and b <= set(table))
            continue
        answered += 1
        assert found == OPERATIONS[name](a, b), (a, b)
    assert answered > 5
    assert unknown <= {UNKNOWN}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_elements_are_looked_for_added_and_left_out(table):
    none = constant(table)

    @numba.njit
    def added(items, x, y):
        found = set_made(items, none)
        found = set_discard(set_add(found, x), y)
        return (set_contains(found, x), set_contains(found, y), len(found))

    @numba.njit
    def listed(items):
        return [x for x in unordered(set_made(items, none))]  # noqa: C416

    for x, y in itertools.product((*table, *outside(table)), repeat=2):
        there = {table[0], x} - {y}
        try:
            assert added(table[:1], x, y) == (x in there, y in there, len(there))
        except ValueError:
            assert x not in table
    assert listed(table[::-1]) == list(table)


def test_a_table_is_of_numbers_or_of_tuples_of_one_length():
    assert element_table([2, 1, 2]) == (1, 2)
    for wrong in (
        [1, (1, 2)],
        [(1,), (1, 2)],
        ["a", 1],
        [b"a"],
        [True],
        [()],
        range(63),
        [1 << 31],
        [1.0],
    ):
        assert element_table(wrong) is None
    assert element_table(range(62)) is not None
    assert rounded([]) == set()
    assert rounded({0, 1, 2, 4}) == {0, 1, 2, 3, 4}
    assert rounded({(r, c) for r in range(8) for c in range(7)}) == {
        (r, c) for r in range(8) for c in range(7)
    }


def test_constants_get_bits_if_there_are_some_left():
    shape = state_shape((frozenset({1, 2}), frozenset({3})))
    constants = SetConstants(shape)
    assert constants.name(frozenset({(1, 2)})) is None
    assert constants.name(frozenset({9, 3})) == constants.name(frozenset({3, 9}))
    assert constants.shape_with(shape).elements == (1, 2, 3, 9)
    assert constants.name(frozenset(range(40))) is not None
    assert constants.shape_with(shape) == shape
    (line,) = [x for x in constants.lines(shape.elements, ()) if x.startswith("_pp_s0 ")]
    assert line == f"_pp_s0 = SetConstant(_pp_elements, {4 - (1 << 63)}, {kind_of_element(1)!r})"


FREE = [
    "n += 1",
    "if x > 2:\n  n += x * 2\nelse:\n  n -= len(t)",
    "if x in t: return True",
    "if x in t: continue\nreturn False",
    "y = x + 1\nif y in t: n += 1",
    "for d in (1, 2):\n  y = x + d\n  if y in t:\n    n += 1\n    break",
    "s.add(x)",
    "s |= {x}",
    "items[x] += 1",
    "found = True",
    "a, b = x\nif a == b: found = True",
    "if x: break",
    "if x in t:\n  found = True\n  n = 0\n  break",
    "y = x + 1\nif y > 2:\n  found = True\n  break\nelif x > 5:\n  found = True\n  break",
]
ORDERED = [
    "yield x",
    "if n > 2: return True\nn += 1",
    "return x",
    "y = x\nreturn y",
    "if x: return True\nreturn False",
    "n += 1\nn *= 2",
    "n = n + 1",
    "n += x / 2",
    "items += [x]",
    "items.append(x)",
    "items[n] += 1\nn += 1",
    "items[x] += items[0]",
    "items[x] = x",
    "t.add(x)",
    "if x not in s: s.add(x)",
    "s.add(x)\ns.discard(x + 1)",
    "n += 1\nif x: break",
    "if x:\n  n = x\n  break",
    "if x > 2:\n  found = True\n  break\nelif x:\n  found = False\n  break",
    "if x > 2:\n  found = True\n  break\nelif x:\n  z = 0\n",
    "if x > 2: break\nif x: return True",
    "if not found:\n  found = True\n  break",
    "if x: found = True\nelse: found = False",
    "if (y := x) > 2: n += 1",
    "raise ValueError",
    "for d in (1, 2):\n  y = x + d\n  z = y\nif z in t: n += 1",
]


def free(body, after="return n"):
    lines = body.replace("\n", "\n  ")
    tree = ast.parse(f"def f(t, n, items, z):\n s = set()\n for x in t:\n  {lines}\n {after}").body[
        0
    ]
    assert isinstance(tree, ast.FunctionDef)
    return is_order_free(tree.body[1], tree, {"s"})


@pytest.mark.parametrize("body", FREE)
def test_loops_that_are_free_of_order(body):
    assert free(body)


@pytest.mark.parametrize("body", ORDERED)
def test_loops_whose_order_may_matter(body):
    assert not free(body)


def test_what_is_read_after_the_loop_may_depend_on_its_order():
    assert not free("n += 1", after="return x")
    assert not free("last = x", after="return last")
    assert not free("y = x\nif y: n += 1", after="return y")
    assert free("n += 1", after="for x in t: n += x")
