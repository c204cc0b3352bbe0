"""Calls of NamedTuples and frozen dataclasses: their constructors, methods, changes of fields."""

from __future__ import annotations

import ast
import copy
import inspect
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from types import FunctionType

from perfectplay.compiler.idioms.changes_in_place import may_change
from perfectplay.compiler.idioms.recursive_generators import kept_argument
from perfectplay.compiler.idioms.tuple_concat import terms
from perfectplay.compiler.idioms.yielded_nones import LOOPED
from perfectplay.compiler.rewrite.conditionals import ConditionalRewriter
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.move_forms import ArgumentForms
from perfectplay.compiler.source.recursion import depth
from perfectplay.compiler.source.syntax_trees import (
    call,
    call_named,
    item,
    load,
    located,
    store,
    tuple_of,
    zeros,
)
from perfectplay.game.shape.record_classes import adjusts_itself, field_defaults, field_names
from perfectplay.game.shape.shape_tree import NONE, Part, ShapeTree
from perfectplay.game.shape.state_words import EMPTY, Word

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "__add__", ast.Sub: "__sub__", ast.Mult: "__mul__", ast.Mod: "__mod__",
    ast.FloorDiv: "__floordiv__", ast.BitAnd: "__and__", ast.BitOr: "__or__",
    ast.BitXor: "__xor__", ast.LShift: "__lshift__", ast.RShift: "__rshift__",
    ast.MatMult: "__matmul__", ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__",
}  # fmt: skip
"""The methods behind operators, which a class of records may define."""

_NO_OPERANDS = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.JoinedStr, ast.ListComp, ast.SetComp)


def _is_no_operand(node: ast.expr) -> bool:
    """Whether it is plainly put together with a record by no operator."""
    text = isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    part = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    return text or part or isinstance(node, _NO_OPERANDS)


class RecordRewriter(ConditionalRewriter):
    """Rewrites such calls. Compiled, a frozen dataclass is a NamedTuple."""

    lifted: list[ast.FunctionDef]
    nested: dict[str, tuple[str, list[str]]]

    @abstractmethod
    def argument_forms(self, node: ast.Call) -> ArgumentForms:
        """What is known of a call's arguments that are moves, or parts of one, or dicts."""

    @abstractmethod
    def fresh_local(self, wanted: str) -> str:
        """A new name for a local."""

    def renamed(self, node: ast.Call, name: str, first: Sequence[ast.expr] = ()) -> ast.expr:
        """The call under another name, with further arguments before its own."""
        if name in self.module.yielding_nones and not hasattr(node, LOOPED):
            idiom = "loop over it: for x in ..., and ask for None there"
            self.refuse(node, f"{ast.unparse(node)} yields None beside other values", idiom)
        if name in self.module.recursive:
            inside = name == self.name
            if name in self.module.unfinished and (self.lifting or not inside):
                reason = f"{ast.unparse(node)} calls itself in a function or expression of its own"
                self.refuse(node, reason, "write a loop")
            first = [depth(inside=inside), *first]
        node.func = ast.copy_location(load(name), node.func)
        given = node.args
        node.args = [*first, *(self._given(node, name, each) for each in given)]
        if any(keyword.arg is None for keyword in node.keywords):
            self.refuse(node, "** in a call does not compile")
        node.keywords = [
            ast.keyword(keyword.arg, self._given(node, name, keyword.value))
            for keyword in node.keywords
        ]
        return node

    def _given(self, node: ast.Call, name: str, value: ast.expr) -> ast.expr:
        """An argument of a call of a function of the module."""
        written = copy.copy(value)
        made = self.argument(self.visit(value))
        if name not in self.module.listed_names:
            return made
        return located(kept_argument(node, written, made, self.known), written)

    def record(self, node: ast.Call, cls: type) -> ast.expr:
        """``State(board, turn)``, ``State(*cells)``."""
        if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            return self.filled_record(cls, node.args[0].value)
        names = field_names(cls)
        if any(isinstance(x, ast.Starred) for x in node.args) and not field_defaults(cls):
            site = self.module.site(self.place(node))
            node.args = _starred_apart(node.args, len(names) - len(node.keywords), site)
        given = dict(zip(names, node.args, strict=False))
        given |= {k.arg: k.value for k in node.keywords if k.arg in names}
        if list(given) != [x for x in names if x in given]:  # they are asked as they are written
            for value in given.values():
                if may_change(value, self):
                    reason = f"{ast.unparse(value)} may change what another field gets"
                    self.refuse(node, reason, "keep it in a variable before")
        given = {name: self._kept_in(names.index(name), value) for name, value in given.items()}
        for name, default in field_defaults(cls).items():
            given.setdefault(name, self.module.constants.node(default, name))
        if set(given) != set(names) or len(node.args) + len(node.keywords) > len(given):
            self.refuse(node, f"{ast.unparse(node)} does not give the fields of {cls.__name__}")
        kept = (self.in_field(cls, i, given[field]) for i, field in enumerate(names))
        return self.adjusted(cls, call_named(self.module.named_tuple(cls), *kept), node)

    def _kept_in(self, place: int, value: ast.expr) -> ast.expr:
        """The value of a field, rewritten; where moves hold tuples of any length, one of these."""
        made: ast.expr = self.visit(value)
        return self.grown(made) if self.makes_moves and self.module.plays.varies(place) else made

    def adjusted(self, cls: type, made: ast.expr, node: ast.AST) -> ast.expr:
        """A record that is made, after its ``__post_init__``."""
        if not adjusts_itself(cls):
            return made
        return call_named(self.module.adjuster(cls, self.place(node)), made)

    def in_field(self, cls: type, place: int, value: ast.expr) -> ast.expr:
        """The value of a field of a record: one that may be None, or changes its length, always has
        that type."""
        parts = [tree.parts[place] for tree in _trees_of(cls, self.module.shape)]
        if any(isinstance(x, ShapeTree) and x.varying and x.cls is tuple for x in parts):
            return self._in_room(parts, value)
        held = [x.parts[1] for x in parts if isinstance(x, ShapeTree) and x.cls is NONE]
        blank = self._blank(held[0]) if held else None
        return value if blank is None else call("perhaps_like", value, blank)

    def _in_room(self, parts: list[Part | ShapeTree], value: ast.expr) -> ast.expr:
        """The value of a field that changes its length."""
        trees = [x for x in parts if isinstance(x, ShapeTree) and x.varying]
        blank = self._blank(trees[0].parts[0])
        if len(trees) < len(parts) or blank is None:
            return value
        return call("in_room", value, blank, load(self.module.state_name))

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
        made = call_named(name, self.filled("as_tuple", self.items(items), items, hint=hint))
        return self.adjusted(cls, made, items)

    def attribute_by_name(self, node: ast.Call) -> ast.expr | None:
        """``getattr(state, name)`` of the only class in the states; None for other calls."""
        match node:
            case ast.Call(function, [record, name], []) if self.known(function) is getattr:
                known = type(self.known(record))
                classes = [known] if field_names(known) else self.module.record_classes
                if len(classes) == 1 and self.has_words:
                    fields = field_names(classes[0])
                    held = (ast.Attribute(record, x, ast.Load()) for x in fields)
                    items = tuple_of(*(self.visit(located(x, node)) for x in held))
                    return ast.Subscript(items, self._place_of_field(fields, name), ast.Load())
                self.module.constants.met_a_text = True
                idiom = "the states must be of one class with fields; or ask for each by its name"
                self.refuse(node, f"{ast.unparse(node)} does not compile", idiom)
        return None

    def _place_of_field(self, fields: tuple[str, ...], name: ast.expr) -> ast.expr:
        """The place of a field that a word names; compiled code refuses another word."""
        names = self.module.constants.node(fields, "a name of a field")
        return call("place_of", names, self.visit(name))

    def operated(self, node: ast.BinOp | ast.UnaryOp) -> ast.expr | None:
        """An operator between what may be records whose class defines it; None for others."""
        name = OPERATORS.get(type(node.op))
        sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]
        if name is None or not any(map(self._may_be_record, sides)):
            return None
        if isinstance(node, ast.UnaryOp) and (member := self.member_operated(node, name)):
            return member
        parts = terms(node) if isinstance(node, ast.BinOp) else sides
        if any(map(_is_no_operand, parts)) or not self._defines(name):
            return None
        helper = "operated" if isinstance(node, ast.BinOp) else "operated_alone"
        return located(call(helper, *map(self.visit, sides), ast.Constant(name)), node)

    def operated_in_place(self, node: ast.stmt) -> ast.stmt | None:
        """``square += step`` as an assignment, rewritten; None for other statements."""
        match node:
            case ast.AugAssign(ast.Name(name), operator, value):
                if self._may_be_record(value) and self._defines(OPERATORS.get(type(operator), "")):
                    method = ast.Constant(OPERATORS[type(operator)])
                    whole = call("operated_in_place", load(name), self.visit(value), method)
                    return located(ast.Assign([store(name)], whole), node)
        return None

    def _may_be_record(self, node: ast.expr) -> bool:
        known = self.known(node)
        if known is not MISSING:
            return bool(field_names(type(known)))
        if isinstance(node, ast.Subscript):
            return not isinstance(node.slice, ast.Slice)
        if isinstance(node, ast.Call):
            made = self.known(node.func)
            return made is MISSING or getattr(made, "__module__", "") != "builtins"
        return isinstance(node, ast.Name | ast.Attribute | ast.BinOp | ast.UnaryOp | ast.IfExp)

    def _defines(self, name: str) -> bool:
        """Whether a class of records in the states defines an operator; its functions are noted."""
        found = False
        for cls in self.module.record_classes:
            for method in (name, f"__r{name[2:]}"):
                function = inspect.getattr_static(cls, method, None)
                if isinstance(function, FunctionType):
                    self.module.named_tuple(cls)
                    self.module.operators[cls, method] = function
                    found = True
        return found

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


def _starred_apart(arguments: list[ast.expr], fields: int, site: int) -> list[ast.expr]:
    """The arguments for so many fields: the items of a starred local, one by one; ``site``: where,
    if it has more or fewer."""
    starred = [x for x in arguments if isinstance(x, ast.Starred)]
    count = fields - len(arguments) + 1
    if len(starred) != 1 or not isinstance(starred[0].value, ast.Name) or count < 1:
        return arguments
    place, whole = arguments.index(starred[0]), starred[0].value
    checked = call("of_length", load(whole.id), ast.Constant(count), ast.Constant(site))
    first = [checked, *(load(whole.id) for _ in range(count - 1))]
    items: list[ast.expr] = [located(item(x, ast.Constant(i)), whole) for i, x in enumerate(first)]
    return [*arguments[:place], *items, *arguments[place + 1 :]]
