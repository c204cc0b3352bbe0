"""Which locals of a rule are dicts or deques of its own, and which functions give a dict; see
``scratch_dicts.py``."""

from __future__ import annotations

import ast
import builtins
import collections
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, NoReturn, Protocol

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.iterators import nodes_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.refusals import DICT
from perfectplay.compiler.source.syntax_trees import bindings, load, tuple_of

Called = tuple[FunctionType, int]
"""A function of the rules, and how many of its first arguments a call of it leaves out."""

Given = dict[tuple[FunctionType, tuple[tuple[int, str], ...]], str | None]


class Names(Protocol):
    """What is asked of the names of a function."""

    dicts_returned: Given
    """The kinds of dicts that functions return, given dicts of some kinds; None for other values.
    """

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""

    def rule_called(self, node: ast.Call) -> Called | None:
        """The function that a call is of, which is told what is known of its arguments; None for
        other calls."""

    def method_called(self, method: str) -> Called | None:
        """A method of the game; None if it has no such method."""


class DictRules(Names, FunctionRules, Protocol):
    """What is asked of the function that is rewritten."""


def kind_made(value: ast.expr, known: Callable[[ast.expr], Any]) -> str | None:
    """The kind of dict that an expression makes, or "deque"; None for any other expression."""
    match value:
        case ast.Dict() | ast.DictComp():
            return "dict"
        case ast.Call(function, arguments):
            made = known(function)
            if made is dict:
                return "dict"
            if made is collections.Counter or made is collections.deque:
                return str(made.__name__)
            if made is collections.defaultdict and len(arguments) in (1, 2):
                return _of_default(arguments[0], known)
            if isinstance(function, ast.Attribute) and known(function.value) is dict:
                keys = "keys" if len(arguments) == 1 else "dict"
                return keys if function.attr == "fromkeys" else None
    return None


def _of_default(default: ast.expr, known: Callable[[ast.expr], Any]) -> str | None:
    """The kind of ``defaultdict(default)``."""
    match default:
        case ast.Lambda(ast.arguments(args=[]), body):
            zero = known(body)
            return "int" if type(zero) is int and zero == 0 else None
    found = known(default)
    return "int" if found is int else "list" if found is list else None


def kind_of(value: ast.expr, names: Names, dicts: Mapping[str, str]) -> str | None:
    """The kind of dict that an expression is, or "deque"; None for others. ``dicts``: the locals
    that are dicts, with their kinds."""
    kind = kind_made(value, names.known)
    match value:
        case ast.Name(name):
            return dicts.get(name)
        case ast.Call(ast.Attribute(ast.Name(name), "copy"), [], []) if name in dicts:
            return dicts[name]
        case ast.Call() if kind is None:
            return kind_given(value, names, dicts)
    return kind


def values_set(tree: ast.FunctionDef) -> dict[str, list[ast.expr]]:
    """What a function sets each local to that is the only target of an assignment."""
    made: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value):
                made.setdefault(name, []).append(value)
    return made


def locals_of_kinds(
    tree: ast.FunctionDef, names: Names, given: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The locals that are only ever set to a dict of one kind, or to a deque; dicts that are
    constants are none. ``given``: the arguments that are dicts, with their kinds."""
    made = values_set(tree)
    times = bindings(tree)
    given = given or {}
    found = {name: kind for name, kind in given.items() if times[name] == 1}
    more = True
    while more:
        more = False
        for name in made.keys() - found.keys():
            before = {name: given[name]} if name in given else {}
            kind = _kind_of_all(made[name], names, {**found, **before})
            same = kind is not None and given.get(name, kind) == kind
            if same and times[name] == len(made[name]) + len(before):
                first = made[name][0]
                at_top = any(isinstance(x, ast.Assign) and x.value is first for x in tree.body)
                constant = names.known(first) is not MISSING and not before
                if not (constant and at_top and _only_read(tree, name)):
                    found[name] = str(kind)
                    more = True
    return {name: found[name] for name in (*given, *made) if name in found}  # in one order


def _kind_of_all(values: list[ast.expr], names: Names, dicts: Mapping[str, str]) -> str | None:
    kinds = {kind_of(value, names, dicts) for value in values}
    return kinds.pop() if len(kinds) == 1 else None


def _only_read(tree: ast.FunctionDef, name: str) -> bool:
    """Whether a function only looks things up in a dict: then it may be a constant one."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for use in ast.walk(tree):
        if isinstance(use, ast.Name) and use.id == name and isinstance(use.ctx, ast.Load):
            match parents[id(use)]:
                case ast.Subscript(ctx=ast.Load()) | ast.Attribute(_, "get"):
                    pass
                case ast.Compare(_, [ast.In() | ast.NotIn()]):
                    pass
                case _:
                    return False
    return True


# --- functions that give a dict -------------------------------------------------------------------


def kind_given(node: ast.Call, names: Names, dicts: Mapping[str, str]) -> str | None:
    """The kind of dict that a function of the rules returns; None for other calls."""
    found = names.rule_called(node)
    if found is None or any(isinstance(x, ast.Starred) for x in node.args):
        return None
    marked = [
        (at, getattr(form, "kind", None)) for at, form in getattr(node, "pp_given", {}).items()
    ]
    kinds = [(place, kind_of(value, names, dicts)) for place, value in enumerate(node.args)]
    given = sorted((at, kind) for at, kind in (*marked, *kinds) if kind is not None and at >= 0)
    key = (found[0], tuple(given))
    if key not in names.dicts_returned:
        names.dicts_returned[key] = None  # while it is looked at: it may call itself
        names.dicts_returned[key] = _kind_returned(*found, dict(given), names)
    return names.dicts_returned[key]


def _kind_returned(
    function: FunctionType, skipped: int, given: dict[int, str], caller: Names
) -> str | None:
    """The kind of dict that a function returns, if each of its returns is of that kind."""
    try:
        tree = tree_of(function)
    except NotCompilable:
        return None
    nodes = nodes_of(tree)
    values = [x.value for x in nodes if isinstance(x, ast.Return) and x.value is not None]
    if any(isinstance(x, ast.Yield | ast.YieldFrom) for x in nodes) or not values:
        return None
    if not all(isinstance(x, ast.Name | ast.Call | ast.Dict | ast.DictComp) for x in values):
        return None
    arguments = [x.arg for x in tree.args.args]
    inner = _Within(function, arguments[0] if skipped else "", caller)
    named = {arguments[skipped + place]: kind for place, kind in given.items()}
    return _kind_of_all(values, inner, locals_of_kinds(tree, inner, named))


class _Within:
    """What names mean in another function than the one that is rewritten."""

    def __init__(self, function: FunctionType, self_name: str, caller: Names) -> None:
        self.function, self.self_name, self.caller = function, self_name, caller
        self.dicts_returned = caller.dicts_returned

    def known(self, node: ast.expr) -> Any:
        match node:
            case ast.Name(name) if name not in self.function.__code__.co_varnames:
                return self.function.__globals__.get(name, getattr(builtins, name, MISSING))
            case ast.Attribute(base, name):
                whole = self.known(base)
                return MISSING if whole is MISSING else getattr(whole, name, MISSING)
            case ast.Constant(value):
                return value
        return MISSING

    def rule_called(self, node: ast.Call) -> Called | None:
        match node.func:
            case ast.Attribute(ast.Name(name), method) if name == self.self_name:
                return self.method_called(method)
        found = self.known(node.func)
        return (found, 0) if isinstance(found, FunctionType) else None

    def method_called(self, method: str) -> Called | None:
        return self.caller.method_called(method)


@dataclass(frozen=True)
class ScratchDict:
    """The lists in the place of a dict. ``kind``: "dict", "Counter", "int" or "list", the last two
    of a ``defaultdict``, or "keys" of one whose values are all None."""

    kind: str
    keys: str
    values: str

    @property
    def pair(self) -> ast.expr:
        """The pair of both lists, as one function gives them another."""
        return tuple_of(load(self.keys), load(self.values))


MADE = "made_dict"
"""Stands for a dict that is made where it is given to a function."""


def refuse_use(rules: DictRules, node: ast.AST, *, queue: bool) -> NoReturn:
    """Raise NotCompilable for a dict, or a deque, in a place where none compiles."""
    if queue:
        rules.refuse(
            node, "a deque does not compile here", "keep it in a local, append and popleft"
        )
    rules.refuse(node, *DICT)
