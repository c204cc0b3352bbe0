"""Methods that call themselves: compiled code counts how deep they are, so that none ends the
process."""

from __future__ import annotations

import ast

from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import call, load, located

DEEPEST = 500
"""Deeper calls go to the interpreter, which has a limit of its own, some 1,000."""

TOO_DEEP = f"a method calls itself more than {DEEPEST} times"

_DEPTH = own("depth")


def counted(tree: ast.FunctionDef) -> None:
    """Give a function that calls itself a first argument, how deep the call is, and a limit."""
    tree.args.args.insert(0, ast.arg(_DEPTH))
    too_deep = ast.Compare(load(_DEPTH), [ast.Gt()], [ast.Constant(DEEPEST)])
    stop = ast.Raise(call("ValueError", ast.Constant(TOO_DEEP)), None)
    tree.body.insert(0, located(ast.If(too_deep, [stop], []), tree.body[0]))
    located(tree, tree)


def depth(*, inside: bool) -> ast.expr:
    """The first argument of a call of such a function; ``inside``: by itself."""
    if not inside:
        return ast.Constant(0)
    return ast.BinOp(load(_DEPTH), ast.Add(), ast.Constant(1))
