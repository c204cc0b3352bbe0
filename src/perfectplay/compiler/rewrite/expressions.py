"""Expressions of the rules, rewritten so that Numba takes them."""

from __future__ import annotations

import ast
import copy
from abc import abstractmethod
from collections.abc import Sequence
from typing import cast

from perfectplay.compiler.folding.state_words_given import StateParts
from perfectplay.compiler.idioms.lists_of_moves import EXAMPLE, MOVE
from perfectplay.compiler.rewrite.conditionals import distributed
from perfectplay.compiler.rewrite.constant_tables import loop_in_any_order
from perfectplay.compiler.rewrite.counter_tables import zero_if_missing
from perfectplay.compiler.rewrite.none_tables import perhaps_none
from perfectplay.compiler.rewrite.operations import OperationRewriter
from perfectplay.compiler.rewrite.table_cells import cell_of_table
from perfectplay.compiler.rewrite.word_parts import TRUTHS, part_of_word
from perfectplay.compiler.source.nested_constants import layered
from perfectplay.compiler.source.own_names import field_name
from perfectplay.compiler.source.refusals import BYTES, STRINGS
from perfectplay.compiler.source.syntax_trees import (
    added,
    call,
    call_named,
    item,
    load,
    located,
    tuple_of,
    zeros,
)
from perfectplay.game.shape.shape_tree import ShapeTree


class ExpressionRewriter(OperationRewriter):
    """Rewrites all expressions but calls, comparisons and operations."""

    tree: ast.FunctionDef

    # --- names, attributes, constants -------------------------------------------------------------

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        text = isinstance(node.value, str) and not self.has_words
        if text or (isinstance(node.value, bytes) and not self.has_bytes):
            self.module.constants.met_a_text |= isinstance(node.value, str)
            self.refuse(node, *(BYTES if isinstance(node.value, bytes) else STRINGS))
        return self.constant(node) or node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            return node
        if node.id == self.self_name:
            idiom = (
                f"use {node.id} only to name fields and to call methods; in a list, keep methods: "
                f"self.checks = [self.enough, self.fits]"
            )
            self.refuse(node, f"{node.id} is used as a value", idiom)
        if node.id in self.nested:
            self.refuse(node, f"{node.id} is used as a value", "call it here")
        self.check_like(node)
        return self.constant(node) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == self.self_name:
            if not isinstance(node.ctx, ast.Load):
                idiom = (
                    "rules must not change the game: everything that changes belongs to the state"
                )
                self.refuse(node, f"{ast.unparse(node)} is changed by a rule", idiom)
            constant = self.constant(node)
            if constant is None:
                self.refuse(node, f"{ast.unparse(node)} is a method that is not called")
            return constant
        if (constant := self.constant(node)) is not None:
            if not isinstance(node.ctx, ast.Load):
                idiom = "let __init__ set it, or leave it as it is"
                self.refuse(node, f"{ast.unparse(node)} is changed by a rule", idiom)
            return constant
        of_member = self.of_member(node) if isinstance(node.ctx, ast.Load) else None
        if of_member is not None:
            return cast(ast.expr, self.visit(of_member))
        owners = self.module.makers_of(node.attr, property)
        getters = [(cls, own.fget) for cls, own in owners]
        if owners and isinstance(node.ctx, ast.Load) and self.module.is_field(node.attr):
            for cls, getter in getters:
                self.module.picked_name(cls, node.attr, getter, self.place(node))
            value = call("there", self.visit(node.value))
            return located(call("attribute_of", value, ast.Constant(node.attr)), node)
        if len(owners) > 1:
            return self.of_several_classes(node, node.value, node.attr, getters)
        if owners:
            cls, own = owners[0]
            name = self.module.callable_name(own.fget, node.attr, self.place(node))
            if name in self.module.recursive:
                self.refuse(node, f"{node.attr}, a property, calls itself", "make it a method")
            return ast.copy_location(call_named(name, self.owned(node.value, cls)), node)
        changing = self.module.is_changing(node.attr)
        if changing is False and not isinstance(node.ctx, ast.Load):
            self.refuse(node, f"{ast.unparse(node)} is changed by a rule")
        context = node.ctx
        if changing:
            node.ctx = ast.Load()
        if self.module.is_field(node.attr):
            node.attr = field_name(node.attr)
        self.generic_visit(node)
        return located(ast.Subscript(node, ast.Constant(0), context), node) if changing else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if not isinstance(node.ctx, ast.Load):
            self.need_unchanged(node.value)
            self.generic_visit(node)
            return node
        if (constant := self.constant(node)) is not None:
            return constant
        if (found := zero_if_missing(node, self)) is not None:
            return cast(ast.expr, self.visit(found))
        is_slice = isinstance(node.slice, ast.Slice)
        words = None if is_slice else self.word_row(node.value, texts=True, sets=False)
        if words is not None:
            return located(call("word_at", *words.args, self.visit(node.slice)), node)
        if (cell := cell_of_table(node, self)) is not None:
            return located(cell, node)
        node = self.looked_up(node)
        if not is_slice and (found := perhaps_none(node, self)) is not None:
            return located(found, node)
        if self.is_truth(node.slice):
            node.slice = call("int", node.slice)
        text = self.known(node.value)
        if (of_texts := self.of_texts(node, text)) is not None:
            return ast.copy_location(of_texts, node)
        if type(text) is str and self.has_words:
            letters = self.module.constants.node(tuple(text), ast.unparse(node.value))
            return ast.copy_location(ast.Subscript(letters, self.visit(node.slice), node.ctx), node)
        if self.has_texts and isinstance(node.slice, ast.Slice):
            sliced = self.slice_of_text(node)
            if sliced is not None:
                return ast.copy_location(sliced, node)
        several = None if isinstance(node.slice, ast.Slice) else self.unlike(node.value)
        if several is not None:
            index = node.slice
            items = distributed(several, lambda x: item(x, copy.deepcopy(index)))
            return cast(ast.expr, self.visit(items))
        table = layered(self.known(node.value))
        if table is not None and not isinstance(node.slice, ast.Slice):
            rows, starts = self.module.constants.layered(table)
            index = self.visit(node.slice)
            row = call("row", load(rows), load(starts), index)
            if table.starts is None:
                row = call("tuple_row", load(rows), index, zeros(table.items.shape[1]))
            return ast.copy_location(row, node)
        if isinstance(node.slice, ast.Slice) and self.is_moving(node.slice):
            return self.cut(node)
        if (taken := part_of_word(node, self)) is not None:
            return located(taken, node)
        self.generic_visit(node)
        return node

    # --- expressions ------------------------------------------------------------------------------

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        known = self.constant(node) if isinstance(node.ctx, ast.Load) else None
        if known is not None and (example := getattr(node, EXAMPLE, None)) is not None:
            room = load(self.module.room_name(0))
            return located(call("begun", known, example, room), node)
        if known is not None:
            return self.grown(known) if hasattr(node, MOVE) else known
        if not _unpacks(node):
            self.generic_visit(node)
            return self.grown(node) if hasattr(node, MOVE) else node
        if (summed := self._of_slices(node)) is not None:
            return ast.copy_location(summed, node)
        parts: list[ast.expr] = []
        for x in node.elts:
            if isinstance(x, ast.Starred):
                parts.append(call("tuple", x.value))
            elif parts and isinstance(parts[-1], ast.Tuple):
                parts[-1].elts.append(x)
            else:
                parts.append(tuple_of(x))
        parts = [located(part, node) for part in parts]
        return self._growing(node, ast.copy_location(added(self._side_by_side(parts)), node))

    def _of_slices(self, node: ast.Tuple) -> ast.expr | None:
        """``(*cells[:i], v, *cells[i + 1:])`` as ``cells[:i] + (v,) + cells[i + 1:]`` in a play, if
        the cells are the state, or a tuple in it, that keeps its length; None for others."""
        shape = self.module.shape
        if shape is None or self.function.__name__ != "play" or not self.tree.args.args:
            return None
        held = StateParts(self.tree, shape, self)
        parts: list[ast.expr] = []
        for x in node.elts:
            match x:
                case ast.Starred(ast.Subscript(cells, ast.Slice()) as part):
                    tree = held.of(cells)
                    if not isinstance(tree, ShapeTree) or tree.cls is not tuple or tree.varying:
                        return None
                    parts.append(part)
                case ast.Starred():
                    return None
                case _ if parts and isinstance(parts[-1], ast.Tuple):
                    parts[-1].elts.append(x)
                case _:
                    parts.append(tuple_of(x))
        whole = copy.deepcopy(located(added(parts), node))
        return self._spliced(whole) if isinstance(whole, ast.BinOp) else None

    def visit_List(self, node: ast.List) -> ast.expr:
        if not _unpacks(node):
            self.generic_visit(node)
            return node
        parts = [
            call("list", self.items(x.value))
            if isinstance(x, ast.Starred)
            else ast.List([self.visit(x)], ast.Load())
            for x in node.elts
        ]
        return ast.copy_location(added(parts), node)

    def result(self, node: ast.expr) -> ast.expr:
        """The value of a return: None there is not a word, so that `outcome` may give it."""
        if self.known(node) is None:
            return ast.copy_location(ast.Constant(None), node)
        if isinstance(node, ast.Tuple) and (state := self.written_out_state(node)) is not None:
            return state
        if isinstance(node, ast.IfExp) and self.decided(node.test) is None:
            self.check_like(node)
            node.test = self.visit(self.tested(node.test))
            node.body, node.orelse = self.result(node.body), self.result(node.orelse)
            return node
        return cast(ast.expr, self.visit(node))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        if (test := self.decided(node.test)) is not None:
            return cast(ast.expr, self.visit(node.body if test else node.orelse))
        node.test = self.tested(node.test)
        self.check_like(node)
        if (texts := self.texts_of_two_lengths(node)) is not None:
            return texts
        self.generic_visit(node)
        return node

    def is_truth(self, node: ast.expr) -> bool:
        """True if an expression is plainly a truth value, which is no index in compiled code."""
        match node:
            case ast.Compare() | ast.UnaryOp(ast.Not()):
                return True
            case ast.BoolOp(_, values):
                return all(map(self.is_truth, values))
            case ast.Call(ast.Attribute(_, method)) if method in TRUTHS:
                return True
            case ast.Call(function):
                return any(self.known(function) is known for known in (bool, any, all))
        return False

    # --- comprehensions ---------------------------------------------------------------------------

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        return self.lifted_call(node, "each")

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        listed = self.lifted_call(node, "list")
        if self.gives_nothing(listed):  # Numba infers its type from later appends
            return ast.copy_location(ast.List([], ast.Load()), node)
        return listed

    @property
    @abstractmethod
    def has_sets(self) -> bool:
        """Whether states hold sets."""

    def refuse_sets_in_sets(self, items: Sequence[ast.expr]) -> None:
        """Refuse a set whose elements are plainly sets; where states hold some, types tell."""
        for x in items if not self.has_sets else ():
            made = isinstance(x, ast.Call) and self.known(x.func) in (frozenset, set)
            if made:
                idiom = "a list of them does: [frozenset(...), ...]; or tuples: tuple(sorted(...))"
                self.refuse(x, "a set of sets does not compile", idiom)

    def visit_Set(self, node: ast.Set) -> ast.expr:
        self.refuse_sets_in_sets(node.elts)
        kind = ast.Tuple if self.has_words else ast.List  # Numba's own sets have constants' types
        items = ast.copy_location(kind(node.elts, ast.Load()), node)
        return ast.copy_location(call(self.set_name, self.visit(items)), node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        loop_in_any_order(node)
        self.refuse_sets_in_sets([node.elt])
        each = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
        return ast.copy_location(call(self.set_name, self.visit(each)), node)


def _unpacks(node: ast.Tuple | ast.List) -> bool:
    """True if it is a value with starred items."""
    starred = any(isinstance(x, ast.Starred) for x in node.elts)
    return starred and isinstance(node.ctx, ast.Load)
