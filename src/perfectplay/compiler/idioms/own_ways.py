"""``state[r, c]``, ``len(state)``, loops, ``in`` and truth of records whose class says what they
are: calls of its methods.

A method that only hands on, ``return self.cells[i]``, is written out where it is asked; so its
slices compile, and the lengths of what it gives are known. Whether a record is of such a class, the
text of the rules has to tell: compiled code refuses any other use of one, see ``record_ways.py``.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter, deque
from collections.abc import Iterator
from functools import reduce
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import protect
from perfectplay.compiler.source.record_kinds import RecordKinds
from perfectplay.compiler.source.syntax_trees import (
    Substitution,
    bound_names,
    call,
    is_plain,
    load,
    located,
)
from perfectplay.game.shape.record_classes import field_names, own_ways

WAY = "pp_way"
"""Marks a call of such a method: the class."""

_LOOPING: tuple[Any, ...] = (
    list, tuple, set, frozenset, sum, any, all, min, max, sorted, enumerate, iter, Counter, deque,
    accumulate, combinations, permutations, pairwise, chain.from_iterable,
)  # fmt: skip
_LOOPING_OVER_ALL: tuple[Any, ...] = (zip, chain, product)
_LOOPING_AFTER_FIRST: tuple[Any, ...] = (map, filter, reduce)
_BUILTINS = {"iter": iter, "len": len}
_DEEPEST = 4
"""Methods that hand on to others, so many deep, are called."""


def ask_own_ways(tree: ast.FunctionDef, function: FunctionType, rules: FunctionRules) -> None:
    """Write such calls in a function, in place."""
    named = (x for x in function.__globals__.values() if isinstance(x, type))
    if any(map(own_ways, (*rules.module.made_or_held, *named))):
        _Asked(RecordKinds(tree, function, rules), rules).visit(tree)


class _Asked(ast.NodeTransformer):
    def __init__(self, kinds: RecordKinds, rules: FunctionRules) -> None:
        self.kinds, self.rules = kinds, rules
        self.depth = 0

    def _class(self, node: ast.expr | None) -> type | None:
        """The class of an expression, if it has such methods."""
        cls = None if node is None else self.kinds.record(node)
        return cls if cls is not None and own_ways(cls) else None

    # --- an index ---------------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        cls = self._class(node.value)
        self.generic_visit(node)
        if cls is None or not isinstance(node.ctx, ast.Load):
            return node
        if "__getitem__" not in own_ways(cls):
            return node
        found = self._written_out(cls, "__getitem__", node.value, [node.slice])
        if found is not None:
            return located(found, node)
        if any(isinstance(x, ast.Slice) for x in ast.walk(node.slice)):
            reason = f"{ast.unparse(node)} is a slice of {cls.__name__}, which has a __getitem__"
            self.rules.refuse(node, reason, "slice a field of it, or write a method for that")
        return self._call(cls, "__getitem__", node, node.value, [node.slice])

    # --- loops ------------------------------------------------------------------------------------

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self._looped(node.iter)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self._looped(node.iter)
        node.ifs = [self._tested(x) for x in node.ifs]
        return self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        node.value = self._looped(node.value)
        return self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        if isinstance(node.ctx, ast.Load):
            node.value = self._looped(node.value)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if isinstance(node.targets[0], ast.Tuple | ast.List):
            node.value = self._looped(node.value)
        return self.generic_visit(node)

    def _looped(self, node: ast.expr) -> ast.expr:
        """What is looped over, or taken apart."""
        cls = self._class(node)
        if cls is None:
            return node
        if "__iter__" in own_ways(cls):
            found = self._written_out(cls, "__iter__", node, [])
            return found or self._call(cls, "__iter__", node, node, [])
        if issubclass(cls, tuple) and is_plain(node):  # a NamedTuple with a __getitem__
            fields = [ast.Attribute(copy.deepcopy(node), x, ast.Load()) for x in field_names(cls)]
            return located(ast.Tuple(list(fields), ast.Load()), node)
        reason = f"{ast.unparse(node)}, of {cls.__name__}, is looped over, which has no __iter__"
        self.rules.refuse(node, reason, f"give {cls.__name__} an __iter__, or loop over a field")

    # --- calls, comparisons, truth ----------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = self.rules.known(node.func)
        cls = self._class(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        if cls is not None and function is len and "__len__" in own_ways(cls):
            return self.generic_visit(located(self._length(cls, node.args[0]), node))
        if cls is not None and function is bool:
            return self._tested(node.args[0], always=True)
        args = node.args
        if any(function is one for one in _LOOPING) and (len(args) == 1 or function in (
            sum, enumerate, accumulate, combinations, permutations
        )):  # fmt: skip
            args[:1] = map(self._looped, args[:1])
        elif any(function is one for one in _LOOPING_OVER_ALL):
            args[:] = map(self._looped, args)
        elif any(function is one for one in _LOOPING_AFTER_FIRST):
            args[1:] = map(self._looped, args[1:])
        match node.func:
            case ast.Attribute(ast.Constant(str()), "join"):
                args[:] = map(self._looped, args)
        return self.generic_visit(node)

    def _length(self, cls: type, record: ast.expr) -> ast.expr:
        found = self._written_out(cls, "__len__", record, [])
        return found or self._call(cls, "__len__", record, record, [])

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        cls = self._class(node.comparators[-1])
        self.generic_visit(node)
        if cls is None or not isinstance(node.ops[-1], ast.In | ast.NotIn):
            return node
        whole = node.comparators[-1]
        if "__contains__" not in own_ways(cls) or len(node.ops) > 1:
            reason = f"{ast.unparse(node)} asks {cls.__name__}, which has methods of its own"
            self.rules.refuse(node, reason, f"give {cls.__name__} a __contains__, or ask a field")
        found = self._written_out(cls, "__contains__", whole, [node.left])
        if found is None:
            if not is_plain(whole):
                idiom = f"keep {ast.unparse(whole)} in a variable before"
                self.rules.refuse(node, f"{ast.unparse(node)} does not compile", idiom)
            found = self._call(cls, "__contains__", node, whole, [node.left])
        answer = located(call("bool", found), node)
        if isinstance(node.ops[-1], ast.In):
            return answer
        return located(ast.UnaryOp(ast.Not(), answer), node)

    def visit_If(self, node: ast.If) -> ast.AST:
        node.test = self._tested(node.test)
        return self.generic_visit(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        node.test = self._tested(node.test)
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        node.test = self._tested(node.test)
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        node.test = self._tested(node.test)
        return self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if isinstance(node.op, ast.Not):
            node.operand = self._tested(node.operand)
        return self.generic_visit(node)

    def _tested(self, node: ast.expr, *, always: bool = False) -> ast.expr:
        """What only the truth of is asked for. ``always``: as True or False."""
        if isinstance(node, ast.BoolOp):
            node.values = [self._tested(x) for x in node.values]
            return node
        cls = self._class(node)
        if cls is None:
            return node
        if "__bool__" in own_ways(cls):
            found = self._written_out(cls, "__bool__", node, [])
            found = found or self._call(cls, "__bool__", node, node, [])
        elif "__len__" in own_ways(cls):
            length = self._length(cls, node)
            return located(ast.Compare(length, [ast.NotEq()], [ast.Constant(0)]), node)
        else:
            return node
        return located(call("bool", found), node) if always else found

    # --- the methods ------------------------------------------------------------------------------

    def _call(
        self, cls: type, name: str, where: ast.AST, record: ast.expr, given: list[ast.expr]
    ) -> ast.expr:
        made = ast.Call(ast.Attribute(record, name, ast.Load()), given, [])
        setattr(made, WAY, cls)
        return located(made, where)

    def _written_out(
        self, cls: type, name: str, record: ast.expr, given: list[ast.expr]
    ) -> ast.expr | None:
        """What a method that only hands on gives for a record; None for other methods."""
        if self.depth >= _DEEPEST or not is_plain(record):
            return None
        function = own_ways(cls)[name]
        try:
            tree = tree_of(function)
        except NotCompilable:
            return None
        protect(tree)
        names = [x.arg for x in tree.args.args]
        handed_on = _handed_on(tree, given) if len(names) == 1 + len(given) else None
        if handed_on is None or any(x in function.__globals__ for x in _BUILTINS):
            return None
        if any(self.rules.known(load(x)) is not own for x, own in _BUILTINS.items()):
            return None
        if name == "__iter__":
            match handed_on:
                case ast.Call(ast.Name("iter"), [inner], []):
                    handed_on = inner
                case _:
                    return None
        put = Substitution(dict(zip(names, [record, *given], strict=True)))
        inside = RecordKinds(tree, function, self.rules)
        written = _Asked(inside, self.rules)
        written.depth = self.depth + 1
        for part in ast.walk(handed_on):
            ast.copy_location(part, record)
        found: ast.expr = put.visit(written.visit(handed_on))
        return found


def _handed_on(tree: ast.FunctionDef, given: list[ast.expr]) -> ast.expr | None:
    """What a method gives, if it is one expression of fields, arguments and constants, of which
    each argument is asked for once; None for other methods."""
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    match body:
        case [ast.Return(ast.expr() as value)] if not tree.decorator_list:
            pass
        case _:
            return None
    allowed = (
        ast.Name, ast.Attribute, ast.Subscript, ast.Compare, ast.Call, ast.Constant, ast.BinOp,
        ast.UnaryOp, ast.Tuple, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop,
    )  # fmt: skip
    mine, *others = [x.arg for x in tree.args.args] or [""]
    nodes = list(ast.walk(value))
    if not all(isinstance(x, allowed) for x in nodes) or bound_names(value):
        return None
    times = Counter(x.id for x in nodes if isinstance(x, ast.Name))
    called = {x.func.id for x in _calls(nodes)}
    asked = set(times) - {mine, *others} - called
    if asked or not called <= _BUILTINS.keys() or any(times[x] != 1 for x in others):
        return None
    if len(list(_calls(nodes))) != sum(isinstance(x, ast.Call) for x in nodes):
        return None  # methods are called
    if any(isinstance(x, ast.Compare) and len(x.ops) > 1 for x in nodes):
        return None  # the last part of a < b < c is not always asked for
    sliced = [x for x in given if any(isinstance(y, ast.Slice) for y in ast.walk(x))]
    indices = [x.slice for x in nodes if isinstance(x, ast.Subscript)]
    if sliced and not any(isinstance(x, ast.Name) and x.id in others for x in indices):
        return None
    return value


def _calls(nodes: list[ast.AST]) -> Iterator[Any]:
    """The calls of functions by their names."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            yield node
