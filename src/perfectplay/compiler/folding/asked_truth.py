"""The truth of what may be None: Numba takes it for that of a number or a tuple, and None raises.

``if state.last:``, ``if next(self.moves(state), None):`` ask a helper, which knows None.
"""

from __future__ import annotations

import ast

from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import call, located


def ask_helpers_for_truth(tree: ast.FunctionDef, *, everywhere: bool) -> None:
    """Rewrite the tests in a function, in place. ``everywhere``: its states hold such parts, so
    that any value may be one; otherwise only what `next` gives is asked for, and locals that are
    None in some line: ``best = None``."""
    nones = _set_to_none(tree)

    def tested(test: ast.expr) -> ast.expr:
        match test:
            case ast.BoolOp(_, values):
                test.values = [tested(value) for value in values]
            case ast.Call(ast.Name(name)) if name == own("truth"):
                return test
            case ast.Call(ast.Name(name)) if name == own("first_of"):
                return located(call("truth", test), test)
            case ast.Name(name) if name in nones:
                return located(call("truth", test), test)
            case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call() if everywhere:
                return located(call("truth", test), test)
        return test

    for node in ast.walk(tree):
        match node:
            case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
                node.test = tested(node.test)
            case ast.comprehension():
                node.ifs = [tested(test) for test in node.ifs]
            case ast.UnaryOp(ast.Not(), operand):
                node.operand = tested(operand)


def _set_to_none(tree: ast.FunctionDef) -> set[str]:
    """The locals that are None in some line, and something else in another."""
    nones: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.Constant(None)):
                nones.add(name)
            case ast.Assign([ast.Name(name)]):
                others.add(name)
    return nones & others
