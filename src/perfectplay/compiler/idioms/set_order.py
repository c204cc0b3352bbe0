"""Loops over sets in which the order does not matter: sets of states have another one in compiled
code, and those of texts in each run of Python.

Such a loop counts or collects, or asks whether some element or all of them are of a kind. A loop
that yields, that remembers the last element, or that returns one element is none.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from perfectplay.compiler.source.syntax_trees import bound_names

_ADDING: dict[type[ast.operator], str] = {
    ast.Add: "sum", ast.Sub: "sum", ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "xor",
}  # fmt: skip
_COLLECTING = {"add": "or", "update": "or", "discard": "minus", "remove": "minus"}
_NUMBERS = {"len", "abs", "int", "bool", "sum", "min", "max", "popcount"}


def is_order_free(loop: ast.For, tree: ast.FunctionDef, sets: set[str]) -> bool:
    """Whether a loop of a function does the same in whatever order it gets the elements. ``sets``:
    the locals that hold sets that are changed."""
    if any(isinstance(x, ast.NamedExpr) for x in ast.walk(loop)):
        return False
    body = _Body(loop, tree, sets)
    if not all(map(body.allows, loop.body)) or _reads_any(loop.orelse, bound_names(loop.target)):
        return False
    defined = {x.name for x in ast.walk(tree) if isinstance(x, ast.FunctionDef)}
    if _reads_any(loop.body, defined):  # which may change something
        return False
    inner = body.own | bound_names(loop.target)
    return body.is_sound() and not any(is_read_beyond(name, loop, tree) for name in inner)


def _reads_any(statements: list[ast.stmt], names: set[str]) -> bool:
    return any(_reads(x, names) for x in statements)


def shows_order(loop: ast.For) -> bool:
    """Whether a loop hands on its items one by one, or one of them: it yields, or returns what it
    sets."""
    names = bound_names(loop)
    for node in (x for statement in loop.body for x in ast.walk(statement)):
        match node:
            case ast.Yield() | ast.YieldFrom():
                return True
            case ast.Return(ast.expr() as value) if _reads(value, names):
                return True
    return False


class _Body:
    """What the statements of a loop do."""

    def __init__(self, loop: ast.For, tree: ast.FunctionDef, sets: set[str]) -> None:
        self.loop, self.sets = loop, sets
        self.locals = bound_names(tree) | {x.arg for x in ast.walk(tree) if isinstance(x, ast.arg)}
        self.own = _set_anew(loop)
        self.ways: defaultdict[str, set[str]] = defaultdict(set)
        self.returned: set[str] = set()
        self.left: set[tuple[str, ...]] = set()  # what is done before a break
        self.before: set[str] = set()

    def allows(self, node: ast.stmt) -> bool:
        """Whether a statement may stand in such a loop; notes what it does."""
        match node:
            case ast.Pass() | ast.Continue():
                return True
            case ast.If(_, [*before, ast.Break()], orelse):
                self.left.add(tuple(map(ast.dump, before)))
                self.before.update(*map(bound_names, before))
                constants = all(map(_sets_constant, before))
                return constants and all(map(self.allows, [*before, *orelse]))
            case ast.If(_, body, orelse):
                return all(map(self.allows, [*body, *orelse]))
            case ast.For(target, _, body, orelse):
                new = _set_anew(node) | bound_names(target)
                self.own |= {x for x in new if not is_read_beyond(x, node, self.loop)}
                return all(map(self._allows_inside, [*body, *orelse]))
            case ast.Return(value):
                plain = value is None or not _reads(value, self.locals)
                self.returned.add("" if value is None else ast.dump(value))
                return plain
            case ast.Assign([target], value) if bound_names(target) <= self.own:
                return not any(isinstance(x, ast.Subscript) for x in ast.walk(target))
            case ast.Assign([ast.Name(name)], ast.Constant(value)):
                self.ways[name].add(f"= {value!r}")
                return True
            case ast.AugAssign(ast.Name(name), operator, value):
                way = _ADDING.get(type(operator), "")
                self.ways[name].add(way)
                return bool(way) and (way != "sum" or self._is_number(value))
            case ast.AugAssign(ast.Subscript(ast.Name(name)), ast.Add() | ast.Sub(), value):
                self.ways[name].add("sums")
                return self._is_number(value)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method), [_], [])):
                self.ways[name].add(_COLLECTING.get(method, ""))
                return name in self.sets and method in _COLLECTING
        return False

    def _allows_inside(self, node: ast.stmt) -> bool:
        """The same for a statement in an inner loop, which may end that loop."""
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, ast.If):
            return all(map(self._allows_inside, [*node.body, *node.orelse]))
        return self.allows(node)

    def _is_number(self, node: ast.expr) -> bool:
        """Whether what is added is plainly a whole number, and no list or fraction."""
        match node:
            case ast.Constant(value):
                return isinstance(value, int)
            case ast.Name(name):
                return name in bound_names(self.loop.target)
            case ast.Compare() | ast.UnaryOp(ast.Not()):
                return True
            case ast.UnaryOp(_, operand):
                return self._is_number(operand)
            case ast.BinOp(left, operator, right):
                return not isinstance(operator, ast.Div | ast.Pow) and (
                    self._is_number(left) and self._is_number(right)
                )
            case ast.IfExp(_, one, other):
                return self._is_number(one) and self._is_number(other)
            case ast.Call(ast.Name(function)):
                return function in _NUMBERS
        return False

    def is_sound(self) -> bool:
        """Whether all that it does can be done in any order, since nothing that is changed is read,
        and each local is changed in one way."""
        if len(self.returned) > 1 or any(len(ways) > 1 for ways in self.ways.values()):
            return False
        if self.left and (len(self.left) > 1 or self.returned or self.ways.keys() - self.before):
            return False  # what else it does depends on when it is left
        return not any(
            _reads(part, set(self.ways)) for part in _read_parts(self.loop, set(self.ways))
        )


def _sets_constant(node: ast.stmt) -> bool:
    match node:
        case ast.Assign([ast.Name()], ast.Constant()):
            return True
    return False


def _read_parts(loop: ast.For, changed: set[str]) -> Iterator[ast.AST]:
    """The parts of a loop but for the locals that it changes, where it changes them."""
    for node in (x for statement in loop.body for x in ast.walk(statement)):
        match node:
            case ast.AugAssign(target, _, value):
                yield value
                if isinstance(target, ast.Subscript):
                    yield target.slice
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name)), arguments)) if name in changed:
                yield from arguments
            case ast.If(test) | ast.For(_, test):
                yield test
            case ast.Assign(_, value) | ast.Return(ast.expr() as value):
                yield value


def _reads(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression reads some of these names."""
    return any(isinstance(x, ast.Name) and x.id in names for x in ast.walk(node))


def _set_anew(loop: ast.For) -> set[str]:
    """The names that each round of a loop sets before it reads them."""
    assigned = [x for x in loop.body if isinstance(x, ast.Assign)]
    names = {name for x in assigned for target in x.targets for name in bound_names(target)}
    return {name for name in names if _sets_first(loop, name)}


def _sets_first(loop: ast.For, name: str) -> bool:
    """Whether each round of a loop sets a name before it reads it."""
    if name in bound_names(loop.target):
        return True
    for statement in loop.body:
        read = any(_is_load(x, name) for x in ast.walk(statement))
        if isinstance(statement, ast.Assign) and name in set().union(
            *map(bound_names, statement.targets)
        ):
            return not read
        if read or name in bound_names(statement):
            return False
    return False


def _is_load(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def is_read_beyond(name: str, loop: ast.For, tree: ast.AST) -> bool:
    """Whether a name that a loop sets is read outside, where no other loop has set it."""

    def read(node: ast.AST) -> bool:
        if node is loop or (isinstance(node, ast.For) and _sets_first(node, name)):
            return False
        loops = getattr(node, "generators", ())
        if any(name in bound_names(loop.target) for loop in loops):
            return False
        return _is_load(node, name) or any(map(read, ast.iter_child_nodes(node)))

    return read(tree)
