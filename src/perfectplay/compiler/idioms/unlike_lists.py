"""Loops over lists of unlike moves that are written out: ``for move in [Pass(), *drops]``.

Compiled code has no list of unlike things. So the body of the loop is written out for each of them.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from perfectplay.compiler.idioms.changes_in_place import (
    ChangeRules,
    calls_what_changes,
    changed_in_place,
    may_change,
)
from perfectplay.compiler.idioms.left_loops import body_with, left_by, with_flag, with_rounds
from perfectplay.compiler.source.syntax_trees import (
    Renaming,
    Statements,
    all_located,
    bindings,
    flat,
    load,
    located,
    read_names,
    store,
)

_BUILT = (ast.List, ast.Tuple, ast.BinOp, ast.ListComp)

_Stays: TypeAlias = Callable[[ast.expr, list[ast.stmt]], bool]


def without_unlike_lists(tree: ast.FunctionDef, rules: ChangeRules) -> None:
    """Write out the loops of a generator over such lists, in place."""
    own = {x.arg for x in ast.walk(tree.args) if isinstance(x, ast.arg)}
    stays = partial(_stays, own=own, rules=rules)
    again = _Unrolled(_lists_used_once(tree, stays), rules, stays)
    tree.body = flat(again.visit(x) for x in tree.body)
    for name in again.used:
        tree.body = [x for x in tree.body if not _makes(x, name)]


def _makes(node: ast.stmt, name: str) -> bool:
    return isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name


def _lists_used_once(tree: ast.FunctionDef, stays: _Stays) -> dict[str, ast.expr]:
    """The locals that are set once, in the function's own body, to a list of unlike things, and
    used once."""
    times = bindings(tree)
    read = [x.id for x in ast.walk(tree) if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)]
    found: dict[str, ast.expr] = {}
    for i, node in enumerate(tree.body):
        match node:
            case ast.Assign([ast.Name(name)], value) if times[name] == 1 and read.count(name) == 1:
                unlike = isinstance(value, _BUILT) and _is_unlike(value)
                if unlike and stays(value, tree.body[i + 1 :]):
                    found[name] = value
    return found


def _stays(items: ast.expr, statements: list[ast.stmt], own: set[str], rules: ChangeRules) -> bool:
    """Whether a list has the same items, and making it does the same, if it is made in the midst of
    some statements. ``own``: the arguments of the method, such as the state, which nobody
    changes."""
    if may_change(items, rules):
        return False
    read, code = read_names(items), rules.source.function.__code__
    if read & bindings(ast.Module(statements, [])).keys():
        return False
    if not read & {*code.co_varnames, *code.co_cellvars} - own:
        return True
    # what changes may be one of them under another name
    return not changed_in_place(statements) and not calls_what_changes(
        statements, rules, rules.source.function
    )


def _is_unlike(items: ast.expr) -> bool:
    """Whether a list that is written out has items of more than one kind, as far as the text
    tells."""
    return len(set(_kinds(items))) > 1


def _kinds(items: ast.expr) -> list[str]:
    match items:
        case ast.BinOp(one, ast.Add(), other):
            return _kinds(one) + _kinds(other)
        case ast.List(parts) | ast.Tuple(parts):
            return [
                kind for x in parts
                for kind in (_kinds(x.value) if isinstance(x, ast.Starred) else [_kind(x)])
            ]  # fmt: skip
        case ast.ListComp(item) | ast.GeneratorExp(item):
            return [_kind(item)]
    return []


def _kind(item: ast.expr) -> str:
    """What kind of move an expression is, by its text."""
    match item:
        case ast.Call(function):
            return ast.dump(function)
        case ast.Tuple(parts):
            tag = parts[0].value if parts and isinstance(parts[0], ast.Constant) else ""
            return f"tuple {len(parts)} {tag!r}"
        case ast.Constant(value):
            return type(value).__name__
    return "int"


class _Unrolled(ast.NodeTransformer):
    """``used``: the lists of which nothing is left."""

    def __init__(self, lists: dict[str, ast.expr], rules: ChangeRules, stays: _Stays) -> None:
        self.lists, self.stays = lists, stays
        self.fresh, self.known = rules.fresh_local, rules.known
        self.used: set[str] = set()

    def _items(self, node: ast.expr) -> ast.expr | None:
        """A list of unlike things that is looped over; None for anything else."""
        if isinstance(node, ast.Name) and node.id in self.lists:
            return self.lists[node.id]
        return node if isinstance(node, _BUILT) and _is_unlike(node) else None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | Statements:
        match node.value:
            case ast.YieldFrom(ast.GeneratorExp(item, [loop])) if self._items(loop.iter):
                body: Statements = [ast.Expr(ast.Yield(item))]
                for test in reversed(loop.ifs):
                    body = [ast.If(test, body, [])]
                return self.visit_For(located(ast.For(loop.target, loop.iter, body, []), node))
            case ast.YieldFrom(items) if (built := self._items(items)) is not None:
                each = self.fresh("each")
                body = [ast.Expr(ast.Yield(load(each)))]
                loop_of_all = located(ast.For(store(each), built, body, []), node)
                self._note(items)
                return self.visit_For(loop_of_all)
        return node

    def _note(self, items: ast.expr) -> None:
        if isinstance(items, ast.Name):
            self.used.add(items.id)

    def visit_For(self, node: ast.For) -> ast.stmt | Statements:
        items = self._items(node.iter)
        inner = [x for part in node.body for x in ast.walk(part)]
        if items is None or any(isinstance(x, ast.FunctionDef) for x in inner):
            self.generic_visit(node)
            return node
        if not isinstance(node.target, ast.Name) or _sets(inner, node.target.id):
            return node
        if not self.stays(items, node.body):
            return node
        self._note(node.iter)
        body, left = with_flag(flat(self.visit(x) for x in node.body), self.fresh)
        body = with_rounds(body, self.fresh)
        written = all_located(self._written(items, node.target.id, body), node)
        return left_by(written, left, self.fresh, flat(self.visit(x) for x in node.orelse))

    def _written(self, items: ast.expr, name: str, body: Statements) -> Statements:
        match items:
            case ast.BinOp(one, ast.Add(), other):
                return [*self._written(one, name, body), *self._written(other, name, body)]
            case ast.List(parts) | ast.Tuple(parts):
                found: Statements = []
                for x in parts:
                    if isinstance(x, ast.Starred):
                        found += self._written(x.value, name, body)
                    else:
                        found += self._with(x, name, body)
                return found
            case ast.ListComp(item, loops) | ast.GeneratorExp(item, loops):
                names = {
                    x.id: self.fresh(x.id) for loop in loops for x in ast.walk(loop.target)
                    if isinstance(x, ast.Name)
                }  # fmt: skip
                inside = self._with(Renaming(names).visit(copy.deepcopy(item)), name, body)
                for loop in reversed(copy.deepcopy(loops)):
                    for test in reversed(loop.ifs):
                        inside = [ast.If(Renaming(names).visit(test), inside, [])]
                    target = Renaming(names).visit(loop.target)
                    inside = [ast.For(target, Renaming(names).visit(loop.iter), inside, [])]
                return inside
        return [ast.For(store(name), copy.deepcopy(items), copy.deepcopy(body), [])]

    def _with(self, value: ast.expr, name: str, body: Statements) -> Statements:
        """The body with an expression in the place of the name."""
        return body_with(body, name, value, self.known)


def _sets(nodes: list[ast.AST], name: str) -> bool:
    return any(
        isinstance(x, ast.Name) and x.id == name and not isinstance(x.ctx, ast.Load) for x in nodes
    )
