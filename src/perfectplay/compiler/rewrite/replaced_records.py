"""``replace(state, turn=1)``, ``state._replace(turn=1)``."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Sequence
from typing import cast

from perfectplay.compiler.rewrite.records import RecordRewriter
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.own_names import own, protect
from perfectplay.compiler.source.record_kinds import RecordKinds
from perfectplay.compiler.source.syntax_trees import call, call_named, is_plain, located, used_names
from perfectplay.game.shape.record_classes import field_names

_OF_ANY_LENGTH = {own("as_tuple"), own("cut")}
"""Helpers that may give a tuple whose length is not seen."""


class ReplacedRecordRewriter(RecordRewriter):
    """Rewrites such calls."""

    def _with_named_fields(self, node: ast.Call, record: ast.expr) -> None:
        """Write all fields out in ``replace(state, **{name: value})``."""
        classes, others = self.module.record_classes, []
        for keyword in node.keywords:
            match keyword:
                case ast.keyword(None, ast.Dict([ast.expr() as key], [value])) if (
                    len(classes) == 1 and self.has_words
                ):
                    for field in field_names(classes[0]):
                        asked = ast.Compare(key, [ast.Eq()], [ast.Constant(field)])
                        old = ast.Attribute(record, field, ast.Load())
                        others.append(ast.keyword(field, ast.IfExp(asked, value, old)))
                case ast.keyword(None):
                    self.module.constants.met_a_text = True
                    self.refuse(node, "** in a call does not compile", "name each field")
                case _:
                    others.append(keyword)
        node.keywords = [copy.deepcopy(located(x, node)) for x in others]

    def replaced(self, node: ast.Call, record: ast.expr) -> ast.expr:
        """``replace(state, turn=1)``, ``state._replace(turn=1)``."""
        self._with_named_fields(node, record)
        given = {str(keyword.arg): self.visit(keyword.value) for keyword in node.keywords}
        cls = self._class_of_method(record) or self._class_with(list(given), record, node)
        places = [field_names(cls).index(name) for name in given]
        values = map(self.in_field, [cls] * len(places), places, given.values())
        if is_plain(record):
            old = (ast.Attribute(record, x, ast.Load()) for x in given)
            values = map(self._as_long_as, values, old)
        made = call_named(self.module.replacer(cls, places), self.owned(record, cls), *values)
        return self.adjusted(cls, made, node)

    def _as_long_as(self, value: ast.expr, old: ast.expr) -> ast.expr:
        """A tuple whose length is not seen, as long as the one in whose place it comes."""
        if not used_names(value) & _OF_ANY_LENGTH:
            return value
        old = located(old, value)
        before = self.visit(copy.deepcopy(old))
        return call("as_long_as", value, before, ast.Constant(self.module.site(self.place(old))))

    def _class_of_method(self, record: ast.expr) -> type | None:
        """The class of whose method a record is the first argument; None for any other record."""
        arguments = self.function.__code__.co_varnames[: self.function.__code__.co_argcount]
        if not (isinstance(record, ast.Name) and arguments[:1] == (record.id,)):
            return None
        owners = [
            cls for cls in self.module.record_classes or self.module.made_classes
            if inspect.getattr_static(cls, self.function.__name__, None) is self.function
        ]  # fmt: skip
        return owners[0] if len(owners) == 1 else None

    def _class_with(self, names: Sequence[str], record: ast.expr, node: ast.Call) -> type:
        """The only class in the states that has fields of these names, or else the only one that
        rules make, or else the one that the rules show the record to be of."""
        classes = self.module.record_classes
        fitting = [cls for cls in classes if set(names) <= set(field_names(cls))] or [
            cls for cls in self.module.made_classes if set(names) <= set(field_names(cls))
        ]
        if len(fitting) == 1:
            return fitting[0]
        tree = tree_of(self.function)
        protect(tree)
        shown = RecordKinds(tree, self.function, cast(FunctionRules, self)).record(record)
        if shown is not None and shown in fitting:
            return shown
        if len(classes) == 1:
            missing = next(name for name in names if name not in field_names(classes[0]))
            self.refuse(node, f"{classes[0].__name__} has no field {missing}")
        self.refuse(
            node, f"{ast.unparse(node)} does not show whose fields it replaces",
            "write the constructor with all fields",
        )  # fmt: skip
