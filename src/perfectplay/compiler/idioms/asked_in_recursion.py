"""``any(self.reaches(board, near, seen) for near in LINKS[at])`` in a function that calls itself.

A generator is a function of its own in compiled code, and no two functions there may call each
other. So what a function asks of calls of itself is asked in a loop, in the same order, and no
further than Python asks.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from itertools import count
from types import FunctionType

from perfectplay.compiler.idioms.longer_arguments import is_own_call
from perfectplay.compiler.source.syntax_trees import (
    Renaming,
    Statements,
    all_located,
    bound_names,
    load,
    located,
    store,
)

_TAKING_ALL = {"sum", "max", "min", "sorted", "list", "tuple", "set", "frozenset", "len"}
_LOOPS = (ast.GeneratorExp, ast.ListComp)


def loop_over_own_calls(
    tree: ast.FunctionDef, function: FunctionType, *, is_method: bool
) -> set[str]:
    """Write such expressions as loops, in place; ``tree``: of the ``function``. Returns the new
    locals of the function."""
    taken = {x.id for x in ast.walk(tree) if isinstance(x, ast.Name)} | set(function.__globals__)
    before = bound_names(tree)
    fresh = (name for i in count() if (name := f"own{i}") not in taken)
    first = tree.args.args[0].arg if is_method and tree.args.args else None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            outer = node is tree
            name = function.__name__ if outer else node.name
            loops = _OwnCalls(name, first if outer else None, function, fresh)
            node.body = loops.statements(node.body)
    return bound_names(tree) - before


class _OwnCalls:
    """Takes what asks calls of one function out of its statements. ``self_name``: what it calls the
    game, None if it is no method."""

    def __init__(
        self, name: str, self_name: str | None, function: FunctionType, fresh: Iterator[str]
    ) -> None:
        self.name, self.self_name = name, self_name
        self.function, self.fresh = function, fresh

    def statements(self, body: Statements) -> Statements:
        """The statements with loops before those that ask."""
        found: Statements = []
        for node in body:
            if isinstance(node, ast.FunctionDef) or not self._asks(node):
                found.append(node)
                continue
            for part in ("body", "orelse", "finalbody"):
                if inner := getattr(node, part, None):
                    setattr(node, part, self.statements(inner))
            before: Statements = []
            match node:
                case ast.Return(ast.expr() as value) | ast.Expr(value) | ast.Assign(_, value):
                    before, node.value = self.taken_out(value)
                case ast.If(test):
                    before, node.test = self.taken_out(test)
            found += [*before, node]
        return found

    def _asks(self, node: ast.AST) -> bool:
        """Whether a loop in an expression calls the function; none with functions in it."""
        return any(
            is_own_call(inner, self.name, self.self_name)
            for loop in ast.walk(node)
            if isinstance(loop, _LOOPS) and not any(map(_is_lambda, ast.walk(loop)))
            for inner in ast.walk(loop)
        )

    def _builtin(self, node: ast.expr) -> str:
        """The name of the builtin that it is; "" for anything else."""
        name = node.id if isinstance(node, ast.Name) else ""
        hidden = name in self.function.__globals__ or name in self.function.__code__.co_varnames
        return name if hasattr(builtins, name) and not hidden else ""

    def taken_out(self, node: ast.expr) -> tuple[Statements, ast.expr]:
        """The statements to run before an expression, and what it is then."""
        if not self._asks(node):
            return [], node
        match node:
            case ast.Call(function, [ast.GeneratorExp() as loop], []) if self._builtin(
                function
            ) in ("any", "all"):
                return self._until(loop, node, ends=self._builtin(function) == "any")
            case ast.Call(function, [ast.GeneratorExp() as loop, *rest], keywords) if self._builtin(
                function
            ) in _TAKING_ALL and not any(map(self._asks, (*rest, *(x.value for x in keywords)))):
                given: Statements = []  # what is given besides is asked before any item
                for i, value in enumerate(rest, 1):
                    node.args[i] = self._kept(value, given)
                for keyword in keywords:
                    if not isinstance(keyword.value, ast.Lambda):
                        keyword.value = self._kept(keyword.value, given)
                before, node.args[0] = self._list(loop)
                return [*given, *before], node
            case ast.ListComp():
                return self._list(node)
            case ast.BoolOp(op, [first, *rest]):
                name = next(self.fresh)
                before, value = self.taken_out(first)
                body = [*before, ast.Assign([store(name)], value)]
                other = rest[0] if len(rest) == 1 else located(ast.BoolOp(op, rest), node)
                inner, value = self.taken_out(other)
                test: ast.expr = load(name)
                if isinstance(op, ast.Or):
                    test = ast.UnaryOp(ast.Not(), test)
                body.append(ast.If(test, [*inner, ast.Assign([store(name)], value)], []))
                return all_located(body, node), located(load(name), node)
            case ast.UnaryOp(_, operand):
                before, node.operand = self.taken_out(operand)
                return before, node
            case ast.IfExp(test, one, other):
                name = next(self.fresh)
                before, test = self.taken_out(test)
                ways = [self.taken_out(each) for each in (one, other)]
                then, orelse = ([*b, ast.Assign([store(name)], value)] for b, value in ways)
                body = [*before, ast.If(test, then, orelse)]
                return all_located(body, node), located(load(name), node)
            case ast.BinOp(left, _, right):
                before, node.left = self.taken_out(left)
                if self._asks(right):
                    node.left = self._kept(node.left, before)
                    after, node.right = self.taken_out(right)
                    before = [*before, *after]
                return before, node
            case ast.Compare(left, [_], [right]) if self._asks(left) and not self._asks(right):
                before, node.left = self.taken_out(left)
                return before, node
        return [], node

    def _kept(self, value: ast.expr, before: Statements) -> ast.expr:
        """A name for a value that is asked before what follows, which may change it; the statement
        is added to those before."""
        if isinstance(value, ast.Constant):
            return value
        name = next(self.fresh)
        before.append(located(ast.Assign([store(name)], value), value))
        return located(load(name), value)

    def _until(
        self, given: ast.GeneratorExp, where: ast.expr, *, ends: bool
    ) -> tuple[Statements, ast.expr]:
        """A loop that ends at the first item that is true (``ends``), or is not."""
        name, loop = next(self.fresh), self._renamed(given)
        test = loop.elt if ends else ast.UnaryOp(ast.Not(), loop.elt)
        asked, value = self.taken_out(located(test, where))
        leave = ast.If(value, [ast.Assign([store(name)], ast.Constant(ends)), ast.Break()], [])
        body: Statements = [*asked, leave]
        for i, each in enumerate(reversed(loop.generators)):
            for condition in reversed(each.ifs):
                body = [ast.If(condition, body, [])]
            if i:  # the inner loop was left
                over: ast.expr = load(name) if ends else ast.UnaryOp(ast.Not(), load(name))
                body = [*body, ast.If(over, [ast.Break()], [])]
            body = [ast.For(each.target, each.iter, body, [])]
        start = ast.Assign([store(name)], ast.Constant(not ends))
        return all_located([start, *body], where), located(load(name), where)

    def _list(self, loop: ast.GeneratorExp | ast.ListComp) -> tuple[Statements, ast.expr]:
        """A loop that puts all items into a list."""
        name, renamed = next(self.fresh), self._renamed(loop)
        asked, value = self.taken_out(renamed.elt)
        append = ast.Attribute(load(name), "append", ast.Load())
        body: Statements = [*asked, ast.Expr(ast.Call(append, [value], []))]
        for each in reversed(renamed.generators):
            for condition in reversed(each.ifs):
                body = [ast.If(condition, body, [])]
            body = [ast.For(each.target, each.iter, body, [])]
        start = ast.Assign([store(name)], ast.List([], ast.Load()))
        return all_located([start, *body], loop), located(load(name), loop)

    def _renamed(self, loop: ast.GeneratorExp | ast.ListComp) -> ast.GeneratorExp | ast.ListComp:
        """The loop with names that nothing else in the function has."""
        names = {x for each in loop.generators for x in bound_names(each.target)}
        first = loop.generators[0].iter  # which is asked outside of the loop
        loop.generators[0].iter = ast.Constant(None)
        renamed: ast.GeneratorExp | ast.ListComp = Renaming(
            {name: next(self.fresh) for name in sorted(names)}
        ).visit(loop)
        renamed.generators[0].iter = first
        return renamed


def _is_lambda(node: ast.AST) -> bool:
    return isinstance(node, ast.Lambda)
