"""Shifts by what the state tells: by 64 and more, a processor shifts by the rest modulo 64, where
Python gives 0, or all bits of the sign; so it does by a negative number, where Python raises.

Such shifts become calls of helpers, but for those by numbers that are plainly small. The helpers
ask whether a number is negative only where the rule subtracts: a question that may raise costs as
much as the rest of a move of Connect Four.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from itertools import product

from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    bindings,
    call,
    is_plain,
    load,
    located,
    store,
)

_HELPERS: dict[type[ast.operator], str] = {
    ast.LShift: "shifted_left", ast.RShift: "shifted_right",
}  # fmt: skip
_BITS = 64
_MANY = 1 << 60

Bounds = tuple[int, int] | None
"""The least and the greatest number that an expression gives; None if they are not known."""


def shift_as_python(
    tree: ast.FunctionDef, numbers_in: Callable[[str], Bounds], fresh_name: Callable[[str], str]
) -> None:
    """Let shifts of a rewritten function give what Python gives, in place. ``numbers_in``: the
    bounds of the numbers in a constant of the module; None for other names."""
    if any(isinstance(x, ast.LShift | ast.RShift) for x in ast.walk(tree)):
        _Shifts(_Limits(tree, numbers_in), fresh_name).visit(tree)


class _Shifts(ast.NodeTransformer):
    def __init__(self, limits: _Limits, fresh_name: Callable[[str], str]) -> None:
        self.limits, self.fresh_name = limits, fresh_name

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if (helper := self._helper(node.op, node.right)) is None:
            return node
        return located(call(helper, node.left, self._places(node.right)), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign | Statements:
        self.generic_visit(node)
        helper = self._helper(node.op, node.value)
        if helper is None:
            return node
        lines = [] if is_plain(node.target) else self._apart(node.target)
        before = copy.deepcopy(node.target)
        before.ctx = ast.Load()
        value = call(helper, before, self._places(node.value))
        return all_located([*lines, ast.Assign([node.target], value)], node)

    def _apart(self, target: ast.expr) -> Statements:
        """What is computed once for a place that is read and set: ``cells[self.next(i)] >>= n``."""
        lines: Statements = []
        if isinstance(target, ast.Subscript):
            for field in ("value", "slice"):
                name = self.fresh_name(field)
                lines.append(ast.Assign([store(name)], getattr(target, field)))
                setattr(target, field, load(name))
        return lines

    def _helper(self, op: ast.operator, places: ast.expr) -> str | None:
        bounds = self.limits.of(places)
        small = bounds is not None and bounds[0] >= 0 and bounds[1] < _BITS
        return None if small else _HELPERS.get(type(op))

    def _places(self, places: ast.expr) -> ast.expr:
        bounds = self.limits.of(places)
        if bounds is not None and bounds[0] >= 0:
            return places
        return call("places", places) if self.limits.subtracts(places) else places


class _Limits:
    """Between which numbers expressions of a function lie, as far as its text shows."""

    def __init__(self, tree: ast.FunctionDef, numbers_in: Callable[[str], Bounds]) -> None:
        times = bindings(tree)
        self.numbers_in = numbers_in
        self.values: dict[str, ast.expr] = {}
        self.looped: dict[str, ast.expr] = {}
        self.open: set[str] = set()
        for node in ast.walk(tree):
            match node:
                case ast.Assign([ast.Name(name)], value) if times[name] == 1:
                    self.values[name] = value
                case ast.For(ast.Name(name), items) | ast.comprehension(ast.Name(name), items) if (
                    times[name] == 1
                ):
                    self.looped[name] = items

    def of(self, node: ast.expr) -> Bounds:
        """The bounds of an expression."""
        match node:
            case ast.Constant(int() as value):
                return (int(value), int(value))
            case ast.Name(name):
                return self._of_name(name, self.of)
            case ast.Subscript(table, index) if not isinstance(index, ast.Slice):
                return self.within(table)
            case ast.Compare():
                return (0, 1)
            case ast.IfExp(_, yes, no):
                return _around([self.of(yes), self.of(no)])
            case ast.BinOp(_, ast.Mod(), ast.Constant(int() as value)) if value > 0:
                return (0, value - 1)
            case ast.BinOp(_, ast.BitAnd(), ast.Constant(int() as value)) if value >= 0:
                return (0, value)
            case ast.BinOp(left, op, right):
                return _computed(self.of(left), op, self.of(right))
            case ast.Call(ast.Name(name), [_]) if name == own("popcount"):
                return (0, _BITS)
        return None

    def subtracts(self, node: ast.expr) -> bool:
        """Whether an expression may be negative by what it says, or by what names in it are."""
        for part in ast.walk(node):
            match part:
                case ast.Sub() | ast.USub() | ast.Invert():
                    return True
                case ast.Constant(int() as value) if value < 0:
                    return True
                case ast.Name(name) if name in self.values and name not in self.open:
                    self.open.add(name)
                    found = self.subtracts(self.values[name])
                    self.open.discard(name)
                    if found:
                        return True
        return False

    def within(self, items: ast.expr) -> Bounds:
        """The bounds of the numbers in a tuple, a table, or what a loop goes through; None for a
        list, which may be changed."""
        match items:
            case ast.Call(ast.Name(name), arguments) if name == own("range"):
                return self._of_range([self.of(x) for x in arguments])
            case ast.Call(ast.Name(name), [table]) if name == own("looped"):
                return self.within(table)
            case ast.Tuple(parts):
                return _around([self.of(part) or self.within(part) for part in parts])
            case ast.Subscript(table):
                return self.within(table)
            case ast.Name(name):
                return self.numbers_in(name) or self._of_name(name, self.within)
        return None

    def _of_name(self, name: str, of_value: Callable[[ast.expr], Bounds]) -> Bounds:
        """The bounds of a local: of what it is set to, or of what it loops over."""
        if name in self.open or (name not in self.values and name not in self.looped):
            return None
        self.open.add(name)
        looped = self.looped.get(name)
        if isinstance(looped, ast.List):
            looped = ast.Tuple(looped.elts, ast.Load())
        found = of_value(self.values[name]) if looped is None else self.within(looped)
        self.open.discard(name)
        return found

    def _of_range(self, found: list[Bounds]) -> Bounds:
        ends = [x for x in found if x is not None]
        if len(ends) < len(found) or not ends:
            return None
        if len(ends) == 1:
            return (0, max(0, ends[0][1] - 1))
        return (min(ends[0][0], ends[1][0]), max(ends[0][1], ends[1][1]))


def _around(all_bounds: list[Bounds]) -> Bounds:
    found = [x for x in all_bounds if x is not None]
    if len(found) < len(all_bounds) or not found:
        return None
    return (min(x for x, _ in found), max(x for _, x in found))


def _computed(left: Bounds, op: ast.operator, right: Bounds) -> Bounds:
    """The bounds of a sum, a difference, a product or a quotient."""
    if left is None or right is None:
        return None
    if isinstance(op, ast.Add):
        found = [left[0] + right[0], left[1] + right[1]]
    elif isinstance(op, ast.Sub):
        found = [left[0] - right[1], left[1] - right[0]]
    elif isinstance(op, ast.Mult):
        found = [a * b for a, b in product(left, right)]
    elif isinstance(op, ast.FloorDiv) and right[0] > 0:
        found = [a // b for a, b in product(left, right)]
    else:
        return None
    return (min(found), max(found)) if max(map(abs, found)) < _MANY else None
