"""``for place, near in NEAR.items()``, ``for i, line in enumerate(LINES)`` over lists, or sets of
texts, in a constant table: loops over the keys. The rows are looked up where they are read,
``NEAR[place]``. In sums, ``[place] + NEAR[place]``, they are copied."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Substitution,
    bindings,
    bound_names,
    flat,
    item,
    load,
    located,
    used_names,
)

Known = Callable[[ast.expr], Any]

Loop = tuple[ast.expr, ast.expr, str, ast.expr]
"""The target and the source of a loop over keys, the name of a row, and the row of a key."""


def look_rows_up(tree: ast.FunctionDef, known: Known) -> None:
    """Rewrite such loops, comprehensions and sums, in place."""
    _Comprehensions(known).visit(tree)
    loops = [x for x in ast.walk(tree) if isinstance(x, ast.For)]
    found = [(x, loop) for x in loops if (loop := _over_keys(x, known)) and _keeps(x, loop)]
    for node, (target, source, name, row) in found:
        others = [x for x in loops if x is not node and name in bound_names(x.target)]
        inside = [y for x in (node, *others) for y in _reads(ast.Module(x.body, []), name)]
        around = any(node in ast.walk(x) for x in others)
        if not around and all(x in inside for x in _reads(tree, name)):
            node.target, node.iter = target, source
            node.body = flat(Substitution({name: row}).visit(x) for x in node.body)
    for each in ast.walk(tree):
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Add):
            each.left, each.right = _copied(each.left, known), _copied(each.right, known)


def _copied(node: ast.expr, known: Known) -> ast.expr:
    """``[*NEAR[place]]`` for a list that a variable chooses; another expression unchanged."""
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
        return node
    if known(node) is not MISSING or not are_lists(rows_of_table(known(node.value))):
        return node
    return located(ast.List([ast.Starred(node, ast.Load())], ast.Load()), node)


def rows_of_table(table: Any) -> tuple[Any, ...]:
    """The values of a constant dict, the items of a constant list or tuple; else nothing."""
    if type(table) is dict:
        return tuple(table.values())
    return tuple(table) if type(table) in (list, tuple) else ()


def are_lists(rows: tuple[Any, ...]) -> bool:
    """Whether all rows are lists, and there are some."""
    return bool(rows) and all(type(row) is list for row in rows)


def _are_sets_of_texts(rows: tuple[Any, ...]) -> bool:
    """Whether all rows are sets of texts, and there are some."""
    sets = all(type(row) in (set, frozenset) for row in rows)
    return bool(rows) and sets and all(type(x) is str for row in rows for x in row)


def _over_keys(loop: ast.For | ast.comprehension, known: Known) -> Loop | None:
    """What such a loop becomes; None for others."""
    match loop.target, loop.iter:
        case ast.Tuple([key, ast.Name(row)]), ast.Call(called, [*arguments], []):
            names = key.elts if isinstance(key, ast.Tuple) else [key]
        case _:
            return None
    set_here = bound_names(loop.target)
    if len(set_here) <= len(names) or not all(isinstance(x, ast.Name) for x in names):
        return None
    match called:
        case ast.Attribute(table, "items") if not arguments:
            held = rows_of_table(rows) if type(rows := known(table)) is dict else ()
            source: ast.expr = table
        case _ if known(called) is enumerate and len(arguments) == 1 and isinstance(key, ast.Name):
            table = arguments[0]
            held = () if type(rows := known(table)) is dict else rows_of_table(rows)
            if known(load("range")) is not range:
                return None
            source = ast.Call(load("range"), [ast.Constant(len(held))], [])
        case _:
            return None
    if not (are_lists(held) or _are_sets_of_texts(held)) or set_here & used_names(loop.iter):
        return None
    wanted = copy.deepcopy(key)
    for part in ast.walk(wanted):
        if isinstance(part, ast.Name | ast.Tuple):
            part.ctx = ast.Load()
    looked = located(item(table, wanted), loop.target)
    return key, located(source, loop.iter), row, looked


def _keeps(node: ast.For, loop: Loop) -> bool:
    """Whether the body sets neither the keys nor the row, and reads rows in no function in it."""
    body = ast.Module(node.body, [])
    inner = [x for x in ast.walk(body) if isinstance(x, ast.FunctionDef | ast.Lambda)]
    kept = not ({loop[2]} | bound_names(loop[0])) & set(bindings(body))
    return kept and not any(_reads(x, loop[2]) for x in inner)


def _reads(node: ast.AST, name: str) -> list[ast.Name]:
    """Where a tree reads a name."""
    names = [x for x in ast.walk(node) if isinstance(x, ast.Name) and x.id == name]
    return [x for x in names if isinstance(x.ctx, ast.Load)]


class _Comprehensions(ast.NodeTransformer):
    def __init__(self, known: Known) -> None:
        self.known = known

    def visit(self, node: ast.AST) -> Any:
        self.generic_visit(node)
        if isinstance(node, COMPREHENSIONS):
            for place, each in enumerate(node.generators):
                loop = _over_keys(each, self.known)
                if loop and self._is_own(node, place, loop):
                    each.target, each.iter = loop[0], loop[1]
                    node = Substitution({loop[2]: loop[3]}).visit(node)
        return node

    def _is_own(self, node: Any, place: int, loop: Loop) -> bool:
        """Whether a comprehension sets the names once, and what is read before has others."""
        times, names = bindings(node), {loop[2]} | bound_names(loop[0])
        before = [x.iter for x in node.generators[: place + 1]]
        before += [y for x in node.generators[:place] for y in x.ifs]
        apart = not any(isinstance(x, ast.Lambda) for x in ast.walk(node))
        read = names & set().union(*map(used_names, before))
        return apart and not read and all(times[x] == 1 for x in names)
