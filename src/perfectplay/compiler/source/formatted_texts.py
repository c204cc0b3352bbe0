"""``"%s-%d" % (a, b)``, ``"{}{}".format(a, b)`` and ``str(n).zfill(2)`` as f-strings; there,
``{n:02d}`` as ``{n // 10}{n % 10}``.

A number with zeros before it that is negative raises in compiled code; one with more digits does,
too, or is written with all of them, as in Python.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Sequence
from string import Formatter

from perfectplay.compiler.source.syntax_trees import call, located

_DIRECTIVE = re.compile(r"%(0[2-6])?([sd%])")

_PADDED = re.compile("0([2-6])d?")
"""The formats that are written digit by digit."""


class _AsFStrings(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(ast.Constant(str(text)), ast.Mod(), values):
                given = values.elts if isinstance(values, ast.Tuple) else [values]
                return _by_percent(text, given, node) or node
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Constant(str(text)), "format"), given, []):
                return _by_format(text, given, node) or node
            case ast.Call(
                ast.Attribute(ast.Call(ast.Name("str"), [number], []), "zfill"),
                [ast.Constant(int(width))], [],
            ):  # fmt: skip
                padded = _joined([_written(number, f"0{width}d")], node)
                return padded if padded and 1 < width < 7 else node
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.JoinedStr:
        self.generic_visit(node)
        node.values = [part for value in node.values for part in written_out(value)]
        return node


def as_f_strings(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The tree, changed in place. What is no plain format stays as it is."""
    return _AsFStrings().visit(tree)  # type: ignore[no-any-return]


def _written(value: ast.expr, spec: str) -> ast.expr:
    format_spec = ast.JoinedStr([ast.Constant(spec)]) if spec else None
    return ast.FormattedValue(value, -1, format_spec)


def _by_percent(text: str, given: Sequence[ast.expr], where: ast.expr) -> ast.expr | None:
    parts: list[ast.expr] = []
    rest, end = list(given), 0
    for found in _DIRECTIVE.finditer(text):
        parts.append(ast.Constant(text[end : found.start()]))
        end = found.end()
        if found[2] == "%":
            parts.append(ast.Constant("%"))
        elif rest and not (found[1] and found[2] == "s"):
            parts.append(_written(rest.pop(0), f"{found[1]}d" if found[1] else ""))
        else:
            return None
    parts.append(ast.Constant(text[end:]))
    odd = "%" in "".join(x.value for x in parts[::2] if isinstance(x, ast.Constant))  # type: ignore[misc]
    if rest or odd or any(isinstance(x, ast.Starred) for x in given):
        return None
    return _joined(parts, where)


def _by_format(text: str, given: Sequence[ast.expr], where: ast.expr) -> ast.expr | None:
    parts: list[ast.expr] = []
    used = 0
    for before, name, spec, conversion in Formatter().parse(text):
        parts.append(ast.Constant(before))
        if name is None:
            continue
        place = used if name == "" else int(name) if name.isdigit() else len(given)
        used += name == ""
        if place >= len(given) or conversion or "{" in (spec or ""):
            return None
        parts.append(_written(given[place], spec or ""))
    return None if any(isinstance(x, ast.Starred) for x in given) else _joined(parts, where)


def _joined(parts: list[ast.expr], where: ast.expr) -> ast.expr | None:
    values = [x for x in parts if not (isinstance(x, ast.Constant) and x.value == "")]
    written = any(isinstance(x, ast.FormattedValue) for x in values)
    if not written:
        return None
    whole = located(ast.JoinedStr(values), where)
    whole.values = [part for value in whole.values for part in written_out(value)]
    return whole


def written_out(node: ast.expr) -> list[ast.expr]:
    """A part of an f-string: the digits of a padded number; other parts as they are."""
    match node:
        case ast.FormattedValue(value, -1, ast.JoinedStr([ast.Constant(str(text))])):
            padded = _PADDED.fullmatch(text)
            if padded is None:
                return [node]
            digits: list[ast.expr] = []
            for place in reversed(range(int(padded[1]))):
                digit: ast.expr = copy.deepcopy(value)
                if place:
                    digit = ast.BinOp(digit, ast.FloorDiv(), ast.Constant(10**place))
                if digits:
                    digit = ast.BinOp(digit, ast.Mod(), ast.Constant(10))
                else:
                    digit = call("not_negative", digit)
                    digit.func.pp_made = True  # type: ignore[attr-defined]
                digits.append(located(ast.FormattedValue(digit, -1, None), node))
            return digits
    return [node]
