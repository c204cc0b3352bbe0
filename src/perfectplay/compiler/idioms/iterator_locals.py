"""Iterators that a local holds: once it is looped over, one is used up.

Compiled code gives a copy of one to a function, so that it would not be used up there. So a local
that is an iterator compiles where it is read once, or where only ``for`` loops over it. What it
reads must not be set meanwhile: compiled code reads that when it is made.
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from perfectplay.compiler.idioms.changes_in_place import CHANGING
from perfectplay.compiler.idioms.first_items import MAKING, makes_iterators
from perfectplay.compiler.source.function_rules import FunctionRules
from perfectplay.compiler.source.syntax_trees import (
    bindings,
    bound_names,
    names_of_comprehensions,
    read_names,
    used_names,
)


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


def refuse_late_names(tree: ast.FunctionDef, rules: FunctionRules) -> None:
    """Refuse a loop over ``(x for x in xs if x > best)`` and its like that sets ``best``."""
    functions = [x for x in ast.walk(tree) if isinstance(x, ast.FunctionDef) and x is not tree]
    inner = {x.name: x for x in functions}
    shape = rules.module.shape
    with_sets = shape is not None and shape.has_sets
    for loop in ast.walk(tree):
        if not isinstance(loop, ast.For):
            continue
        body = ast.Module([*loop.body], [])
        changed = {*bindings(body), *bound_names(loop.target)}
        changed -= names_of_comprehensions(body)
        if with_sets:  # which are numbers once compiled
            changed |= {name for x in ast.walk(body) if (name := _changed_set(x)) is not None}
        late = _read_late(loop.iter, rules, inner) & changed
        if late:
            reason = f"{min(late)} is set in a loop over what reads it only when it is looped over"
            rules.refuse(loop, reason, "a condition in the body of the loop, or list(...)")


def _changed_set(node: ast.AST) -> str | None:
    match node:
        case ast.Call(ast.Attribute(ast.Name(name), method)) if method in CHANGING:
            return name
    return None


def _read_late(node: ast.expr, rules: FunctionRules, inner: dict[str, ast.FunctionDef]) -> set[str]:
    """The names that what is looped over reads when it gives an item. ``inner``: the functions of
    the rule."""
    match node:
        case ast.Lambda():
            return read_names(node.body) - bindings(node.args).keys()
        case ast.Name(name) if name in inner:
            return read_names(inner[name]) - bindings(inner[name]).keys()
        case ast.GeneratorExp(item, [first, *_] as loops):
            own = {x for each in loops for x in bound_names(each.target)}
            parts = [item, *(y for x in loops for y in x.ifs), *(x.iter for x in loops[1:])]
            found = {x for part in parts for x in read_names(part)} - own
            return found | _read_late(first.iter, rules, inner)
        case ast.IfExp(_, one, other):
            return _read_late(one, rules, inner) | _read_late(other, rules, inner)
        case ast.Call(function, given):
            mine = isinstance(function, ast.Name) and _is_lazy(inner.get(function.id))
            made = rules.known(function)
            if mine or any(made == one for one in MAKING) or rules.helper_of(node) is not None:
                parts = [*given, *(x.value for x in node.keywords), *([function] if mine else [])]
                return {x for part in parts for x in _read_late(part, rules, inner)}
        case ast.Starred(whole):
            return _read_late(whole, rules, inner)
    return set()


def _is_lazy(function: ast.FunctionDef | None) -> bool:
    """Whether a function of the rule may run while what it gives is looped over."""
    return function is not None and any(
        isinstance(x, ast.Yield | ast.YieldFrom | ast.Lambda | ast.GeneratorExp)
        or (isinstance(x, ast.Return) and isinstance(x.value, ast.Call))
        for x in ast.walk(function)
    )


def _changed_later(made: ast.Assign, nodes: Collection[ast.AST]) -> set[str]:
    """The names that an iterator reads when it is looped over, and that are set after it."""
    read: set[str] = set()
    for lazy in ast.walk(made.value):
        if isinstance(lazy, ast.Lambda | ast.GeneratorExp):
            at_once = lazy.generators[0].iter if isinstance(lazy, ast.GeneratorExp) else None
            mine = set(bindings(lazy.args)) if isinstance(lazy, ast.Lambda) else {
                x for each in lazy.generators for x in bound_names(each.target)
            }  # fmt: skip
            read |= used_names(lazy) - mine - (used_names(at_once) if at_once else set())
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
