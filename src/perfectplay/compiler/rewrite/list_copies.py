"""Lists that are copies of a state, changed item by item: ``cells = list(board); cells[i] = "X"``.

In generators they are tuples, set anew with each item, which is twice as fast as a list; a list
that is used in any other way stays one there. Elsewhere see ``fixed_lists.py``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.rewrite.list_locals import set_once
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Statements,
    all_located,
    call,
    is_plain,
    item,
    load,
    store,
    takes_apart,
)

ONCE, IN_LOOPS = 128, 16
"""Longer tuples are no faster than lists, if their items are set once, or in loops."""

ROWS = -1
"""What marks a list of rows among lists, of which each has the most items of a tuple."""

_SCOPES = (*COMPREHENSIONS, ast.Lambda, ast.FunctionDef)
_LOOPS = (ast.For, ast.While)


def copied_lists(tree: ast.FunctionDef, known: Callable[[ast.expr], Any]) -> dict[str, int]:
    """The locals that hold such a list, each with the most items for which it becomes a tuple.
    ``known``: the value of a constant expression."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = {}
    for name, value in set_once(tree).items():
        if copied_by(value, known) is None:
            continue
        uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
        stores = [x for x in uses if is_store(parents[id(x)])]
        if stores and all(is_fit(use, tree, parents, known) for use in uses):
            in_loops = any(
                isinstance(x, _LOOPS) for s in stores for x in nodes_above(s, tree, parents)
            )
            found[name] = IN_LOOPS if in_loops else ONCE
    return found


def used_as_lists(tree: ast.FunctionDef) -> set[str]:
    """The locals that something else is done with than to take items of them, loop over them, join
    them or ask whether something is in them: a tuple cannot take the place of their list."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = set()
    for use in ast.walk(tree):
        if not isinstance(use, ast.Name) or not isinstance(use.ctx, ast.Load):
            continue
        parent = parents[id(use)]
        match parent:
            case ast.Call(ast.Attribute(ast.Constant(), "join"), [whole], []):
                apart = whole is use
            case ast.Compare(_, [ast.In() | ast.NotIn()], [whole]):
                apart = whole is use
            case ast.Subscript(ctx=ast.Store() | ast.Del()):
                apart = False
            case ast.Starred():  # of zip(*rows)
                apart = isinstance(parents[id(parent)], ast.Call)
            case _:
                apart = takes_apart(parent, use)
        if not apart:
            found.add(use.id)
    return found


def copied_by(value: ast.expr, known: Callable[[ast.expr], Any]) -> ast.expr | None:
    """What ``list(x)``, ``[*x]`` or ``bytearray(x)`` copies, if it is a name or a part of one; else
    None."""
    match value:
        case ast.Call(function, [whole], []) if known(function) is list:
            pass
        case ast.Call(function, [whole], []) if known(function) is bytearray:
            return whole if is_plain(whole) else None  # a number, too
        case ast.List([ast.Starred(whole)]):
            pass
        case _:
            return None
    return whole if is_plain(whole) and not isinstance(whole, ast.Constant) else None


def items_set(
    node: ast.stmt, copies: dict[str, int], fresh: Callable[[str], str]
) -> Statements | None:
    """The statements in the place of one that sets items of such lists; None for others."""
    match node:
        case ast.AugAssign(target, operator, value) if place := _place(target, copies):
            return all_located([_set(*place, ast.BinOp(_taken(*place), operator, value))], node)
        case ast.Assign([target], value) if place := _place(target, copies):
            if not _is_before(value, place[1]):
                return all_located([_set(*place, value)], node)
            made = fresh("item")
            parts: Statements = [ast.Assign([store(made)], value), _set(*place, load(made))]
            return all_located(parts, node)
        case ast.Assign([ast.Tuple(targets) | ast.List(targets)], value):
            if any(_place(target, copies) for target in targets):
                return _several_set(targets, value, copies, fresh, node)
    return None


def _is_before(value: ast.expr, indices: list[ast.expr]) -> bool:
    """Whether a value has to be taken before the indices are: a call in it may change them, or one
    in them what it reads."""
    if any(isinstance(x, ast.Call) for x in ast.walk(value)):
        return True
    calls = any(isinstance(x, ast.Call) for index in indices for x in ast.walk(index))
    return calls and any(isinstance(x, ast.Subscript | ast.Attribute) for x in ast.walk(value))


def _several_set(
    targets: list[ast.expr], value: ast.expr, copies: dict[str, int],
    fresh: Callable[[str], str], where: ast.stmt,
) -> Statements:  # fmt: skip
    """``cells[a], cells[b] = x, y``: the values first, then the items in their order."""
    names = [fresh("item") for _ in targets]
    parts: Statements = [ast.Assign([ast.Tuple([store(x) for x in names], ast.Store())], value)]
    for name, target in zip(names, targets, strict=True):
        place = _place(target, copies)
        if place is not None:
            parts.append(_set(*place, load(name)))
        else:
            parts.append(ast.Assign([target], load(name)))
    return all_located(parts, where)


def _taken(name: str, indices: list[ast.expr]) -> ast.expr:
    if len(indices) == 1:
        return item(load(name), *indices)
    return call("cell_taken", load(name), *indices)


def _set(name: str, indices: list[ast.expr], value: ast.expr) -> ast.stmt:
    helper = "item_set" if len(indices) == 1 else "cell_set"
    return ast.Assign([store(name)], call(helper, load(name), *indices, value))


def _place(target: ast.expr, copies: dict[str, int]) -> tuple[str, list[ast.expr]] | None:
    """The list of which a target is an item, and its index, or those of its row and its column."""
    match target:
        case ast.Subscript(ast.Name(name), index) if name in copies:
            return name, [index]
        case ast.Subscript(ast.Subscript(ast.Name(name), row), column):
            return (name, [row, column]) if copies.get(name) == ROWS else None
    return None


# --- how a list is used ---------------------------------------------------------------------------


def nodes_above(node: ast.AST, tree: ast.AST, parents: dict[int, ast.AST]) -> list[ast.AST]:
    """The nodes that a node stands in, the nearest first, without the tree itself."""
    found = []
    node = parents[id(node)]
    while node is not tree:
        found.append(node)
        node = parents[id(node)]
    return found


def is_store(parent: ast.AST) -> bool:
    """Whether the node sets an element, as `xs[i]` on the left of `=` does."""
    return isinstance(parent, ast.Subscript) and isinstance(parent.ctx, ast.Store)


def is_fit(
    use: ast.Name, tree: ast.AST, parents: dict[int, ast.AST], known: Callable[[ast.expr], Any]
) -> bool:
    """Whether a use of the list is one that its tuple can have in its place."""
    above = nodes_above(use, tree, parents)
    if any(isinstance(node, _SCOPES) for node in above):
        return False
    parent = parents[id(use)]
    around = parents.get(id(parent))
    match parent:
        case ast.Assign([target]):
            return target is use  # where it is made
        case ast.Subscript(value, index, context) if value is use:
            if isinstance(index, ast.Slice) or isinstance(context, ast.Del):
                return False
            return isinstance(context, ast.Load) or is_plain_store(parent, above)
        case ast.Call(ast.Attribute(ast.Constant(), "join"), [_], []):
            return True
        case ast.Call(function, [_], []):
            return known(function) in (tuple, len, bytes)
        case ast.Attribute(_, "count" | "index"):
            return isinstance(around, ast.Call) and len(around.args) == 1 and not around.keywords
        case ast.Compare(_, [ast.In() | ast.NotIn()], [whole]):
            return whole is use
    return False


def is_plain_store(target: ast.Subscript, above: list[ast.AST]) -> bool:
    """Whether an item is set by a plain assignment, alone or beside others."""
    statement = next(node for node in above if isinstance(node, ast.stmt))
    if any(isinstance(node, ast.NamedExpr) for node in ast.walk(statement)):
        return False
    match statement:
        case ast.AugAssign():
            return is_plain(target.slice)
        case ast.Assign([ast.Tuple(targets) | ast.List(targets)]):
            return target in targets and not any(
                isinstance(x, ast.Starred | ast.Tuple | ast.List) for x in targets
            )
        case ast.Assign([only]):
            return target is only
    return False
