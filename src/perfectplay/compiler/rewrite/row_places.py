"""Loops over rows of constant tables, which read their items from the array of the whole table.

A row is a part of an array, which takes 10 ns to make and 10 to loop over, and in a generator,
which keeps both in memory, several times that. So ``for near in NEAR[cell]`` is a loop over the
places of the row. In ``for ray in RAYS[cell]``, a ray of which a rule only asks for items and for
their number is its place among all rays.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.compiler.source.own_names import own
from perfectplay.compiler.source.syntax_trees import Statements, call, item, load, located, store

_READERS = {own("row"): "number_there", own("rows_of_row"): "tuple_row", own("word_row"): "word_in"}
"""What reads an item of such a row at its place in the table."""

_KINDS = {
    own(f"{kind}_of_row"): helper
    for kind, helper in (
        ("numbers", "number_there"),
        ("tuples", "tuple_there"),
        ("words", "word_in"),
    )
}
"""The same for rows in a row."""


def names_of_loops(tree: ast.AST) -> set[str]:
    """The names that only loops set, and that are only read within a loop over them.

    >>> names_of_loops(ast.parse("for a in x: a\\nfor b in x: a\\n[c for c in x]\\nfor c in x: b"))
    {'c'}
    """
    finder = _Finder()
    finder.visit(tree)
    return finder.looped - finder.others


class _Finder(ast.NodeVisitor):
    """Collects names that loops set, and those that are read or set anywhere else."""

    def __init__(self) -> None:
        self.looped: set[str] = set()
        self.others: set[str] = set()
        self.within: list[str] = []

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        name = self._target(node.target)
        self.within += [name]
        for statement in node.body:
            self.visit(statement)
        self.within.pop()
        for statement in node.orelse:
            self.visit(statement)

    def visit_GeneratorExp(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> None:
        self._visit_generators(node, [node.elt])

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._visit_generators(node, [node.elt])

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._visit_generators(node, [node.elt])

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._visit_generators(node, [node.key, node.value])

    def _visit_generators(self, node: ast.expr, items: list[ast.expr]) -> None:
        before = len(self.within)
        for loop in node.generators:  # type: ignore[attr-defined]
            self.visit(loop.iter)
            self.within += [self._target(loop.target)]
            for condition in loop.ifs:
                self.visit(condition)
        for each in items:
            self.visit(each)
        del self.within[before:]

    def _target(self, target: ast.expr) -> str:
        if isinstance(target, ast.Name):
            self.looped.add(target.id)
            return target.id
        self.visit(target)
        return ""

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load) or node.id not in self.within:
            self.others.add(node.id)

    def visit_arg(self, node: ast.arg) -> None:
        self.others.add(node.arg)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        self.others.add(node.name or "")
        self.generic_visit(node)


@dataclass(frozen=True)
class InnerRows:
    """The rows in the rows of a table: of ``numbers``, ``tuples`` or ``words``, with the array of
    all items and that of the places where rows begin."""

    kind: str
    flat: ast.expr
    starts: ast.expr


def is_taken_by_places(name: str, body: Statements) -> bool:
    """Whether statements only loop over a row, index it and ask for its length."""
    nodes = [x for statement in body for x in ast.walk(statement)]
    uses = sum(isinstance(x, ast.Name) and x.id == name for x in nodes)
    return uses == sum(_use(node, name) is not None for node in nodes)


def take_by_places(name: str, rows: InnerRows, place: str, body: Statements) -> None:
    """Read the items of a row from the array of its table; a local holds its place."""
    taking = _Taking(name, rows, place)
    for statement in body:
        taking.visit(statement)


def _use(node: ast.AST, name: str) -> str | None:
    """What a node does with the row of a name; None if nothing that can be written anew."""
    match node:
        case ast.For(_, ast.Name(source)) | ast.comprehension(_, ast.Name(source)):
            use = "loop"
        case ast.Call(ast.Name("enumerate"), [ast.Name(source)]):
            use = "enumerate"
        case ast.Call(ast.Name("len"), [ast.Name(source)], []):
            use = "len"
        case ast.Subscript(ast.Name(source), index, ast.Load()) if not isinstance(index, ast.Slice):
            use = "item"
        case _:
            return None
    return use if source == name else None


class _Taking(ast.NodeTransformer):
    """Writes the uses of a row anew."""

    def __init__(self, name: str, rows: InnerRows, place: str) -> None:
        self.name, self.rows, self.place = name, rows, place

    def visit(self, node: ast.AST) -> ast.AST:
        use = _use(node, self.name)
        self.generic_visit(node)
        rows, place = self.rows, load(self.place)
        items = call(f"{rows.kind}_of_row", rows.flat, rows.starts, place)
        match use, node:
            case "loop", ast.For() | ast.comprehension():
                node.iter = located(items, node.iter)
            case "enumerate", ast.Call():
                node.args = [located(items, node)]
            case "len", _:
                return located(call("length_of_row", rows.starts, place), node)
            case "item", ast.Subscript(_, index):
                helper = f"one_of_{rows.kind}"
                return located(call(helper, rows.flat, rows.starts, place, index), node)
        return node


def by_places(loop: ast.For, fresh_local: Callable[[str], str]) -> ast.For | Statements:
    """A loop, rewritten, over a row of a table as one over the places of its items; any other one
    unchanged."""
    match loop.iter:
        case ast.Call(ast.Name(name), [flat, ast.Name() as starts, place, *rest]):
            pass
        case _:
            return loop
    before: Statements = []
    if name in _READERS:
        row = fresh_local("row")
        before = [ast.Assign([store(row)], call("row_at", starts, place))]
        place = load(row)
        helper = _READERS[name]
    elif name in _KINDS:
        helper = _KINDS[name]
    else:
        return loop
    at = fresh_local("at")
    read = ast.Assign([loop.target], call(helper, flat, load(at), *rest))
    loop.iter = located(places_of(starts, place), loop.iter)
    loop.target = located(store(at), loop.target)
    loop.body = [located(read, loop), *loop.body]
    return [*(located(each, loop) for each in before), loop]


def places_of(starts: ast.expr, place: ast.expr) -> ast.Call:
    """The places of the items of a row."""
    after = ast.BinOp(place, ast.Add(), ast.Constant(1))
    return call("range", item(starts, place), item(starts, after))
