"""Loops of ``moves`` over another method that yields moves of unlike kinds, written out.

``for move in self.candidates(state): if self.legal(state, move): yield move``: compiled code has no
generator of unlike things. So the body of the other method stands in the place of the loop, and the
body of the loop in the place of each ``yield``.
"""

from __future__ import annotations

import ast
import builtins
import copy
from types import FunctionType
from typing import Any, Protocol

from perfectplay.compiler.idioms.changes_in_place import (
    CHANGING,
    ORDERING,
    ChangeRules,
    calls_what_changes,
    changed_in_place,
    may_change,
)
from perfectplay.compiler.idioms.left_loops import (
    Known,
    body_with,
    left_by,
    with_flag,
    with_rounds,
    without_returns,
)
from perfectplay.compiler.idioms.moves_apart import as_yields
from perfectplay.compiler.idioms.unset_names import raise_unset
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_source import place_of, plain, tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import protect
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.syntax_trees import (
    Renaming,
    Statements,
    Substitution,
    bindings,
    flat,
    is_plain,
    located,
    names_of_comprehensions,
    read_names,
    store,
)

_MOST_YIELDS, _DEEPEST = 12, 3
_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Global, ast.Nonlocal, ast.Try)


class HelperRules(ChangeRules, Protocol):
    """What is asked of the rewriter of ``moves``."""

    self_name: str | None
    settled: dict[str, Any]

    def gives_unlike(self, tree: ast.FunctionDef) -> bool:
        """Whether a generator, a method of the game, gives moves of unlike kinds."""


def write_out_helpers(tree: ast.FunctionDef, rules: HelperRules, *, asked: bool = True) -> None:
    """Write out such loops of ``moves``, in place; leave any others as they are. ``asked``: False
    for the loops over moves of other methods, which yield nothing."""
    changed = copy.deepcopy(tree)
    if asked:
        as_yields(changed, rules.fresh_local)
    written = _WrittenOut(rules, changed, asked=asked)
    body = flat(written.visit(x) for x in changed.body)
    if written.done:
        tree.body = body


class _WrittenOut(ast.NodeTransformer):
    """``done``: whether a loop has been written out."""

    def __init__(
        self, rules: HelperRules, tree: ast.FunctionDef, depth: int = 0, *, asked: bool = True
    ) -> None:
        self.rules, self.tree, self.depth, self.asked = rules, tree, depth, asked
        self.done = False

    def visit_For(self, node: ast.For) -> ast.stmt | Statements:
        found = self._instead(node)
        if found is None:
            self.generic_visit(node)
            return node
        self.done = True
        return found

    def _instead(self, node: ast.For) -> Statements | None:
        items = node.iter
        match items:
            case ast.Call(ast.Name("list" | "tuple"), [collected], []):
                items = collected
        match items, node.target:
            case ast.Call(called, given, []), ast.Name(each):
                if self.depth > _DEEPEST:
                    return None
            case _:
                return None
        fresh = self.rules.fresh_local
        body, left = with_flag(_without_continue(copy.deepcopy(node.body)), fresh)
        body = with_rounds(body, fresh)
        inner = [x for part in body for x in ast.walk(part)]
        jumps = (*((ast.Return,) if self.depth else ()), *_SCOPES)
        uses = sum(isinstance(x, ast.Name) and x.id == each for x in ast.walk(self.tree))
        inside = sum(isinstance(x, ast.Name) and x.id == each for x in ast.walk(node))
        if any(isinstance(x, jumps) for x in inner) or uses != inside:
            return None
        if self.asked and not any(isinstance(x, ast.Yield) for x in inner):
            return None
        if each in bindings(ast.Module(body, [])):
            return None
        helper = self._helper(called)
        if helper is None or any(may_change(x, self.rules) for x in given if not is_plain(x)):
            return None
        if self._may_change(body, helper, each, given):
            return None
        before = self._arguments(helper, given)
        if before is None:
            return None
        yields = _Yields(each, body, self.rules.known)
        statements = flat(yields.visit(x) for x in helper.body)
        statements = left_by([located(x, node) for x in statements], left, fresh, node.orelse)
        return [*(located(x, node) for x in before), *statements]

    def _may_change(
        self, body: Statements, helper: ast.FunctionDef, each: str, given: list[ast.expr]
    ) -> bool:
        """Whether the body of a loop may change what the helper goes on with, or what it yielded:
        that would be asked once more."""
        changed = changed_in_place(body)
        values = set() if self.depth else {x.arg for x in self.tree.args.args}
        own = {self.rules.self_name}
        shared = {x.id for part in given for x in ast.walk(part) if isinstance(x, ast.Name)}
        lists = any(isinstance(x, ast.Yield) and _is_list(x.value) for x in ast.walk(helper))
        if each in changed:
            return True
        if not lists and not shared - values - own:
            return False
        return bool(changed) or calls_what_changes(body, self.rules, self.rules.source.function)

    def _called(self, called: ast.expr) -> RuleFunction | None:
        """The method of the game, or the function, that yields what is looped over."""
        match called:
            case ast.Attribute(ast.Name(name), method) if name == self.rules.self_name:
                source = self.rules.module.method_source(method, None, "")
                return source if source.first == "self" else None
        function = self.rules.known(called)
        plainly = isinstance(called, ast.Name | ast.Attribute)
        return RuleFunction(function) if plainly and isinstance(function, FunctionType) else None

    def _helper(self, called: ast.expr) -> ast.FunctionDef | None:
        """The tree of what yields moves of unlike kinds, its locals under new names; None if it
        cannot be written out."""
        rules = self.rules
        try:
            source = self._called(called)
            if source is None:
                return None
            function = source.function
            tree = tree_of(function)
            protect(tree)
            plain(tree, tree.name, place_of(function))
        except NotCompilable:
            return None
        if function.__code__.co_freevars or not tree.args.args or tree.args.defaults:
            return None
        mine = tree.args.args.pop(0).arg if source.first else ""
        as_yields(tree, rules.fresh_local)
        tree.body = without_returns(_without_returns(tree.body), rules.fresh_local)
        raise_unset(tree, rules.fresh_local)
        globals_ = read_names(tree) - bindings(tree).keys() - {mine}
        if globals_ & {"super", "__class__"}:
            return None
        if source.owner is not rules.source.owner and any(map(_is_private, ast.walk(tree))):
            return None
        if names_of_comprehensions(tree) & function.__globals__.keys():
            return None
        names = {name: rules.fresh_local(name) for name in bindings(tree)}
        for name in globals_ - {own for own in globals_ if self._is_same(own, function)}:
            if name not in function.__globals__:
                return None  # a builtin, which is another thing here
            names[name] = rules.fresh_local(name)
            rules.settled[names[name]] = function.__globals__[name]
        if mine:
            names[mine] = rules.self_name or ""
        tree.body = [Renaming(names).visit(x) for x in tree.body]
        tree.args.args = [ast.arg(names[x.arg]) for x in tree.args.args]
        deeper = _WrittenOut(rules, tree, self.depth + 1)
        tree.body = flat(deeper.visit(x) for x in tree.body)
        nodes = [x for part in tree.body for x in ast.walk(part)]
        yields = [x for x in nodes if isinstance(x, ast.Yield)]
        plainly = sum(isinstance(x, ast.Expr) and isinstance(x.value, ast.Yield) for x in nodes)
        others = (ast.Return, ast.YieldFrom, *_SCOPES)
        if len(yields) != plainly or any(isinstance(x, others) for x in nodes):
            return None
        if not 0 < len(yields) <= _MOST_YIELDS or any(map(_does_something, yields)):
            return None
        if not rules.gives_unlike(tree):
            return None
        return tree

    def _is_same(self, name: str, function: FunctionType) -> bool:
        """Whether a name of the module of a function, or of builtins, is the same thing here."""
        here = self.rules.source.function.__globals__
        if name in bindings(self.tree) or name in self.rules.settled:
            return False
        home = function.__globals__
        return here is home or (
            here.get(name, MISSING) is home.get(name, MISSING)
            and (name in here or hasattr(builtins, name))
        )

    def _arguments(self, helper: ast.FunctionDef, given: list[ast.expr]) -> Statements | None:
        """The statements that give a method its arguments; those that nobody sets are replaced."""
        arguments = [x.arg for x in helper.args.args]
        if len(arguments) != len(given):
            return None
        before: Statements = []
        mine, theirs = bindings(self.tree), bindings(ast.Module(helper.body, []))
        same: dict[str, ast.expr] = {}
        for name, value in zip(arguments, given, strict=True):
            kept = isinstance(value, ast.Constant) or (
                isinstance(value, ast.Name) and mine[value.id] < 2
            )
            if kept and not theirs[name]:
                same[name] = value
            else:
                before.append(ast.Assign([store(name)], copy.deepcopy(value)))
        again = Substitution(same)
        helper.body = [again.visit(x) for x in helper.body]
        return before


class _Yields(ast.NodeTransformer):
    """Puts the body of a loop in the place of each ``yield``, with what is yielded in it."""

    def __init__(self, each: str, body: Statements, known: Known) -> None:
        self.each, self.body, self.known = each, body, known

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements:
        match node.value:
            case ast.Yield(ast.expr() as value):
                return body_with(self.body, self.each, value, self.known)
        return node


def _is_private(node: ast.AST) -> bool:
    """Whether it is an attribute whose name is another one in each class."""
    return isinstance(node, ast.Attribute) and node.attr[:2] == "__" != node.attr[-2:]


def _does_something(node: ast.Yield) -> bool:
    """Whether what is yielded may be another value, or do something, if it is asked twice."""
    for x in ast.walk(node):
        match x:
            case ast.NamedExpr() | ast.Await():
                return True
            case ast.Call(ast.Name("next" | "iter")):
                return True
            case ast.Call(ast.Attribute(_, name) | ast.Name(name)) if name in CHANGING | ORDERING:
                return True
    return False


def _is_list(node: ast.expr | None) -> bool:
    """Whether it is a list that is made where it stands."""
    match node:
        case ast.List() | ast.ListComp() | ast.Call(ast.Name("list")):
            return True
    return False


def _without_continue(body: Statements) -> Statements:
    """The body of a loop with ``if c: continue`` as a test of what follows."""
    for i, node in enumerate(body):
        match node:
            case ast.If(test, [ast.Continue()], []):
                rest = _without_continue(body[i + 1 :]) or [ast.Pass()]
                again = ast.If(ast.UnaryOp(ast.Not(), test), rest, [])
                return [*body[:i], located(again, node)]
    return body


def _without_returns(body: Statements) -> Statements:
    """The body of a generator with ``if c: ...; return`` as one of two branches; no return at its
    end."""
    for i, node in enumerate(body):
        match node:
            case ast.Return():
                return body[:i]
            case ast.If(test, [*first, ast.Return()], orelse):
                rest = _without_returns([*orelse, *body[i + 1 :]])
                again = ast.If(test, _without_returns(first) or [ast.Pass()], rest)
                return [*body[:i], located(again, node)]
    return body
