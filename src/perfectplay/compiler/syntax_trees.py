"""Small pieces of syntax trees."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import TypeVar

N = TypeVar("N", bound=ast.AST)


def load(name: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    """A name that is set."""
    return ast.Name(name, ast.Store())


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of a helper of support.py or items.py, under the name that modules give it."""
    return ast.Call(load(f"_pp_{name}"), list(arguments), [])


def zeros(length: int) -> ast.expr:
    """A tuple of noughts: room for as many numbers."""
    return ast.Tuple([ast.Constant(0) for _ in range(length)], ast.Load())


def added(parts: Sequence[ast.expr]) -> ast.expr:
    """The parts with + between them."""
    result = parts[0]
    for part in parts[1:]:
        result = ast.BinOp(result, ast.Add(), part)
    return result


def located(node: N, where: ast.AST) -> N:
    """The tree, whose new nodes stand where ``where`` stands in the user's file."""
    for part in ast.walk(node):
        if isinstance(part, ast.stmt | ast.expr) and not hasattr(part, "lineno"):
            ast.copy_location(part, where)
    return node


def bound_names(node: ast.AST) -> set[str]:
    """All names that are set somewhere in a tree."""
    return {
        x.id for x in ast.walk(node) if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load)
    }


def names_of_comprehensions(tree: ast.AST) -> set[str]:
    """The names that only comprehensions set.

    Python 3.12 and later keep them with the locals of the function around, where the same name
    may be one of the module.
    """
    loops = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    targets = [g.target for x in ast.walk(tree) if isinstance(x, loops) for g in x.generators]
    inside = {id(name) for target in targets for name in ast.walk(target)}
    others: set[str | None] = set()
    for x in ast.walk(tree):
        if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load) and id(x) not in inside:
            others.add(x.id)
        elif isinstance(x, ast.arg):
            others.add(x.arg)
        elif isinstance(x, ast.MatchAs | ast.MatchStar | ast.FunctionDef):
            others.add(x.name)
    return set().union(*map(bound_names, targets)) - others


class Substitution(ast.NodeTransformer):
    """Puts expressions in the place of names."""

    def __init__(self, names: dict[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names or not isinstance(node.ctx, ast.Load):
            return node
        # each its own: nodes are changed where they are rewritten
        return copy.deepcopy(self.names[node.id])
