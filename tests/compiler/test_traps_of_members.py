"""Members of classes that are Enums and texts, or numbers: an f-string has their names."""
# ruff: noqa: UP042

from __future__ import annotations

from enum import Enum

import pytest

from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Suit(str, Enum):
    HEARTS = "h"
    SPADES = "s"


class Size(int, Enum):
    ONE = 1
    TWO = 2


class Pile(Game):
    """Two piles, of hearts and of spades."""

    held = (Suit.HEARTS, Suit.SPADES)
    stuck = Value.LOSS

    def start(self):
        return (3, 2, self.held[0])

    def moves(self, state):
        return [i for i in (0, 1) if state[i] >= self.least(state[2])]

    def least(self, suit):
        return 1

    def play(self, state, move):
        left = [state[0], state[1]]
        left[move] -= 1
        return (left[0], left[1], self.held[move])

    def outcome(self, state):
        return Value.LOSS if state[0] + state[1] == 0 else None


class AsText(Pile):
    """It is a text otherwise, and equals one."""

    def least(self, suit):
        return 1 if suit == "h" or suit in ("s", "t") else 2


@refused("a member of Suit is its name")
class Written(Pile):
    def least(self, suit):
        return 1 if f"{suit}" == "h" else 2


@refused("write class Suit(StrEnum), which is its value there")
class WrittenByStr(Pile):
    def least(self, suit):
        return 1 if str(suit) == "h" else 2


@refused("is its name")
class NumbersWritten(Pile):
    """A number that is a member is its name, too."""

    held = (Size.ONE, Size.TWO)

    def least(self, suit):
        return 1 if f"{suit}" == "1" else 2


@pytest.mark.parametrize(
    "cls", [AsText, Written, WrittenByStr, NumbersWritten], ids=lambda x: x.__name__
)
def test_members_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)
