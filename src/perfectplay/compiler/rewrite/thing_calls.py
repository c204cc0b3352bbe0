"""What rules ask of functions, classes and plain objects in constant tables; see ``things.py``."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Sequence
from enum import Enum
from functools import partial
from types import FunctionType
from typing import Any, cast

from perfectplay.compiler.rewrite.record_methods import RecordMethodRewriter
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    bindings,
    function_of,
    item,
    load,
    located,
    loop_of_yields,
)
from perfectplay.compiler.source.things import called_by, can_take

_Group = tuple[FunctionType | partial[Any], bool]


class ThingRewriter(RecordMethodRewriter):
    """Rewrites attributes and calls of things. ``thing_locals``: the locals that only ever hold
    some of the things, each with these."""

    lifted: list[ast.FunctionDef]
    nested: dict[str, tuple[str, list[str]]]

    def note_things(self, tree: ast.FunctionDef) -> None:
        """Put look-ups in tables in the place of what rules read from things."""
        self.thing_locals: dict[str, list[Enum]] = {}
        things = self.module.constants.things
        if not things.all:
            return
        times = bindings(tree)
        arguments = tree.args.args
        owners = things.owners_of(self.function)
        if owners and arguments and times[arguments[0].arg] == 1:
            self.thing_locals[arguments[0].arg] = owners
        for node in ast.walk(tree):
            match node:
                case ast.For(target, items) | ast.comprehension(target, items):
                    self._note_looped(target, items, times)
                case ast.Assign([ast.Name(name)], value) if times[name] == 1:
                    if found := self._things_at(value):
                        self.thing_locals[name] = found
        tree.body = [_Attributes(self).visit(x) for x in tree.body]

    def _note_looped(self, target: ast.expr, items: ast.expr, times: Any) -> None:
        """Note the locals that loop over things."""
        match target, items:
            case ast.Tuple(targets), ast.Call(function, sources) if self.known(function) is zip:
                for one, source in zip(targets, sources, strict=False):
                    self._note_looped(one, source, times)
                return
            case ast.Tuple([_, one]), ast.Call(function, [source]) if (
                self.known(function) is enumerate
            ):
                self._note_looped(one, source, times)
                return
            case ast.Tuple([_, one]), ast.Call(ast.Attribute(table, "items"), []):
                target, values = one, self._values_of(table)
            case ast.Name(), ast.Call(ast.Attribute(table, "values"), []):
                values = self._values_of(table)
            case _:
                known = self.known(items)
                values = list(known) if isinstance(known, list | tuple) else []
        found = self.module.constants.things.those_in(values)
        if found and isinstance(target, ast.Name) and times[target.id] == 1:
            self.thing_locals[target.id] = found

    def _values_of(self, table: ast.expr) -> list[Any]:
        known = self.known(table)
        return list(known.values()) if isinstance(known, dict) else []

    def _things_at(self, node: ast.expr) -> list[Enum] | None:
        """The things of which an expression certainly is one; None if that is not known."""
        things = self.module.constants.things
        match node:
            case ast.Name(name) if name in self.thing_locals:
                return self.thing_locals[name]
            case ast.Subscript(table, index) if not isinstance(index, ast.Slice):
                known = self.known(table)
                values = known.values() if isinstance(known, dict) else known
                if isinstance(values, list | tuple | type({}.values())):
                    return things.those_in(values)
        return None

    def things_asked(self, node: ast.expr, name: str, *, called: bool) -> list[Enum]:
        """The things of which one may be asked for a name; none if something else may be."""
        if (found := self._things_at(node)) is not None:
            return found
        others = self.module.owners_of(name, FunctionType if called else property)
        if others or self.module.is_field(name) or self.enums_with(name, called=called):
            return []
        return self.module.constants.things.all

    def thing_call(self, node: ast.Call) -> ast.expr | None:
        """A call of a thing, or of a method of one; None for other calls."""
        things = self.module.constants.things
        if not things.all:
            return None
        starred = any(isinstance(x, ast.Starred) for x in node.args)
        asked: dict[Enum, _Group] = {}
        if isinstance(node.func, ast.Attribute):
            receiver, name = node.func.value, node.func.attr
            if isinstance(receiver, ast.Name) and receiver.id == self.self_name:
                return None
            known = things.member(self.known(receiver))
            among = [known] if known else self.things_asked(receiver, name, called=True)
            for member in among:
                if (method := things.method(member, name)) is not None:
                    asked[member] = method
        elif self.known(node.func) is MISSING and not self._is_nested(node.func):
            receiver = node.func
            certain = self._things_at(receiver)
            for member in certain or things.all:
                value = things.value(member)
                inner, count = called_by(value), len(node.args) + len(node.keywords)
                if isinstance(value, partial):
                    count += len(value.args) + len(value.keywords)
                if inner and (certain or starred or can_take(inner, count)):
                    asked[member] = value, False
        if not asked:
            return None
        groups: dict[_Group, list[Enum]] = {}
        for member, group in asked.items():
            groups.setdefault(group, []).append(member)
        if len(groups) == 1:
            ((function, takes),) = groups
            return self._call_of(node, function, [self._receiver(receiver)] if takes else [])
        return self._one_of_several(node, receiver, groups)

    def _is_nested(self, node: ast.expr) -> bool:
        """Whether a function inside the one at hand is called, or a helper of compiled code."""
        return isinstance(node, ast.Name) and (
            node.id in self.nested or node.id.startswith(own(""))
        )

    def _receiver(self, node: ast.expr) -> ast.expr:
        if (member := self.module.constants.things.member(self.known(node))) is not None:
            return self.module.constants.node(member, ast.unparse(node))
        return cast(ast.expr, self.visit(node))

    def _call_of(
        self, node: ast.Call, called: FunctionType | partial[Any], first: Sequence[ast.expr]
    ) -> ast.expr:
        text, function = ast.unparse(node.func), called_by(called)
        if isinstance(called, partial):
            node.args = [*(self.named(x, node) for x in called.args), *node.args]
            others = called.keywords.keys() - {k.arg for k in node.keywords}
            node.keywords += [
                ast.keyword(x, self.named(called.keywords[x], node)) for x in sorted(others)
            ]
        name = self.module.callable_name(function, text, self.place(node))
        return self.renamed(node, name, first)

    def _one_of_several(
        self, node: ast.Call, receiver: ast.expr, groups: dict[_Group, list[Enum]]
    ) -> ast.expr:
        """A call of a new function that calls the function of the thing that it is given."""
        thing = self.fresh_local("thing")
        given = [self.fresh_local("given") for _ in (*node.args, *node.keywords)]
        functions = [called_by(called) for called, _ in groups]
        yields = any(f and f.__code__.co_flags & inspect.CO_GENERATOR for f in functions)
        body: Statements = []
        for (function, takes), members in groups.items():
            places = given[: len(node.args)]
            named = zip(node.keywords, given[len(node.args) :], strict=True)
            one = ast.Call(
                copy.deepcopy(node.func), list(map(_like_argument, node.args, places)),
                [ast.keyword(k.arg, load(x)) for k, x in named],
            )  # fmt: skip
            called = self._call_of(located(one, node), function, [load(thing)] if takes else [])
            among = self.named(tuple(members), receiver)
            test = self.visit(located(ast.Compare(load(thing), [ast.In()], [among]), node))
            run: Statements = [ast.Return(called)]
            if yields:
                run = [loop_of_yields(self.fresh_local("each"), called), ast.Return(None)]
            body.append(ast.If(test, run, []))
        body.append(self.visit(ast.Raise(None, None)))
        name = self.module.fresh_name("one_of")
        self.lifted.append(located(function_of(name, body, [thing, *given]), node))
        values = [x.value if isinstance(x, ast.Starred) else x for x in node.args]
        arguments = [self._receiver(receiver), *(self.argument(self.visit(x)) for x in values)]
        arguments += [self.argument(self.visit(k.value)) for k in node.keywords]
        return ast.Call(load(name), arguments, [])


def _like_argument(argument: ast.expr, name: str) -> ast.expr:
    """A local as an argument, with a star if the argument has one."""
    named = load(name)
    return ast.Starred(named, ast.Load()) if isinstance(argument, ast.Starred) else named


class _Attributes(ast.NodeTransformer):
    """Look-ups in the place of attributes of things."""

    def __init__(self, rewriter: ThingRewriter) -> None:
        self.rewriter = rewriter

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        rules = self.rewriter
        own = isinstance(node.value, ast.Name) and node.value.id == rules.self_name
        changed = not isinstance(node.ctx, ast.Load)
        if own or (not changed and rules.known(node) is not MISSING):
            return node
        if isinstance(node.value, ast.Constant | ast.JoinedStr):
            return node
        things = rules.module.constants.things
        among = rules.things_asked(node.value, node.attr, called=False)
        found = things.with_attribute(node.attr, among)
        if not found:
            return node
        if changed:
            idiom = "rules must not change anything but their locals"
            rules.refuse(node, f"{ast.unparse(node)} is changed by a rule", idiom)
        return located(item(rules.named(found, node), node.value), node)
