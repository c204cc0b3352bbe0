"""Iterators that a local holds: once it is looped over, one is used up.

Compiled code gives a copy of one to a function, so that it would not be used up there. So a local
that is an iterator compiles where it is read once, or where only ``for`` loops over it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from perfectplay.compiler.idioms.first_items import MAKING, makes_iterators
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import used_names


def refuse_used_iterators(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Refuse a local that is an iterator and read again."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in list(parents):
        match node:
            case ast.Assign([ast.Name(name)], value) if _is_iterator(value, rules):
                reads = [
                    x for x in parents
                    if isinstance(x, ast.Name) and x.id == name and isinstance(x.ctx, ast.Load)
                ]  # fmt: skip
                looped = [isinstance(parents[x], ast.For) for x in reads]
                for late in _changed_later(node, parents):
                    reason = f"{name} reads {late} only when it is looped over"
                    rules.refuse(node, reason, f"{name} = list(...) reads it at once")
                again = len(reads) > 1 or any(_is_within_loop(x, node, parents) for x in reads)
                if again and not all(looped):
                    reason = f"{name} is an iterator that is used up the first time"
                    rules.refuse(reads[-1], reason, f"{name} = list(...) can be used again")


def _changed_later(made: ast.Assign, nodes: Collection[ast.AST]) -> set[str]:
    """The names that an iterator reads when it is looped over, and that are set after it."""
    read: set[str] = set()
    for lazy in ast.walk(made.value):
        if isinstance(lazy, ast.Lambda | ast.GeneratorExp):
            at_once = lazy.generators[0].iter if isinstance(lazy, ast.GeneratorExp) else None
            read |= used_names(lazy) - (used_names(at_once) if at_once else set())
    own = {id(x) for y in nodes if isinstance(y, ast.comprehension) for x in ast.walk(y.target)}
    return {
        x.id for x in nodes
        if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load) and x.id in read
        and id(x) not in own and x.lineno > (made.end_lineno or made.lineno)
    }  # fmt: skip


def _is_iterator(value: ast.expr, rules: FunctionRules) -> bool:
    """Whether an expression makes an iterator."""
    if isinstance(value, ast.GeneratorExp):
        return True
    if not isinstance(value, ast.Call):
        return False
    made = rules.known(value.func)
    if any(made == one for one in MAKING):
        return True
    helper = rules.helper_of(value)
    return helper is not None and makes_iterators(helper[0])


def _is_within_loop(use: ast.AST, made: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a use may run several times after the iterator is made once."""
    around = set()
    outer: ast.AST | None = made
    while outer is not None:
        around.add(outer)
        outer = parents.get(outer)
    inner, node = use, parents.get(use)
    while node is not None and node not in around:
        match node:
            case ast.While():
                return True
            case ast.For(_, source):
                if inner is not source:
                    return True
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                if inner is not node.generators[0]:
                    return True
            case ast.comprehension(_, source):
                if inner is not source:
                    return True
        inner, node = node, parents.get(node)
    return False
