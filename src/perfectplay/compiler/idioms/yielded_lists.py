"""``found = []``, ``found.append(x)``, ``return found`` as ``yield x``.

That is done where moves are of unlike kinds, of which compiled code has no list.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from perfectplay.compiler.source.iterators import (
    given_one_by_one,
    is_generator,
    nodes_of,
    with_yields,
)
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bindings,
    flat,
    load,
    located,
    store,
)


def without_lists(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Make a method that returns a list it has filled one that yields the items, in place; leave
    any other as it is. ``fresh``: a new name for a local."""
    if is_generator(tree) or not tree.body:
        return
    name = _returned(tree.body[-1])
    if name is None:
        return
    tree.body = flat(_begun_empty(x, name) for x in tree.body)
    added = [x for x in ast.walk(tree) if isinstance(x, ast.AugAssign)]
    more = sum(isinstance(x.target, ast.Name) and x.target.id == name for x in added)
    if bindings(tree)[name] != 1 + more:
        return
    place = next((i for i, x in enumerate(tree.body) if _is_empty_list(x, name)), None)
    if place is None:
        return
    uses = sum(isinstance(x, ast.Name) and x.id == name for x in ast.walk(tree))
    filled = _Filled(name, fresh("count"))
    rest = ast.Module(tree.body[place + 1 :], [])
    ends = [x for x in nodes_of(rest) if isinstance(x, ast.Return)]
    if any(_returned(x) != name for x in ends):
        return
    body = flat(filled.visit(x) for x in copy.deepcopy(rest).body)
    if filled.replaced + 1 != uses:
        return
    start = ast.Assign([store(filled.count)], ast.Constant(0))
    before = with_yields(tree.body[:place])
    tree.body = [*before, located(start, tree.body[place]), *body]


def name_what_is_asked(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Give ``self.legal(state)`` a name in ``return self.legal(state) or ["pass"]``, in place."""
    tree.body = flat(_NamedFirst(fresh).visit(x) for x in tree.body)


class _NamedFirst(ast.NodeTransformer):
    """Names what is asked first in what is returned."""

    def __init__(self, fresh: Callable[[str], str]) -> None:
        self.fresh = fresh

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt | Statements:
        match node.value:
            case ast.BoolOp(ast.Or(), [ast.Call() | ast.ListComp() as first, *others]):
                name = self.fresh("first")
                named = ast.Assign([store(name)], first)
                rest = ast.Return(ast.BoolOp(ast.Or(), [load(name), *others]))
                return [located(x, node) for x in (named, rest)]
        return node


def _returned(node: ast.stmt) -> str | None:
    """The list that a statement returns: ``return found``, ``return found or other``."""
    match node:
        case ast.Return(ast.Name(name)):
            return name
        case ast.Return(ast.BoolOp(ast.Or(), [ast.Name(name), other])):
            return None if _names(other, name) else name
        case ast.Return(ast.IfExp(ast.Name(name), ast.Name(same), other)) if name == same:
            return None if _names(other, name) else name
    return None


def _names(node: ast.expr, name: str) -> bool:
    return any(isinstance(x, ast.Name) and x.id == name for x in ast.walk(node))


def _begun_empty(node: ast.stmt, name: str) -> Statements:
    """``found = [x for ...]`` as ``found = []`` and ``found += [x for ...]``."""
    match node:
        case ast.Assign([ast.Name(own)], (ast.ListComp() | ast.List([_, *_])) as value) if (
            own == name
        ):
            empty = ast.Assign(node.targets, ast.List([], ast.Load()))
            filled = ast.AugAssign(store(name), ast.Add(), value)
            return [located(x, node) for x in (empty, filled)]
    return [node]


def _is_empty_list(node: ast.stmt, name: str) -> bool:
    match node:
        case ast.Assign([ast.Name(own)], ast.List([])):
            return own == name
    return False


class _Filled(ast.NodeTransformer):
    """Yields what is put into a list, and counts it in a local; ``replaced``: the uses of the list
    that are gone."""

    def __init__(self, name: str, count: str) -> None:
        self.name = name
        self.count = count
        self.replaced = 0

    def _scope(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_Lambda = visit_GeneratorExp = visit_ListComp = _scope

    def _is_list(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self.name

    def _given(self, value: ast.expr, where: ast.AST, *, several: bool) -> Statements:
        self.replaced += 1
        noted = ast.AugAssign(store(self.count), ast.Add(), ast.Constant(1))
        if not several:
            return [located(x, where) for x in (ast.Expr(ast.Yield(value)), noted)]
        if isinstance(value, ast.List | ast.Tuple) and value.elts:
            return [*given_one_by_one(value, where), located(noted, where)]
        each = f"{self.count}_{self.replaced}"
        body: Statements = [ast.Expr(ast.Yield(load(each))), noted]
        return [located(ast.For(store(each), value, body, []), where)]

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements:
        match node.value:
            case ast.Call(ast.Attribute(whole, "append"), [value], []) if self._is_list(whole):
                return self._given(value, node, several=False)
            case ast.Call(ast.Attribute(whole, "extend"), [value], []) if self._is_list(whole):
                return self._given(value, node, several=True)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | Statements:
        if self._is_list(node.target) and isinstance(node.op, ast.Add):
            return self._given(node.value, node, several=True)
        return node

    def visit_If(self, node: ast.If) -> ast.If:
        node.test = self._tested(node.test)
        self.generic_visit(node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt | Statements:
        other: ast.expr | None = None
        match node.value:
            case ast.Name(name) if name == self.name:
                self.replaced += 1
            case ast.BoolOp(_, [_, other]):
                self.replaced += 1
            case ast.IfExp(_, _, other):
                self.replaced += 2
        end = ast.copy_location(ast.Return(None), node)
        if other is None:
            return end
        test = ast.Compare(load(self.count), [ast.Eq()], [ast.Constant(0)])
        return [located(ast.If(test, given_one_by_one(other, node), []), node), end]

    def _tested(self, test: ast.expr) -> ast.expr:
        """A condition that asks how many there are in the place of the list."""
        if self._is_list(test):
            self.replaced += 1
            some = ast.Compare(load(self.count), [ast.Gt()], [ast.Constant(0)])
            return located(some, test)
        match test:
            case ast.UnaryOp(ast.Not(), operand):
                test.operand = self._tested(operand)
            case ast.BoolOp(_, values):
                test.values = [self._tested(value) for value in values]
            case ast.Compare(left, _, others):
                test.left = self._counted(left)
                test.comparators = [self._counted(other) for other in others]
            case ast.Call():
                return self._counted(test)
        return test

    def _counted(self, node: ast.expr) -> ast.expr:
        """How many there are in the place of the length of the list; other expressions as they
        are."""
        match node:
            case ast.Call(ast.Name("len"), [items], []) if self._is_list(items):
                self.replaced += 1
                return ast.copy_location(load(self.count), node)
        return node
