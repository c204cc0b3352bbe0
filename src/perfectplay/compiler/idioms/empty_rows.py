"""``rows = [[] for _ in range(3)]``: the kind of what such rows hold.

The compiler does not find it from ``rows[i].append(x)``. So a list of its own shows it, in a branch
that never runs, as for other lists that begin empty (`kinds_of_empties.py`).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from perfectplay.compiler.idioms.kinds_of_empties import LISTS, bodies_of, names
from perfectplay.compiler.source.syntax_trees import call, load, located, store


def give_row_kinds(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Give empty rows the kind of what is put in first, in place. ``fresh``: a new name for a
    local."""
    for node in list(_statements(tree)):
        match node:
            case ast.Assign([ast.Name(name)], value):
                rows = [x for x in _rows_of(value) if LISTS.is_empty(x)]
                if rows and (shown := _shown(tree, name)) is not None:
                    kind = fresh("kind")
                    _show(tree, shown, kind)
                    node.value = _Replaced(rows, call("none_of", load(kind))).visit(value)
                    first = ast.Assign([store(kind)], LISTS.empty())
                    tree.body.insert(0, located(first, tree.body[0]))


def _rows_of(value: ast.expr) -> list[ast.expr]:
    match value:
        case ast.ListComp(row):
            return [row]
        case ast.List(rows):
            return rows
    return []


def _shown(tree: ast.FunctionDef, name: str) -> tuple[ast.stmt, str, ast.expr] | None:
    """The first statement that puts something in a row, the method that does, and what it puts."""
    for node in _statements(tree):
        match node:
            case ast.Expr(
                ast.Call(ast.Attribute(ast.Subscript(ast.Name(rows), _), method), [value], [])
            ) if rows == name and method in (LISTS.one, LISTS.several):
                shown = method, value
            case ast.AugAssign(ast.Subscript(ast.Name(rows), _), ast.Add(), value) if rows == name:
                shown = LISTS.several, value
            case _:
                continue
        if not names(shown[1], name):
            return node, *shown
    return None


def _show(tree: ast.FunctionDef, shown: tuple[ast.stmt, str, ast.expr], kind: str) -> None:
    node, method, value = shown
    showing = located(LISTS.put(kind, method, copy.deepcopy(value)), node)
    for body in [tree.body, *(each for x in _statements(tree) for each in bodies_of(x))]:
        if node in body:
            body.insert(body.index(node), showing)
            return


def _statements(tree: ast.FunctionDef) -> Iterator[ast.stmt]:
    """The statements of a function, without those of functions inside it, in their order."""
    waiting = list(reversed(tree.body))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, ast.FunctionDef):
            for body in reversed(bodies_of(node)):
                waiting.extend(reversed(body))


class _Replaced(ast.NodeTransformer):
    """Puts a copy of an expression in the place of some nodes."""

    def __init__(self, nodes: list[ast.expr], other: ast.expr) -> None:
        self.nodes, self.other = nodes, other

    def visit_List(self, node: ast.List) -> ast.expr:
        if any(node is x for x in self.nodes):
            return located(copy.deepcopy(self.other), node)
        self.generic_visit(node)
        return node
