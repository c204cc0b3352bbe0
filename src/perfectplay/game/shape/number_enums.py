"""Members of an IntEnum in states: numbers with a class to read them back."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any

_NUMBERS_OWN = frozenset(vars(int)) - {"__new__", "__doc__", "__getnewargs__"}
"""What a number does: a class that does some of it otherwise is no number."""

_WRITTEN_BY_ENUM = ("__repr__", "__format__", "__str__", "__reduce_ex__")
"""What each class of members has of its own, if only as a copy."""


def is_number_enum(cls: Any) -> bool:
    """Whether the members of a class do all that numbers do, in the same way.

    >>> from enum import Enum
    >>> IntEnum("Side", "LEFT RIGHT").LEFT + 1, is_number_enum(IntEnum("Side", "LEFT RIGHT"))
    (2, True)
    >>> is_number_enum(int), is_number_enum(Enum("Side", "LEFT RIGHT"))
    (False, False)
    """
    return _is_number_enum(cls)


@lru_cache(maxsize=256)
def _is_number_enum(cls: Any) -> bool:
    if not (isinstance(cls, type) and issubclass(cls, IntEnum)):
        return False
    own = [base for base in cls.__mro__ if base not in IntEnum.__mro__]
    if any(getattr(cls, name) is not getattr(IntEnum, name) for name in ("__format__", "__str__")):
        return False
    changed = _NUMBERS_OWN - set(_WRITTEN_BY_ENUM)
    return all(changed.isdisjoint(vars(base)) for base in own)


def members_of(cls: Any, numbers: Sequence[int]) -> list[Any]:
    """Numbers as members of a class; those that are none stay numbers.

    >>> Side = IntEnum("Side", "LEFT RIGHT")
    >>> members_of(Side, [2, 5])
    [<Side.RIGHT: 2>, 5]
    """
    members = {int(member): member for member in cls}
    return [members.get(number, number) for number in numbers]
