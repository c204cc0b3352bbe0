"""Generators that call themselves: ``yield from self.reach(board, near, steps - 1)``.

Compiled, such a method returns the list of what it yields. It does so at once, where Python goes on
only when the next item is asked for. That makes no difference if nothing changes meanwhile: what it
is given cannot be changed, or is new, and so is what it yields; the types tell.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Protocol

from perfectplay.compiler.idioms.empty_arguments import NAMED_NEW
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.iterators import is_generator, nodes_of
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    call,
    flat,
    load,
    located,
    store,
)

HANDED_ON = "pp_handed_on"
"""The mark of calls of itself whose items a generator yields as they are."""

_NEW = (list, set, dict, sorted, tuple, frozenset)


class GeneratorRules(FunctionRules, Protocol):
    """What is asked of the rewriter of a function."""

    self_name: str | None


def calls_itself(tree: ast.FunctionDef, name: str, rules: GeneratorRules) -> bool:
    """Whether a generator calls itself by its name."""
    return is_generator(tree) and any(_is_own_call(x, name, rules) for x in nodes_of(tree))


def _is_own_call(node: ast.AST, name: str, rules: GeneratorRules) -> bool:
    match node:
        case ast.Call(ast.Name(function)):
            return function == name and rules.self_name is None
        case ast.Call(ast.Attribute(ast.Name(whole), method)):
            return method == name and whole == rules.self_name
    return False


def give_list(tree: ast.FunctionDef, name: str, rules: GeneratorRules) -> None:
    """Make a generator that calls itself a function that returns the list of its items, in place.
    Raises NotCompilable."""
    _refuse_growing(tree, name, rules)
    listed = _Listed(name, rules)
    body = flat(listed.visit(statement) for statement in tree.body)
    yields = [x for statement in body for x in ast.walk(statement) if isinstance(x, ast.Yield)]
    if yields:
        rules.refuse(yields[0], f"{name}, which calls itself, is sent values", "arguments")
    start = located(ast.Assign([store(listed.found)], ast.List([], ast.Load())), tree.body[0])
    end = located(ast.Return(load(listed.found)), tree.body[-1])
    tree.body = [start, *body, end]


def _refuse_growing(tree: ast.FunctionDef, name: str, rules: GeneratorRules) -> None:
    """Refuse tuples that become longer from call to call: each length is a type of its own."""
    arguments = {x.arg for x in tree.args.args}
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and _is_own_call(node, name, rules):
            for value in (*node.args, *(x.value for x in node.keywords)):
                if any(x in arguments for x in _lengthened(value)):
                    reason = f"{ast.unparse(value)} is longer from call to call of {name}"
                    rules.refuse(value, reason, "a list: path + [x]; or a number of bits")


def _lengthened(value: ast.expr) -> list[str]:
    """The names of tuples to which an expression adds items."""
    match value:
        case ast.BinOp(ast.Name(one), ast.Add(), ast.Tuple()):
            return [one]
        case ast.BinOp(ast.Tuple(), ast.Add(), ast.Name(one)):
            return [one]
        case ast.Tuple(items):
            stars = [x.value for x in items if isinstance(x, ast.Starred)]
            return [x.id for x in stars if isinstance(x, ast.Name)]
    return []


class _Listed(ast.NodeTransformer):
    """Puts what is yielded into a list, ``found``."""

    def __init__(self, name: str, rules: GeneratorRules) -> None:
        self.name, self.rules = name, rules
        self.found = rules.fresh_local("found")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def _put(self, value: ast.expr) -> ast.stmt:
        append = ast.Attribute(load(self.found), "append", ast.Load())
        return ast.Expr(ast.Call(append, [call("lasting", value)], []))

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements:
        match node.value:
            case ast.Yield(ast.expr() as value):
                return located(self._put(value), node)
            case ast.YieldFrom(items):
                if _is_own_call(items, self.name, self.rules):
                    setattr(items, HANDED_ON, True)
                each = self.rules.fresh_local("each")
                loop = ast.For(store(each), items, [self._put(load(each))], [])
                return located(loop, node)
        return node

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return located(ast.Return(load(self.found)), node)


def kept_argument(
    node: ast.Call, given: ast.expr, value: ast.expr, known: Callable[[ast.expr], Any]
) -> ast.expr:
    """An argument of a call of such a generator: one that cannot be changed, or a new one.
    ``given``: as the rules write it; ``value``: as compiled code does."""
    if hasattr(node, HANDED_ON):
        return value
    if hasattr(given, NAMED_NEW):
        return call("new_of_lasting", value)
    match given:
        case ast.List() | ast.Set() | ast.ListComp() | ast.SetComp():
            return call("new_of_lasting", value)
        case ast.Call(function) if any(known(function) is one for one in _NEW):
            return call("new_of_lasting", value)
    return call("lasting", value)
