"""Sets that a rule changes: ``cells = set(state); cells.add(move); return frozenset(cells)``.

A compiled set is a number, so that a change is a new set under the old name. That is right for a
local that nothing else may hold; a set that may have another name is refused where it is changed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Statements,
    all_located,
    assigned_parts,
    bindings,
    call,
    load,
    located,
    store,
)

_ONE = {"add": "set_add", "discard": "set_discard", "remove": "set_remove"}
CHANGING: dict[str, type[ast.operator]] = {
    "update": ast.BitOr, "difference_update": ast.Sub, "intersection_update": ast.BitAnd,
    "symmetric_difference_update": ast.BitXor,
}  # fmt: skip
OPERATORS = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub)
_READING = {
    "len", "frozenset", "set", "sorted", "any", "all", "sum", "min", "max", "tuple", "list", "bool",
}  # fmt: skip
_OF_MANY = {"union", "intersection", "difference"}
COUNTS = {2: "two", 3: "three"}
"""Of how many at once a method is given in one call, all of which are asked before it."""

_GIVING = _OF_MANY | {"symmetric_difference"}
COMBINING = {
    "union", "intersection", "difference", "symmetric_difference", "isdisjoint", "issubset",
    "issuperset",
}  # fmt: skip

Known = Callable[[ast.expr], Any]


def changed_sets(tree: ast.FunctionDef, known: Known) -> set[str]:
    """The locals of a function that hold sets made in it, under this name alone. ``known``: the
    value of a constant expression."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = set()
    for name in new_sets(tree, known):
        uses = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
        if all(_is_fit(use, parents) for use in uses):
            found.add(name)
    return found


def new_sets(tree: ast.FunctionDef, known: Known) -> set[str]:
    """The locals of a function that only ever hold sets made in it."""
    values: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([target], value):
                for name, part in assigned_parts(target, value):
                    values.setdefault(name, []).append(part)
            case ast.AugAssign(ast.Name(name), operator) if isinstance(operator, OPERATORS):
                values.setdefault(name, [])
    times = bindings(tree)
    augmented = [x.target.id for x in ast.walk(tree) if _is_change(x)]  # type: ignore[attr-defined]
    found = set()
    for name, parts in values.items():
        whole = times[name] == len(parts) + augmented.count(name)
        if parts and whole and all(is_new_set(part, known) for part in parts):
            found.add(name)
    return found


def one_by_one(node: ast.Call, fresh: Callable[[str], str], *, frozen: bool) -> ast.expr:
    """``a.union(b, c)`` as ``a.union(b)`` into which c is put, ``a.union(*sets)`` as ``a.copy()``
    into which all are put; any other call as it is. ``fresh``: a new name for a local; ``frozen``:
    where sets are those of states, which have no order, as ``a | {x for each in sets for x in
    each}``."""
    match node:
        case ast.Call(ast.Attribute(whole, "union"), [ast.Starred(sets)]) if not frozen:
            copied = ast.Call(ast.Attribute(whole, "copy", ast.Load()), [], [])
            return located(call("changed_by_unions", copied, sets), node)
        case ast.Call(ast.Attribute(whole, "union" | "difference" as method), [ast.Starred(sets)]):
            each, item = fresh("each"), fresh("item")
            inner = [ast.comprehension(store(each), sets, [], 0)]
            row: ast.expr = load(each)
            if isinstance(sets, ast.GeneratorExp | ast.ListComp):
                inner, row = sets.generators, sets.elt
            inner = [*inner, ast.comprehension(store(item), row, [], 0)]
            operator = ast.BitOr() if method == "union" else ast.Sub()
            joined = ast.BinOp(whole, operator, ast.SetComp(load(item), inner))
            return located(joined, node)
        case ast.Call(ast.Attribute(whole, method), [_, _, *_], []) if method in _OF_MANY:
            if not any(isinstance(x, ast.Starred) for x in node.args):
                if not frozen and len(node.args) in COUNTS:
                    made = call(f"{method}_of_{COUNTS[len(node.args)]}", whole, *node.args)
                    return located(made, node)
                for given in node.args:
                    function = ast.Attribute(whole, method, ast.Load())
                    whole = located(ast.Call(function, [given], []), node)
                return whole
    return node


def changes_one_by_one(node: ast.stmt, fresh: Callable[[str], str]) -> Statements | None:
    """``a.update(b, c)`` as a statement for each, after all have been asked; None for other
    statements. ``fresh``: a new name for a local."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method), [_, _, *_] as given, [])):
            if method in CHANGING and not any(_reads(x, name) for x in given):
                asked: Statements = []
                for i, each in enumerate(given):
                    if any(isinstance(x, ast.Call | ast.ListComp | ast.SetComp)
                           for x in ast.walk(each)):  # fmt: skip
                        kept = fresh("given")
                        asked.append(ast.Assign([store(kept)], each))
                        given[i] = load(kept)
                calls = [
                    ast.Call(ast.Attribute(load(name), method, ast.Load()), [x], []) for x in given
                ]
                return all_located([*asked, *(ast.Expr(each) for each in calls)], node)
    return None


def _reads(node: ast.expr, name: str) -> bool:
    """Whether what is given to a change reads the set, or is starred: then it is left as it is."""
    return any(isinstance(x, ast.Starred) or getattr(x, "id", "") == name for x in ast.walk(node))


def set_changed(node: ast.stmt, sets: set[str]) -> Statements | None:
    """The statements in the place of one that changes such a set; None for others."""
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method), arguments, [])):
            if name not in sets:
                return None
            if method in _ONE and len(arguments) == 1:
                new: ast.expr = call(_ONE[method], load(name), arguments[0])
            elif method == "clear" and not arguments:
                new = ast.BinOp(load(name), ast.Sub(), load(name))
            elif method in CHANGING and len(arguments) == 1:
                other = call("set_like_second", load(name), arguments[0])
                new = ast.BinOp(load(name), CHANGING[method](), other)
            else:
                return None
            return all_located([ast.Assign([store(name)], new)], node)
        case ast.AugAssign(ast.Name(name), operator, value) if isinstance(operator, OPERATORS):
            left = load(name) if name in sets else call("unshared", load(name))
            new = ast.BinOp(left, operator, value)
            return all_located([ast.Assign([store(name)], new)], node)
    return None


def _is_change(node: ast.AST) -> bool:
    """Whether it is ``x |= y`` or its like."""
    match node:
        case ast.AugAssign(ast.Name(), operator):
            return isinstance(operator, OPERATORS)
    return False


def _changes(node: ast.AST, name: str) -> bool:
    """Whether it changes a set in place, which Python forbids while it is looped over."""
    match node:
        case ast.Attribute(ast.Name(changed), method):
            return changed == name and (method in _ONE or method in CHANGING or method == "clear")
        case ast.AugAssign(ast.Name(changed)):
            return changed == name
    return False


def is_new_set(value: ast.expr, known: Known) -> bool:
    """Whether an expression makes a set that nothing else holds."""
    match value:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(ast.Attribute(_, "copy"), [], []):
            return True
        case ast.Call(ast.Attribute(whole, method)) if method in _GIVING:
            return isinstance(known(whole), set | frozenset) or is_new_set(whole, known)
        case ast.Call(function):
            return known(function) is set or known(function) is frozenset
        case ast.BinOp(left, operator, right):
            made = is_new_set(left, known) or is_new_set(right, known)
            return made and isinstance(operator, OPERATORS)
    return False


def _is_fit(use: ast.Name, parents: dict[int, ast.AST]) -> bool:
    """Whether a use of the set only reads it, changes it or sets it."""
    node: ast.AST = use
    while id(node) in parents:
        node = parents[id(node)]
        if isinstance(node, ast.Lambda | ast.FunctionDef) and id(node) in parents:
            return False  # a function in the rule
        if isinstance(node, COMPREHENSIONS) and isinstance(parents[id(node)], ast.Assign):
            return isinstance(node, ast.SetComp | ast.ListComp)
    parent = parents[id(use)]
    around = parents.get(id(parent))
    match parent:
        case ast.Assign([ast.Tuple() | ast.List()], value) if value is use:
            return True
        case ast.Assign(targets):
            return use in targets
        case ast.AugAssign():
            return True
        case ast.Attribute(_, method):
            return isinstance(around, ast.Call) and method != "__class__"
        case ast.BinOp(_, operator):
            return isinstance(operator, OPERATORS)
        case ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Return() | ast.comprehension():
            return True
        case ast.For(_, items, body):
            return items is use and not any(
                _changes(x, use.id) for part in body for x in ast.walk(part)
            )
        case ast.If(items) | ast.While(items) | ast.IfExp(items):
            return items is use
        case ast.Call(ast.Name(function)):
            return function in _READING
        case ast.Call(ast.Attribute(_, method)) if method in COMBINING:
            return True
        case ast.Call():
            return isinstance(around, ast.If | ast.While | ast.Compare | ast.UnaryOp)
    return False
