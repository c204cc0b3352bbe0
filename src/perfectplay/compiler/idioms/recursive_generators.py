"""Generators that call themselves: ``yield from self.reach(board, near, steps - 1)``.

Compiled, such a method returns the list of what it yields. It does so at once, where Python goes on
only when the next item is asked for. That makes no difference if nothing changes meanwhile: what it
is given cannot be changed, or is new, and so is what it yields; the types tell.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.idioms.empty_arguments import NAMED_NEW
from perfectplay.compiler.idioms.longer_arguments import is_own_call
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.iterators import is_generator, nodes_of
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bindings,
    call,
    flat,
    load,
    located,
    store,
)

HANDED_ON = "pp_handed_on"
"""The mark of calls of itself whose items a generator yields as they are."""

_NEW = (list, set, dict, sorted, tuple, frozenset)


def calls_itself(tree: ast.FunctionDef, name: str, self_name: str | None) -> bool:
    """Whether a generator calls itself by its name."""
    return is_generator(tree) and any(is_own_call(x, name, self_name) for x in nodes_of(tree))


def give_list(
    tree: ast.FunctionDef, name: str, rules: FunctionRules, self_name: str | None
) -> None:
    """Make a generator that calls itself a function that returns the list of its items, in place.
    ``self_name``: what it calls the game, None if it is no method. Raises NotCompilable."""
    listed = _Listed(name, rules, self_name)
    body = flat(listed.visit(statement) for statement in tree.body)
    yields = [x for statement in body for x in ast.walk(statement) if isinstance(x, ast.Yield)]
    if yields:
        rules.refuse(yields[0], f"{name}, which calls itself, is sent values", "arguments")
    start = located(ast.Assign([store(listed.found)], ast.List([], ast.Load())), tree.body[0])
    end = located(ast.Return(load(listed.found)), tree.body[-1])
    tree.body = [start, *body, end]


class _Listed(ast.NodeTransformer):
    """Puts what is yielded into a list, ``found``."""

    def __init__(self, name: str, rules: FunctionRules, self_name: str | None) -> None:
        self.name, self.rules, self.self_name = name, rules, self_name
        self.found = rules.fresh_local("found")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def _put(self, value: ast.expr) -> ast.stmt:
        append = ast.Attribute(load(self.found), "append", ast.Load())
        return ast.Expr(ast.Call(append, [call("lasting", value)], []))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements:
        match node.value:
            case ast.Yield(ast.expr() as value):
                return located(self._put(value), node)
            case ast.YieldFrom(items):
                if is_own_call(items, self.name, self.self_name):
                    setattr(items, HANDED_ON, True)
                each = self.rules.fresh_local("each")
                loop = ast.For(store(each), items, [self._put(load(each))], [])
                return located(loop, node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return located(ast.Return(load(self.found)), node)


def kept_argument(
    node: ast.Call, given: ast.expr, value: ast.expr, known: Callable[[ast.expr], Any]
) -> ast.expr:
    """An argument of a call of such a generator: one that cannot be changed, or a new one.
    ``given``: as the rules write it; ``value``: as compiled code does."""
    if hasattr(node, HANDED_ON):
        return value
    if hasattr(given, NAMED_NEW):
        return call("new_of_lasting", value)
    match given:
        case ast.List() | ast.Set() | ast.ListComp() | ast.SetComp():
            return call("new_of_lasting", value)
        case ast.Call(function) if any(known(function) is one for one in _NEW):
            return call("new_of_lasting", value)
    return call("lasting", value)


def changing_names(tree: ast.FunctionDef) -> set[str]:
    """The locals that are set more than once, or of which items are set."""
    changing = {name for name, times in bindings(tree).items() if times > 1}
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(ast.Name(name), _, ast.Store() | ast.Del()):
                changing.add(name)
    return changing


def is_kept(tree: ast.FunctionDef, inner: ast.FunctionDef) -> bool:
    """Whether a function sets a local to what a generator within it gives: Python asks for the
    items later."""
    own, kept = set(map(id, ast.walk(inner))), False
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.NamedExpr) and id(node) not in own:
            kept = kept or is_own_call(node.value, inner.name, None)
    return kept
