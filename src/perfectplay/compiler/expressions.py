"""Expressions of the rules, rewritten so that Numba takes them."""

from __future__ import annotations

import ast
import copy
import enum
from types import FunctionType
from typing import cast

from perfectplay.compiler.calls import CallRewriter
from perfectplay.compiler.conditionals import distributed
from perfectplay.compiler.constants import LARGEST_TUPLE, NotCompilable, layered
from perfectplay.compiler.refusals import STRINGS
from perfectplay.compiler.syntax_trees import added, call, call_named, load, located, zeros
from perfectplay.compiler.tuple_concat import spliced, terms
from perfectplay.game import tuples


class ExpressionRewriter(CallRewriter):
    """Rewrites all expressions but calls."""

    # --- names, attributes, constants -------------------------------------------------------------

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str | bytes):
            raise NotCompilable(STRINGS[0], self.place(node), STRINGS[1])
        return self.constant(node) or node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return node
        if node.id == self.self_name:
            raise NotCompilable(
                f"{node.id} is used as a value",
                self.place(node),
                f"use {node.id} only to name fields and to call methods",
            )
        if node.id in self.nested:
            raise NotCompilable(f"{node.id} is used as a value", self.place(node), "call it here")
        self.check_like(node)
        return self.constant(node) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == self.self_name:
            if not isinstance(node.ctx, ast.Load):
                raise NotCompilable(
                    f"{ast.unparse(node)} is changed by a rule",
                    self.place(node),
                    "rules must not change the game: everything that changes belongs to the state",
                )
            made = self.constant(node)
            if made is None:
                raise NotCompilable(
                    f"{ast.unparse(node)} is a method that is not called", self.place(node)
                )
            return made
        made = self.constant(node)
        if made is not None:
            return made
        own = getattr(type(self.module.start), node.attr, None)
        if isinstance(own, property) and isinstance(own.fget, FunctionType):
            name = self.module.callable_name(own.fget, node.attr, self.place(node))
            return ast.copy_location(call_named(name, self.visit(node.value)), node)
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return node
        made = self.constant(node)
        if made is not None:
            return made
        several = None if isinstance(node.slice, ast.Slice) else self.unlike(node.value)
        if several is not None:
            index = node.slice
            made = distributed(
                several, lambda x: ast.Subscript(x, copy.deepcopy(index), ast.Load())
            )
            return cast(ast.expr, self.visit(made))
        table = layered(self.known(node.value))
        if table is not None and not isinstance(node.slice, ast.Slice):
            items, starts = self.module.constants.layered(table)
            index = self.visit(node.slice)
            if table.starts is None:
                made = call("tuple_row", load(items), index, zeros(table.items.shape[1]))
                return ast.copy_location(made, node)
            return ast.copy_location(call("row", load(items), load(starts), index), node)
        self.generic_visit(node)
        return node

    # --- expressions ------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        made = self.constant(node) or self._spliced(node)
        if made is not None:
            return made
        for side in (node.left, node.right):
            self._check_small(side)
        parts = terms(node)
        if len(parts) > 1 and any(self._makes_a_tuple(part) for part in parts):
            return ast.copy_location(added(self._side_by_side(parts)), node)
        self.generic_visit(node)
        return node

    def _makes_a_tuple(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.known(node.func) in (tuple, tuples.sort)

    def _side_by_side(self, parts: list[ast.expr]) -> list[ast.expr]:
        """The parts of a sum of tuples, each rewritten with the lengths of the others in view."""
        hints = [self.hint(part) for part in parts]
        return [self.visit_beside(part, hints[:i] + hints[i + 1 :]) for i, part in enumerate(parts)]

    def _spliced(self, node: ast.BinOp) -> ast.expr | None:
        made = spliced(node, self.known)
        return None if made is None else ast.copy_location(self.visit(made), node)

    def _check_small(self, node: ast.expr) -> None:
        """Long tuples are arrays once compiled, with which + and == do something else."""
        value = self.known(node)
        if isinstance(value, tuple) and len(value) > LARGEST_TUPLE:
            raise NotCompilable(
                f"{ast.unparse(node)}, a tuple of {len(value)}, is used as a whole",
                self.place(node),
                "only take items of it, or loop over it",
            )

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        made = self.constant(node)
        if made is not None:
            return made
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return ast.copy_location(self._contained(node), node)
        for i, op in enumerate(node.ops):
            # members of an IntEnum are numbers once compiled
            if isinstance(op, ast.Is | ast.IsNot):
                sides = [
                    self.known(x) for x in (node.comparators[i], [node.left, *node.comparators][i])
                ]
                if any(isinstance(side, enum.IntEnum | bool) for side in sides):
                    node.ops[i] = ast.Eq() if isinstance(op, ast.Is) else ast.NotEq()
        for side in (node.left, *node.comparators):
            self._check_small(side)
        self.generic_visit(node)
        return node

    def _contained(self, node: ast.Compare) -> ast.expr:
        where = node.comparators[0]
        if isinstance(where, ast.Set):
            where = ast.copy_location(ast.Tuple(where.elts, ast.Load()), where)
        made = call("contains", self.items(where), self.visit(node.left))
        return made if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), made)

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return node
        known = self.constant(node)
        if known is not None:
            return known
        if not any(isinstance(x, ast.Starred) for x in node.elts):
            self.generic_visit(node)
            return node
        parts: list[ast.expr] = []
        for item in node.elts:
            if isinstance(item, ast.Starred):
                parts.append(call("tuple", item.value))
            elif parts and isinstance(parts[-1], ast.Tuple):
                parts[-1].elts.append(item)
            else:
                parts.append(ast.Tuple([item], ast.Load()))
        parts = [located(part, node) for part in parts]
        return ast.copy_location(added(self._side_by_side(parts)), node)

    def visit_List(self, node: ast.List) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and any(isinstance(x, ast.Starred) for x in node.elts):
            parts: list[ast.expr] = []
            for item in node.elts:
                if isinstance(item, ast.Starred):
                    parts.append(call("list", self.items(item.value)))
                else:
                    parts.append(ast.List([self.visit(item)], ast.Load()))
            return ast.copy_location(added(parts), node)
        self.generic_visit(node)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.decided(node.test)
        if test is not None:
            return cast(ast.expr, self.visit(node.body if test else node.orelse))
        self.check_like(node)
        self.generic_visit(node)
        return node

    # --- comprehensions ---------------------------------------------------------------------------

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        name = self.module.fresh_name("each")
        free = self.lift(node, name)
        return ast.copy_location(call_named(name, *map(load, free)), node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        name = self.module.fresh_name("list")
        free = self.lift(node, name)
        if name in self.module.empty:  # what is put in later says what it holds
            return ast.copy_location(ast.List([], ast.Load()), node)
        return ast.copy_location(call_named(name, *map(load, free)), node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        each = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
        return ast.copy_location(call("set", self.visit(each)), node)
