"""The lengths of tuples that rules make, inferred from the text before it is compiled.

Compiled code must know the length of every tuple. A *hint* is an expression that compiles to a
tuple of that length, or to something else if the length is not known. Compiled code compares the
hint with the number of items, so a wrong hint is found, with its line.
"""

from __future__ import annotations

import ast
import inspect
import math
from abc import abstractmethod
from functools import partial, reduce
from types import FunctionType
from typing import cast

from perfectplay.compiler.idioms.tuple_concat import gap
from perfectplay.compiler.rewrite.enum_tables import EnumTables
from perfectplay.compiler.rewrite.list_locals import keeps_its_length, only_looked_at, set_once
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.syntax_trees import bindings, call, item, zeros
from perfectplay.compiler.source.text_rows import length_of_rows, number_of_parts

_LONGEST_HINT = 256

_MAKING_NO_STATE = ("moves", "outcome", "gain", "moves_again", "player", "tier")
"""Methods in which a tuple of what a generator yields need not be as long as a state."""

_SAME_LENGTH = (enumerate, reversed, sorted, list, tuple)


def unseen() -> ast.expr:
    """The hint for an unknown length."""
    return ast.Constant(0)


def varying() -> ast.expr:
    """The hint for a length that varies."""
    return ast.Constant(None)


class LengthInference(EnumTables):
    """Infers the lengths of lists and tuples in one function of the rules."""

    changing: frozenset[str] = frozenset()
    """The locals that several statements set."""

    def note_lists(self, tree: ast.FunctionDef) -> None:
        """Find the locals that hold one list or tuple whose length never changes."""
        self.changing = frozenset(name for name, times in bindings(tree).items() if times > 1)
        self.lists: dict[str, ast.expr] = {
            name: value
            for name, value in set_once(tree).items() if keeps_its_length(tree, name, self._reads)
        }  # fmt: skip
        self.made_lists = {
            x.targets[0].id for x in ast.walk(tree)
            if isinstance(x, ast.Assign) and isinstance(x.targets[0], ast.Name)
            and isinstance(x.value, ast.List | ast.ListComp)
        }  # fmt: skip
        self.looped_over: dict[str, list[ast.expr]] = {}
        for node in ast.walk(tree):
            match node:
                case ast.For(ast.Name(name), source) | ast.comprehension(ast.Name(name), source):
                    self.looped_over.setdefault(name, []).append(source)
        self.resolving: set[str] = set()

    @abstractmethod
    def helper_of(self, node: ast.Call) -> tuple[FunctionType, int] | None:
        """The function of the rules that a call is of, and how many arguments the call leaves out;
        None for other calls."""

    def _reads(self, node: ast.Call, name: str) -> bool:
        """Whether a call is of a function of the rules that keeps the length of a local list that
        it is given."""
        found = self.helper_of(node)
        if found is None:
            return False
        try:
            tree = tree_of(found[0])
        except NotCompilable:
            return False
        arguments = [x.arg for x in tree.args.args][found[1] :]
        if len(arguments) < len(node.args):
            return False
        given = dict(zip(arguments, node.args, strict=False))
        given |= {each.arg or "": each.value for each in node.keywords}
        mine = [x for x, value in given.items() if isinstance(value, ast.Name) and value.id == name]
        return bool(mine) and all(bindings(tree)[x] == 1 and only_looked_at(tree, x) for x in mine)

    def argument(self, node: ast.expr) -> ast.expr:
        """An argument of a function of the module. A local that begins as a constant number would
        have two types there, and then a generator that takes it has two."""
        if isinstance(node, ast.Name) and node.id in self.changing:
            return ast.copy_location(call("widened", node), node)
        return node

    def hint(self, node: ast.expr) -> ast.expr:
        """The hint for the tuple of all items of ``node``."""
        known = self.known(node)
        counted = isinstance(known, tuple | range | frozenset | list | dict)
        if counted and len(known) <= _LONGEST_HINT:
            return zeros(len(known))
        method = getattr(self, f"_hint_of_{type(node).__name__}", None)
        return cast(ast.expr, method(node)) if method is not None else unseen()

    def _hint_of_Name(self, node: ast.Name) -> ast.expr:
        value = getattr(self, "lists", {}).get(node.id)
        sources = getattr(self, "looped_over", {}).get(node.id)
        if node.id in self.resolving or (value is None and sources is None):
            return self._copied(node)
        self.resolving.add(node.id)
        try:
            if value is not None:
                return self.hint(value)
            hints = [self._hint_of_items(source) for source in sources or ()]
        finally:
            self.resolving.discard(node.id)
        lengths = {len(x.elts) if isinstance(x, ast.Tuple) else -1 for x in hints}
        return hints[0] if len(lengths) == 1 and -1 not in lengths else self._copied(node)

    def _hint_of_items(self, node: ast.expr) -> ast.expr:
        """The hint for each item of ``node``: a row of a list of rows."""
        match node:
            case ast.Name(name) if name in self.lists and name not in self.resolving:
                self.resolving.add(name)
                try:
                    return self._hint_of_items(self.lists[name])
                finally:
                    self.resolving.discard(name)
            case ast.ListComp(item, [ast.comprehension(ast.Name(name), source)]):
                around = self.looped_over, self.resolving
                self.looped_over, self.resolving = {name: [source]}, self.resolving - {name}
                try:
                    return self.hint(item)
                finally:
                    self.looped_over, self.resolving = around
            case ast.Call(ast.Attribute(_, "split"), arguments):
                separator = self.known(arguments[0]) if arguments else " "
                places = self.module.plays.separations.get(separator, {})
                length = length_of_rows(places, len(str(separator)))
                return unseen() if length is None else zeros(length)
        return unseen()

    def _copied(self, node: ast.expr) -> ast.expr:
        return cast(ast.expr, self.visit(ast.parse(ast.unparse(node), mode="eval").body))

    _hint_of_Attribute = _copied

    def _hint_of_Tuple(self, node: ast.Tuple | ast.List) -> ast.expr:
        parts = [self.hint(x.value) if isinstance(x, ast.Starred) else zeros(1) for x in node.elts]
        return together(parts)

    _hint_of_List = _hint_of_Tuple

    def _hint_of_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.Add):
            return together([self.hint(node.left), self.hint(node.right)])
        if isinstance(node.op, ast.Mult):
            for items, times in ((node.left, node.right), (node.right, node.left)):
                count = self.known(times)
                if isinstance(count, int) and not isinstance(self.known(items), int):
                    return together([self.hint(items)] * count) if count <= 64 else unseen()
        return unseen()

    def _hint_of_Subscript(self, node: ast.Subscript) -> ast.expr:
        if not isinstance(node.slice, ast.Slice):
            return unseen()
        if self.is_moving(node.slice):
            start, stop, step = parts_of(node.slice)
            length = gap(start, stop, self.known) if start and stop and not step else None
            return zeros(length) if length and 0 < length <= _LONGEST_HINT else unseen()
        whole = self.hint(node.value)
        if isinstance(whole, ast.Constant):
            return whole
        edges = (None if part is None else self.known(part) for part in parts_of(node.slice))
        return call("hint_sliced", whole, *map(ast.Constant, edges))

    def _hint_of_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args:
            return self.hint(node.func.value)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "split":
            separator = self.known(node.args[0]) if node.args else " "
            count = number_of_parts(self.module.plays.separations.get(separator, {}))
            return unseen() if count is None else zeros(count)
        made = self.helper_of(node) if self.function.__name__ in _MAKING_NO_STATE else None
        if made is not None and made[0].__code__.co_flags & inspect.CO_GENERATOR:
            return varying()
        if not node.args:
            return unseen()
        function = self.known(node.func)
        if function in (filter, set, frozenset):
            return varying()
        if function is zip and isinstance(node.args[0], ast.Starred):
            return self._copied(item(node.args[0].value, ast.Constant(0)))  # as long as a row
        if function is map or function is zip:
            sources = node.args[1:] if function is map else node.args
            return shortest([self.hint(x) for x in sources])
        if any(function is x for x in _SAME_LENGTH):
            return self.hint(node.args[0])
        if function is range and len(node.args) == 1:
            inner = node.args[0]
            if isinstance(inner, ast.Call) and self.known(inner.func) is len:
                return self.hint(inner.args[0])
        return unseen()

    def _hint_of_GeneratorExp(self, node: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        if any(generator.ifs for generator in node.generators):
            return varying()
        if len(node.generators) == 1:
            return self.hint(node.generators[0].iter)
        sources = [self.known(generator.iter) for generator in node.generators]
        if all(isinstance(x, tuple | range) for x in sources):
            length = math.prod(map(len, sources))
            return zeros(length) if length <= _LONGEST_HINT else unseen()
        return unseen()

    _hint_of_ListComp = _hint_of_GeneratorExp

    def most_items(self, node: ast.expr) -> int:
        """How many items a generator expression gives if no condition leaves one out; 0 if that
        cannot be seen."""
        match node:
            case ast.GeneratorExp(_, generators) | ast.ListComp(_, generators):
                hints = [self.hint(generator.iter) for generator in generators]
                if all(isinstance(hint, ast.Tuple) for hint in hints):
                    return math.prod(len(x.elts) for x in hints if isinstance(x, ast.Tuple))
            case ast.Set(elements):
                return len(elements)
            case ast.Call(function, [_, *_]) if self.known(function) in (filter, set, frozenset):
                hint = self.hint(node.args[-1])
                return len(hint.elts) if isinstance(hint, ast.Tuple) else 0
        return 0

    def _hint_of_Set(self, node: ast.Set | ast.SetComp) -> ast.expr:  # noqa: ARG002
        return varying()

    _hint_of_SetComp = _hint_of_Set

    def is_moving(self, node: ast.Slice) -> bool:
        """Whether a slice has bounds that are not constants."""
        return any(part and self.known(part) is MISSING for part in parts_of(node))


def parts_of(node: ast.Slice) -> tuple[ast.expr | None, ...]:
    """Start, stop and step of a slice."""
    return node.lower, node.upper, node.step


def together(hints: list[ast.expr]) -> ast.expr:
    """The hint for the concatenation of all."""
    written_out = [hint for hint in hints if isinstance(hint, ast.Tuple)]
    if len(written_out) == len(hints):
        return zeros(sum(len(hint.elts) for hint in written_out))
    unknown = next((hint for hint in hints if isinstance(hint, ast.Constant)), None)
    return unknown or reduce(partial(call, "hint_together"), hints)


def shortest(hints: list[ast.expr]) -> ast.expr:
    """The hint for the shortest of all."""
    return reduce(partial(call, "hint_shortest"), hints)
