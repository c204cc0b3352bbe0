"""Functions of the module operator as operators, and functions with their arguments put in."""

from __future__ import annotations

import ast
import copy
import operator
from typing import Any, cast

from perfectplay.compiler.source.syntax_trees import Substitution, bound_names, item, load

BINARY: dict[Any, ast.operator] = {
    operator.add: ast.Add(), operator.sub: ast.Sub(), operator.mul: ast.Mult(),
    operator.floordiv: ast.FloorDiv(), operator.mod: ast.Mod(), operator.pow: ast.Pow(),
    operator.and_: ast.BitAnd(), operator.or_: ast.BitOr(), operator.xor: ast.BitXor(),
    operator.lshift: ast.LShift(), operator.rshift: ast.RShift(), operator.concat: ast.Add(),
}  # fmt: skip
COMPARED: dict[Any, ast.cmpop] = {
    operator.eq: ast.Eq(), operator.ne: ast.NotEq(), operator.lt: ast.Lt(), operator.le: ast.LtE(),
    operator.gt: ast.Gt(), operator.ge: ast.GtE(), operator.is_: ast.Is(),
    operator.is_not: ast.IsNot(),
}  # fmt: skip
UNARY: dict[Any, ast.unaryop] = {
    operator.neg: ast.USub(), operator.not_: ast.Not(), operator.inv: ast.Invert(),
    operator.invert: ast.Invert(),
}  # fmt: skip


def operation(target: Any, arguments: list[ast.expr]) -> ast.expr | None:
    """A function of the module operator as an operator."""
    if any(isinstance(x, ast.Starred) for x in arguments):
        return None
    match arguments:
        case [one, other] if target in BINARY:
            return ast.BinOp(one, BINARY[target], other)
        case [one, other] if target in COMPARED:
            return ast.Compare(one, [COMPARED[target]], [other])
        case [one, other] if target is operator.getitem:
            return ast.Subscript(one, other, ast.Load())
        case [one, other] if target is operator.contains:
            return ast.Compare(other, [ast.In()], [one])
        case [one] if target in UNARY:
            return ast.UnaryOp(UNARY[target], one)
    return None


def call_of(function: ast.expr, names: list[str]) -> ast.expr:
    """A call of a function with names."""
    return applied(function, [load(x) for x in names])


def applied(function: ast.expr, arguments: list[ast.expr]) -> ast.expr:
    """A call; a lambda's body with its arguments put in, unless that sets a name like theirs; an
    item or ``in`` for the methods behind them."""
    match function, arguments:
        case ast.Attribute(whole, "__getitem__"), [index]:
            return item(copy.deepcopy(whole), index)
        case ast.Attribute(whole, "__contains__"), [wanted]:
            return ast.Compare(wanted, [ast.In()], [copy.deepcopy(whole)])
    if isinstance(function, ast.Lambda) and len(function.args.args) == len(arguments):
        names = [a.arg for a in function.args.args]
        inner = {x.arg for x in ast.walk(function.body) if isinstance(x, ast.arg)}
        if (bound_names(function.body) | inner) & set(names):
            return ast.Call(function, arguments, [])
        put_in = Substitution(dict(zip(names, arguments, strict=True)))
        return cast(ast.expr, put_in.visit(copy.deepcopy(function.body)))
    return ast.Call(copy.deepcopy(function), arguments, [])
