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
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from perfectplay.compiler.folding.form_reader import KnownForms, part_given
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    FUNCTIONS,
    Statements,
    bindings,
    load,
)
from perfectplay.game.shape.record_classes import field_names
from perfectplay.game.shape.shape_tree import Part, ShapeTree

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_INNER = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr)
_ALIKE = (ast.Eq, ast.Is, ast.NotEq, ast.IsNot)
_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
_CONSTANTS = (str, int, enum.Enum, tuple, frozenset, range, type(None))
_LASTING = (type, FunctionType, BuiltinFunctionType, ModuleType)
_NEVER = 1 << 40
_STATE = "pp state"
"""Stands for the state, under whatever name a function has it."""


class Truth:
    """The kind of what is no comparison: ``if state.left``."""


@dataclass(frozen=True)
class Fact:
    """A part of a state, or what is asked of it, is (or is not: ``holds``) a ``value``. ``kind``:
    the type of the value, since 1 and True are equal; or Truth, if it is true, or is not."""

    asked: str
    value: Any
    kind: type
    holds: bool


class StateTests:
    """The tests of a function that ask only the state, its argument of this name."""

    def __init__(self, tree: ast.FunctionDef, state: str, rules: KnownForms) -> None:
        self.rules = rules
        self.runs = _Runs(tree)
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
        shape = self.rules.module.shape
        state: dict[str, Part | ShapeTree] = {} if shape is None else {_STATE: shape}
        whole = isinstance(node, ast.Name | ast.Compare)
        return whole or part_given(node, state, self.rules) is not None

    def _note(self, target: ast.expr, part: ast.expr) -> None:
        match target:
            case ast.Name(name) if self.runs.is_first(target):
                self.parts[name] = part
            case ast.Tuple(targets) if not any(isinstance(x, ast.Starred) for x in targets):
                for i, one in enumerate(targets):
                    self._note(one, ast.Subscript(part, ast.Constant(i), ast.Load()))

    def _plain(self, node: ast.expr) -> ast.expr | None:
        """An expression of the state alone, with the state, its fields and constants under one
        name each; None for others."""
        if any(isinstance(x, _INNER) for x in ast.walk(node)):
            return None
        names = [x for x in ast.walk(node) if isinstance(x, ast.Name) and x.id in self.parts]
        if not names or not all(map(self.runs.is_before_set_again, names)):
            return None
        put = _Put(self)
        plain: ast.expr = put.visit(copy.deepcopy(node))
        return None if put.unknown else plain

    def fact(self, test: ast.expr, holds: bool) -> Fact | None:
        """What a test says of the state if it does, or does not, hold; None for other tests."""
        match test:
            case ast.UnaryOp(ast.Not(), inner):
                return self.fact(inner, not holds)
            case ast.Compare(left, [how], [right]) if isinstance(how, _ALIKE):
                negative = isinstance(how, ast.NotEq | ast.IsNot)
                for one, other in ((left, right), (right, left)):
                    value, asked = self.rules.known(other), self._plain(one)
                    if asked is not None and isinstance(value, str | int | enum.Enum):
                        exactly = isinstance(how, ast.Is | ast.IsNot) and isinstance(value, int)
                        text = ("is " if exactly else "") + ast.unparse(asked)  # 1 is not True
                        return Fact(text, value, type(value), holds is not negative)
        asked = self._plain(test)
        return None if asked is None else Fact(ast.unparse(asked), True, Truth, holds)

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
            if fact.holds and wanted.kind is Truth:
                return bool(fact.value) is wanted.holds
        return None


class _Put(ast.NodeTransformer):
    """Parts of the state in the place of the names of locals, and values in the place of other
    names. ``unknown``: something else is asked, too."""

    def __init__(self, tests: StateTests) -> None:
        self.tests, self.rules = tests, tests.rules
        self.unknown = False
        shape = self.rules.module.shape
        self.fields = () if shape is None else field_names(shape.cls)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if (part := self.tests.parts.get(node.id)) is not None:
            return copy.deepcopy(part)
        if node.id == self.rules.self_name:
            return load("self")
        value = MISSING if node.id in self.tests.runs.times else self.rules.known(node)
        if isinstance(value, _CONSTANTS):
            return load(f"{type(value).__qualname__} {value!r}")
        if value is MISSING or not isinstance(value, _LASTING):
            self.unknown = True
        return load(f"value {id(value)}")

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        of_state = isinstance(node.value, ast.Name) and node.value.id == _STATE
        if not (of_state and node.attr in self.fields):
            return node
        place = ast.Constant(self.fields.index(node.attr))
        return ast.Subscript(node.value, place, ast.Load())


class _Runs:
    """In which order the names of a function are set and read, not in loops and functions inside
    it: the statements of its tree may come from other lines, and stand there several times."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.times = bindings(tree)
        self.sets: dict[str, list[int]] = {}
        self.turns: dict[int, int] = {}
        self._again: set[int] = set()
        self._kept: list[ast.Name] = []  # so that no other name gets the identity of one
        self._walk(tree.body, looped=False)

    def _walk(self, body: Statements, *, looped: bool) -> None:
        for node in body:
            inner = [x for part in _BODIES for x in getattr(node, part, [])]
            within = {id(x) for statement in inner for x in ast.walk(statement)}
            loop = looped or isinstance(node, ast.For | ast.While | ast.Try | ast.Match)
            self._name(node, within, looped=loop)
            if not isinstance(node, ast.FunctionDef):
                self._walk([x for x in inner if isinstance(x, ast.stmt)], looped=loop)

    def _name(self, node: ast.stmt, within: set[int], *, looped: bool) -> None:
        """Number the names of a statement, what is set after what is read."""
        names = [x for x in _own_nodes(node) if isinstance(x, ast.Name) and id(x) not in within]
        asked = [x for x in _own_nodes(node) if isinstance(x, ast.NamedExpr)]
        early = {id(x.target) for x in asked}  # set, perhaps, before others are read
        order = {
            id(x): 1 if isinstance(x.ctx, ast.Load) else 2 * (id(x) not in early) for x in names
        }
        for each in sorted(names, key=lambda x: order[id(x)]):
            if id(each) in self.turns:
                self._again.add(id(each))
            self._kept.append(each)
            self.turns[id(each)] = len(self._kept)
            if not isinstance(each.ctx, ast.Load):
                turns = self.sets.setdefault(each.id, [])
                turns += [self.turns[id(each)]] + [_NEVER] * looped

    def _alone(self, name: str) -> bool:
        return self.times[name] == 1

    def is_first(self, target: ast.Name) -> bool:
        """Whether a name is set here first, and never in a way whose turn is not known."""
        sets = self.sets.get(target.id, [])
        if self._alone(target.id):
            return bool(sets)
        known = len(sets) == self.times[target.id] and _NEVER not in sets
        return known and sets[0] == self.turns.get(id(target)) and id(target) not in self._again

    def is_before_set_again(self, name: ast.Name) -> bool:
        """Whether a name that is read has what it was set to first."""
        if self._alone(name.id):
            return True
        turn = self.turns.get(id(name))
        return turn is not None and id(name) not in self._again and turn < self.sets[name.id][1]


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a statement that are run when it is: not those of functions in it."""
    yield node
    if not isinstance(node, (*FUNCTIONS, *COMPREHENSIONS)):
        for child in ast.iter_child_nodes(node):
            yield from _own_nodes(child)


def _statements(body: Statements) -> Iterator[ast.stmt]:
    """The statements of a function, not those of functions inside it."""
    for node in body:
        yield node
        if not isinstance(node, ast.FunctionDef):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(node, part, []))
