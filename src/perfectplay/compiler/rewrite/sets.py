"""Sets in the rules of a game whose states hold some."""

from __future__ import annotations

import ast
import copy
import functools
import itertools
import math
import operator
from typing import Any, TypeGuard, cast

from perfectplay.compiler.idioms.computed_sets import asks_once, items_asked, items_of_computed
from perfectplay.compiler.idioms.only_elements import element_popped, element_taken_of, mark_pops
from perfectplay.compiler.idioms.set_changes import (
    CHANGING,
    COMBINING,
    OPERATORS,
    changed_sets,
    changes_one_by_one,
    is_new_set,
    new_sets,
    set_changed,
)
from perfectplay.compiler.idioms.set_order import is_order_free
from perfectplay.compiler.idioms.set_rows import is_set_row
from perfectplay.compiler.idioms.symmetric_uses import is_symmetric
from perfectplay.compiler.rewrite.constant_tables import loop_in_any_order
from perfectplay.compiler.rewrite.scratch_sets import ScratchSetRewriter, mark_loops_over_displays
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.set_constants import NO_ELEMENTS
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    call,
    is_plain,
    load,
    located,
    tuple_of,
)
from perfectplay.game import tuples

_UNORDERED: tuple[Any, ...] = (any, all, sum, min, max, sorted, len, math.prod, tuples.sort)
"""What they give does not depend on the order of what they are given."""

_COMMUTING = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Mult)
_COMMUTING_FUNCTIONS = (operator.or_, operator.and_, operator.xor, operator.mul)
"""`reduce` by these gives the same in any order. (A sum of tuples would not.)"""

_IN_ORDER = (
    ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.IfExp, ast.Set, ast.SetComp,
)  # fmt: skip
"""Expressions that may be sets."""

_ANY_ORDER, _AS_IT_IS = "unordered", ""
"""How a set is looped over (a helper), or that it is not."""


class SetRewriter(ScratchSetRewriter):
    """Rewrites what rules do with sets. Where a set is looped over, its node is marked with whether
    the order matters; it does unless it has a mark."""

    def note_sets(self, tree: ast.FunctionDef) -> None:
        """Find the sets that the function changes, and the loops whose order does not matter."""
        self.changed_sets = changed_sets(tree, self.known) if self.has_sets else set()
        self.new_sets = set() if self.has_sets else new_sets(tree, self.known)
        mark_pops(tree, self.changed_sets, self.fresh_local)
        mark_loops_over_displays(tree)
        for node in ast.walk(tree):
            sets = self.changed_sets if self.has_sets else set(self.new_sets)
            if isinstance(node, ast.For) and is_order_free(node, tree, sets):
                if self.has_sets:
                    _mark(node.iter, _ANY_ORDER)
                node.iter.pp_any_order = True  # type: ignore[attr-defined]

    def with_sets_changed(self, node: ast.stmt) -> Statements | None:
        """The statements in the place of one that changes a set, or takes its only element; None
        for others."""
        match node:
            case ast.Assign([ast.Tuple([target]) | ast.List([target])], value) if (
                self.has_sets and not isinstance(target, ast.Starred)
            ):
                return [located(ast.Assign([target], call("only", value)), node)]
            case ast.AugAssign(_, operator, value) if isinstance(operator, OPERATORS):
                node.value = value if self.has_sets else self.as_set(value)
        simpler = element_popped(node, self.fresh_local) or changes_one_by_one(
            node, self.fresh_local
        )
        if simpler is not None:
            return simpler
        return set_changed(node, self.changed_sets) if self.has_sets else None

    def is_own_set(self, node: ast.expr) -> bool:
        """Whether an expression is plainly a set that the rules make, in a game whose states hold
        none; sets of states are refused where they are looped over."""
        if self.has_sets or self.known(node) is not MISSING:
            return False
        match node:
            case ast.GeneratorExp(_, loops) | ast.ListComp(_, loops):
                return any(self.is_own_set(loop.iter) for loop in loops)
            case ast.Name(name):
                return name in self.new_sets
            case ast.Call(ast.Attribute(ast.Name(name), method)) if name == self.self_name:
                return method in self.module.giving_sets
            case ast.BinOp(left, operator, right) if isinstance(operator, OPERATORS):
                return any(self.is_own_set(x) or is_set_row(x, self.known) for x in (left, right))
        return is_new_set(node, self.known)

    # --- loops ------------------------------------------------------------------------------------

    def items(self, node: ast.expr, *, rows: bool = False) -> ast.expr:
        if not self.has_sets:
            return super().items(self.folded(node), rows=rows)
        known = self.known(node)
        how = getattr(node, "pp_order", "in_order")
        match node:  # one may be a list, and the other a set of a state
            case ast.BoolOp(ast.Or(), [one, other]) if known is MISSING and is_plain(one):
                node = located(ast.IfExp(copy.deepcopy(one), one, other), node)
        if isinstance(node, ast.Subscript) and is_set_row(node, self.known):
            table = self.frozen_rows(node, listed=how == "in_order")
            if table is not None:
                node = copy.copy(node)
                node.value = self.named(table, node.value)
        if isinstance(known, frozenset):
            listed = tuple(known) if how == "in_order" else tuple(sorted(known, key=repr))
            return self.module.constants.node(listed, ast.unparse(node))
        maybe = isinstance(node, _IN_ORDER) and known is MISSING
        found = super().items(node, rows=rows)
        if not maybe or not how or self.gives_nothing(found):
            return found
        return located(call(how, found), node)

    def _mark_unordered(self, node: ast.expr) -> None:
        """Mark what may be looped over in any order."""
        match node:
            case ast.GeneratorExp(item, loops) | ast.ListComp(item, loops):
                _mark_loops(loops)
                self._mark_combined(item, loops)
            case ast.Call(function, [_, source], []) if self.known(function) in (map, filter):
                _mark(source, _ANY_ORDER)
            case ast.Starred(whole):
                self._mark_unordered(whole)
            case ast.IfExp(_, one, other) | ast.BoolOp(_, [one, other]):
                self._mark_unordered(one)
                self._mark_unordered(other)
            case _:
                _mark(node, _ANY_ORDER)

    def _mark_combined(self, item: ast.expr, loops: list[ast.comprehension]) -> None:
        """Mark the set of which a comprehension takes a few elements at a time, in any order."""
        for i, loop in enumerate(loops):
            match loop.iter:
                case ast.Call(function, [source, _], []) if (
                    self.known(function) is itertools.combinations
                ):
                    later = [x for each in loops[i + 1 :] for x in (each.iter, *each.ifs)]
                    uses = [item, *loop.ifs, *later]
                    if self._adds_up(loop.target) and is_symmetric(
                        loop.target, uses, self._is_unordered
                    ):
                        _mark(source, _ANY_ORDER)

    def _adds_up(self, target: ast.expr) -> bool:
        """Whether ``a + b`` is ``b + a``: of numbers, not of tuples and texts."""
        elements = self.module.constants.sets.elements
        return isinstance(target, ast.Name) or all(type(x) is int for x in elements)

    def _is_unordered(self, function: ast.expr) -> bool:
        return any(self.known(function) is one for one in _UNORDERED)

    # --- calls ------------------------------------------------------------------------------------

    def _element_of(self, node: ast.expr) -> ast.expr | None:
        """The only element of a set, or the first item of something else; None for other uses."""
        found = element_taken_of(node, self.known) if self.has_sets else None
        if found is None:
            return None
        helper, source = found
        if not isinstance(source, _IN_ORDER) or self.known(source) is not MISSING:
            return None
        return located(call(helper, self.visit(source)), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return self._element_of(node) or super().visit_Subscript(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if (simpler := self.of_one_set(node)) is not node:
            return cast(ast.expr, self.visit(simpler))
        match node.func:
            case ast.Attribute(whole, method) if method in COMBINING:
                node.func.value = self.as_set(whole)
                node.args = [self.as_set(x) for x in node.args]
            case ast.Attribute(_, method) if method in CHANGING and not self.has_sets:
                node.args = [self.as_set(x) for x in node.args]
        if not self.has_sets:
            return super().visit_Call(self.of_constant(node))
        if (source := self._element_of(node)) is not None:
            return source
        target = self.known(node.func)
        if (items := items_asked(node, self.known)) is not None:
            self._mark_unordered(items)
            once = asks_once(node, self.known)
            node.args = [located(call("distinct", self.items(items)), node) if once else items]
        sizes = self.sizes_of_rows(node.args[0]) if target is len and len(node.args) == 1 else None
        if sizes is not None:
            return cast(ast.expr, self.visit(sizes))
        inner = node.args[0] if target is tuple and len(node.args) == 1 else node
        if self._has_no_order(inner):
            self._mark_unordered(inner.args[0])
        if target is functools.reduce and len(node.args) > 1 and self._commutes(node.args[0]):
            self._mark_unordered(node.args[1])
        if isinstance(node.func, ast.Attribute):  # a method of a constant set
            whole = self.known(node.func.value)
            name = self.set_of_known(whole) if isinstance(whole, frozenset) else None
            if name is not None and self.constant(node) is None:
                node.func.value = ast.copy_location(name, node)
        if (target is set or target is frozenset) and not node.keywords:
            made = self._made(node, "set_made" if target is set else "frozenset_made")
            if made is not None:
                return ast.copy_location(made, node)
        found = super().visit_Call(node)
        if target is sum and isinstance(found, ast.Call):
            return ast.copy_location(call("whole", found), node)
        return found

    def _has_no_order(self, node: ast.expr) -> TypeGuard[ast.Call]:
        """Whether a call gives the same in whatever order its argument is looped over."""
        match node:
            case ast.Call(function, [_, *_], keywords):
                ranked = any(keyword.arg == "key" for keyword in keywords)
                return not ranked and self._is_unordered(function)
        return False

    def _commutes(self, function: ast.expr) -> bool:
        """Whether a function of two numbers gives the same in any order of many."""
        match function:
            case ast.Lambda(
                ast.arguments([], [_, _]), ast.BinOp(ast.Name(), operation, ast.Name())
            ):
                names = {x.id for x in ast.walk(function.body) if isinstance(x, ast.Name)}
                given = {argument.arg for argument in function.args.args}
                return names == given and isinstance(operation, _COMMUTING)
        return any(self.known(function) is one for one in _COMMUTING_FUNCTIONS)

    def _made(self, node: ast.Call, helper: str) -> ast.expr | None:
        """``set(...)``, ``frozenset(...)``."""
        if len(node.args) > 1:
            return None
        if not node.args:
            made = load(NO_ELEMENTS)
            return made if helper == "frozenset_made" else call("changing", made)
        if (known := self.set_of_known(self.known(node.args[0]))) is not None:
            return known if helper == "frozenset_made" else call("changing", known)
        (argument,) = node.args
        if isinstance(argument, ast.List | ast.Tuple):
            argument = ast.copy_location(ast.Set(argument.elts), argument)
        self._mark_unordered(argument)
        argument.pp_any_order = True  # type: ignore[attr-defined]
        if getattr(argument, "pp_order", None) == _ANY_ORDER:
            _mark(argument, _AS_IT_IS)
        return call(helper, self.items(argument), load(NO_ELEMENTS))

    # --- sets that are written out, comprehensions, comparisons -----------------------------------

    def visit_Set(self, node: ast.Set) -> ast.expr:
        if not self.has_sets:
            return self.put_in(node)
        values = [self.known(item) for item in node.elts]
        known = None if MISSING in values else self.set_of_known(tuple(values))
        if known is not None:
            return ast.copy_location(call("changing", known), node)
        starred = [item.value for item in node.elts if isinstance(item, ast.Starred)]
        rest = [item for item in node.elts if not isinstance(item, ast.Starred)]
        parts: list[ast.expr] = [ast.Call(ast.Name("set", ast.Load()), [x], []) for x in starred]
        made = [self.visit(located(part, node)) for part in parts]
        if rest:
            items = self.visit(located(tuple_of(*rest), node))
            made.append(call("set_made", items, load(NO_ELEMENTS)))
        whole: ast.expr = made[0]
        for part in made[1:]:
            whole = ast.BinOp(whole, ast.BitOr(), part)
        return located(whole, node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        if not self.has_sets:
            return super().visit_SetComp(node)
        _mark_loops(node.generators)
        loop_in_any_order(node)
        each = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
        made = call("set_made", self.visit(each), load(NO_ELEMENTS))
        return ast.copy_location(made, node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        asked = any(isinstance(op, ast.In | ast.NotIn) for op in node.ops)
        if not asked and self.known(node) is MISSING:
            if len(node.ops) == 1:
                sides = self.of_same_kind([node.left, node.comparators[0]])
                node.left, node.comparators = sides[0], sides[1:]
            node.left = self.as_set(node.left)
            node.comparators = [self.as_set(x) for x in node.comparators]
        if self.has_sets and isinstance(node.ops[0], ast.In | ast.NotIn) and len(node.ops) == 1:
            where = node.comparators[0]
            if (items := items_of_computed(where, self.known)) is not None:
                self._mark_unordered(items)
                node.comparators = [where] = [items]
            known = self.known(where)
            name = self.set_of_known(known) if isinstance(known, frozenset) else None
            if name is not None and self.constant(node) is None:
                found: ast.expr = call("set_contains", name, self.visit(node.left))
                if isinstance(node.ops[0], ast.In):
                    return located(found, node)
                return located(ast.UnaryOp(ast.Not(), found), node)
            _mark(where, _AS_IT_IS)
        return super().visit_Compare(node)

    def _same_type(self, leaves: list[ast.expr]) -> bool:
        if self.has_sets and all(isinstance(self.known(x), frozenset) for x in leaves):
            return True
        return super()._same_type(leaves)


def _mark_loops(loops: list[ast.comprehension]) -> None:
    """Say that the order of what a comprehension loops over does not matter."""
    for loop in loops:
        _mark(loop.iter, _ANY_ORDER)


def _mark(node: ast.expr, how: str) -> None:
    """Say how a node is looped over."""
    node.pp_order = how  # type: ignore[attr-defined]
