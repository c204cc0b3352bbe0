"""States as texts: read as they were, of the same types; nothing but plain records is made."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
import pytest

from perfectplay import Game
from perfectplay.solver.checkpoint.state_texts import NoTextError, StateTexts


class Colour(Enum):
    RED = 1
    BLUE = (2, "b")


class Spot(NamedTuple):
    row: Any
    column: Any


@dataclass(frozen=True)
class Table:
    cells: Any
    turn: Any = Colour.RED


@dataclass(frozen=True)
class Loose:
    """A class with its own idea of being equal."""

    number: int

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Whole(int):
    pass


class Rules(Game):
    """Only its module counts."""

    def start(self):
        return 0

    def moves(self, state):
        return ()

    def play(self, state, move):
        return state

    def outcome(self, state):
        return None


STATES = [
    0, -(1 << 70), True, None, "", "\ud800é\n\"", b"\x00\xff", 1.5, -0.0, float("inf"), (), ((),),
    (1, True, 1.0), frozenset(), frozenset({(1, 2), frozenset({"a"})}), Spot(1, (2,)),
    Table(Spot(None, Colour.BLUE)), (Table((Table(()), Spot((), ()))), Colour.RED),
    ((0, 0), (False, 0)), ((False, 0), (0, 0)),
]  # fmt: skip


def types_in(value: Any) -> Any:
    """The types of a value and of its parts."""
    if isinstance(value, tuple):
        return type(value), [types_in(part) for part in value]
    if isinstance(value, frozenset):
        return type(value), {(part, str(types_in(part))) for part in value}
    if isinstance(value, Table):
        return type(value), types_in(value.cells), types_in(value.turn)
    return type(value), str(value) if isinstance(value, float) else value


def test_states_are_read_as_they_were_written():
    texts = StateTexts(Rules())
    text = texts.text(STATES)
    assert text.isascii()
    assert len(json.loads(text)) == len(STATES)
    for reader in (texts, StateTexts(Rules(), texts.classes)):
        again = reader.states(text)
        assert again == STATES
        assert list(map(types_in, again)) == list(map(types_in, STATES))


@pytest.mark.parametrize(
    "state",
    [
        float("nan"), 1j, ..., np.int64(1), Loose(1), Whole(3), object(), 10**5000,
        NamedTuple("Local", [("a", int)])(1),
    ],
    ids=lambda state: type(state).__name__,
)  # fmt: skip
def test_states_that_would_not_be_the_same_again_have_no_text(state):
    with pytest.raises(NoTextError):
        StateTexts(Rules()).text([((state,),)])


@pytest.mark.parametrize(
    "name", ["builtins:eval", "os:system", "subprocess:Popen", ":Loose", ":Rules", "nowhere:X", ":"]
)
def test_no_other_class_is_found_by_its_name(name):
    with pytest.raises(NoTextError):
        StateTexts(Rules(), [name])
