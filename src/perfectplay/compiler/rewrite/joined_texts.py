"""Texts that are joined and split in the rules."""

from __future__ import annotations

import ast
from typing import cast

from perfectplay.compiler.idioms.texts_in_loops import LOOSE
from perfectplay.compiler.rewrite.calls import CallRewriter
from perfectplay.compiler.source.syntax_trees import call, load, zeros
from perfectplay.compiler.source.text_rows import (
    LONGEST,
    as_literal,
    length_of_rows,
    no_part_is_empty,
    number_of_parts,
    texts_in,
)
from perfectplay.compiler.source.word_table import LETTERS

MOST_REPEATED = 64
"""``letter * 3`` compiles up to this number."""


class JoinedTextRewriter(CallRewriter):
    """Rewrites ``join`` and ``split`` of texts."""

    @property
    def has_texts(self) -> bool:
        """Whether the states of the game hold boards that are texts or bytes."""
        return self.module.constants.has_texts or self.has_bytes

    @property
    def texts_grow(self) -> bool:
        """Whether texts in the states of the game change their length."""
        return bool(self.module.constants.text_room)

    def room(self) -> ast.expr:
        """The room for such texts."""
        return load(self.module.constants.text_room)

    @property
    def has_bytes(self) -> bool:
        """Whether the states of the game hold bytes."""
        return self.module.constants.has_bytes

    def joined(self, separator: str, receiver: ast.expr, rows: ast.expr) -> ast.expr | None:
        """``separator.join(rows)``; None for a separator of several characters."""
        if self.texts_grow:
            return call("text_join", self.items(rows), self.visit(receiver), self.room())
        if hasattr(rows, LOOSE) or self._on_condition(rows):
            total = sum(map(len, texts_in(self.module.start))) or MOST_REPEATED
            most = total * (1 + len(separator)) + (total + 1 if hasattr(rows, LOOSE) else 0)
            sides = self.items(rows), self.visit(receiver)
            return with_letters(call("joined_loosely", *sides, ast.Constant(min(most, LONGEST))))
        if separator == "":
            hint = self._known_or(rows, getattr(rows, "pp_row_length", self._length_of_row(rows)))
            return with_letters(self.filled("as_text", self.items(rows), rows, hint=hint))
        if not is_letter(separator):
            return None
        rows = self._with_row_lengths(separator, rows)
        count = number_of_parts(self.module.plays.separations.get(separator, {}))
        hint = self._known_or(rows, count)
        joined = self.filled("text_joined", self.items(rows), rows, hint=hint)
        assert isinstance(joined, ast.Call)
        joined.args.insert(1, self.visit(receiver))
        return with_letters(joined)

    def _length_of_row(self, row: ast.expr) -> int | None:
        """The length of ``rows[0]``, if the texts of the start that are split have rows of one
        length alone."""
        if not isinstance(row, ast.Subscript) or isinstance(row.slice, ast.Slice):
            return None
        places = self.module.plays.separations.items()
        found = {length_of_rows(each, len(separator)) for separator, each in places} - {None}
        return found.pop() if len(found) == 1 else None

    def _known_or(self, rows: ast.expr, length: int | None) -> ast.expr:
        """The hint for the items of what is joined; this length if it cannot be seen."""
        seen = self.hint(rows)
        varies = isinstance(seen, ast.Constant) and seen.value is None
        if length is None or varies or isinstance(seen, ast.Tuple):
            return seen
        return call("hint_or", seen, zeros(length))

    def _with_row_lengths(self, separator: str, rows: ast.expr) -> ast.expr:
        """The rows; those of ``"".join(row) for row in rows`` are noted to be as long as the parts
        of texts that have such separators."""
        match rows:
            case ast.Call(function, [ast.Attribute(ast.Constant(""), "join"), _], []) if (
                self.known(function) is map
            ):
                rows = self.each(rows, map)
        match rows:
            case ast.GeneratorExp(inner) | ast.ListComp(inner):
                match inner:
                    case ast.Call(ast.Attribute(ast.Constant(""), "join"), [row], []):
                        length = length_of_rows(self.module.plays.separations.get(separator, {}))
                        row.pp_row_length = length  # type: ignore[attr-defined]
        return rows

    def _on_condition(self, rows: ast.expr) -> bool:
        """Whether some items of what is joined are left out, or are parts whose number varies."""
        match rows:
            case ast.Call(ast.Attribute(_, "split"), [mark]) if self.separates(mark):
                return not self._places(self.known(mark))
            case ast.GeneratorExp(_, loops) | ast.ListComp(_, loops):
                return any(loop.ifs for loop in loops)
            case ast.Call(function):
                return self.known(function) is filter
            case ast.Name(name):
                value = self.lists.get(name)
                return value is not None and self._on_condition(value)
        return False

    def separates(self, node: ast.expr) -> bool:
        """Whether an argument of ``split`` is a constant text, of one character if no state is a
        board that is a text."""
        known = self.known(node)
        several = self.module.constants.has_texts and type(known) is str and len(known) > 1
        return several or is_letter(known)

    def _places(self, mark: str, *, alone: bool = False) -> dict[int, tuple[int, ...]]:
        """Where texts of each length are split at a mark, as far as this is known; ``alone``: and
        marks stand between other characters."""
        places = self.module.plays.separations.get(mark, {})
        if self.texts_grow and not alone:
            return places
        return {n: each for n, each in places.items() if no_part_is_empty(each, n, len(mark))}

    def split(
        self, receiver: ast.expr, separator: ast.expr | None,
        words: tuple[ast.expr, ast.expr] | None = None,
    ) -> ast.expr:  # fmt: skip
        """``receiver.split(separator)``, where the start shows at which places it is split;
        ``receiver.split()``, if single spaces separate. ``words``: the tables of what it gives for
        words."""
        at = " " if separator is None else self.known(separator)
        varies = self.module.vary and self.texts_grow
        of_moves = varies and not any(at in text for text in texts_in(self.module.start))
        places = {} if of_moves else self._places(at, alone=separator is None)
        if not places and words is not None:
            return call("word_texts", self.visit(receiver), ast.Constant("split"), *words)
        if not places and words is None and separator is not None:
            constants = self.module.constants
            mark = constants.board(at) if len(at) > 1 else constants.node(at, repr(at))
            return with_letters(call("text_pieces", self.visit(receiver), mark))
        if not places and words is None and self.texts_grow:
            table = self.module.constants.letter_table(_is_other_space)
            whole = call("without_letters", self.visit(receiver), load(table))
            space = self.module.constants.node(" ", "' '")
            return with_letters(call("text_words", whole, space))
        if not places:
            idiom = (
                "parts of one length in all states, as in the start; or a tuple of texts; or moves "
                "that the rules name"
            )
            what = f"{ast.unparse(receiver)} is split at {at!r}, where no text in the start is"
            self.refuse(receiver, what, idiom)
        text, whole = ast.Constant(as_literal(places)), self.visit(receiver)
        if separator is None:
            table = self.module.constants.letter_table(_is_other_space)
            whole = call("without_letters", whole, load(table))
        constants = self.module.constants
        mark = constants.board(at) if len(at) > 1 else constants.node(at, repr(at))
        if words is not None:
            return with_letters(call("either_split", whole, text, mark, *words))
        return with_letters(call("text_split", whole, text, mark))


def _is_other_space(letter: str) -> bool:
    return letter != " " and letter.isspace()


def is_letter(value: object) -> bool:
    """Whether a value is a text of one character."""
    return type(value) is str and len(value) == 1


def with_letters(node: ast.expr) -> ast.Call:
    """A call of a helper, with the number of characters as its last argument."""
    made = cast(ast.Call, node)
    made.args.append(load(LETTERS))
    return made
