"""What statements change in place: ``cells[i] = 0``, ``cells.append(1)``, ``self.put(cells)``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType

from perfectplay.compiler.source.constants import NotCompilable
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.function_source import tree_of
from perfectplay.compiler.source.syntax_trees import Statements, is_plain

CHANGING = {
    "pop", "popleft", "popitem", "setdefault", "remove", "append", "__next__", "extend", "insert",
    "clear", "sort", "reverse", "add", "discard", "update", "appendleft", "extendleft", "rotate",
    "difference_update", "intersection_update", "symmetric_difference_update",
}  # fmt: skip


def changed_in_place(body: Statements) -> set[str]:
    """The locals whose value, or a part of it, is changed; "" for something without a name. Not
    those that these statements make themselves."""
    roots: set[str] = set()
    made: set[str] = set()
    others: set[str] = set()
    for node in _nodes(body):
        match node:
            case (
                ast.Subscript(ctx=ast.Store() | ast.Del())
                | ast.Attribute(ctx=ast.Store() | ast.Del())
            ):
                roots.add(_root(node))
            case ast.AugAssign(ast.Name(name), _, value) if not isinstance(value, ast.Constant):
                roots.add(name)
            case ast.Call(ast.Attribute(whole, method)) if method in CHANGING:
                roots.add(_root(whole))
            case ast.Assign([ast.Name(name)], value):
                (others if is_plain(value) else made).add(name)
    return roots - (made - others)


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
            if changed_in_place(tree.body) & {"", *arguments}:
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
