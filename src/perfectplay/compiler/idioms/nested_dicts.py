"""Constant tables of dicts that are asked for any key: ``REACH[piece][square]``, ``GRAPH[i][way]``.

All values are one table: with n inner keys, that of the i-th dict and the j-th key has the number
n * i + j. ``i`` and ``j`` are looked up in dicts of their own, so that a key that is not there is
the error that it is in Python. Dicts that are asked for constant keys alone are rows of unlike
things (`dict_rows`).
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from typing import Any, TypeAlias

from perfectplay.compiler.idioms.dict_rows import Tables
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import bindings, call, is_plain, located

MOST_VALUES = 4_096
"""Tables with more values are left as they are."""

_ITERATING = (len, list, tuple, sorted, set, min, max, sum, any, all, enumerate)
"""Functions to which a dict is its keys."""

_VIEWS = ("keys", "values", "items")

_Testing: TypeAlias = ast.If | ast.IfExp | ast.While


def unfold_nested_dicts(tree: ast.FunctionDef, rules: Tables) -> None:
    """Rewrite what a function asks tables of dicts, in place."""
    _Unfolded(rules, _locals_that_are_dicts(tree, rules)).visit(tree)


@dataclass(frozen=True)
class _Nested:
    """``outer``: the place of each outer key; ``inner``: that of each inner key; ``values``: all of
    them by number, a list if every dict has every key."""

    outer: Any
    inner: dict[Any, int]
    values: Any
    dicts: tuple[dict[Any, Any], ...]

    @property
    def is_ragged(self) -> bool:
        """Whether some dicts lack keys that others have."""
        return isinstance(self.values, dict)

    @classmethod
    def of(cls, table: Any) -> _Nested | None:
        """The table of dicts as one; None for anything else."""
        if not isinstance(table, dict | list | tuple) or not table:
            return None
        dicts = tuple(table.values() if isinstance(table, dict) else table)
        if not all(type(each) is dict for each in dicts):
            return None
        keys = dict.fromkeys(key for each in dicts for key in each)
        if not keys or len(dicts) * len(keys) > MOST_VALUES:
            return None
        inner = {key: j for j, key in enumerate(keys)}
        values: Any = {
            len(keys) * i + inner[key]: value
            for i, each in enumerate(dicts) for key, value in each.items()
        }  # fmt: skip
        if len(values) == len(dicts) * len(keys):
            values = [values[number] for number in range(len(values))]  # some may be lists, too
        outer = {key: i for i, key in enumerate(table)} if isinstance(table, dict) else None
        return cls(outer or tuple(range(len(dicts))), inner, values, dicts)


def _table_of(node: ast.expr, rules: Tables) -> _Nested | None:
    """The table whose dict ``TABLE[key]`` is; None for other expressions."""
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
        return None
    if rules.known(node) is not MISSING:
        return None
    table = rules.known(node.value)
    return None if table is MISSING else _Nested.of(table)


def _locals_that_are_dicts(tree: ast.FunctionDef, rules: Tables) -> dict[str, _Nested]:
    """The locals that are set once, to a dict of a table, and only asked for what is in it."""
    found: dict[str, _Nested] = {}
    times = bindings(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value) if times[name] == 1:
                nested = _table_of(value, rules)
                if nested is not None and _is_only_asked(tree, name, nested, rules):
                    found[name] = nested
    return found


def _is_only_asked(tree: ast.FunctionDef, name: str, nested: _Nested, rules: Tables) -> bool:
    """Whether a local is only set, indexed, asked whether it has a key, looped over and tested."""
    whole = {id(use) for node in ast.walk(tree) for use in _asked_whole(node, nested, rules)}
    return all(
        _asks(node, child) or id(child) in whole
        for node in ast.walk(tree)
        for child in ast.iter_child_nodes(node)
        if isinstance(child, ast.Name) and child.id == name
    )


def _asks(parent: ast.AST, use: ast.Name) -> bool:
    match parent:
        case ast.Assign([target]):
            return target is use
        case ast.Subscript(value):
            return value is use
        case ast.Compare(_, [ast.In() | ast.NotIn()], [whole]):
            return whole is use
        case ast.Attribute(_, "get"):
            return True
    return False


def _asked_whole(node: ast.AST, nested: _Nested, rules: Tables) -> list[ast.expr]:
    """The expressions that a node loops over, or of which it loops over a view, or tests."""
    match node:
        case ast.For(_, items):
            return [_viewed(items)[1]]
        case ast.comprehension(_, items, tests):
            return [_viewed(items)[1], *(x for test in tests for x in _tested(test))]
        case ast.If(test) | ast.IfExp(test) | ast.While(test) | ast.UnaryOp(ast.Not(), test):
            return _tested(test)
        case ast.Call(function, [items], _) if _takes_items(function, rules):
            view, whole = _viewed(items)
            alike = view != "items" or not nested.is_ragged or _may_zip(function, rules)
            return [whole] if alike else []
    return []


def _tested(test: ast.expr) -> list[ast.expr]:
    """The parts of a test of which only the truth matters."""
    if isinstance(test, ast.BoolOp):
        return [part for value in test.values for part in _tested(value)]
    return [test]


def _viewed(node: ast.expr) -> tuple[str, ast.expr]:
    """The view of a dict that an expression is, and the dict; a dict itself is its keys."""
    match node:
        case ast.Call(ast.Attribute(whole, view), [], []) if view in _VIEWS:
            return view, whole
    return "keys", node


def _takes_items(function: ast.expr, rules: Tables) -> bool:
    return any(rules.known(function) is each for each in _ITERATING)


def _may_zip(function: ast.expr, rules: Tables) -> bool:
    """Whether a function may be given two rows side by side, or only counts."""
    return rules.known(function) in (enumerate, len)


class _Unfolded(ast.NodeTransformer):
    def __init__(self, rules: Tables, locals_: dict[str, _Nested]) -> None:
        self.rules, self.locals = rules, locals_

    def _place(self, node: ast.expr) -> tuple[_Nested, ast.expr] | None:
        """The table of a dict, and the place of the dict in it; None for other expressions."""
        if isinstance(node, ast.Name) and node.id in self.locals:
            return self.locals[node.id], node
        nested = _table_of(node, self.rules)
        if nested is None or not isinstance(node, ast.Subscript):
            return None
        place = ast.Subscript(self.rules.named(nested.outer, node.value), node.slice, ast.Load())
        return nested, located(place, node)

    def _number(self, found: tuple[_Nested, ast.expr], key: ast.expr, where: ast.expr) -> ast.expr:
        """The number of a value."""
        nested, place = found
        inner = ast.Subscript(self.rules.named(nested.inner, where), key, ast.Load())
        times = ast.BinOp(place, ast.Mult(), ast.Constant(len(nested.inner)))
        return located(ast.BinOp(times, ast.Add(), inner), where)

    def _has(self, found: tuple[_Nested, ast.expr], key: ast.expr, where: ast.expr) -> ast.expr:
        """Whether a dict has a key; both are asked for twice."""
        nested, place = found
        there = ast.Compare(place, [ast.GtE()], [ast.Constant(0)])
        keys = self.rules.named(tuple(nested.inner), where)
        tests: list[ast.expr] = [there, ast.Compare(key, [ast.In()], [keys])]
        if nested.is_ragged:
            numbers = self.rules.named(tuple(nested.values), where)
            number = self._number(copy.deepcopy(found), copy.deepcopy(key), where)
            tests.append(ast.Compare(number, [ast.In()], [numbers]))
        return located(ast.BoolOp(ast.And(), tests), where)

    def _value(self, found: tuple[_Nested, ast.expr], key: ast.expr, where: ast.expr) -> ast.expr:
        whole = self.rules.named(found[0].values, where)
        return located(ast.Subscript(whole, self._number(found, key, where), ast.Load()), where)

    def _listed(self, node: ast.expr, *, looped: bool = False) -> ast.expr:
        """The keys of a dict, or a view of it, as a row of a table; ``looped``: where it is looped
        over, it may be two rows."""
        view, whole = _viewed(node)
        found = self._place(whole)
        if found is None:
            return node
        if view == "items" and found[0].is_ragged:
            # rows of pairs of a word and a number, of unlike lengths, are no table
            if not looped or not is_plain(found[1]):
                return node
            return located(call("zip", *(self._rows(found, x, node) for x in _VIEWS[:2])), node)
        return self._rows(found, view, node)

    def _rows(self, found: tuple[_Nested, ast.expr], view: str, where: ast.expr) -> ast.expr:
        """The keys, values or items of a dict, as a row of a table."""
        nested, place = found
        rows = tuple(tuple(getattr(each, view)()) for each in nested.dicts)
        row = ast.Subscript(self.rules.named(rows, where), copy.deepcopy(place), ast.Load())
        return located(row, where)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not isinstance(node.slice, ast.Slice):
            found = self._place(node.value)
            if found is not None:
                return self._value(found, node.slice, node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Compare(key, [ast.In() | ast.NotIn() as way], [whole]) if is_plain(key):
                found = self._place(whole)
                if found is not None and is_plain(found[1]):
                    has = self._has(found, key, whole)
                    return has if isinstance(way, ast.In) else located(_not(has), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(whole, "get"), [key, *rest], []) if is_plain(key):
                found = self._place(whole)
                if found is not None and is_plain(found[1]) and len(rest) < 2:
                    other = rest[0] if rest else located(ast.Constant(None), node)
                    has = self._has(copy.deepcopy(found), copy.deepcopy(key), whole)
                    value = self._value(found, key, whole)
                    return located(ast.IfExp(has, value, other), node)
            case ast.Call(function, [whole], _) if _takes_items(function, self.rules):
                counted = self.rules.known(function) is len
                whole = _viewed(whole)[1] if counted else whole
                node.args = [self._listed(whole, looped=_may_zip(function, self.rules))]
        return node

    def _truth(self, test: ast.expr) -> ast.expr:
        """A test, in which a dict is true if it has keys."""
        if isinstance(test, ast.BoolOp):
            test.values = [self._truth(value) for value in test.values]
            return test
        found = self._place(test)
        if found is None:
            return test
        count = call("len", self._rows(found, "keys", test))
        return located(ast.Compare(count, [ast.Gt()], [ast.Constant(0)]), test)

    def _test(self, node: _Testing) -> ast.AST:
        self.generic_visit(node)
        node.test = self._truth(node.test)
        return node

    visit_If = visit_IfExp = visit_While = _test

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._listed(node.iter, looped=True)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._listed(node.iter, looped=True)
        node.ifs = [self._truth(test) for test in node.ifs]
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node:
            case ast.Assign([ast.Name(name)], value) if name in self.locals:
                found = self._place(value)
                if found is not None:
                    node.value = found[1]
        return self.generic_visit(node)


def _not(node: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), node)
