"""What a person wrote of modules, classes and objects, as opposed to what Python adds."""

from __future__ import annotations

import dataclasses
import dis
import functools
import importlib
import inspect
import operator
import re
import sys
import sysconfig
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from perfectplay.identity.normal_ast import codes_of, module_dump

_OPAQUE = {"numpy", "numba", "llvmlite"}

_RULES = ("perfectplay.games.", "perfectplay.game.operators.")
"""The packages of perfectplay that contain rules."""

_MAKERS = {"abc", "collections", "dataclasses", "enum", "typing"}
"""Modules that add functions to classes."""

DYNAMIC: tuple[object, ...] = (
    getattr, vars, dir, eval, exec, compile, globals, locals, __import__, setattr,
    importlib.import_module, operator.attrgetter, operator.methodcaller, inspect.getmembers,
)  # fmt: skip
"""Functions that can reach objects whose names are not in the source."""

_ANNOTATING = {"__annotate__", "__annotate_func__"}
"""Functions in which Python 3.14 and newer keep the annotations of a class."""

_PRINTING = {"dataclasses", "reprlib"}
"""Modules that wrap the ``__repr__`` of a dataclass, each version of Python with other code."""

_NO_MEMBERS = {"_abc_impl", "_fields", "_field_defaults", "_tuplegetter"}


def is_rule(cls: type, name: str, member: object, with_reprs: bool = False) -> bool:
    """True if a person wrote this member of a class.

    ``with_reprs``: true as well for the ``__repr__`` of a dataclass.

    >>> from perfectplay.games.nim import Nim
    >>> [is_rule(Nim, name, vars(Nim)[name]) for name in ("moves", "rows", "__eq__", "__doc__")]
    [True, True, False, False]
    """
    if isinstance(member, FunctionType):
        if _is_generated_repr(name, member):
            return with_reprs
        return not _is_generated(cls, name, member)
    if name.startswith("__") or name in _NO_MEMBERS or type(member).__name__ in _NO_MEMBERS:
        return False
    if issubclass(cls, Enum) and (name.startswith("_") or name in cls.__members__):
        return False
    if inspect.isgetsetdescriptor(member) or inspect.ismemberdescriptor(member):
        return False
    _, function = unwrapped(member)
    return function is None or not is_opaque(function.__module__ or "")


def _is_generated(cls: type, name: str, function: FunctionType) -> bool:
    """True if Python made this function: a dataclass, a NamedTuple, or annotations."""
    if function.__module__ in _MAKERS or name in _ANNOTATING:
        return True
    if function.__code__.co_filename != "<string>" or not name.startswith("__"):
        return False
    # code given to ``exec`` as a string is of a "<string>" too
    in_file = hasattr(sys.modules.get(cls.__module__), "__file__")
    return in_file and (dataclasses.is_dataclass(cls) or "_fields" in vars(cls))


def _is_generated_repr(name: str, function: FunctionType) -> bool:
    """True for the ``__repr__`` that a dataclass generates."""
    inner = getattr(function, "__wrapped__", None)
    made = isinstance(inner, FunctionType) and inner.__code__.co_filename == "<string>"
    return made and name == "__repr__" and function.__globals__.get("__name__") in _PRINTING


def is_cache(cls: type, name: str) -> bool:
    """True if an attribute is the cache of a cached property."""
    return isinstance(inspect.getattr_static(cls, name, None), functools.cached_property)


def copied_parts(thing: Any) -> str | list[Any]:
    """The parts of which a copy of an object would be made, without caches; or its global name."""
    try:
        reduced = thing.__reduce_ex__(2)
    except Exception:  # an object that cannot be copied is represented by its class and attributes
        reduced = (None, (), dict(getattr(thing, "__dict__", {})))
    if isinstance(reduced, str):
        return reduced
    parts = [list(part) if isinstance(part, Iterator) else part for part in reduced]
    if len(parts) > 2 and isinstance(parts[2], dict):
        parts[2] = sorted(item for item in parts[2].items() if not is_cache(type(thing), item[0]))
    return parts


def unwrapped(thing: object) -> tuple[str, FunctionType | None]:
    """The kind of a wrapper (a property, a cache, a compiled function) and the function inside.

    >>> unwrapped(property(len)), unwrapped(staticmethod(unwrapped))[0]
    (('', None), 'staticmethod ')
    """
    inner: object = None
    if isinstance(thing, FunctionType):
        return "", thing
    if isinstance(thing, property):
        inner = thing.fget
    elif isinstance(thing, functools.cached_property):
        inner = thing.func
    elif isinstance(thing, staticmethod | classmethod):
        inner = thing.__func__
    elif isinstance(thing, functools._lru_cache_wrapper):
        inner = thing.__wrapped__
    elif type(thing).__module__.startswith("numba."):
        inner = getattr(thing, "py_func", None)
    if inner is None:
        return "", None
    kind, function = unwrapped(inner)
    return ("", None) if function is None else (f"{type(thing).__name__} {kind}", function)


@functools.lru_cache(maxsize=1024)
def is_opaque(module: str) -> bool:
    """True if a module is represented by its name: Python's library, NumPy, Numba, perfectplay.

    The games and rule operators of perfectplay are rules, so their code is included.

    >>> is_opaque("math"), is_opaque("perfectplay.game.tuples"), is_opaque("mine")
    (True, True, False)
    """
    top = module.partition(".")[0]
    if top == "perfectplay":
        return not module.startswith(_RULES)
    if top in _OPAQUE:
        return True
    if top not in sys.stdlib_module_names:
        return False
    # a user's file may have such a name
    file = getattr(sys.modules.get(top), "__file__", None)
    places = (sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
    return file is None or any(Path(file).is_relative_to(place) for place in places)


def file_text(module: ModuleType) -> str:
    """The syntax tree of a module's file, and of all files below a package, as text."""
    file = Path(getattr(module, "__file__", None) or "")
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    try:
        texts = [path.read_text(encoding="utf-8") for path in files if path.is_file()]
    except (OSError, UnicodeDecodeError):
        texts = []
    return "\n".join(module_dump(text) or text for text in texts)


def global_names(code: CodeType) -> Iterator[str]:
    """The global and builtin names that a function uses."""
    for one in codes_of(code):
        for step in dis.get_instructions(one):
            used = step.opname.endswith(("_GLOBAL", "_GLOBALS", "LOAD_NAME"))
            if used and isinstance(step.argval, str):
                yield step.argval


def module_name(module: str) -> str:
    """The name of a module; for a module run from a file, the name of the file.

    >>> module_name("_game_rocks_0123456789ab")
    'rocks'
    """
    return re.sub(r"^_game_(.*)_[0-9a-f]{12}$", r"\1", module)
