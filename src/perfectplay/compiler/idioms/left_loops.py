"""Loops whose body is written out several times, and that ``break`` or ``continue`` leaves.

The copies stand in a loop of one round, which ``break`` leaves; a loop around a copy is left after
it, if a name says so.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any

from perfectplay.compiler.folding.move_patterns import fitting
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.move_forms import Form, Several, form_of_constant
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    Substitution,
    call,
    flat,
    leaves,
    load,
    located,
    store,
)

Known = Callable[[ast.expr], Any]

_LEFT = "pp_left"
"""Marks a ``break`` of the loop that was written out, or of a round of it."""


def with_rounds(body: Statements, fresh: Callable[[str], str]) -> Statements:
    """The body of a loop in which ``continue`` leaves a loop of one round."""
    if not leaves(body, ast.Continue):
        return body
    return _once([_Marked("").statements(body, ast.Continue)], body[0], fresh)


def with_flag(body: Statements, fresh: Callable[[str], str]) -> tuple[Statements, str]:
    """The body of a loop in which ``break`` sets a name to True before, and the name; "" if it has
    none."""
    if not leaves(body, ast.Break):
        return body, ""
    flag = fresh("left")
    return _Marked(flag).statements(body, ast.Break), flag


def left_by(
    written: Statements, flag: str, fresh: Callable[[str], str], orelse: Statements | None = None
) -> Statements:
    """The statements in which such a body stands, left where it is. ``orelse``: what is done if it
    is not left."""
    if not flag:
        return [*written, *(orelse or [])]
    first = located(ast.Assign([store(flag)], ast.Constant(False)), written[0])
    again = _LeftAfter(flag)
    found = [first, *_once([flat(again.visit(x) for x in written)], written[0], fresh)]
    if orelse:
        found.append(located(ast.If(ast.UnaryOp(ast.Not(), load(flag)), orelse, []), orelse[0]))
    return found


def without_returns(body: Statements, fresh: Callable[[str], str]) -> Statements:
    """The body of a generator in which ``return`` leaves a loop of one round."""
    if not any(isinstance(x, ast.Return) for part in body for x in ast.walk(part)):
        return body
    flag = fresh("left")
    return left_by(_Marked(flag).statements(body, ast.Return), flag, fresh)


def body_with(body: Statements, each: str, value: ast.expr, known: Known) -> Statements:
    """A copy of the body of a loop with a value in the place of what is looped over; of a ``match``
    of it only the cases that may fit."""
    form = _form(value, known)
    copied = copy.deepcopy(body)
    for node in (x for part in copied for x in ast.walk(part)):
        match node:
            case ast.Match(ast.Name(name), cases) if name == each and form is not None:
                there = [fitting(case, form, known) for case in cases]
                node.cases = [case for case in there if case is not None]
                if not node.cases:  # none of them fits
                    never = ast.match_case(ast.MatchAs(None, None), None, [ast.Pass()])
                    node.cases = [located(never, node)]
    if (kind := _kind(value, known)) is not None:
        copied = flat(_KindAsked(each, kind, known).visit(x) for x in copied)
    again = Substitution({each: value})
    return flat(again.visit(x) for x in copied)


def _kind(value: ast.expr, known: Known) -> type | None:
    """The class of what an expression gives, where its text tells."""
    match value:
        case ast.Call(made) if isinstance(cls := known(made), type) and is_dataclass(cls):
            return cls
        case ast.Tuple():
            return tuple
        case ast.JoinedStr():
            return str
    constant = known(value)
    return None if constant is MISSING else type(constant)


class _KindAsked(ast.NodeTransformer):
    """The answer in the place of ``isinstance(move, Step)``, ``type(move) is Step``."""

    def __init__(self, each: str, kind: type, known: Known) -> None:
        self.each, self.kind, self.known = each, kind, known

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(function, [ast.Name(name), wanted], []) if name == self.each:
                classes = self.known(wanted)
                if self.known(function) is isinstance and _are_plain_classes(classes):
                    return ast.copy_location(ast.Constant(issubclass(self.kind, classes)), node)
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(
                ast.Call(function, [ast.Name(name)], []),
                [ast.Is() | ast.Eq() | ast.IsNot() | ast.NotEq() as op],
                [wanted],
            ) if name == self.each and self.known(function) is type:
                if isinstance(cls := self.known(wanted), type):
                    is_it = (cls is self.kind) == isinstance(op, ast.Is | ast.Eq)
                    return ast.copy_location(ast.Constant(is_it), node)
        self.generic_visit(node)
        return node


def _are_plain_classes(classes: Any) -> bool:
    """Whether it is a class, or a tuple of them, whose ``isinstance`` is that of Python."""
    given = classes if isinstance(classes, tuple) else (classes,)
    return all(type(x) is type for x in given)


def _form(value: ast.expr, known: Known) -> Form:
    """What the text of a value tells of it."""
    match value:
        case ast.Tuple(items) if not any(isinstance(x, ast.Starred) for x in items):
            return Several(tuple(_form(x, known) for x in items))
    constant = known(value)
    return None if constant is MISSING else form_of_constant(constant)


def _once(parts: list[Statements], where: ast.AST, fresh: Callable[[str], str]) -> Statements:
    body = [x for part in parts for x in part]
    loop = ast.For(store(fresh("once")), call("range", ast.Constant(1)), body, [])
    return [located(loop, where)]


class _Marked(ast.NodeTransformer):
    """The ``break`` or ``continue`` of a loop, or each ``return``, as a ``break`` that is marked;
    ``flag``: the name that is set before, if any."""

    def __init__(self, flag: str) -> None:
        self.flag = flag
        self.kind: type[ast.stmt] = ast.Break

    def statements(self, body: Statements, kind: type[ast.stmt]) -> Statements:
        self.kind = kind
        return flat(self.visit(x) for x in body)

    def visit(self, node: ast.AST) -> ast.AST | Statements:
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            return node
        if isinstance(node, ast.For | ast.While) and self.kind is not ast.Return:
            node.orelse = flat(self.visit(x) for x in node.orelse)
            return node
        if not isinstance(node, self.kind):
            return self.generic_visit(node)
        jump = ast.copy_location(ast.Break(), node)
        setattr(jump, _LEFT, self.flag)
        if not self.flag:
            return jump
        return [located(ast.Assign([store(self.flag)], ast.Constant(True)), node), jump]


class _LeftAfter(ast.NodeTransformer):
    """``if left: break`` after each loop within which the name may have been set."""

    def __init__(self, flag: str) -> None:
        self.flag = flag

    def visit_For(self, node: ast.For | ast.While) -> ast.stmt | Statements:
        if not any(getattr(x, _LEFT, "") == self.flag for x in ast.walk(node)):
            return node
        self.generic_visit(node)
        jump = ast.Break()
        setattr(jump, _LEFT, self.flag)
        return [node, located(ast.If(load(self.flag), [jump], []), node)]

    def visit_While(self, node: ast.While) -> ast.stmt | Statements:
        return self.visit_For(node)
