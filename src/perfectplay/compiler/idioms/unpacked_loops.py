"""``heaps, may = map(list, state)``, ``(list(row) for row in state)`` unpacked, item by item.

What a state holds may be of unlike kinds, which compiled code does not loop over. So is what
``play`` returns: ``(*map(tuple, pegs), left - 1)`` is as long as states are.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any, Protocol, TypeGuard

from perfectplay.compiler.folding.form_reader import KnownForms, part_given, parts_given
from perfectplay.compiler.idioms.empty_scratch import own_nodes
from perfectplay.compiler.source.syntax_trees import (
    Statements,
    Substitution,
    all_located,
    bindings,
    call,
    flat,
    item,
    load,
    located,
    store,
)
from perfectplay.game.shape.shape_tree import Part, ShapeTree


class LoopRules(KnownForms, Protocol):
    """What is asked of the rewriter of a function."""

    def fresh_local(self, wanted: str) -> str:
        """A new name for a local."""


def unpack_loops(tree: ast.FunctionDef, rules: LoopRules) -> None:
    """Write out such loops over unlike parts of a state, in place."""
    parts = parts_given(rules, tree)
    plays = rules.source.function.__name__ == "play" and rules.source.owner is not None
    _unpack_stars(tree, parts, rules)
    tree.body = flat(
        _Unpacked(parts, rules, plays=plays).visit(statement) for statement in tree.body
    )


def _unpack_stars(
    tree: ast.FunctionDef, parts: dict[str, Part | ShapeTree], rules: LoopRules
) -> None:
    """``a, *rest, b = state`` with a name for each item of the rest, which is no list then."""
    times = bindings(tree)
    for node in own_nodes(tree):
        match node:
            case ast.Assign([ast.Tuple(targets)], value):
                whole = part_given(value, parts, rules)
                stars = [x for x in targets if isinstance(x, ast.Starred)]
            case _:
                continue
        if not stars or not _is_row(whole) or len(set(whole.parts)) < 2:
            continue
        rest, count = stars[0].value, len(whole.parts) - len(targets) + 1
        if not isinstance(rest, ast.Name) or count < 0:
            continue
        given_on = _GivenOn(rest.id, [rules.fresh_local("part") for _ in range(count)])
        read = [x for x in ast.walk(tree) if isinstance(x, ast.Name) and x.id == rest.id]
        read = [x for x in read if isinstance(x.ctx, ast.Load)]
        if len(read) == sum(map(given_on.is_star, ast.walk(tree))) and (
            not read or times[rest.id] == 1
        ):
            given_on.visit(tree)
            place = targets.index(stars[0])
            targets[place : place + 1] = [located(store(x), node) for x in given_on.names]


class _GivenOn(ast.NodeTransformer):
    """``names`` in the place of ``*rest``."""

    def __init__(self, rest: str, names: list[str]) -> None:
        self.rest, self.names = rest, names

    def is_star(self, node: ast.AST) -> bool:
        """Whether it is ``*rest`` in a tuple, a list or a call."""
        match node:
            case ast.Starred(ast.Name(name), ast.Load()):
                return name == self.rest
        return False

    def visit(self, node: ast.AST) -> ast.AST:
        for field in ("elts", "args"):
            items = getattr(node, field, None)
            if isinstance(items, list) and any(map(self.is_star, items)):
                apart = [[load(x) for x in self.names] if self.is_star(i) else [i] for i in items]
                setattr(node, field, [located(x, node) for each in apart for x in each])
        return self.generic_visit(node)


class _Unpacked(ast.NodeTransformer):
    """``plays``: whether the function returns states."""

    def __init__(
        self, parts: dict[str, Part | ShapeTree], rules: LoopRules, *, plays: bool
    ) -> None:
        self.parts, self.rules, self.plays = parts, rules, plays

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | Statements:
        match node:
            case ast.Assign([ast.Tuple(targets)], value):
                looped = self._looped(value)
                plain = all(isinstance(x, ast.Name) for x in targets)
                if looped is None or not plain or not self._is_of_unlike(looped[2], len(targets)):
                    return node
            case _:
                return node
        name, made, source = looped
        names = [self.rules.fresh_local("part") for _ in targets]
        whole = ast.Tuple([store(x) for x in names], ast.Store())
        found: Statements = [ast.Assign([whole], source)]
        for target, part in zip(targets, names, strict=True):
            each = Substitution({name: load(part)}).visit(copy.deepcopy(made))
            found.append(ast.Assign([target], each))
        return all_located(found, node)

    def _looped(self, value: ast.expr) -> tuple[str, ast.expr, ast.expr] | None:
        """The name of an item, what is made of it, and what is looped over."""
        match value:
            case ast.Call(function, [made, source], []) if self.rules.known(function) is map:
                if self.rules.known(made) in (list, tuple, sum, len, any, all, min, max, sorted):
                    name = self.rules.fresh_local("item")
                    return name, ast.Call(made, [load(name)], []), source
            case ast.GeneratorExp(made, [loop]) | ast.ListComp(made, [loop]) if not loop.ifs:
                if isinstance(loop.target, ast.Name) and not _sets(made, loop.target.id):
                    return loop.target.id, made, loop.iter
        return None

    def visit_Return(self, node: ast.Return) -> ast.stmt | Statements:
        """``return (*map(tuple, pegs), left - 1)``, as long as states are."""
        shape = self.rules.module.shape
        if not isinstance(node.value, ast.Tuple) or not self.plays or not _is_row(shape):
            return node
        items = node.value.elts
        stars = [i for i, x in enumerate(items) if isinstance(x, ast.Starred)]
        count = len(shape.parts) - len(items) + 1
        if len(stars) != 1 or count < 1:
            return node
        star = items[stars[0]]
        assert isinstance(star, ast.Starred)
        name = self.rules.fresh_local("item")
        looped = self._looped(star.value) or (name, load(name), star.value)
        held = shape.parts[stars[0] : stars[0] + count]
        if not isinstance(looped[2], ast.Name) or not any(isinstance(x, ShapeTree) for x in held):
            return node
        parts: list[ast.expr] = [item(looped[2], ast.Constant(i)) for i in range(count)]
        made = [Substitution({looped[0]: x}).visit(copy.deepcopy(looped[1])) for x in parts]
        node.value.elts = [*items[: stars[0]], *made, *items[stars[0] + 1 :]]
        size = ast.Compare(call("len", looped[2]), [ast.Eq()], [ast.Constant(count)])
        return all_located([ast.Assert(size), node], node)

    def _is_of_unlike(self, source: ast.expr, count: int) -> bool:
        """Whether it is a part of a state, or the state, with so many parts of unlike kinds."""
        whole = part_given(source, self.parts, self.rules)
        return _is_row(whole) and len(whole.parts) == count and len(set(whole.parts)) > 1


def _is_row(part: Part | ShapeTree | None) -> TypeGuard[ShapeTree]:
    """Whether it is a tuple that keeps its length."""
    return isinstance(part, ShapeTree) and issubclass(part.cls, tuple) and not part.varying


def _sets(node: ast.expr, name: str) -> bool:
    """Whether something in an expression has the same name."""
    return any(
        (isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store) and x.id == name)
        or (isinstance(x, ast.arg) and x.arg == name)
        for x in ast.walk(node)
    )


def write_out_maps(
    tree: ast.FunctionDef, known: Callable[[ast.expr], Any], fresh_local: Callable[[str], str]
) -> None:
    """``map(tuple, rows)`` of a local as ``(tuple(row) for row in rows)``, in place: the length of
    rows is looked for by the name of the loop."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(function, [ast.Call(mapping, [each, ast.Name() as rows], [])], []) if (
                known(function),
                known(mapping),
                known(each),
            ) == (tuple, map, tuple):
                row = fresh_local("row")
                loop = ast.comprehension(store(row), rows, [], 0)
                made = ast.GeneratorExp(ast.Call(each, [load(row)], []), [loop])
                node.args = [located(made, node)]
