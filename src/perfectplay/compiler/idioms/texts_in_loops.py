"""A text that becomes longer in a loop: ``row = ""``, ``for x in cells: row += x``.

In compiled code a text of a board has one length, so that such a local is a list of characters, and
what reads it joins them.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable

from perfectplay.compiler.source.syntax_trees import (
    Statements,
    all_located,
    call,
    load,
    located,
    store,
)
from perfectplay.compiler.source.word_table import LETTERS

LOOSE = "pp_loose"
"""The mark of a list whose characters are joined to a text of any length."""

_LOOPS = (ast.For, ast.While)
_INNER = (ast.FunctionDef, ast.Lambda)


def fill_lists(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Make the texts of a function that become longer in its loops lists of characters, in place.
    ``fresh``: a new name for a local."""
    names = _growing(tree)
    if names and not any(isinstance(x, ast.Try | ast.With) for x in ast.walk(tree)):
        filled = _Filled(fresh, names)
        tree.body = [each for x in tree.body for each in filled.listed(x)]


def _growing(tree: ast.FunctionDef) -> set[str]:
    """The locals that are texts, as what they are set to shows, are added to in a loop, and are set
    in no other way."""
    values: defaultdict[str, list[ast.expr]] = defaultdict(list)
    known = set()
    for node in ast.walk(tree):
        for target, parts in (_begun(node), _added(node)[:2]):
            if target is not None:
                known.add(id(target))
                values[target.id] += parts
    inner = {x.id for f in ast.walk(tree) if isinstance(f, _INNER) and f is not tree
             for x in ast.walk(f) if isinstance(x, ast.Name)}  # fmt: skip
    others = {
        x.id
        for x in ast.walk(tree)
        if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load) and id(x) not in known
    }
    taken = {x.arg for x in ast.walk(tree) if isinstance(x, ast.arg)}
    return {
        name for name in values.keys() - others - inner - taken
        if any(map(_is_text, values[name]))
        and any(_grows(loop, name) for loop in ast.walk(tree) if isinstance(loop, _LOOPS))
    }  # fmt: skip


def _is_text(node: ast.expr) -> bool:
    """Whether an expression is plainly a text."""
    match node:
        case ast.Constant(value):
            return isinstance(value, str)
        case ast.BinOp(left, ast.Add(), right):
            return _is_text(left) or _is_text(right)
        case ast.BinOp(ast.Constant(value), ast.Mult()) | ast.BinOp(
            _, ast.Mult(), ast.Constant(value)
        ):
            return isinstance(value, str)
        case ast.IfExp(_, one, other):
            return _is_text(one) or _is_text(other)
    return isinstance(node, ast.JoinedStr)


def _names(node: ast.AST, name: str) -> bool:
    return any(isinstance(x, ast.Name) and x.id == name for x in ast.walk(node))


def _grows(loop: ast.For | ast.While, name: str) -> bool:
    """Whether a loop adds to a local, and does not begin it in each round."""
    added = any(x is not None and x.id == name for x, _, _ in map(_added, ast.walk(loop)))
    begun = [target for target, _ in map(_begun, loop.body) if target is not None]
    return added and not any(target.id == name for target in begun)


def _begun(node: ast.AST) -> tuple[ast.Name | None, list[ast.expr]]:
    """The local that a statement sets to a value without the local in it, and the value."""
    match node:
        case ast.Assign([ast.Name() as target], value) if not _names(value, target.id):
            return target, [value]
    return None, []


def _added(node: ast.AST) -> tuple[ast.Name | None, list[ast.expr], bool]:
    """The local that a statement adds to, ``name += value``, ``name = name + value`` or ``name =
    value + name``, the parts of the value in the order in which they are added, and whether they
    come before."""
    match node:
        case ast.AugAssign(ast.Name() as target, ast.Add(), value):
            return target, [value], False
        case ast.Assign([ast.Name() as target], ast.BinOp() as whole):
            terms = _terms(whole)
            named = [isinstance(x, ast.Name) and x.id == target.id for x in terms]
            if named[0] or named[-1]:
                parts = terms[1:] if named[0] else terms[-2::-1]
                if not any(_names(x, target.id) for x in parts[1:]):  # which is added to by then
                    return target, parts, not named[0]
    return None, [], False


def _terms(node: ast.expr) -> list[ast.expr]:
    """The terms of a sum."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return [*_terms(left), right]
    return [node]


class _Filled(ast.NodeTransformer):
    """Lists in the place of some locals."""

    def __init__(self, fresh: Callable[[str], str], names: set[str]) -> None:
        self.fresh, self.names = fresh, names
        self.there: set[str] = set()  # those that a statement before has made lists, in any case

    def _branches(self, node: ast.stmt) -> ast.stmt:
        """A compound statement: what a branch makes need not be there after it."""
        there = self.there
        for field in ("body", "orelse"):
            self.there = set(there)
            inner = [each for x in getattr(node, field) for each in self.listed(x)]
            setattr(node, field, inner)
        self.there = there
        for field in ("test", "iter"):
            if hasattr(node, field):
                setattr(node, field, self.visit(getattr(node, field)))
        return node

    visit_If = visit_For = visit_While = _branches

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        there = self.there
        for case in node.cases:
            self.there = set(there)
            case.body = [each for x in case.body for each in self.listed(x)]
        self.there = there
        node.subject = self.visit(node.subject)
        return node

    def listed(self, node: ast.stmt) -> Statements:
        """The statements in the place of one."""
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def _changed(self, node: ast.Assign | ast.AugAssign) -> ast.stmt | Statements:
        begun, value = _begun(node)
        if begun is not None and begun.id in self.names:
            return self._anew(node, begun.id, self.visit(value[0]))
        target, parts, before = _added(node)
        if target is None or target.id not in self.names:
            self.generic_visit(node)
            return node
        added = [self._one_by_one(target.id, self.visit(x), before=before) for x in parts]
        return all_located([x for each in added for x in each], node)

    visit_Assign = visit_AugAssign = _changed

    def _anew(self, node: ast.stmt, name: str, value: ast.expr) -> Statements:
        """The statements that begin a text, or make it another one."""
        begun: ast.stmt = ast.Assign([store(name)], ast.List([], ast.Load()))
        if name in self.there:
            begun = ast.Expr(ast.Call(ast.Attribute(load(name), "clear", ast.Load()), [], []))
        self.there.add(name)
        return all_located([begun, *self._one_by_one(name, value, before=False)], node)

    def _one_by_one(self, name: str, part: ast.expr, *, before: bool) -> Statements:
        """The statements that add the characters of a text to a list."""
        first: list[ast.expr] = [ast.Constant(0)] if before else []
        add = ast.Attribute(load(name), "insert" if before else "append", ast.Load())
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            letters = part.value[::-1] if before else part.value
            return [ast.Expr(ast.Call(add, [*first, ast.Constant(x)], [])) for x in letters]
        each = self.fresh("letter")
        items = call("some_letters", part, load(LETTERS))
        if before:
            items = call("reversed_", items)
        body: Statements = [ast.Expr(ast.Call(add, [*first, load(each)], []))]
        return [ast.For(store(each), items, body, [])]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(ast.Name("len"), [ast.Name(name)], []) if name in self.names:
                return node
        self.generic_visit(node)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.names or not isinstance(node.ctx, ast.Load):
            return node
        items = load(node.id)
        setattr(items, LOOSE, True)
        join = ast.Attribute(ast.Constant(""), "join", ast.Load())
        return located(ast.Call(join, [items], []), node)
