"""Calls of methods, and properties, of NamedTuples and frozen dataclasses."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Iterator
from types import FunctionType
from typing import Any, cast

from perfectplay.compiler.idioms.given_dicts import RESULT, marked_forms
from perfectplay.compiler.idioms.own_ways import WAY
from perfectplay.compiler.rewrite.replaced_records import ReplacedRecordRewriter
from perfectplay.compiler.source.move_forms import Fixed, Form, Number, Several, type_of_form
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    call,
    call_named,
    function_of,
    load,
    located,
    loop_of_yields,
    store,
)
from perfectplay.compiler.source.things import can_take
from perfectplay.game.game import Game
from perfectplay.game.shape.record_classes import field_names, is_bare, own_ways


class RecordMethodRewriter(ReplacedRecordRewriter):
    """Rewrites such calls: of which class a record is, the rules tell, or the compiler's types."""

    def method_by_name(self, node: ast.Call) -> ast.expr | None:
        """``getattr(state, move)()``: the methods of a class in the states that take as much, by
        their names; ``getattr(self, "do_" + verb)()``: those of the game; None for other calls."""
        match node.func:
            case ast.Call(function, [record, name], []) if self.known(function) is getattr:
                pass
            case _:
                return None
        known = self.known(name)
        if type(known) is str:
            method = ast.Attribute(record, known, ast.Load())
            plain = ast.Call(method, node.args, node.keywords)
            return cast(ast.expr, self.visit(located(plain, node)))
        before, asked, after = _parts_of_name(name)
        count = 1 + len(node.args) + len(node.keywords)
        of_game = isinstance(record, ast.Name) and record.id == self.self_name
        names = {
            each: each[len(before) : len(each) - len(after)]
            for each, own in self._methods(of_game=of_game)
            if isinstance(own, FunctionType) and not each.startswith("__") and can_take(own, count)
            and each.startswith(before) and each[len(before) :].endswith(after)
        }  # fmt: skip
        if not names or not self.has_words:
            self.module.constants.met_a_text = True
            self.refuse(node, f"{ast.unparse(node)} does not compile", "call each by its name")
        value, which = self.module.fresh_name("record"), self.module.fresh_name("which")
        body: Statements = [ast.Assign([store(which)], asked)]
        if not of_game:
            body.insert(0, ast.Assign([store(value)], record))
        for each, word in names.items():
            receiver = load(self.self_name or "") if of_game else load(value)
            method = ast.Attribute(receiver, each, ast.Load())
            found = ast.Call(method, copy.deepcopy(node.args), copy.deepcopy(node.keywords))
            test: ast.expr = ast.Compare(load(which), [ast.Eq()], [ast.Constant(word)])
            if word.isdecimal() and word == str(int(word)):  # f"do_{number}"
                number = ast.Compare(load(which), [ast.Eq()], [ast.Constant(int(word))])
                test = ast.BoolOp(ast.Or(), [test, number])
            body.append(ast.If(test, [ast.Return(found)], []))
        body.append(ast.Raise(None, None))
        named = function_of(self.module.fresh_name("named"), body)
        return self.lifted_call(located(named, node), "named")

    def _methods(self, *, of_game: bool) -> Iterator[tuple[str, Any]]:
        """What a name may stand for: the methods of the classes in the states, or those of the game
        that are not the methods that every game has."""
        if not of_game:
            for cls in self.module.record_classes:
                yield from ((name, own) for name, own in vars(cls).items() if name[:1] != "_")
            return
        bases = type(self.module.game).__mro__
        for cls in bases[: bases.index(Game)]:
            yield from ((name, own) for name, own in vars(cls).items() if not hasattr(Game, name))

    def method_of_form(self, node: ast.Call) -> ast.expr | None:
        """A method of a move whose class is known; None for other calls."""
        if not isinstance(node.func, ast.Attribute):
            return None
        receiver, method = node.func.value, node.func.attr
        form: Form = self.form_here(receiver)
        value = self.known(receiver)
        if is_bare(type(value)):
            form = Fixed(value, type(value))
        cls = type_of_form(form) if isinstance(form, Several | Fixed) else None
        own = inspect.getattr_static(cls, method, None) if cls is not None else None
        if cls is None or not isinstance(own, FunctionType):
            return None
        if not (field_names(cls) or is_bare(cls)):
            return None
        forms = ((0, form), *((i + 1, given) for i, given in self.argument_forms(node)))
        name = self.module.callable_name(own, method, self.place(node), forms)
        made = ast.Constant(0) if isinstance(form, Fixed) else self.visit(receiver)
        return self.renamed(node, name, [made])

    def own_way(self, node: ast.Call) -> ast.expr | None:
        """``state[i]``, ``len(state)`` and the like, of a class with such methods; None for other
        calls."""
        cls = getattr(node, WAY, None)
        if cls is None or not isinstance(node.func, ast.Attribute):
            return None
        record, method = node.func.value, node.func.attr
        function = own_ways(cls)[method]
        yields = bool(function.__code__.co_flags & inspect.CO_GENERATOR)
        looped = method == "__iter__" and not yields
        forms, place = marked_forms(node), self.place(node)
        match node.args:
            case [ast.Tuple(parts)] if not any(isinstance(x, ast.Starred) for x in parts):
                forms = (*forms, (1, Several((None,) * len(parts))))
            case [ast.Constant(int(number))] if type(number) is int:
                forms = (*forms, (1, Number(sure=True)))
        name = self.module.callable_name(function, method, place, forms, looped)
        return self.renamed(node, name, [self.owned(record, cls)])

    def record_method(self, node: ast.Call) -> ast.expr | None:
        """``state._replace(...)``, and methods of the classes in the states."""
        if not isinstance(node.func, ast.Attribute):
            return None
        receiver, method = node.func.value, node.func.attr
        classes = self.module.record_classes
        if method == "_replace" and classes:
            return self.replaced(node, receiver)
        owners = self.module.makers_of(method, FunctionType)
        if not owners:
            return None
        if len(owners) > 1:
            return self.of_several_classes(node, receiver, method, owners)
        cls, function = owners[0]
        forms = tuple((place + (place != RESULT), form) for place, form in marked_forms(node))
        name = self.module.callable_name(function, method, self.place(node), forms)
        return self.renamed(node, name, [self.owned(receiver, cls)])

    def of_several_classes(
        self, node: ast.expr, receiver: ast.expr, name: str,
        owners: list[tuple[type, FunctionType]],
    ) -> ast.expr:  # fmt: skip
        """A call of the method, or of the property, that the class of a record has under a name:
        the compiler's types tell which."""
        for cls, function in owners:
            try:
                self.module.picked_name(cls, name, function, self.place(node))
            except NotCompilable:
                if cls in self.module.record_classes:
                    raise  # of a class that only rules make, nobody may ask
        whole, value = self.fresh_local("value"), self.fresh_local("record")
        arguments = [*node.args, *node.keywords] if isinstance(node, ast.Call) else []
        if any(isinstance(x, ast.Starred) or getattr(x, "arg", "") is None for x in arguments):
            self.refuse(node, f"{ast.unparse(node)} does not compile", "write out the arguments")
        given = [self.fresh_local("given") for _ in arguments]
        places = [load(x) for x, a in zip(given, arguments, strict=True) if isinstance(a, ast.expr)]
        named = [
            ast.keyword(a.arg, load(x))
            for x, a in zip(given, arguments, strict=True) if isinstance(a, ast.keyword)
        ]  # fmt: skip
        kinds = {bool(f.__code__.co_flags & inspect.CO_GENERATOR) for _, f in owners}
        if len(kinds) > 1:
            idiom = "give the methods of the other classes other names"
            self.refuse(node, f"{name} yields in one class and returns in another", idiom)
        picked = call("picked", load(value), ast.Constant(name))
        found = ast.Call(picked, [load(value), *places], named)
        body: list[ast.stmt] = [ast.Assign([store(value)], call("there", load(whole)))]
        if True in kinds:
            body += [loop_of_yields(self.fresh_local("each"), found)]
        else:
            body += [ast.Return(found)]
        made = self.module.fresh_name(name)
        self.lifted.append(located(function_of(made, body, [whole, *given]), node))
        values = [x.value if isinstance(x, ast.keyword) else x for x in arguments]
        visited = [self.argument(self.visit(x)) for x in (receiver, *values)]
        return located(call_named(made, *visited), node)


def _parts_of_name(name: ast.expr) -> tuple[str, ast.expr, str]:
    """The text that is spelled before and after the only thing in ``"do_" + verb`` or an f-string
    that is not constant, and that thing; another expression as a whole.

    >>> parts = _parts_of_name(ast.parse("f'do_{verb}_now'", mode="eval").body)
    >>> parts[0], ast.unparse(parts[1]), parts[2]
    ('do_', 'verb', '_now')
    """
    before, after, asked = "", "", name
    match name:
        case ast.JoinedStr(parts):
            places = [i for i, x in enumerate(parts) if isinstance(x, ast.FormattedValue)]
            texts = [str(x.value) if isinstance(x, ast.Constant) else "" for x in parts]
            held: Any = parts[places[0]] if len(places) == 1 else None
            plain = isinstance(held, ast.FormattedValue) and held.conversion == -1
            if plain and held.format_spec is None:
                asked = held.value
                before, after = "".join(texts[: places[0]]), "".join(texts[places[0] :])
        case ast.BinOp(ast.Constant(str(text)), ast.Add(), other):
            before, asked = text, other
        case ast.BinOp(other, ast.Add(), ast.Constant(str(text))):
            asked, after = other, text
    return before, asked, after
