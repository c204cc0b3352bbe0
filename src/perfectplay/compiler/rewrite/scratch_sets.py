"""Sets that rules make for themselves, where no state holds one: what is written out, and copies of
constants, with the elements put in as CPython does it."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, cast

from perfectplay.compiler.idioms.set_displays import frozen_display, is_copied, put_in_turn
from perfectplay.compiler.idioms.set_rows import rows_of
from perfectplay.compiler.rewrite.set_tables import AS_ADDED, SetTableRewriter
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.set_slots import is_hashed_alike
from perfectplay.compiler.source.syntax_trees import load, located

_FOLDED = "pp_folded"
"""Marks a set that is written out in a loop: CPython loops over a frozenset of its constants."""


_FEW = 4
"""A copy of a set with more elements may have another size."""


def mark_loops_over_displays(tree: ast.FunctionDef) -> None:
    """Mark the sets that are written out where a function loops over them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension) and isinstance(node.iter, ast.Set):
            setattr(node.iter, _FOLDED, True)


class ScratchSetRewriter(SetTableRewriter):
    """Rewrites such sets."""

    def folded(self, node: ast.expr) -> ast.expr:
        """What is looped over, a set of constants that is written out as the tuple of what CPython
        loops over."""
        marked = hasattr(node, _FOLDED)
        kept = frozen_display(node, self.function.__code__) if marked else None
        if kept is None or not all(map(is_hashed_alike, kept)):
            return node
        return self.named(tuple(kept), node)

    def put_in(self, node: ast.Set) -> ast.expr:
        """A set that is written out, with its elements put in as CPython does it."""
        for part in node.elts:
            if isinstance(part, ast.Starred):
                part.value = self.as_set(part.value)
        if (parts := put_in_turn(node)) is not None:
            return cast(ast.expr, self.visit(parts))
        kept = frozen_display(node, self.function.__code__)
        if kept is not None and is_copied(node) and all(map(is_hashed_alike, kept)):
            copied = ast.Call(load(own("set")), [self.with_slots(node, kept)], [])
            return cast(ast.expr, self.visit(located(copied, node)))
        return super().visit_Set(node)

    def of_constant(self, node: ast.Call) -> ast.Call:
        """``set(CELLS)``, ``set(NEAR[x])`` of constant sets; any other call as it is."""
        target = self.known(node.func)
        if (target is not set and target is not frozenset) or len(node.args) != 1 or node.keywords:
            return node
        (given,) = node.args
        known = self.known(given)
        rows: Sequence[Any] = [known] if isinstance(known, set | frozenset) else []
        if self.is_set_row(given) and isinstance(given, ast.Subscript):
            rows = rows_of(self.known(given.value))
        if rows and not hasattr(node, AS_ADDED):
            made = self.as_set(given)
            if not hasattr(made, AS_ADDED) or max(map(len, rows)) > _FEW:
                node.args = [made]
        return node
