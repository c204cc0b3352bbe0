"""Calls of NamedTuples and frozen dataclasses: their constructors, methods, changes of fields."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from types import FunctionType

from perfectplay.compiler.idioms.given_dicts import marked_forms
from perfectplay.compiler.rewrite.conditionals import ConditionalRewriter
from perfectplay.compiler.source.recursion import depth
from perfectplay.compiler.source.syntax_trees import call, call_named, load, tuple_of, zeros
from perfectplay.game.shape.record_classes import field_defaults, field_names
from perfectplay.game.shape.shape_tree import NONE, Part, ShapeTree
from perfectplay.game.shape.state_words import EMPTY, Word


class RecordRewriter(ConditionalRewriter):
    """Rewrites such calls. Compiled, a frozen dataclass is a NamedTuple."""

    def renamed(self, node: ast.Call, name: str, first: Sequence[ast.expr] = ()) -> ast.expr:
        """The call under another name, with further arguments before its own."""
        if name in self.module.recursive:
            inside = name == self.name
            if name in self.module.unfinished and (self.lifting or not inside):
                reason = f"{ast.unparse(node)} calls itself in a function or expression of its own"
                self.refuse(node, reason, "write a loop")
            first = [depth(inside=inside), *first]
        node.func = ast.copy_location(load(name), node.func)
        node.args = [*first, *(self.argument(self.visit(each)) for each in node.args)]
        if any(keyword.arg is None for keyword in node.keywords):
            self.refuse(node, "** in a call does not compile")
        node.keywords = [
            ast.keyword(keyword.arg, self.argument(self.visit(keyword.value)))
            for keyword in node.keywords
        ]
        return node

    def record(self, node: ast.Call, cls: type) -> ast.expr:
        """``State(board, turn)``, ``State(*cells)``."""
        if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            return self.filled_record(cls, node.args[0].value)
        names = field_names(cls)
        given = dict(zip(names, node.args, strict=False))
        given |= {k.arg: k.value for k in node.keywords if k.arg in names}
        given = {name: self.visit(value) for name, value in given.items()}
        for name, default in field_defaults(cls).items():
            given.setdefault(name, self.module.constants.node(default, name))
        if set(given) != set(names) or len(node.args) + len(node.keywords) > len(given):
            self.refuse(node, f"{ast.unparse(node)} does not give the fields of {cls.__name__}")
        kept = (self.in_field(cls, i, given[field]) for i, field in enumerate(names))
        return call_named(self.module.named_tuple(cls), *kept)

    def in_field(self, cls: type, place: int, value: ast.expr) -> ast.expr:
        """The value of a field of a record: one that may be None always has that type."""
        parts = [tree.parts[place] for tree in _trees_of(cls, self.module.shape)]
        held = [x.parts[1] for x in parts if isinstance(x, ShapeTree) and x.cls is NONE]
        blank = self._blank(held[0]) if held else None
        return value if blank is None else call("perhaps_like", value, blank)

    def _blank(self, part: Part | ShapeTree) -> ast.expr | None:
        """What stands where a number or a tuple is None, of the same type."""
        if not isinstance(part, ShapeTree):
            empty = call("word_of", ast.Constant(EMPTY))
            return empty if part is Word else ast.Constant(False if part is bool else 0)
        items = [item for inner in part.parts if (item := self._blank(inner)) is not None]
        named = bool(field_names(part.cls))
        if len(items) < len(part.parts) or not (part.cls is tuple or named):
            return None
        return call_named(self.module.named_tuple(part.cls), *items) if named else tuple_of(*items)

    def filled_record(self, cls: type, items: ast.expr) -> ast.expr:
        """``State(*cells)``, ``State._make(cells)``."""
        name = self.module.named_tuple_of_tuple(cls)
        hint = zeros(len(field_names(cls)))
        return call_named(name, self.filled("as_tuple", self.items(items), items, hint=hint))

    def replaced(self, node: ast.Call, record: ast.expr) -> ast.expr:
        """``replace(state, turn=1)``, ``state._replace(turn=1)``."""
        given = {str(keyword.arg): self.visit(keyword.value) for keyword in node.keywords}
        cls = self._class_with(list(given), node)
        places = [field_names(cls).index(name) for name in given]
        values = map(self.in_field, [cls] * len(places), places, given.values())
        return call_named(self.module.replacer(cls, places), self.visit(record), *values)

    def _class_with(self, names: Sequence[str], node: ast.Call) -> type:
        """The only class in the states that has fields of these names."""
        classes = self.module.record_classes
        fitting = [cls for cls in classes if set(names) <= set(field_names(cls))]
        if len(fitting) == 1:
            return fitting[0]
        if len(classes) == 1:
            missing = next(name for name in names if name not in field_names(classes[0]))
            self.refuse(node, f"{classes[0].__name__} has no field {missing}")
        self.refuse(
            node, f"{ast.unparse(node)} does not show whose fields it replaces",
            "write the constructor with all fields",
        )  # fmt: skip

    def record_method(self, node: ast.Call) -> ast.expr | None:
        """``state._replace(...)``, and methods of the classes in the states."""
        if not isinstance(node.func, ast.Attribute):
            return None
        receiver, method = node.func.value, node.func.attr
        classes = self.module.record_classes
        if method == "_replace" and classes:
            return self.replaced(node, receiver)
        owners = self.module.owners_of(method, FunctionType)
        if len(owners) != 1 or method in ("count", "index"):
            return None
        cls, function = owners[0]
        forms = marked_forms(node)
        name = self.module.callable_name(function, method, self.place(node), forms)
        return self.renamed(node, name, [self.owned(receiver, cls)])

    def owned(self, receiver: ast.expr, cls: type) -> ast.expr:
        """The receiver of a method or property of a class; compiled code refuses another one."""
        name = ast.Constant(self.module.named_tuple(cls))
        return call("owned", self.visit(receiver), name)


def _trees_of(cls: type, shape: ShapeTree | None) -> Iterator[ShapeTree]:
    """The parts of a shape that are of a class."""
    if shape is not None and shape.cls is cls:
        yield shape
    for part in shape.trees if shape is not None else ():
        yield from _trees_of(cls, part)
