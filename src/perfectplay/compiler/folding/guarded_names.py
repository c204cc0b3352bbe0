"""Moves that are a local which a rule has asked whether it is None.

``if to is None: continue`` and then ``yield to``: for the compiler ``to`` may still be None, and
moves that may be None are of two kinds. So the value itself is yielded. If it is None nevertheless,
the compiled rule raises, and the rules run interpreted.
"""

from __future__ import annotations

import ast

from perfectplay.compiler.source.iterators import nodes_of
from perfectplay.compiler.source.syntax_trees import call, located


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
