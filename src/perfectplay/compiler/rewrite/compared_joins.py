"""``"".join(cells) == "XXX"``, ``"".join(row) in WORDS`` where states hold letters and no texts.

What is joined need be no word of the game, so it is only compared, letter by letter.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import call, load, located
from perfectplay.compiler.source.word_table import LETTERS_OF

if TYPE_CHECKING:
    from perfectplay.compiler.rewrite.spelled_texts import SpelledTextRewriter


def compared_join(node: ast.Compare, rules: SpelledTextRewriter) -> ast.expr | None:
    """Such a comparison; None for others."""
    constants = rules.module.constants
    if constants.words is None or constants.has_texts or constants.has_bytes:
        return None
    match node:
        case ast.Compare(ast.Call() as joined, [ast.Eq() | ast.NotEq()], [other]) | ast.Compare(
            other, [ast.Eq() | ast.NotEq()], [ast.Call() as joined]
        ) if (known := rules.known(other)) is not MISSING:
            texts: Any = [known]
        case ast.Compare(ast.Call() as joined, [ast.In() | ast.NotIn()], [other]):
            texts = rules.known(other)
        case _:
            return None
    match joined:
        case ast.Call(ast.Attribute(between, "join"), [items], []):
            separator = rules.known(between)
        case _:
            return None
    if type(separator) is not str or not _are_texts(texts) or rules.known(joined) is not MISSING:
        return None
    name = constants.word_method(*LETTERS_OF, ())
    those = ast.copy_location(ast.Tuple([ast.Constant(x) for x in sorted(texts)], ast.Load()), node)
    found = call(
        "spells", rules.items(items), rules.visit(ast.copy_location(ast.Constant(separator), node)),
        rules.items(located(those, node)), load(name), load(f"{name}n"),
    )  # fmt: skip
    wanted = isinstance(node.ops[0], ast.Eq | ast.In)
    return found if wanted else ast.UnaryOp(ast.Not(), found)


def _are_texts(texts: Any) -> bool:
    """Whether it is a collection of texts."""
    if not isinstance(texts, list | tuple | set | frozenset | dict):
        return False
    return len(texts) > 0 and all(type(text) is str for text in texts)
