"""Operations of the rules, rewritten so that Numba takes them: ``a + b``, ``~a``, ``not a``."""

from __future__ import annotations

import ast
import copy
import enum
from typing import cast

from perfectplay.compiler.idioms.changes_in_place import may_change
from perfectplay.compiler.idioms.tuple_concat import spliced, terms
from perfectplay.compiler.rewrite.comparisons import ComparisonRewriter
from perfectplay.compiler.rewrite.lengths import varying
from perfectplay.compiler.rewrite.word_parts import sum_of_words
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import added, call, is_plain, load, located, store
from perfectplay.compiler.source.word_table import LETTERS
from perfectplay.game import tuples


class OperationRewriter(ComparisonRewriter):
    """Rewrites operations on one or two values."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        rewritten = self.constant(node) or self._spliced(node) or self.operated(node)
        if rewritten is not None:
            return rewritten
        for side in (node.left, node.right):
            self.check_small(side)
            if isinstance(node.op, ast.BitAnd) and isinstance(side, ast.UnaryOp):
                side.pp_masked = True  # type: ignore[attr-defined]
        parts = terms(node)
        if len(parts) > 1 and any(self._makes_a_tuple(part) for part in parts):
            return self._growing(node, ast.copy_location(added(self._side_by_side(parts)), node))
        if (again_and_again := self._item_times(node)) is not None:
            return ast.copy_location(again_and_again, node)
        if self.has_texts and isinstance(node.op, ast.Mult):
            again = self.repeated(node)
            if again is not node:
                return cast(ast.expr, self.visit(again))
            return ast.copy_location(self.multiplied(node), node)
        if self.has_texts and isinstance(node.op, ast.Add):
            given, rewritten = copy.deepcopy(node), self.sum_of_texts(node)
            if rewritten is not None:
                return self._growing(given, ast.copy_location(rewritten, node))
        if (of_words := sum_of_words(node, self)) is not None:
            return ast.copy_location(of_words, node)
        given = copy.deepcopy(node)
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow) and not _is_exponent(node.right):
            return ast.copy_location(call("power", node.left, node.right), node)
        return self._growing(given, node)

    def _growing(self, given: ast.BinOp | ast.Tuple, made: ast.expr) -> ast.expr:
        """A sum of tuples, ``made`` of what the rules write; one that changes its length if moves
        may have any."""
        tuples = isinstance(given, ast.Tuple) or any(isinstance(x, ast.Tuple) for x in terms(given))
        return self.grown(made) if tuples and self.makes_moves else made

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(self.known(node), enum.IntEnum):  # -Value.WIN is a value
            return self.constant(node) or node
        if (operated := self.operated(node)) is not None:
            return operated
        if isinstance(node.op, ast.Not) and type(self.known(node)) is bool:
            return ast.copy_location(ast.Constant(self.known(node)), node)
        if isinstance(node.op, ast.Not):
            node.operand = self.tested(node.operand)
        inverts = isinstance(node.op, ast.Invert) and not hasattr(node, "pp_masked")
        if inverts and self.module.has_flags:
            reason = f"{ast.unparse(node)} does not compile in a game of flags"
            self.refuse(node, reason, "a & ~b does")
        self.generic_visit(node)
        if isinstance(node.op, ast.Invert):  # ~True is -2, and False to Numba
            return located(ast.BinOp(ast.Constant(-1), ast.Sub(), node.operand), node)
        return node

    def _item_times(self, node: ast.BinOp) -> ast.expr | None:
        """``(0,) * n``, where ``n`` is no constant, as a tuple whose length varies; None for other
        expressions."""
        match node:
            case ast.BinOp(ast.Tuple([one]), ast.Mult(), times) if is_plain(one):
                if self.known(times) is MISSING:
                    name = self.module.fresh_name("time")
                    each = ast.comprehension(store(name), call("range", times), [], 0)
                    items = located(ast.GeneratorExp(one, [each]), node)
                    source = copy.deepcopy(items)
                    return self.filled("as_tuple", self.items(items), source, hint=varying())
        return None

    def _makes_a_tuple(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.known(node.func) in (tuple, tuples.sort)

    def _side_by_side(self, parts: list[ast.expr]) -> list[ast.expr]:
        """The parts of a sum of tuples, each rewritten with the lengths of the others in view."""
        hints = [self.hint(part) for part in parts]
        return [self.visit_beside(part, hints[:i] + hints[i + 1 :]) for i, part in enumerate(parts)]

    def _spliced(self, node: ast.BinOp) -> ast.expr | None:
        edges = [x for x in ast.walk(node) if isinstance(x, ast.Slice)]
        bounds = [x for edge in edges for x in (edge.lower, edge.upper) if x is not None]
        if any(may_change(x, self) for x in bounds if not is_plain(x)):
            return None  # they would be asked once
        fixed = self.has_texts and not self.texts_grow
        copies = spliced(node, self.known, load(LETTERS) if fixed else None)
        return None if copies is None else ast.copy_location(self.visit(copies), node)


def _is_exponent(node: ast.expr) -> bool:
    """Whether it is a number that is written out, and not negative."""
    return isinstance(node, ast.Constant)
