"""Classes that are made of named fields alone: NamedTuples and frozen dataclasses."""

from __future__ import annotations

import dataclasses
from collections import namedtuple
from collections.abc import Iterable
from functools import lru_cache
from inspect import getattr_static, signature
from types import FunctionType, MemberDescriptorType
from typing import Any, Generic


def field_names(cls: type) -> tuple[str, ...]:
    """The names of the fields of a NamedTuple, or of a frozen dataclass, that is made of its fields
    alone and compares them alone; () for other classes."""
    known: Any = cls
    return _names_of(known)


@lru_cache(maxsize=256)
def _names_of(cls: Any) -> tuple[str, ...]:
    if issubclass(cls, tuple):
        names = tuple(getattr(cls, "_fields", ()))
    elif not dataclasses.is_dataclass(cls):
        return ()
    else:
        options = vars(cls).get("__dataclass_params__")
        if options is None:  # a class below a dataclass
            return ()
        fields = dataclasses.fields(cls)
        if not (options.frozen and options.eq and all(f.init and f.compare for f in fields)):
            return ()
        names = tuple(f.name for f in fields)
        make: Any = cls
        given = signature(make).parameters.values()
        if tuple(p.name for p in given if p.kind is p.POSITIONAL_OR_KEYWORD) != names:
            return ()
    if any(_has_own_ways(base) for base in cls.__mro__) or any(_is_hidden(cls, x) for x in names):
        return ()
    return names


def _is_hidden(cls: Any, name: str) -> bool:
    """Whether a class below that of the fields has something else under the name of one."""
    found = getattr_static(cls, name, None)
    if issubclass(cls, tuple):
        return type(found).__name__ != "_tuplegetter"
    return hasattr(type(found), "__set__") and not isinstance(found, MemberDescriptorType)


def is_bare(cls: type) -> bool:
    """Whether it is a frozen dataclass or a NamedTuple without fields, whose objects are all equal:
    ``Pass()``."""
    known: Any = cls
    return _is_bare(known) and not _written_ways(known)


@lru_cache(maxsize=256)
def _is_bare(cls: Any) -> bool:
    if issubclass(cls, tuple):
        plain = getattr(cls, "_fields", None) == ()
        return plain and not any(_has_own_ways(base) for base in cls.__mro__)
    options = vars(cls).get("__dataclass_params__")
    if options is None or dataclasses.fields(cls):
        return False
    return options.frozen and options.eq and not any(_has_own_ways(base) for base in cls.__mro__)


_WAYS = {
    "__new__", "__init__", "__eq__", "__ne__", "__hash__", "__bool__", "__len__",
    "__iter__", "__contains__", "__getitem__", "__getattr__", "__getattribute__", "__lt__",
    "__le__", "__gt__", "__ge__", "__reversed__",
}  # fmt: skip
"""Methods that compiled rules do not ask: what they do is what tuples of the fields do."""

_ASKED = ("__getitem__", "__contains__", "__len__", "__iter__", "__bool__")
"""Those of them that compiled rules ask if a dataclass has its own; of a NamedTuple the first two,
since the methods of NamedTuples and shapes of states ask the others."""


def own_ways(cls: type) -> dict[str, FunctionType]:
    """The methods behind ``state[i]``, ``in``, ``len``, loops and truth that a class of records has
    of its own, by name."""
    known: Any = cls
    return dict(_own_ways(known))


@lru_cache(maxsize=256)
def _own_ways(cls: Any) -> dict[str, FunctionType]:
    return _written_ways(cls) if field_names(cls) else {}


def _written_ways(cls: Any) -> dict[str, FunctionType]:
    found = {name: getattr_static(cls, name, None) for name in _ASKED}
    return {name: own for name, own in found.items() if isinstance(own, FunctionType)}


def _has_own_ways(cls: Any) -> bool:
    """Whether somebody has written, in a class, one of the methods that compiled rules do not
    ask."""
    if cls in (object, tuple, Generic):
        return False
    alike = _made_alike(cls)  # held here: a class that nobody holds may be emptied at any time
    asked = _ASKED[:2] if issubclass(cls, tuple) else _ASKED
    return any(
        _code(own) != _code(vars(alike).get(name))
        for name, own in vars(cls).items()
        if name in _WAYS and not (name in asked and isinstance(own, FunctionType))
    )


def _made_alike(cls: Any) -> type:
    """A class with the same fields in which nobody has written anything."""
    if "_fields" in vars(cls):
        defaults = list(cls._field_defaults.values())
        return namedtuple(cls.__name__, cls._fields, defaults=defaults)
    options = vars(cls).get("__dataclass_params__")
    if options is None:
        return object
    fields = [
        (f.name, object, dataclasses.field(default=f.default, default_factory=f.default_factory))
        if f.default_factory is not dataclasses.MISSING
        else (f.name, object, dataclasses.field(default=f.default))
        for f in dataclasses.fields(cls)
    ]
    adjusts = {"__post_init__": print} if hasattr(cls, "__post_init__") else {}  # never called
    return dataclasses.make_dataclass(
        cls.__name__, fields, namespace=adjusts, order=options.order, frozen=options.frozen,
        eq=options.eq,
    )  # fmt: skip


def _code(method: Any) -> Any:
    """What a method does: its byte code with the names and constants in it; None without one."""
    function = method.__func__ if isinstance(method, staticmethod) else method
    code = getattr(function, "__code__", None)
    return method if code is None else (code.co_code, code.co_names, code.co_consts)


def adjusts_itself(cls: Any) -> bool:
    """Whether a dataclass checks or changes its fields once it is made."""
    return isinstance(getattr(cls, "__post_init__", None), FunctionType)


def record_of(cls: Any, items: Iterable[Any]) -> Any:
    """The NamedTuple or dataclass with these fields, as it was made before: nothing is checked."""
    if not adjusts_itself(cls):
        return cls(*items)
    made = object.__new__(cls)
    for name, item in zip(field_names(cls), items, strict=True):
        object.__setattr__(made, name, item)
    return made


def field_defaults(cls: type) -> dict[str, Any]:
    """The defaults of the fields of such a class, by name."""
    if issubclass(cls, tuple):
        return dict(cls._field_defaults)  # type: ignore[attr-defined]
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]
    return {f.name: f.default for f in fields if f.default is not dataclasses.MISSING}
