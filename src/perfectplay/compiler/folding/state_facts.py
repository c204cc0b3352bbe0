"""What the state told where a move was given, so that rules which take the move need not ask again.

``if state.turn == "fox": yield target`` and then, in ``play``, ``if state.turn == "fox": ...``: for
a move of this form the test holds, and the branch for the other moves is left out. Without that, it
would have to compile for moves of which it knows nothing.
"""

from __future__ import annotations

import ast
import copy
import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from perfectplay.compiler.folding.form_reader import KnownForms
from perfectplay.compiler.source.syntax_trees import Statements, bindings, load
from perfectplay.game.shape.record_classes import field_names

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_INNER = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)
_ALIKE = (ast.Eq, ast.Is, ast.NotEq, ast.IsNot)
_NEVER = 1 << 40
_STATE = "pp state"
"""Stands for the state, under whatever name a function has it."""

_Place: TypeAlias = tuple[int, int]
"""A line and a column of the user's file."""


@dataclass(frozen=True)
class Fact:
    """A part of a state, or what is asked of it, is (or is not: ``holds``) a ``value``; True if it
    is no comparison. ``kind``: the type of the value, since 1 and True are equal."""

    asked: str
    value: Any
    kind: type
    holds: bool


class StateTests:
    """The tests of a function that ask only the state, its argument of this name."""

    def __init__(self, tree: ast.FunctionDef, state: str, rules: KnownForms) -> None:
        self.rules = rules
        self.locals = set(bindings(tree))
        self.places = _places_set(tree)
        self.parts: dict[str, ast.expr] = {}
        if bindings(tree)[state] == 1:
            self.parts[state] = load(_STATE)
        for node in _statements(tree.body):
            match node:
                case ast.Assign([target], value) if (part := self._plain(value)) is not None:
                    if self._is_part(part):
                        self._note(target, part)

    def _is_part(self, node: ast.expr) -> bool:
        """Whether an expression is certainly nothing that a rule may change: a part of the state,
        or a comparison."""
        match node:
            case ast.Name(name):
                return name == _STATE
            case ast.Attribute(value, field):
                return self.rules.module.is_field(field) and self._is_part(value)
            case ast.Subscript(value, index):
                return not isinstance(index, ast.Slice) and self._is_part(value)
        return isinstance(node, ast.Compare)

    def _note(self, target: ast.expr, part: ast.expr) -> None:
        match target:
            case ast.Name(name) if self.places[name][:1] == [_place(target)]:
                if all(place < (_NEVER,) for place in self.places[name]):
                    self.parts[name] = part
            case ast.Tuple(targets) if not any(isinstance(x, ast.Starred) for x in targets):
                for i, one in enumerate(targets):
                    item = ast.Subscript(part, ast.Constant(i), ast.Load())
                    self._note(one, _Numbered(self.rules).visit(item))

    def _plain(self, node: ast.expr) -> ast.expr | None:
        """An expression of the state alone, with the state under one name; None for others."""
        if any(isinstance(x, _INNER) for x in ast.walk(node)):
            return None
        put = _Put(self.parts, self.places)
        plain = put.visit(copy.deepcopy(node))
        if not put.found or any(
            isinstance(x, ast.Name) and x.id in self.locals for x in ast.walk(plain)
        ):
            return None
        found: ast.expr = _Numbered(self.rules).visit(plain)
        return found

    def fact(self, test: ast.expr, holds: bool) -> Fact | None:
        """What a test says of the state if it does, or does not, hold; None for other tests."""
        match test:
            case ast.UnaryOp(ast.Not(), inner):
                return self.fact(inner, not holds)
            case ast.Compare(
                left, [ast.Eq() | ast.Is() | ast.NotEq() | ast.IsNot() as how], [right]
            ):
                negative = isinstance(how, ast.NotEq | ast.IsNot)
                for one, other in ((left, right), (right, left)):
                    value, asked = self.rules.known(other), self._plain(one)
                    if asked is not None and isinstance(value, str | int | enum.Enum):
                        text = ast.unparse(asked)
                        return Fact(text, value, type(value), holds is not negative)
        asked = self._plain(test)
        return None if asked is None else Fact(ast.unparse(asked), True, bool, holds)

    def told(self, tree: ast.FunctionDef) -> dict[int, tuple[Fact, ...]]:
        """What is known of the state where each ``yield`` of the function is run, by its id."""
        found: dict[int, tuple[Fact, ...]] = {}
        self._walk(tree.body, (), found)
        return found

    def _walk(
        self, body: Statements, facts: tuple[Fact, ...], found: dict[int, tuple[Fact, ...]]
    ) -> None:
        for node in body:
            match node:
                case ast.If(test, then, orelse):
                    self._walk(then, (*facts, *self._facts(test, holds=True)), found)
                    self._walk(orelse, (*facts, *self._facts(test, holds=False)), found)
                    if isinstance(then[-1], _LEAVING):
                        facts = (*facts, *self._facts(test, holds=False))
                    elif orelse and isinstance(orelse[-1], _LEAVING):
                        facts = (*facts, *self._facts(test, holds=True))
                case ast.For() | ast.While() | ast.With() | ast.Try():
                    for part in ("body", "orelse", "finalbody"):
                        self._walk(getattr(node, part, []), facts, found)
                case ast.Expr(ast.Yield() as given):
                    found[id(given)] = facts

    def _facts(self, test: ast.expr, *, holds: bool) -> Iterator[Fact]:
        """All that a test says if it does, or does not, hold."""
        joint = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds
        for part in test.values if isinstance(test, ast.BoolOp) and joint else [test]:
            if isinstance(part, ast.BoolOp) and part is not test:
                yield from self._facts(part, holds=holds)
            elif (fact := self.fact(part, holds)) is not None:
                yield fact

    def asked(self, tree: ast.FunctionDef) -> set[str]:
        """What the tests of the function ask of the state."""
        found = set()
        for node in ast.walk(tree):
            tests = [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []
            for test in tests:
                found |= {fact.asked for fact in self._facts(test, holds=True)}
                found |= {fact.asked for fact in self._facts(test, holds=False)}
        return found

    def decided(self, test: ast.expr, known: frozenset[Fact]) -> bool | None:
        """Whether a test holds of a state of which this is known; None if that does not tell."""
        match test:
            case ast.UnaryOp(ast.Not(), inner):
                answer = self.decided(inner, known)
                return None if answer is None else not answer
            case ast.BoolOp(op, values):
                answers = [self.decided(x, known) for x in values]
                ends = isinstance(op, ast.Or)
                return ends if ends in answers else None if None in answers else not ends
        wanted = self.fact(test, holds=True)
        for fact in known if wanted is not None else ():
            if wanted is None or fact.asked != wanted.asked:
                continue
            same = (fact.kind, fact.value) == (wanted.kind, wanted.value)
            if same:
                return fact.holds is wanted.holds
            if fact.holds and fact.kind is wanted.kind:  # it is another constant
                return not wanted.holds
        return None


class _Put(ast.NodeTransformer):
    """Parts of the state in the place of the names of locals, where these are not set again
    before."""

    def __init__(self, parts: dict[str, ast.expr], places: dict[str, list[_Place]]) -> None:
        self.parts, self.places = parts, places
        self.found = False

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.parts or any(x < _place(node) for x in self.places[node.id][1:]):
            return node
        self.found = True
        return copy.deepcopy(self.parts[node.id])


class _Numbered(ast.NodeTransformer):
    """``state[1]`` in the place of ``state.turn``, whose field is the second one."""

    def __init__(self, rules: KnownForms) -> None:
        shape = rules.module.shape
        self.fields = () if shape is None else field_names(shape.cls)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        of_state = isinstance(node.value, ast.Name) and node.value.id == _STATE
        if not (of_state and node.attr in self.fields):
            return node
        place = ast.Constant(self.fields.index(node.attr))
        return ast.Subscript(node.value, place, ast.Load())


def _place(node: ast.expr) -> _Place:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _places_set(tree: ast.FunctionDef) -> dict[str, list[_Place]]:
    """Where each name is set, in order; _NEVER, besides, for one that is set again in a loop, or
    by anything but an assignment."""
    found: dict[str, list[_Place]] = {name: [] for name in bindings(tree)}
    looped = {
        id(x)
        for loop in ast.walk(tree)
        if isinstance(loop, ast.For | ast.While)
        for x in ast.walk(loop)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found[node.id].append(_place(node))
            if id(node) in looped:
                found[node.id].append((_NEVER, 0))
    for name, times in bindings(tree).items():
        if times > sum(place < (_NEVER,) for place in found[name]):
            found[name].append((_NEVER, 0))
    return {name: sorted(places) for name, places in found.items()}


def _statements(body: Statements) -> Iterator[ast.stmt]:
    """The statements of a function, not those of functions inside it."""
    for node in body:
        yield node
        if not isinstance(node, ast.FunctionDef):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, part, []))
