"""Texts in the rules of a game whose texts change their length: loops over tuples of texts, ``+=``.

See `state_texts` for what they are in compiled code.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from perfectplay.compiler.rewrite.joined_texts import with_letters
from perfectplay.compiler.rewrite.texts import TextRewriter
from perfectplay.compiler.rewrite.word_parts import letter_tables
from perfectplay.compiler.source.syntax_trees import call, is_plain, load, located

MOST_UNLIKE = 16
"""Texts of several lengths in a constant tuple that rules index."""


class GrowingTextRewriter(TextRewriter):
    """Rewrites what only such a game does with texts; in other games nothing."""

    def _text_table(self, value: Any) -> list[ast.expr]:
        """The names of the tables of a constant tuple of texts; none for other values."""
        name = self.module.constants.text_table(value)
        return [load(name), load(f"{name}n")] if name else []

    def items(self, node: ast.expr, *, rows: bool = False) -> ast.expr:
        known = self.known(node)
        if isinstance(known, tuple | list) and (table := self._text_table(known)):
            return ast.copy_location(call("texts_of", *table, self.room()), node)
        tables = letter_tables(node, self)
        found = super().items(node, rows=rows)
        if tables is None or self.gives_nothing(found):
            return found
        return located(call("letters_of", found, *tables), node)

    def of_texts(self, node: ast.Subscript, whole: Any) -> ast.expr | None:
        """An item of a constant tuple of texts, a slice of a constant text; None for others.
        ``whole``: the value of what is indexed."""
        if not self.texts_grow:
            return self._of_unlike_texts(node, whole)
        if isinstance(node.slice, ast.Slice):
            if type(whole) is not str or not whole:
                return None
            text = call("state_text", self.module.constants.board(whole), self.room())
            return ast.Subscript(text, self.visit(node.slice), node.ctx)
        table = self._text_table(whole) if isinstance(whole, tuple | list) else []
        return call("text_at", *table, self.visit(node.slice), self.room()) if table else None

    def _of_unlike_texts(self, node: ast.Subscript, whole: Any) -> ast.expr | None:
        """An item of a constant tuple of texts of several lengths, where boards keep theirs."""
        if not (self.has_texts and isinstance(whole, tuple | list)) or self.has_bytes:
            return None
        constants, fixed = self.module.constants, isinstance(node.slice, ast.Slice)
        if fixed or not all(type(text) is str and not constants.is_word(text) for text in whole):
            return None
        if len(set(map(len, whole))) < 2 or len(whole) > MOST_UNLIKE or "" in whole:
            return None
        texts = ast.Tuple([constants.board(text) for text in whole], ast.Load())
        return ast.Subscript(
            with_letters(call("loose_texts", texts)), self.visit(node.slice), node.ctx
        )

    def among_texts(self, known: Any, wanted: ast.expr) -> ast.expr | None:
        """``wanted in known`` of a constant tuple or set of texts; None for other values."""
        table = self._text_table(known)
        return call("among_texts", *table, wanted, self.room()) if table else None

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """``text += other``, and items of a list or a dict."""
        plain = isinstance(node.target, ast.Name | ast.Subscript) and is_plain(node.target)
        adds = isinstance(node.op, ast.Add) and not isinstance(self.known(node.value), int)
        is_list = isinstance(node.target, ast.Name) and node.target.id in self.made_lists
        if self.texts_grow and plain and adds and not is_list:
            before = copy.deepcopy(node.target)
            before.ctx = ast.Load()
            value = call("text_iadd", before, node.value, self.room())
            changed = located(ast.Assign([node.target], value), node)
            self.generic_visit(changed)
            return changed
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if self.texts_grow and any(self.known(node.func) is f for f in (any, all, sum)):
            for argument in node.args:
                if isinstance(argument, ast.GeneratorExp):
                    self._order_sets(argument)
        return super().visit_Call(node)

    def _order_sets(self, node: ast.GeneratorExp) -> None:
        """Put tuples in the place of the constant sets of texts that are looped over, where their
        order does not matter."""
        for loop in node.generators:
            known = self.known(loop.iter)
            if isinstance(known, set | frozenset) and self.module.constants.text_table(known):
                listed: Any = tuple(sorted(known))
                loop.iter = ast.copy_location(ast.Constant(listed), loop.iter)
