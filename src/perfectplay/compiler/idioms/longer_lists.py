"""``found += self.jumps(...)`` of a list that begins empty, and into which the function puts items
itself, too: a loop, since the compiler learns the kind of the items from what is put in one by one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from perfectplay.compiler.source.syntax_trees import bindings, load, located, store


def put_one_by_one(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Write out such loops, in place. ``fresh``: a new name for a local."""
    names = _begun_empty(tree)
    if names:
        _OneByOne(names, fresh).visit(tree)


def _begun_empty(tree: ast.FunctionDef) -> set[str]:
    """The locals that are set once, to ``[]``, and into which ``append`` puts items."""
    times, begun, filled, other = bindings(tree), set[str](), set[str](), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.List([])):
                begun.add(name)
            case ast.AugAssign(ast.Name(name), ast.Add()):
                times[name] -= 1
            case ast.Call(ast.Attribute(ast.Name(name), "append")):
                filled.add(name)
            case ast.Assign(_, ast.Name(name)):  # a second name for the list
                other.add(name)
            case ast.FunctionDef() if node is not tree:  # which may give it back
                other |= {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}
    return {name for name in begun & filled - other if times[name] == 1}


class _OneByOne(ast.NodeTransformer):
    def __init__(self, names: set[str], fresh: Callable[[str], str]) -> None:
        self.names, self.fresh = names, fresh

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        match node:
            case ast.AugAssign(ast.Name(name), ast.Add(), ast.Call() as items):
                if name in self.names and not _names(items, name):
                    each = self.fresh("each")
                    append = ast.Attribute(load(name), "append", ast.Load())
                    put = ast.Expr(ast.Call(append, [load(each)], []))
                    return located(ast.For(store(each), items, [put], []), node)
        return node


def _names(node: ast.expr, name: str) -> bool:
    """Whether a local may be what a call gives back: it would become longer while it is read."""
    return any(isinstance(x, ast.Name) and x.id == name for x in ast.walk(node))
