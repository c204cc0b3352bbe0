"""Numbers written in binary: ``bin(n)``, ``f"{n:06b}"``, ``format(n, "06b")``, as f-strings.

``{n:06b}`` becomes six digits, the first of which is checked: a number that is negative, or has
more digits, raises in compiled code. ``{n:b}`` stays, a text whose length varies.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable
from typing import Any

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.formatted_texts import written_out
from perfectplay.compiler.source.syntax_trees import call, located

Known = Callable[[ast.expr], Any]

_BINARY = re.compile("(?:0([1-9][0-9]?))?b")
_MOST_DIGITS = 62


def write_binary(tree: ast.FunctionDef, known: Known) -> None:
    """Put f-strings in the place of what writes numbers in binary."""
    _Binary(known).visit(tree)


class _Binary(ast.NodeTransformer):
    def __init__(self, known: Known) -> None:
        self.known = known

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        """``{n:0{self.width}b}``: the format of constants."""
        match node.format_spec:
            case ast.JoinedStr(parts) if len(parts) > 1:
                values = [x.value if isinstance(x, ast.FormattedValue) else x for x in parts]
                known = list(map(self.known, values))
                if all(type(x) in (int, str) for x in known) and all(map(_is_bare, parts)):
                    spec = ast.Constant("".join(map(str, known)))
                    node.format_spec = located(ast.JoinedStr([spec]), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self._name_width(node)
        match node:
            case ast.Call(ast.Attribute(text, "count"), [ast.Constant("1")], []):
                if (number := self._number(text)) is not None:
                    return located(call("bit_count", self.visit(number)), node)
            case ast.Call(ast.Attribute(text, "zfill"), [ast.Constant(int(width))], []) | ast.Call(
                ast.Attribute(text, "rjust"), [ast.Constant(int(width)), ast.Constant("0")], []
            ) if width > 0 and (number := self._without_zeros(text)) is not None:
                return self._written(self.visit(number), f"0{width}b", node)
        self.generic_visit(node)
        match node:
            case ast.Call(function, [number], []) if self.known(function) is bin:
                return self._written(number, "b", node, before="0b")
            case ast.Call(function, [number, ast.Constant(str(spec))], []) if (
                self.known(function) is format
            ):
                made = self._written(number, spec, node)
                made.values = [part for value in made.values for part in written_out(value)]
                return made
        return node

    def _name_width(self, node: ast.Call) -> None:
        """Put the number in the place of a constant width: ``zfill(self.width)``."""
        match node:
            case ast.Call(ast.Attribute(_, "zfill" | "rjust"), [width, *_], []):
                if type(known := self.known(width)) is int:
                    node.args[0] = ast.copy_location(ast.Constant(known), width)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        match node:
            case ast.Subscript(
                ast.Call(function, [number], []), ast.Slice(ast.Constant(2), None, None)
            ) if self.known(function) is bin:
                return self._written(self.visit(number), "b", node)
        return self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        self.generic_visit(node)
        node.values = [part for value in node.values for part in self._digits(value)]
        return node

    def _number(self, node: ast.expr) -> ast.expr | None:
        """The number that a text writes in binary, and nothing else; None for other texts."""
        match node:
            case ast.Subscript(text, ast.Slice(ast.Constant(2), None, None)):
                return self._number(text) if isinstance(text, ast.Call) else None
            case ast.Call(function, [number], []) if self.known(function) is bin:
                return number
            case ast.Call(function, [number, ast.Constant(str(spec))], []) if (
                self.known(function) is format
            ):
                return number if _BINARY.fullmatch(spec) else None
            case ast.JoinedStr([ast.FormattedValue(number, -1, ast.JoinedStr([spec]))]):
                binary = isinstance(spec, ast.Constant) and _BINARY.fullmatch(str(spec.value))
                return number if binary else None
        return None

    def _without_zeros(self, node: ast.expr) -> ast.expr | None:
        """The number that a text writes in binary with no zeros before it; None for others."""
        match node:
            case ast.Subscript():
                return self._number(node)
            case ast.Call(_, [_, ast.Constant("b")], []):
                return self._number(node)
            case ast.JoinedStr([ast.FormattedValue(_, -1, ast.JoinedStr([ast.Constant("b")]))]):
                return self._number(node)
        return None

    def _written(
        self, number: ast.expr, spec: str, where: ast.expr, before: str = ""
    ) -> ast.JoinedStr:
        value = ast.FormattedValue(number, -1, ast.JoinedStr([ast.Constant(spec)]))
        start: list[ast.expr] = [ast.Constant(before)] if before else []
        return located(ast.JoinedStr([*start, *self._digits(value)]), where)

    def _digits(self, node: ast.expr) -> list[ast.expr]:
        """The digits of a number in binary; other parts of an f-string as they are."""
        match node:
            case ast.FormattedValue(number, -1, ast.JoinedStr([ast.Constant(str(spec))])):
                pass
            case _:
                return [node]
        found = _BINARY.fullmatch(spec)
        value = self.known(number)
        if found is not None and type(value) is int:
            return [located(ast.Constant(format(value, spec)), node)]
        width = int(found[1] or 0) if found else 0
        if found is None or value is not MISSING or not 0 < width <= _MOST_DIGITS:
            return [node]
        made: list[ast.expr] = []
        for place in reversed(range(width)):
            digit = ast.BinOp(copy.deepcopy(number), ast.RShift(), ast.Constant(place))
            first = not made
            bit = call("first_bit", digit) if first else _last_bit(digit)
            made.append(located(ast.FormattedValue(bit, -1, None), node))
        return made


def _is_bare(part: ast.expr) -> bool:
    """Whether it is a part of a format that is written as it is."""
    if isinstance(part, ast.FormattedValue):
        return part.conversion == -1 and part.format_spec is None
    return isinstance(part, ast.Constant)


def _last_bit(number: ast.expr) -> ast.expr:
    return ast.BinOp(number, ast.BitAnd(), ast.Constant(1))
