"""Calls of methods, and properties, of NamedTuples and frozen dataclasses."""

from __future__ import annotations

import ast
import copy
import inspect
from types import FunctionType
from typing import cast

from perfectplay.compiler.idioms.given_dicts import marked_forms
from perfectplay.compiler.rewrite.records import RecordRewriter
from perfectplay.compiler.source.constants import NotCompilable
from perfectplay.compiler.source.move_forms import Fixed, Form, Several, type_of_form
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
from perfectplay.game.shape.record_classes import field_names, is_bare


class RecordMethodRewriter(RecordRewriter):
    """Rewrites such calls: of which class a record is, the rules tell, or the compiler's types."""

    def method_by_name(self, node: ast.Call) -> ast.expr | None:
        """``getattr(state, move)()``: the methods of a class in the states that take as much, by
        their names; None for other calls."""
        match node.func:
            case ast.Call(function, [record, name], []) if self.known(function) is getattr:
                pass
            case _:
                return None
        known = self.known(name)
        if type(known) is str:
            asked = ast.Attribute(record, known, ast.Load())
            plain = ast.Call(asked, node.args, node.keywords)
            return cast(ast.expr, self.visit(located(plain, node)))
        count = 1 + len(node.args) + len(node.keywords)
        names = dict.fromkeys(
            each for cls in self.module.record_classes for each, own in vars(cls).items()
            if isinstance(own, FunctionType) and not each.startswith("_") and can_take(own, count)
        )  # fmt: skip
        if not names or not self.has_words:
            self.module.constants.met_a_text = True
            self.refuse(node, f"{ast.unparse(node)} does not compile", "call each by its name")
        value, which = self.module.fresh_name("record"), self.module.fresh_name("which")
        body: Statements = [
            ast.Assign([store(value)], record), ast.Assign([store(which)], name),
        ]  # fmt: skip
        for each in names:
            method = ast.Attribute(load(value), each, ast.Load())
            found = ast.Call(method, copy.deepcopy(node.args), copy.deepcopy(node.keywords))
            test = ast.Compare(load(which), [ast.Eq()], [ast.Constant(each)])
            body.append(ast.If(test, [ast.Return(found)], []))
        body.append(ast.Raise(None, None))
        named = function_of(self.module.fresh_name("named"), body)
        return self.lifted_call(located(named, node), "named")

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

    def record_method(self, node: ast.Call) -> ast.expr | None:
        """``state._replace(...)``, and methods of the classes in the states."""
        if not isinstance(node.func, ast.Attribute):
            return None
        receiver, method = node.func.value, node.func.attr
        classes = self.module.record_classes
        if method == "_replace" and classes:
            return self.replaced(node, receiver)
        owners = self.module.makers_of(method, FunctionType)
        if not owners or method in ("count", "index"):
            return None
        if len(owners) > 1:
            return self.of_several_classes(node, receiver, method, owners)
        cls, function = owners[0]
        forms = marked_forms(node)
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
