"""``if red: cars, steps = reds, RED_STEPS``, ``else: cars, steps = blues, BLUE_STEPS``; and the
same as ``cars, steps = (reds, RED_STEPS) if red else (blues, BLUE_STEPS)``.

Compiled code has no name for now one constant table and now another. A choice between them in one
expression compiles: ``steps = RED_STEPS if red else BLUE_STEPS``.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from enum import EnumMeta
from typing import Any, Protocol

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bindings,
    bound_names,
    is_plain,
    load,
    located,
    read_names,
    store,
)

_TABLES = (list, tuple, dict, set, frozenset)


class TableNames(Protocol):
    """What is asked of the rewriter of a function."""

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""

    def named(self, value: Any, source: ast.expr) -> ast.Name:
        """A local that stands for a constant; ``source``: what the rules call it."""

    def fresh_local(self, wanted: str) -> str:
        """A new name for a local."""


def choose_in_expressions(tree: ast.FunctionDef, rules: TableNames) -> None:
    """Put a choice after such branches, in place, for each name that is set; one of dicts is a row
    of a table."""
    if not _names_tables(tree, rules.known):
        return
    otherwise = _used_otherwise(tree)
    choices = _Choices(rules.known, rules.fresh_local, otherwise)
    tree.body = choices.statements(tree.body)
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.IfExp() as choice):
                dicts = [rules.known(x) for x in _leaves(choice)]
                written = any(isinstance(x, ast.Dict) for x in _leaves(choice))
                if written and name in otherwise:
                    continue
                if all(type(x) is dict and x for x in dicts):
                    numbers = iter(range(len(dicts)))
                    table = rules.named(tuple(dicts), choice)
                    row = ast.Subscript(table, _numbered(choice, numbers), ast.Load())
                    node.value = located(row, choice)


def _leaves(node: ast.expr) -> list[ast.expr]:
    """What is chosen between."""
    return [*_leaves(node.body), *_leaves(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def _numbered(node: ast.expr, numbers: Iterator[int]) -> ast.expr:
    """The same choice between numbers."""
    if not isinstance(node, ast.IfExp):
        return ast.Constant(next(numbers))
    return ast.IfExp(node.test, _numbered(node.body, numbers), _numbered(node.orelse, numbers))


def _names_tables(tree: ast.FunctionDef, known: Callable[[ast.expr], Any]) -> bool:
    """Whether a branch gives a name, or several, a constant table."""
    ends = [x for x in ast.walk(tree) if isinstance(x, ast.If | ast.IfExp)]
    values: list[ast.expr] = []
    for end in ends:
        branches = [end.body, end.orelse] if isinstance(end, ast.IfExp) else []
        for node in [*end.body, *end.orelse] if isinstance(end, ast.If) else []:
            branches += [node.value] if isinstance(node, ast.Assign) else []
        values += [x for one in branches for x in _items(one)]
    return any(_is_table(known(x)) for x in values)


def _items(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _is_table(value: Any) -> bool:
    return isinstance(value, EnumMeta) or (type(value) in _TABLES and len(value) > 0)


def _used_otherwise(tree: ast.FunctionDef) -> set[str]:
    """The names with which something is done besides looking up, looping and asking what is there:
    a dict that is written out may be changed then."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    names = [x for x in parents if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)]
    return {x.id for x in names if not _is_looked_up(x, parents[x])}


def _is_looked_up(use: ast.Name, parent: ast.AST) -> bool:
    match parent:
        case ast.Subscript(whole, _, ast.Load()):
            return whole is use
        case ast.For(_, items) | ast.comprehension(_, items):
            return items is use
        case ast.Compare(_, [ast.In() | ast.NotIn()], [whole]):
            return whole is use
    return isinstance(parent, ast.Attribute) and parent.attr in ("items", "keys", "values", "get")


class _Choices:
    """``otherwise``: the names of which no choice between dicts is made."""

    def __init__(
        self, known: Callable[[ast.expr], Any], fresh: Callable[[str], str], otherwise: set[str]
    ) -> None:
        self.known, self.fresh, self.otherwise = known, fresh, otherwise

    def statements(self, body: Statements) -> Statements:
        """The statements, with choices after branches."""
        found: Statements = []
        for node in body:
            for part in ("body", "orelse", "finalbody"):
                if inner := getattr(node, part, None):
                    setattr(node, part, self.statements(inner))
            found += self._of_branches(self._as_branches(node))
        return found

    def _as_branches(self, node: ast.stmt) -> ast.stmt:
        """``a, b = (c, TABLE) if d else (e, OTHER)`` as branches; other statements unchanged."""
        match node:
            case ast.Assign([ast.Tuple() as target], ast.IfExp(test, body, orelse)):
                found = []
                for value in (body, orelse):
                    one = located(ast.Assign([copy.deepcopy(target)], value), node)
                    parts = self._apart(one)
                    if parts == [one]:
                        return node
                    found.append(parts)
                return located(ast.If(test, found[0], found[1]), node)
        return node

    def _apart(self, node: ast.stmt) -> Statements:
        """``a, b = c, TABLE`` as two statements, if they do the same."""
        match node:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                names = [x.id for x in targets if isinstance(x, ast.Name)]
                alone = len({*names}) == len(targets) and not read_names(node.value) & {*names}
                if alone and any(_is_table(self.known(x)) for x in values):
                    pairs = zip(names, values, strict=True)
                    return [located(ast.Assign([store(n)], x), node) for n, x in pairs]
        return [node]

    def _of_branches(self, node: ast.stmt) -> Statements:
        if not isinstance(node, ast.If) or not node.orelse:
            return [node]
        branches = (node.body, node.orelse)
        body, orelse = ([y for x in part for y in self._apart(x)] for part in branches)
        chosen, others = self._chosen(body), self._chosen(orelse)
        names = [x for x in chosen if x in others]
        if not (names and all(map(_only_sets_names, [*body, *orelse]))):
            return [node]
        inside = bound_names(ast.Module([*body, *orelse], []))
        before: Statements = []
        test = node.test
        if not _is_same_later(test, inside):
            test = load(self.fresh("chosen"))
            truth = ast.IfExp(node.test, ast.Constant(True), ast.Constant(False))
            before = [located(ast.Assign([store(test.id)], truth), node)]
        after: Statements = []
        for name in names:
            one, other = chosen[name], others[name]
            body, orelse = ([x for x in part if x not in (one, other)] for part in (body, orelse))
            choice = ast.IfExp(copy.deepcopy(test), one.value, other.value)
            after.append(located(ast.Assign([store(name)], choice), node))
        rest = ast.If(copy.deepcopy(test), body or [ast.Pass()], orelse)
        kept = [located(rest, node)] if body or orelse else []
        return [*before, *kept, *after]

    def _chosen(self, body: Statements) -> dict[str, ast.Assign]:
        """The statements of a branch that give a name a constant table, or a choice of them, which
        nothing else there reads or sets."""
        found: dict[str, ast.Assign] = {}
        times = bindings(ast.Module(body, []))
        for node in body:
            match node:
                case ast.Assign([ast.Name(name)], value) if self._is_choice(value, set(times)):
                    kept = name in self.otherwise and isinstance(_leaves(value)[0], ast.Dict)
                    read = name in read_names(ast.Module(body, []))
                    if times[name] == 1 and not read and not kept:
                        found[name] = node
        return found

    def _is_choice(self, value: ast.expr, changed: set[str]) -> bool:
        """``changed``: what the branch sets, which no test of the choice may read."""
        if isinstance(value, ast.IfExp):
            parts = value.body, value.orelse
            same = _is_same_later(value.test, changed)
            return same and all(self._is_choice(x, changed) for x in parts)
        known = self.known(value)
        return known is not MISSING and _is_table(known)


_DOING = (
    ast.Call, ast.NamedExpr, ast.Lambda, ast.Await, ast.Yield, ast.YieldFrom, ast.ListComp,
    ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
"""Expressions that may do something, or read names later."""


def _only_sets_names(node: ast.stmt) -> bool:
    """Whether a statement of a branch only sets names to what it reads: then it does not matter
    when a constant is given to another name."""
    if any(isinstance(x, _DOING) for x in ast.walk(node)):
        return False
    match node:
        case ast.Assign([ast.Name()]) | ast.Pass():
            return True
        case ast.If(_, body, orelse):
            return all(map(_only_sets_names, [*body, *orelse]))
    return False


def _is_same_later(test: ast.expr, changed: set[str]) -> bool:
    """Whether a test gives the same after branches that set some names."""
    match test:
        case ast.UnaryOp(ast.Not(), inner):
            return _is_same_later(inner, changed)
        case ast.Compare(left, _, sides):
            return all(_is_same_later(x, changed) for x in (left, *sides))
    return is_plain(test) and not read_names(test) & changed
