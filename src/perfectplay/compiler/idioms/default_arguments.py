"""Default arguments of functions inside a rule: each call gives all arguments."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import Statements, bindings, load, located, store


def give_defaults(
    tree: ast.FunctionDef, known: Callable[[ast.expr], Any], fresh: Callable[[str], str]
) -> None:
    """Let the calls of such functions give what they leave out. What no constant gives is kept in a
    local before the function, as Python asks for it there."""
    times = bindings(tree)
    inner = {x.name: x for x in ast.walk(tree) if isinstance(x, ast.FunctionDef) and x is not tree}
    calls = [x for x in ast.walk(tree) if isinstance(x, ast.Call) and isinstance(x.func, ast.Name)]
    called = {id(x.func) for x in calls}
    passed_on = {x.id for x in ast.walk(tree) if isinstance(x, ast.Name) and id(x) not in called}
    for name, function in inner.items():
        mine = [x for x in calls if isinstance(x.func, ast.Name) and x.func.id == name]
        if times[name] == 1 and _has_defaults(function) and all(map(_is_plain, mine)):
            if name in passed_on and any(_gives_more(each, function) for each in mine):
                continue
            before: Statements = []
            defaults = _kept(function, known, fresh, before)
            if name in passed_on:
                _set_within(function, defaults)
            for each in mine if name not in passed_on else ():
                _fill(each, function, defaults)
            function.args.defaults, function.args.kw_defaults = [], []
            function.args.args += function.args.kwonlyargs
            function.args.kwonlyargs = []
            _Before(function, before).visit(tree)


def _has_defaults(function: ast.FunctionDef) -> bool:
    arguments = function.args
    stars = arguments.vararg or arguments.kwarg or arguments.posonlyargs
    return bool(arguments.defaults or arguments.kw_defaults) and not stars


def _is_plain(node: ast.Call) -> bool:
    return not any(isinstance(x, ast.Starred) for x in node.args) and all(
        x.arg for x in node.keywords
    )


def _gives_more(node: ast.Call, function: ast.FunctionDef) -> bool:
    """Whether a call gives an argument that has a default."""
    arguments = function.args
    return bool(node.keywords) or len(node.args) > len(arguments.args) - len(arguments.defaults)


def _set_within(function: ast.FunctionDef, defaults: dict[str, ast.expr]) -> None:
    """Let a function that is passed on set what nobody gives it."""
    arguments = function.args
    arguments.args = [x for x in arguments.args if x.arg not in defaults]
    arguments.kwonlyargs = [x for x in arguments.kwonlyargs if x.arg not in defaults]
    own = [ast.Assign([store(name)], value) for name, value in defaults.items()]
    function.body[:0] = [located(each, function.body[0]) for each in own]


def _kept(
    function: ast.FunctionDef, known: Callable[[ast.expr], Any], fresh: Callable[[str], str],
    before: Statements,
) -> dict[str, ast.expr]:  # fmt: skip
    """The default of each argument that has one."""
    arguments = function.args
    names = [x.arg for x in arguments.args[len(arguments.args) - len(arguments.defaults) :]]
    pairs = [*zip(names, arguments.defaults, strict=True)]
    for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        pairs += [] if value is None else [(argument.arg, value)]
    found: dict[str, ast.expr] = {}
    for name, value in pairs:
        found[name] = value
        if known(value) is MISSING:
            local = fresh("given")
            before.append(located(ast.Assign([store(local)], value), value))
            found[name] = load(local)
    return found


def _fill(node: ast.Call, function: ast.FunctionDef, defaults: dict[str, ast.expr]) -> None:
    """Give the arguments that a call leaves out, by their names."""
    names = [x.arg for x in (*function.args.args, *function.args.kwonlyargs)]
    given = {*names[: len(node.args)], *(x.arg for x in node.keywords)}
    for name in names:
        if name in defaults and name not in given:
            value = located(copy.deepcopy(defaults[name]), node)
            node.keywords.append(ast.keyword(name, value))


class _Before(ast.NodeTransformer):
    """Puts statements before a function."""

    def __init__(self, function: ast.FunctionDef, before: Statements) -> None:
        self.function, self.before = function, before

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt | Statements:
        self.generic_visit(node)
        return [*self.before, node] if node is self.function else node
