"""Comparisons in the rules; where states hold words, by helpers that know words."""

from __future__ import annotations

import ast
import copy
import enum
from itertools import pairwise
from typing import cast

from perfectplay.compiler.rewrite.compared_joins import compared_join
from perfectplay.compiler.rewrite.joined_texts import with_letters
from perfectplay.compiler.rewrite.spelled_texts import SpelledTextRewriter
from perfectplay.compiler.rewrite.word_parts import WHOLE, letter_tables
from perfectplay.compiler.source.nested_constants import LARGEST_TUPLE, layered
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    call,
    function_of,
    is_plain,
    load,
    located,
    store,
)
from perfectplay.compiler.source.word_table import LENGTHS, RANKS
from perfectplay.game.shape.number_enums import is_number_enum

_ORDERS: dict[type[ast.cmpop], str] = {
    ast.Lt: "less", ast.LtE: "less_equal", ast.Gt: "greater", ast.GtE: "greater_equal",
}  # fmt: skip


class ComparisonRewriter(SpelledTextRewriter):
    """Rewrites comparisons."""

    def check_small(self, node: ast.expr) -> None:
        """Long tuples are arrays once compiled, with which + and == do something else."""
        value = self.known(node)
        if isinstance(value, tuple) and len(value) > LARGEST_TUPLE:
            reason = f"{ast.unparse(node)}, a tuple of {len(value)}, is used as a whole"
            self.refuse(node, reason, "only take items of it, or loop over it")

    def _whole(self, side: ast.expr) -> ast.expr:
        """A constant table of few rows, which is compared as a whole; other sides unchanged."""
        rows = self.known(side)
        if layered(rows) is None or sum(map(len, rows)) + len(rows) > LARGEST_TUPLE:
            return side
        return ast.copy_location(self.module.constants.whole(rows, ast.unparse(side)), side)

    @property
    def compares_by_helpers(self) -> bool:
        """Whether values that are compared may be words, bytes or None."""
        return self.has_words or self.has_bytes or self.module.constants.has_nones

    def _refuse_order_of_members(self, node: ast.Compare) -> None:
        """Refuse ``a < Rank.TOP`` of an Enum with a ``__lt__``: words have the order of texts."""
        sides = [self.known(x) for x in (node.left, *node.comparators)]
        members = [x for x in sides if isinstance(x, enum.Enum) and not isinstance(x, int | str)]
        if members and isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            reason = f"{ast.unparse(node)} asks for the order of members of an Enum"
            idiom = "compare numbers, a.value < b.value, or make it an IntEnum"
            self.refuse(node, reason, idiom)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if (constant := self.constant(node)) is not None:
            return constant
        self._refuse_order_of_members(node)
        if (listed := _is_empty_list(node)) is not None:
            return ast.copy_location(cast(ast.expr, self.visit(listed)), node)
        if (joined := compared_join(node, self)) is not None:
            return ast.copy_location(joined, node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            sides = [self._whole(node.left), self._whole(node.comparators[0])]
            if sides != [node.left, node.comparators[0]]:  # perhaps of unlike lengths
                node.left, node.comparators = sides[0], sides[1:]
                return ast.copy_location(self._of_words(node), node)
        by_helpers = self.compares_by_helpers
        if by_helpers and len(node.ops) > 1:
            return self._chain(node)
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            return ast.copy_location(self._contained(node), node)
        if by_helpers and isinstance(node.ops[0], ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
            return ast.copy_location(self._of_words(node), node)
        for i, op in enumerate(node.ops):
            # members of an IntEnum are numbers once compiled, and so are flags
            if isinstance(op, ast.Is | ast.IsNot):
                sides = [node.left, *node.comparators][i : i + 2]
                if any(type(self.known(side)) is bool for side in sides):  # 1 is not True
                    if len(node.ops) > 1:
                        return self._chain(node)
                    found = call("same", *map(self.visit, sides))
                    return found if isinstance(op, ast.Is) else ast.UnaryOp(ast.Not(), found)
                if any(is_number_enum(type(self.known(side))) for side in sides):
                    node.ops[i] = ast.Eq() if isinstance(op, ast.Is) else ast.NotEq()
        for side in (node.left, *node.comparators):
            self.check_small(side)
        if self.has_words and type(node.ops[0]) in _ORDERS and not self._of_numbers(node):
            both = self.visit(node.left), self.visit(node.comparators[0])
            ordered = call(_ORDERS[type(node.ops[0])], *both, load(RANKS))
            return ast.copy_location(_within_set(node.ops[0], *both, load(RANKS)) or ordered, node)
        self.generic_visit(node)
        if len(node.ops) > 1:
            return node
        within = _within_set(node.ops[0], node.left, node.comparators[0], ast.Constant(0))
        return ast.copy_location(within or node, node)

    def _of_numbers(self, node: ast.Compare) -> bool:
        """Whether a side is plainly a number, so that the other one is no text."""
        return any(
            type(self.known(side)) is int or isinstance(side, ast.BinOp) or self._is_length(side)
            for side in (node.left, *node.comparators)
        )

    def _is_length(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(function):
                return self.known(function) in (len, abs, sum)
        return False

    def _chain(self, node: ast.Compare) -> ast.expr:
        """``a == b is not None`` as two comparisons; what is between is asked once."""
        sides = [node.left, *node.comparators]
        if not all(map(is_plain, sides[1:-1])):
            return self._chain_apart(node, sides)
        pairs: list[ast.expr] = [
            ast.Compare(copy.deepcopy(left), [op], [copy.deepcopy(right)])
            for (left, right), op in zip(pairwise(sides), node.ops, strict=True)
        ]
        return cast(ast.expr, self.visit(located(ast.BoolOp(ast.And(), pairs), node)))

    def _chain_apart(self, node: ast.Compare, sides: list[ast.expr]) -> ast.expr:
        """The same as a function of the module, with locals for all sides but the last."""
        if any(isinstance(x, ast.NamedExpr) for x in ast.walk(node)):
            self.refuse(node, ":= within a chain of comparisons", "keep it in a variable before")
        names = [self.module.fresh_name("side") for _ in sides[:-1]]
        body: Statements = []
        for i, (name, side) in enumerate(zip(names, sides, strict=False)):
            body.append(ast.Assign([store(name)], side))
            if i:  # the next side is asked only if this comparison is true
                test = ast.Compare(load(names[i - 1]), [node.ops[i - 1]], [load(name)])
                no: Statements = [ast.Return(ast.Constant(False))]
                body.append(ast.If(ast.UnaryOp(ast.Not(), test), no, []))
        body.append(ast.Return(ast.Compare(load(names[-1]), [node.ops[-1]], [sides[-1]])))
        function = located(function_of(self.module.fresh_name("chain"), body), node)
        return self.lifted_call(function, "chain")

    def _of_words(self, node: ast.Compare) -> ast.expr:
        """``x is None``, ``x is Side.WHITE``, ``x == "X"``: words, once compiled, are numbers."""
        left, right = node.left, node.comparators[0]
        for side in (left, right):
            self.check_small(side)
        if isinstance(node.ops[0], ast.Is | ast.IsNot) and self.known(right) is None:
            found = call("is_none", self.visit(left))
        else:
            left, right = self.repeated(left), self.repeated(right)
            window = self.window_compared(left, right) or self.window_compared(right, left)
            if window is not None:
                return window if isinstance(node.ops[0], ast.Eq) else ast.UnaryOp(ast.Not(), window)
            helper = "same" if isinstance(node.ops[0], ast.Is | ast.IsNot) else "equal"
            found = call(helper, self.visit(left), self.visit(right))
            if self.has_texts and helper == "equal":
                found = with_letters(call("equal_texts", *found.args))
        positive = isinstance(node.ops[0], ast.Is | ast.Eq)
        return found if positive else ast.UnaryOp(ast.Not(), found)

    def _contained(self, node: ast.Compare) -> ast.expr:
        where = node.comparators[0]
        where.pp_any_order = True  # type: ignore[attr-defined]
        known = self.known(where)
        wanted = self.visit(self.repeated(node.left))
        by_helpers = self.compares_by_helpers
        if by_helpers:
            wanted = call("as_word", wanted)
        if (among := self.among_texts(known, wanted)) is not None:
            return among if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), among)
        letters = None if self.word_row(where) else self.word_row(where, texts=True)
        if letters is not None:  # of a text
            found = call("letter_within", letters, wanted, load(LENGTHS))
            return found if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), found)
        tables = None
        if self.has_words and type(known) is str:
            items: ast.expr = load(self.module.constants.words_within(known))
        elif isinstance(known, set) or (by_helpers and isinstance(known, frozenset)):
            # their order does not matter here
            items = self.module.constants.node(tuple(sorted(known, key=repr)), ast.unparse(where))
        else:
            if isinstance(where, ast.Set):
                where = ast.copy_location(ast.Tuple(where.elts, ast.Load()), where)
            tables = letter_tables(where, self)
            setattr(where, WHOLE, True)
            items = self.cut(where) if self.is_cut(where) else self.items(where)
        found = call("contains", items, wanted)
        if tables is not None:
            found = call("letters_contain", items, wanted, *tables, load(LENGTHS))
        part, constants = self.known(node.left), self.module.constants
        if constants.asks_words and type(part) is str and not (type(known) is str and known):
            table = load(constants.word_method("__contains__", (part,)))
            if not part:
                found = call("holds_nothing", items, wanted)
                return found if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), found)
            if self.has_texts:
                found = with_letters(call("either_contains", items, wanted, table))
                return found if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), found)
            found = call("word_contains", items, wanted, table)
        if self.has_texts and type(known) is str and known:
            text = self.module.constants.searched_text(known)
            found = with_letters(call("text_within", text, items, wanted))
        elif self.has_texts:
            found = with_letters(call("text_contains", items, wanted))
        return found if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), found)


def _is_empty_list(node: ast.Compare) -> ast.expr | None:
    """``items == []``, ``[] != items`` by a helper that asks a list for its length; None for other
    comparisons."""
    match node:
        case ast.Compare(items, [ast.Eq() | ast.NotEq() as op], [ast.List([])]) | ast.Compare(
            ast.List([]), [ast.Eq() | ast.NotEq() as op], [items]
        ) if not isinstance(items, ast.List):
            asked = located(call("is_empty_list", items), node)
            return asked if isinstance(op, ast.Eq) else ast.UnaryOp(ast.Not(), asked)
    return None


def _within_set(op: ast.cmpop, left: ast.expr, right: ast.expr, ranks: ast.expr) -> ast.Call | None:
    """``set(line) <= mine``, rewritten, without a new set for each line; None for others."""
    if isinstance(op, ast.GtE):
        left, right = right, left
    match op, left, right:
        case ast.LtE() | ast.GtE(), ast.Call(ast.Name(name), [items]), ast.Name():
            if name in (own("set"), own("set_of")):
                return call("items_within", items, right, ranks)
    return None
