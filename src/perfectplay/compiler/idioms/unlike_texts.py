"""``for pattern in ("X_", "XO_"): i = s.find(pattern)``: loops over constant texts of unlike
lengths, written out, text by text. In compiled code the length of a text is a part of its kind."""

from __future__ import annotations

import ast
import copy
from typing import Any

from perfectplay.compiler.idioms.left_loops import left_by, with_flag, with_rounds
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Statements,
    Substitution,
    all_located,
    bindings,
    bound_names,
    flat,
    located,
)

_MOST = 12
"""A loop over more texts takes too long to compile."""

Row = tuple[Any, ...]


def write_out_texts(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Write out such loops in a function, in place."""
    written = _WrittenOut(tree, rules)
    tree.body = flat(written.visit(statement) for statement in tree.body)


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, rules: FunctionRules) -> None:
        self.tree, self.rules = tree, rules

    def visit_For(self, node: ast.For) -> ast.stmt | Statements:
        self.generic_visit(node)
        names = _names(node.target)
        rows = self._rows(node.iter, names)
        if not rows or not self._is_alone(node, names):
            return node
        body, flag = with_flag(node.body, self.rules.fresh_local)
        written: Statements = []
        for row in rows:
            each = [_with(names, row).visit(x) for x in copy.deepcopy(body)]
            written += with_rounds(each, self.rules.fresh_local)
        found = left_by(written, flag, self.rules.fresh_local, node.orelse)
        return all_located(found, node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """``any(... for pattern in ...)``, ``all``, ``sum``."""
        self.generic_visit(node)
        match node:
            case ast.Call(function, [ast.GeneratorExp(made, [loop])], []):
                known = self.rules.known(function)
            case _:
                return node
        names = _names(loop.target)
        rows = self._rows(loop.iter, names) if known in (any, all, sum) else []
        parts = [made, *loop.ifs]
        named = {name for part in parts for name in bindings(part)}
        if not rows or named.intersection(names) or any(map(_keeps, parts)):
            return node
        tested = ast.BoolOp(ast.And(), [*loop.ifs]) if len(loop.ifs) > 1 else None
        test = tested or (loop.ifs[0] if loop.ifs else None)
        parts = [_with(names, x).visit(_part(known, made, test)) for x in rows]
        if known is sum:
            whole = parts[0]
            for part in parts[1:]:
                whole = ast.BinOp(whole, ast.Add(), part)
        else:
            operator = ast.Or() if known is any else ast.And()
            whole = ast.Call(ast.Name("bool", ast.Load()), [ast.BoolOp(operator, parts)], [])
        return located(whole, node)

    def _rows(self, items: ast.expr, names: list[str]) -> list[Row]:
        """What the names have, one after the other; none if it is to stay a loop."""
        items = ast.Tuple(items.elts, ast.Load()) if isinstance(items, ast.List) else items
        constants, table = self.rules.module.constants, self.rules.known(items)
        if not names or not isinstance(table, tuple | list) or not 2 <= len(table) <= _MOST:
            return []
        rows = [(x,) if len(names) == 1 else x for x in table]
        if not all(isinstance(x, tuple | list) and len(x) == len(names) for x in rows):
            return []
        columns = list(zip(*rows, strict=True))
        texts = [x for x in columns if all(type(text) is str for text in x)]
        plain = all(type(x) in (str, int, bool) for row in rows for x in row)
        unlike = any(len(set(map(len, x))) > 1 and any(map(constants.is_board, x)) for x in texts)
        return rows if plain and unlike else []

    def _is_alone(self, node: ast.For, names: list[str]) -> bool:
        """Whether only loops set the names, and each is read in the loop that sets it."""
        for name in names:
            uses = [x for x in ast.walk(self.tree) if isinstance(x, ast.Name) and x.id == name]
            loops = [x for x in ast.walk(self.tree) if _sets(x, name)]
            around = {id(x) for loop in loops if loop is not node for x in ast.walk(loop)}
            inside = {id(x) for x in ast.walk(node)}
            if any(_sets(x, name) and x is not node for x in ast.walk(node)):
                return False
            times = sum(not isinstance(x, COMPREHENSIONS) for x in loops)
            if bindings(self.tree)[name] != times or not all(
                id(x) in around | inside for x in uses
            ):
                return False
        return True


def _sets(node: ast.AST, name: str) -> bool:
    """Whether a loop, or one of a comprehension, sets a name."""
    if isinstance(node, COMPREHENSIONS):
        return any(_sets(loop, name) for loop in node.generators)
    return isinstance(node, ast.For | ast.comprehension) and name in bound_names(node.target)


def _keeps(node: ast.expr) -> bool:
    return any(isinstance(x, ast.NamedExpr) for x in ast.walk(node))


def _names(target: ast.expr) -> list[str]:
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return [x.id for x in parts if isinstance(x, ast.Name)] if all(
        isinstance(x, ast.Name) for x in parts
    ) else []  # fmt: skip


def _with(names: list[str], row: Row) -> Substitution:
    return Substitution({x: ast.Constant(value) for x, value in zip(names, row, strict=True)})


def _part(known: Any, made: ast.expr, test: ast.expr | None) -> ast.expr:
    """What one round gives; ``test``: whether there is one."""
    made, test = copy.deepcopy(made), copy.deepcopy(test)
    if test is None:
        return made
    if known is sum:
        return ast.IfExp(test, made, ast.Constant(0))
    if known is any:
        return ast.BoolOp(ast.And(), [test, made])
    return ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), test), made])
