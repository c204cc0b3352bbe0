"""What is for type checkers alone, left out: ``Pile(n)`` of a ``NewType``, ``cast(int, n)``,
the kind in ``found: list[Move] = []``; and ``type(self)``, which these tell."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterable
from types import CodeType, FunctionType

from perfectplay.compiler.source.syntax_trees import bound_names


def without_type_calls(tree: ast.FunctionDef, function: FunctionType) -> ast.FunctionDef:
    """The function's tree, with what such calls are given in their place."""
    names = _names(function.__code__)
    named = {name: function.__globals__[name] for name in names & function.__globals__.keys()}
    casts = {name for name, value in named.items() if value is typing.cast}
    modules = {name for name, value in named.items() if value is typing}
    kinds = {name for name, value in named.items() if isinstance(value, typing.NewType)}
    if casts or modules or kinds:
        _WithoutTypeCalls(casts, modules, kinds).visit(tree)
    return tree


def without_annotations(tree: ast.FunctionDef) -> ast.FunctionDef:
    """The function's tree with plain assignments in the place of those that say a kind, too."""
    _Plain().visit(tree)
    return tree


class _Plain(ast.NodeTransformer):
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:  # it says that the name is a local
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)


def class_with(function: FunctionType, classes: Iterable[type]) -> type | None:
    """The class of which a function is a method or a property; None if there is none, or one that
    inherits it."""
    for cls in classes:
        found = vars(cls).get(function.__name__)
        if function in (found, getattr(found, "fget", None)):
            heirs = [x for x in classes if issubclass(x, cls) and x is not cls]
            return None if heirs else cls
    return None


def asks_own_class(tree: ast.FunctionDef) -> bool:
    """Whether a function may ask for the class of its first argument."""
    names = {x.id for x in ast.walk(tree) if isinstance(x, ast.Name)}
    attributes = {x.attr for x in ast.walk(tree) if isinstance(x, ast.Attribute)}
    return "type" in names or "__class__" in attributes


def name_own_class(tree: ast.FunctionDef, name: str) -> None:
    """Put a name in the place of ``type(self)`` and ``self.__class__`` in a method, whose first
    argument is the object."""
    if tree.args.args and tree.args.args[0].arg not in bound_names(tree):
        _OwnClass(tree.args.args[0].arg, name).visit(tree)


class _OwnClass(ast.NodeTransformer):
    def __init__(self, mine: str, name: str) -> None:
        self.mine, self.name = mine, name

    def _named(self, node: ast.expr, whole: ast.expr) -> ast.AST:
        if isinstance(whole, ast.Name) and whole.id == self.mine:
            return ast.copy_location(ast.Name(self.name, ast.Load()), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Name("type"), [whole], []):
                return self._named(node, whole)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return (
            self._named(node, node.value) if node.attr == "__class__" else self.generic_visit(node)
        )


def _names(code: CodeType) -> set[str]:
    """The names that a function, and those in it, read but do not set."""
    inner = (_names(x) for x in code.co_consts if isinstance(x, CodeType))
    return set(code.co_names).union(*inner) - {*code.co_varnames, *code.co_cellvars}


class _WithoutTypeCalls(ast.NodeTransformer):
    def __init__(self, casts: set[str], modules: set[str], kinds: set[str]) -> None:
        self.casts = casts
        self.modules = modules
        self.kinds = kinds

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name(name), [value], []) if name in self.kinds:
                return value
            case ast.Call(ast.Name(name), [_, value], []) if name in self.casts:
                return value
            case ast.Call(ast.Attribute(ast.Name(name), "cast"), [_, value], []) if (
                name in self.modules
            ):
                return value
        return node
