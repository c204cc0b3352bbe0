"""The digits of numbers: ``sum(int(d) for d in str(n))``, ``len(str(n))``, ``"7" in str(n)``.

Compiled code has numbers in the place of the digits, and no text, if a rule only makes numbers of
them, or compares them with digits.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import Replaced, call, load, located

Known = Callable[[ast.expr], Any]

_DIGITS = frozenset("0123456789")
_ORDERS = ast.Eq | ast.NotEq | ast.Lt | ast.LtE | ast.Gt | ast.GtE


def read_digits(tree: ast.FunctionDef, known: Known) -> None:
    """Put numbers in the place of the digits of numbers."""
    _Digits(tree, known).visit(tree)


class _Digits(ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, known: Known) -> None:
        self.tree, self.known = tree, known

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(function, [text], []) if self.known(function) is len:
                if (number := self._number(text)) is not None:
                    return located(call("number_length", call("whole_number", number)), node)
            case ast.Call(function, [made, items], []) if self.known(function) is map:
                digits = self._digits(items) if self.known(made) is int else None
                return node if digits is None else located(digits, node)
            case ast.Call(function, [text], []) if self.known(function) is int:
                if (number := self._turned(text)) is not None:
                    return located(call("turned_number", number), node)
            case ast.Call(ast.Attribute(text, "count"), [ast.Constant(digit)], []):
                if digit in _DIGITS and (digits := self._digits(text)) is not None:
                    return located(call("count", digits, ast.Constant(int(digit))), node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Compare(ast.Constant(digit), [ast.In() | ast.NotIn()], [text]):
                if digit in _DIGITS and (digits := self._digits(text)) is not None:
                    node.left = located(ast.Constant(int(digit)), node)
                    node.comparators = [located(call("list", digits), node)]
            case ast.Compare(text, [ast.Eq() | ast.NotEq()], [other]):
                number, turned = self._number(text), self._turned(other)
                if number is not None and turned is not None:
                    same = call("are_turned", call("whole_number", number), turned)
                    other_way = isinstance(node.ops[0], ast.NotEq)
                    return located(ast.UnaryOp(ast.Not(), same) if other_way else same, node)
        return node

    def _of_comprehension(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        for loop in node.generators:
            loop.iter = self._looped(loop.target, loop.iter, node, node)
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = _of_comprehension

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._looped(node.target, node.iter, node, self.tree)
        return node

    def _looped(
        self, target: ast.expr, items: ast.expr, within: ast.AST, scope: ast.AST
    ) -> ast.expr:
        """What is looped over; the digits of a number, if each of them is only asked what number it
        is. ``within``: where that may be; ``scope``: where its name is not to be used otherwise."""
        digits = self._digits(items)
        if digits is None or not isinstance(target, ast.Name):
            return items
        named = [x for x in ast.walk(scope) if isinstance(x, ast.Name) and x.id == target.id]
        changed = [x for x in map(self._asked(target.id), ast.walk(within)) if x is not None]
        if len(named) != len(changed) + 1:
            return items
        for old, new in changed:
            Replaced(old, located(new, old)).visit(within)
        return located(digits, items)

    def _asked(self, name: str) -> Any:
        """What a node becomes that asks a digit for its number; a function of nodes."""

        def asked(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
            match node:
                case ast.Call(function, [ast.Name(digit)], []) if digit == name:
                    return (node, load(name)) if self.known(function) is int else None
                case ast.Compare(ast.Name(digit), [op], [other]) if digit == name:
                    among = isinstance(op, ast.In | ast.NotIn)
                    numbers = self._numbers(other)
                    if numbers is None or not (among or isinstance(op, _ORDERS)):
                        return None
                    if not among and len(numbers) != 1:
                        return None
                    told = [ast.Constant(number) for number in numbers]
                    side = ast.Tuple(list[ast.expr](told), ast.Load()) if among else told[0]
                    return node, ast.Compare(load(name), [op], [side])
            return None

        return asked

    def _numbers(self, node: ast.expr) -> list[int] | None:
        """The numbers of constant digits; None for anything else."""
        texts = self.known(node)
        if not isinstance(texts, str | tuple | list | set | frozenset) or not texts:
            return None
        alike = all(type(text) is str and text in _DIGITS for text in texts)
        return sorted(map(int, texts)) if alike else None

    def _digits(self, node: ast.expr) -> ast.expr | None:
        """The digits of a number in the place of the characters of its text; None for others."""
        if (number := self._number(node)) is not None:
            return call("digits_of", call("whole_number", number))
        match node:
            case ast.Call(function, [items], keywords) if self.known(function) is sorted:
                given: ast.expr | None
                match items:
                    case ast.Call(inner, [text], []) if self.known(inner) is set:
                        digits = self._digits(text)
                        given = None if digits is None else ast.Call(inner, [digits], [])
                    case _:
                        given = self._digits(items)
                if given is not None and all(k.arg == "reverse" for k in keywords):
                    return ast.Call(function, [given], keywords)
            case ast.Call(function, [items], []) if self.known(function) is reversed:
                digits = self._digits(items)
                return None if digits is None else ast.Call(function, [call("list", digits)], [])
        return None

    def _number(self, node: ast.expr) -> ast.expr | None:
        """What ``str`` is called with; None for others."""
        match node:
            case ast.Call(function, [number], []) if self.known(function) is str:
                return number if self.known(number) is MISSING else None
        return None

    def _turned(self, node: ast.expr) -> ast.expr | None:
        """The number of which an expression is the text, turned round; None for others."""
        match node:
            case ast.Subscript(text, ast.Slice(None, None, ast.expr() as step)):
                number = self._number(text) if self.known(step) == -1 else None
                return None if number is None else call("whole_number", number)
        return None
