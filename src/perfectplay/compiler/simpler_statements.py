"""Replace statements by simpler ones that do the same: one function for each idiom."""

from __future__ import annotations

import ast
from collections.abc import Callable

from perfectplay.compiler.matching import Places, if_chain
from perfectplay.compiler.syntax_trees import Statements, all_located, items_apart, load, store
from perfectplay.compiler.walrus import without_walrus

FreshLocals = Callable[[str], str]
"""A new local name for a wanted one."""


def simpler(node: ast.stmt, fresh: FreshLocals, place: Places) -> Statements | None:
    """The statements that replace this one, which may be simplified again; None if it is simple.

    Raises NotCompilable.
    """
    match node:
        case ast.Match():
            return if_chain(node, fresh("subject"), place)
        case ast.AnnAssign(target, _, ast.expr() as value):
            return all_located([ast.Assign([target], value)], node)
        case ast.Assign([ast.Name(name)], ast.Lambda(arguments, body)):
            return all_located(
                [ast.FunctionDef(name, arguments, [ast.Return(body)], [], None)], node
            )
        case ast.Assign([ast.Tuple() | ast.List() as target], value):
            if any(isinstance(x, ast.Starred) for x in target.elts):
                return _unpacked(target.elts, value, fresh("whole"), node)
    return without_walrus(node, place)


def _unpacked(targets: list[ast.expr], value: ast.expr, whole: str, where: ast.stmt) -> Statements:
    """``a, *rest, b = items`` as one assignment each."""
    star = next(i for i, x in enumerate(targets) if isinstance(x, ast.Starred))
    parts = items_apart(load(whole), len(targets), star)
    statements: Statements = [ast.Assign([store(whole)], value)]
    for target, part in zip(targets, parts, strict=True):
        one = target.value if isinstance(target, ast.Starred) else target
        statements.append(ast.Assign([one], part))
    return all_located(statements, where)
