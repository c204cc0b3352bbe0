"""One element that is taken out of a set: ``next(iter(free))``, ``list(free)[0]``, ``free.pop()``.

Which one it is, the order of the set tells, and compiled sets have another. Where it is the only
one, there is no order: compiled code takes it, and raises if there are several. If it does, rules
are compiled once more with any order (`set_directions`), and compared.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from perfectplay.compiler.idioms.set_changes import OPERATORS
from perfectplay.compiler.source.constants import MISSING
from perfectplay.compiler.source.syntax_trees import (
    COMPREHENSIONS,
    Statements,
    all_located,
    call,
    load,
    store,
)

_POPPED = "pp_popped"
_IN_TURN = "popped_in_turn"
_NOT_ALWAYS = (ast.BoolOp, ast.IfExp, ast.Lambda, *COMPREHENSIONS)


def element_taken_of(
    node: ast.expr, known: Callable[[ast.expr], Any]
) -> tuple[str, ast.expr] | None:
    """The helper that takes one item of what may be a set, and that; None for other expressions."""
    match node:
        case ast.Call(
            function,
            [ast.GeneratorExp(ast.Name(item), [ast.comprehension(ast.Name(each), items, [])])],
            [],
        ) if item == each and known(function) is next:
            return ("only_or_first", items) if known(items) is MISSING else None
        case ast.Subscript(ast.Call(function, [items], []), ast.Constant(0)):
            made = known(function)
            loops = isinstance(items, ast.GeneratorExp | ast.Starred)
            listed = (made is list or made is tuple) and not loops
            return ("only_or_first", items) if listed else None
        case ast.Call(ast.Attribute(ast.BinOp(_, operator) as items, "pop"), [], []):
            return ("popped_only", items) if isinstance(operator, OPERATORS) else None
    return None


def mark_pops(tree: ast.FunctionDef, sets: set[str], fresh: Callable[[str], str]) -> None:
    """Mark the statements of a function that pop from one of these sets: with the helper that
    takes the element. Outside of loops it is often the only one. In loops elements are counted,
    since one that comes back may come at once in another order. ``fresh``: a new name for a local.
    """
    waiting: list[tuple[ast.AST, str]] = [(node, "popped_only") for node in tree.body]
    counter = ""
    while waiting:
        node, helper = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        if popped_of(node) in sets:
            counter = counter or (fresh("taken") if helper == _IN_TURN else "")
            setattr(node, _POPPED, (helper, counter if helper == _IN_TURN else ""))
        if isinstance(node, ast.For | ast.While):
            helper = _IN_TURN
        waiting += [(child, helper) for child in ast.iter_child_nodes(node)]
    if counter:
        start = ast.Assign([store(counter)], ast.Constant(0))
        tree.body.insert(0, all_located([start], tree.body[0])[0])


def popped_of(node: ast.AST) -> str | None:
    """The local from which a statement pops once, and which it does not read besides."""
    if not isinstance(node, ast.Assign | ast.AugAssign | ast.Return | ast.Expr) or not node.value:
        return None
    pops = [call for call in _always_run(node.value) if _is_pop(call)]
    if len(pops) != 1:
        return None
    name = str(pops[0].func.value.id)  # type: ignore[attr-defined]
    whole = node if isinstance(node, ast.AugAssign) else node.value  # targets come after the value
    reads = [x for x in ast.walk(whole) if isinstance(x, ast.Name) and x.id == name]
    return name if len(reads) == 1 else None


def _is_pop(node: ast.AST) -> bool:
    match node:
        case ast.Call(ast.Attribute(ast.Name(), "pop"), [], []):
            return True
    return False


def _always_run(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression that are run once."""
    yield node
    chained = isinstance(node, ast.Compare) and len(node.ops) > 1
    if not isinstance(node, _NOT_ALWAYS) and not chained:
        for child in ast.iter_child_nodes(node):
            yield from _always_run(child)


class _Named(ast.NodeTransformer):
    """Puts a local in the place of what pops."""

    def __init__(self, item: str) -> None:
        self.item = item

    def visit_Call(self, node: ast.Call) -> ast.AST:
        return load(self.item) if _is_pop(node) else self.generic_visit(node)


def element_popped(node: ast.stmt, fresh: Callable[[str], str]) -> Statements | None:
    """The statements in the place of one that is marked; None for others. ``fresh``: a new name for
    a local."""
    name = popped_of(node) if hasattr(node, _POPPED) else None
    if name is None:
        return None
    helper, counter = getattr(node, _POPPED)
    taken, item = call(helper, load(name)), fresh("popped")
    rest = ast.Assign([store(name)], call("set_less", load(name), load(item)))
    found: Statements = [ast.Assign([store(item)], taken), rest, _Named(item).visit(node)]
    if counter:
        found.insert(0, ast.Assign([store(counter)], call("one_more", load(counter))))
    return all_located(found, node)
