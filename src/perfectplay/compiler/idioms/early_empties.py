"""``return []`` beside ``return found``: an empty list of such items as the other one has.

The compiler finds the kind of the items of a list that begins empty from what is put in. So one
such list is made first, and what other lists have is put in before they are returned, none of it.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from perfectplay.compiler.idioms.empty_scratch import Known, empty_kind
from perfectplay.compiler.source.iterators import is_generator, nodes_of
from perfectplay.compiler.source.syntax_trees import Statements, call, flat, load, located, store


def share_early_empties(tree: ast.FunctionDef, known: Known, fresh: Callable[[str], str]) -> None:
    """Give all empty lists that a function returns beside other ones the kind of these, in place.
    ``fresh``: a new name for a local."""
    if is_generator(tree):
        return
    sided = flat(_Sides(known).visit(x) for x in copy.deepcopy(tree.body))
    given = [x.value for x in nodes_of(ast.Module(sided, [])) if isinstance(x, ast.Return)]
    lists = [x for x in given if x is not None and not isinstance(x, ast.Constant)]
    early = [x for x in lists if empty_kind(x, known) == "list"]
    if early and len(early) < len(lists):
        name = fresh("none")
        body = flat(_Shared(known, fresh, name).visit(x) for x in sided)
        first = ast.Assign([store(name)], ast.List([], ast.Load()))
        tree.body = [located(first, tree.body[0]), *body]


class _Sides(ast.NodeTransformer):
    """``return found if c else []`` as two returns."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        match node.value:
            case ast.IfExp(test, one, other) if any(
                empty_kind(x, self.known) == "list" for x in (one, other)
            ):
                sides: list[Statements] = [[ast.Return(x)] for x in (one, other)]
                return located(ast.If(test, *sides), node)
        return node


class _Shared(ast.NodeTransformer):
    """``name``: the local for an empty list."""

    def __init__(self, known: Known, fresh: Callable[[str], str], name: str) -> None:
        self.known, self.fresh, self.name = known, fresh, name

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt | Statements:
        if node.value is None or isinstance(node.value, ast.Constant):
            return node
        if empty_kind(node.value, self.known) == "list":
            return located(ast.Return(load(self.name)), node)
        found = self.fresh("found")
        nothing = call("none_of", load(found))
        adding = ast.Call(ast.Attribute(load(self.name), "extend", ast.Load()), [nothing], [])
        made = [
            ast.Assign([store(found)], node.value), ast.Expr(adding), ast.Return(load(found)),
        ]  # fmt: skip
        return [located(x, node) for x in made]
