"""States that have no shape."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from enum import Enum, Flag, IntEnum
from typing import Any

import pytest

from perfectplay.game.shape.state_shape import DEEPEST, state_shape
from shaped_states import Place


@dataclass
class Mutable:
    cells: tuple[int, ...] = (1,)


@dataclass(frozen=True)
class Checked:
    cells: tuple[int, ...] = (1,)

    def __post_init__(self) -> None:
        assert self.cells


@dataclass(frozen=True)
class Hidden:
    cells: int = 1
    cached: int = field(default=2, init=False)


@dataclass(frozen=True)
class Unequal:
    cells: int = 1
    note: int = field(default=0, compare=False)


@dataclass(frozen=True)
class OwnEquality:
    cells: tuple[int, ...] = (1,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnEquality)

    def __hash__(self) -> int:
        return 1


@dataclass(frozen=True)
class OwnMaking:
    cells: tuple[int, ...]

    def __init__(self, first: int, second: int) -> None:
        object.__setattr__(self, "cells", (first, second))


@dataclass(frozen=True)
class ForMaking:
    cells: int
    extra: InitVar[int]
    turn: bool = False


@dataclass(frozen=True)
class BelowChecked(Checked):
    more: int = 1


@dataclass(frozen=True)
class Sized:
    cells: int = 1

    def __len__(self) -> int:
        return 0


@dataclass(frozen=True)
class Backwards:
    cells: int = 1

    def __reversed__(self) -> list[int]:
        return []


class EqualPlace(Place):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


class Flags(Flag):
    ONE = 1


class Truth(Enum):
    YES, NO = True, False

    def __bool__(self) -> bool:
        return bool(self.value)


class OddSum(IntEnum):
    ONE = 1

    def __add__(self, other: int) -> int:
        return 7


class OddText(IntEnum):
    ONE = 1

    def __str__(self) -> str:
        return "one"


class Code(str):
    """Another kind of text."""


class Pair(tuple):
    """Another kind of tuple."""


def nested(depth: int) -> Any:
    return (nested(depth - 1),) if depth else 1


@pytest.mark.parametrize(
    "state",
    [
        3, True, "ab", b"", (), ((), 1), (1.5,), (1, "a", b""),
        (Truth.NO, 1), (OddSum.ONE, 1), (OddText.ONE, 1), (Code("a"), 1), ([1], 2),
        frozenset({b"a"}), frozenset({"a", 1}), frozenset({("a", 1), (1, "a")}), frozenset({None}),
        frozenset({1, (1, 2)}), frozenset(range(63)), frozenset({1 << 40}), {1},
        Mutable(), OwnEquality(), OwnMaking(1, 2), ForMaking(1, 2), Backwards(),
        (EqualPlace(1, 2), 1), Hidden(), Unequal(), (Pair((1, 2)), 3), nested(DEEPEST + 1),
    ],
    ids=lambda state: type(state).__name__,
)  # fmt: skip
def test_what_has_no_shape(state: Any) -> None:
    assert state_shape(state) is None


@pytest.mark.parametrize("state", [(Flags.ONE, 1), Checked(), BelowChecked(), Sized()], ids=repr)
def test_flags_and_dataclasses_that_check_or_count_their_fields_have_a_shape(
    state: Any,
) -> None:
    shape = state_shape(state)
    assert shape is not None
    again = shape.state(shape.fields(state) or ())
    assert (again, type(again)) == (state, type(state))


def test_a_number_is_no_flag() -> None:
    shape = state_shape((Flags.ONE, 1))
    assert shape is not None
    assert not shape.holds((1, 1))
    assert shape.columns([(Flags.ONE, 1), (1, 1)]) is None
