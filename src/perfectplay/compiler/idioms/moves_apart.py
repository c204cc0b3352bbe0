"""Moves that a method gives, each yielded in a statement of its own."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Protocol

from perfectplay.compiler.folding.form_reader import Reader
from perfectplay.compiler.folding.written_moves import written_parts
from perfectplay.compiler.idioms.changes_in_place import ChangeRules
from perfectplay.compiler.idioms.unlike_lists import without_unlike_lists
from perfectplay.compiler.idioms.yielded_lists import name_what_is_asked, without_lists
from perfectplay.compiler.source.iterators import as_generator, given_one_by_one, is_generator
from perfectplay.compiler.source.syntax_trees import (
    Renaming,
    Statements,
    bindings,
    flat,
    located,
    loop_of_yields,
)


class MoveRules(ChangeRules, Reader, Protocol):
    """What is asked of the rewriter of a function."""


def all_yielded(tree: ast.FunctionDef, rules: MoveRules) -> None:
    """Make a method that returns moves one that yields them, each in a statement of its own."""
    without_lists(tree, rules.fresh_local)
    name_what_is_asked(tree, rules.fresh_local)
    as_generator(tree)
    without_unlike_lists(tree, rules)
    tree.body = flat(_OneByOne(rules).visit(x) for x in tree.body)


def as_yields(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Make a method that gives moves one that yields each in a statement or a loop of its own."""
    if not is_generator(tree):
        without_lists(tree, fresh)
        name_what_is_asked(tree, fresh)
        as_generator(tree)
    tree.body = flat(_Loops(fresh).visit(x) for x in tree.body)


class _Loops(ast.NodeTransformer):
    """Loops in the place of ``yield from`` a call, or a comprehension with one loop."""

    def __init__(self, fresh: Callable[[str], str]) -> None:
        self.fresh = fresh

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.YieldFrom(ast.Call() as items):
                return located(loop_of_yields(self.fresh("each"), items), node)
            case ast.YieldFrom(ast.GeneratorExp(item, [loop])):
                body: Statements = [ast.Expr(ast.Yield(item))]
                for test in reversed(loop.ifs):
                    body = [ast.If(test, body, [])]
                names = {x: self.fresh(x) for x in bindings(loop.target)}
                target = Renaming(names).visit(loop.target)
                body = [Renaming(names).visit(x) for x in body]
                return located(ast.For(target, loop.iter, body, []), node)
        return node


class _OneByOne(ast.NodeTransformer):
    """``yield from`` as a loop, ``yield a if c else b`` as two yields."""

    def __init__(self, rules: MoveRules) -> None:
        self.rules = rules

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements:
        match node.value:
            case ast.YieldFrom(ast.GeneratorExp(move) as value) if (
                self.rules.module.takes_apart and written_parts(move, self.rules)
            ):
                return located(_loops_of(value, self.rules), node)
            case ast.YieldFrom(value):
                parts = given_one_by_one(value, node)
                if len(parts) != 1 or not isinstance(parts[0], ast.Expr):
                    return flat(self.visit(x) for x in parts)
                name = self.rules.fresh_local("each")
                return located(loop_of_yields(name, value), node)
            case ast.Yield(ast.IfExp(test, body, orelse)):
                one, other = (self.visit(ast.Expr(ast.Yield(x))) for x in (body, orelse))
                return located(ast.If(test, flat([one]), flat([other])), node)
        return node


def _loops_of(value: ast.GeneratorExp, rules: MoveRules) -> ast.stmt:
    """The loops of a generator expression, with a yield of each item; names have new ones."""
    names = {name: rules.fresh_local(name) for x in value.generators for name in bindings(x)}
    renamed = Renaming(names)
    body: ast.stmt = ast.Expr(ast.Yield(renamed.visit(copy.deepcopy(value.elt))))
    for loop in reversed(value.generators):
        for test in reversed(loop.ifs):
            body = ast.If(renamed.visit(copy.deepcopy(test)), [body], [])
        first = loop is value.generators[0]
        items = copy.deepcopy(loop.iter)  # the first is looked at where names are still others
        target = renamed.visit(copy.deepcopy(loop.target))
        body = ast.For(target, items if first else renamed.visit(items), [body], [])
    return body
