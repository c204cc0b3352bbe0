"""``A if c else B`` of different kinds or lengths, and loops over constants without items.

A compiled name has one type. So a loop over one of two things takes its items from a generator, and
a local that is set to one of several constants becomes the number of the constant.
"""

from __future__ import annotations

import ast
import copy
from abc import abstractmethod
from collections.abc import Callable
from itertools import count
from typing import Any, TypeAlias

import numpy as np

from perfectplay.compiler.idioms.empty_scratch import empty_kind
from perfectplay.compiler.idioms.set_changes import OPERATORS
from perfectplay.compiler.rewrite.lengths import varying
from perfectplay.compiler.rewrite.list_locals import set_once
from perfectplay.compiler.rewrite.tuple_shapes import ShapeRewriter
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.nested_constants import LARGEST_TUPLE, layered
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    call,
    call_named,
    function_of,
    load,
    located,
    loop_of_yields,
    store,
)
from perfectplay.game.shape.record_classes import field_names

_LISTS = (ast.List, ast.ListComp)

Inner: TypeAlias = ast.GeneratorExp | ast.ListComp | ast.FunctionDef
"""A function inside a rule."""


_TABLES = (list, set, dict)

MOST_RECORDS = 64
"""Longer tables of rows of records are not looped over row by row."""


class ConditionalRewriter(ShapeRewriter):
    """Rewrites conditional expressions whose branches have different types."""

    lifted: list[ast.FunctionDef]
    nested: dict[str, tuple[str, list[str]]]

    @abstractmethod
    def lift(self, node: Inner, name: str) -> list[str]:
        """Make a function inside a rule one of the module; return the locals that it takes."""

    def lifted_call(self, node: Inner, wanted: str) -> ast.Call:
        """The call of a new function of the module, made of one inside a rule."""
        name = self.module.fresh_name(wanted)
        free = self.lift(node, name)
        return ast.copy_location(call_named(name, *(self.argument(load(x)) for x in free)), node)

    @abstractmethod
    def statements(self, nodes: Statements) -> Statements:
        """The statements rewritten; at least one if there was one."""

    # --- locals that hold one of several constants ------------------------------------------------

    def note_choices(self, tree: ast.FunctionDef) -> None:
        """Find the locals that one statement sets to one of several constants of different
        types."""
        self.choices: dict[str, tuple[str, list[ast.expr]]] = {}
        _AsExpressions(self).visit(tree)
        for name, value in set_once(tree).items():
            leaves = _leaves(value)
            if len(leaves) > 1 and not self._same_type(leaves):
                which = self.module.fresh_name(f"which_{name}")
                self.choices[name] = (which, leaves)
                self.local_names.add(which)

    def _same_type(self, leaves: list[ast.expr]) -> bool:
        """True if one local can hold all of them, or if one is not constant."""
        kinds = [type_of(self.known(leaf)) for leaf in leaves]
        return None in kinds or len(set(kinds)) == 1

    def chosen(self, node: ast.Assign) -> ast.Assign:
        """The assignment of the constant's number to such a local."""
        target = node.targets[0]
        assert isinstance(target, ast.Name)
        node.targets = [store(self.choices[target.id][0])]
        numbers = count()
        node.value = distributed(node.value, lambda _: ast.Constant(next(numbers)))
        return located(node, node)

    def opened(self, node: ast.expr) -> ast.expr:
        """The conditional expression for such a local; other expressions unchanged."""
        choice = self.choices.get(node.id) if isinstance(node, ast.Name) else None
        if choice is None:
            return node
        which, leaves = choice
        *others, result = map(copy.deepcopy, leaves)
        for number, leaf in reversed(list(enumerate(others))):
            test = ast.Compare(load(which), [ast.Eq()], [ast.Constant(number)])
            result = ast.IfExp(test, leaf, result)
        return located(result, node)

    def unlike(self, node: ast.expr) -> ast.IfExp | None:
        """A conditional expression of constants of different types; None for others."""
        node = self.opened(node)
        if not isinstance(node, ast.IfExp) or self.decided(node.test) is not None:
            return None
        return None if self._same_type(_leaves(node)) else node

    def check_like(self, node: ast.expr) -> None:
        """Raise NotCompilable if an expression is one of several constants of different types."""
        if self.unlike(node) is not None:
            reason = f"{ast.unparse(node)} is one of several tuples of unlike kinds or lengths"
            idiom = "loop over it, take items of it, or make the tuples equally long"
            self.refuse(node, reason, idiom)

    # --- loops over one thing or another ----------------------------------------------------------

    def items(self, node: ast.expr, *, rows: bool = False) -> ast.expr:
        node = self.opened(node)
        if self.is_empty(node):
            return located(call("range", ast.Constant(0)), node)
        if (of_records := self._row_of_records(node)) is not None:
            return of_records
        if isinstance(node, ast.IfExp):
            if (test := self.decided(node.test)) is not None:
                return self.items(node.body if test else node.orelse)
            if not self._alike(node.body, node.orelse):
                return self._one_by_one(node)
        if isinstance(node, ast.Tuple | ast.List) and self._may_hold_nones(node):
            row = ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)
            return located(call("alike_items", self.visit(row)), node)
        return super().items(node, rows=rows)

    def _may_hold_nones(self, node: ast.Tuple | ast.List) -> bool:
        """Whether some items of a row that is written out may be None, and others may not."""
        if not self.module.constants.has_nones or not 2 <= len(node.elts) <= MOST_RECORDS:
            return False
        fields = ast.Name | ast.Attribute | ast.Subscript
        return any(isinstance(x, fields) and self.known(x) is MISSING for x in node.elts)

    def _row_of_records(self, node: ast.expr) -> ast.expr | None:
        """The items of a row of a constant table of NamedTuples or dataclasses, or of a property
        of a member of an Enum, one by one; None for anything else."""
        if isinstance(node, ast.Attribute) and self.known(node) is MISSING:
            node = self.of_member(node) or node
        match node:
            case ast.Subscript(base, index) if not isinstance(index, ast.Slice):
                table = self.known(base)
            case _:
                return None
        rows = list(table.values()) if isinstance(table, dict) else table
        if not isinstance(rows, list | tuple) or not all(isinstance(x, tuple | list) for x in rows):
            return None
        if any(field_names(type(row)) for row in rows):
            return None  # a table of records
        classes = {type(x) for row in rows for x in row}
        if len(classes) != 1 or not any(map(field_names, classes)):
            return None
        if sum(map(len, rows)) > MOST_RECORDS:
            return None
        which = own("which")
        body: Statements = []
        for number, row in enumerate(rows):
            given: Statements = [
                ast.Expr(ast.Yield(self.module.constants.node(x, ast.unparse(node)))) for x in row
            ]
            test = ast.Compare(load(which), [ast.Eq()], [ast.Constant(number)])
            body.append(ast.If(test, given or [ast.Pass()], []))
        function = function_of(self.module.fresh_name("row"), body, [which])
        self.lifted.append(located(function, node))
        if isinstance(table, dict):
            index = call("place_of", self.named(tuple(table), base), index)
        elif isinstance(table, list | tuple):
            index = call("place_in", index, ast.Constant(len(rows)))
        return located(call_named(function.name, self.visit(index)), node)

    def hint(self, node: ast.expr) -> ast.expr:
        node = self.opened(node)
        if isinstance(node, ast.IfExp) and self.known(node) is MISSING:
            one, other = self.hint(node.body), self.hint(node.orelse)
            return one if ast.dump(one) == ast.dump(other) else varying()
        return super().hint(node)

    def _alike(self, one: ast.expr, other: ast.expr) -> bool:
        """True if both are known to have one type."""
        known = self.known(one), self.known(other)
        if MISSING not in known:
            kinds = {type_of(value) for value in known}
            return len(kinds) == 1 and not any(layered(value) for value in known)
        return isinstance(one, _LISTS) and isinstance(other, _LISTS)

    def _one_by_one(self, node: ast.IfExp) -> ast.expr:
        """A generator of the items of one or the other."""
        each = self.module.fresh_name("each")
        one, other = (loop_of_yields(each, branch) for branch in (node.body, node.orelse))
        either = function_of(own("either"), [ast.If(node.test, [one], [other])])
        return self.lifted_call(located(either, node), "either")

    # --- expressions without items ----------------------------------------------------------------

    def is_empty(self, node: ast.expr) -> bool:
        """True if an expression is a constant without items, or a new list or set without any."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, OPERATORS):  # of sets
            return self.is_empty(node.left) and self.is_empty(node.right)
        known = self.known(node)
        held = isinstance(known, tuple | range | frozenset | str) or type(known) in _TABLES
        return (held and not len(known)) or empty_kind(node, self.known) is not None

    def gives_nothing(self, node: ast.expr) -> bool:
        """True if a rewritten expression is a call of a function that never gives an item."""
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in self.module.empty
        )


class _AsExpressions(ast.NodeTransformer):
    """``if c: a = X else: a = Y`` with unlike constants as ``a = X if c else Y``."""

    def __init__(self, rules: ConditionalRewriter) -> None:
        self.rules = rules

    def visit_If(self, node: ast.If) -> ast.stmt:
        self.generic_visit(node)
        match node.body, node.orelse:
            case [ast.Assign([ast.Name(name)], one)], [ast.Assign([ast.Name(same)], other)]:
                value = ast.IfExp(node.test, one, other)
                if name == same and not self.rules._same_type(_leaves(value)):
                    return located(ast.Assign([store(name)], value), node)
        return node


def type_of(value: Any) -> Any:
    """The type of a constant as far as a compiled local cares; None if not known."""
    if isinstance(value, tuple | frozenset):
        if layered(tuple(value)) is not None:
            return "table", len(value)
        if len(value) > LARGEST_TUPLE:
            return "array"
        return "tuple", *(type_of(x) for x in value)
    if isinstance(value, range):
        return "range"
    if isinstance(value, np.ndarray):
        return "array"
    return "number" if isinstance(value, int) else None


def _leaves(node: ast.expr) -> list[ast.expr]:
    """The branches of nested conditional expressions."""
    if isinstance(node, ast.IfExp):
        return [*_leaves(node.body), *_leaves(node.orelse)]
    return [node]


def distributed(node: ast.expr, change: Callable[[ast.expr], ast.expr]) -> ast.expr:
    """The conditional expression with ``change`` applied to each branch, in their order."""
    if not isinstance(node, ast.IfExp):
        return change(node)
    body, orelse = distributed(node.body, change), distributed(node.orelse, change)
    return located(ast.IfExp(node.test, body, orelse), node)
