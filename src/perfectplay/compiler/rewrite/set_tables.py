"""Constant sets of a table, where the rules of a game use them; see ``set_rows.py``."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable
from functools import partial
from typing import Any, cast

from perfectplay.compiler.idioms.empty_scratch import empty_kind
from perfectplay.compiler.idioms.set_changes import COMBINING, COUNTS, OPERATORS, one_by_one
from perfectplay.compiler.idioms.set_order import is_read_beyond
from perfectplay.compiler.idioms.set_rows import (
    SetUses,
    is_set_row,
    items_looped,
    rows_of,
    set_places,
    with_sets,
)
from perfectplay.compiler.rewrite.conditionals import type_of
from perfectplay.compiler.rewrite.constant_tables import only_taken_apart
from perfectplay.compiler.rewrite.ragged_rows import RaggedRewriter
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.set_slots import is_as_added, is_hashed_alike, put_in_again
from perfectplay.compiler.source.syntax_trees import (
    bindings,
    bound_names,
    call,
    load,
    located,
)

AS_ADDED = "pp_as_added"
"""Marks a new set of the elements of a constant, which has the table of that set."""


class SetTableRewriter(RaggedRewriter):
    """Rewrites constant sets."""

    tree: ast.FunctionDef
    local_rows: dict[str, bool]
    local_sets: set[str]

    def note_rows(self, tree: ast.FunctionDef) -> None:
        """Find the locals that hold a row of a constant table, a list or a set, and only read it:
        ``near = NEAR[place]``."""
        self.tree, self.local_rows, self.local_sets = tree, {}, set()
        times = bindings(tree)
        for node in list(ast.walk(tree)):
            match node:
                case ast.Assign([ast.Name(name)], ast.Subscript() as value) if times[name] == 1:
                    if not self.is_row(value):
                        continue
                    if self.is_set_row(value):
                        self._note_set(tree, name, value)
                    elif only_taken_apart(name, tree.body, listed=True):
                        self.local_rows[name] = True

    def _note_set(self, tree: ast.FunctionDef, name: str, value: ast.Subscript) -> None:
        uses = SetUses(name, made=not self.has_sets)
        body = uses.within(copy.deepcopy(tree.body))
        if not uses.sound:
            return
        if not self.has_sets and _is_made_anew(name, body) and self._has_slots(value):
            body = SetUses(name, made=False).within(copy.deepcopy(tree.body))
            self.local_sets.add(name)
        tree.body = body
        self.local_rows[name] = uses.ordered

    def _has_slots(self, row: ast.Subscript) -> bool:
        made = self.as_set(copy.deepcopy(row))
        return isinstance(made, ast.Call) and getattr(made.func, "id", "") == own("set_of_slots")

    def local_row(self, node: ast.Assign) -> ast.expr | None:
        """The value of such a local; None for other assignments."""
        target = node.targets[0]
        if not isinstance(target, ast.Name) or target.id not in self.local_rows:
            return None
        value = node.value
        assert isinstance(value, ast.Subscript)
        if target.id in self.local_sets:
            return cast(ast.expr, self.visit(self.as_set(value)))
        if not self.local_rows[target.id]:
            value.pp_any_order = True  # type: ignore[attr-defined]
        if self.has_sets and self.is_set_row(value):
            return cast(ast.expr, self.visit(value))
        if (words := self.word_row(value)) is not None:
            return call("list", words)
        return cast(ast.expr, self.visit(self.looked_up(value, rows=True, sets=True)))

    def is_set_row(self, node: ast.expr) -> bool:
        """Whether an expression is a set of a constant table that a variable chooses."""
        return is_set_row(node, self.known)

    @property
    def has_sets(self) -> bool:
        """Whether the states of the game hold sets."""
        return bool(self.module.constants.sets.elements)

    def set_of_known(self, value: Any) -> ast.expr | None:
        """A constant set of these elements; None if they are not such as states hold."""
        if not isinstance(value, tuple | range | frozenset | list | set):
            return None
        try:
            name = self.module.constants.sets.name(frozenset(value))
        except TypeError:
            return None
        return None if name is None else load(name)

    def open_sets(self, loop: ast.For) -> None:
        """Make a loop over constant sets, such as ``for line in LINES``, one that compiles."""
        target = loop.target
        holder: Any = loop
        match loop:
            case ast.For(ast.Tuple([_, inner]), ast.Call(function, [_]) as numbered) if (
                self.known(function) is enumerate
            ):
                holder, target = numbered.args, inner
        source = loop.iter if holder is loop else holder[0]
        items = items_looped(source, self.known)
        places = {} if items is None else set_places(items, target)
        if items is None or not places:
            return
        held = [x for item in items for x in (item if isinstance(target, ast.Tuple) else (item,))]
        mutable = any(type(x) is set for x in held)
        made = not (self.has_sets and self._are_of_states(held))
        if not (made or mutable) or not self._read_only(loop, source, places, mutable, made=made):
            return
        set_of = partial(self._made_of_table, source) if made else frozenset
        changed = with_sets(items, places.values(), set_of)
        whole = None in places.values()
        new = located((self.named if whole else self._columns)(changed, source), source)
        if holder is loop:
            loop.iter = new
        else:
            holder[0] = new

    def _are_of_states(self, held: list[Any]) -> bool:
        """Whether the sets among some constants may be compared with those of states."""
        sets = [x for x in held if isinstance(x, set | frozenset)]
        return all(self.set_of_known(x) is not None for x in sets)

    def _read_only(
        self, loop: ast.For, source: ast.expr, names: Iterable[str], mutable: bool, *, made: bool
    ) -> bool:
        """Rewrite the body of a loop whose names are constant sets; False if some are frozensets
        that are used otherwise. ``made``: operators get new sets of their elements. Raises
        NotCompilable if they are sets."""
        body, orelse = copy.deepcopy((loop.body, loop.orelse))
        for name in names:
            uses = SetUses(name, made=made)
            body, orelse = uses.within(body), uses.within(orelse)
            kept = not hasattr(loop, "pp_within") and is_read_beyond(name, loop, self.tree)
            if not uses.sound or kept or name in bound_names(ast.Module(body, [])):
                if not mutable:
                    return False
                reason = f"{name}, a set of {ast.unparse(source)}, is kept or changed"
                self.refuse(loop, reason, "copy it with set(...), or only ask what is in it")
            if uses.ordered and made:
                source.pp_in_order = True  # type: ignore[attr-defined]
        loop.body, loop.orelse = body, orelse
        return True

    def _columns(self, items: tuple[Any, ...], source: ast.expr) -> ast.expr:
        """A table that is looped over; rows of unlike lengths beside keys are a table of their
        own."""
        if len({tuple(map(type_of, item)) for item in items}) < 2:
            return self.named(items, source)
        columns = zip(*items, strict=True)
        return ast.Call(load(own("zip")), [self.named(x, source) for x in columns], [])

    def constant(self, node: ast.expr) -> ast.expr | None:
        known = self.known(node) if self.has_sets else MISSING
        name = self.set_of_known(known) if type(known) is set else None
        if name is not None:
            return ast.copy_location(call("changing", name), node)
        return super().constant(node)

    def _made_of_table(self, source: ast.expr, elements: Any) -> tuple[Any, ...]:
        """What stands for a constant set in a table that is unlike those of states."""
        if hasattr(source, "pp_in_order"):
            return self.elements_of(source, elements)
        return tuple(sorted(elements, key=repr))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if not self.has_sets or not isinstance(node.ctx, ast.Load):
            return super().visit_Subscript(node)
        rows = self.frozen_rows(node) if self.is_set_row(node) else None
        changes = rows is not None and any(type(x) is set for x in rows_of(self.known(node.value)))
        if rows is not None:
            node.value = self.named(rows, node.value)
        found = super().visit_Subscript(node)
        return ast.copy_location(call("changing", found), node) if changes else found

    def frozen_rows(self, node: ast.Subscript, *, listed: bool = False) -> Any:
        """The table of an item that is a set, with frozensets, or (``listed``) tuples in their
        order; None if the sets are not such as states hold."""
        table = self.known(node.value)
        if not listed and not all(self.set_of_known(row) for row in rows_of(table)):
            return None
        keys = table if isinstance(table, dict) else range(len(table))
        made = [self.elements_of(node, row) if listed else frozenset(row) for row in rows_of(table)]
        return dict(zip(keys, made, strict=True)) if isinstance(table, dict) else tuple(made)

    def sizes_of_rows(self, node: ast.expr) -> ast.expr | None:
        """``len(NEAR[i])`` as an item of a table of numbers; None for other arguments."""
        match node:
            case ast.Subscript(base, index) if not isinstance(index, ast.Slice):
                table = self.known(base)
                if self.known(node) is MISSING and type(table) in (dict, list, tuple):
                    rows = list(table.values()) if type(table) is dict else list(table)
                    if rows and all(isinstance(row, set | frozenset) for row in rows):
                        sizes: Any = list(map(len, rows))
                        if type(table) is dict:
                            sizes = dict(zip(table, sizes, strict=True))
                        found = self.named(sizes, base)
                        return located(ast.Subscript(found, index, ast.Load()), node)
        return None

    def of_one_set(self, node: ast.Call) -> ast.expr:
        """A method of a set that is given several, as one for each; any other call as it is."""
        match node.func:
            case ast.Attribute(_, method) if method in COMBINING and not any(
                method in vars(cls) for cls in self.module.record_classes
            ):
                if (made := self._union_of_rows(node)) is not None:
                    return made
                simpler = one_by_one(node, self.fresh_local, frozen=self.has_sets)
                if simpler is not node and not self.has_sets and isinstance(simpler, ast.Call):
                    simpler.args = [self.as_set(x) for x in simpler.args]
                if simpler is node and any(isinstance(x, ast.Starred) for x in node.args):
                    reason = f"{method}(*...) does not compile"
                    self.refuse(node, reason, "write out what it is given")
                return simpler
        return node

    def _union_of_rows(self, node: ast.Call) -> ast.expr | None:
        """``set().union(*rows)``, ``set().union(a, b)``, in a game whose states hold no sets; None
        for other calls."""
        match node:
            case ast.Call(ast.Attribute(whole, "union"), [ast.Starred(rows)]) if not self.has_sets:
                if isinstance(rows, ast.GeneratorExp | ast.ListComp):
                    rows.elt = self.as_set(rows.elt)
                if self.is_empty_set(whole):
                    return located(call("union_of", rows), node)
            case ast.Call(ast.Attribute(whole, "union"), [first, *rest], []) if (
                not self.has_sets
                and self.is_empty_set(whole)
                and not any(isinstance(x, ast.Starred) for x in node.args)
            ):
                made: ast.expr = ast.Call(load(own("set")), [self.as_set(first)], [])
                if len(node.args) in COUNTS:
                    name = f"set_of_{COUNTS[len(node.args)]}"
                    return located(call(name, *map(self.as_set, node.args)), node)
                for given in rest:
                    made = call("changed_by_union", made, self.as_set(given))
                return located(made, node)
        return None

    def of_same_kind(self, sides: list[ast.expr]) -> list[ast.expr]:
        """The sides of an operator; a set that is always empty is one of the kind of the other."""
        empty = [self.is_empty_set(side) for side in sides]
        if self.has_sets or all(empty) or not any(empty):
            return sides
        other = self.as_set(sides[empty.index(False)])
        alike = call("without_items", copy.deepcopy(other))
        return [
            located(alike, side) if none else side for side, none in zip(sides, empty, strict=True)
        ]

    def is_empty_set(self, node: ast.expr) -> bool:
        """Whether an expression is a set that is always empty."""
        known = self.known(node)
        return (isinstance(known, set | frozenset) and not known) or (
            empty_kind(node, self.known) == "set"
        )

    def as_set(self, node: ast.expr) -> ast.expr:
        """An operand; a constant set that is unlike those of states, as a new one."""
        known = self.known(node)
        constant = known is not MISSING and isinstance(known, set | frozenset)
        if not (constant or self.is_set_row(node)):
            return node
        rows = [known] if constant else rows_of(self.known(node.value))  # type: ignore[attr-defined]
        if self.has_sets and self.module.constants.sets.has_all(rows):
            return node
        return self.with_slots(node, known if constant else MISSING)

    def with_slots(self, node: ast.expr, known: Any) -> ast.expr:
        """A constant set, or such a row of a table, as a new one with the table of the constant."""
        if known is not MISSING:
            found = put_in_again(known)
            if found is not None and not is_as_added(known):
                whole = self.named(found[0], node)
                return located(call("set_of_slots", whole, ast.Constant(found[1])), node)
            if all(map(is_hashed_alike, known)):
                node = located(self.named(tuple(known), node), node)
        match node:
            case ast.Subscript(base, index) if known is MISSING and not _calls(index):
                table = self.known(base)
                rows = [put_in_again(row) for row in rows_of(table)]
                added = all(map(is_as_added, rows_of(table)))
                if not added and all(row is not None for row in rows):
                    parts = zip(*(row for row in rows if row is not None), strict=True)
                    held: list[ast.expr] = [
                        ast.Subscript(self.named(part, base), copy.deepcopy(index), ast.Load())
                        for part in (_like_table(table, part) for part in parts)
                    ]
                    held[0] = ast.Call(load(own("list")), held[:1], [])
                    return located(call("set_of_slots", *held), node)
        made = located(call("set", node), node)
        setattr(made, AS_ADDED, True)
        return made

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, OPERATORS) and self.known(node) is MISSING:
            left, right = self.of_same_kind([node.left, node.right])
            node.left, node.right = self.as_set(left), self.as_set(right)
        return super().visit_BinOp(node)


def _is_made_anew(name: str, body: list[ast.stmt]) -> bool:
    """Whether statements make a new set of the one that a name holds."""
    for node in (x for statement in body for x in ast.walk(statement)):
        match node:
            case ast.Call(ast.Name(function), [ast.Name(given)]) if given == name:
                if function in (own("set"), "set", "frozenset"):
                    return True
    return False


def _calls(node: ast.expr) -> bool:
    """Whether an index may be something else when it is asked again."""
    return any(isinstance(x, ast.Call | ast.NamedExpr | ast.GeneratorExp) for x in ast.walk(node))


def _like_table(table: Any, rows: tuple[Any, ...]) -> Any:
    """A table with the keys of another one, and these rows."""
    return dict(zip(table, rows, strict=True)) if isinstance(table, dict) else rows
