"""Rules that ask whether a state has moves, or how many, and look at none of them.

Where moves are of unlike forms, compiled code has numbers in the place of these moves.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.syntax_trees import all_located, load, own

COUNTED_MOVES = own("counted_moves")
"""The name that stands for ``self.moves`` there, until the call is rewritten."""


def count_moves(
    tree: ast.FunctionDef,
    self_name: str | None,
    known: Callable[..., Any],
    lists: Callable[[], bool],
) -> None:
    """Give such calls of ``self.moves`` in a function another name, in place. ``lists``: whether
    ``moves`` gives lists, which are true if they have items; a generator always is."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    read = {x.id for x in parents if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)}
    for node in list(parents):
        match node:
            case ast.Call(ast.Attribute(ast.Name(name), "moves") as method) if name == self_name:
                if _is_counted(node, parents, read, known):
                    node.func = ast.copy_location(load(COUNTED_MOVES), method)
                elif _is_truth(node, parents, known) and lists():
                    inner = ast.Call(load(COUNTED_MOVES), node.args, node.keywords)
                    node.func, node.args, node.keywords = load(own("list")), [inner], []
                    all_located([ast.Expr(node)], node)


def _is_truth(node: ast.expr, parents: dict[ast.AST, ast.AST], known: Callable[..., Any]) -> bool:
    """Whether an expression is only asked for its truth, or for its length."""
    parent = parents[node]
    match parent:
        case ast.UnaryOp(ast.Not()):
            return True
        case ast.If(test) | ast.While(test) | ast.IfExp(test):
            return test is node
        case ast.Call(function, [_], []):
            return known(function) in (len, bool)
        case ast.BoolOp():
            return _is_truth(parent, parents, known)
    return False


def _is_counted(
    node: ast.Call, parents: dict[ast.AST, ast.AST], read: set[str], known: Callable[..., Any]
) -> bool:
    parent = parents[node]
    match parent:
        case ast.For(ast.Name(name), items) | ast.comprehension(ast.Name(name), items):
            return items is node and name not in read
        case ast.Call(function, [_], []) if known(function) in (list, tuple):
            around = parents[parent]
            match around:
                case ast.UnaryOp(ast.Not()):
                    return True
                case ast.If(test):
                    return test is parent
                case ast.Call(outer, [_], []):
                    return known(outer) in (len, bool)
    return False
