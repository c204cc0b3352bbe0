"""Members of an IntEnum, and flags, in states: numbers with a class to read them back."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, Flag, IntEnum, IntFlag
from functools import lru_cache
from typing import Any

_NUMBERS_OWN = frozenset(vars(int)) - {"__new__", "__doc__", "__getnewargs__"}
"""What a number does: a class that does some of it otherwise is no number."""

_WRITTEN_BY_ENUM = ("__repr__", "__format__", "__str__", "__reduce_ex__")
"""What each class of members has of its own, if only as a copy."""


_FLAGS_OWN = (_NUMBERS_OWN | frozenset(vars(Flag))) - set(_WRITTEN_BY_ENUM)
"""What a number or a flag does."""

_FLAGS_PLAIN = frozenset(name for name in vars(Flag) if not name.startswith("__")) | {
    "__module__", "__doc__", "__new__", "__init__", "__static_attributes__", "__firstlineno__",
}  # fmt: skip
"""What classes of flags have of their own besides."""


def is_number_enum(cls: Any) -> bool:
    """Whether the members of a class do all that numbers do, in the same way; those of a Flag, what
    flags do.

    >>> from enum import Enum
    >>> IntEnum("Side", "LEFT RIGHT").LEFT + 1, is_number_enum(IntEnum("Side", "LEFT RIGHT"))
    (2, True)
    >>> is_number_enum(int), is_number_enum(Enum("Side", "LEFT RIGHT"))
    (False, False)
    """
    return _is_number_enum(cls)


@lru_cache(maxsize=256)
def _is_number_enum(cls: Any) -> bool:
    if isinstance(cls, type) and issubclass(cls, Flag):
        return _are_plain_flags(cls)
    if not (isinstance(cls, type) and issubclass(cls, int) and issubclass(cls, Enum)):
        return False
    same = IntEnum if issubclass(cls, IntEnum) else Enum  # class Side(int, Enum)
    own = [base for base in cls.__mro__ if base not in IntEnum.__mro__]
    if any(getattr(cls, name) is not getattr(same, name) for name in ("__format__", "__str__")):
        return False
    changed = _NUMBERS_OWN - set(_WRITTEN_BY_ENUM)
    return all(changed.isdisjoint(vars(base)) for base in own)


def members_of(cls: Any, numbers: Sequence[int]) -> list[Any]:
    """Numbers as members of a class; those that are none stay numbers.

    >>> Side = IntEnum("Side", "LEFT RIGHT")
    >>> members_of(Side, [2, 5])
    [<Side.RIGHT: 2>, 5]
    """
    if issubclass(cls, Flag):
        return [cls(number) for number in numbers]
    members = {int(member): member for member in cls}
    return [members.get(number, number) for number in numbers]


def number_of_member(member: Any) -> int:
    """The number that a member is in compiled code."""
    return int(member.value) if isinstance(member, Enum) else int(member)


def equals_numbers(cls: Any) -> bool:
    """Whether members of a class equal their numbers: those of a plain Flag do not."""
    return issubclass(cls, int)


def _are_plain_flags(cls: type[Flag]) -> bool:
    """Whether nobody has written what flags of a class do."""
    end = IntFlag if issubclass(cls, IntFlag) else Flag
    for base in cls.__mro__[: cls.__mro__.index(end)]:
        for name in (_FLAGS_OWN - _FLAGS_PLAIN) & vars(base).keys():
            if vars(base)[name] not in (getattr(Flag, name, None), getattr(IntFlag, name, None)):
                return False
    return len(cls) > 0
