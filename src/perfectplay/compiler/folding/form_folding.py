"""Constant folding with what is known of a move's form: its tests, lengths and parts."""

from __future__ import annotations

import ast
import copy
import enum
from abc import abstractmethod
from dataclasses import is_dataclass
from types import FunctionType
from typing import Any

from perfectplay.compiler.folding.folding import Folding
from perfectplay.compiler.folding.impossible_uses import raise_where_impossible
from perfectplay.compiler.folding.matching import if_chain
from perfectplay.compiler.folding.move_patterns import fitting
from perfectplay.compiler.folding.state_facts import Fact, StateTests
from perfectplay.compiler.folding.texts_apart import take_text_apart
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.move_forms import (
    Apart,
    ArgumentForms,
    Fixed,
    Form,
    GivenDict,
    GivenTable,
    KnownState,
    Several,
    Spelled,
    equals,
    form_of_constant,
    is_instance,
    part,
    type_of_form,
)
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    bindings,
    flat,
    items_apart,
    load,
    located,
    read_names,
    store,
    takes_apart,
)
from perfectplay.game.shape.joined_trees import classes_in
from perfectplay.game.shape.record_classes import field_names

_ENDS = (ast.Return, ast.Raise)


class FormFolding(Folding):
    """Finds constant expressions where the forms of some arguments are known."""

    def __init__(self, module: RulesModule, source: RuleFunction, self_name: str | None) -> None:
        super().__init__(module, source, self_name)
        self.forms: dict[str, Form] = {}
        self.tests: StateTests | None = None
        self.facts: frozenset[Fact] = frozenset()

    def take_forms(self, tree: ast.FunctionDef, given: ArgumentForms) -> None:
        """Put in what is known of a function's arguments, and leave out what is never run then."""
        times = bindings(tree)
        for place, form in given:
            if isinstance(form, GivenDict):
                continue
            if isinstance(form, KnownState):
                self.tests = StateTests(tree, tree.args.args[place].arg, self)
                self.facts = form.facts
                continue
            argument = tree.args.args[place]
            if isinstance(form, GivenTable) and form.row:
                self._take_row(tree, argument.arg, form.table)
                continue
            if times[argument.arg] > 1:  # set again: another name for what was given
                named = store(argument.arg)
                argument.arg = self.fresh_local(argument.arg)
                copied = ast.Assign([named], load(argument.arg))
                tree.body.insert(0, located(copied, tree.body[0]))
            text = form.value if isinstance(form, Fixed) else None
            if isinstance(form, Apart):
                take_text_apart(tree, argument, form, self)
                continue
            if type(text) is str and self.module.has_parts:
                take_text_apart(tree, argument, Apart((text,), (), ()), self)
            self._note(argument.arg, form)
        if given:
            self._settle_and_run(tree)
            raise_where_impossible(tree, self, plays=self._plays)
            tree.body = flat(self._taken_apart(x, tree) for x in tree.body)
            self._settle_and_run(tree)

    @property
    def _plays(self) -> bool:
        """Whether the function is ``play``."""
        return self.function.__name__ == "play" and self.source.owner is not None

    def _take_row(self, tree: ast.FunctionDef, index: str, table: Any) -> None:
        """Put in the row of a table whose index is given in its place."""
        named, row = self.fresh_local("table"), self.fresh_local("row")
        self.settled[named] = table
        for node in (x for statement in tree.body for x in ast.walk(statement)):
            if isinstance(node, ast.Name) and node.id == index:
                node.id = row
        taken = ast.Assign([store(row)], ast.Subscript(load(named), load(index), ast.Load()))
        tree.body.insert(0, located(taken, tree.body[0]))

    def _settle_and_run(self, tree: ast.FunctionDef) -> None:
        """Find what is known, and leave out what is never run, until nothing changes."""
        body: Statements = []
        while body != tree.body:
            body = tree.body
            self._settle_forms(tree)
            tree.body = self._run(body)

    @abstractmethod
    def fresh_local(self, wanted: str) -> str:
        """A new name for a local."""

    @abstractmethod
    def rule_called(self, node: ast.Call) -> tuple[FunctionType, int] | None:
        """The function that a call is of, which is told what is known of its arguments."""

    def _note(self, name: str, form: Form) -> None:
        if isinstance(form, Fixed):
            self.settled[name] = form.value
        if isinstance(form, GivenTable):
            self.settled[name] = form.table
        else:
            self.forms[name] = form

    def _settle_forms(self, tree: ast.FunctionDef) -> None:
        """Find the locals that are set once, in the function's own body, to what is known."""
        self.settle(tree.body, tree)
        times = bindings(tree)
        for statement in tree.body:
            match statement:
                case ast.Assign([target], value) if (form := self.form_here(value)) is not None:
                    self._settle_target(target, form, times)

    def _settle_target(self, target: ast.expr, form: Form, times: dict[str, int]) -> None:
        match target:
            case ast.Name(name) if times[name] == 1:
                self._note(name, form)
            case ast.Tuple(targets) | ast.List(targets):
                stars = [i for i, x in enumerate(targets) if isinstance(x, ast.Starred)]
                before = stars[0] if stars else len(targets)
                for i, one in enumerate(targets):
                    if i != before:
                        index = i if i < before else i - len(targets)
                        self._settle_target(one, part(form, index), times)

    def _run(self, body: Statements) -> Statements:
        """The statements without branches that are not taken, and without what follows an end."""
        found: Statements = []
        for node in body:
            match node:
                case ast.Match() if (form := self.form_here(node.subject)) is not None:
                    subject = self.fresh_local("subject")
                    self._note(subject, form)
                    cases = [fitting(each, form, self.known) for each in node.cases]
                    there = ast.Match(node.subject, [each for each in cases if each is not None])
                    found += self._run(if_chain(located(there, node), subject, self.place))
                case ast.If(test, then, orelse) if (answer := self.decided(test)) is not None:
                    found += self._run(then if answer else orelse)
                case ast.If() | ast.For() | ast.While():
                    node.body, node.orelse = self._run(node.body), self._run(node.orelse)
                    found.append(node)
                case _:
                    found.append(node)
            if found and isinstance(found[-1], _ENDS):
                break
        return found or [ast.copy_location(ast.Pass(), body[0])] if body else []

    def _taken_apart(self, node: ast.stmt, tree: ast.FunctionDef) -> ast.stmt | Statements:
        """``kind, *rest = move`` as one assignment each; the rest is a tuple if that makes no
        difference."""
        match node:
            case ast.Assign([ast.Tuple(targets) | ast.List(targets)], whole):
                stars = [i for i, x in enumerate(targets) if isinstance(x, ast.Starred)]
                if not stars or not isinstance(self.form_here(whole), Several):
                    return node
            case _:
                return node
        found: Statements = []
        for one, value in zip(targets, items_apart(whole, len(targets), stars[0]), strict=True):
            match one, value:
                case ast.Starred(ast.Name(name)), ast.Call(_, [rest]):
                    if name in read_names(tree):
                        as_tuple = _is_only_taken_apart(name, tree)
                        found.append(ast.Assign([one.value], rest if as_tuple else value))
                case _:
                    found.append(ast.Assign([one], value))
        return all_located(copy.deepcopy(found), node)

    # --- what is known ----------------------------------------------------------------------------

    def form_here(self, node: ast.expr) -> Form:
        """The form of an argument, of a local, or of a part of one; None for anything else."""
        match node:
            case ast.Name(name):
                return self.forms.get(name)
            case ast.Subscript(value, ast.Slice(lower, upper, step)):
                whole = self.form_here(value)
                edges = [None if x is None else self.known(x) for x in (lower, upper, step)]
                if isinstance(whole, Several) and MISSING not in edges:
                    return Several(whole.items[slice(*edges)])
            case ast.Subscript(value, index):
                place = self.known(index)
                return part(self.form_here(value), place) if type(place) is int else None
            case ast.Attribute(value, name):
                whole = self.form_here(value)
                names = field_names(whole.cls) if isinstance(whole, Several) else ()
                return part(whole, names.index(name)) if name in names else None
        return None

    def decided(self, node: ast.expr) -> bool | None:
        form = self.form_here(node)
        if isinstance(form, Several):
            return bool(form.items) or not issubclass(form.cls, tuple)
        told = self.tests.decided(node, self.facts) if self.tests and self.facts else None
        return super().decided(node) if told is None else told

    def _known_Subscript(self, node: ast.Subscript) -> Any:
        form = self.form_here(node)
        return form.value if isinstance(form, Fixed) else super()._known_Subscript(node)

    def _known_Attribute(self, node: ast.Attribute) -> Any:
        form = self.form_here(node)
        return form.value if isinstance(form, Fixed) else super()._known_Attribute(node)

    def _known_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not) and isinstance(self.form_here(node.operand), Several):
            return not self.decided(node.operand)
        return super()._known_UnaryOp(node)

    def _known_Call(self, node: ast.Call) -> Any:
        match node:
            case ast.Call(function, [value], []) if self.known(function) is len:
                form = self.form_here(value)
                if isinstance(form, Several):
                    return len(form.items)
                if isinstance(form, Spelled) and form.length is not None:
                    return form.length
            case ast.Call(function, [value, kinds], []) if self.known(function) is isinstance:
                form = self.form_here(value)
                answer = None if form is None else is_instance(form, self.known(kinds))
                return MISSING if answer is None else answer
            case ast.Call(ast.Name(name), [value], []) if name == own("is_row"):
                return self._is_row(value)
        return super()._known_Call(node)

    def _is_row(self, value: ast.expr) -> Any:
        """Whether a pattern of a sequence may match: none matches a text, bytes or a dataclass."""
        constants, form = self.module.constants, self.form_here(value)
        if isinstance(form, Several):
            return issubclass(form.cls, tuple)
        if form is not None:
            return isinstance(form, Fixed) and isinstance(form.value, tuple)
        unlike = constants.words is not None or constants.has_bytes or self._names_dataclasses()
        return MISSING if unlike else True

    def _names_dataclasses(self) -> bool:
        """Whether the rules may name a dataclass that is no game."""
        game = type(self.module.game)
        held = classes_in(self.module.shape)
        named = (*self.function.__globals__.values(), *vars(game).values(), *held)
        return any(
            is_dataclass(x) and not issubclass(game, x) for x in named if isinstance(x, type)
        )

    def _known_Compare(self, node: ast.Compare) -> Any:
        answer = self._compared(node) if len(node.ops) == 1 else None
        return super()._known_Compare(node) if answer is None else answer

    def _compared(self, node: ast.Compare) -> bool | None:
        """The answer of a comparison with a move, or a part of it, if it is known."""
        left, op, right = node.left, node.ops[0], node.comparators[0]
        answer: bool | None = None
        match op:
            case ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot():
                answer = self._same(left, right, exactly=isinstance(op, ast.Is | ast.IsNot))
            case ast.In() | ast.NotIn():
                answer = self._is_among(left, right)
        negative = isinstance(op, ast.NotEq | ast.IsNot | ast.NotIn)
        return answer if answer is None else answer is not negative

    def _same(self, left: ast.expr, right: ast.expr, *, exactly: bool) -> bool | None:
        for one, other in ((left, right), (right, left)):
            match one:
                case ast.Call(function, [value], []) if self.known(function) is type:
                    cls, form = self.known(other), self.form_here(value)
                    own = type_of_form(form)
                    return own is cls if own is not None and isinstance(cls, type) else None
            form, known = self.form_here(one), self.known(other)
            if form is None or known is MISSING:
                continue
            if not exactly:
                return equals(form, known)
            if known is None or isinstance(known, bool | enum.Enum):
                return form.value is known if isinstance(form, Fixed) else False
        return None

    def _is_among(self, wanted: ast.expr, where: ast.expr) -> bool | None:
        form, items = self.form_here(wanted), self.known(where)
        if form is not None and isinstance(items, tuple | list | set | frozenset | dict):
            answers = [equals(form, x) for x in items]
        else:
            whole, known = self.form_here(where), self.known(wanted)
            if isinstance(whole, Spelled) and type(known) is str and len(known) == 1:
                return whole.holds(known)
            if not isinstance(whole, Several) or known is MISSING:
                return None
            answers = [equals(x, known) for x in whole.items]
        return True if True in answers else None if None in answers else False

    def form_of_known(self, node: ast.expr) -> Form:
        """The form of an expression that is known, or a constant; None for others."""
        form = self.form_here(node)
        known = self.known(node) if form is None else MISSING
        return form if known is MISSING else form_of_constant(known)


def _is_only_taken_apart(name: str, tree: ast.FunctionDef) -> bool:
    """Whether a local is set once, and its uses only index it, loop over it or unpack it."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    uses = [x for x in parents if isinstance(x, ast.Name) and x.id == name]
    read = [use for use in uses if isinstance(use.ctx, ast.Load)]
    return len(uses) == len(read) + 1 and all(takes_apart(parents[use], use) for use in read)
