"""Locals that only name what is called: ``go = partial(self.step, cell)``, ``add = xs.append``."""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import Statements, bindings, load, located, store

_Known = Callable[[ast.expr], Any]


def call_what_is_named(tree: ast.FunctionDef, known: _Known, fresh: Callable[[str], str]) -> None:
    """Put what such a local stands for in the place of its calls."""
    _Named(tree, known, fresh).visit(tree)


class _Named(ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, known: _Known, fresh: Callable[[str], str]) -> None:
        self.known, self.fresh = known, fresh
        self.times = bindings(tree)
        nodes = list(ast.walk(tree))
        called = {id(x.func) for x in nodes if isinstance(x, ast.Call)}
        self.valued = {
            x.id for x in nodes
            if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load) and id(x) not in called
        }  # fmt: skip
        loops = [x.target for x in nodes if isinstance(x, ast.For | ast.comprehension)]
        self.looped = {x.id for one in loops for x in ast.walk(one) if isinstance(x, ast.Name)}
        self.given: dict[str, ast.Call] = {}

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements | None:
        match node:
            case ast.Assign([ast.Name(name)], value) if (
                self.times[name] == 1 and name not in self.valued
            ):
                match value:
                    case ast.Call(function, [_, *_]) if self.known(function) is functools.partial:
                        if not any(isinstance(x, ast.Starred) for x in value.args):
                            return self._partial(name, value)
                    case ast.Attribute(base) if self._stays(base) and self.known(value) is MISSING:
                        self.given[name] = ast.Call(value, [], [])
                        return None
        self.generic_visit(node)
        return node

    def _stays(self, node: ast.expr) -> bool:
        """Whether an expression means the same wherever it is asked."""
        if isinstance(node, ast.Attribute):
            return self._stays(node.value)
        name = node.id if isinstance(node, ast.Name) else None
        return name is not None and self.times[name] <= 1 and name not in self.looped

    def _partial(self, name: str, node: ast.Call) -> Statements | None:
        """The statements that keep the arguments of ``partial``."""
        function, *arguments = node.args
        before: Statements = []

        def kept(value: ast.expr) -> ast.expr:
            if self.known(value) is not MISSING:
                return value
            local = self.fresh("given")
            before.append(located(ast.Assign([store(local)], self.visit(value)), node))
            return load(local)

        keywords = [ast.keyword(x.arg, kept(x.value)) for x in node.keywords]
        self.given[name] = ast.Call(function, [kept(x) for x in arguments], keywords)
        return before or None

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.given:
            whole = copy.deepcopy(self.given[node.func.id])
            own = {x.arg for x in node.keywords}
            whole.args += node.args
            whole.keywords = [x for x in whole.keywords if x.arg not in own] + node.keywords
            return located(whole, node)
        target = self.known(node.func)
        return node if not isinstance(target, functools.partial) else _bound(node, target)


def _bound(node: ast.Call, target: functools.partial[Any]) -> ast.expr:
    """The call of the function that a constant partial calls."""

    def part(name: str) -> ast.expr:
        return ast.Attribute(copy.deepcopy(node.func), name, ast.Load())

    def item(name: str, key: int | str) -> ast.expr:
        return ast.Subscript(part(name), ast.Constant(key), ast.Load())

    arguments = [item("args", i) for i in range(len(target.args))]
    own = {x.arg for x in node.keywords}
    bound = [ast.keyword(x, item("keywords", x)) for x in target.keywords if x not in own]
    return located(ast.Call(part("func"), arguments + node.args, bound + node.keywords), node)
