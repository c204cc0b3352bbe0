"""``next(...)``: the first item of something that a rule makes for this alone.

``next(self.moves(state), None) is None`` asks whether there is an item: no value is needed that may
be an item or None.
"""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
from types import FunctionType
from typing import Protocol

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.iterators import nodes_of
from perfectplay.compiler.source.syntax_trees import load, located, store

MAKING = (
    iter, map, filter, enumerate, zip, reversed,
    *(x for x in vars(itertools).values() if isinstance(x, type)), itertools.chain.from_iterable,
)  # fmt: skip
"""Functions that give a new iterator."""


class ItemRules(FunctionRules, Protocol):
    """What is asked of the function that is rewritten."""

    def never_none(self, node: ast.Call) -> bool:
        """Whether a call is of moves of unlike kinds, and none of them is None."""


def ask_first_items(tree: ast.FunctionDef, rules: ItemRules) -> None:
    """Rewrite the calls of `next` in a function, in place, as ones of a generator expression."""
    asked = _FirstItems(rules)
    tree.body = [asked.visit(statement) for statement in tree.body]


class _FirstItems(ast.NodeTransformer):
    def __init__(self, rules: ItemRules) -> None:
        self.rules = rules

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """``next(xs, None) is None`` as ``next((x is None for x in xs), True)``."""
        match node:
            case ast.Compare(
                ast.Call(function, [items, ast.Constant(None)], []),
                [ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq() as op],
                [ast.Constant(None)],
            ) if self._is_next(function):
                if (each := self._each(items)) is not None:
                    source = each.generators[0].iter
                    never = isinstance(source, ast.Call) and self.rules.never_none(source)
                    test = ast.Compare(each.elt, [ast.Is()], [ast.Constant(None)])
                    each.elt = ast.Constant(False) if never and each is not items else test
                    there: ast.expr = ast.Call(function, [each, ast.Constant(True)], [])
                    if isinstance(op, ast.IsNot | ast.NotEq):
                        there = ast.UnaryOp(ast.Not(), there)
                    node = located(there, node)  # type: ignore[assignment]
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if self._is_next(node.func) and 0 < len(node.args) < 3 and not node.keywords:
            each = self._each(node.args[0])
            if each is not None:
                node.args[0] = located(each, node)
        self.generic_visit(node)
        return node

    def _is_next(self, function: ast.expr) -> bool:
        return self.rules.known(function) is next

    def _each(self, items: ast.expr) -> ast.GeneratorExp | None:
        """A generator expression of the same items; None unless they are made for this alone."""
        if isinstance(items, ast.GeneratorExp):
            return items
        if not isinstance(items, ast.Call):
            return None
        made = self.rules.known(items.func)
        if any(made == one for one in MAKING):
            plain = made is iter and len(items.args) == 1
            return self._over(items.args[0] if plain else items)
        helper = self.rules.helper_of(items)
        return self._over(items) if helper is not None and makes_iterators(helper[0]) else None

    def _over(self, items: ast.expr) -> ast.GeneratorExp:
        name = self.rules.fresh_local("first")
        into = ast.comprehension(store(name), copy.deepcopy(items), [], 0)
        return ast.GeneratorExp(load(name), [into])


def makes_iterators(function: FunctionType) -> bool:
    """Whether each call of a function gives a new generator."""
    if function.__code__.co_flags & inspect.CO_GENERATOR:
        return True
    returns = [x.value for x in nodes_of(tree_of(function)) if isinstance(x, ast.Return)]
    return bool(returns) and all(isinstance(value, ast.GeneratorExp) for value in returns)
