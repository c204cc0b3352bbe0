"""Moves of unlike forms: compiled code has what a move leads to in the place of the move.

``yield ("drop", c)`` beside ``yield "pass"`` has no type in compiled code. But kernels only hand
moves to ``play`` and its like. So ``moves`` yields *options* instead, ``(play(state, move), ...)``,
with a translation of ``play`` for each form of a move.
"""

from __future__ import annotations

import ast
import copy
from typing import cast

from perfectplay.compiler.folding.counted_moves import COUNTED_MOVES, TEXT_ASKED
from perfectplay.compiler.folding.expressions_apart import APART
from perfectplay.compiler.folding.form_reader import GivenForms
from perfectplay.compiler.folding.given_forms import Sources
from perfectplay.compiler.folding.state_facts import StateTests
from perfectplay.compiler.folding.state_words_given import are_words
from perfectplay.compiler.folding.written_moves import written_form, written_values
from perfectplay.compiler.idioms.given_dicts import marked_forms
from perfectplay.compiler.idioms.lists_of_moves import tuples_put
from perfectplay.compiler.idioms.moves_apart import all_yielded
from perfectplay.compiler.rewrite.iterator_calls import IteratorRewriter
from perfectplay.compiler.source.function_source import place_of, plain, tree_of
from perfectplay.compiler.source.move_forms import (
    Apart,
    ArgumentForms,
    Fixed,
    Form,
    KnownState,
    Number,
    Several,
    Spelled,
    are_unlike,
    equals,
)
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import own, protect
from perfectplay.compiler.source.recursion import depth
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bindings,
    call,
    call_named,
    flat,
    load,
    located,
    store,
    tuple_of,
)

_FORMS = "pp_forms"
"""Marks a call of ``moves`` with what is known of its arguments."""

ASKED = ("play", "moves_again", "gain", "order")
"""The methods that are given a move."""

NOBODY = ("",)
"""Asks for moves whose number alone matters: options are numbers then. A constant text may follow:
1 stands for that move, 0 for others."""

OPTION = own("option")
"""The name that stands for the option of a move until the move is rewritten."""


class OptionRewriter(IteratorRewriter):
    """Rewrites moves of unlike forms, and calls that are given a move whose form is known."""

    def __init__(self, module: RulesModule, source: RuleFunction, self_name: str | None) -> None:
        super().__init__(module, source, self_name)
        self.asked: tuple[str, ...] = ()
        self.given: tuple[Form, ...] = ()
        self.told: list[dict[str, KnownState]] = []
        self.state = ""

    def take_options(self, tree: ast.FunctionDef, asked: tuple[str, ...]) -> bool:
        """Make a method that gives moves one that gives options, if moves are of unlike forms;
        whether it has been done.

        ``asked``: the methods that are given the moves, ``play`` first.
        """
        changed = copy.deepcopy(tree)
        all_yielded(changed, self)
        moves = [x.value for x in ast.walk(changed) if isinstance(x, ast.Yield) and x.value]
        names, sources = set(self.local_names), Sources(self, changed)
        self.local_names |= set(sources.times)
        forms = [self._apart_or(move, sources) for move in moves]
        for node in list(ast.walk(changed)) if self.module.takes_apart else ():
            if isinstance(node, ast.Call):
                node.args = [self._given_apart(x, sources, forms) for x in node.args]
        for x in ast.walk(changed):
            if isinstance(x, ast.Call):  # copies of it are given the same
                setattr(x, _FORMS, _telling([sources.form_of(argument) for argument in x.args]))
        self.local_names = names
        unlike = are_unlike(forms, texts=self.module.constants.has_texts)
        if self.module.vary and self.module.constants.text_room and self.module.plays.text_moves:
            return False
        if unlike and are_words(moves, forms, changed, self):
            return False
        parts = any(isinstance(form, Apart) for form in forms)
        if (not unlike or None in forms) and not parts and self._any_length(changed):
            self.module.let_vary()
            return False
        if not (unlike or parts or self.module.has_options) or not changed.args.args:
            return False
        self.module.has_options = True
        self.module.has_parts |= parts
        self.asked, self.given = asked, tuple(forms)
        self.told = self._told(changed, asked)
        self.state = changed.args.args[0].arg
        if bindings(changed)[self.state] > 1:
            kept = self.fresh_local("state")
            copied = ast.Assign([store(kept)], load(self.state))
            changed.body.insert(0, located(copied, changed.body[0]))
            self.state = kept
        numbers = {id(move): i for i, move in enumerate(moves)}
        tree.body = flat(_Options(self, numbers).visit(x) for x in changed.body)
        return True

    def _told(self, tree: ast.FunctionDef, asked: tuple[str, ...]) -> list[dict[str, KnownState]]:
        """For each move what is known of the state where it is given, of what each of the methods
        asks that take it."""
        state = tree.args.args[0].arg
        told = StateTests(tree, state, self).told(tree)
        roles = asked if asked[0] and any(told.values()) else ()
        wanted = {role: self._asked_of_state(role) for role in roles}
        moves = [x for x in ast.walk(tree) if isinstance(x, ast.Yield) and x.value]
        found = []
        for move in moves:
            facts = told.get(id(move), ())
            known = {
                role: KnownState(frozenset(x for x in facts if x.asked in those))
                for role, those in wanted.items()
            }
            found.append({role: one for role, one in known.items() if one.facts})
        return found

    def _asked_of_state(self, role: str) -> set[str]:
        """What a method asks of its first argument, a state."""
        source = self.module.method_source(role, None, "")
        try:
            tree = tree_of(source.function)
        except NotCompilable:  # which is said where it is translated
            return set()
        protect(tree)
        arguments = tree.args.args[source.first is not None :]
        return StateTests(tree, arguments[0].arg, self).asked(tree) if arguments else set()

    def _any_length(self, tree: ast.FunctionDef) -> bool:
        """Whether moves are tuples of any length: plays at random show it; or `moves` makes tuples
        of which nobody sees the length, and they are not as long as a state there."""
        plays = self.module.plays
        if plays.longest_move or not plays.move_lengths:
            return bool(plays.longest_move)
        state = self.module.examples[self.module.state_name]
        as_long = isinstance(state, tuple) and len(state) in plays.move_lengths
        made = (ast.GeneratorExp, ast.ListComp)
        return not (as_long or all(isinstance(x, made) for x in tuples_put(tree)))

    def _apart_or(self, move: ast.expr, sources: Sources) -> Form:
        """The form of a move: the parts of a text that is put together, if that is asked."""
        if self.module.takes_apart:
            apart = written_form(move, sources, self.module.plays.move_samples)
            if apart is not None:
                return apart
        return sources.form_of_move(move)

    def _given_apart(self, node: ast.expr, sources: Sources, moves: list[Form]) -> ast.expr:
        """An argument; the values in it if it is one of the moves that are texts put together."""
        form = written_form(node, sources, self.module.plays.move_samples)
        if form is None or form not in moves:
            return node
        self.module.apart_forms.append(form)
        place = ast.Constant(len(self.module.apart_forms) - 1)
        return located(call(APART, written_values(node, self), place), node)

    def option(self, node: ast.Call) -> ast.expr | None:
        """The option of a move; None for other calls."""
        match node:
            case ast.Call(ast.Name(name), [move, ast.Constant(int(number))], []) if name == OPTION:
                form = self.given[number]
                form = Number(sure=False) if form is None else form
                made = ast.Constant(0) if isinstance(form, Fixed) else self.visit(move)
                if form == Number(sure=False):
                    made = call("number_move", made)
                for i, item in enumerate(form.items if isinstance(form, Several) else ()):
                    if item == Number(sure=False):
                        made = call("number_item", made, ast.Constant(i))
                parts = []
                for role in self.asked if self.asked[0] else ():
                    state = self.told[number].get(role)
                    forms = ((1, form),) if state is None else ((0, state), (1, form))
                    name = self.module.method_name(role, None, self.place(node), forms=forms)
                    before = [depth(inside=False)] if name in self.module.recursive else []
                    given = (*before, load(self.state), copy.deepcopy(made))
                    parts.append(call_named(name, *given))
                whole = tuple_of(*parts) if parts else self._whether_asked(node, form)
                return located(whole, node)
            case ast.Call(ast.Name(name), [values, _], []) if name == own(APART):
                return cast(ast.expr, self.visit(values))
            case ast.Call(ast.Name(name)) if name == COUNTED_MOVES:
                asked = (*NOBODY, *getattr(node, TEXT_ASKED, ()))
                name = self.module.method_name(
                    "moves", None, self.place(node), iterated=True, asked=asked
                )
                return self.renamed(node, name)
        return None

    def _whether_asked(self, node: ast.Call, form: Form) -> ast.expr:
        """1 for a move that is the text that is asked for, 0 for other moves."""
        answer = equals(form, self.asked[1]) if self.asked[1:] else False
        if answer is None:
            idiom = f"a name for what is asked: whether {self.asked[1]!r} is a move here"
            self.refuse(node, "whether a move is a constant text cannot be seen", idiom)
        return ast.Constant(int(answer))

    def never_none(self, node: ast.Call) -> bool:
        """Whether a call is of moves of unlike kinds, and none of them is None."""
        match node.func:
            case ast.Attribute(ast.Name(name), "moves") if (
                name == self.self_name and self.module.has_options
            ):
                given = self.forms_given("moves", node)
                none = Fixed(None, type(None))
                return given is not None and none not in given.items
        return False

    def argument_forms(self, node: ast.Call) -> ArgumentForms:
        """What is known of a call's arguments that are moves, or parts of one, or dicts."""
        if any(isinstance(x, ast.Starred) for x in node.args):
            return ()
        apart = tuple((i, form) for i, x in enumerate(node.args) if (form := self._apart_given(x)))
        return (*self._moves_given(node), *marked_forms(node), *apart)

    def _apart_given(self, node: ast.expr) -> Form:
        match node:
            case ast.Call(ast.Name(name), [_, ast.Constant(int(place))], []) if name == own(APART):
                return self.module.apart_forms[place]
        return None

    def _moves_given(self, node: ast.Call) -> ArgumentForms:
        if (known := getattr(node, _FORMS, None)) is not None:
            return known  # type: ignore[no-any-return]
        forms = [self.form_here(argument) for argument in node.args]
        match node.func:
            case ast.Attribute(_, method) if self.module.has_options and method in ASKED:
                forms[1:2] = [self.form_of_known(argument) for argument in node.args[1:2]]
        telling = _telling(forms)
        if self.module.vary:  # a tuple is longer from call to call
            return tuple(x for x in telling if not isinstance(x[1], Several))
        return telling

    def gives_unlike(self, tree: ast.FunctionDef) -> bool:
        """Whether a generator, a method of the game, gives moves of unlike kinds."""
        inner = type(self)(self.module, self.source, self.self_name)
        inner.local_names |= set(bindings(tree))
        inner.settled |= self.settled
        moves = [x.value for x in ast.walk(tree) if isinstance(x, ast.Yield) and x.value]
        sources = Sources(inner, tree)
        forms = [inner._apart_or(move, sources) for move in moves]
        unlike = are_unlike(forms, texts=self.module.constants.has_texts)
        return unlike or any(isinstance(form, Apart) for form in forms)

    def forms_given(self, method: str, node: ast.Call) -> GivenForms | None:
        """The forms of what a method of the game gives; None if they cannot be seen."""
        try:
            return self.forms_of(self.module.method_source(method, None, self.place(node)))
        except NotCompilable:  # which is said where it is translated
            return None

    def forms_of(self, source: RuleFunction) -> GivenForms | None:
        """The forms of what a function gives; None if they cannot be seen."""
        mine = (id(self.module.game), source)
        if mine in self.module.read:
            return None
        self.module.read.add(mine)
        try:
            tree = tree_of(source.function)
            protect(tree)
            plain(tree, tree.name, place_of(source.function))
            own = source.first is not None and tree.args.args
            inner = type(self)(self.module, source, tree.args.args.pop(0).arg if own else None)
            inner.local_names |= set(bindings(tree))
            return Sources(inner, tree).given()
        except NotCompilable:
            return None
        finally:
            self.module.read.discard(mine)


def _telling(forms: list[Form]) -> ArgumentForms:
    """The forms of arguments for which a function is translated anew: not those of numbers."""
    return tuple((i, form) for i, form in enumerate(forms) if _tells(form))


def _tells(form: Form) -> bool:
    if isinstance(form, Several | Spelled):
        return True
    return isinstance(form, Fixed) and not isinstance(form.value, int)


class _Options(ast.NodeTransformer):
    """Marks the moves that are yielded; moves for which several methods ask have a name first."""

    def __init__(self, rules: OptionRewriter, numbers: dict[int, int]) -> None:
        self.rules = rules
        self.numbers = numbers

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements:
        if not (isinstance(node.value, ast.Yield) and node.value.value is not None):
            return node
        move = node.value.value
        number = self.numbers[id(move)]
        if isinstance(self.rules.given[number], Apart):
            move = written_values(move, self.rules)
        before: Statements = []
        several = len(self.rules.asked) > 1 and not isinstance(self.rules.given[number], Fixed)
        if several and not isinstance(move, ast.Name):
            name = self.rules.fresh_local("move")
            before, move = [ast.Assign([store(name)], move)], load(name)
        option = call("option", move, ast.Constant(number))
        return [located(x, node) for x in (*before, ast.Expr(ast.Yield(option)))]
