"""Calls of Python's own functions that Numba lacks, or does otherwise."""

from __future__ import annotations

import ast
import copy
import dataclasses
import math
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from typing import Any, cast

from perfectplay.compiler.idioms.texts_in_loops import LOOSE
from perfectplay.compiler.rewrite.conditionals import distributed
from perfectplay.compiler.rewrite.constant_tables import loop_in_any_order
from perfectplay.compiler.rewrite.move_options import OptionRewriter
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import call, is_plain, load, located, store
from perfectplay.compiler.source.word_table import LENGTHS, RANKS
from perfectplay.game import tuples

# what Python calls, and the helper of support.py that compiled code calls instead
_OVER_ITEMS: dict[Any, str] = {
    any: "any_", all: "all_", sum: "sum_", min: "min_", max: "max_",
    sorted: "sorted_", math.prod: "prod",
}  # fmt: skip
_OF_WORDS: dict[Any, str] = {sorted: "sorted_words", min: "min_words", max: "max_words"}
_HELPERS: dict[Any, str] = {
    tuples.put: "put", tuples.swap: "swap", tuples.popcount: "popcount", tuples.bits: "bits",
    reversed: "reversed_", pairwise: "pairwise", math.isqrt: "isqrt", math.sqrt: "square_root",
    math.comb: "comb", math.factorial: "factorial", dataclasses.astuple: "tuple_of_record",
}  # fmt: skip
_OF_ANY_ORDER = (*_OVER_ITEMS, len, set, frozenset)

Arguments = list[ast.expr]


class BuiltinCallRewriter(OptionRewriter):
    """Rewrites calls of builtins, of itertools, of math, and of `perfectplay.game.tuples`."""

    def without_needless_keywords(self, node: ast.Call) -> None:
        """``zip(a, b, strict=True)``, ``enumerate(a, start=1)``: as Numba wants them."""
        target = self.known(node.func)
        for keyword in list(node.keywords):
            if target is zip and keyword.arg == "strict":
                node.keywords.remove(keyword)
                if self.known(keyword.value) is True and all(map(gives_the_same, node.args)):
                    node.pp_strict = True  # type: ignore[attr-defined]
            elif target in (enumerate, sum) and keyword.arg == "start" and len(node.args) == 1:
                node.keywords.remove(keyword)
                node.args.append(keyword.value)

    def builtin_call(self, node: ast.Call) -> ast.expr | None:
        """Such a call in compiled code; None for others, and where it stays as it is."""
        try:
            target = self.known(node.func)
            hash(target)
        except TypeError:
            return None
        arguments = list(node.args)
        starred = [a for a in arguments if isinstance(a, ast.Starred)]
        if target in (min, max) and len(arguments) == 1 and starred:
            arguments, starred = [starred[0].value], []
        if target is zip and len(arguments) == 1 and starred:
            rows = starred[0].value
            helper = "columns_apart" if hasattr(node, "pp_apart") else "transposed"
            return call(helper, self.visit(rows), self.hint(rows))
        if target is MISSING or starred:
            return None
        if target in _OF_ANY_ORDER and arguments:
            arguments[0].pp_any_order = True  # type: ignore[attr-defined]
            loop_in_any_order(arguments[0])
        return (
            self._of_one_value(target, node, arguments)
            or self._with_a_default(target, node, arguments)
            or self._over_items(target, node, arguments)
            or self._of_several(target, node, arguments)
            or self._number_of(target, node, arguments)
        )

    def _of_one_value(self, target: Any, node: ast.Call, arguments: Arguments) -> ast.expr | None:
        """A length, a truth, a copy, or a tuple of one value."""
        if len(arguments) != 1:
            return None
        [argument] = arguments
        if target is bool and self.is_row(argument):
            return cast(ast.expr, self.visit(self.tested(argument)))
        if target is copy.deepcopy:
            return call("deep_copied", self.visit(argument))
        if target is copy.copy:
            return call("copied", self.visit(argument))
        if target is len:
            return self._length(node, argument)
        if target is tuples.sort:
            return self._sorted_tuple(argument, None, self.take_beside())
        if target is tuple and not node.keywords:
            return self._tuple_call(argument)
        return None

    def _length(self, node: ast.Call, argument: ast.expr) -> ast.expr | None:
        if self.is_empty(argument):
            return ast.Constant(0)
        if (words := self.word_row(argument, texts=True)) is not None:
            return call("len", call("list", words))
        if isinstance(argument, ast.Subscript):
            argument = node.args[0] = self.looped(argument, rows=True)
        if (several := self.unlike(argument)) is not None:
            lengths = distributed(several, lambda x: ast.Call(node.func, [x], []))
            return cast(ast.expr, self.visit(lengths))
        if isinstance(argument, ast.ListComp):
            listed = self.visit(argument)
            none = isinstance(listed, ast.List) and not listed.elts
            return ast.Constant(0) if none else call("len", listed)
        if self.has_words:
            return call("length_of", self.visit(argument), load(LENGTHS))
        return None

    def _with_a_default(self, target: Any, node: ast.Call, arguments: Arguments) -> ast.expr | None:
        """``sum(rows, [])``, ``next(found, None)``."""
        if target is sum and len(arguments) == 2 and is_empty_row(arguments[1]):
            if isinstance(arguments[1], ast.Tuple):
                idiom = "[x for row in rows for x in row] does"
                self.refuse(node, f"{ast.unparse(node)} does not compile", idiom)
            return cast(ast.expr, self.visit(joined_rows(node.args[0])))
        if target is next and arguments and isinstance(arguments[0], ast.GeneratorExp):
            items, *default = arguments
            if default and self.known(default[0]) is None:
                return call("first_or_none", self.visit(items))
            return call("first_of", self.visit(items), *map(self.visit, default))
        return None

    def _over_items(self, target: Any, node: ast.Call, arguments: Arguments) -> ast.expr | None:
        """What takes all items of one value."""
        if target in (map, filter):
            return cast(ast.expr, self.visit(self.each(node, target)))
        if target in (min, max) and len(arguments) > 1 and not node.keywords:
            helper = "min_of" if target is min else "max_of"
            ranks = load(RANKS) if self.has_words else ast.Constant(0)
            result = self.visit(arguments[0])
            for other in arguments[1:]:
                result = call(helper, result, self.visit(other), ranks)
            return cast(ast.expr, result)
        if target in (any, all) and self.has_words and isinstance(arguments[0], ast.GeneratorExp):
            arguments[0].elt = truth(arguments[0].elt)
        if target in _OVER_ITEMS and arguments:
            arguments[0] = self._letters_once(arguments[0])
            more = [self.visit(a) for a in arguments[1:]]
            more += [self.visit(k.value) for k in node.keywords]  # default=, reverse=
            if target in _OF_WORDS and self.has_words:
                return call(_OF_WORDS[target], self.items(arguments[0]), load(RANKS), *more)
            return call(_OVER_ITEMS[target], self.items(arguments[0]), *more)
        if target in (set, frozenset, list) and len(arguments) == 1:
            items = self.letters_or_items(arguments[0])
            return call("list" if target is list else self.set_name, items)
        return None

    def _letters_once(self, node: ast.expr) -> ast.expr:
        """``set("a constant text")``, whose order does not matter, as a tuple of its letters."""
        match node:
            case ast.Call(function, [whole], []) if self.known(function) in (set, frozenset):
                if type(text := self.known(whole)) is str and text:
                    letters = (ast.Constant(letter) for letter in sorted(set(text)))
                    return located(ast.Tuple(list(letters), ast.Load()), node)
        return node

    def _of_several(self, target: Any, node: ast.Call, arguments: Arguments) -> ast.expr | None:
        """``enumerate``, ``zip``, and combinations."""
        if target in (enumerate, zip):
            each = self.letters_or_items if target is zip else self.visit
            again = copy.deepcopy(arguments[1:] if hasattr(node, "pp_strict") else [])
            given = [*map(self.letters_or_items, arguments[:1]), *map(each, arguments[1:])]
            for other in again:
                given[0] = call("as_many", given[0], each(other))
            return call(target.__name__, *given)
        if target in (combinations, combinations_with_replacement, permutations, product):
            return self.combining(node, target)
        return None

    def _number_of(self, target: Any, node: ast.Call, arguments: Arguments) -> ast.expr | None:
        """Powers, and the functions of one name in compiled code."""
        if target is pow and len(arguments) == 2 and not node.keywords:
            power = ast.BinOp(arguments[0], ast.Pow(), arguments[1])
            return cast(ast.expr, self.visit(ast.copy_location(power, node)))
        if target is pow and len(arguments) == 3:
            return call("pow_mod", *[self.visit(a) for a in arguments])
        if target is round and len(arguments) == 2:
            return call("rounded", *map(self.visit, arguments))
        if target in _HELPERS and not node.keywords:
            looped = target in (reversed, pairwise)
            more = [self.items(a) if looped else self.visit(a) for a in arguments]
            return call(_HELPERS[target], *more)
        return None


def gives_the_same(node: ast.expr) -> bool:
    """Whether asking for a key twice gives and does the same."""
    match node:
        case ast.Tuple(parts):
            return all(map(gives_the_same, parts))
        case ast.Subscript(value, ast.Slice(lower, upper, step)):
            parts = [x for x in (lower, upper, step) if x is not None]
            return all(map(gives_the_same, [value, *parts]))
        case ast.Call(ast.Attribute(ast.Constant(""), "join"), [ast.Name() as letters], []):
            return hasattr(letters, LOOSE)  # a text that became longer in a loop
    return is_plain(node)


def is_empty_row(node: ast.expr) -> bool:
    """Whether an expression is ``[]`` or ``()``."""
    return isinstance(node, ast.List | ast.Tuple) and not node.elts


def joined_rows(rows: ast.expr) -> ast.expr:
    """``sum(rows, [])`` as ``[x for row in rows for x in row]``."""
    outer = ast.comprehension(store("_pp_row"), rows, [], 0)
    inner = ast.comprehension(store("_pp_x"), load("_pp_row"), [], 0)
    return located(ast.ListComp(load("_pp_x"), [outer, inner]), rows)


def truth(node: ast.expr) -> ast.expr:
    """An expression of which only the truth matters: parts of and, or may be of unlike kinds."""
    if isinstance(node, ast.BoolOp):
        node.values = [call("bool", truth(value)) for value in node.values]
    return node
