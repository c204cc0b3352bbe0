"""Empty lists and sets that are given to a helper where it is called, as locals.

``self.group(board, place, set())`` becomes ``seen = set()`` before; `empty_scratch` then finds what
the helper puts in. So does ``self.group(board, place)`` of ``def group(self, board, place,
seen=None)`` that begins with ``if seen is None: seen = set()``.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from types import FunctionType

from perfectplay.compiler.idioms.empty_scratch import Helper, Known, empty_kind
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Statements,
    bindings,
    flat,
    load,
    located,
    store,
    used_names,
)

NAMED_NEW = "pp_named_new"
"""The mark of the name of such a local where it is given."""


def name_empty_arguments(
    tree: ast.FunctionDef, known: Known, helper: Helper, fresh: Callable[[str], str]
) -> None:
    """Name the empty lists and sets that a function gives away, and make arguments that are empty
    unless they are given ordinary ones."""
    made = _made_first(tree, known)
    tree.body = [x for x in tree.body if (_made_by(x, known) or ("",))[0] not in made]
    tree.body = _Statements(known, helper, fresh).all(tree.body)


def _made_by(node: ast.stmt, known: Known) -> tuple[str, ast.expr] | None:
    """The argument that a statement makes an empty list or set if it is None, and which."""
    match node:
        case ast.If(
            ast.Compare(ast.Name(name), [ast.Is()], [ast.Constant(None)]),
            [ast.Assign([ast.Name(other)], value)],
            [],
        ) if name == other and empty_kind(value, known):
            return name, value
    return None


def _made_first(tree: ast.FunctionDef, known: Known) -> dict[str, ast.expr]:
    """The arguments that are None by default, and then an empty list or set."""
    arguments, defaults = tree.args.args, tree.args.defaults
    none = {
        argument.arg
        for argument, default in zip(arguments[::-1], defaults[::-1], strict=False)
        if isinstance(default, ast.Constant) and default.value is None
    }
    times = bindings(tree)
    found: dict[str, ast.expr] = {}
    asked: set[str] = set()  # before it is made, when it may still be None
    for node in tree.body:
        made = _made_by(node, known)
        if made is not None and made[0] in none - asked and times[made[0]] == 2:
            found[made[0]] = made[1]
        asked |= used_names(node)
    return found


class _Statements(ast.NodeTransformer):
    """Statements with a local for each empty list or set that they give to a helper."""

    def __init__(self, known: Known, helper: Helper, fresh: Callable[[str], str]) -> None:
        self.known, self.helper, self.fresh = known, helper, fresh
        self.before: Statements = []

    def all(self, body: Statements) -> Statements:
        """The statements, each after those that make what it gives."""
        return flat(self._one(node) for node in body)

    def _one(self, node: ast.stmt) -> Statements:
        if isinstance(node, ast.FunctionDef):
            node.body = self.all(node.body)
            return [node]
        outer, self.before = self.before, []
        if isinstance(node, ast.For | ast.If):
            field = "iter" if isinstance(node, ast.For) else "test"
            setattr(node, field, self.visit(getattr(node, field)))
        before = self.before
        if isinstance(node, ast.For | ast.If | ast.While):
            node.body, node.orelse = self.all(node.body), self.all(node.orelse)
        elif not isinstance(node, ast.Try | ast.Match):
            self.generic_visit(node)
        self.before = outer
        return [*before, node]

    def visit(self, node: ast.AST) -> ast.AST:
        """What is run again and again gives a new list or set each time: unchanged."""
        if isinstance(node, (*COMPREHENSIONS, ast.Lambda)):
            return node
        visited: ast.AST = super().visit(node)
        return visited

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        found = self.helper(node)
        if found is None:
            return node
        self._give_what_is_made(node, *found)
        node.args = [self._named(x) for x in node.args]
        for keyword in node.keywords:
            keyword.value = self._named(keyword.value)
        return node

    def _give_what_is_made(self, node: ast.Call, function: FunctionType, left_out: int) -> None:
        """Give the arguments that the helper makes itself if they are not given."""
        if not function.__defaults__ or None not in function.__defaults__:
            return
        try:
            tree = tree_of(function)
        except NotCompilable:
            return
        names = [x.arg for x in tree.args.args][left_out:]
        given = {*names[: len(node.args)], *(keyword.arg for keyword in node.keywords)}
        for name, value in _made_first(tree, self.known).items():
            if name not in given:
                new = located(copy.deepcopy(value), node)
                node.keywords.append(ast.keyword(name, new))

    def _named(self, value: ast.expr) -> ast.expr:
        """The name of a new local, if the value is an empty list or set."""
        if empty_kind(value, self.known) is None:
            return value
        name = self.fresh("empty")
        self.before.append(located(ast.Assign([store(name)], value), value))
        named = located(load(name), value)
        setattr(named, NAMED_NEW, True)
        return named
