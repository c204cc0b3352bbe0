"""Which locals of a rule are dicts or deques of its own; see ``scratch_dicts.py``."""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable
from typing import Any, NoReturn, Protocol

from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import bindings


class Rules(Protocol):
    """What is asked of the function that is rewritten."""

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""

    def fresh_local(self, wanted: str) -> str:
        """A new name for a local."""

    def refuse(self, node: ast.AST, reason: str, idiom: str = "") -> NoReturn:
        """Raise NotCompilable with the place of a node."""


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
            if made is collections.defaultdict and len(arguments) == 1:
                return _of_default(arguments[0], known)
            if isinstance(function, ast.Attribute) and known(function.value) is dict:
                return "dict" if function.attr == "fromkeys" else None
    return None


def _of_default(default: ast.expr, known: Callable[[ast.expr], Any]) -> str | None:
    """The kind of ``defaultdict(default)``."""
    match default:
        case ast.Lambda(ast.arguments(args=[]), body):
            zero = known(body)
            return "int" if type(zero) is int and zero == 0 else None
    found = known(default)
    return "int" if found is int else "list" if found is list else None


def locals_of_kinds(tree: ast.FunctionDef, rules: Rules) -> dict[str, str]:
    """The locals that are only ever set to a dict of one kind, or to a deque; dicts that are
    constants are none."""
    made: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(
                ast.Name(name), _, ast.expr() as value
            ):
                made.setdefault(name, []).append(value)
    times = bindings(tree)
    found = {}
    for name, values in made.items():
        kinds = {kind_made(value, rules.known) for value in values}
        (kind, *others) = kinds
        if kind is None or others or times[name] != len(values):
            continue
        at_top = any(isinstance(x, ast.Assign) and x.value is values[0] for x in tree.body)
        if rules.known(values[0]) is MISSING or not (at_top and _only_read(tree, name)):
            found[name] = kind
    return found


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
