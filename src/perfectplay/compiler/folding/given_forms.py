"""The forms of moves that a method of the rules gives, read from its text."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from types import FunctionType

from perfectplay.compiler.folding.form_reader import (
    GivenForms,
    Reader,
    constant_items,
    holds_numbers,
    number_form,
    part_given,
    parts_given,
)
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.iterators import is_generator, nodes_of
from perfectplay.compiler.source.move_forms import (
    Form,
    Number,
    Several,
    Spelled,
    form_of_constant,
    joined,
    spelled_of,
    together,
)
from perfectplay.compiler.source.move_forms import part as part_of
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.syntax_trees import assigned_parts, bindings
from perfectplay.game import tuples
from perfectplay.game.shape.record_classes import field_defaults, field_names, own_ways
from perfectplay.game.shape.shape_tree import Part, ShapeTree

_SAME_ITEMS = (list, tuple, sorted, reversed, set, frozenset, iter)
_INTEGERS = (len, int)
_NUMBERS = (sum, abs, tuples.popcount)
_HARMLESS = (*_SAME_ITEMS, len, any, all, bool, min, max, sum, enumerate, zip)
_KEEPING = ("sort", "reverse", "copy", "pop", "remove", "count", "index", "clear")
_ARITHMETIC = (
    ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor,
    ast.LShift, ast.RShift,
)  # fmt: skip
_OF_NUMBERS = (ast.Sub, ast.FloorDiv, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
_LOOPED = (ast.For, ast.comprehension)


class Sources:
    """Where the locals of one function get their values from."""

    def __init__(self, rules: Reader, tree: ast.FunctionDef) -> None:
        self.rules = rules
        self.tree = tree
        self.times = bindings(tree)
        self.parents = {
            id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
        }
        self.parts = parts_given(rules, tree)
        self.sets: dict[str, list[Callable[[], Form]]] = {}
        self.resolving: set[str] = set()
        self.by_states = False
        for node in ast.walk(tree):
            match node:
                case ast.Assign([target], value):
                    self._note(target, partial(self.form_of, value))
                case ast.NamedExpr(target, value):
                    self._note(target, partial(self.form_of, value))
                case ast.For(target, items) | ast.comprehension(target, items):
                    self._note(target, partial(self._item_of, items))

    def _note(self, target: ast.expr, source: Callable[[], Form]) -> None:
        match target:
            case ast.Name(name):
                self.sets.setdefault(name, []).append(source)
            case ast.Tuple(targets) | ast.List(targets):
                if not any(isinstance(x, ast.Starred) for x in targets):
                    for i, one in enumerate(targets):
                        self._note(one, partial(_part_given, source, i))

    def given(self) -> GivenForms:
        """The forms of what the function gives."""
        nodes = nodes_of(self.tree)
        if is_generator(self.tree):
            yields = [x.value for x in nodes if isinstance(x, ast.Yield) and x.value]
            several = [x.value for x in nodes if isinstance(x, ast.YieldFrom)]
            forms = [self.form_of(value) for value in yields]
            forms += [form for value in several for form in self.items_of(value)]
            return GivenForms(tuple(forms), None)
        returned = [x.value for x in nodes if isinstance(x, ast.Return) and x.value]
        items = tuple(form for value in returned for form in self.items_of(value))
        return GivenForms(items, joined([self.form_of(value) for value in returned]))

    def form_of_move(self, node: ast.expr) -> Form:
        """The form of a move; what is a part of a state has that of all states."""
        self.by_states = True
        try:
            return self.form_of(node)
        finally:
            self.by_states = False

    # --- one value --------------------------------------------------------------------------------

    def form_of(self, node: ast.expr) -> Form:
        """The form of an expression; None if it is not known."""
        if (here := self.rules.form_here(node)) is not None:
            return here
        part = part_given(node, self.parts, self.rules)
        if part is int or (self.by_states and _form_of_part(part) is not None):
            return _form_of_part(part)
        if isinstance(node, ast.Name) and node.id in self.times:
            return self._of_local(node.id)
        known = self.rules.known(node)
        if known is not MISSING:
            return form_of_constant(known)
        match node:
            case ast.Tuple(parts) if not any(isinstance(x, ast.Starred) for x in parts):
                return Several(tuple(map(self.form_of, parts)))
            case ast.IfExp(_, body, orelse):
                return joined([self.form_of(body), self.form_of(orelse)])
            case ast.NamedExpr(_, value):
                return self.form_of(value)
            case ast.UnaryOp(ast.USub() | ast.UAdd() | ast.Invert(), value):
                return number_form([self.form_of(value)])
            case ast.BinOp(left, operator, right) if isinstance(operator, _ARITHMETIC):
                sides = self.form_of(left), self.form_of(right)
                found = number_form(list(sides))
                if found is None and isinstance(operator, _OF_NUMBERS):
                    return Number(sure=False)
                return together(*sides) if isinstance(operator, ast.Add) and not found else found
            case ast.JoinedStr(parts):
                return Spelled(tuple(form for x in parts for form in self._spelled_by(x)))
            case ast.Subscript(value, index) if not isinstance(index, ast.Slice):
                whole, place = self.form_of(value), self.rules.known(index)
                if whole is not None:
                    return part_of(whole, place) if type(place) is int else None
                return joined(self.items_of(value))
            case ast.Call():
                return self._of_call(node)
        return None

    def _spelled_by(self, node: ast.expr) -> tuple[Form, ...]:
        """The forms of what a part of an f-string writes."""
        value = node.value if isinstance(node, ast.FormattedValue) else node
        form = self.form_of(value)
        text = spelled_of(form)
        if text is None and self.rules.module.constants.wide:
            return (None,)  # a number may have several digits
        return (form,) if text is None else text.parts

    def _of_local(self, name: str) -> Form:
        sources = self.sets.get(name, [])
        if name in self.resolving or len(sources) != self.times[name]:
            return None
        self.resolving.add(name)
        try:
            return joined([source() for source in sources])
        finally:
            self.resolving.discard(name)

    def _of_call(self, node: ast.Call) -> Form:
        function = self.rules.known(node.func)
        if any(function is one for one in _INTEGERS):
            return Number(sure=True)
        if function is str or function is chr:
            return Spelled(self._spelled_by(node.args[0]) if function is str else (None,))
        if any(function is one for one in _NUMBERS):
            return Number(sure=False)
        if isinstance(function, type) and field_names(function):
            if own_ways(function):
                return None
            return self._of_record(node, function)
        given = self._given_by(node)
        return None if given is None else given.whole

    def _of_record(self, node: ast.Call, cls: type) -> Form:
        names = field_names(cls)
        if any(isinstance(x, ast.Starred) for x in node.args) or len(node.args) > len(names):
            return None
        forms = {name: form_of_constant(x) for name, x in field_defaults(cls).items()}
        forms |= {name: self.form_of(x) for name, x in zip(names, node.args, strict=False)}
        forms |= {k.arg: self.form_of(k.value) for k in node.keywords if k.arg is not None}
        return Several(tuple(forms.get(name) for name in names), cls)

    def _given_by(self, node: ast.Call) -> GivenForms | None:
        """The forms of what a method of the game, or a function of the module, gives."""
        match node.func:
            case ast.Attribute(ast.Name(name), method) if name == self.rules.self_name:
                return self.rules.forms_given(method, node)
        function = self.rules.known(node.func)
        if isinstance(function, FunctionType):
            return self.rules.forms_of(RuleFunction(function))
        return None

    # --- what is looped over ----------------------------------------------------------------------

    def items_of(self, node: ast.expr) -> list[Form]:
        """The forms of the items of an expression; None among them if not all are known."""
        part = part_given(node, self.parts, self.rules)
        if holds_numbers(part):
            return [Number(sure=False)]
        if self.by_states and isinstance(part, ShapeTree) and part.cls is tuple:
            return [_form_of_part(each) for each in part.parts]
        if isinstance(node, ast.Name) and node.id in self.times:
            return self._items_of_local(node.id)
        known = self.rules.known(node)
        if known is not MISSING:
            return constant_items(known)
        match node:
            case ast.ListComp(item) | ast.GeneratorExp(item) | ast.SetComp(item):
                return [self.form_of(item)]
            case ast.List(parts) | ast.Tuple(parts) | ast.Set(parts):
                return [form for x in parts for form in self._items_of_part(x)]
            case ast.IfExp(_, one, other) | ast.BinOp(one, ast.Add(), other):
                return self.items_of(one) + self.items_of(other)
            case ast.BoolOp(_, values):
                return [form for value in values for form in self.items_of(value)]
            case ast.Call(ast.Attribute(table, "keys" | "values" | "items" as view), [], []):
                known = self.rules.known(table)
                views = type(known) is dict
                return constant_items(tuple(getattr(known, view)())) if views else [None]
            case ast.Call(_, arguments):
                return self._items_of_call(node, arguments)
        form = self.form_of(node)
        return list(form.items) if isinstance(form, Several) else [None]

    def _item_of(self, node: ast.expr) -> Form:
        return joined(self.items_of(node))

    def _items_of_part(self, node: ast.expr) -> list[Form]:
        return self.items_of(node.value) if isinstance(node, ast.Starred) else [self.form_of(node)]

    def _items_of_call(self, node: ast.Call, arguments: list[ast.expr]) -> list[Form]:
        function = self.rules.known(node.func)
        if function is range:
            return [Number(sure=True)]
        if function is tuples.bits:
            return [Number(sure=False)]
        if any(function is one for one in _SAME_ITEMS):
            return self.items_of(arguments[0]) if arguments else []
        if function in (enumerate, zip) and not any(isinstance(x, ast.Starred) for x in arguments):
            columns = [joined(self.items_of(x)) for x in arguments]
            if function is enumerate:
                columns = [Number(sure=True), columns[0]]
            return [Several(tuple(columns))]
        if function is map and len(arguments) > 1:
            return [self._of_made(arguments[0], [joined(self.items_of(x)) for x in arguments[1:]])]
        given = self._given_by(node)
        return [None] if given is None else list(given.items)

    def _of_made(self, function: ast.expr, forms: list[Form]) -> Form:
        """The form of a record that is made of values of these forms."""
        cls = self.rules.known(function)
        if not (isinstance(cls, type) and field_names(cls)) or own_ways(cls):
            return None
        names = field_names(cls)
        given = {name: form_of_constant(x) for name, x in field_defaults(cls).items()}
        given |= dict(zip(names, forms, strict=False))
        return Several(tuple(given.get(name) for name in names), cls)

    def _items_of_local(self, name: str) -> list[Form]:
        """The forms of all that is ever put into a local list."""
        uses = [x for x in ast.walk(self.tree) if isinstance(x, ast.Name) and x.id == name]
        if name in self.resolving or not self._is_list(name, uses):
            form = self._of_local(name)
            return list(form.items) if isinstance(form, Several) else [None]
        self.resolving.add(name)
        try:
            return [form for use in uses for form in self._put_by(use)]
        finally:
            self.resolving.discard(name)

    def _is_list(self, name: str, uses: list[ast.Name]) -> bool:
        stored = [x for x in uses if isinstance(x.ctx, ast.Store)]
        parents = [self._statement_of(x) for x in stored]
        plain = all(isinstance(x, ast.Assign | ast.AugAssign) for x in parents)
        return bool(stored) and plain and len(stored) == self.times[name]

    def _statement_of(self, target: ast.Name) -> ast.AST:
        """What a target is a part of, beyond the tuples of targets around it."""
        parent = self.parents[id(target)]
        while isinstance(parent, ast.Tuple | ast.List):
            parent = self.parents[id(parent)]
        return parent

    def _put_by(self, use: ast.Name) -> list[Form]:
        """The forms of what one use of a local list puts into it."""
        parent = self.parents[id(use)]
        around = self.parents.get(id(parent))
        match parent:
            case ast.Tuple() if isinstance(use.ctx, ast.Store) and isinstance(around, ast.Assign):
                values = dict(assigned_parts(around.targets[0], around.value))
                return self.items_of(values[use.id]) if use.id in values else [None]
            case ast.Assign([_], value):
                if value is use:
                    return [None]  # another name for the list
                return self.items_of(value)
            case ast.AugAssign(target, ast.Add(), value):
                return self.items_of(value) if target is use else []
            case ast.Attribute(_, method) if isinstance(around, ast.Call) and around.func is parent:
                return self._put_by_method(method, around.args)
            case ast.Subscript(_, _, ast.Store()) if isinstance(around, ast.Assign):
                return [self.form_of(around.value)]
            case ast.Call(function):
                harmless = any(self.rules.known(function) is one for one in _HARMLESS)
                return [] if harmless else [None]
            case ast.Subscript(_, _, ast.Load()) | ast.Return() | ast.YieldFrom() | ast.If():
                return []
            case ast.BoolOp() | ast.UnaryOp() | ast.IfExp() | ast.BinOp() | ast.Compare():
                return []
        return [] if isinstance(parent, _LOOPED) else [None]

    def _put_by_method(self, method: str, arguments: list[ast.expr]) -> list[Form]:
        match method, arguments:
            case "append", [value]:
                return [self.form_of(value)]
            case "insert", [_, value]:
                return [self.form_of(value)]
            case "extend", [values]:
                return self.items_of(values)
        return [] if method in _KEEPING else [None]


def _form_of_part(part: Part | ShapeTree | None) -> Form:
    """The form of a part of a state that is a number, or a tuple of such of one length."""
    if part is int:
        return Number(sure=False)
    if isinstance(part, ShapeTree) and part.cls is tuple and not part.varying and part.parts:
        items = tuple(map(_form_of_part, part.parts))
        return None if None in items else Several(items)
    return None


def _part_given(source: Callable[[], Form], index: int) -> Form:
    return part_of(source(), index)
