"""One function of the rules, rewritten so that Numba takes it."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any

from perfectplay.contract import tuples
from perfectplay.contract.compiled.constants import NotCompilable, is_ragged

if TYPE_CHECKING:
    from perfectplay.contract.compiled.translate import Translator

_MISSING = object()

_FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}

# what Python calls, and the helper of support.py that compiled code calls instead
_HELPERS: dict[Any, str] = {
    any: "any_",
    all: "all_",
    sum: "sum_",
    tuples.put: "put",
    tuples.swap: "swap",
    tuples.popcount: "popcount",
    tuples.bits: "bits",
}
_SHAPED: dict[Any, str] = {tuples.sort: "sort"}
_METHODS = {"bit_count": "popcount", "bit_length": "bit_length", "count": "count"}


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_load(name), list(arguments), [])


class Rewriter(ast.NodeTransformer):
    """Rewrites one function; what it calls is translated by the `Translator` it belongs to."""

    def __init__(
        self,
        translator: Translator,
        function: FunctionType,
        self_name: str | None,
        owner: type | None,
    ) -> None:
        self.translator = translator
        self.function = function
        self.self_name = self_name
        self.owner = owner
        code = function.__code__
        self.local_names = set(code.co_varnames) | set(code.co_cellvars)
        self.cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        self.lifted: list[ast.FunctionDef] = []

    # --- what is known before compilation -------------------------------------------------------

    def _known(self, node: ast.expr) -> Any:
        """The object that an expression is whatever the state, or _MISSING."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self._known_name(node.id)
        if isinstance(node, ast.Attribute):
            return self._known_attribute(node)
        if isinstance(node, ast.Subscript):
            base, index = self._known(node.value), self._known(node.slice)
            if isinstance(base, tuple) and isinstance(index, int):
                return base[index]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self._known(node.operand)
            return -inner if isinstance(inner, int) else _MISSING
        if isinstance(node, ast.BinOp) and type(node.op) in _FOLDED:
            left, right = self._known(node.left), self._known(node.right)
            if type(left) is int and type(right) is int:
                try:
                    return _FOLDED[type(node.op)](left, right)
                except ArithmeticError:
                    return _MISSING
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            if self._known(node.func) is len:
                inner = self._known(node.args[0])
                return len(inner) if isinstance(inner, tuple) else _MISSING
        return _MISSING

    def _known_name(self, name: str) -> Any:
        if name in self.local_names:
            return _MISSING
        if name in self.cells:
            try:
                return self.cells[name].cell_contents
            except ValueError:
                return _MISSING
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        return getattr(builtins, name, _MISSING)

    def _known_attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id == self.self_name:
            return self.translator.game_attribute(node.attr)
        base = self._known(node.value)
        if base is _MISSING:
            return _MISSING
        return getattr(base, node.attr, _MISSING)

    def _constant(self, node: ast.expr) -> ast.expr | None:
        value = self._known(node)
        if value is _MISSING or callable(value) or isinstance(value, type(ast)):
            return None
        what = ast.unparse(node)
        return self.translator.constants.node(value, what)

    # --- names, attributes, tables ----------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            if node.id == self.self_name:
                raise NotCompilable(
                    f"{node.id} is used as a value",
                    self._place(node),
                    f"use {node.id} only to name fields and to call methods",
                )
            constant = self._constant(node)
            if constant is not None:
                return ast.copy_location(constant, node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        constant = self._constant(node)
        if constant is not None:
            return ast.copy_location(constant, node)
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        constant = self._constant(node)
        if constant is not None:
            return ast.copy_location(constant, node)
        table = self._known(node.value)
        if is_ragged(table) and not isinstance(node.slice, ast.Slice):
            flat, starts = self.translator.constants.ragged(table)
            index = self.visit(node.slice)
            return ast.copy_location(_call("row", _load(flat), _load(starts), index), node)
        self.generic_visit(node)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        constant = self._constant(node)
        if constant is not None:
            return ast.copy_location(constant, node)
        spliced = self._spliced(node)
        if spliced is not None:
            return ast.copy_location(self.visit(spliced), node)
        self.generic_visit(node)
        return node

    def _spliced(self, node: ast.BinOp) -> ast.expr | None:
        """``s[:i] + (v, w) + s[i + 2:]`` as items put one after the other; None for the rest."""
        match node:
            case ast.BinOp(
                ast.BinOp(
                    ast.Subscript(s, ast.Slice(None, ast.expr() as i, None)),
                    ast.Add(),
                    ast.Tuple(new),
                ),
                ast.Add(),
                ast.Subscript(t, ast.Slice(ast.expr() as j, None, None)),
            ) if ast.dump(s) == ast.dump(t) and new:
                pass
            case _:
                return None
        after = ast.unparse(j).replace(" ", "")
        first = ast.unparse(i).replace(" ", "")
        known_i, known_j = self._known(i), self._known(j)
        fits = after in (f"{first}+{len(new)}", f"{len(new)}+{first}", f"({first})+{len(new)}")
        if isinstance(known_i, int) and isinstance(known_j, int):
            fits = known_j == known_i + len(new)
        if not fits or any(isinstance(item, ast.Starred) for item in new):
            return None
        result: ast.expr = s
        for k, item in enumerate(new):
            result = _call("__put", result, ast.BinOp(i, ast.Add(), ast.Constant(k)), item)
        return result

    # --- calls ------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id == "__put":
            arguments = [self.visit(argument) for argument in node.args]
            return ast.copy_location(_call("put", *arguments), node)
        method = self._method_call(node)
        if method is not None:
            return self._renamed(node, method)
        constant = self._constant(node)
        if constant is not None:
            return ast.copy_location(constant, node)
        target = self._known(node.func)
        special = self._special_call(node, target)
        if special is not None:
            return ast.copy_location(special, node)
        if target is not _MISSING:
            name = self.translator.callable_name(target, ast.unparse(node.func), self._place(node))
            if name is not None:
                return self._renamed(node, name)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            receiver = self.visit(node.func.value)
            arguments = [self.visit(argument) for argument in node.args]
            name = _METHODS[node.func.attr]
            return ast.copy_location(_call(name, receiver, *arguments), node)
        self.generic_visit(node)
        return node

    def _renamed(self, node: ast.Call, name: str) -> ast.expr:
        node.func = ast.copy_location(_load(name), node.func)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [
            ast.keyword(keyword.arg, self.visit(keyword.value)) for keyword in node.keywords
        ]
        return node

    def _method_call(self, node: ast.Call) -> str | None:
        """The module's name for ``self.m(...)`` or ``super().m(...)``; None for other calls."""
        match node.func:
            case ast.Attribute(ast.Name(name), method) if name == self.self_name:
                return self.translator.method_name(method, None, self._place(node))
            case ast.Attribute(ast.Call(ast.Name("super"), [], []), method):
                return self.translator.method_name(method, self.owner, self._place(node))
        return None

    def _special_call(self, node: ast.Call, target: Any) -> ast.expr | None:
        if target is _MISSING or node.keywords:
            return None
        arguments = node.args
        if target in (min, max) and len(arguments) == 1:
            return _call(f"{target.__name__}_", self.visit(arguments[0]))
        try:
            helper = _HELPERS.get(target)
            shaped = _SHAPED.get(target)
        except TypeError:  # an object that cannot be hashed is none of ours
            return None
        if helper is not None:
            return _call(helper, *[self.visit(argument) for argument in arguments])
        if shaped is not None:
            return _call(shaped, self.visit(arguments[0]), _load("_state"))
        if target is tuple and len(arguments) == 1:
            return self._tuple_call(arguments[0])
        if target in (set, list) and len(arguments) == 1:
            return _call(target.__name__, self.visit(arguments[0]))
        return None

    def _tuple_call(self, argument: ast.expr) -> ast.expr:
        match argument:
            case ast.Call(function, [inner], []) if self._known(function) is sorted:
                return _call("sort", self.visit(inner), _load("_state"))
            case ast.Call(function, [inner], []) if self._known(function) is reversed:
                return _call("reverse", self.visit(inner), _load("_state"))
        hint = self._hint(argument)
        return _call("as_tuple", self.visit(argument), hint, _load("_state"))

    def _hint(self, argument: ast.expr) -> ast.expr:
        """An expression as long as the tuple that will be made, where that can be seen."""
        if isinstance(argument, ast.GeneratorExp | ast.ListComp):
            generators = argument.generators
            if len(generators) == 1 and not generators[0].ifs:
                return self._hint(generators[0].iter)
            return ast.Constant(0)
        if isinstance(argument, ast.Call) and argument.args:
            function = self._known(argument.func)
            if function in (enumerate, reversed, sorted, zip, map):
                return self._hint(argument.args[-1])
            if function is range and len(argument.args) == 1:
                length = self._known(argument.args[0])
                if isinstance(length, int) and 0 < length <= 256:
                    return ast.Tuple([ast.Constant(0)] * length, ast.Load())
                inner = argument.args[0]
                if isinstance(inner, ast.Call) and self._known(inner.func) is len:
                    return self._hint(inner.args[0])
            return ast.Constant(0)
        if isinstance(argument, ast.Name | ast.Subscript | ast.Attribute):
            return self.visit(ast.parse(ast.unparse(argument), mode="eval").body)
        return ast.Constant(0)

    # --- what Numba has no word for -----------------------------------------------------------------

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        inside = ast.GeneratorExp(node.elt, node.generators)
        targets = {
            name.id
            for generator in node.generators
            for name in ast.walk(generator.target)
            if isinstance(name, ast.Name)
        }
        self.local_names |= targets
        self.generic_visit(inside)
        used = {
            name.id
            for name in ast.walk(inside)
            if isinstance(name, ast.Name) and name.id in self.local_names
        }
        free = sorted(used - targets)
        body: list[ast.stmt] = [ast.Expr(ast.Yield(inside.elt))]
        for generator in reversed(inside.generators):
            for condition in reversed(generator.ifs):
                body = [ast.If(condition, body, [])]
            body = [ast.For(generator.target, generator.iter, body, [])]
        name = self.translator.fresh_name(f"{self.function.__name__}_each")
        arguments = ast.arguments([], [ast.arg(x) for x in free], None, [], [], None, [])
        lifted = ast.FunctionDef(name, arguments, body, [], None)
        lifted = ast.copy_location(lifted, node)
        for part in ast.walk(lifted):
            if isinstance(part, ast.stmt | ast.expr) and not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        self.lifted.append(lifted)
        return ast.copy_location(_call(name, *[_load(x) for x in free]), node)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if isinstance(node.value, ast.YieldFrom):
            each = self.translator.fresh_name("_each")
            self.local_names.add(each)
            iterable = self._iterable(node.value.value)
            give = ast.Expr(ast.Yield(_load(each)))
            loop = ast.For(ast.Name(each, ast.Store()), iterable, [give], [])
            return ast.copy_location(loop, node)
        self.generic_visit(node)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        node.iter = self._iterable(node.iter)
        node.target = self.visit(node.target)
        node.body = [self.visit(statement) for statement in node.body]
        node.orelse = [self.visit(statement) for statement in node.orelse]
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter = self._iterable(node.iter)
        node.ifs = [self.visit(condition) for condition in node.ifs]
        return node

    def _iterable(self, node: ast.expr) -> ast.expr:
        table = self._known(node)
        if is_ragged(table):
            flat, starts = self.translator.constants.ragged(table)
            return ast.copy_location(_call("rows", _load(flat), _load(starts)), node)
        result: ast.expr = self.visit(node)
        return result

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], self.visit(node.value)), node)

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        # the interpreter says it in full when the state is asked again
        text = ast.Constant("raised by the rules")
        exception = ast.Call(_load("ValueError"), [text], [])
        return ast.copy_location(ast.Raise(exception, None), node)

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.copy_location(ast.Assert(self.visit(node.test), None), node)

    def _place(self, node: ast.AST) -> str:
        return f"{self.function.__code__.co_filename}:{getattr(node, 'lineno', 0)}"
