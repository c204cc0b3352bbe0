"""Replace statements by simpler ones that do the same: one function for each idiom."""

from __future__ import annotations

import ast
from collections.abc import Callable

from perfectplay.compiler.folding.matching import Places, if_chain
from perfectplay.compiler.idioms.walrus import without_walrus
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    items_apart,
    load,
    store,
)

FreshLocals = Callable[[str], str]
"""A new local name for a wanted one."""


def simpler(node: ast.stmt, fresh: FreshLocals, place: Places) -> Statements | None:
    """The statements that replace this one, which may be simplified again; None if it is simple.
    Raises NotCompilable."""
    match node:
        case ast.Match():
            return if_chain(node, fresh("subject"), place)
        case ast.AnnAssign(target, _, ast.expr() as value):
            return all_located([ast.Assign([target], value)], node)
        case ast.Assign([ast.Name(name)], ast.Lambda(arguments, body)):
            return all_located(
                [ast.FunctionDef(name, arguments, [ast.Return(body)], [], None)], node
            )
    return without_walrus(node, place)


class OneByOne(ast.NodeTransformer):
    """``a, b = [], x`` as one assignment each, where no value reads a name that is set."""

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                names = {target.id for target in targets if isinstance(target, ast.Name)}
                read = {x.id for x in ast.walk(node.value) if isinstance(x, ast.Name)}
                inner = any(isinstance(x, ast.Starred | ast.NamedExpr) for x in ast.walk(node))
                if len(names) == len(targets) and not names & read and not inner:
                    pairs = zip(targets, values, strict=True)
                    return all_located([ast.Assign([x], value) for x, value in pairs], node)
        return node


class StarsApart(ast.NodeTransformer):
    """``a, *rest, b = items`` as one assignment each."""

    def __init__(self, fresh: FreshLocals) -> None:
        self.fresh = fresh

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node:
            case ast.Assign([ast.Tuple(targets) | ast.List(targets)], value):
                if any(isinstance(x, ast.Starred) for x in targets):
                    return _unpacked(targets, value, self.fresh("whole"), node)
        return node


def _unpacked(targets: list[ast.expr], value: ast.expr, whole: str, where: ast.stmt) -> Statements:
    star = next(i for i, x in enumerate(targets) if isinstance(x, ast.Starred))
    parts = items_apart(load(whole), len(targets), star)
    statements: Statements = [ast.Assign([store(whole)], value)]
    for target, part in zip(targets, parts, strict=True):
        one = target.value if isinstance(target, ast.Starred) else target
        statements.append(ast.Assign([one], part))
    return all_located(statements, where)
