"""The truth of what may be None: Numba takes it for that of a number or a tuple, and None raises.

``if state.last:``, ``if next(self.moves(state), None):`` ask a helper, which knows None.
"""

from __future__ import annotations

import ast

from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import call, located


def ask_helpers_for_truth(tree: ast.FunctionDef, *, everywhere: bool) -> None:
    """Rewrite the tests in a function, in place. ``everywhere``: its states hold such parts, so
    that any value may be one; otherwise only what `next` gives is asked for."""
    for node in ast.walk(tree):
        match node:
            case ast.If() | ast.While() | ast.IfExp() | ast.Assert():
                node.test = _tested(node.test, everywhere)
            case ast.comprehension():
                node.ifs = [_tested(test, everywhere) for test in node.ifs]
            case ast.UnaryOp(ast.Not(), operand):
                node.operand = _tested(operand, everywhere)


def _tested(test: ast.expr, everywhere: bool) -> ast.expr:
    match test:
        case ast.BoolOp(_, values):
            test.values = [_tested(value, everywhere) for value in values]
        case ast.Call(ast.Name(name)) if name == own("truth"):
            return test
        case ast.Call(ast.Name(name)) if name == own("first_of"):
            return located(call("truth", test), test)
        case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call() if everywhere:
            return located(call("truth", test), test)
    return test
