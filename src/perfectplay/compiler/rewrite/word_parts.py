"""Parts of words of several characters: ``card[0]``, ``card[:-1]``, ``int(card[1:])``; methods of
words: ``move.split()``, ``move.startswith("jump")``.

All words of a game are known when its rules are compiled, so what a method gives is looked up.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from perfectplay.compiler.rewrite.lengths import parts_of
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import call, load
from perfectplay.compiler.source.word_table import (
    LENGTHS,
    LETTERS,
    LETTERS_OF,
    NUMBERS,
    SCRATCH_NUMBERS,
    WORD_NUMBERS,
)

if TYPE_CHECKING:
    from perfectplay.compiler.rewrite.joined_texts import JoinedTextRewriter


def part_of_word(node: ast.Subscript, rules: JoinedTextRewriter) -> ast.expr | None:
    """A character or a slice, by constants, of what may be a word; None for other subscripts."""
    constants = rules.module.constants
    if not constants.takes_words_apart:
        return None
    if isinstance(node.slice, ast.Slice):
        edges = [None if part is None else rules.known(part) for part in parts_of(node.slice)]
        if MISSING in edges or (rules.has_texts and not constants.asks_words):
            return None
        table = constants.word_part(tuple(edges))
        given = map(ast.Constant, edges)
        return call("word_slice", rules.visit(node.value), *given, table)
    index = rules.known(node.slice)
    if type(index) is not int:
        if (tables := letter_tables(node.value, rules)) is None:
            return None
        return call("letter_at", rules.visit(node.value), rules.visit(node.slice), *tables)
    table = constants.word_part((index,))
    return call("word_part", rules.visit(node.value), rules.visit(node.slice), table)


def letter_tables(node: ast.expr, rules: JoinedTextRewriter) -> list[ast.expr] | None:
    """The tables of the characters of each word, if an expression may be a word of several; else
    None."""
    constants = rules.module.constants
    if not constants.asks_words or constants.has_texts or hasattr(node, WHOLE):
        return None
    if not isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        return None
    if rules.known(node) is not MISSING:
        return None
    name = constants.word_method(*LETTERS_OF, ())
    return [load(name), load(f"{name}n")]


def sum_of_words(node: ast.BinOp, rules: JoinedTextRewriter) -> ast.expr | None:
    """``FILES[x] + RANKS[y]`` in a game of words: a word of the game; None for other sums."""
    constants = rules.module.constants
    if not constants.asks_words or constants.has_texts or not isinstance(node.op, ast.Add):
        return None
    if not any(_is_letter(side, rules) for side in (node.left, node.right)):
        return None
    name = constants.word_method(*LETTERS_OF, ())
    sides = map(rules.visit, (node.left, node.right))
    return call("word_plus", *sides, load(name), load(f"{name}n"))


def _is_letter(node: ast.expr, rules: JoinedTextRewriter) -> bool:
    """Whether an expression is plainly a character of a constant text."""
    match node:
        case ast.Subscript(whole, index) if not isinstance(index, ast.Slice):
            return type(rules.known(whole)) is str
    return False


def searched_word(node: ast.Call, rules: JoinedTextRewriter) -> ast.expr | None:
    """``w.count(letter)``, ``w.find(letter)`` and the like of what may be a word; None for other
    calls."""
    match node:
        case ast.Call(ast.Attribute(value, method), [wanted], []) if method in _SEARCHES:
            tables = letter_tables(value, rules)
            known = rules.known(wanted)
            if tables is None or rules.has_bytes or not (known is MISSING or type(known) is str):
                return None
            setattr(value, WHOLE, True)
            sought = call("as_word", rules.visit(wanted))
            return call(f"letters_{method}", rules.items(value), sought, *tables, load(LENGTHS))
    return None


WHOLE = "pp_whole"
"""The mark of what is not taken for the list of its characters, though it may be a word."""

_SEARCHES = ("count", "index", "find", "rfind")

TRUTHS = (
    "startswith", "endswith", "isdigit", "isdecimal", "isalpha", "isalnum", "isupper", "islower",
    "isspace",
)  # fmt: skip
"""Methods of texts that give a truth value."""

OF_TEXTS_TOO = (
    "startswith", "endswith", "split", "isdigit", "isalpha", "isupper", "islower", "isspace",
    "upper", "lower", "swapcase", "replace", "strip", "lstrip", "rstrip", "removeprefix",
    "removesuffix",
)  # fmt: skip
"""Those that compile of boards that are texts, too."""

_CHANGES = (
    "upper", "lower", "swapcase", "title", "capitalize", "strip", "lstrip", "rstrip", "replace",
    "removeprefix", "removesuffix", "zfill", "translate", "ljust", "rjust",
)  # fmt: skip
_OF_LETTERS = (
    "isupper", "islower", "isalpha", "isdigit", "isalnum", "isspace", "upper", "lower", "swapcase",
    "translate",
)  # fmt: skip
"""Those that are asked of single letters as well."""

_SEVERAL = ("split", "rsplit", "partition", "rpartition")


def ends_of_word(node: ast.Call, rules: JoinedTextRewriter) -> ast.expr | None:
    """``w.startswith(v[0])``, ``w.endswith(letter)`` of what may be words; None for other calls."""
    match node:
        case ast.Call(ast.Attribute(value, "startswith" | "endswith" as method), [wanted], []):
            tables = letter_tables(value, rules)
            if tables is None or rules.known(wanted) is not MISSING or rules.has_bytes:
                return None
            setattr(value, WHOLE, True)
            helper = "begins" if method == "startswith" else "ends"
            return call(helper, rules.visit(value), rules.visit(wanted), *tables)
    return None


def translation(node: ast.expr, known: Callable[[ast.expr], Any]) -> dict[int, Any] | None:
    """The constant table that is given to ``translate``; None if it is not known."""
    table = known(node)
    match node:
        case ast.Call(function, [*given], []) if known(function) is str.maketrans:
            values = [known(each) for each in given]
            table = MISSING if MISSING in values else str.maketrans(*values)
    return table if isinstance(table, dict) else None


def method_of_word(node: ast.Call, rules: JoinedTextRewriter) -> ast.expr | None:
    """A method of texts, with constant arguments, of what may be a word; None for other calls."""
    constants = rules.module.constants
    if node.keywords or not isinstance(node.func, ast.Attribute):
        return None
    value, method = node.func.value, node.func.attr
    letters = constants.words is not None and not constants.has_texts and method in _OF_LETTERS
    if not (constants.asks_words or letters) or rules.known(node) is not MISSING:
        return None
    given = tuple(map(rules.known, node.args))
    if method == "translate" and len(given) == 1:
        table = translation(node.args[0], rules.known)
        given = (MISSING,) if table is None else tuple(sorted(table.items()))
    if any(isinstance(x, bytes) for x in given):
        return None
    if constants.members_have(method) or MISSING in given or rules.known(value) is not MISSING:
        return None
    kinds = {"word_truth": TRUTHS, "word_change": _CHANGES, "word_texts": _SEVERAL}
    helper = next((name for name, methods in kinds.items() if method in methods), None)
    if helper == "word_truth" and _says_so_of_nothing(method, given):
        return None
    if constants.has_texts and method in OF_TEXTS_TOO:
        return None if helper is None else _either(node, method, given, rules)
    if helper is None or any(hasattr(cls, method) for cls in rules.module.record_classes):
        return None
    named = constants.word_method(method, given)
    tables = [load(named), load(f"{named}n")][: 1 + (helper == "word_texts")]
    return call(helper, rules.visit(value), ast.Constant(method), *tables)


def _says_so_of_nothing(method: str, given: tuple[Any, ...]) -> bool:
    """Whether it is so of "", as ``startswith("")`` is."""
    try:
        return bool(getattr("", method)(*given))
    except TypeError:
        return False


def _either(
    node: ast.Call, method: str, given: tuple[Any, ...], rules: JoinedTextRewriter
) -> ast.expr | None:
    """A method of what may be a word or a board, as the types tell; None for other calls."""
    assert isinstance(node.func, ast.Attribute)
    constants, value = rules.module.constants, node.func.value
    if method == "split" and len(given) < 2:
        name = constants.word_method(method, given)
        separator = node.args[0] if node.args else None
        return rules.split(value, separator, (load(name), load(f"{name}n")))
    if method in ("startswith", "endswith") and len(given) == 1 and type(given[0]) is str:
        table = load(constants.word_method(method, given))
        helper = f"either_{method}"
        return _with_letters(call(helper, rules.visit(value), rules.visit(node.args[0]), table))
    return None


def number_of_word(value: ast.expr, rules: JoinedTextRewriter) -> ast.expr | None:
    """``int(value)`` of what may be a word; None in games whose words are not taken apart."""
    constants = rules.module.constants
    if not constants.asks_words:
        return None
    constants.reads_words = True
    tables = load(WORD_NUMBERS), load(SCRATCH_NUMBERS)
    if constants.has_texts:
        return _with_letters(call("either_number", rules.visit(value), *tables, load(NUMBERS)))
    return call("word_number", rules.visit(value), *tables)


def _with_letters(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.Call)
    node.args.append(load(LETTERS))
    return node
