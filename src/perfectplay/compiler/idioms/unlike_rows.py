"""Loops over rows of unlike things, and questions whether one is among them, written out.

``for piece, at in (("king", s.king), ("pawn", s.pawn))``, where the pawn may be None: compiled code
loops over things of one kind. So the body of the loop is written out for each row, and
``to in (s.king, s.pawn)`` asks for one after the other.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Sequence

from perfectplay.compiler.source.syntax_trees import (
    Statements,
    Substitution,
    all_located,
    bound_names,
    call,
    flat,
    is_plain,
    leaves,
    load,
    located,
    store,
)

MOST_ROWS = 4
"""Rows, at most: each makes the compiler's work longer."""


def without_unlike_rows(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Write out the loops of a function over such rows, and such questions, in place. ``fresh``: a
    new name for a local."""
    again = _WrittenOut(tree, fresh)
    tree.body = flat(again.visit(x) for x in tree.body)


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
        self.tree, self.fresh = tree, fresh

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Compare(left, [ast.In() | ast.NotIn() as op], [ast.Tuple(items)]) if (
                2 <= len(items) <= MOST_ROWS and is_plain(left) and all(map(_is_field, items))
            ):
                among = isinstance(op, ast.In)
                one, joint = (ast.Eq(), ast.Or()) if among else (ast.NotEq(), ast.And())
                asked = [ast.Compare(copy.deepcopy(left), [one], [x]) for x in items]
                return located(ast.BoolOp(joint, list[ast.expr](asked)), node)
        return node

    def visit_For(self, node: ast.For) -> ast.For | Statements:
        self.generic_visit(node)
        match node:
            case ast.For(ast.Tuple(targets), ast.Tuple(rows) | ast.List(rows), body, []):
                names = [x.id for x in targets if isinstance(x, ast.Name)]
                cells = [row.elts for row in rows if isinstance(row, ast.Tuple)]
                alike = len(names) == len(targets) and len(cells) == len(rows)
                if alike and self._fits(names, cells, node):
                    return all_located(self._written(names, cells, body), node)
        return node

    def _fits(self, names: list[str], rows: list[list[ast.expr]], loop: ast.For) -> bool:
        """Whether the body may stand there once for each row."""
        if not 2 <= len(rows) <= MOST_ROWS or any(len(row) != len(names) for row in rows):
            return False
        if any(isinstance(x, ast.Starred) for row in rows for x in row):
            return False
        if not any(map(_may_be_unlike, zip(*rows, strict=True))):
            return False
        body = ast.Module(loop.body, [])
        inner = any(isinstance(x, ast.FunctionDef | ast.Lambda) for x in ast.walk(body))
        if inner or leaves(loop.body, ast.Break) or bound_names(body) & set(names):
            return False
        return not any(name in names for name in _read_outside(self.tree, loop))

    def _written(
        self, names: list[str], rows: list[list[ast.expr]], body: Statements
    ) -> Statements:
        first: Statements = []
        written: Statements = []
        goes_on = leaves(body, ast.Continue)
        for row in rows:
            new: dict[str, ast.expr] = {}
            for name, value in zip(names, row, strict=True):
                new[name] = value
                if not isinstance(value, ast.Constant):
                    own = self.fresh(name)
                    new[name] = load(own)
                    first.append(ast.Assign([store(own)], value))
            again = [Substitution(new).visit(copy.deepcopy(x)) for x in body]
            once = ast.For(store(self.fresh("once")), call("range", ast.Constant(1)), again, [])
            written += [once] if goes_on else again
        return [*first, *written]


def _is_field(node: ast.expr) -> bool:
    """Whether it is plainly a field, or a local: nothing is missed if it is not asked."""
    return isinstance(node, ast.Name | ast.Attribute) and is_plain(node)


def _may_be_unlike(column: Sequence[ast.expr]) -> bool:
    """Whether fields of a state stand in a column: one of them may be None."""
    return any(isinstance(x, ast.Attribute | ast.Subscript | ast.Name) for x in column)


def _read_outside(tree: ast.FunctionDef, loop: ast.For) -> Counter[str]:
    """The names that a function reads outside of a loop, with how often it does."""
    return +(_reads(tree) - _reads(loop))


def _reads(tree: ast.AST) -> Counter[str]:
    names = (x for x in ast.walk(tree) if isinstance(x, ast.Name))
    return Counter(x.id for x in names if isinstance(x.ctx, ast.Load))
