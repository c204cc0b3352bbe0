"""Unions and differences of several, and sets that are written out, as CPython makes them.

What is given is asked before anything is put in; a set is put into itself by nobody.
"""
# ruff: noqa: ARG001, ARG005
# mypy: ignore-errors

from __future__ import annotations

from numba.core.errors import TypingError

from perfectplay.compiler.runtime.python_set_operators import are_sets
from perfectplay.compiler.runtime.python_sets import PythonSet, python_set
from perfectplay.compiler.runtime.set_types import SetType
from perfectplay.compiler.runtime.support import inner, typed
from perfectplay.compiler.runtime.words import _is_word


@typed()
def changed_by_union(items, other):
    """A new set that nothing else holds, with these elements put in."""
    if isinstance(items, SetType):
        return lambda items, other: items.union(other)

    def changed(items, other):
        items.update(other)
        return items

    return changed


@typed()
def changed_by_one(items, item):
    """A new set that nothing else holds, with this element put in."""
    if isinstance(items, PythonSet) and _is_word(items.dtype) != _is_word(item):
        raise TypingError("PERFECTPLAY a set of words")

    def changed(items, item):
        items.add(item)
        return items

    return changed


@typed()
def changed_by_unions(items, rows):
    """A new set that nothing else holds, with the elements of each row put in."""

    def changed(items, rows):
        for row in rows:
            items.update(row)
        return items

    return changed


@typed()
def union_of(rows):
    """A new set with the elements of each row."""

    def made(rows):
        items = python_set()
        for row in rows:
            items.update(row)
        return items

    return made


@inner
def union_of_two(one, first, second):
    made = one.union(first)
    _put_unless_same(made, one, second)
    return made


@inner
def union_of_three(one, first, second, third):
    made = union_of_two(one, first, second)
    _put_unless_same(made, one, third)
    return made


@typed()
def _put_unless_same(made, one, other):
    """Put in the elements of another set; CPython leaves out the one that the method is of."""
    if not are_sets(one, other):
        return lambda made, one, other: made.update(other)

    def put(made, one, other):
        if one is not other:
            made.update(other)

    return put


@inner
def difference_of_two(one, first, second):
    made = one.difference(first)
    made.difference_update(second)
    return made


@inner
def difference_of_three(one, first, second, third):
    made = difference_of_two(one, first, second)
    made.difference_update(third)
    return made


@inner
def intersection_of_two(one, first, second):
    return one.intersection(first).intersection(second)


@inner
def intersection_of_three(one, first, second, third):
    return one.intersection(first).intersection(second).intersection(third)


@inner
def set_of_two(first, second):
    made = python_set(first)
    made.update(second)
    return made


@inner
def set_of_three(first, second, third):
    made = set_of_two(first, second)
    made.update(third)
    return made
