"""``if sent_back: yours = [0 if x == target else x for x in yours]``, where ``yours`` is a tuple
otherwise: a tuple in the place of the list, if nobody tells them apart."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from typing import Any

from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import bindings, load, located, takes_apart

_LISTS = (ast.List, ast.ListComp, ast.Call, ast.BinOp)
"""What may make a list."""

_LOOPS = (ast.For, ast.While)


def make_tuples(tree: ast.FunctionDef, known: Callable[[ast.expr], Any]) -> None:
    """Make such lists tuples, in place; not where a name of Python stands for something else."""
    called = {x.func for x in ast.walk(tree) if isinstance(x, ast.Call)}
    names = [x for x in called if isinstance(x, ast.Name) and hasattr(builtins, x.id)]
    if any(known(x) is not getattr(builtins, x.id) for x in names):
        return
    times, order = bindings(tree), list(_in_order(tree))
    made = [x for x in order if isinstance(x, ast.Assign) and isinstance(x.value, _LISTS)]
    found = {x: target for x in made if isinstance(target := x.targets[0], ast.Name)}
    others = {x.id for node, x in found.items() if _as_tuple(node.value) is None}
    rounds = {x for loop in order if isinstance(loop, _LOOPS) for x in ast.walk(loop)}
    for node, target in found.items():
        name = target.id
        later = order if node in rounds else order[order.index(node) :]
        nested = node not in tree.body and times[name] > 1
        if nested and name not in others and name not in _told_apart(tree, later):
            value = _as_tuple(node.value)
            assert value is not None
            node.value = located(value, node)


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree, in the order of its text."""
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child)


def _as_tuple(value: ast.expr) -> ast.expr | None:
    """The tuple of the items of a list that is as long as what it is made of; None for others."""
    match value:
        case ast.ListComp(item, [ast.comprehension(_, ast.Name(), [])] as loops):
            return ast.Call(load(own("tuple")), [ast.GeneratorExp(item, loops)], [])
        case ast.Call(ast.Name("sorted"), [ast.Name()], _):
            return ast.Call(load(own("tuple")), [value], [])
    return None


def _told_apart(tree: ast.FunctionDef, where: list[ast.AST]) -> set[str]:
    """The names with which something is done, in some nodes of a tree, that differs for a list and
    a tuple."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    return {
        use.id for use in where
        if isinstance(use, ast.Name) and isinstance(use.ctx, ast.Load)
        and (_is_set(parents[use]) or not takes_apart(parents[use], use, listed=True))
    }  # fmt: skip


def _is_set(parent: ast.AST) -> bool:
    return isinstance(parent, ast.Subscript) and not isinstance(parent.ctx, ast.Load)
