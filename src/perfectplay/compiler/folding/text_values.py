"""The values that a text is put together of: what is written in place of the text, and what must be
so of each value."""

from __future__ import annotations

import ast
import builtins
import copy
from collections import Counter
from collections.abc import Callable
from types import FunctionType
from typing import Any, NoReturn, Protocol, TypeAlias

from perfectplay.compiler.folding.known_texts import known_answer
from perfectplay.compiler.folding.symbolic_texts import Known, Text, Value
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.rules_module import RulesModule
from perfectplay.compiler.source.syntax_trees import FUNCTIONS, bindings, call, load
from perfectplay.compiler.source.word_table import DIGITS, LENGTHS, LETTERS

_CHANGING = ("append", "pop", "remove", "insert", "extend", "clear", "sort", "reverse")


Called: TypeAlias = "tuple[FunctionType, int]"
"""A function, and how many of its arguments a call leaves out."""


class TextRules(Protocol):
    """The rewriter of a function, as what is done with texts sees it."""

    module: RulesModule

    @property
    def has_words(self) -> bool:
        """Whether the states of the game hold words."""

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""

    def decided(self, node: ast.expr) -> bool | None:
        """Whether a condition is true or false whenever it is asked; None if that is not known."""

    def fresh_local(self, wanted: str) -> str:
        """A new name for a local."""

    def rule_called(self, node: ast.Call) -> Called | None:
        """The function that a call is of, which is told what is known of its arguments."""

    def refuse(self, node: ast.AST, reason: str, idiom: str = "") -> NoReturn:
        """Raise NotCompilable with the place of a node."""


class TextValues(ast.NodeTransformer):
    """``found``: what is known of locals; ``checks``: statements that raise where a value is not as
    it is taken to be."""

    def __init__(self, tree: ast.FunctionDef, found: dict[str, Known], rules: TextRules) -> None:
        self.found, self.rules = found, rules
        self.checks: dict[str, ast.stmt] = {}
        self.times = bindings(tree)
        placed = [x for x in tree.body if isinstance(x, ast.Assign)]
        above = bindings(ast.Module([*placed], []))
        self.above = {name for name, n in self.times.items() if above[name] == n}
        for node in ast.walk(tree):
            if isinstance(node, (*FUNCTIONS, ast.GeneratorExp)) and node is not tree:
                self.above -= set(read_in(node))  # it may be asked when they are set anew
        self.changed = changed_in_place(tree)
        self.shared = shared_in(tree, rules.rule_called)
        self.separators = separators_in(tree)
        self.read = Counter(read_in(tree))

    def number(self, text: Text) -> ast.expr:
        """``int(text)``."""
        constant, single = text.constant, text.single
        if constant is not None:
            return ast.Call(load("int"), [ast.Constant(constant)], [])
        if single is not None and single.number:
            return copy.deepcopy(single.expression)
        if single is not None:
            return ast.Call(load("int"), [copy.deepcopy(single.expression)], [])
        values = text.values
        if len(values) == len(text.parts):
            whole: ast.expr = ast.Constant(0)
            for each in values:
                number = ast.Call(load("int"), [copy.deepcopy(each.expression)], [])
                digit = call("need_digit", number)
                whole = ast.BinOp(ast.BinOp(whole, ast.Mult(), ast.Constant(10)), ast.Add(), digit)
            return whole
        return ast.Call(load("int"), [self.plain(text)], [])

    def plain(self, known: Known) -> ast.expr:
        """What is known, as an expression."""
        if isinstance(known, list):
            return ast.List([self.plain(x) for x in known], ast.Load())
        if isinstance(known, ast.expr):
            return copy.deepcopy(known)
        constant, single = known.constant, known.single
        if constant is not None:
            return ast.Constant(constant)
        if single is not None:
            return self._written(single)
        values = [
            ast.Constant(x) if isinstance(x, str)
            else ast.FormattedValue(copy.deepcopy(x.expression), -1, None)
            for x in known.parts
        ]  # fmt: skip
        return ast.JoinedStr(list(values))

    def _written(self, value: Value) -> ast.expr:
        """The text of a value."""
        expression = copy.deepcopy(value.expression)
        if value.number:
            return ast.Call(load("str"), [expression], [])
        constants = self.rules.module.constants
        if constants.has_texts:
            constants.spells = True
            return call("written_text", expression, load(DIGITS), load(LENGTHS), load(LETTERS))
        if constants.words is not None:
            return call("written_word", expression, load(LENGTHS))
        return ast.Call(load("str"), [expression], [])

    def need_without(self, value: Value, mark: str | None) -> None:
        """Check that the text of a value holds no separator, and is not empty."""
        text = ast.unparse(value.expression)
        if value.number and "-" not in (mark or ""):
            return
        constants = self.rules.module.constants
        table: list[ast.expr] = [ast.Constant(0)] * 3
        if constants.words is not None:
            ends = ((mark or " ")[0], (mark or " ")[-1])
            table = [load(constants.word_marks(mark)), *map(ast.Constant, ends)]
        checked = call("need_without", value.expression, *table)
        self.checks[f"{text} without {mark}"] = ast.Expr(copy.deepcopy(checked))

    def are_words(self, values: list[Value]) -> bool:
        """Whether values are words of the game: none is a number, and no text is a board."""
        constants = self.rules.module.constants
        words = constants.asks_words and not constants.has_texts
        return words and not any(value.number for value in values)

    def need_lengths(self, text: Text) -> None:
        for value in text.values:
            if value.length is not None:
                shown = ast.unparse(value.expression)
                checked = call(
                    "need_length", copy.deepcopy(value.expression), ast.Constant(value.length),
                    *([load(LENGTHS)] if self.rules.has_words else [ast.Constant(0)]),
                )  # fmt: skip
                self.checks[f"{shown} of {value.length}"] = ast.Expr(checked)

    def letters_of(self, text: Text) -> list[Known] | None:
        """The characters of a text; None if their number is not known."""
        if text.length is None:
            return None
        letters = [text.cut(i) for i in range(text.length)]
        self.need_lengths(text)
        return [letter for letter in letters if letter is not None]

    def equals(self, text: Text, other: str) -> bool | ast.expr | None:
        """Whether a text is a constant, or what tells; None if it must be put together for that."""
        answer = known_answer(text, "__eq__", [other])
        single = text.single
        if answer is None and single is not None and single.number and other.isascii():
            plain = other.isdigit() and str(int(other)) == other
            if not plain:
                return None if other.startswith("-") else False
            number = copy.deepcopy(single.expression)
            return ast.Compare(number, [ast.Eq()], [ast.Constant(int(other))])
        return answer if isinstance(answer, bool) else None


def changed_in_place(tree: ast.AST) -> set[str]:
    """The names of what a function changes in place, as lists are."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(name), method) if method in _CHANGING:
                found.add(name)
            case ast.Subscript(ast.Name(name), _, ast.Store() | ast.Del()):
                found.add(name)
            case ast.Name(name, ast.Del()) | ast.AugAssign(ast.Name(name)):
                found.add(name)
    return found


def shared_in(tree: ast.AST, rule_called: Callable[[ast.Call], Called | None]) -> set[str]:
    """The names of what has another name, too, or is given to what may change it."""
    found: list[ast.expr | None] = []
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name() | ast.Subscript() | ast.Attribute()], value):
                found.append(value)
            case ast.NamedExpr(_, value):
                found.append(value)
            case ast.IfExp(_, body, orelse):
                found += [body, orelse]
            case ast.List(items, ast.Load()) | ast.Tuple(items, ast.Load()) | ast.Set(items):
                found += items
            case ast.Call(function, arguments, keywords):
                if (called := rule_called(node)) is not None:
                    found += [x for i, x in enumerate(arguments) if _may_change(*called, i)]
                elif not (isinstance(function, ast.Name) and hasattr(builtins, function.id)):
                    found += arguments
                found += [x.value for x in keywords]
    return {x.id for x in found if isinstance(x, ast.Name)}


def _may_change(function: FunctionType, skipped: int, place: int) -> bool:
    """Whether a function changes what it is given, or hands it on."""
    try:
        tree = tree_of(function)
    except NotCompilable:
        return True
    names = [x.arg for x in tree.args.args][skipped:]
    if place >= len(names):
        return True
    returned = [x.value for x in ast.walk(tree) if isinstance(x, ast.Return)]
    handed = {x.id for x in returned if isinstance(x, ast.Name)}
    return names[place] in changed_in_place(tree) | shared_in(tree, lambda _: None) | handed


def separators_in(tree: ast.AST) -> set[str]:
    """The constants at which a function splits texts."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Attribute(_, "split" | "partition"), [ast.Constant(str(mark))]):
                found.add(mark)
    return found


def read_in(tree: ast.AST) -> list[str]:
    """The names that are read, as often as they are."""
    names = [x for x in ast.walk(tree) if isinstance(x, ast.Name)]
    return [x.id for x in names if isinstance(x.ctx, ast.Load)]
