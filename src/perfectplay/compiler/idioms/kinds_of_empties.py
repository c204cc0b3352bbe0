"""The kind of a list or set that begins empty and is replaced before anything is put in.

``best = []``, and then ``best = [move]`` in a loop: the compiler finds the kind of the items of an
empty list from what is put into this very list. So another list shows it: in a branch that never
runs, it takes what the other places put under the name. Each empty list is then an empty one of
its kind. Machine code has nothing of that branch.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from perfectplay.compiler.source.iterators import is_generator
from perfectplay.compiler.source.syntax_trees import call, load, located, store

_LOOPS = (ast.For, ast.While)

Shown = tuple[ast.stmt, str, ast.expr]


@dataclass(frozen=True)
class Scratch:
    """What rules collect things in: the method that puts in one, that for several, and the helper
    that makes an empty one like another."""

    one: str
    several: str
    none: str

    def is_empty(self, node: ast.expr | None) -> bool:
        """Whether an expression makes an empty one."""
        return node is not None and ast.dump(node) == ast.dump(self.empty())

    def empty(self) -> ast.expr:
        """One without anything, of no kind yet."""
        return ast.List([], ast.Load()) if self.one == "append" else call("set")

    def put(self, kind: str, method: str, value: ast.expr) -> ast.stmt:
        """Show a kind by what is put in."""
        putting = ast.Call(ast.Attribute(load(kind), method, ast.Load()), [value], [])
        return ast.If(call("never"), [ast.Expr(putting)], [])


LISTS, SETS = Scratch("append", "extend", "none_of"), Scratch("add", "update", "without_items")


def give_kinds(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Give the empty lists and sets of a translated function the kind of those in their places.
    ``fresh``: a new name for a local."""
    for scratch in (LISTS, SETS):
        giver = _Giver(tree, scratch, fresh)
        for name in sorted(giver.made):
            giver.give(name)
        if not is_generator(tree):
            giver.give_returned()


class _Giver:
    """Where a function makes and fills its lists, or sets.

    ``made``: the statements that set a name alone; ``beside``: those that set it beside others;
    ``grown``: those that put something into what a name has, and what they put; ``order``: the
    places of all in the text; ``loops``: the loops around each; ``bodies``: the list that has each.
    """

    def __init__(
        self, tree: ast.FunctionDef, scratch: Scratch, fresh: Callable[[str], str]
    ) -> None:
        self.tree, self.scratch, self.fresh = tree, scratch, fresh
        self.made: dict[str, list[ast.Assign]] = {}
        self.beside: dict[str, list[tuple[ast.stmt, ast.expr]]] = {}
        self.grown: dict[str, list[Shown]] = {}
        self.order: dict[int, int] = {}
        self.loops: dict[int, tuple[ast.stmt, ...]] = {}
        self.bodies: dict[int, list[ast.stmt]] = {}
        self.returns: list[ast.Return] = []
        self._enter(tree.body, ())

    def _enter(self, body: list[ast.stmt], loops: tuple[ast.stmt, ...]) -> None:
        one, several = self.scratch.one, self.scratch.several
        for node in body:
            self.order[id(node)], self.loops[id(node)] = len(self.order), loops
            self.bodies[id(node)] = body
            match node:
                case ast.Assign([ast.Name(name)]):
                    self.made.setdefault(name, []).append(node)
                case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                    for target, value in zip(targets, values, strict=False):  # one may be starred
                        if isinstance(target, ast.Name):
                            self.beside.setdefault(target.id, []).append((node, value))
                case ast.AugAssign(ast.Name(name), ast.Add() | ast.BitOr(), value):
                    self.grown.setdefault(name, []).append((node, several, value))
                case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method), [*_, value])):
                    if method in (one, several, "insert"):
                        how = several if method == several else one
                        self.grown.setdefault(name, []).append((node, how, value))
                case ast.Return():
                    self.returns.append(node)
            inside = (*loops, node) if isinstance(node, _LOOPS) else loops
            for each in bodies_of(node):
                self._enter(each, inside)

    def give(self, name: str) -> None:
        """Give what is made empty under a name the kind of what else the name has."""
        empty = [x for x in self.made[name] if self.scratch.is_empty(x.value)]
        unknown = [x for x in empty if not self._shows_its_kind(x, name)]
        shown = self._shown(name, [x for x in self.made[name] if x not in empty])
        if not unknown or shown is None:
            return
        kind = self._kind()
        node, method, value = shown
        after = isinstance(value, ast.Name) and value.id == name
        self._show(node, method, copy.deepcopy(value), kind, after=after)
        for each in unknown:
            each.value = located(call(self.scratch.none, load(kind)), each)

    def _shown(self, name: str, others: list[ast.Assign]) -> Shown | None:
        """A statement, the method that puts in what it shows, and this: what else the name has, or
        what is put in, or added to what the name has."""
        several = self.scratch.several
        for made in others:
            if not names(made.value, name):
                return made, several, load(name)
        for shown in self.grown.get(name, ()):
            if not names(shown[2], name):
                return shown
        for each, value in self.beside.get(name, ()):
            if not (names(value, name) or self.scratch.is_empty(value)):
                return each, several, load(name)
        for made in others:
            for node in ast.walk(made.value):
                match node:
                    case ast.BinOp(one, ast.Add() | ast.BitOr(), other):
                        for side in (one, other):
                            if not names(side, name):
                                return made, several, side
        return None

    def _shows_its_kind(self, made: ast.Assign, name: str) -> bool:
        """Whether something is put into what a statement makes, and surely into this."""
        others: list[ast.stmt] = [x for x in self.made[name] if x is not made]
        others += [x for x, _ in self.beside.get(name, ())]
        return any(self._reaches(made, x, others) for x, _, _ in self.grown.get(name, ()))

    def _reaches(self, made: ast.stmt, grown: ast.stmt, others: Sequence[ast.stmt]) -> bool:
        """Whether it is what a statement has made, and nothing else, that grows."""
        first, last = self.order[id(made)], self.order[id(grown)]
        around = [x for x in self.loops[id(grown)] if x not in self.loops[id(made)]]
        return first < last and not any(
            first < self.order[id(other)] < last
            or any(loop in self.loops[id(other)] for loop in around)
            for other in others
        )

    def give_returned(self) -> None:
        """The same for ``return []`` beside other lists that are returned."""
        empty = [x for x in self.returns if self.scratch.is_empty(x.value)]
        others = [x for x in self.returns if x not in empty and x.value is not None]
        if not empty or not others:
            return
        kind = self._kind()
        for each in others:
            name, body = self.fresh("found"), self.bodies[id(each)]
            assert each.value is not None
            first = located(ast.Assign([store(name)], each.value), each)
            body.insert(body.index(each), first)
            each.value = located(load(name), each)
            self._show(each, self.scratch.several, load(name), kind)
        for each in empty:
            each.value = located(call(self.scratch.none, load(kind)), each)

    def _kind(self) -> str:
        """The local for what shows a kind, made at the begin of the function."""
        name = self.fresh("kind")
        made = ast.Assign([store(name)], self.scratch.empty())
        self.tree.body.insert(0, located(made, self.tree.body[0]))
        return name

    def _show(
        self, node: ast.stmt, method: str, value: ast.expr, kind: str, *, after: bool = False
    ) -> None:
        body = self.bodies[id(node)]
        showing = located(self.scratch.put(kind, method, value), node)
        body.insert(body.index(node) + after, showing)


def names(node: ast.expr, name: str) -> bool:
    """Whether an expression names something, or sets a name, so that it cannot be asked twice."""
    return any(
        isinstance(x, ast.NamedExpr) or (isinstance(x, ast.Name) and x.id == name)
        for x in ast.walk(node)
    )


def bodies_of(node: ast.AST) -> list[list[ast.stmt]]:
    """The lists of statements inside a statement."""
    found = [getattr(node, field, None) for field in ("body", "orelse", "finalbody")]
    found += [each.body for each in getattr(node, "handlers", ())]
    return [x for x in found if isinstance(x, list) and x]
