"""What a method gives to itself, longer each time: ``self.jumps(to, path + (to,))``.

Each length is a type of its own in compiled code, unless they change their length. An empty tuple
at first says nothing of its items: what is added tells, as far as its text shows it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.idioms.tuple_concat import terms
from perfectplay.compiler.source.iterators import nodes_of
from perfectplay.compiler.source.syntax_trees import (
    assigned_parts,
    call,
    load,
    located,
    store,
    tuple_of,
)

Known = Callable[[ast.expr], Any]

_NUMBERS = (ast.Sub, ast.Mod, ast.FloorDiv, ast.BitAnd, ast.BitXor, ast.LShift, ast.RShift)
_COUNTING = (len, abs, ord, int, range)


def is_own_call(node: ast.AST, name: str, self_name: str | None) -> bool:
    """Whether a node is a call of the function of this name, of a method if ``self_name`` is what
    it calls the game."""
    match node:
        case ast.Call(ast.Name(function)):
            return function == name and self_name is None
        case ast.Call(ast.Attribute(ast.Name(whole), method)):
            return method == name and whole == self_name
    return False


def longer_arguments(
    tree: ast.FunctionDef, name: str, self_name: str | None, known: Known
) -> dict[str, ast.expr | None]:
    """The arguments that become longer from call to call, each with an example of an item; None if
    its text does not tell of what kind that is."""
    arguments = [x.arg for x in tree.args.args]
    values: dict[str, ast.expr] = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.Assign):
            values |= assigned_parts(node.targets[0], node.value)
    found: dict[str, ast.expr | None] = {}
    for node in nodes_of(tree):
        if not (isinstance(node, ast.Call) and is_own_call(node, name, self_name)):
            continue
        for given in (*node.args, *(x.value for x in node.keywords)):
            local = given.id if isinstance(given, ast.Name) else ""
            value = given if local in arguments else values.get(local, given)
            for longer, item in _lengthened(value):
                if longer in arguments and found.get(longer) is None:
                    found[longer] = None if item is None else _Examples(tree, known).of(item)
    return found


def has_longer_tails(tree: ast.FunctionDef, name: str, self_name: str | None) -> bool:
    """Whether a function makes the tuples longer that it gives itself: ``for tail in
    self.paths(to): found.append((at,) + tail)``."""
    nodes = list(nodes_of(tree))
    kept = {
        x.targets[0].id for x in nodes
        if isinstance(x, ast.Assign) and isinstance(x.targets[0], ast.Name)
        and is_own_call(x.value, name, self_name)
    }  # fmt: skip
    tails = {
        x.target.id for x in nodes
        if isinstance(x, ast.For) and isinstance(x.target, ast.Name)
        and (is_own_call(x.iter, name, self_name) or (_is_one_of(x.iter, kept)))
    }  # fmt: skip
    return any(one in tails for x in nodes if isinstance(x, ast.expr) for one, _ in _lengthened(x))


def _is_one_of(node: ast.expr, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def begun(arguments: dict[str, ast.expr | None], room: ast.expr, where: ast.AST) -> list[ast.stmt]:
    """The statements that make such arguments tuples that change their length; those without an
    example, unless they are empty."""
    made = {
        name: call("grown", load(name), room) if example is None
        else call("begun", load(name), example, room)
        for name, example in arguments.items()
    }  # fmt: skip
    return [located(ast.Assign([store(name)], value), where) for name, value in made.items()]


def example_of(item: ast.expr, tree: ast.FunctionDef, known: Known) -> ast.expr | None:
    """An expression of the kind of an item, of what is there where a function begins; None if its
    text does not tell."""
    return _Examples(tree, known).of(item)


def _lengthened(value: ast.expr) -> list[tuple[str, ast.expr | None]]:
    """The names of what an expression makes longer, each with an item that is added to a tuple."""
    match value:
        case ast.BinOp(ast.Name(one), ast.Add(), ast.Tuple([item, *_])):
            return [(one, item)]
        case ast.BinOp(ast.Tuple([item, *_]), ast.Add(), ast.Name(one)):
            return [(one, item)]
        case ast.BinOp(_, ast.Add()) if any(_is_text(x) for x in terms(value)):
            return [(x.id, None) for x in terms(value) if isinstance(x, ast.Name)]
        case ast.JoinedStr(parts):
            named = [x.value for x in parts if isinstance(x, ast.FormattedValue)]
            return [(x.id, None) for x in named if isinstance(x, ast.Name)]
        case ast.Tuple(items):
            stars = [x.value for x in items if isinstance(x, ast.Starred)]
            new = next((x for x in items if not isinstance(x, ast.Starred)), None)
            return [(x.id, new) for x in stars if isinstance(x, ast.Name)]
    return []


def _is_text(node: ast.expr) -> bool:
    """Whether an expression is plainly a text."""
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


class _Examples:
    """Expressions of the same kind as others, of what is there where a function begins."""

    def __init__(self, tree: ast.FunctionDef, known: Known) -> None:
        self.tree, self.known = tree, known
        self.arguments = {x.arg for x in tree.args.args}
        self.asked: set[str] = set()

    def of(self, node: ast.expr) -> ast.expr | None:
        """An example of what an expression gives; None if its text does not tell."""
        if isinstance(node, ast.Tuple):
            parts = [self.of(x) for x in node.elts]
            return None if None in parts else tuple_of(*(x for x in parts if x is not None))
        if self.is_number(node):
            return ast.Constant(0)
        return load(node.id) if isinstance(node, ast.Name) and node.id in self.arguments else None

    def is_number(self, node: ast.expr) -> bool:
        """Whether an expression is plainly a number."""
        if type(self.known(node)) is int:
            return True
        match node:
            case ast.BinOp(_, op) if isinstance(op, _NUMBERS):
                return True
            case ast.BinOp(one, ast.Add() | ast.Mult(), other):
                return self.is_number(one) or (
                    isinstance(node.op, ast.Add) and self.is_number(other)
                )
            case ast.Call(function, _):
                called = self.known(function)
                index = isinstance(function, ast.Attribute) and function.attr in ("index", "count")
                return index or any(called is x for x in _COUNTING)
            case ast.Name(name) if name not in self.arguments | self.asked:
                self.asked.add(name)
                return self._is_set_to_numbers(name)
        return False

    def _is_set_to_numbers(self, name: str) -> bool:
        """Whether a local is only set to numbers, where that shows."""
        sets = [x for x in ast.walk(self.tree) if _sets(x, name)]
        return bool(sets) and all(self._gives_number(x, name) for x in sets)

    def _gives_number(self, node: ast.AST, name: str) -> bool:
        match node:
            case ast.Assign([ast.Name()], value):
                return self.is_number(value)
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                pairs = zip(targets, values, strict=False)
                return all(self.is_number(x) for target, x in pairs if _is_name(target, name))
            case ast.Assign([ast.Tuple()], ast.Call(function, _)):
                return self.known(function) is divmod
            case ast.For(ast.Name(), ast.Call(function, _)):
                return self.known(function) is range
            case ast.For(ast.Name(), ast.Tuple(items) | ast.List(items)) if items:
                return all(map(self.is_number, items))
            case ast.For(_, items):
                return _holds_numbers(self.known(items))
        return False


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _sets(node: ast.AST, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return any(
        _is_name(x, name) and isinstance(x.ctx, ast.Store)  # not the index in cells[i] = x
        for target in targets if target is not None for x in ast.walk(target)
        if isinstance(x, ast.Name)
    )  # fmt: skip


def _holds_numbers(value: Any) -> bool:
    """Whether a constant holds numbers alone."""
    items = list(value) if isinstance(value, tuple | list | range) else []
    return bool(items) and all(type(x) is int or _holds_numbers(x) for x in items)
