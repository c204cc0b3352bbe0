"""``try`` around look-ups, as an ``if`` that asks before each of them.

Only where the two are the same whatever the state: statements that look one thing up each, whose
parts can be asked twice, and a handler for the one exception that this look-up raises. A larger
``try`` may hide an error of the rules.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any, cast

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import Statements, all_located, call, is_plain

Known = Callable[[ast.expr], Any]


def without_try(node: ast.Try, known: Known) -> Statements | None:
    """The statements that do the same; None if that cannot be seen."""
    done: ast.stmt
    match node:
        case ast.Try([ast.Assign([ast.Name()]) as first, _, *_], handlers, orelse, []) if all(
            map(_raises_nothing, node.body[1:])
        ):
            apart = ast.Try([first], handlers, [*node.body[1:], *orelse], [])
            return without_try(ast.copy_location(apart, node), known)
        case ast.Try([first, *rest], handlers, orelse, []) if rest and _raises_nothing(first):
            later = ast.Try(rest, handlers, orelse, [])
            found = without_try(ast.copy_location(later, node), known)
            return [first, *found] if found else None
        case ast.Try([ast.Assign([ast.Name()]) as first, _, *_], handlers, orelse, []):
            later = ast.Try(node.body[1:], copy.deepcopy(handlers), orelse, [])
            found = without_try(ast.copy_location(later, node), known)
            apart = ast.Try([first], handlers, found or [], [])
            return without_try(ast.copy_location(apart, node), known) if found else None
        case ast.Try([ast.If() as asked], [handler], [], []):
            return _asked_within(asked, handler, node, known)
        case ast.Try([ast.Assign([ast.Name()], value) as done], [handler], _, []):
            pass
        case ast.Try(
            [ast.AugAssign(ast.Name(), ast.Add() | ast.Sub(), value) as done], [handler], _, []
        ):
            pass
        case ast.Try([ast.Return(ast.expr() as value) as done], [handler], [], []):
            pass
        case ast.Try([ast.Expr(value)], [handler], _, []):
            done = ast.Pass()  # it is only asked whether it is there
        case _:
            return None
    caught = MISSING if handler.type is None else known(handler.type)
    tests = _tests(value, caught, known)
    if handler.name is not None or not tests:
        return None
    test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
    return all_located([ast.If(test, [done, *node.orelse], handler.body)], node)


def _asked_within(
    asked: ast.If, handler: ast.ExceptHandler, where: ast.Try, known: Known
) -> Statements | None:
    """``if row < 0 or board[row] != 0: ..., else: ...`` in a ``try``: a look-up that is asked last;
    None where anything else may raise."""
    before: list[ast.expr] = []
    looked, ends = asked.test, cast("type[ast.boolop]", ast.Or)
    if isinstance(asked.test, ast.BoolOp):
        *before, looked = asked.test.values
        ends = type(asked.test.op)
    caught = MISSING if handler.type is None else known(handler.type)
    match looked:
        case ast.Compare(ast.Subscript() as value, [_], [other]) if _is_plain_test(other):
            tests = _tests(value, caught, known)
        case ast.Subscript() as value:
            tests = _tests(value, caught, known)
        case _:
            return None
    quiet = all(map(_raises_nothing, [*asked.body, *asked.orelse]))
    if not tests or handler.name is not None or not quiet or not all(map(_is_plain_test, before)):
        return None
    there = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
    inner = ast.If(looked, copy.deepcopy(asked.body), copy.deepcopy(asked.orelse))
    rest: ast.stmt = ast.If(there, [inner], handler.body)
    if before:
        test = before[0] if len(before) == 1 else ast.BoolOp(ends(), before)
        if ends is ast.Or:
            rest = ast.If(test, asked.body, [rest])
        else:
            rest = ast.If(test, [rest], asked.orelse)
    return all_located([rest], where)


def _tests(value: ast.expr, caught: Any, known: Known) -> list[ast.expr]:
    """The conditions for a look-up that raises nothing; none if it is no such look-up."""
    match value:
        case ast.Call(ast.Attribute(items, "index"), [wanted], []) if caught is ValueError:
            if is_plain(items) and is_plain(wanted) and not _has_items(wanted) | _shifts(items):
                return [_compared(wanted, ast.In(), items)]
        case ast.BinOp(found, operator, ast.Constant(int() as number)) if isinstance(
            operator, ast.Add | ast.Sub | ast.Mult
        ) or (number and isinstance(operator, ast.FloorDiv | ast.Mod)):
            return _tests(found, caught, known)
        case ast.Subscript(table, key) if isinstance(known(table), dict):
            if caught in (KeyError, LookupError) and is_plain(key) and not _has_items(key):
                return [_compared(key, ast.In(), table)]
        case ast.Subscript() if caught in (IndexError, LookupError):
            return _within(value, known)
    return []


def _within(value: ast.Subscript, known: Known) -> list[ast.expr]:
    """The conditions for each index of ``board[row][column]``, the first one first."""
    items, index = value.value, value.slice
    before: list[ast.expr] = []
    if isinstance(items, ast.Subscript):
        before = _within(items, known)
        if not before:
            return []
    elif not isinstance(items, ast.Name | ast.Attribute) or not is_plain(items):
        return []
    if isinstance(known(items), dict) or not is_plain(index) or _has_items(index):
        return []
    length = call("len", copy.deepcopy(items))
    least = ast.UnaryOp(ast.USub(), copy.deepcopy(length))
    inside = [_compared(least, ast.LtE(), index), _compared(index, ast.Lt(), length)]
    return [*before, *inside]


def _raises_nothing(node: ast.stmt) -> bool:
    """Whether it only sets names to sums and the like of names and numbers, appends or returns one,
    or does so if some compare so and so."""
    match node:
        case (
            ast.Assign([ast.Name()], value)
            | ast.Return(ast.expr() as value)
            | ast.AugAssign(ast.Name(), ast.Add() | ast.Sub(), value)
        ):
            return isinstance(value, ast.Constant) or (is_plain(value) and not _has_items(value))
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(), "append"), [put], [])):
            parts = put.elts if isinstance(put, ast.Tuple) else [put]
            return all(is_plain(x) and not _has_items(x) for x in parts)
        case ast.If(test, body, orelse):
            return _is_plain_test(test) and all(map(_raises_nothing, [*body, *orelse]))
    return isinstance(node, ast.Pass | ast.Continue | ast.Break | ast.Return)


def _is_plain_test(node: ast.expr) -> bool:
    match node:
        case ast.BoolOp(_, parts):
            return all(map(_is_plain_test, parts))
        case ast.UnaryOp(ast.Not(), part):
            return _is_plain_test(part)
        case ast.Compare(left, operators, rest):
            parts = [left, *rest]
            ordered = not any(isinstance(x, ast.In | ast.NotIn) for x in operators)
            return ordered and all(is_plain(x) and not _has_items(x) for x in parts)
    return is_plain(node) and not _has_items(node)


def _shifts(node: ast.expr) -> bool:
    """Whether an expression shifts, which raises a ValueError for negative numbers."""
    return any(isinstance(x, ast.LShift | ast.RShift) for x in ast.walk(node))


def _has_items(node: ast.expr) -> bool:
    """Whether asking for an expression looks something up itself, or may raise in another way."""
    others = (ast.Subscript, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
    return _shifts(node) or any(isinstance(x, others) for x in ast.walk(node))


def _compared(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(copy.deepcopy(left), [operator], [copy.deepcopy(right)])
