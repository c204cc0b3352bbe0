"""Calls in the rules: of methods, and of helpers."""

from __future__ import annotations

import ast
import copy
import dataclasses
import inspect
from abc import abstractmethod
from collections import Counter, deque
from collections.abc import Sequence
from enum import EnumMeta
from types import FunctionType, MethodType
from typing import cast

from perfectplay.compiler.idioms.changes_in_place import may_change
from perfectplay.compiler.rewrite.builtin_calls import BuiltinCallRewriter, gives_the_same
from perfectplay.compiler.source.base_methods import asks_base
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.iterators import ITERATED_MARK
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import call, load, located
from perfectplay.game.shape.record_classes import field_names

_REPLACE = (dataclasses.replace, getattr(copy, "replace", dataclasses.replace))
_PLAIN = (list, tuple, dict, set, frozenset, str, bytes, bytearray, int, range, Counter, deque)
_METHODS = ("bit_count", "bit_length", "count", "index")


class CallRewriter(BuiltinCallRewriter):
    """Rewrites calls; `Rewriter` does the rest."""

    def __init__(self, module: RulesModule, source: RuleFunction, self_name: str | None) -> None:
        super().__init__(module, source, self_name)
        self.nested: dict[str, tuple[str, list[str]]] = {}
        self.lifted: list[ast.FunctionDef] = []

    @abstractmethod
    def refuse_sets_in_sets(self, items: Sequence[ast.expr]) -> None:
        """Refuse a set whose elements are plainly sets."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if (known := self.constant(node)) is not None:
            return known
        self.without_needless_keywords(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "add":
            self.refuse_sets_in_sets(node.args)
        rewritten = (
            self.own_way(node)
            or self.option(node)
            or self._of_table(node)
            or self._of_member(node)
            or self.by_key(node)
            or self.method_by_name(node)
            or self._nested_call(node)
            or self._method_call(node)
            or self.attribute_by_name(node)
            or self.iterator_call(node)
            or self.builtin_call(node)
            or self.method_of_form(node)
            or self.thing_call(node)
            or self._function_call(node)
            or self.record_method(node)
            or self._number_method(node)
        )
        if rewritten is None:
            self.generic_visit(node)
            rewritten = node
        return ast.copy_location(rewritten, node)

    # --- constant dicts ---------------------------------------------------------------------------

    def _of_table(self, node: ast.Call) -> ast.expr | None:
        """``D.get(key, default)``, and the search for a key."""
        match node:
            case ast.Call(ast.Name(name), [keys, wanted], []) if name == own("place_of"):
                return call("place_of", self.items(keys), self.visit(wanted))
            case ast.Call(ast.Attribute(table, "get"), [key, *default], []) if isinstance(
                self.known(table), dict
            ):
                if not gives_the_same(key):
                    reason = f"{ast.unparse(key)} is looked up, and may not be asked twice"
                    self.refuse(node, reason, "keep it in a variable before")
                if default and may_change(default[0], self):  # Python asks for it in any case
                    reason = f"{ast.unparse(default[0])} may change something"
                    self.refuse(node, reason, "keep it in a variable before")
                found = ast.Subscript(copy.deepcopy(table), copy.deepcopy(key), ast.Load())
                there = ast.Compare(key, [ast.In()], [table])
                other = default[0] if default else ast.Constant(None)
                return cast(ast.expr, self.visit(located(ast.IfExp(there, found, other), node)))
        return None

    def _of_member(self, node: ast.Call) -> ast.expr | None:
        """A method without arguments of a member of an Enum, or the member with a value; None for
        other calls."""
        match node:
            case ast.Call(ast.Attribute() as asked, [], []) if self.known(asked) is MISSING:
                found = self.of_member(asked, called=True)
            case ast.Call(asked, [value], []) if isinstance(cls := self.known(asked), EnumMeta):
                found = self.member_with(cls, value, asked)
            case ast.Call(ast.Attribute(member, method) as asked) if self.known(asked) is MISSING:
                return self._asked_of_member(node, member, method)
            case _:
                return None
        return None if found is None else cast(ast.expr, self.visit(located(found, node)))

    def _asked_of_member(self, node: ast.Call, member: ast.expr, method: str) -> ast.expr | None:
        """A method with arguments that only one Enum has, and nothing else; None for other
        calls."""
        classes = self.enums_with(method, called=True)
        own = inspect.getattr_static(classes[0], method, None) if len(classes) == 1 else None
        if not isinstance(own, FunctionType) or self._others_have(method):
            return None
        forms = tuple((i + 1, form) for i, form in self.argument_forms(node))
        name = self.module.callable_name(own, method, self.place(node), forms)
        return self.renamed(node, name, [self.visit(member)])

    def _others_have(self, method: str) -> bool:
        """Whether the game, records, things, or values of Python have a method of this name."""
        things = self.module.constants.things
        return (
            any(callable(getattr(x, method, 0)) for x in (type(self.module.game), *_PLAIN))
            or bool(self.module.owners_of(method, FunctionType))
            or any(things.method(thing, method) is not None for thing in things.all)
        )

    # --- methods of the game, functions of the module ---------------------------------------------

    def _nested_call(self, node: ast.Call) -> ast.expr | None:
        if isinstance(node.func, ast.Name) and node.func.id in self.nested:
            name, free = self.nested[node.func.id]
            given = [self.argument(load(x)) for x in free]
            if name in self.module.listed_names:  # it gives all its items at once
                given = [call("lasting", x) for x in given]
            return self.renamed(node, name, given)
        return None

    def _method_call(self, node: ast.Call) -> ast.expr | None:
        """``self.m(...)``, ``super().m(...)``, ``Base.m(self, ...)``; None for other calls."""
        place = self.place(node)
        match node.func:
            case ast.Attribute(ast.Name(name), method) if name == self.self_name:
                found = getattr(self.module.game, "__dict__", {}).get(method)
                if isinstance(found, FunctionType):  # a field that holds a function
                    return self.renamed(node, self.module.callable_name(found, method, place))
                if isinstance(self.known(node.func), type):  # a property that is a class
                    return None
                forms, iterated = self.argument_forms(node), hasattr(node, ITERATED_MARK)
                name = self.module.method_name(method, None, place, iterated=iterated, forms=forms)
                return self.renamed(node, name)
            case ast.Attribute(ast.Call(ast.Name("super"), given, []), method):
                below = self._class_of_super(node, given, method)
                return self.renamed(node, self.module.method_name(method, below, place))
            case ast.Attribute(base, method) if (
                node.args and isinstance(node.args[0], ast.Name)
                and node.args[0].id == self.self_name
            ):  # fmt: skip
                cls = self.known(base)
                if isinstance(cls, type) and isinstance(self.module.game, cls):
                    del node.args[0]
                    return self.renamed(node, self.module.method_of(cls, method, place))
        return None

    def _class_of_super(self, node: ast.Call, given: list[ast.expr], method: str) -> type | None:
        """The class below whose bases ``super()``, or ``super(Base, self)``, looks for a method."""
        idiom = f"name the class: Base.{method}(self)"
        if self.self_name is None:
            self.refuse(node, "super() outside of a game's methods does not compile", idiom)
        if not given:
            return self.owner
        match given:
            case [base, ast.Name(name)] if name == self.self_name:
                cls = self.known(base)
                if isinstance(cls, type) and isinstance(self.module.game, cls):
                    return cls
        self.refuse(node, f"{ast.unparse(node.func)} does not compile", idiom)

    def _function_call(self, node: ast.Call) -> ast.expr | None:
        target = self.known(node.func)
        place = self.place(node)
        if isinstance(target, type) and field_names(target):
            return self.record(node, target)
        if target in self.module.made_classes:
            return self.renamed(node, self.module.maker_of_objects(target, place))
        if any(target is function for function in _REPLACE) and len(node.args) == 1:
            return self.replaced(node, node.args[0])
        if isinstance(target, MethodType) and isinstance(target.__self__, type):
            if issubclass(target.__self__, tuple) and target.__name__ == "_make":
                return self.filled_record(target.__self__, node.args[0])
            if isinstance(self.module.game, target.__self__):  # a class method, by its class
                if asks_base(target, type(self.module.game)):
                    reason = f"{ast.unparse(node.func)} asks what this game has otherwise"
                    self.refuse(node, reason, "a function of the module, or self in place of it")
                name = self.module.method_of(target.__self__, target.__name__, place)
                return self.renamed(node, name)
        if target is MISSING:
            return None
        if isinstance(node.func, ast.Attribute):
            receiver = self.known(node.func.value)
            if isinstance(receiver, tuple | list) and node.func.attr in _METHODS:
                return None
            if type(receiver) is str and self.has_words and node.func.attr == "index":
                return None  # a word of several letters is not found, which raises
            if isinstance(receiver, list | dict | set | str):
                self.visit(node.func.value)  # which says what to write instead
        if target is isinstance and len(node.args) == 2:
            cls = self.known(node.args[1])
            if isinstance(cls, type) and field_names(cls):
                return call("is_of", self.visit(node.args[0]), load(self.module.named_tuple(cls)))
        if target in (isinstance, type):
            reason = f"{ast.unparse(node)} is not decided by the text of the rules"
            idiom = (
                "it is for the kind of a move, if its name is not set again in the method, and "
                "moves() gives each kind as it is: yield i, yield (i, j)"
            )
            self.refuse(node, reason, idiom)
        forms = self.argument_forms(node)
        text, iterated = ast.unparse(node.func), hasattr(node, ITERATED_MARK)
        return self.renamed(node, self.module.callable_name(target, text, place, forms, iterated))

    def _number_method(self, node: ast.Call) -> ast.expr | None:
        """Methods of numbers and tuples."""
        if not isinstance(node.func, ast.Attribute):
            return None
        receiver, method = node.func.value, node.func.attr
        match node:  # the ones of a number, as they were counted before int.bit_count
            case ast.Call(
                ast.Attribute(ast.Call(inner, [number], []), "count"), [ast.Constant("1")], []
            ) if self.known(inner) is bin:
                return call("bit_count", self.visit(number))
        if method == "sort" and not node.args and all(k.arg == "reverse" for k in node.keywords):
            return call(
                "sort_list", self.visit(receiver), *(self.visit(k.value) for k in node.keywords)
            )
        if method in _METHODS:
            arguments = [self.visit(argument) for argument in node.args]
            if self.has_words:
                arguments = [call("as_word", argument) for argument in arguments]
            looped = method in ("count", "index")
            whole = self.items(receiver) if looped else self.visit(receiver)
            return call(method, whole, *arguments)
        return None
