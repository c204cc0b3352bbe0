"""Moves that are a local which a rule has asked whether it is None.

``if to is None: continue`` and then ``yield to``: for the compiler ``to`` may still be None, and
moves that may be None are of two kinds. So the value itself is yielded. If it is None nevertheless,
the compiled rule raises, and the rules run interpreted.
"""

from __future__ import annotations

import ast

from perfectplay.compiler.source.iterators import nodes_of
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import Statements, bound_names, call, located

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_ASKING = (own("is_none"), own("there"))


def asked_for_none(tree: ast.FunctionDef) -> set[str]:
    """The names that a function compares with None by ``is`` or ``is not``, or whose truth it
    asks."""
    return {
        name
        for node in nodes_of(tree)
        for test in _tests(node)
        if (name := _name_in(test)) is not None
    }


def _tests(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Compare(left, [ast.Is() | ast.IsNot()], [ast.Constant(None)]):
            return [left]
        case ast.If() | ast.While() | ast.IfExp():
            return [node.test]
        case ast.UnaryOp(ast.Not(), operand):
            return [operand]
        case ast.BoolOp():
            return node.values
        case ast.comprehension():
            return node.ifs
    return []


def _name_in(test: ast.expr) -> str | None:
    match test:
        case ast.Name(name) | ast.NamedExpr(ast.Name(name), _):
            return name
    return None


def yield_what_is_there(tree: ast.FunctionDef, names: set[str]) -> None:
    """Let the function yield the values of these names, none of which is None then."""
    for node in ast.walk(tree):
        match node:
            case ast.Yield(ast.Name(name) as value) if name in names:
                node.value = located(call("there", value), value)


def use_what_is_there(tree: ast.FunctionDef) -> None:
    """Let a rewritten function use the values of names where a test before tells that none of them
    is None: in the branch of ``if to is not None``, and after ``if to is None: continue``."""
    tree.body = _used(tree.body, frozenset())


def _used(body: Statements, there: frozenset[str]) -> Statements:
    """Statements that are run one after the other; ``there``: names that are not None before."""
    for node in body:
        set_here = bound_names(node)
        there = _but_for(there, set_here)
        if isinstance(node, ast.If):
            node.test = _Use(there).visit(node.test)
            node.body = _used(node.body, there | _not_none(node.test, when=True))
            node.orelse = _used(node.orelse, there | _not_none(node.test, when=False))
            if node.body and isinstance(node.body[-1], _LEAVING) and not node.orelse:
                there |= _but_for(_not_none(node.test, when=False), set_here)
        elif isinstance(node, ast.For | ast.While):
            if isinstance(node, ast.For):
                node.iter = _Use(there).visit(node.iter)
            node.body, node.orelse = _used(node.body, there), _used(node.orelse, there)
        elif not isinstance(node, ast.FunctionDef):
            _Use(there).visit(node)
    return body


def _but_for(there: frozenset[str], changed: set[str]) -> frozenset[str]:
    """Those of the names and attributes that do not depend on changed names."""
    return frozenset(x for x in there if x.partition(".")[0] not in changed)


def _dotted(node: ast.expr) -> str | None:
    """A name, or an attribute of an attribute of a name, as it is written; None for others."""
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, attribute, ast.Load()) if (whole := _dotted(value)) is not None:
            return f"{whole}.{attribute}"
    return None


def _not_none(test: ast.expr, *, when: bool) -> frozenset[str]:
    """The names that are not None when a test, rewritten, gives this answer."""
    match test:
        case ast.Name() | ast.Attribute() if (name := _dotted(test)) is not None:
            return frozenset([name] if when else [])
        case ast.UnaryOp(ast.Not(), operand):
            return _not_none(operand, when=not when)
        case ast.Call(ast.Name(helper), [asked]) if helper == own("is_none"):
            name = _dotted(asked)
            return frozenset([] if when or name is None else [name])
        case ast.Compare(asked, [ast.Is() | ast.IsNot() as op], [ast.Constant(None)]):
            name = _dotted(asked)
            there = when is isinstance(op, ast.IsNot) and name is not None
            return frozenset([name] if there and name is not None else [])
        case ast.BoolOp(op, values) if isinstance(op, ast.And) is when:
            return frozenset().union(*(_not_none(value, when=when) for value in values))
    return frozenset()


class _Use(ast.NodeTransformer):
    """The values of names that are there in an expression."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        outer, when = self.names, isinstance(node.op, ast.And)
        for i, value in enumerate(node.values):
            node.values[i] = self.visit(value)
            self.names |= _not_none(node.values[i], when=when)
        self.names = outer
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        outer, node.test = self.names, self.visit(node.test)
        self.names = outer | _not_none(node.test, when=True)
        node.body = self.visit(node.body)
        self.names = outer | _not_none(node.test, when=False)
        node.orelse = self.visit(node.orelse)
        self.names = outer
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(ast.Name(helper), [ast.Name() | ast.Attribute() as asked]) if (
                helper in _ASKING and _dotted(asked) in self.names
            ):
                return node
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if _dotted(node) in self.names:
            return located(call("there", node), node)
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names or not isinstance(node.ctx, ast.Load):
            return node
        return located(call("there", node), node)
