"""Rewriting of tuples that rules make, and of tables of rows that they index."""

from __future__ import annotations

import ast
import copy
import enum
from collections.abc import Iterator
from itertools import accumulate
from typing import cast

from perfectplay.compiler.idioms.placed_lengths import placed_length
from perfectplay.compiler.idioms.set_rows import is_set_row, rows_of
from perfectplay.compiler.rewrite.lengths import LengthInference, parts_of, together
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.nested_constants import NestedConstant, layered
from perfectplay.compiler.source.syntax_trees import call, load, located, tuple_of, zeros
from perfectplay.compiler.source.word_table import RANKS
from perfectplay.game import tuples
from perfectplay.game.shape.shape_tree import Part, ShapeTree
from perfectplay.game.shape.state_words import EMPTY, Word, is_word

_MAKING_STATES = ("play", "symmetries")
"""Methods in which a tuple is taken to be as long as a state, even if moves have any length."""

MOST_WORDS_IN_ROWS = 256
"""Longer tables of words do not compile."""


class ShapeRewriter(LengthInference):
    """Rewrites expressions that are looped over or become tuples."""

    beside: ast.expr | None = None

    @property
    def makes_moves(self) -> bool:
        """Whether a tuple whose length cannot be seen may be a move of any length."""
        return self.module.vary and self.function.__name__ not in _MAKING_STATES

    def grown(self, node: ast.expr) -> ast.expr:
        """A tuple that may become longer, as one that changes its length."""
        return located(call("grown", node, load(self.module.room_name(0))), node)

    def _tuple_call(self, argument: ast.expr) -> ast.expr:
        beside = self.take_beside()
        match argument:
            case ast.Call(function, [inner], keywords) if self.known(function) is sorted:
                if all(k.arg == "reverse" for k in keywords):
                    reverse = keywords[0].value if keywords else None
                    return self._sorted_tuple(inner, reverse, beside)
            case ast.Call(function, [inner], []) if self.known(function) is reversed:
                return self.filled("reverse", self.visit(inner), inner, beside)
        made = isinstance(argument, ast.GeneratorExp | ast.ListComp)
        if made and self.module.constants.has_nones:
            assert isinstance(argument, ast.GeneratorExp | ast.ListComp)
            one = tuple_of(argument.elt)  # no generator of the compiler yields what may be None
            ones = located(ast.GeneratorExp(one, argument.generators), argument)
            source = copy.deepcopy(argument)
            return self.filled("as_tuple_of_ones", self.items(ones), source, beside)
        given = argument
        if isinstance(argument, ast.Call):  # which names what it calls
            given = copy.deepcopy(argument)
        return self.filled("as_tuple", self.items(argument), given, beside)

    def _sorted_tuple(
        self, inner: ast.expr, reverse: ast.expr | None, beside: ast.expr | None = None
    ) -> ast.expr:
        helper = "sort_words" if self.has_words else "sort"
        items = self.filled(helper, self.items(inner), inner, beside)
        if self.has_words:
            items.args.append(load(RANKS))
        return items if reverse is None else call("reversed_if", items, self.visit(reverse))

    def filled(
        self, helper: str, items: ast.expr, source: ast.expr,
        beside: ast.expr | None = None, hint: ast.expr | None = None,
    ) -> ast.Call:  # fmt: skip
        """A call that makes a tuple of the items of ``source``.

        ``beside``: a hint for the rest of a sum of tuples; if the length is not known, the sum is
        assumed to be as long as a state. ``hint``: default, that of ``source``.
        """
        hint = hint or self.hint(source)
        site = ast.Constant(self.module.site(self.place(source)))
        rest = beside or ast.Tuple([], ast.Load())
        most = self._rows_made(source) or placed_length(source) or self._items_of_dict(source)
        state = load(self.module.state_name) if most is None or beside else zeros(most)
        if isinstance(hint, ast.Constant) and hint.value is None:
            state = load(self.module.room_name(self.most_items(source)))
        elif self.makes_moves and most is None:
            state = load(self.module.room_name(0))
        return call(helper, items, hint, rest, state, site)

    def perhaps_filled(self, source: ast.ListComp) -> ast.Call:
        """The items of a list: a tuple, if their number is known."""
        hint, site = self.hint(source), ast.Constant(self.module.site(self.place(source)))
        if isinstance(hint, ast.Constant):
            hint = zeros(0)
        nothing = ast.Tuple([], ast.Load())
        one_by_one = located(ast.GeneratorExp(source.elt, source.generators), source)
        return call("as_items", self.items(one_by_one), hint, nothing, ast.Constant(0), site)

    def _items_of_dict(self, source: ast.expr) -> int | None:
        """How many items the dict in states has, where the pairs of two lists may be its items;
        None for others."""
        match source:
            case ast.Call(function, [ast.Name(), ast.Name()], []) if self.known(function) is zip:
                kept = self.module.plays.frozen_dict
                return None if kept is None else len(kept.keys)
        return None

    def _rows_made(self, source: ast.expr) -> int | None:
        """How many rows a tuple of tuples has whose length cannot be seen: as many as all tuples of
        tuples in the states have; None for others."""
        match source:
            case ast.ListComp(ast.Call(function)) | ast.GeneratorExp(ast.Call(function)):
                pass
            case ast.Call(function, [function_of_rows, _], []) if self.known(function) is map:
                function = function_of_rows
            case _:
                return None
        found = set(_row_counts(self.module.shape)) if self.known(function) is tuple else set()
        return found.pop() if len(found) == 1 else None

    def written_out_state(self, node: ast.Tuple) -> ast.expr | None:
        """A state that ``play`` returns item by item, as a tuple that changes its length, so that
        another one may have more items; None if states keep their length."""
        shape = self.module.shape
        if shape is None or not shape.varying or self.function.__name__ != "play":
            return None
        item = _blank_of(shape.parts[0])
        if item is None or self.source.owner is None:
            return None
        like = call("empty_like", item, load(self.module.state_name))
        return located(call("converted", self.visit(node), like), node)

    def empty_that_grows(self, node: ast.Assign) -> ast.expr | None:
        """The value of ``items = ()`` where other statements set the local, too, in a game whose
        tuples change their length; None for any other assignment."""
        shape = self.module.shape
        items = set() if shape is None else set(shape.varying_items)
        match node:
            case ast.Assign([ast.Name(name)], ast.Tuple([])) if name in self.changing:
                item = _blank_of(items.pop()) if len(items) == 1 else None
                room = load(self.module.state_name)
                return None if item is None else located(call("empty_like", item, room), node)
        return None

    def take_beside(self) -> ast.expr | None:
        """The hint for the tuple that is added to the next one, if any; then it is None."""
        beside, self.beside = self.beside, None
        return beside

    def visit_beside(self, node: ast.expr, others: list[ast.expr]) -> ast.expr:
        """A part of a sum of tuples, rewritten; ``others``: hints for the other parts."""
        makes = isinstance(node, ast.Call) and self.known(node.func) in (tuple, tuples.sort)
        self.beside = together(others) if makes and others else None
        rewritten = cast(ast.expr, self.visit(node))
        self.beside = None
        return rewritten

    def items(self, node: ast.expr, *, rows: bool = False) -> ast.expr:
        """An expression for looping over the items of ``node``. ``rows``: whether items that are
        constant lists may become tuples."""
        if (words := self.word_row(node)) is not None:
            return words
        node = self.looped(node, rows=rows)
        known = self.known(node)
        if isinstance(known, enum.EnumMeta) or (isinstance(known, str) and self.has_words):
            return self.module.constants.node(tuple(known), ast.unparse(node))
        table = layered(known)
        if table is not None:
            items, starts = self.module.constants.layered(table)
            return ast.copy_location(self._rows(table, items, starts), node)
        if isinstance(node, ast.Subscript):
            table = layered(self.known(node.value))
            in_rows = table is not None and table.starts is not None and table.items.ndim == 2
            if table is not None and in_rows and not isinstance(node.slice, ast.Slice):
                items, starts = self.module.constants.layered(table)
                index, row = self.visit(node.slice), zeros(table.items.shape[1])
                return call("rows_of_row", load(items), load(starts), index, row)
            if isinstance(node.slice, ast.Slice) and self.is_moving(node.slice):
                parts = parts_of(node.slice)
                edges = [ast.Constant(None) if p is None else self.visit(p) for p in parts]
                helper = "cut" if self.module.constants.has_nones else "sliced"  # yields no None
                return ast.copy_location(call(helper, self.visit(node.value), *edges), node)
            if isinstance(node.slice, ast.Slice) and isinstance(node.value, ast.Name):
                whole = self.visit(copy.deepcopy(node.value))
                return ast.copy_location(call("looped_slice", self.visit(node), whole), node)
        return cast(ast.expr, self.visit(node))

    def letters_or_items(self, node: ast.expr) -> ast.expr:
        """An expression for looping over the items of ``node``, or the characters of a text in a
        constant table."""
        return self.word_row(node, texts=True) or self.items(node)

    def is_row(self, node: ast.expr) -> bool:
        """Whether an expression is a row of a constant table, a list, a tuple or a set, that a
        variable chooses."""
        if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
            return False
        table = self.known(node.value)
        rows = tuple(table.values()) if isinstance(table, dict) else table
        sets = () if self.module.constants.sets.elements else (set, frozenset)
        kinds = (tuple, list, *sets)
        held = isinstance(rows, tuple | list) and all(isinstance(x, kinds) for x in rows)
        return held and bool(rows) and self.known(node) is MISSING

    def tested(self, node: ast.expr) -> ast.expr:
        """An expression of which only the truth matters, with the length of a row in its place."""
        if isinstance(node, ast.BoolOp):
            node.values = [self.tested(value) for value in node.values]
        elif self.is_row(node):
            count = ast.Call(load("len"), [node], [])
            return located(ast.Compare(count, [ast.NotEq()], [ast.Constant(0)]), node)
        return node

    def _is_row_of_sets(self, node: ast.expr) -> bool:
        """Whether an expression is a set of a table, such as states hold."""
        if not is_set_row(node, self.known):
            return False
        assert isinstance(node, ast.Subscript)
        return self.module.constants.sets.has_all(rows_of(self.known(node.value)))

    def word_row(
        self, node: ast.expr, *, texts: bool = False, sets: bool = True
    ) -> ast.Call | None:
        """An expression for looping over a row of words of a constant table, whose rows differ in
        length; None for any other expression.

        ``texts``: rows may be texts, of which the characters are meant. ``sets``: they may be sets.
        """
        if not self.has_words or not isinstance(node, ast.Subscript):
            return None
        if isinstance(node.slice, ast.Slice) or self.known(node) is not MISSING:
            return None
        if self._is_row_of_sets(node):
            return None
        found = self.looked_up(copy.deepcopy(node), rows=True, sets=sets)
        table = self.known(found.value)
        kinds = (tuple, str) if texts else tuple
        if not (isinstance(table, tuple) and table and all(isinstance(x, kinds) for x in table)):
            return None
        words = [word for row in table for word in row]
        if not words or len(words) > MOST_WORDS_IN_ROWS or not all(map(is_word, words)):
            return None
        starts = self.named(tuple(accumulate(map(len, table), initial=0)), node)
        if self.module.constants.are_mixed(words):
            reason = f"{ast.unparse(node)} has texts that are boards in states, and others that are"
            self.refuse(node, f"{reason} words", "texts of one length in all states, '--' for none")
        flat = self.module.constants.word_table(tuple(words), ast.unparse(node))
        return call("word_row", flat, self.visit(starts), self.visit(found.slice))

    def _rows(self, table: NestedConstant, items: str, starts: str) -> ast.expr:
        if table.starts is None:
            return call("tuples_of", load(items), zeros(table.items.shape[1]))
        return call("rows", load(items), load(starts))


def _row_counts(shape: ShapeTree | None) -> Iterator[int]:
    """How many rows each tuple of plain tuples in a shape has."""
    if shape is None:
        return
    for part in shape.trees:
        yield from _row_counts(part)
    rows = all(isinstance(part, ShapeTree) and part.cls is tuple for part in shape.parts)
    if rows and shape.cls is tuple and not shape.varying:
        yield len(shape.parts)


def _blank_of(part: Part | ShapeTree) -> ast.expr | None:
    """An item like those of a tuple that changes its length: a number, a word, a tuple of these."""
    if part is int:
        return ast.Constant(0)
    if part is Word:
        return call("word_of", ast.Constant(EMPTY))
    if not isinstance(part, ShapeTree) or part.varying or part.cls is not tuple:
        return None
    items = [_blank_of(inner) for inner in part.parts]
    return None if None in items else ast.Tuple([x for x in items if x], ast.Load())
