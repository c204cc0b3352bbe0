"""Lists and dicts that rules only read: constants of the module, of the class, fields.

Compiled code has tuples in their place. So a row that is a list compiles where it is looped over,
indexed or taken apart, and nowhere else: a tuple equals other things than a list does.
"""

from __future__ import annotations

import ast
import itertools
from itertools import islice
from typing import Any, NoReturn

from perfectplay.compiler.folding.form_folding import FormFolding
from perfectplay.compiler.source.constants import MISSING, holds_words
from perfectplay.compiler.source.set_slots import is_hashed_alike
from perfectplay.compiler.source.syntax_trees import call, load, located, takes_apart

_VIEWS = ("keys", "values", "items")

_COMBINING = (
    itertools.product, itertools.combinations, itertools.permutations, itertools.pairwise,
    itertools.combinations_with_replacement, itertools.chain,
)  # fmt: skip
"""Functions whose results for constants are constants, where they are looped over."""

MOST_COMBINED = 4_096
"""Longer results are not computed."""

_MOST_TEXT_KEYS = 48
"""More keys that are tuples of texts take too long to compile."""


def loop_in_any_order(node: ast.expr) -> None:
    """Mark what a comprehension loops over: nothing depends on the order of its items."""
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp):
        for loop in node.generators:
            loop.iter.pp_any_order = True  # type: ignore[attr-defined]


class ConstantTables(FormFolding):
    """Reads lists and dicts that no rule changes."""

    def table_of(self, node: ast.expr, *, rows: bool = False) -> Any:
        """The tuple that stands for a constant list, dict (its keys), or a view of a dict; MISSING
        for any other expression.

        ``rows``: whether its items may be lists, since they are only taken apart.
        """
        match node:
            case ast.Call(ast.Attribute(base, view), [], []) if view in _VIEWS:
                known = self.known(base)
                if not isinstance(known, dict):
                    return MISSING
                return self._frozen(node, tuple(getattr(known, view)()), rows=rows)
            case ast.Subscript(base, index) if not isinstance(index, ast.Slice):
                row = self.known(node)
                return self._of_whole(node, row, rows=rows)
            case ast.Subscript(base, ast.Slice(lower, upper, step)):
                whole = self.known(base)
                edges = [None if x is None else self.known(x) for x in (lower, upper, step)]
                if type(whole) is not list or MISSING in edges:
                    return MISSING
                return self._frozen(node, tuple(whole[slice(*edges)]), rows=rows)
            case ast.Call(function):
                combined = self._combined(node, self.known(function))
                return MISSING if combined is None else self._frozen(node, combined, rows=rows)
            case ast.BinOp(left, ast.Add(), right):
                one, other = self.known(left), self.known(right)
                if type(one) is list and type(other) is list:
                    return self._frozen(node, (*one, *other), rows=rows)
        return self._of_whole(node, self.known(node), rows=rows)

    def _of_whole(self, node: ast.expr, known: Any, *, rows: bool) -> Any:
        """The tuple for a constant list, set, or dict (its keys); MISSING for others."""
        if type(known) is set:
            return self.elements_of(node, known)
        if type(known) not in (list, dict):
            return MISSING
        return self._frozen(node, tuple(known), rows=rows)

    def elements_of(self, node: ast.AST, known: Any) -> tuple[Any, ...]:
        """The elements of a constant set, in the order in which Python loops over it; in one of
        their own where the order does not matter."""
        if hasattr(node, "pp_any_order") and not all(map(is_hashed_alike, known)):
            return tuple(sorted(known, key=repr))
        if holds_words(tuple(known)):
            reason = f"the order of {ast.unparse(node)} differs between runs"
            self.refuse(node, reason, "make it a tuple or a list, or ask for what is in it")
        return tuple(known)

    def _combined(self, node: ast.Call, function: Any) -> tuple[Any, ...] | None:
        """What a function of itertools gives for constants; None for any other call."""
        if not any(function is one for one in _COMBINING):
            return None
        values = [self.known(each) for each in node.args]
        options = {each.arg or "": self.known(each.value) for each in node.keywords}
        if not all(isinstance(x, int | tuple | list | range | str) for x in values):
            return None
        if options.keys() - {"repeat"} or MISSING in options.values():
            return None
        found = tuple(islice(function(*values, **options), MOST_COMBINED + 1))
        return found if len(found) <= MOST_COMBINED else None

    def named(self, value: Any, source: ast.expr) -> ast.Name:
        """A local that stands for a constant; ``source``: what the rules call it."""
        name = self.module.fresh_name("table")
        self.settled[name], self.sources[name] = value, ast.unparse(source)
        return load(name)

    def looped(self, node: ast.expr, *, rows: bool = False) -> ast.expr:
        """An expression that is looped over, with a tuple in the place of a constant table."""
        table = self.table_of(node, rows=rows)
        if table is not MISSING:
            return ast.copy_location(self.named(table, node), node)
        if not isinstance(node, ast.Subscript):
            return node
        if not isinstance(node.slice, ast.Slice):
            return self.looked_up(node, rows=True, sets=True)
        whole = self.table_of(node.value, rows=rows)
        if whole is MISSING:
            return node
        return located(ast.Subscript(self.named(whole, node.value), node.slice, node.ctx), node)

    def looked_up(
        self, node: ast.Subscript, *, rows: bool = False, sets: bool = False
    ) -> ast.Subscript:
        """An item of a constant list or dict as an item of a tuple; another one unchanged.

        ``rows``: whether the item may be a list, since it is only taken apart. ``sets``: or a set,
        since it is looped over.
        """
        if isinstance(node.slice, ast.Slice):
            return node
        base = node.value
        if isinstance(base, ast.Subscript) and self.known(base) is MISSING:
            base = self.looked_up(base, rows=True)
        known = self.known(base)
        if isinstance(known, dict):
            if len(known) > _MOST_TEXT_KEYS and any(map(self._holds_boards, known)):
                reason = f"{ast.unparse(base)} has {len(known)} keys that are tuples of texts"
                self.refuse(node, reason, f"at most {_MOST_TEXT_KEYS}, or numbers as keys")
            values = self._frozen(node, tuple(known.values()), rows=rows, sets=sets)
            place = call("place_of", self.named(tuple(known), base), node.slice)
            return located(ast.Subscript(self.named(values, base), place, node.ctx), node)
        if isinstance(known, list) or (sets and isinstance(known, tuple) and _of_sets(known)):
            values = self._frozen(node, tuple(known), rows=rows, sets=sets)
            return located(ast.Subscript(self.named(values, base), node.slice, node.ctx), node)
        if base is not node.value:
            return located(ast.Subscript(base, node.slice, node.ctx), node)
        return node

    def need_unchanged(self, node: ast.expr) -> None:
        """Refuse rules that set an item of a constant table."""
        if isinstance(self.known(node), list | dict):
            idiom = "rules must not change anything but their locals"
            self.refuse(node, f"{ast.unparse(node)} is changed by a rule", idiom)

    def _holds_boards(self, key: Any) -> bool:
        """Whether a key of a dict is a tuple with texts that are compiled as boards."""
        return isinstance(key, tuple) and any(map(self.module.constants.is_board, key))

    def _frozen(
        self, node: ast.AST, items: tuple[Any, ...], *, rows: bool, sets: bool = False
    ) -> tuple[Any, ...]:
        if sets and _of_sets(items) and not self.module.constants.sets.has_all(items):
            items = tuple(self.elements_of(node, item) for item in items)
        if rows:
            items = tuple(tuple(item) if isinstance(item, list) else item for item in items)
        if any(map(_holds_tables, items)):
            self._refuse_rows(node)
        return items

    def _refuse_rows(self, node: ast.AST) -> NoReturn:
        reason = f"{ast.unparse(node)} has rows that are lists or dicts, used as a whole"
        self.refuse(node, reason, "make the rows tuples")


def _of_sets(items: tuple[Any, ...]) -> bool:
    return bool(items) and all(isinstance(item, set | frozenset) for item in items)


def _holds_tables(value: object) -> bool:
    """Whether a value is a list, dict or set, or a tuple that holds one."""
    if isinstance(value, tuple):
        return any(map(_holds_tables, value))
    return isinstance(value, list | dict | set)


def only_taken_apart(name: str, body: list[ast.stmt], *, listed: bool = False) -> bool:
    """Whether statements only index a local, loop over it or unpack it. ``listed``: or make a list
    of it, join it, count in it, so that it may be a list or a tuple; it is set once."""
    parents: dict[ast.AST, ast.AST] = {}
    for statement in body:
        for node in ast.walk(statement):
            parents |= dict.fromkeys(ast.iter_child_nodes(node), node)
    uses = [
        node for statement in body for node in ast.walk(statement)
        if isinstance(node, ast.Name) and node.id == name
        and not (listed and isinstance(node.ctx, ast.Store))
    ]  # fmt: skip
    return all(takes_apart(parents.get(use), use, listed=listed) for use in uses)
