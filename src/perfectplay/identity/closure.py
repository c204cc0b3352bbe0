"""All objects on which some functions and values depend, each as a text.

Two objects have the same text only if they behave in the same way. Python's library, NumPy, Numba
and perfectplay are represented by name; everything else is followed.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import importlib
import importlib.util
import re
from collections.abc import Callable, Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, NoneType
from typing import Any

import numpy as np

from perfectplay.identity.authored import (
    DYNAMIC,
    copied_parts,
    file_text,
    global_names,
    is_opaque,
    is_rule,
    module_name,
    unwrapped,
)
from perfectplay.identity.lasting_names import lasting_name
from perfectplay.identity.normal_ast import code_dump, codes_of, function_dump, nodes_of, tree_of


class ReachableCode:
    """The reachable objects by name, as texts that depend on the rules alone.

    ``attributes``: the names after a dot in reached code; ``dynamic``: True if some of it can reach
    names that are not in the source. ``skip``: classes whose members the caller adds.
    ``with_reprs``: as early fingerprints have it.
    """

    def __init__(self, skip: tuple[type, ...] = (), with_reprs: bool = False) -> None:
        self.parts: dict[str, str] = {}
        self.attributes: set[str] = set()
        self.dynamic = False
        self._skip, self._with_reprs = skip, with_reprs
        self._labels: dict[object, str] = {}
        self._taken: set[str] = set()
        self._kept: list[object] = []  # ids are unique only while their objects are alive
        self._open: list[int] = []

    # --- parts ------------------------------------------------------------------------------------

    def part(self, label: str, thing: object) -> None:
        """Add an object as a part, with all objects that it reaches."""
        kind, function = unwrapped(thing)
        if function is None or is_opaque(function.__module__ or ""):
            label = self._free(label)
            self.parts[label] = self.text(thing)
        else:
            self._part_of(id(function), function, label, lambda f: kind + self._function_text(f))

    def _free(self, label: str) -> str:
        """The label, with a number if it is taken."""
        label = label.replace("<locals>.", "").replace("<lambda>", "lambda")
        number, free = 1, label
        while free in self._taken:
            number += 1
            free = f"{label} ({number})"
        self._taken.add(free)
        return free

    def _part_of(self, key: object, thing: Any, label: str, text: Callable[[Any], str]) -> str:
        """A reference to an object that is a separate part; equal keys stand for one object."""
        if key not in self._labels:
            self._labels[key] = self._free(label)
            self._kept.append(thing)
            self.parts[self._labels[key]] = ""  # reserves the name during the recursion
            self.parts[self._labels[key]] = text(thing)
        return f"part {self._labels[key]}"

    # --- things -----------------------------------------------------------------------------------

    def text(self, thing: Any) -> str:
        """An object as text; functions and classes become parts."""
        if thing is None or thing is Ellipsis or type(thing) in (bool, int, float, complex):
            return repr(thing)
        if type(thing) in (str, bytes, range, slice):
            return repr(thing)
        self.dynamic |= any(thing is other for other in DYNAMIC)
        if isinstance(thing, ModuleType):
            return self._module(thing)
        if isinstance(thing, type):
            return self._class(thing)
        if isinstance(thing, FunctionType):
            return self.function(thing)
        if id(thing) in self._open:  # for example a list that contains itself
            return f"outer {len(self._open) - self._open.index(id(thing))}"
        self._open.append(id(thing))
        self._kept.append(thing)
        try:
            return self._collection(thing) or self._wrapped(thing) or self._object(thing)
        finally:
            self._open.pop()

    def _collection(self, thing: Any) -> str | None:
        """Collections, arrays and enumerations."""
        if isinstance(thing, Enum):
            return f"{self.text(type(thing))}.{thing.name}"
        if type(thing) in (tuple, list):
            return f"{type(thing).__name__} {self._texts(thing)}"
        if type(thing) in (set, frozenset):
            return f"{type(thing).__name__} {sorted(map(self.text, thing))}"
        if type(thing) is dict:
            pairs = [f"{self.text(k)}: {self.text(v)}" for k, v in thing.items()]
            return f"dict {pairs}"
        if isinstance(thing, np.ndarray):
            known = thing.tolist() if thing.dtype.hasobject else thing.tobytes().hex()
            return f"array {thing.dtype.descr} {thing.shape} {known}"
        if isinstance(thing, np.generic):
            return f"{thing.dtype.str} {thing.tobytes().hex()}"
        if isinstance(thing, re.Pattern):
            return f"pattern {thing.pattern!r} {thing.flags}"
        return None

    def _texts(self, things: Any) -> str:
        return f"[{', '.join(self.text(thing) for thing in things)}]"

    def _wrapped(self, thing: Any) -> str | None:
        """Wrappers of functions: methods, properties, caches, partial calls."""
        kind, function = unwrapped(thing)
        if function is not None:
            return kind + self.function(function)
        kind = type(thing).__name__
        if isinstance(thing, MethodType):
            return f"{kind} {self.text(thing.__func__)} of {self.text(thing.__self__)}"
        if isinstance(thing, functools.partial):
            return f"{kind} {self._texts([thing.func, thing.args, thing.keywords])}"
        if isinstance(thing, BuiltinFunctionType) and not isinstance(
            thing.__self__, ModuleType | NoneType
        ):
            return f"method {thing.__name__} of {self.text(thing.__self__)}"
        return None

    def _object(self, thing: Any) -> str:
        """Any other object: its class, and its state as for a copy."""
        name = getattr(thing, "__qualname__", None) or getattr(thing, "__name__", None)
        home: Any = getattr(thing, "__module__", None) or getattr(type(thing), "__module__", "")
        named = isinstance(name, str) and isinstance(home, str)
        if named and is_opaque(home):  # a function that is not of Python
            return f"{lasting_name(home)}.{name}"
        parts = copied_parts(thing)  # without caches
        state = parts if isinstance(parts, str) else self._texts(parts)
        return f"{self.text(type(thing))} {state}"

    def _module(self, module: ModuleType) -> str:
        if is_opaque(module.__name__):
            return f"module {lasting_name(module.__name__)}"
        label = f"module {module_name(module.__name__)}"
        return self._part_of(id(module), module, label, self._module_text)

    def _module_text(self, module: ModuleType) -> str:
        members = [(n, x) for n, x in sorted(vars(module).items()) if not n.startswith("__")]
        texts = [f"{name} = {self.text(thing)}" for name, thing in members]
        return "\n".join([file_text(module), *texts])

    # --- classes ----------------------------------------------------------------------------------

    def _class(self, cls: type) -> str:
        if is_opaque(cls.__module__) or cls in self._skip:
            home = "game" if cls in self._skip else lasting_name(cls.__module__)
            return f"{home}.{cls.__qualname__}"
        return self._part_of(id(cls), cls, cls.__qualname__, self._class_text)

    def _class_text(self, cls: type) -> str:
        texts = [f"class of {self._texts(cls.__bases__)}"]
        if not is_opaque(type(cls).__module__):
            texts.append(f"made by {self.text(type(cls))}")
        if issubclass(cls, Enum):
            texts += [f"{name} = {self.text(m.value)}" for name, m in cls.__members__.items()]
        if dataclasses.is_dataclass(cls):
            texts += [self._field_text(field) for field in dataclasses.fields(cls)]
        if hasattr(cls, "_field_defaults"):
            named: Any = cls
            texts.append(f"{named._fields} {self.text(named._field_defaults)}")
        for name, member in sorted(vars(cls).items()):
            if is_rule(cls, name, member, self._with_reprs):
                texts.append(f"{name} = {self.text(member)}")
        return "\n".join(texts)

    def _field_text(self, field: dataclasses.Field[Any]) -> str:
        missing = dataclasses.MISSING
        default = "" if field.default is missing else self.text(field.default)
        factory = "" if field.default_factory is missing else self.text(field.default_factory)
        return f"{field.name} {default} {factory} {field.init} {field.compare} {field.hash}"

    # --- functions --------------------------------------------------------------------------------

    def function(self, function: FunctionType) -> str:
        """A reference to a function, which becomes a part with all objects that it reaches."""
        if is_opaque(function.__module__ or ""):
            return f"{lasting_name(function.__module__)}.{function.__qualname__}"
        return self._part_of(id(function), function, function.__qualname__, self._function_text)

    def _function_text(self, function: FunctionType) -> str:
        tree = tree_of(function)
        if tree is None:
            texts = [code_dump(function.__code__)]
            self.attributes.update(*(code.co_names for code in codes_of(function.__code__)))
        else:
            texts = [function_dump(tree)]
            for node in nodes_of(tree):
                if isinstance(node, ast.Attribute):
                    self.attributes.add(node.attr)
                elif isinstance(node, ast.MatchClass):
                    self.attributes.update(node.kwd_attrs)
        texts.append(f"defaults {self.text(function.__defaults__)}")
        texts.append(f"keywords {self.text(function.__kwdefaults__)}")
        texts += self._closure(function)
        texts += self._globals(function, tree)
        if tree is not None:
            texts += self._imports(function, tree)
        extra = {k: v for k, v in vars(function).items() if k != "__wrapped__"}
        return "\n".join([*texts, *([self.text(extra)] if extra else [])])

    def _closure(self, function: FunctionType) -> Iterator[str]:
        names = function.__code__.co_freevars
        for name, cell in zip(names, function.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:  # not yet filled
                yield f"{name} = ?"
            else:
                yield f"{name} = {self._named(name, value)}"

    def _globals(self, function: FunctionType, tree: ast.AST | None) -> Iterator[str]:
        """Each global name that the function uses, with its value."""
        space = function.__globals__
        for name in sorted(set(global_names(function.__code__))):
            if name in space:
                value = space[name]
                if isinstance(value, ModuleType) and not is_opaque(value.__name__) and tree:
                    yield from self._of_module(name, value, tree)
                else:
                    yield f"{name} = {self._named(name, value)}"
            elif hasattr(builtins, name):
                yield f"{name} = {self.text(getattr(builtins, name))}"
            else:
                yield f"{name} = ?"

    def _named(self, name: str, value: Any) -> str:
        """A constant becomes a part under its name; other objects are parts by their own names."""
        if value is None or isinstance(value, type | ModuleType | bool) or callable(value):
            return self.text(value)
        # equal numbers may or may not be one object: they are identified by their value
        plain = type(value) in (int, float, str, bytes, complex)
        key = (name, type(value), repr(value)) if plain else (name, id(value))
        return self._part_of(key, value, name, self.text)

    def _of_module(self, name: str, module: ModuleType, tree: ast.AST) -> Iterator[str]:
        """The names that a function uses as ``module.name``, or else the whole module."""
        bases = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
        used = [n for n in bases if isinstance(n.value, ast.Name) and n.value.id == name]
        plain = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == name]
        if len(plain) > len(used):
            yield f"{name} = {self.text(module)}"
        for attribute in sorted({n.attr for n in used}):
            if not hasattr(module, attribute):
                yield f"{name}.{attribute} = ?"
            else:
                yield f"{name}.{attribute} = {self._named(attribute, getattr(module, attribute))}"

    def _imports(self, function: FunctionType, tree: Any) -> Iterator[str]:
        """The imports inside a function."""
        for node in nodes_of(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield f"import {alias.name} {self._imported(alias.name)}"
            elif isinstance(node, ast.ImportFrom):
                package = function.__globals__.get("__package__") or ""
                home = "." * node.level + (node.module or "")
                yield f"from {home} {self._imported(home, package, [a.name for a in node.names])}"

    def _imported(self, name: str, package: str = "", names: list[str] | None = None) -> str:
        try:
            full = importlib.util.resolve_name(name, package)
            if is_opaque(full):
                return full
            module = importlib.import_module(full)
            if names is None or not all(hasattr(module, one) for one in names):
                return self.text(module)
            return self._texts(getattr(module, one) for one in names)
        except Exception as error:  # the rules will raise it if they get there
            return f"? {type(error).__name__}"
