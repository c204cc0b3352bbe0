"""Constant folding: expressions of the rules that are the same in every state."""

from __future__ import annotations

import ast
import builtins
import enum
import math
import operator
from collections.abc import Callable
from functools import lru_cache
from itertools import takewhile
from typing import Any, NoReturn

import numpy as np

from perfectplay.compiler.folding.plain_tables import PlainTables, own_way
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import own, protected, unprotected
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import assigned_parts, bindings
from perfectplay.game import tuples
from perfectplay.game.shape.record_classes import is_bare

_LARGEST_FOLDED = 1 << 16
"""Longer tuples and larger shifts are not computed here."""

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
}  # fmt: skip
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert,
    ast.Not: operator.not_,
}  # fmt: skip
_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
_PURE: tuple[Any, ...] = (
    abs, all, any, bool, bytes, chr, divmod, frozenset, int, len, max, min, ord, pow, range, str,
    sum, tuple, tuples.popcount, tuples.put, tuples.sort, tuples.swap,
)  # fmt: skip
_PURE_METHODS = ("bit_count", "bit_length", "count", "index")
_TABLES = (list, dict, set)
"""No rule changes constants of these types; of rules that try, compiled code is refused."""

_CACHED = type(lru_cache(abs))
"""Functions that give the same whenever they are called with the same: their authors say so."""

_FOLDED_TYPES = (bool, int, float, tuple, range, frozenset, str, bytes, enum.Enum, type(None))


class Folding(ast.NodeTransformer):
    """One function of the rules; finds its constant expressions."""

    def __init__(self, module: RulesModule, source: RuleFunction, self_name: str | None) -> None:
        self.module = module
        self.source = source
        self.name = ""
        self.lifting = 0
        self.function = source.function
        self.owner = source.owner
        self.on_class = source.first == "class"
        self.self_name = self_name
        code = self.function.__code__
        self.local_names = {protected(name) for name in (*code.co_varnames, *code.co_cellvars)}
        self.cells = dict(zip(code.co_freevars, self.function.__closure__ or (), strict=True))
        self.settled: dict[str, Any] = {}
        self.tables = PlainTables()
        self.sources: dict[str, str] = {}

    def place(self, node: ast.AST) -> str:
        """The user's file and line."""
        return f"{self.function.__code__.co_filename}:{getattr(node, 'lineno', 0)}"

    def refuse(self, node: ast.AST, reason: str, idiom: str = "") -> NoReturn:
        """Raise NotCompilable with the place of a node."""
        raise NotCompilable(reason, self.place(node), idiom)

    @property
    def has_words(self) -> bool:
        """Whether the states of the game hold words."""
        return self.module.constants.words is not None

    @property
    def set_name(self) -> str:
        """The helper that makes a set."""
        return "set_of" if self.has_words else "set"

    def constant(self, node: ast.expr) -> ast.expr | None:
        """The node of a constant expression; None for other expressions. Raises NotCompilable for a
        constant that compiled code cannot have."""
        value = self.known(node)
        if value is MISSING:
            return None
        thing = self.module.constants.thing(value)
        if thing is None and (callable(value) or isinstance(value, type(ast))):
            return None
        try:
            text = ast.unparse(node)
            new = self.module.constants.node(value, self.sources.get(text, text))
        except NotCompilable as refusal:
            raise NotCompilable(refusal.reason, self.place(node), refusal.idiom) from None
        return ast.copy_location(new, node)

    def settle(self, body: list[ast.stmt], tree: ast.AST) -> None:
        """Find the locals that are set once, in the function's own body, to a constant."""
        times = bindings(tree)
        for statement in body:
            match statement:
                case ast.Assign([target], value):
                    for name, part in assigned_parts(target, value):
                        known = self.known(part) if times[name] == 1 else MISSING
                        if (
                            isinstance(known, (*_FOLDED_TYPES, np.ndarray))
                            or type(known) in _TABLES
                        ):
                            self.settled[name] = known

    # --- one kind of expression each --------------------------------------------------------------

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""
        method = getattr(self, f"_known_{type(node).__name__}", None)
        if method is None:
            return MISSING
        try:
            value = method(node)
            if isinstance(value, tuple | list | dict | set | frozenset):
                self._need_plain(node, value)
            return value
        except NotCompilable:
            raise
        except Exception:  # the rules raise it when they run
            return MISSING

    def _need_plain(self, node: ast.expr, value: Any) -> None:
        """Refuse a constant table of a class that answers otherwise than those of Python."""
        kind: type = type(value)
        if (way := own_way(kind)) is not None:
            reason = f"{ast.unparse(node)} has a {way} of its own"
            self.refuse(node, reason, "a table of Python, or a function in its place")

    def decided(self, node: ast.expr) -> bool | None:
        """True if a condition holds in every state; None if it depends on the state."""
        value = self.known(node)
        return bool(value) if _plain(value) or type(value) in _TABLES else None

    def _all_known(self, nodes: list[ast.expr]) -> list[Any] | None:
        values = list(takewhile(lambda value: value is not MISSING, map(self.known, nodes)))
        return values if len(values) == len(nodes) else None

    def _known_Constant(self, node: ast.Constant) -> Any:
        return node.value

    def _known_JoinedStr(self, node: ast.JoinedStr) -> Any:
        values = self._all_known(node.values)
        return MISSING if values is None else "".join(values)

    def _known_FormattedValue(self, node: ast.FormattedValue) -> Any:
        value = self.known(node.value)
        plain = node.format_spec is None and node.conversion == -1 and type(value) in (int, str)
        return str(value) if plain else MISSING

    def _known_Name(self, node: ast.Name) -> Any:
        name = node.id
        if name in self.settled:
            return self.settled[name]
        if name in self.local_names:
            return MISSING
        if name.startswith(own("")):
            return getattr(builtins, name.removeprefix(own("")), MISSING)
        name = unprotected(name)
        if name in self.cells:
            try:
                return self.cells[name].cell_contents
            except ValueError:
                return MISSING
        if name in self.function.__globals__:
            return self.tables.of(self.function.__globals__[name])
        return getattr(builtins, name, MISSING)

    def _known_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id == self.self_name:
            if node.attr == "__class__":
                return type(self.module.game)
            found = self.module.game_attribute(node.attr, self.on_class, self.place(node))
            return self.tables.of(found)
        base = self.known(node.value)
        if base is MISSING:
            return self.module.class_constant(node.attr)
        return self.tables.of(getattr(base, node.attr, MISSING))

    def _known_Subscript(self, node: ast.Subscript) -> Any:
        base = self.known(node.value)
        if isinstance(base, enum.EnumMeta):
            return base[self.known(node.slice)]
        if isinstance(base, dict) and not isinstance(node.slice, ast.Slice):
            return base.get(self.known(node.slice), MISSING)  # a Counter has 0 for all others
        if isinstance(base, list) and not isinstance(node.slice, ast.Slice):
            return base[self.known(node.slice)]
        if not isinstance(base, tuple | range | str | bytes | np.ndarray):
            return MISSING
        if isinstance(node.slice, ast.Slice):
            edges = (node.slice.lower, node.slice.upper, node.slice.step)
            parts = [None if edge is None else self.known(edge) for edge in edges]
            return MISSING if MISSING in parts else base[slice(*parts)]
        index = self.known(node.slice)
        if isinstance(base, np.ndarray):
            found = MISSING if index is MISSING else base[index]
            return found if isinstance(found, np.integer | np.bool_) else MISSING
        return base[index] if isinstance(index, int) else MISSING

    def _known_Tuple(self, node: ast.Tuple) -> Any:
        values = self._all_known(node.elts)
        return MISSING if values is None else tuple(values)

    def _known_Dict(self, node: ast.Dict) -> Any:
        keys = self._all_known([key for key in node.keys if key is not None])
        values = self._all_known(node.values)
        if keys is None or values is None or len(node.keys) != len(keys):
            return MISSING
        return dict(zip(keys, values, strict=True))

    def _known_UnaryOp(self, node: ast.UnaryOp) -> Any:
        value = self.known(node.operand)
        tested = isinstance(node.op, ast.Not) and (_plain(value) or type(value) in _TABLES)
        if isinstance(value, int | float) or tested:
            return _UNARY[type(node.op)](value)
        return MISSING

    def _known_BinOp(self, node: ast.BinOp) -> Any:
        left, right = self.known(node.left), self.known(node.right)
        if not (_plain(left) and _plain(right)) or type(node.op) not in _BINARY:
            return MISSING
        if isinstance(node.op, ast.LShift | ast.Pow) and abs(right) > 4096:
            return MISSING
        sizes = [x for x in (left, right) if isinstance(x, int)]
        many = any(isinstance(x, tuple | str | bytes) for x in (left, right))
        if isinstance(node.op, ast.Mult) and many and max(sizes, default=0) > _LARGEST_FOLDED:
            return MISSING
        return _BINARY[type(node.op)](left, right)

    def _known_Compare(self, node: ast.Compare) -> Any:
        values = self._all_known([node.left, *node.comparators])
        if values is None or not all(_plain(x) for x in values):
            return MISSING
        steps = zip(node.ops, values, values[1:], strict=False)
        return all(_COMPARED[type(op)](a, b) for op, a, b in steps)

    def _known_BoolOp(self, node: ast.BoolOp) -> Any:
        is_and = isinstance(node.op, ast.And)
        value: Any = MISSING
        for part in node.values:
            value = self.known(part)
            if not _plain(value):
                return MISSING
            if bool(value) != is_and:
                return value
        return value

    def _known_IfExp(self, node: ast.IfExp) -> Any:
        test = self.known(node.test)
        return self.known(node.body if test else node.orelse) if _plain(test) else MISSING

    def _known_Call(self, node: ast.Call) -> Any:
        match node:
            case ast.Call(ast.Name("type"), [ast.Name(name)], []) if name == self.self_name:
                return type(self.module.game)
            case ast.Call(ast.Attribute(ast.Name(name), "start"), [], []) if (
                name == self.self_name and not self.on_class
            ):
                return self.module.start
        values = self._all_known(node.args)
        if values is None or node.keywords:
            return MISSING
        function = self.known(node.func)
        if not values and isinstance(function, type) and is_bare(function):
            return function()
        if function is float and values in (["inf"], ["-inf"]):
            return float(values[0])
        match node.func:
            case ast.Attribute(mark, "join") if type(known := self.known(mark)) is str:
                parts = values[0] if len(values) == 1 else ()
                joined = type(parts) in (list, tuple) and all(type(x) is str for x in parts)
                return known.join(parts) if joined and parts else MISSING
        if function is len and type(values[0]) in _TABLES:
            return len(values[0])
        if not all(_plain(x) or isinstance(x, np.ndarray) for x in values):
            return MISSING
        if isinstance(node.func, ast.Attribute) and node.func.attr in _PURE_METHODS:
            receiver = self.known(node.func.value)
            if isinstance(receiver, int | tuple | range | bytes):
                return getattr(receiver, node.func.attr)(*values)
        if function is range:
            return range(*values)
        if isinstance(function, _CACHED):
            found = function(*values)
            return found if _is_plain_throughout(found) else MISSING
        if isinstance(function, enum.EnumMeta) and not issubclass(function, int):
            return function(*values)
        pure = any(function is x for x in _PURE) or (
            function is not MISSING
            and getattr(math, getattr(function, "__name__", ""), None) is function
        )
        if not pure:
            return MISSING
        if any(isinstance(x, int) and x > _LARGEST_FOLDED for x in values) and function is not int:
            slow = function in (pow, math.comb, math.factorial, bytes)
            return MISSING if slow else function(*values)
        if any(isinstance(x, range) and len(x) > _LARGEST_FOLDED for x in values):
            return MISSING
        result = function(*values)
        return result if isinstance(result, _FOLDED_TYPES) else MISSING


def _is_plain_throughout(value: object) -> bool:
    """Whether it is plain, and so is all that is in it: nobody can change it."""
    if isinstance(value, tuple | frozenset):
        return type(value) in (tuple, frozenset) and all(map(_is_plain_throughout, value))
    return _plain(value)


def _plain(value: object) -> bool:
    """True if it is a number, a text, None, or made of these, so that computing with it is safe."""
    return value is not MISSING and isinstance(value, _FOLDED_TYPES)
