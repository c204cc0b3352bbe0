"""``nonlocal``: a name that functions inside a rule set is kept in a list of one item."""

from __future__ import annotations

import ast
from collections.abc import Callable

from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    bindings,
    bound_names,
    flat,
    load,
    located,
    store,
    used_names,
)


def keep_nonlocals(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Put lists in the place of the names of a function that others inside it set, in place; leave
    those whose first value is not plain to see, of which ``nonlocal`` is refused later."""
    said = [x for x in ast.walk(tree) if isinstance(x, ast.Nonlocal)]
    for name in sorted({name for each in said for name in each.names}):
        first = _first_value(tree, name)
        if first is None or _has_namesake(tree, name):
            continue
        box = fresh(name)
        kept = ast.Assign([store(box)], ast.List([load(name)], ast.Load()))
        before, after = tree.body[:first], tree.body[first:]
        boxed = _Boxed(name, box)
        rest = flat(boxed.visit(each) for each in after)
        where = (before or after)[-1]
        tree.body = [*flat(map(_inner(boxed), before)), located(kept, where), *rest]


def _first_value(tree: ast.FunctionDef, name: str) -> int | None:
    """The number of statements after which a function's name has its first value; None if that is
    not sure."""
    if name in {x.arg for x in ast.walk(tree.args) if isinstance(x, ast.arg)}:
        return 0
    for number, each in enumerate(tree.body):
        if isinstance(each, ast.FunctionDef):
            continue
        if isinstance(each, ast.Assign) and name in bound_names(each):
            return number + 1 if name not in used_names(each.value) else None
        if name in used_names(each) | set(bindings(each)):
            return None
    return None


def _has_namesake(tree: ast.FunctionDef, name: str) -> bool:
    """Whether another part of a function has a name of its own that is the same, or sets this one
    where no item of a list can be set."""
    for node in ast.walk(tree):
        if isinstance(node, (*COMPREHENSIONS, ast.NamedExpr)) and name in bound_names(node):
            return True  # ":=" sets no item
        if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not tree:
            arguments = {x.arg for x in ast.walk(node.args) if isinstance(x, ast.arg)}
            body = node.body if isinstance(node, ast.FunctionDef) else []
            said = {x for each in body if isinstance(each, ast.Nonlocal) for x in each.names}
            if name in arguments or (name in bindings(node) and name not in said):
                return True
        if isinstance(node, ast.Delete | ast.Global | ast.Match) and name in ast.unparse(node):
            return True
    return False


def _inner(boxed: _Boxed) -> Callable[[ast.stmt], ast.AST]:
    """For what stands before the first value, where only functions may name it."""
    return lambda each: boxed.visit(each) if isinstance(each, ast.FunctionDef) else each


class _Boxed(ast.NodeTransformer):
    """The item of a list in the place of a name."""

    def __init__(self, name: str, box: str) -> None:
        self.name, self.box = name, box

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id != self.name:
            return node
        return located(ast.Subscript(load(self.box), ast.Constant(0), node.ctx), node)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.stmt:
        names = [name for name in node.names if name != self.name]
        return ast.copy_location(ast.Nonlocal(names) if names else ast.Pass(), node)
