"""Objects of plain classes that a rule makes for itself: ``board = Board(state)``.

Compiled, such an object is a record of its attributes. One that is set anew after the object was
made is a list of one item there, so that all names of the object see the change.
"""

from __future__ import annotations

import ast
import copy
import linecache
from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.own_names import own, private_name, with_private_names
from perfectplay.compiler.source.syntax_trees import load, store

_HARMLESS = {
    "__module__", "__doc__", "__dict__", "__weakref__", "__init__", "__repr__", "__str__",
    "__annotations__", "__annotate_func__", "__static_attributes__", "__firstlineno__",
    "__slots__", "__hash__", "__qualname__",
}  # fmt: skip
"""What a class may have of its own among the names in double underscores."""


def attributes_of(cls: Any) -> dict[str, bool] | None:
    """The attributes that ``__init__`` gives an object of a plain class, each with whether it may
    be set anew later; None for a class of another kind."""
    return _attributes_of(cls) if isinstance(cls, type) else None


@lru_cache(maxsize=256)
def _attributes_of(cls: Any) -> dict[str, bool] | None:
    if type(cls) is not type or cls.__bases__ != (object,):
        return None
    names = vars(cls)
    made = names.get("__init__")
    if not isinstance(made, FunctionType) or names.get("__hash__", 0) is None:
        return None
    if any(name.startswith("__") and name.endswith("__") for name in names.keys() - _HARMLESS):
        return None
    written = _tree(made)
    if written is None or not written.args.args:
        return None
    tree = with_private_names(copy.deepcopy(written), made.__qualname__)
    mine = tree.args.args[0].arg
    first = dict.fromkeys(_set_on(mine, tree.body, within=False))
    if not first or first.keys() != dict.fromkeys(_set_on(mine, tree.body, within=True)).keys():
        return None
    elsewhere = _set_elsewhere(made, written)
    return {name: elsewhere is None or name in elsewhere for name in first}


def _tree(function: FunctionType) -> ast.FunctionDef | None:
    """The tree of a function in the file that it is from."""
    code = function.__code__
    for node in ast.walk(_file(code.co_filename, function)):
        if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
            continue
        if min([node.lineno, *(x.lineno for x in node.decorator_list)]) == code.co_firstlineno:
            return node
    return None


def _file(filename: str, function: FunctionType) -> ast.AST:
    return _parsed("".join(linecache.getlines(filename, function.__globals__)))


@lru_cache(maxsize=16)
def _parsed(text: str) -> ast.AST:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def _set_on(mine: str, body: list[ast.stmt], *, within: bool) -> Iterator[str]:
    """The attributes that statements set on the object; ``within``: in branches and loops, too."""
    for statement in body:
        simple = isinstance(statement, ast.Assign | ast.AnnAssign)
        for node in ast.walk(statement) if simple or within else ():
            match node:
                case ast.Attribute(ast.Name(name), attribute, ast.Store()) if name == mine:
                    yield attribute


def _set_elsewhere(made: FunctionType, tree: ast.FunctionDef) -> set[str] | None:
    """The names of the attributes that the file sets outside of an ``__init__``; None if it cannot
    be read."""
    whole = _file(made.__code__.co_filename, made)
    skipped = {id(x) for x in ast.walk(tree)}
    found = {
        node.attr for node in ast.walk(whole)
        if isinstance(node, ast.Attribute) and id(node) not in skipped
        and not isinstance(node.ctx, ast.Load)
    }  # fmt: skip
    return found | {private_name(name, made.__qualname__) for name in found}


def as_maker(tree: ast.FunctionDef, mine: str, record: str, changing: dict[str, bool]) -> set[str]:
    """Make an ``__init__`` a function that gives a record of what it sets; the new locals.
    ``mine``: the name of the object; ``record``: that of the class in compiled code."""
    names = {attribute: own(f"self_{attribute}") for attribute in changing}
    for node in ast.walk(tree):
        for field, old in ast.iter_fields(node):
            for i, child in enumerate(old if isinstance(old, list) else [old]):
                match child:
                    case ast.Attribute(ast.Name(name), attribute, context) if (
                        name == mine and attribute in names
                    ):
                        new = ast.copy_location(ast.Name(names[attribute], context), child)
                        if isinstance(old, list):
                            old[i] = new
                        else:
                            setattr(node, field, new)
    tree.body = [_plain_assignment(x) for x in tree.body]
    fields: list[ast.expr] = [
        ast.List([load(names[x])], ast.Load()) if changes else load(names[x])
        for x, changes in changing.items()
    ]
    made = ast.Return(ast.Call(load(record), fields, []))
    tree.body.append(ast.fix_missing_locations(ast.copy_location(made, tree.body[-1])))
    return set(names.values())


def _plain_assignment(node: ast.stmt) -> ast.stmt:
    """``self.cells: list[int] = []`` without what it says of the kind."""
    match node:
        case ast.AnnAssign(target, _, ast.expr() as value):
            return ast.copy_location(ast.Assign([target], value), node)
    return node


def as_adjuster(tree: ast.FunctionDef, mine: str, record: str, fields: Sequence[str]) -> None:
    """Make a ``__post_init__`` a function that gives the record as it leaves it. ``mine``: the name
    of the record; ``record``: that of its class in compiled code."""
    tree.body = _Adjusting(mine, record, fields).statements(tree.body)
    tree.body.append(ast.Return(load(mine)))
    ast.fix_missing_locations(tree)


class _Adjusting(ast.NodeTransformer):
    def __init__(self, mine: str, record: str, fields: Sequence[str]) -> None:
        self.mine, self.record, self.fields = mine, record, fields

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        return [self.visit(x) for x in body]

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        return ast.copy_location(ast.Return(load(self.mine)), node)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Call(
                ast.Attribute(ast.Name("object"), "__setattr__"),
                [ast.Name(name), ast.Constant(str(field)), value], [],
            ) if name == self.mine and field in self.fields:  # fmt: skip
                items = [
                    value if x == field else ast.Attribute(load(name), x, ast.Load())
                    for x in self.fields
                ]
                made = ast.Assign([store(name)], ast.Call(load(self.record), items, []))
                return ast.fix_missing_locations(ast.copy_location(made, node))
        return node
