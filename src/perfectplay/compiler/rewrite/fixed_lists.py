"""Lists that keep their length and stay in their function: ``cells = list(board)``, ``[0] * 9``.

In compiled code they lie in the function's own memory (``runtime/lists_in_memory.py``). Numba keeps
the locals of a generator from one item to the next, but not that memory: there, lists that are
copies of a state are tuples (``list_copies.py``), and any other list is allocated.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any, Protocol

from perfectplay.compiler.rewrite.list_copies import (
    IN_LOOPS,
    copied_by,
    is_fit,
    is_store,
    nodes_above,
)
from perfectplay.compiler.rewrite.list_locals import set_once
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import (
    call,
    is_plain,
    load,
    located,
    store,
    tuple_of,
)

_AT_ONCE = (any, all, sum, tuple, list, min, max, sorted, set, frozenset, bytes)
"""What takes all items of a generator before anything else happens."""

_AS_TUPLES = (tuple, len, bytes, sum, any, all, min, max, sorted, set, frozenset, reversed)
"""What does the same with a tuple as with a list of the same items; `reversed` where it is done at
once."""

_FAR = 1 << 20
"""Beyond the end of any such list."""

Known = Callable[[ast.expr], Any]


def fixed_lists(tree: ast.FunctionDef, known: Known) -> dict[str, int]:
    """The locals that hold such a list, each with the most items for which it may be a tuple if the
    length of states changes. ``known``: the value of a constant expression."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = {}
    for name, value in set_once(tree).items():
        listed = is_listed(value, known)
        made = copied_by(value, known) or repeated_by(value, known) or parts_of(value)
        if not listed and made is None:
            continue
        uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
        if not listed and not any(is_store(parents[id(x)]) for x in uses):
            continue
        plain = all(is_fit(x, tree, parents, known) for x in uses)
        if plain or all(_stays(x, tree, parents, known) for x in uses):
            found[name] = IN_LOOPS if plain else 0
    while leaving := _given_to_others(tree, found):
        for name in leaving:
            del found[name]
    return found


def _given_to_others(tree: ast.AST, names: dict[str, int]) -> set[str]:
    """The lists of which a slice becomes one of an allocated list, which a tuple cannot."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(
                [ast.Subscript(whole, ast.Slice())],
                ast.Name(name) | ast.Subscript(ast.Name(name), ast.Slice()),
            ) if name in names and not (isinstance(whole, ast.Name) and whole.id in names):
                found.add(name)
    return found


def repeated_by(value: ast.expr, known: Known) -> tuple[ast.expr, int] | None:
    """The item of ``[item] * count`` and the count, if that is a constant; else None."""
    match value:
        case ast.BinOp(ast.List([item]), ast.Mult(), count):
            pass
        case ast.BinOp(count, ast.Mult(), ast.List([item])):
            pass
        case _:
            return None
    times = known(count)
    return (item, times) if type(times) is int and is_plain(item) else None


def parts_of(value: ast.expr) -> list[ast.expr] | None:
    """The slices in ``[board[:3], board[3:]]``; None for other expressions."""
    match value:
        case ast.List([_, _, *_] as parts) if all(
            isinstance(x, ast.Subscript) and isinstance(x.slice, ast.Slice) for x in parts
        ):
            return parts
    return None


def is_listed(value: ast.expr, known: Known) -> bool:
    """Whether a list has an item for each of others, and no lists, no sets and no None in it, which
    functions of the rules may give."""
    match value:
        case ast.ListComp(each, [ast.comprehension(ifs=[], is_async=0)]):
            return not any(_is_unfit(x, known) for x in ast.walk(each))
    return False


def _is_unfit(node: ast.AST, known: Known) -> bool:
    """Whether an expression is, or may be, a list, a set or None."""
    match node:
        case ast.Call(function):
            found = known(function)
            return not isinstance(found, type | BuiltinFunctionType) or found in (list, sorted, set)
        case ast.Constant(value):
            return value is None
    return isinstance(node, ast.List | ast.ListComp | ast.Set | ast.SetComp)


def slice_ends(index: ast.expr, known: Known) -> tuple[int | None, int | None] | None:
    """The ends of a slice by constants without a step; else None."""
    match index:
        case ast.Slice(first, last, None):
            ends = [None if x is None else known(x) for x in (first, last)]
            if all(x is None or type(e) is int for x, e in zip((first, last), ends, strict=True)):
                return ends[0], ends[1]
    return None


def _stays(use: ast.Name, tree: ast.AST, parents: dict[int, ast.AST], known: Known) -> bool:
    """Whether a use of the list leaves it where it is, as long as it is."""
    above = nodes_above(use, tree, parents)
    if not all(is_over_at_once(node, parents, known) for node in above):
        return False
    parent = parents[id(use)]
    match parent:
        case ast.Subscript(value, ast.Slice() as index, ast.Load()) if value is use:
            return slice_ends(index, known) is not None and _is_passing(parent, parents, known)
        case ast.Subscript(value, ast.Slice() as index, ast.Store()) if value is use:
            return slice_ends(index, known) is not None and _is_set_whole(parent, parents, known)
        case ast.Subscript(value, _, ast.Load()):
            return value is use
        case ast.For(_, source) | ast.comprehension(_, source):
            return source is use
        case ast.Call(function, _, []) if known(function) in (enumerate, zip):
            return isinstance(parents[id(parent)], ast.For | ast.comprehension)
    return is_fit(use, tree, parents, known) or _is_passing(use, parents, known)


def is_over_at_once(node: ast.AST, parents: dict[int, ast.AST], known: Known) -> bool:
    """False for a function within this one, which may be called later, and for a generator that
    may wait."""
    if isinstance(node, ast.GeneratorExp):
        return is_taken_at_once(node, parents, known)
    return not isinstance(node, ast.FunctionDef | ast.Lambda)


def is_taken_at_once(items: ast.expr, parents: dict[int, ast.AST], known: Known) -> bool:
    """Whether something takes all items before anything else happens."""
    match parents[id(items)]:
        case ast.Call(ast.Attribute(ast.Constant(), "join"), [_], []):
            return True
        case ast.Call(function, [_], _):
            return known(function) in _AT_ONCE
        case ast.comprehension(_, source):
            return source is items
    return False


def _is_passing(use: ast.expr, parents: dict[int, ast.AST], known: Known) -> bool:
    """Whether something takes the items at once, of a tuple as of a list."""
    match parents[id(use)]:
        case ast.Call(function, [_], []) as taking:
            waits = known(function) is reversed and not is_taken_at_once(taking, parents, known)
            return known(function) in _AS_TUPLES and not waits
        case ast.Assign([ast.Subscript(_, ast.Slice())], value):
            return value is use
    return False


def _is_set_whole(target: ast.Subscript, parents: dict[int, ast.AST], known: Known) -> bool:
    """Whether a slice is set, alone, to as many items as far as that shows."""
    match parents[id(target)]:
        case ast.Assign([_], ast.Subscript(ast.Name(), index, _)):
            sizes = {_size(target.slice, known), _size(index, known)} - {None}
            return slice_ends(index, known) is not None and len(sizes) < 2 and 0 not in sizes
        case ast.Assign([_], ast.List(items) | ast.Tuple(items)):
            first, last = slice_ends(target.slice, known) or (0, 0)
            wide = (last or 0) - (first or 0) == len(items) and (first or 0) >= 0
            return wide and not any(isinstance(x, ast.Starred) for x in items)
    return False


def _size(index: ast.expr, known: Known) -> int | None:
    """How many items a slice by constants has, if the list is long enough; None for others."""
    match slice_ends(index, known):
        case (int(first), int(last)) if (first < 0) == (last < 0):
            return max(0, last - first)
        case (None, int(last)) if last >= 0:
            return last
        case (int(first), None) if first < 0:
            return -first
    return None


class Rules(Protocol):
    """What making a list asks of the rewriter. ``waits``: whether its function is a generator."""

    module: RulesModule
    waits: bool

    def known(self, node: ast.expr) -> Any: ...
    def items(self, node: ast.expr) -> ast.expr: ...
    def visit(self, node: ast.AST) -> Any: ...
    def perhaps_filled(self, source: ast.ListComp) -> ast.Call: ...


def made_list(value: ast.expr, most: int, rules: Rules) -> ast.expr | None:
    """What makes such a list, or a tuple with up to ``most`` items in its place; None if another
    pass has written the value anew."""
    if (repeated := repeated_by(value, rules.known)) is not None:
        times = ast.Constant(repeated[1])
        room = call("room_of_ones", rules.visit(repeated[0]), times)
        return located(call("repeated_in_memory", room, times), value)
    if isinstance(value, ast.ListComp) and not rules.module.constants.has_nones:
        made_all = rules.perhaps_filled(value)
        whole_list = call("list_in_memory", call("room_of_list", made_all), ast.Constant(0))
        return located(whole_list, value)
    if (parts := parts_of(value)) is not None:
        whole_list = call("room_of_list", tuple_of(*map(rules.visit, parts)))
        return located(call("list_in_memory", whole_list, ast.Constant(0)), value)
    whole = copied_by(value, rules.known)
    if whole is None:
        return None
    if rules.known(getattr(value, "func", value)) is bytearray:
        made: ast.expr = rules.visit(located(call("bytes", whole), value))
        return made
    items, limit = rules.items(whole), ast.Constant(most)
    if rules.waits:
        return located(call("list_copy", items, limit), value)
    return located(call("list_in_memory", call("room_of_list", items), limit), value)


class ListsNow(ast.NodeTransformer):
    """Gives the tuple of such a list to what takes its items at once, and its slices as tuples.
    ``site``: a number for a place in the rules."""

    def __init__(self, names: dict[str, int], known: Known, site: Callable[[ast.AST], int]) -> None:
        self.names = {name: most for name, most in names.items() if most >= 0}
        self.known = known
        self.site = site

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Constant(), "join"), [ast.Name() as items], []):
                node.args = [self._now(items)]
            case ast.Call(ast.Attribute(ast.Name() as items, "count" | "index") as method, [_], []):
                method.value = self._now(items)
            case ast.Call(function, [ast.Name() as items], []) if (
                self.known(function) in _AS_TUPLES
            ):
                node.args = [self._now(items)]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        node.comparators = [
            self._now(x) if isinstance(x, ast.Name) and isinstance(how, ast.In | ast.NotIn) else x
            for how, x in zip(node.ops, node.comparators, strict=True)
        ]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(ast.Name(name), ast.Slice() as index, ast.Load()) if (
                name in self.names
            ):
                return located(call("slice_taken", node.value, *self._ends(index)), node)
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        """``cells[3:] = other[:3]``."""
        self.generic_visit(node)
        match node.targets:
            case [ast.Subscript(ast.Name(name), ast.Slice() as index)] if name in self.names:
                value = node.value
                if isinstance(value, ast.List | ast.Tuple):
                    value = tuple_of(*(call("widened", x) for x in value.elts))
                where = ast.Constant(self.site(node))
                made = call("slice_set", load(name), *self._ends(index), value, where)
                return located(ast.Assign([store(name)], made), node)
        return node

    def _ends(self, index: ast.Slice) -> list[ast.expr]:
        """The ends as numbers: None may be a word."""
        first, last = slice_ends(index, self.known) or (None, None)
        return [ast.Constant(first or 0), ast.Constant(_FAR if last is None else last)]

    def _now(self, items: ast.Name) -> ast.expr:
        return located(call("list_now", items), items) if items.id in self.names else items
