"""Members of a StrEnum in states are texts that are read back as members."""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Solution, Value, put, solve, verify
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.find.find_shape import game_shape
from perfectplay.game.shape.state_shape import state_shape
from perfectplay.game.shape.state_words import is_text_enum


class Side(StrEnum):
    WHITE = "white"
    BLACK = "b"

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE


class Pairs(Game):
    """Who has two neighbouring cells wins. The start holds no member."""

    def start(self) -> Any:
        return ((None,) * 4, "b..", None)

    def moves(self, state: Any) -> list[int]:
        return [i for i, cell in enumerate(state[0]) if cell is None]

    def play(self, state: Any, move: int) -> Any:
        cells, text, last = state
        side = Side.WHITE if last is None else last.other
        text = text[1:] + ("b" if side == "b" else ".")
        return (put(cells, move, side), text, side)

    def outcome(self, state: Any) -> Value | None:
        cells = state[0]
        for one, other in pairwise(cells):
            if one is not None and one == other:
                return Value.LOSS
        return None if None in cells else Value.DRAW

    def text(self, state: Any) -> str:
        return " ".join([*("-" if cell is None else cell.name for cell in state[0]), *state[1:2],
                         "-" if state[2] is None else state[2].name])  # fmt: skip

    def parse(self, text: str) -> Any:
        *names, board, last = (None if x == "-" else x for x in text.split())
        cells = tuple(None if x is None else Side[x] for x in names)
        return (cells, board, None if last is None else Side[last])


def test_states_are_read_back_with_members() -> None:
    shape = state_shape((Side.WHITE, 3, "x"))
    assert shape is not None
    assert shape.words == ("x", "white")
    state = shape.state(shape.fields(("white", 2, Side.WHITE)) or ())
    assert state == ("white", 2, "white")
    assert [type(x) for x in state] == [Side, int, Side]


def test_members_that_only_later_states_hold_have_their_class() -> None:
    game = Pairs()
    shape = game_shape(game, game.start())
    assert shape is not None
    assert shape.text_enums == (Side,)
    assert compile_rules(game).shape is not None


@pytest.mark.parametrize("method", ["compiled", "interpreted"])
def test_a_stored_solution_answers_with_members(method: str, tmp_path: Path) -> None:
    expected = solve(Pairs(), method="reference")
    folder = tmp_path / "solved"
    assert len(solve(Pairs(), method=method, folder=folder)) == len(expected)
    opened = Solution.open(folder, Pairs())
    for state in expected:
        assert opened[state] == expected[state]
    assert {type(state[2]) for state in opened} == {type(None), Side}
    assert verify(folder, Pairs()).ok


class Suit(StrEnum):
    RED = "r"

    @property
    def other(self) -> str:
        return "red"


class Size(StrEnum):
    R = "r"

    @property
    def other(self) -> str:
        return "small"


def test_equal_members_of_two_classes_have_no_shape() -> None:
    assert state_shape((Suit.RED, Side.WHITE)) is not None
    assert state_shape((Suit.RED, Size.R)) is None


class OneHeld(Game):
    """Members of the other class are only made on the way."""

    def start(self) -> Any:
        return (3, Suit.RED)

    def moves(self, state: Any) -> list[int]:
        return [1, 2] if state[0] > 1 and Size(state[1]).other == "small" else [1]

    def play(self, state: Any, move: int) -> Any:
        return (state[0] - move, state[1])

    def outcome(self, state: Any) -> Value | None:
        return None if state[0] and state[1].other == "red" else Value.LOSS


def test_properties_of_two_classes_of_equal_texts_are_not_mixed_up() -> None:
    with pytest.raises(NotCompilable, match="other"):
        compile_rules(OneHeld())


class Loud(StrEnum):
    A = "a"

    def __str__(self) -> str:
        return "A!"


class Alike(StrEnum):
    A = "a"

    def __len__(self) -> int:
        return 7


class Other(StrEnum):
    A = "a"

    def __add__(self, other: str) -> str:
        return "sum"


@pytest.mark.parametrize("cls", [Loud, Alike, Other])
def test_members_that_do_otherwise_than_texts_are_no_words(cls: Any) -> None:
    assert is_text_enum(Side)
    assert not is_text_enum(cls)
    assert state_shape((cls.A, 3)) is None
