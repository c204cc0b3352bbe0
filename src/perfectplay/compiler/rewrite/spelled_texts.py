"""Texts that rules spell: f-strings, ``str(n)``, ``chr``, ``ord``, ``int`` of digits."""

from __future__ import annotations

import ast
from typing import Any

from perfectplay.compiler.rewrite.growing_texts import GrowingTextRewriter
from perfectplay.compiler.rewrite.joined_texts import MOST_REPEATED, with_letters
from perfectplay.compiler.rewrite.word_parts import (
    ends_of_word,
    method_of_word,
    number_of_word,
    searched_word,
)
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import call, load
from perfectplay.compiler.source.text_rows import texts_in
from perfectplay.compiler.source.word_table import DIGITS, NUMBERS, ORDINALS

_PLAIN = (-1, ord("s"))
"""Conversions of f-strings that change nothing in a text or a number."""


class SpelledTextRewriter(GrowingTextRewriter):
    """Rewrites what makes texts of numbers, and numbers of texts."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        if (constant := self._spelling(node, "an f-string")) is not None:
            return constant
        self.module.constants.spells = True
        parts = [self._part(part) for part in node.values if not _is_empty(part)]
        whole = parts[0]
        for part in parts[1:]:
            if self.texts_grow:
                whole = call("text_plus", whole, part, self.room())
            else:
                whole = with_letters(call("plus", whole, part))
        return ast.copy_location(whole, node)

    def _part(self, node: ast.expr) -> ast.expr:
        """A part of an f-string, as a text or a character."""
        value = node.value if isinstance(node, ast.FormattedValue) else node
        if isinstance(node, ast.FormattedValue):
            if _has_format(node, "b"):
                return call("spelled_binary", self.visit(value), load(DIGITS))
            if _has_format(node, "d"):
                node.format_spec = None
            if node.format_spec is not None or node.conversion not in _PLAIN:
                reason = "an f-string with a format or a conversion does not compile"
                idiom = "{x} alone, of a number from 0 to 9 or of a text, does, and {x:02d}"
                self.refuse(node, reason, idiom)
            known = self.known(value)
            if type(known) not in (int, str):
                return self._spelled(value)
            value = ast.Constant(str(known))
        assert isinstance(value, ast.Constant)
        text = str(value.value)
        if len(text) == 1:
            return self.module.constants.node(text, repr(text))
        return self.module.constants.board(text)

    def _spelled(self, value: ast.expr) -> ast.expr:
        helper = "spelled_wide" if self.module.constants.wide else "spelled"
        return with_letters(call(helper, self.visit(value), load(DIGITS)))

    def _spelling(self, node: ast.expr, what: str) -> ast.expr | None:
        """The node of a constant; None for another one, in a game whose rules may spell texts."""
        if not self.module.constants.has_texts:
            self.module.constants.met_a_spelling = True
            self.refuse(node, f"{what} does not compile here", "give a tuple such as (a, b)")
        return self.constant(node)

    def texts_of_two_lengths(self, node: ast.IfExp) -> ast.expr | None:
        """``".." if c else "."``: two texts, though one of them is a letter; None for others."""
        constants = self.module.constants
        texts = [self.known(side) for side in (node.body, node.orelse)]
        lengths = {len(text) for text in texts if type(text) is str}
        boards = all(type(text) is str and not constants.is_word(text) for text in texts)
        if not (constants.has_texts and boards and len(lengths) == 2 and min(lengths) == 1):
            return None
        made = [constants.board(text) for text in texts]
        return ast.copy_location(ast.IfExp(self.visit(node.test), *made), node)

    def multiplied(self, node: ast.BinOp) -> ast.expr:
        """``a * b``, where one may be a text and the other a number, which `repeated` leaves."""
        sides = [node.left, node.right]
        if self.texts_grow:
            return call("text_times", *map(self.visit, sides), self.room())
        longest = max((len(text) for text in texts_in(self.module.start)), default=0)
        most = ast.Constant(longest or MOST_REPEATED)
        return with_letters(call("multiplied", *map(self.visit, sides), most))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        rewritten = None
        if node.args and not node.keywords and self.known(node) is MISSING:
            function, (value, *others) = self.known(node.func), node.args
            if not others:
                rewritten = self._of_one_text(node, function, value)
            elif function is int and len(others) == 1:
                rewritten = self._in_base(value, self.known(others[0]))
        if rewritten is None:
            found = method_of_word(node, self) or searched_word(node, self)
            rewritten = found or ends_of_word(node, self)
        return super().visit_Call(node) if rewritten is None else ast.copy_location(rewritten, node)

    def _in_base(self, value: ast.expr, base: Any) -> ast.expr | None:
        """``int(x, 2)``; None for what is no base up to ten."""
        constants = self.module.constants
        if type(base) is not int or not 2 <= base <= 10 or not constants.has_texts:
            return None
        number = call("number_in_base", self.visit(value), ast.Constant(base), load(NUMBERS))
        return with_letters(number)

    def _of_one_text(self, node: ast.Call, function: Any, value: ast.expr) -> ast.expr | None:
        """``str(x)``, ``chr(x)``, ``ord(x)``, ``int(x)``; None for other calls."""
        constants = self.module.constants
        if function is int and constants.has_texts and not constants.asks_words:
            return with_letters(call("number_of", self.visit(value), load(NUMBERS)))
        if function is int:
            return number_of_word(value, self)
        if not any(function is one for one in (str, chr, ord)):
            return None
        self._spelling(node, function.__name__)
        if function is ord:
            return with_letters(call("ordinal_of", self.visit(value), load(ORDINALS)))
        if function is chr:
            return call("character_of", self.visit(value), load(ORDINALS))
        constants.spells = True
        return self._spelled(value)


def _has_format(node: ast.FormattedValue, spec: str) -> bool:
    """Whether a part of an f-string has a constant format, and no conversion."""
    match node:
        case ast.FormattedValue(_, -1, ast.JoinedStr([ast.Constant(text)])):
            return bool(text == spec)
    return False


def _is_empty(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == ""
