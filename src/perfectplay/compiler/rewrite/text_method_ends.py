"""Methods that take a board that is a text apart at its ends or at a mark, or fill it up:
``board.strip(".")``, ``board.partition(":")``, ``board.ljust(8, ".")``."""

from __future__ import annotations

import ast
import copy
from typing import TYPE_CHECKING

from perfectplay.compiler.rewrite.joined_texts import with_letters
from perfectplay.compiler.source.syntax_trees import call, is_plain, load

if TYPE_CHECKING:
    from perfectplay.compiler.rewrite.joined_texts import JoinedTextRewriter

_HELPERS = {
    "strip": "text_stripped", "lstrip": "text_stripped", "rstrip": "text_stripped",
    "removeprefix": "text_without", "removesuffix": "text_without",
    "partition": "text_parted", "rpartition": "text_parted",
}  # fmt: skip
_WIDEST = 256
"""Characters to which a text may be filled up."""


def of_ends(
    node: ast.Call, receiver: ast.expr, method: str, rules: JoinedTextRewriter
) -> ast.expr | None:
    """A call of such a method; None for others."""
    known = [rules.known(x) for x in node.args]
    if method in ("startswith", "endswith") and len(known) == 1 and type(known[0]) is tuple:
        return _one_of_several(node, receiver, known[0], rules)
    if method in ("ljust", "rjust") and len(known) in (1, 2) and type(known[0]) is int:
        fill = (
            rules.visit(node.args[1])
            if len(known) == 2
            else rules.module.constants.node(" ", "a space")
        )
        if not 0 < known[0] <= _WIDEST:
            return None
        width = ast.Constant(known[0])
        filled = call("text_filled", rules.visit(receiver), ast.Constant(method), width, fill)
        return with_letters(filled)
    if not known and method in ("strip", "lstrip", "rstrip"):
        wanted: ast.expr = load(rules.module.constants.letter_table(str.isspace))
    elif method in _HELPERS and len(known) == 1:
        wanted = rules.visit(node.args[0])
    else:
        return None
    given = [rules.visit(receiver), ast.Constant(method), wanted]
    if _HELPERS[method] != "text_parted":
        given.append(_table_of_words(method, known, rules))
    return with_letters(call(_HELPERS[method], *given))


def _table_of_words(method: str, given: list[object], rules: JoinedTextRewriter) -> ast.expr:
    """The table of what the method gives for words; None if they are not taken apart."""
    constants = rules.module.constants
    if not constants.asks_words or any(type(x) is not str for x in given):
        return ast.Constant(None)
    return load(constants.word_method(method, tuple(given)))


def _one_of_several(
    node: ast.Call, receiver: ast.expr, wanted: tuple[object, ...], rules: JoinedTextRewriter
) -> ast.expr | None:
    """``s.startswith(("ab", "c"))``: one of them does; None if the text cannot be asked twice."""
    if not is_plain(receiver) or not wanted or not all(type(x) is str for x in wanted):
        return None
    asked: list[ast.expr] = []
    for text in wanted:
        each = copy.deepcopy(node)
        each.args = [ast.copy_location(ast.Constant(str(text)), node)]
        asked.append(each)
    whole = asked[0] if len(asked) == 1 else ast.BoolOp(ast.Or(), asked)
    found: ast.expr = rules.visit(ast.copy_location(whole, node))
    return found
