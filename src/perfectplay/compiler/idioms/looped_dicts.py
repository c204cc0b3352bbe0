"""Loops over new dicts, ``for x in Counter(state)``, ``for x in counts.elements()``, and over what
is found in a dict before."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from perfectplay.compiler.idioms.dict_locals import DictRules, kind_given, kind_of
from perfectplay.compiler.idioms.first_items import makes_iterators
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import call, load, located, store


def found_before(items: ast.expr, rules: DictRules, dicts: Mapping[str, str]) -> bool:
    """Whether a loop goes through what a method or a function of the rules gives as a whole, so
    that what it has read may change in the loop. ``dicts``: the locals that are dicts, with their
    kinds."""
    if not isinstance(items, ast.Call) or kind_given(items, rules, dicts) is not None:
        return False
    helper = rules.helper_of(items)
    return helper is not None and not makes_iterators(helper[0])


class LoopedDicts(ast.NodeTransformer):
    """A list in the place of a new dict that is looped over, and loops in that of ``elements()``.
    ``counters``: the locals that are a Counter."""

    def __init__(self, rules: DictRules, counters: set[str]) -> None:
        self.rules = rules
        self.counters = counters

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        node.iter = self._listed(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.iter = self._listed(node.iter)
        return node

    def _listed(self, node: ast.expr) -> ast.expr:
        plain = isinstance(node, ast.Name) or self.rules.known(node) is not MISSING
        kind = None if plain else kind_of(node, self.rules, {})
        return node if kind in (None, "deque") else located(call("list", node), node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name(name) as counts, "elements"), [], []) if (
                name in self.counters
            ):
                key, times, each = map(self.rules.fresh_local, ("key", "times", "each"))
                pairs = ast.Call(ast.Attribute(counts, "items", ast.Load()), [], [])
                pair = ast.Tuple([store(key), store(times)], ast.Store())
                loops = [
                    ast.comprehension(pair, pairs, [], 0),
                    ast.comprehension(store(each), call("range", load(times)), [], 0),
                ]
                return located(ast.GeneratorExp(load(key), loops), node)
        return node
