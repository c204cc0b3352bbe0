"""Constants that stand for a plain table: dicts of other classes, and tables of ranges."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from functools import cache
from types import MappingProxyType
from typing import Any

_LONGEST_RANGE = 1_000
"""A longer range in a table stays one."""

_DICTS = frozenset({OrderedDict, defaultdict, Counter, MappingProxyType})
_TABLES = _DICTS | {list, tuple, dict}


class PlainTables:
    """Each constant of the rules, as a plain table if it stands for one; always the same one."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Any, Any]] = {}
        self._zeros: set[int] = set()

    def has_zero(self, table: Any) -> bool:
        """Whether a table that `of` gave has 0 for every other key."""
        return id(table) in self._zeros

    def of(self, value: Any) -> Any:
        """A dict of another class as a dict, ranges in a table as tuples; others unchanged.

        >>> PlainTables().of([range(3), range(0, 9, 4)]), PlainTables().of(range(3))
        ([(0, 1, 2), (0, 4, 8)], range(0, 3))
        """
        kind = type(value)
        if kind not in _TABLES or not value:
            return value
        if kind in _DICTS:
            return self._kept(value, dict)
        rows = value.values() if isinstance(value, dict) else value
        if type(next(iter(rows))) is range and all(map(_is_short, rows)):
            return self._kept(value, _with_tuples)
        return value

    def _kept(self, value: Any, make: Any) -> Any:
        whose, made = self._made.get(id(value), (None, None))
        if whose is not value:
            made = self.of(make(value))
            self._made[id(value)] = value, made
            if type(value) is Counter or getattr(value, "default_factory", None) is int:
                self._zeros.add(id(made))
        return made


def _is_short(row: Any) -> bool:
    return type(row) is range and len(row) <= _LONGEST_RANGE


def _with_tuples(table: Any) -> Any:
    if isinstance(table, dict):
        return {key: tuple(row) for key, row in table.items()}
    return type(table)(map(tuple, table))


_HOLDERS = (tuple, list, dict, set, frozenset)

_WAYS = ("__getitem__", "__len__", "__iter__", "__contains__")
_OF_DICTS = ("__missing__", "get", "keys", "values", "items")


@cache
def own_way(kind: type) -> str | None:
    """The method of a user's own by which a kind of tuple, list, dict or set answers otherwise;
    None for those of Python, and for kinds that only have others.

    >>> own_way(tuple), own_way(Counter)
    (None, None)
    >>> own_way(type("Shifted", (tuple,), {"__getitem__": lambda self, i: 0}))
    '__getitem__'
    """
    ways = (*_WAYS, *_OF_DICTS) if issubclass(kind, dict) else _WAYS
    for cls in kind.__mro__ if issubclass(kind, _HOLDERS) else ():
        name = next((x for x in ways if x in vars(cls)), None)
        if name is not None and cls.__module__ not in ("builtins", "collections", "typing"):
            return name
    return None
