"""Of which class of records an expression of the rules is, as far as their text tells.

Compiled code checks it: `owned` refuses another value. So an argument that is named as the state is
elsewhere is taken for one.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import Any, TypeGuard

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import bindings
from perfectplay.game.game import Game
from perfectplay.game.shape.record_classes import field_names, own_ways
from perfectplay.game.shape.shape_tree import ShapeTree

_ROLES = ("moves", "play", "outcome")
_DEEPEST = 4
"""Locals that are made of so many others, and calls in so many others, are not looked into."""


class RecordKinds:
    """The classes of the records in one function of the rules."""

    def __init__(
        self, tree: ast.FunctionDef, function: FunctionType, rules: FunctionRules, depth: int = 0
    ) -> None:
        self.rules, self.depth = rules, depth
        self.classes = rules.module.made_or_held
        self.function = function
        self.times = bindings(tree)
        self.found: dict[str, Any] = {}
        given = {x.arg: self._argument(i, x) for i, x in enumerate(_arguments(tree))}
        nodes = list(ast.walk(tree))
        for _ in range(_DEEPEST):
            kinds = {name: [kind] for name, kind in given.items()}
            for node in nodes:
                match node:
                    case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), _, (
                        ast.expr() as value
                    )):  # fmt: skip
                        kinds.setdefault(name, []).append(self.of(value))
                    case ast.For(target, items) | ast.comprehension(target, items):
                        for name, kind in self._looped(target, items):
                            kinds.setdefault(name, []).append(kind)
            self.found = {
                name: held[0] for name, held in kinds.items()
                if held[0] is not None and len(held) == self.times[name]
                and all(x == held[0] for x in held)
            }  # fmt: skip

    def _argument(self, place: int, argument: ast.arg) -> Any:
        """The part of a state, or the class, that an argument is; None if that is not known."""
        noted = self.function.__annotations__.get(argument.arg)
        cls = self.function.__globals__.get(noted) if isinstance(noted, str) else noted
        if self._is_record(cls):
            return self._tree(cls)
        for owner in self.classes:
            if inspect.getattr_static(owner, self.function.__name__, None) is self.function:
                return self._tree(owner) if place == 0 else None
        states = {_second(vars(each).get(role)) for each in _games(self.rules) for role in _ROLES}
        if noted is not None:
            return None
        return self._state() if argument.arg in states else self._given_to(argument.arg)

    def _is_record(self, cls: Any) -> TypeGuard[type]:
        return isinstance(cls, type) and (cls in self.classes or bool(own_ways(cls)))

    def _state(self) -> ShapeTree | None:
        shape = self.rules.module.shape
        return None if shape is None else ShapeTree(shape.cls, shape.parts, shape.varying)

    def _looped(self, target: ast.expr, items: ast.expr) -> Iterator[tuple[str, Any]]:
        """The names that a loop sets, each with what it is."""
        match target, items:
            case ast.Name(name), _:
                yield name, self._in_table(items) or _item(self.of(items))
            case ast.Tuple([_, one]), ast.Call(ast.Name("enumerate"), [whole, *_]):
                yield from self._looped(one, whole)
            case ast.Tuple(ones), ast.Call(ast.Name("zip"), wholes) if len(ones) == len(wholes):
                for one, whole in zip(ones, wholes, strict=True):
                    yield from self._looped(one, whole)

    def _given_to(self, argument: str) -> Any:
        """The part of a state that all calls of the function give it as an argument."""
        code = self.function.__code__
        place = code.co_varnames.index(argument)
        of_class = any(self.function in vars(x).values() for x in self._homes())
        kinds = []
        for caller in self._callers() if self.depth < 2 else ():
            try:
                tree = tree_of(caller)
            except NotCompilable:
                continue
            calls = _calls_of(tree, self.function.__name__)
            inner = _Elsewhere(tree, caller, self.rules, self.depth + 1) if calls else None
            for each in calls:
                given = each.args[place - of_class : place - of_class + 1]
                named = [x.value for x in each.keywords if x.arg == argument]
                kinds += [inner.of(x) if inner else None for x in given or named]
        return kinds[0] if kinds and all(kind == kinds[0] for kind in kinds) else None

    def _homes(self) -> list[type]:
        return [*_games(self.rules), *self.classes]

    def _callers(self) -> list[FunctionType]:
        """The functions in which a call may stand."""
        module = [x for x in self.function.__globals__.values() if isinstance(x, FunctionType)]
        own = [x for home in self._homes() for x in vars(home).values()]
        functions = [x for x in own if isinstance(x, FunctionType)]
        return functions + [x for x in module if x.__module__ == self.function.__module__]

    def _tree(self, cls: type) -> ShapeTree:
        """The part of a state that is of a class, or, if states hold none, what it is without
        parts."""
        trees = list(dict.fromkeys(_trees(self.rules.module.shape, cls)))
        return trees[0] if len(trees) == 1 else ShapeTree(cls, ())

    def of(self, node: ast.expr) -> Any:
        """The part of a state that an expression is like; None if that is not known."""
        match node:
            case ast.Name(name):
                return self.found.get(name)
            case ast.Attribute(value, name):
                return self._field(self.of(value), name)
            case ast.Subscript(value, index) if not isinstance(index, ast.Slice):
                if (held := self._in_table(value)) is not None:
                    return held
                whole = self.of(value)
                if isinstance(whole, ShapeTree) and "__getitem__" in own_ways(whole.cls):
                    return self._given(own_ways(whole.cls)["__getitem__"])
                return _item(whole, self._place(index))
            case ast.IfExp(_, one, other):
                kind = self.of(one)
                return kind if kind == self.of(other) else None
            case ast.NamedExpr(_, value):
                return self.of(value)
            case ast.Call():
                return self._called(node)
        return None

    def _place(self, index: ast.expr) -> Any:
        return self.rules.known(index)

    def _in_table(self, node: ast.expr) -> ShapeTree | None:
        """The class of all that a constant table holds, if it has ways of its own."""
        table = self.rules.known(node)
        rows = list(table.values()) if isinstance(table, dict) else table
        classes = set(map(type, rows)) if isinstance(rows, list | tuple) else set()
        cls = classes.pop() if len(classes) == 1 else None
        return self._tree(cls) if cls is not None and own_ways(cls) else None

    def record(self, node: ast.expr) -> type | None:
        """The class of records that an expression is of; None for others."""
        kind = self.of(node)
        return kind.cls if isinstance(kind, ShapeTree) and field_names(kind.cls) else None

    def _field(self, whole: Any, name: str) -> Any:
        names = field_names(whole.cls) if isinstance(whole, ShapeTree) else ()
        if name in names and len(names) == len(whole.parts):
            return whole.parts[names.index(name)]
        own = inspect.getattr_static(whole.cls, name, None) if names else None
        return self._given(own.fget) if isinstance(own, property) else None

    def _called(self, node: ast.Call) -> Any:
        function = self.rules.known(node.func)
        if isinstance(function, type):
            return self._tree(function) if self._is_record(function) else None
        if function is dataclasses.replace and node.args:
            return self.of(node.args[0])
        if isinstance(node.func, ast.Attribute):
            if node.func.attr == "_replace":
                return self.of(node.func.value)
            cls = self.record(node.func.value)
            own = None if cls is None else inspect.getattr_static(cls, node.func.attr, None)
            if cls is not None:
                return self._given(own)
        called = self.rules.helper_of(node)
        return None if called is None else self._given(called[0])

    def _given(self, function: Any) -> Any:
        """What a function gives in each of its returns."""
        if not isinstance(function, FunctionType) or self.depth >= _DEEPEST:
            return None
        game = type(self.rules.module.game)
        if function is inspect.getattr_static(game, "play", None):
            return self._state()
        noted = function.__annotations__.get("return")
        cls = function.__globals__.get(noted) if isinstance(noted, str) else noted
        if self._is_record(cls):
            return self._tree(cls)
        try:
            tree = tree_of(function)
        except NotCompilable:
            return None
        inner = _Elsewhere(tree, function, self.rules, self.depth + 1)
        kinds = [inner.of(x.value) for x in ast.walk(tree) if isinstance(x, ast.Return) and x.value]
        return kinds[0] if kinds and all(kind == kinds[0] for kind in kinds) else None


class _Elsewhere(RecordKinds):
    """The same in another function, whose names are those of its own module."""

    def of(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = self.function.__globals__.get(node.func.id)
            if self._is_record(function) and node.func.id not in self.times:
                return self._tree(function)
            if function is dataclasses.replace and node.args:
                return self.of(node.args[0])
            return None
        if isinstance(node, ast.Name | ast.Attribute | ast.IfExp | ast.Subscript):
            return super().of(node)
        return None

    def _place(self, _: ast.expr) -> Any:
        return None

    def _in_table(self, _: ast.expr) -> ShapeTree | None:
        return None


def _calls_of(tree: ast.AST, name: str) -> list[ast.Call]:
    """The calls of what has a name."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name(called) | ast.Attribute(_, called), args) if called == name:
                if not any(isinstance(x, ast.Starred) for x in args):
                    found.append(node)
    return found


def _arguments(tree: ast.FunctionDef) -> list[ast.arg]:
    return [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]


def _games(rules: FunctionRules) -> list[type]:
    bases = type(rules.module.game).__mro__
    return list(bases[: bases.index(Game)]) if Game in bases else []


def _second(function: Any) -> str:
    """The name of the state in a method of a game."""
    code = getattr(function, "__code__", None)
    return code.co_varnames[1] if code is not None and code.co_argcount > 1 else ""


def _trees(shape: Any, cls: type) -> list[ShapeTree]:
    """The parts of a shape that are of a class."""
    if not isinstance(shape, ShapeTree):
        return []
    inside = [tree for part in shape.trees for tree in _trees(part, cls)]
    return [ShapeTree(shape.cls, shape.parts), *inside] if shape.cls is cls else inside


def _item(part: Any, index: Any = None) -> Any:
    """The part that an item of a tuple is; None if that is not known."""
    if not isinstance(part, ShapeTree) or part.cls is not tuple or not part.parts:
        return None
    if type(index) is int and not part.varying and -len(part.parts) <= index < len(part.parts):
        return part.parts[index]
    return part.parts[0] if all(x == part.parts[0] for x in part.parts) else None
