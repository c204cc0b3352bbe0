"""Texts and bytes in the rules: methods of boards that are one, slices and sums of them."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable
from enum import Enum
from types import FunctionType
from typing import TypeGuard

from perfectplay.compiler.idioms.tuple_concat import IN_A_LOOP, gap
from perfectplay.compiler.rewrite.joined_texts import (
    MOST_REPEATED,
    JoinedTextRewriter,
    with_letters,
)
from perfectplay.compiler.rewrite.lengths import parts_of
from perfectplay.compiler.rewrite.text_method_ends import of_ends
from perfectplay.compiler.rewrite.word_parts import translation
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.refusals import LIST
from perfectplay.compiler.source.syntax_trees import call, load
from perfectplay.compiler.source.text_rows import texts_in

_SEARCHES = {
    "count": "text_count", "index": "text_index", "find": "text_find", "rfind": "text_rfind",
    "rindex": "text_rindex",
    "startswith": "starts_with", "endswith": "ends_with",
}  # fmt: skip
_FROM = {
    "find": "text_find_from", "index": "text_index_from", "startswith": "starts_with_from",
}  # fmt: skip
_CHANGES = {"upper": str.upper, "lower": str.lower, "swapcase": str.swapcase}
_KINDS: dict[str, tuple[Callable[[str], bool], Callable[[str], bool]]] = {
    "isupper": (str.isupper, lambda x: x.islower() or (x.istitle() and not x.isupper())),
    "islower": (str.islower, str.istitle), "isalpha": (str.isalpha, lambda x: not x.isalpha()),
    "isdigit": (str.isdigit, lambda x: not x.isdigit()),
    "isspace": (str.isspace, lambda x: not x.isspace()),
}  # fmt: skip
"""Of a text of several characters, there must be one of the first kind, and none of the second."""

_OF_TEXTS_ALONE = set(dir(str)).difference(
    *map(dir, (list, tuple, set, frozenset, dict, int, deque, Enum))
)
"""Methods that nothing else has in compiled rules: they are refused before anything is compiled."""


class TextRewriter(JoinedTextRewriter):
    """Rewrites what rules do with texts and bytes in a game whose states hold some."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if self.has_bytes and self.constant(node) is None:
            made = self._made_of_bytes(node)
            if made is not None:
                return ast.copy_location(made, node)
        if self.has_texts and not node.keywords and self._may_be_text(node):
            assert isinstance(node.func, ast.Attribute)
            if (rewritten := self._text_call(node, node.func.value, node.func.attr)) is not None:
                return ast.copy_location(rewritten, node)
            constants = self.module.constants
            alone = node.func.attr in _OF_TEXTS_ALONE and not constants.members_have(node.func.attr)
            if alone and constants.has_texts:
                self.refuse(node, f"{node.func.attr} of a text does not compile", LIST)
        if not self.has_texts and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
            self.module.constants.met_a_spelling = True  # what is joined need be no word
        return super().visit_Call(node)

    def _may_be_text(self, node: ast.Call) -> bool:
        """Whether a call is of a method of what may be a text."""
        method = node.func
        if not isinstance(method, ast.Attribute) or self.known(node) is not MISSING:
            return False
        value = method.value
        if isinstance(value, ast.Name) and value.id == self.self_name:
            return False
        if any(hasattr(cls, method.attr) for cls in self.module.record_classes):
            own = self.module.owners_of(method.attr, FunctionType)
            return method.attr in ("count", "index") and not own  # every tuple has them
        known = self.known(value)
        return known is MISSING or type(known) in (str, bytes)

    def _made_of_bytes(self, node: ast.Call) -> ast.expr | None:
        """``bytes(...)`` of items; None for other calls."""
        function = self.known(node.func)
        if function is bytearray:
            idiom = "cells = bytearray(board), then cells[i] = v, and bytes(cells)"
            self.refuse(node, "a bytearray that is used in another way does not compile", idiom)
        if function is not bytes or len(node.args) != 1 or node.keywords:
            return None
        (items,) = node.args
        if isinstance(items, ast.List):  # a tuple is made in registers
            items = ast.copy_location(ast.Tuple(items.elts, ast.Load()), items)
        return self.filled("as_bytes", self.items(items), items)

    def _text_call(self, node: ast.Call, receiver: ast.expr, method: str) -> ast.expr | None:
        arguments = node.args
        if method == "join" and len(arguments) == 1 and type(self.known(receiver)) is str:
            rows = arguments[0]
            if isinstance(rows, ast.List):  # which may be of unlike lengths
                rows = ast.copy_location(ast.Tuple(rows.elts, ast.Load()), rows)
            return self.joined(self.known(receiver), receiver, rows)
        if self.module.constants.has_texts and (found := of_ends(node, receiver, method, self)):
            return found
        if method == "split" and len(arguments) == 1 and self.separates(arguments[0]):
            return self.split(receiver, arguments[0])
        if method == "splitlines" and not arguments and self._has_plain_lines():
            return self.split(receiver, ast.copy_location(ast.Constant("\n"), node))
        if method == "split" and not arguments and self.module.constants.has_texts:
            return self.split(receiver, None)
        if method == "join" and len(arguments) == 1 and self.known(receiver) == b"":
            return self.filled("joined_bytes", self.items(arguments[0]), arguments[0])
        if method in _SEARCHES and len(arguments) == 1:
            return self._searched(receiver, method, arguments[0])
        if method in _FROM and len(arguments) == 2:
            return self._searched(receiver, method, *arguments)
        if method == "replace" and len(arguments) in (2, 3):
            most = self.visit(arguments[2]) if len(arguments) == 3 else ast.Constant(-1)
            old, new = map(self.visit, arguments[:2])
            if self.texts_grow:
                return call("text_replaced", self.visit(receiver), old, new, most, self.room())
            texts = [x for x in map(self.known, arguments[:2]) if type(x) is str]
            if any(len(text) != 1 for text in texts):
                changed = call("replaced_loosely", self.visit(receiver), old, new, most)
                return with_letters(changed)
            return with_letters(call("text_replace", self.visit(receiver), old, new, most))
        if method == "translate" and self.has_bytes and len(arguments) == 1:
            numbers = self._byte_table(arguments[0])
            if numbers is not None:
                return call("bytes_changed", self.visit(receiver), numbers)
        if not self.module.constants.has_texts:
            if method in _CHANGES and not arguments and self.has_bytes and not self.has_words:
                numbers = self.module.constants.byte_table(getattr(bytes(range(256)), method)())
                return call("bytes_changed", self.visit(receiver), numbers)
            return None
        if method in _CHANGES and not arguments:
            table = self.module.constants.letter_table(_CHANGES[method])
            return with_letters(call("letters_changed", self.visit(receiver), load(table)))
        if method in _KINDS and not arguments:
            tables = [load(self.module.constants.letter_table(x)) for x in _KINDS[method]]
            return with_letters(call("letters_are", self.visit(receiver), *tables))
        if method == "translate" and len(arguments) == 1:
            return self._translated(receiver, arguments[0])
        return None

    def _has_plain_lines(self) -> bool:
        """Whether texts of states are lines between single line feeds, in the same places."""
        words = [x for x in self.module.constants.known_words if type(x) is str and x != "\n"]
        if (
            self.texts_grow
            or not self._places("\n")
            or any(len(f".{x}.".splitlines()) > 1 for x in words)
        ):
            return False
        return not any(text.endswith("\n") for text in texts_in(self.module.start))

    def _searched(
        self, receiver: ast.expr, method: str, wanted: ast.expr, start: ast.expr | None = None
    ) -> ast.expr:
        known = self.known(receiver)
        if type(known) is str and known:
            whole: ast.expr = self.module.constants.board(known)
        elif self.is_cut(receiver):
            whole = self.cut(receiver)
        else:
            whole = self.items(receiver) if method in ("count", "index") else self.visit(receiver)
        those = self.visit(self.repeated(wanted))
        if method in ("count", "index"):
            those = call("as_word", those)
        if start is not None:
            return with_letters(call(_FROM[method], whole, those, self.visit(start)))
        return with_letters(call(_SEARCHES[method], whole, those))

    def _byte_table(self, argument: ast.expr) -> ast.expr | None:
        """The table of ``translate`` of bytes; None if it is another one."""
        table = self.known(argument)
        match argument:
            case ast.Call(function, [one, other], []) if self.known(function) == bytes.maketrans:
                given = (self.known(one), self.known(other))
                table = MISSING if MISSING in given else bytes.maketrans(*given)
        whole = isinstance(table, bytes) and len(table) == 256
        return self.module.constants.byte_table(table) if whole else None

    def _translated(self, receiver: ast.expr, argument: ast.expr) -> ast.expr | None:
        changes = translation(argument, self.known)
        if changes is None:
            return None

        def changed(letter: str) -> str:
            return letter.translate(changes)

        name = self.module.constants.letter_table(changed)
        return with_letters(call("letters_changed", self.visit(receiver), load(name)))

    # --- slices, sums -----------------------------------------------------------------------------

    def slice_of_text(self, node: ast.Subscript, *, compared: bool = False) -> ast.expr | None:
        """A slice in a game with texts; None if its length cannot be seen, or may be less.
        ``compared``: it is compared, and may be shorter."""
        assert isinstance(node.slice, ast.Slice)
        edges = [None if part is None else self.known(part) for part in parts_of(node.slice)]
        if MISSING not in edges:
            whole = self.visit(node.value)
            return call("part", whole, *map(ast.Constant, edges))
        first, last = node.slice.lower, node.slice.upper
        if first is None or last is None or node.slice.step is not None or self.texts_grow:
            return None
        length = gap(first, last, self.known)
        if length is None or length < 1:
            return None
        if length == 1 and not compared and not self.has_bytes:
            return None  # it may be missing: who knows that it is there writes s[i]
        return call("window", self.visit(node.value), self.visit(first), ast.Constant(length))

    def is_cut(self, node: ast.expr) -> TypeGuard[ast.Subscript]:
        """Whether an expression is a slice by bounds that are not constants, perhaps of a text, of
        which parts beyond the end are left out."""
        if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
            return False
        return self.has_texts and not self.has_bytes and self.is_moving(node.slice)

    def cut(self, node: ast.Subscript) -> ast.expr:
        """Such a slice; see `cut_slices`."""
        assert isinstance(node.slice, ast.Slice)
        edges = [ast.Constant(None) if x is None else self.visit(x) for x in parts_of(node.slice)]
        return ast.copy_location(call("cut", self.visit(node.value), *edges), node)

    def window_compared(self, side: ast.expr, other: ast.expr) -> ast.expr | None:
        """``s[i:i + 2] == other``, which holds nowhere beyond the end; None for another side."""
        if not (self.has_texts and isinstance(side, ast.Subscript)):
            return None
        slices = isinstance(side.slice, ast.Slice)
        window = self.slice_of_text(side, compared=True) if slices else None
        if not (isinstance(window, ast.Call) and ast.unparse(window.func) == own("window")):
            return None
        return with_letters(call("window_equals", *window.args, self.visit(other)))

    def sum_of_texts(self, node: ast.BinOp) -> ast.expr | None:
        """``a + b`` in a game with texts; None if it is plainly of numbers."""
        if any(isinstance(self.known(side), int) for side in (node.left, node.right)):
            return None
        if self.texts_grow:
            sides = map(self.visit, (node.left, node.right))
            return call("text_plus", *sides, self.room())
        left, right = (self.visit(self.repeated(side)) for side in (node.left, node.right))
        whole = with_letters(call("plus", left, right))
        name = getattr(node, IN_A_LOOP, None)
        return whole if name is None else call("no_longer", load(name), whole)

    def repeated(self, node: ast.expr) -> ast.expr:
        """``letter * 3`` in a place where a text may stand; other expressions unchanged."""
        if not self.has_texts or self.texts_grow or self.known(node) is not MISSING:
            return node
        match node:
            case ast.BinOp(one, ast.Mult(), other):
                for letter, times in ((one, other), (other, one)):
                    count = self.known(times)
                    if type(count) is int and 1 <= count <= MOST_REPEATED:
                        again = call("times", letter, ast.Constant(count))
                        return ast.copy_location(with_letters(again), node)
        return node
