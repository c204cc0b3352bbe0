"""``found += self.jumps(...)`` of a list that begins empty: a loop that appends, since the compiler
learns the kind of the items from what is put in one by one.

``found = found + self.jumps(...)`` is the same, if nothing else has the list: then nobody sees that
it is not a new one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from perfectplay.compiler.source.syntax_trees import bindings, load, located, store

_LOOKING = ("len", "list", "tuple", "sorted", "set", "any", "all", "bool", "max", "min", "sum")
"""Functions after which nothing has the list that they were given."""


def put_one_by_one(tree: ast.FunctionDef, fresh: Callable[[str], str]) -> None:
    """Write out such loops, in place. ``fresh``: a new name for a local."""
    names = _begun_empty(tree)
    if names:
        _OneByOne(names, fresh).visit(tree)


def _begun_empty(tree: ast.FunctionDef) -> set[str]:
    """The locals that are set once, to ``[]``, and into which ``append`` or a call puts items."""
    times, begun, filled, other = bindings(tree), set[str](), set[str](), set[str]()
    anew = set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Name(name)], ast.List([])):
                begun.add(name)
            case ast.AugAssign(ast.Name(name), ast.Add(), value):
                times[name] -= 1
                filled |= {name} if isinstance(value, ast.Call) else set()
            case ast.Call(ast.Attribute(ast.Name(name), "append")):
                filled.add(name)
            case ast.Assign(_, ast.Name(name)):  # a second name for the list
                other.add(name)
            case ast.Lambda(_, ast.Name(name)):  # which gives it back
                other.add(name)
            case ast.Assign(_, ast.List(held) | ast.Tuple(held)) | ast.Call(
                ast.Attribute(_, "append" | "add" | "insert"), held
            ):  # something that a call may take it out of
                other |= {x.id for x in held if isinstance(x, ast.Name)}
            case ast.FunctionDef() if node is not tree:  # which may give it back
                other |= {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}
        if (longer := _set_anew(node)) is not None:
            times[longer] -= 1
            anew.add(longer)
    alone = {name for name in anew if _is_alone(tree, name)}
    names = begun & (filled | alone) - other - (anew - alone)
    return {name for name in names if times[name] == 1}


def _set_anew(node: ast.AST) -> str | None:
    """The local of ``found = found + self.jumps(...)``; None for other nodes."""
    match node:
        case ast.Assign([ast.Name(name)], ast.BinOp(ast.Name(left), ast.Add(), ast.Call())):
            return name if name == left else None
    return None


def _is_alone(tree: ast.FunctionDef, name: str) -> bool:
    """Whether nothing but a local has its list, until the function returns it."""
    looked_at = {id(x) for node in ast.walk(tree) for x in _looked_at(node)}
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Name) and child.id == name:
                kept = id(child) not in looked_at and id(node) not in looked_at
                if kept and not _leaves_alone(node, child):
                    return False
        if isinstance(node, ast.GeneratorExp) and id(node) not in looked_at and _names(node, name):
            return False  # it waits
    return True


def _looked_at(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions below a node whose values nothing keeps, and methods that are called."""
    match node:
        case ast.If(test) | ast.While(test) | ast.IfExp(test) | ast.Return(test) if test:
            yield from _tested(test)
        case ast.Call(ast.Name(function), [value]) if function in _LOOKING:
            yield value
        case ast.Call(ast.Attribute() as method):
            yield method


def _tested(test: ast.expr) -> Iterator[ast.expr]:
    """A test, and what is tested for it: both sides of ``and``, what follows ``not``."""
    parts = test.values if isinstance(test, ast.BoolOp) else []
    yield from [test] if not parts else [y for x in parts for y in _tested(x)]


def _leaves_alone(parent: ast.AST, use: ast.Name) -> bool:
    """Whether a node that names a list gives it to nothing else, whatever becomes of its value."""
    match parent:
        case ast.For(_, items):  # over the list as it is there
            return items is use and use.id not in map(_set_anew, ast.walk(parent))
        case ast.comprehension(_, items):
            return items is use
        case ast.Assign([target]):
            return target is use
        case ast.BinOp(left, ast.Add()):
            return left is use
    return isinstance(parent, ast.AugAssign | ast.UnaryOp | ast.Compare | ast.Subscript)


class _OneByOne(ast.NodeTransformer):
    def __init__(self, names: set[str], fresh: Callable[[str], str]) -> None:
        self.names, self.fresh = names, fresh

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        match node:
            case ast.AugAssign(ast.Name(name), ast.Add(), ast.Call() as items):
                return self._put(name, items, node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        name = _set_anew(node)
        if name is not None and isinstance(node.value, ast.BinOp):
            return self._put(name, node.value.right, node)
        return node

    def _put(self, name: str, items: ast.expr, node: ast.stmt) -> ast.stmt:
        if name not in self.names or _names(items, name):
            return node
        each = self.fresh("each")
        append = ast.Attribute(load(name), "append", ast.Load())
        put = ast.Expr(ast.Call(append, [load(each)], []))
        return located(ast.For(store(each), items, [put], []), node)


def _names(node: ast.expr, name: str) -> bool:
    """Whether a local may be what a call gives back: it would become longer while it is read."""
    return any(isinstance(x, ast.Name) and x.id == name for x in ast.walk(node))
