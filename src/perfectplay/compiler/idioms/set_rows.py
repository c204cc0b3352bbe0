"""Constant sets of a table: ``NEAR[i] & free``, ``for line in LINES: if line <= mine``.

Where the states of a game hold sets, such a set becomes one of their kind. Elsewhere it is a tuple
of its elements, and a new set where an operator needs one. So it must not be changed, nor kept.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

from perfectplay.compiler.idioms.set_changes import COMBINING, OPERATORS
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import call, load, located

_READING = {"len", "sorted", "any", "all", "sum", "min", "max", "set", "frozenset"}
_IN_ORDER = {"list", "enumerate", "zip"}

Known = Callable[[ast.expr], Any]


def items_looped(node: ast.expr, known: Known) -> tuple[Any, ...] | None:
    """The items of a constant table that is looped over; None for anything else."""
    match node:
        case ast.Call(ast.Attribute(base, "values" | "items" | "keys" as view), [], []):
            table = known(base)
            return tuple(getattr(table, view)()) if type(table) is dict else None
    table = known(node)
    return tuple(table) if type(table) in (list, tuple, dict) else None


def set_places(items: tuple[Any, ...], target: ast.expr) -> dict[str, int | None]:
    """The names of a loop's target that get sets, each with its place in an item, None for the
    whole item."""
    if isinstance(target, ast.Name):
        return {target.id: None} if _are_sets(items) else {}
    if not isinstance(target, ast.Tuple) or not all(isinstance(x, ast.Name) for x in target.elts):
        return {}
    width = len(target.elts)
    if not all(isinstance(item, tuple) and len(item) == width for item in items):
        return {}
    columns = zip(target.elts, zip(*items, strict=True), strict=False)
    return {
        name.id: place  # type: ignore[attr-defined]
        for place, (name, column) in enumerate(columns)
        if _are_sets(column)
    }


def _are_sets(items: Iterable[Any]) -> bool:
    items = tuple(items)
    return bool(items) and all(isinstance(x, set | frozenset) for x in items)


def with_sets(
    items: tuple[Any, ...], places: Iterable[int | None], change: Callable[[Any], Any]
) -> tuple[Any, ...]:
    """The items with each of their sets changed."""
    places = set(places)
    if None in places:
        return tuple(map(change, items))
    return tuple(tuple(change(x) if i in places else x for i, x in enumerate(t)) for t in items)


class SetUses(ast.NodeTransformer):
    """The uses of a name that holds a constant set.

    ``sound``: whether all of them only read it. ``ordered``: whether some take its elements one by
    one. ``made``: whether operators get a new set of the elements.
    """

    def __init__(self, name: str, *, made: bool) -> None:
        self.name, self.made = name, made
        self.sound, self.ordered = True, False

    def within(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a loop, rewritten if operators get new sets."""
        return [located(self.visit(statement), statement) for statement in body]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if self._is_it(node):  # a use that nothing below allows
            self.sound = False
        return node

    def _is_it(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Name) and node.id == self.name and isinstance(node.ctx, ast.Load)
        )

    def _operand(self, node: ast.expr) -> ast.expr:
        if not self._is_it(node):
            return self.visit(node)  # type: ignore[no-any-return]
        return call("set", load(self.name)) if self.made else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, OPERATORS):
            node.left, node.right = self._operand(node.left), self._operand(node.right)
            return node
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(left, [ast.In() | ast.NotIn()], [where]) if self._is_it(where):
                node.left = self.visit(left)
                return node
        node.left = self._operand(node.left)
        node.comparators = [self._operand(x) for x in node.comparators]
        return node

    def _truth(self, node: ast.expr) -> ast.expr:
        """A condition, of which only the truth matters."""
        if self._is_it(node):
            return ast.Compare(call("len", node), [ast.Gt()], [ast.Constant(0)])
        if isinstance(node, ast.BoolOp):
            node.values = [self._truth(x) for x in node.values]
            return node
        return self.visit(node)  # type: ignore[no-any-return]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self._truth if isinstance(node.op, ast.Not) else self.visit
        node.operand = operand(node.operand)
        return node

    def _tested(self, node: ast.If | ast.While | ast.IfExp) -> Any:
        node.test = self._truth(node.test)
        return self.generic_visit(node)

    visit_If = visit_While = visit_IfExp = _tested

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node.func:
            case ast.Attribute(whole, method) if method in COMBINING:
                node.func.value = self._operand(whole)
                node.args = [self._operand(x) for x in node.args]
                return node
            case ast.Name(function) if function in (own("set"), own("len")):
                return node  # made here
            case ast.Name(function) if function in _READING | _IN_ORDER and node.args:
                if self._is_it(node.args[0]):
                    self.ordered |= function in _IN_ORDER
                    node.args[1:] = [self.visit(x) for x in node.args[1:]]
                    node.keywords = [self.visit(x) for x in node.keywords]
                    return node
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_For(self, node: ast.For) -> ast.stmt:
        if self._is_it(node.iter):
            self.ordered = True
            node.body = self.within(node.body)
            node.orelse = self.within(node.orelse)
            return node
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        if self._is_it(node.iter):
            self.ordered = True
            node.target = self.visit(node.target)
            node.ifs = [self._truth(x) for x in node.ifs]
            return node
        node.ifs = [self._truth(x) for x in node.ifs]
        return self.generic_visit(node)  # type: ignore[return-value]


def is_set_row(node: ast.expr, known: Known) -> bool:
    """Whether an expression is a set of a constant table that a variable chooses."""
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
        return False
    if known(node) is not MISSING:
        return False
    table = known(node.value)
    if not isinstance(table, dict | list | tuple):
        return False
    return _are_sets(rows_of(table))


def rows_of(table: Any) -> tuple[Any, ...]:
    """The values of a dict, the items of a list or tuple."""
    return tuple(table.values() if isinstance(table, dict) else table)
