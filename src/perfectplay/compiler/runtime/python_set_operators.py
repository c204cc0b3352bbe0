"""Operators and methods of the sets that compiled rules make, each as CPython does it, so that the
elements of what it gives have Python's order; see ``python_sets.py``.

Methods take other rows than sets, too.
"""
# ruff: noqa: ARG001, ARG005, PLW0108
# mypy: ignore-errors

from __future__ import annotations

import operator

from numba.core import types
from numba.core.imputils import impl_ret_new_ref
from numba.cpython import setobj
from numba.extending import intrinsic, overload, overload_method, register_jitable

from perfectplay.compiler.runtime.python_set_tables import Held
from perfectplay.compiler.runtime.python_sets import PythonSet, python_set


def _changing(change):
    """An intrinsic that changes the first of its sets."""

    @intrinsic
    def made(typingctx, one, other):
        def codegen(context, builder, sig, args):
            held = [Held(context, builder, *x) for x in zip(sig.args, args, strict=True)]
            change(*held)
            return context.get_dummy_value()

        return types.none(one, other), codegen

    return made


_subtract = _changing(lambda one, other: one.difference(other))
_exclude = _changing(lambda one, other: one.symmetric_difference(other))
_become = _changing(lambda one, other: one.become(other))


@intrinsic(prefer_literal=True)
def _put_those(typingctx, made, one, other, within):
    def codegen(context, builder, sig, args):
        new, first, second = (
            Held(context, builder, *x) for x in zip(sig.args[:3], args[:3], strict=True)
        )
        new.put_those(first, second, within=sig.args[3].literal_value)
        return context.get_dummy_value()

    return types.none(made, one, other, within), codegen


@intrinsic
def _new_like(typingctx, items):
    def codegen(context, builder, sig, args):
        made = Held.empty(context, builder, sig.return_type)
        return impl_ret_new_ref(context, builder, sig.return_type, made.value)

    return items(items), codegen


def are_sets(one, other):
    """Whether both types are that of sets in Python's order with elements of one type."""
    return isinstance(one, PythonSet) and one == other


def _union(one, other):
    def union(one, other):
        made = one.copy()
        made.update(other)
        return made

    def of_sets(one, other):
        return one.copy() if one is other else union_of_items(one, other)

    union_of_items = register_jitable(union)
    return of_sets if are_sets(one, other) else union


def _intersection(one, other):
    def of_sets(one, other):
        if one is other:
            return one.copy()
        made = _new_like(one)
        if len(other) > len(one):
            _put_those(made, one, other, True)
        else:
            _put_those(made, other, one, True)
        return made

    def of_items(one, other):
        made = _new_like(one)
        for item in other:
            if item in one:
                made.add(item)
        return made

    return of_sets if are_sets(one, other) else of_items


def _difference(one, other):
    def of_sets(one, other):
        if len(one) >> 2 > len(other):
            made = one.copy()
            _subtract(made, other)
        else:
            made = _new_like(one)
            _put_those(made, one, other, False)
        return made

    def of_items(one, other):
        made = one.copy()
        _subtract(made, python_set(other))
        return made

    return of_sets if are_sets(one, other) else of_items


def _symmetric_difference(one, other):
    def made_of(one, other):
        made = python_set(other)
        _exclude(made, one)
        return made

    return made_of


def _difference_update(one, other):
    if are_sets(one, other):
        return lambda one, other: _subtract(one, other)
    return lambda one, other: _subtract(one, python_set(other))


def _symmetric_difference_update(one, other):
    if are_sets(one, other):
        return lambda one, other: _exclude(one, other)
    return lambda one, other: _exclude(one, python_set(other))


def _intersection_update(one, other):
    return lambda one, other: _become(one, one.intersection(other))


def _issubset(one, other):
    if are_sets(one, other):
        return lambda one, other: setobj._set_issubset(one, other)
    return lambda one, other: setobj._set_issubset(one, python_set(other))


def _issuperset(one, other):
    if are_sets(one, other):
        return lambda one, other: setobj._set_issubset(other, one)

    def all_within(one, other):
        for item in other:  # noqa: SIM110
            if item not in one:
                return False
        return True

    return all_within


def _isdisjoint(one, other):
    if are_sets(one, other):
        return lambda one, other: setobj._set_isdisjoint(one, other)

    def none_within(one, other):
        for item in other:  # noqa: SIM110
            if item in one:
                return False
        return True

    return none_within


def _method(name, typing):
    def method(one, other):
        alike = isinstance(other, types.IterableType) and not isinstance(other, types.Set)
        return typing(one, other) if alike or are_sets(one, other) else None

    method.__name__ = method.__qualname__ = f"set_{name}"  # which messages show
    overload_method(PythonSet, name)(method)


def _operator(operation, typing):
    @overload(operation)
    def operated(one, other):
        return typing(one, other) if are_sets(one, other) else None


for _name, _symbol, _typing in (
    ("union", operator.or_, _union),
    ("intersection", operator.and_, _intersection),
    ("difference", operator.sub, _difference),
    ("symmetric_difference", operator.xor, _symmetric_difference),
    ("issubset", operator.le, _issubset),
    ("issuperset", operator.ge, _issuperset),
):
    _method(_name, _typing)
    _operator(_symbol, _typing)

_method("isdisjoint", _isdisjoint)
_method("difference_update", _difference_update)
_method("intersection_update", _intersection_update)
_method("symmetric_difference_update", _symmetric_difference_update)
_operator(operator.eq, lambda one, other: lambda one, other: setobj._set_eq(one, other))
_operator(operator.ne, lambda one, other: lambda one, other: not setobj._set_eq(one, other))
_operator(operator.lt, lambda one, other: lambda one, other: setobj._set_lt(one, other))
_operator(operator.gt, lambda one, other: lambda one, other: setobj._set_lt(other, one))


def _ior(one, other):
    def changed(one, other):
        one.update(other)
        return one

    return changed


def _isub(one, other):
    def changed(one, other):
        _subtract(one, other)
        return one

    return changed


def _iand(one, other):
    def changed(one, other):
        _become(one, one.intersection(other))
        return one

    return changed


def _ixor(one, other):
    def changed(one, other):
        _exclude(one, other)
        return one

    return changed


for _symbol, _typing in (
    (operator.ior, _ior), (operator.isub, _isub), (operator.iand, _iand), (operator.ixor, _ixor),
):  # fmt: skip
    _operator(_symbol, _typing)
