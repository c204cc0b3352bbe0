"""One element that is taken out of a set: ``next(iter(free))``, ``list(free)[0]``, ``free.pop()``.

Which one it is, the order of the set tells, and compiled sets have another. Where it is the only
one, there is no order: compiled code takes it, and raises if there are several.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.idioms.set_changes import OPERATORS
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import Statements, all_located, call, load, store

_LOOPS = (ast.For, ast.While, ast.FunctionDef, ast.Lambda)
_POPPED = "pp_popped"


def element_taken_of(
    node: ast.expr, known: Callable[[ast.expr], Any]
) -> tuple[str, ast.expr] | None:
    """The helper that takes one item of what may be a set, and that; None for other expressions."""
    match node:
        case ast.Call(
            function,
            [ast.GeneratorExp(ast.Name(item), [ast.comprehension(ast.Name(each), items, [])])],
            [],
        ) if item == each and known(function) is next:
            return ("only_or_first", items) if known(items) is MISSING else None
        case ast.Subscript(ast.Call(function, [items], []), ast.Constant(0)):
            made = known(function)
            loops = isinstance(items, ast.GeneratorExp | ast.Starred)
            listed = (made is list or made is tuple) and not loops
            return ("only_or_first", items) if listed else None
        case ast.Call(ast.Attribute(ast.BinOp(_, operator) as items, "pop"), [], []):
            return ("popped_only", items) if isinstance(operator, OPERATORS) else None
    return None


def mark_pops(tree: ast.FunctionDef, sets: set[str]) -> None:
    """Mark the statements of a function that pop from one of these sets, outside of loops: there
    it is the last element that is popped, or it is refused in compiled code."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, _LOOPS):
            continue
        if popped_of(node) in sets:
            setattr(node, _POPPED, True)
        waiting += ast.iter_child_nodes(node)


def popped_of(node: ast.AST) -> str | None:
    """The local of which a statement gives, or names, what it pops."""
    match node:
        case ast.Assign(
            [ast.Name()], ast.Call(ast.Attribute(ast.Name(name), "pop"), [], [])
        ) | ast.Return(ast.Call(ast.Attribute(ast.Name(name), "pop"), [], [])):
            return name
    return None


def only_popped(node: ast.stmt) -> Statements | None:
    """The statements in the place of one that is marked; None for others."""
    name = popped_of(node) if hasattr(node, _POPPED) else None
    if name is None:
        return None
    taken = call("popped_only", load(name))
    if isinstance(node, ast.Return):
        return all_located([ast.Return(taken)], node)
    assert isinstance(node, ast.Assign)
    empty = ast.Assign([store(name)], ast.BinOp(load(name), ast.Sub(), load(name)))
    if node.targets[0].id == name:  # type: ignore[attr-defined]
        return all_located([ast.Assign(node.targets, taken)], node)
    return all_located([ast.Assign(node.targets, taken), empty], node)
