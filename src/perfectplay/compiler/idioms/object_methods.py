"""Methods of objects that builtins have a method of the same name as: ``board.get(x, y)``.

A local that is set to ``Board(...)``, the object that a method of its class is of, and an argument
that is annotated with it are such objects: their methods get names of their own, so that no pass
takes them for methods of lists or dicts. Compiled code refuses a receiver of another class.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Collection
from types import FunctionType
from typing import Any

from perfectplay.compiler.source.rule_classes import OF_OBJECT, builtins_have

Known = Callable[[ast.expr], Any]


def name_object_methods(
    tree: ast.FunctionDef, function: FunctionType, classes: Collection[type], known: Known
) -> None:
    """Rename such methods in a function; ``classes``: those of the objects that rules make."""
    named = {
        name: cls for cls in classes for name, own in vars(cls).items() if _is_asked(name, own)
    }
    if not named:
        return
    objects = _objects(tree, function, classes, known)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ast.Name(name), method) if method in named and name in objects:
                if _is_asked(method, vars(objects[name]).get(method)):
                    node.attr = OF_OBJECT + method
            case ast.Attribute(ast.Call(made), method) if method in named:
                cls = known(made)
                if _one_of(cls, classes) and _is_asked(method, vars(cls).get(method)):
                    node.attr = OF_OBJECT + method


def _one_of(value: Any, classes: Collection[type]) -> bool:
    return isinstance(value, type) and value in classes


def _is_asked(name: str, own: Any) -> bool:
    """Whether a class has a method or a property under a name that builtins use, too."""
    return isinstance(own, FunctionType | property) and name[:1] != "_" and builtins_have(name)


def _objects(
    tree: ast.FunctionDef, function: FunctionType, classes: Collection[type], known: Known
) -> dict[str, type]:
    """The names of objects of one of the classes in a function."""
    given = {name: _annotated(function, name) for name in (x.arg for x in tree.args.args)}
    owners = [x for x in classes if inspect.getattr_static(x, function.__name__, 0) is function]
    if owners and tree.args.args:
        given[tree.args.args[0].arg] = owners[0]
    found = {name: {cls} for name, cls in given.items() if _one_of(cls, classes)}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets, ast.Call(called)) if _one_of(cls := known(called), classes):
                for target in targets:
                    if isinstance(target, ast.Name):
                        found.setdefault(target.id, set()).add(cls)
    return {name: one for name, (one, *others) in found.items() if not others}


def _annotated(function: FunctionType, name: str) -> Any:
    """The class that an argument is annotated with, if it is named by the module; else None."""
    noted = function.__annotations__.get(name)
    return function.__globals__.get(noted) if isinstance(noted, str) else noted
