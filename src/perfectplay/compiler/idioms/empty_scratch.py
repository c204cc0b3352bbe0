"""Lists and sets that begin empty and a helper fills: ``seen = set(); self.reach(3, seen)``.

Compiled code must know the kind of their items where they are made, so they are made of an example
that is taken out again: what the helper puts in, as far as its text tells, else a number. If that
is wrong, the compiler finds two kinds of items, and the rules are refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile
from types import FunctionType
from typing import Any, TypeGuard

from perfectplay.compiler.idioms.lists_of_moves import MOVE, marked
from perfectplay.compiler.idioms.longer_arguments import longer_arguments
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import bindings, load, tuple_of

FILLS = ("append", "add", "insert", "extend", "update")
"""Methods that put items in."""

_LEAVING = (ast.Break, ast.Continue, ast.Return)

DEEPEST = 4
"""Helpers that hand a list on, one to the next, are followed so far."""

Helper = Callable[[ast.Call], tuple[FunctionType, int] | None]
"""The function of the rules that a call is of, and how many arguments the call leaves out; None for
other calls."""

Known = Callable[[ast.expr], Any]


def empty_scratch(tree: ast.FunctionDef, known: Known, helper: Helper) -> dict[str, ast.expr]:
    """The locals that are only ever set to an empty list, or to an empty set, and that the function
    fills by helpers or by ``+=`` and ``|=``, or that it empties and leaves so; each with an example
    of an item."""
    found: dict[str, ast.expr] = {}
    sets = [x for x in ast.walk(tree) if isinstance(x, ast.Assign | ast.AugAssign)]
    emptied = _emptied(tree, known)
    for name, times in bindings(tree).items():
        mine = [x for x in sets if _target(x) == name]
        longer = [x for x in map(partial(_longer_by, name), mine) if x is not None]
        made = [
            empty_kind(x.value, known)
            for x in mine
            if isinstance(x, ast.Assign) and _longer_by(name, x) is None
        ]
        if len(mine) < times or not made or None in made or len(set(made)) > 1:
            continue
        filled = [x for x in own_nodes(tree) if _is_filled(x, name)]
        if (filled and name not in emptied) or _is_in_lambda(tree, name):
            continue
        items = [_item_filled(x) for x in filled]
        items += [_item_added(x, tree) for x in longer]
        items += _items_given(tree, name, known, helper, DEEPEST)
        items += _items_put_inside(tree, name)
        items += _items_beside(tree, name)
        arguments = {x.arg for x in tree.args.args}
        found[name] = next((_example(x, arguments) for x in items if x), ast.Constant(0))
    return found


def _emptied(tree: ast.FunctionDef, known: Known) -> set[str]:
    """The locals that are set to an empty list or set where a loop is left, or goes on: nothing is
    put in there that would tell the compiler the kind."""
    found: set[str] = set()
    blocks = [getattr(x, name, None) for x in ast.walk(tree) for name in ("body", "orelse")]
    for block in blocks:
        if isinstance(block, list) and block and isinstance(block[-1], _LEAVING):
            found.update(map(_target, takewhile(partial(_empties, known=known), block[-2::-1])))
    return found


def _empties(node: ast.stmt, known: Known) -> TypeGuard[ast.Assign]:
    """Whether a statement sets a local to an empty list or set."""
    return isinstance(node, ast.Assign) and empty_kind(node.value, known) is not None


def _longer_by(name: str, node: ast.Assign | ast.AugAssign) -> ast.expr | None:
    """What a local is made longer by: ``found += more``, ``found = found + more``; None for other
    assignments."""
    match node:
        case ast.AugAssign(_, _, value) | ast.Assign(_, ast.BinOp(ast.Name(), ast.Add(), value)):
            held = node.value.left if isinstance(node.value, ast.BinOp) else None
            mine = isinstance(node, ast.AugAssign) or getattr(held, "id", "") == name
            return value if mine else None
    return None


def _item_filled(node: ast.AST) -> ast.expr | None:
    """What a method puts in."""
    match node:
        case ast.Call(ast.Attribute(_, "append" | "add"), [item], []):
            return item
    return None


def empty_kind(value: ast.expr, known: Known) -> str | None:
    """ "list" for ``[]`` and ``list()``, "set" for ``set()``; None for other expressions."""
    match value:
        case ast.List([]):
            return "list"
        case ast.Call(function, [], []) if known(function) in (list, set):
            return "list" if known(function) is list else "set"
    return None


def _target(node: ast.Assign | ast.AugAssign) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return target.id if isinstance(target, ast.Name) else ""


def _is_filled(node: ast.AST, name: str) -> bool:
    """Whether a node puts an item in by a method, from which the compiler knows the kind."""
    match node:
        case ast.Call(ast.Attribute(ast.Name(whole), method)):
            return whole == name and method in FILLS
    return False


def own_nodes(tree: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function without those of the functions in it."""
    rest: list[ast.AST] = [*tree.body]
    while rest:
        node = rest.pop()
        yield node
        if not isinstance(node, ast.FunctionDef):
            rest += ast.iter_child_nodes(node)


def _is_in_lambda(tree: ast.FunctionDef, name: str) -> bool:
    """Whether a lambda within the function names it."""
    inner = [x for x in ast.walk(tree) if isinstance(x, ast.Lambda)]
    return any(isinstance(y, ast.Name) and y.id == name for x in inner for y in ast.walk(x))


def _items_put_inside(tree: ast.FunctionDef, name: str) -> Iterator[ast.expr | None]:
    """What the functions within the function put in, in the names of this one."""
    for inner in own_nodes(tree):
        if isinstance(inner, ast.FunctionDef):
            names = [x.arg for x in inner.args.args]
            calls = [x for x in own_nodes(tree) if _is_call_of(x, inner.name)]
            given = dict(zip(names, calls[0].args, strict=False)) if calls else {}
            for node in ast.walk(inner):
                match node:
                    case ast.Call(ast.Attribute(ast.Name(whole), "append" | "add"), [item], []):
                        if whole == name:
                            yield _in_names_of(item, given)


def _items_beside(tree: ast.FunctionDef, name: str) -> Iterator[ast.expr | None]:
    """The items of lists that are returned where the local is not: ``return [path]``, and ``return
    found`` later."""
    given = [x.value for x in own_nodes(tree) if isinstance(x, ast.Return) and x.value is not None]
    given = [y for x in given for y in (x.values if isinstance(x, ast.BoolOp) else [x])]
    if any(isinstance(x, ast.Name) and x.id == name for x in given):
        yield from (_item_added(x) for x in given if not isinstance(x, ast.Name))


def _is_call_of(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    match node:
        case ast.Call(ast.Name(called)):
            return called == name
    return False


def _item_added(
    value: ast.expr, tree: ast.FunctionDef | None = None, seen: frozenset[str] = frozenset()
) -> ast.expr | None:
    """The first item of a list or a set that is written out, or what is put into a local of the
    function, but for those that are ``seen``."""
    match value:
        case ast.Name(name) if tree is not None and name not in seen:
            items = [_item_filled(x) for x in own_nodes(tree) if _is_filled(x, name)]
            for x in own_nodes(tree):
                if isinstance(x, ast.Assign | ast.AugAssign) and _target(x) == name:
                    items.append(_item_added(_longer_by(name, x) or x.value, tree, seen | {name}))
            return next(filter(None, items), None)
        case ast.ListComp(item) | ast.SetComp(item):
            return item
        case ast.List([item, *_]) | ast.Set([item, *_]) | ast.Tuple([item, *_]):
            return item
        case ast.IfExp(_, one, other):
            return _item_added(one) or _item_added(other)
    return None


def _items_given(
    tree: ast.FunctionDef, name: str, known: Known, helper: Helper, depth: int
) -> Iterator[ast.expr | None]:
    """What the helpers that are given a local put into it, in the names of this function."""
    for node in ast.walk(tree) if depth else ():
        if not isinstance(node, ast.Call) or not _gives(node, name):
            continue
        found = helper(node)
        if found is None:
            continue
        try:
            inner = tree_of(found[0])
        except NotCompilable:
            continue
        names = [x.arg for x in inner.args.args][found[1] :]
        given = dict(zip(names, node.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        own = inner.args.args[0].arg if found[1] else None
        longer = longer_arguments(inner, inner.name, own, known)
        for argument, value in given.items():
            if isinstance(value, ast.Name) and value.id == name:
                for item in _items_put(inner, argument, known, helper, depth):
                    yield _grown(item, longer, given) or _in_names_of(item, given)


def _gives(node: ast.Call, name: str) -> bool:
    """Whether a local is an argument of a call."""
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(isinstance(value, ast.Name) and value.id == name for value in values)


def _items_put(
    tree: ast.FunctionDef, name: str, known: Known, helper: Helper, depth: int
) -> Iterator[ast.expr | None]:
    """What a helper puts into one of its arguments."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(ast.Name(whole), "append" | "add"), [item], []):
                if whole == name:
                    yield item
            case ast.AugAssign(ast.Name(whole), _, value) if whole == name:
                yield _item_added(value)
    yield from _items_given(tree, name, known, helper, depth - 1)


def _grown(
    item: ast.expr | None, longer: dict[str, ast.expr | None], given: dict[str, ast.expr]
) -> ast.expr | None:
    """An item that is an argument which a helper makes longer from call to call: a tuple of any
    length, with one item of it; None for other items."""
    if not isinstance(item, ast.Name) or item.id not in longer:
        return None
    match given.get(item.id):
        case ast.Tuple([first, *_]):
            return marked(tuple_of(first))
        case ast.Tuple([]) if (example := longer[item.id]) is not None:
            return marked(tuple_of(_in_names_of(example, given) or ast.Constant(0)))
    return None


def _in_names_of(item: ast.expr | None, given: dict[str, ast.expr]) -> ast.expr | None:
    """An item in the names of the caller; what a helper's locals are, nobody knows."""
    match item:
        case ast.Name(name):
            return given.get(name, ast.Constant(0))
        case ast.Tuple(items):
            parts = [_in_names_of(x, given) or ast.Constant(0) for x in items]
            return ast.Tuple(parts, ast.Load())
        case ast.Call(ast.Name("tuple"), [ast.Name(name)], []):
            match given.get(name):
                case ast.List([first, *_]):  # one item of a tuple of any length
                    return marked(tuple_of(first))
    return item and ast.Constant(0)


def _example(item: ast.expr, arguments: set[str]) -> ast.expr:
    """An expression of the same kind that is always defined: of numbers and arguments."""
    match item:
        case ast.Name(name) if name in arguments:
            return load(name)
        case ast.Tuple(items):
            made = tuple_of(*(_example(x, arguments) for x in items))
            return marked(made) if hasattr(item, MOVE) else made
    return ast.Constant(0)
