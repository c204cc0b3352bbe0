"""Rows of rows of unlike lengths in a constant table: ``for line in RAYS[square]: for s in line``.

The items of all inner rows are one array, with the places at which rows begin. A compiled inner row
is a list or an array, so that a rule must only take it apart.
"""

from __future__ import annotations

import ast
from itertools import accumulate, chain
from typing import Any

from perfectplay.compiler.idioms.set_rows import rows_of
from perfectplay.compiler.rewrite.constant_tables import only_taken_apart
from perfectplay.compiler.rewrite.expressions import ExpressionRewriter
from perfectplay.compiler.rewrite.row_places import (
    InnerRows,
    is_taken_by_places,
    take_by_places,
)
from perfectplay.compiler.rewrite.tuple_shapes import MOST_WORDS_IN_ROWS
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.nested_constants import LONGEST_ROW
from perfectplay.compiler.source.syntax_trees import call, located, store, tuple_of, zeros
from perfectplay.game.shape.state_words import is_word

MOST_ITEMS = 4_096
"""Tables with more items in all are left to the interpreter."""


class RaggedRewriter(ExpressionRewriter):
    """Rewrites loops over rows of rows. ``loop_names``: the locals that are only read in a loop
    over them."""

    loop_names: set[str]

    def ragged_rows(self, loop: ast.For) -> ast.expr | None:
        """What a loop takes its rows from; None for other loops."""
        source, target = loop.iter, loop.target
        if not isinstance(source, ast.Subscript) or isinstance(source.slice, ast.Slice):
            return None
        if not isinstance(target, ast.Name) or self.known(source) is not MISSING:
            return None
        table = self.known(source.value)
        if not isinstance(table, dict | list | tuple):
            return None
        rows = rows_of(table)
        if not _are_rows(rows) or not _are_rows(inner := tuple(chain.from_iterable(rows))):
            return None
        if all(type(row) is tuple for row in inner) and len({len(row) for row in inner}) == 1:
            return None  # tuples that can be unpacked
        items = tuple(chain.from_iterable(inner))
        body = loop.body + loop.orelse
        if not 0 < len(items) <= MOST_ITEMS or not only_taken_apart(target.id, body, listed=True):
            return None
        constants = self.module.constants
        if all(type(item) is int for item in items):
            kind, flat = "numbers", constants.number_table(items)
        elif _are_tuples(items):
            rows_apart = constants.number_table(items), zeros(len(items[0]))
            kind, flat = "tuples", tuple_of(*rows_apart)
        elif self._are_words(items):
            kind, flat = "words", constants.word_table(items, ast.unparse(source))
        else:
            return None
        begins = [constants.number_table(_starts(each)) for each in (rows, inner)]
        place: ast.expr = source.slice
        if isinstance(table, dict):
            place = located(call("place_of", self.named(tuple(table), source), place), source)
        if target.id in self.loop_names and is_taken_by_places(target.id, body):
            name = self.fresh_local("place")
            take_by_places(target.id, InnerRows(kind, flat, begins[1]), name, body)
            loop.target = located(store(name), target)
            return located(call("places_of_rows", begins[0], self.visit(place)), loop)
        return located(call(f"ragged_{kind}", flat, *begins, self.visit(place)), loop)

    def _are_words(self, items: tuple[Any, ...]) -> bool:
        """Whether all items are words, or texts of the kind of states, that keep their length."""
        few = len(items) <= MOST_WORDS_IN_ROWS and not self.texts_grow
        return few and self.has_words and all(map(is_word, items))

    def sorted_before(self, source: ast.expr) -> ast.expr:
        """``sorted(TABLE[i])`` that is looped over as a row of a table of sorted rows; others
        unchanged."""
        match source:
            case ast.Call(function, [ast.Subscript(whole, index) as row], []) if self.known(
                function
            ) is sorted and not isinstance(index, ast.Slice):
                table = self.known(whole)
            case _:
                return source
        kinds = (set, frozenset, list, tuple)
        if not isinstance(table, dict | list | tuple) or self.known(row) is not MISSING:
            return source
        if not all(isinstance(each, kinds) for each in rows_of(table)):
            return source
        try:
            rows = [tuple(sorted(each)) for each in rows_of(table)]
        except TypeError:  # things without an order
            return source
        changed = dict(zip(table, rows, strict=True)) if isinstance(table, dict) else tuple(rows)
        return located(ast.Subscript(self.named(changed, row), index, ast.Load()), source)


def _are_rows(rows: Any) -> bool:
    return bool(rows) and all(type(row) in (list, tuple) for row in rows)


def _are_tuples(items: tuple[Any, ...]) -> bool:
    """Whether all items are tuples of as many numbers, few enough to be written out."""
    tuples = all(type(item) is tuple and all(type(x) is int for x in item) for item in items)
    return tuples and len(set(map(len, items))) == 1 and 0 < len(items[0]) <= LONGEST_ROW


def _starts(rows: Any) -> tuple[int, ...]:
    return tuple(accumulate(map(len, rows), initial=0))
