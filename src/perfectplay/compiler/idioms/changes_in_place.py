"""What statements change in place: ``cells[i] = 0``, ``cells.append(1)``, ``self.put(cells)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Protocol

from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.rule_function import RuleFunction
from perfectplay.compiler.source.syntax_trees import Statements

CHANGING = {
    "pop", "popleft", "popitem", "setdefault", "remove", "append", "__next__", "extend", "insert",
    "clear", "sort", "reverse", "add", "discard", "update", "appendleft", "extendleft", "rotate",
    "difference_update", "intersection_update", "symmetric_difference_update",
}  # fmt: skip


ORDERING = {
    "heappush", "heappop", "heapify", "heappushpop", "heapreplace", "insort", "insort_left",
    "insort_right",
    *(own(x) for x in ("heap_raised", "heap_popped", "heap_made", "put_before", "put_after")),
}  # fmt: skip
"""Functions that change the list that they are given first, and the helpers in their place."""


_NEW = {
    "list", "set", "dict", "sorted", "tuple", "frozenset", "deque", "Counter", "defaultdict",
    "bytearray", "range", "len", "sum", "abs", "int", "bool", "str", "ord", "chr",
}  # fmt: skip
"""What gives a value of its own, of whatever it is given."""


_OF_DICTS = {own(x) for x in ("dict_pop", "dict_pop_or", "dict_number", "dict_list")}
"""The helpers that change a dict of a rule; see ``scratch_dicts.py``."""


class ChangeRules(FunctionRules, Protocol):
    """What is asked of the rewriter of a function."""

    source: RuleFunction
    nested: dict[str, tuple[str, list[str]]]


def may_change(node: ast.expr, rules: ChangeRules) -> bool:
    """Whether asking for an expression may change something, so that it matters when it is asked,
    and how often."""
    for x in ast.walk(node):
        match x:
            case ast.NamedExpr() | ast.Call(ast.Name("next")):
                return True
            case ast.Call(ast.Attribute(_, method)) if method in CHANGING | ORDERING:
                return True
            case ast.Call(ast.Name(name)) if (
                name in rules.nested or name in _OF_DICTS or name in ORDERING
            ):
                return True
    return calls_what_changes([ast.Expr(node)], rules, rules.source.function)


def changed_in_place(body: Statements) -> set[str]:
    """The locals whose value, or a part of it, is changed; "" for something without a name. Not
    those that these statements make themselves."""
    stored, added_to = _changed(body)
    return stored | added_to


def _changed(body: Statements) -> tuple[set[str], set[str]]:
    """The locals of which parts are changed, and those that are added to, ``name += value``: a
    number is another one then, and a list is changed."""
    stored: set[tuple[str, bool]] = set()
    added_to: set[str] = set()
    values: dict[str, list[ast.expr]] = {}
    for node in _nodes(body):
        match node:
            case (
                ast.Subscript(value=whole, ctx=ast.Store() | ast.Del())
                | ast.Attribute(value=whole, ctx=ast.Store() | ast.Del())
            ):
                stored.add((_root(whole), not isinstance(whole, ast.Name)))
            case ast.AugAssign(ast.Name(name), _, value) if not isinstance(value, ast.Constant):
                added_to.add(name)
            case ast.Call(ast.Attribute(whole, method)) if method in CHANGING:
                stored.add((_root(whole), not isinstance(whole, ast.Name)))
            case ast.Call(ast.Attribute(_, name) | ast.Name(name), [whole, *_]) if name in ORDERING:
                stored.add((_root(whole), not isinstance(whole, ast.Name)))
            case ast.Assign([ast.Name(name)], value):
                values.setdefault(name, []).append(value)
    new = {name for name, given in values.items() if all(map(_is_new, given))}
    within = {name for name, given in values.items() if all(map(_is_new_within, given))}
    left = {name for name, deep in stored if name not in (within if deep else new)}
    return left, added_to - new


def _is_new(node: ast.expr) -> bool:
    """Whether no other name has the value of an expression, or nobody can change it."""
    match node:
        case ast.Call(ast.Name(name)):
            return name in _NEW
        case ast.Call(ast.Attribute(_, method)):
            return method == "copy"
        case ast.Subscript(_, index):
            return isinstance(index, ast.Slice)
    return isinstance(
        node,
        ast.Constant | ast.List | ast.Set | ast.Dict | ast.Tuple | ast.ListComp | ast.SetComp
        | ast.DictComp | ast.BinOp | ast.UnaryOp | ast.Compare | ast.JoinedStr,
    )  # fmt: skip


def _is_new_within(node: ast.expr) -> bool:
    """Whether that is so of its items, too."""
    match node:
        case ast.List(items):
            return all(map(_is_new, items))
        case ast.ListComp(item):
            return _is_new(item)
        case ast.DictComp(_, item):
            return _is_new(item)
    return False


def calls_what_changes(body: Statements, rules: FunctionRules, of: FunctionType) -> bool:
    """Whether a method or function that is called, or one that this calls, changes what it is
    given. ``of``: the method of the game that has these statements."""
    waiting: list[tuple[Statements, FunctionType]] = [(body, of)]
    seen = set()
    while waiting:
        statements, caller = waiting.pop()
        for node in _nodes(statements):
            try:
                function = _called(node, rules, caller)
                if function is None or function in seen:
                    continue
                seen.add(function)
                tree = tree_of(function)
            except NotCompilable:
                return True
            arguments = {x.arg for x in ast.walk(tree.args) if isinstance(x, ast.arg)}
            stored, added_to = _changed(tree.body)
            if stored or added_to & arguments:  # what is stored into may be an argument's value
                return True
            waiting.append((tree.body, function))
    return False


def _called(node: ast.AST, rules: FunctionRules, caller: FunctionType) -> FunctionType | None:
    """The function of the rules that a call is of; None for other calls."""
    code, found = caller.__code__, None
    match node:
        case ast.Call(ast.Attribute(ast.Name(name), method)) if name in code.co_varnames[:1]:
            found = rules.module.method_source(method, None, "").function
        case ast.Call(ast.Name(name)):
            found = caller.__globals__.get(name)
    return found if isinstance(found, FunctionType) else None


def _nodes(body: Statements) -> Iterator[ast.AST]:
    return (x for part in body for x in ast.walk(part))


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
