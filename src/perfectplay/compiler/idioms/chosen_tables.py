"""``table = self.JUMPS if jumps else self.STEPS``: constant lists and Enums, of which one is
chosen and only looked up or looped over: they become tuples."""

from __future__ import annotations

import ast
from enum import EnumMeta
from typing import Any, Protocol

from perfectplay.compiler.source.syntax_trees import bindings, located

_READING = {
    "len", "enumerate", "sum", "min", "max", "any", "all", "sorted", "zip", "reversed", "set",
    "frozenset", "tuple", "list",
}  # fmt: skip


class TableRules(Protocol):
    """What is asked of the rewriter of a function."""

    def known(self, node: ast.expr) -> Any:
        """The value of a constant expression, or MISSING."""

    def named(self, value: Any, source: ast.expr) -> ast.Name:
        """A local that stands for a constant; ``source``: what the rules call it."""


def choose_tuples(tree: ast.FunctionDef, rules: TableRules) -> None:
    """Put tuples in the place of such lists in a function, in place."""
    parents = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    times = bindings(tree)
    for node in list(ast.walk(tree)):
        if not isinstance(node, ast.IfExp) or isinstance(parents[id(node)], ast.IfExp):
            continue
        uses: list[ast.expr] = [node]
        match parents[id(node)]:
            case ast.Assign([ast.Name(name)]) if times[name] == 1:
                named = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == name]
                uses = [x for x in named if isinstance(x.ctx, ast.Load)]
        if all(_is_read(x, parents) for x in uses):
            asked = (ast.Subscript, ast.Compare, ast.Attribute)
            _choose(node, rules, looped=not any(isinstance(parents[id(x)], asked) for x in uses))


def _is_read(node: ast.expr, parents: dict[int, ast.AST]) -> bool:
    """Whether a table is only looked up, looped over, or asked for what is in it."""
    match parents[id(node)]:
        case ast.For(iter=items) | ast.comprehension(iter=items):
            return items is node
        case ast.Subscript(whole, ctx=ast.Load()):
            return whole is node
        case ast.Compare(_, [ast.In() | ast.NotIn()], [whole]):
            return whole is node
        case ast.Call(ast.Name(name), arguments):
            return name in _READING and node in arguments
        case ast.Attribute(attr="index" | "count"):
            return True
    return False


def _choose(node: ast.IfExp, rules: TableRules, *, looped: bool) -> None:
    """``looped``: whether it is only looped over: an Enum has other places and elements."""
    for name in ("body", "orelse"):
        branch = getattr(node, name)
        if isinstance(branch, ast.IfExp):
            _choose(branch, rules, looped=looped)
            continue
        known: Any = rules.known(branch)
        if (isinstance(known, EnumMeta) and looped) or (isinstance(known, list) and known):
            setattr(node, name, located(rules.named(tuple(known), branch), branch))
