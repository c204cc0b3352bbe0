"""Members of an IntEnum in states are numbers that are read back as members."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from perfectplay import Game, Solution, Value, solve, verify
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.shape.joined_trees import joined
from perfectplay.game.shape.shape_tree import ShapeTree
from perfectplay.game.shape.state_shape import state_shape, tree_of


class Cell(IntEnum):
    FREE = 0
    MINE = 1
    YOURS = 5


class Way(IntEnum):
    UP = 1


class Row(NamedTuple):
    cells: tuple[Cell, ...]
    turn: Cell


class Pairs(Game):
    """Who has two neighbouring cells wins. The rules name members, which no plain number has."""

    def start(self) -> Row:
        return Row((Cell.FREE,) * 5, Cell.MINE)

    def moves(self, state: Row) -> list[int]:
        return [i for i, cell in enumerate(state.cells) if cell is Cell.FREE]

    def play(self, state: Row, move: int) -> Row:
        cells = list(state.cells)
        cells[move] = state.turn
        return Row(tuple(cells), Cell(6 - state.turn))

    def outcome(self, state: Row) -> Value | None:
        for one, other in zip(state.cells, state.cells[1:], strict=False):
            if one == other != Cell.FREE:
                return Value.LOSS
        return None if Cell.FREE in state.cells else Value.DRAW

    def text(self, state: Row) -> str:
        return " ".join([*(cell.name for cell in state.cells), state.turn.name])

    def parse(self, text: str) -> Row:
        *cells, turn = (Cell[name] for name in text.split())
        return Row(tuple(cells), turn)


def test_a_state_becomes_numbers_and_is_made_of_them_again() -> None:
    random = Random(1)
    shape = state_shape(Pairs().start())
    assert shape is not None
    for _ in range(100):
        cells = random.choices(list(Cell), k=6)
        state = Row(tuple(cells[:5]), cells[5])
        fields = shape.fields(state)
        assert fields == tuple(map(int, cells))
        assert shape.holds(state)
        again = shape.state(fields)
        assert again == state
        assert all(type(cell) is Cell for cell in (*again.cells, again.turn))


def test_numbers_in_the_place_of_members() -> None:
    shape = state_shape((Cell.MINE, 3))
    assert shape is not None
    assert shape.holds((5, 3))
    assert not shape.holds((True, 3))
    assert not shape.holds((Way.UP, 3))
    columns = shape.columns([(Cell.FREE, 1), (5, 2), (9, 3)])
    assert columns is not None
    assert repr(shape.states(columns)) == repr([(Cell.FREE, 1), (Cell.YOURS, 2), (9, 3)])
    assert shape.columns([(Cell.FREE, 1), (Way.UP, 2)]) is None


def test_trees_of_members_and_numbers_are_joined() -> None:
    members, numbers, others = (tree_of((first, 1)) for first in (Cell.MINE, 1, Way.UP))
    assert members is not None
    assert numbers is not None
    assert others is not None
    assert joined(members, numbers) == joined(numbers, members) == members
    assert joined(members, others) is None
    assert joined(members, ShapeTree(tuple, (bool, int))) is None


class Suit(IntEnum):
    RED = 1
    BLACK = 2

    @property
    def other(self) -> int:
        return 3 - self


class Size(IntEnum):
    SMALL = 1
    LARGE = 2

    @property
    def other(self) -> int:
        return 2


class TwoEnums(Game):
    """Members of two classes are the same numbers, and have unlike properties of one name."""

    def start(self) -> tuple[int, Suit, Size]:
        return (5, Suit.RED, Size.SMALL)

    def moves(self, state: tuple[int, Suit, Size]) -> list[int]:
        return [m for m in (1, 2) if m <= state[0]]

    def play(self, state: tuple[int, Suit, Size], move: int) -> tuple[int, Suit, Size]:
        suit = Suit.RED if state[1].other == 1 else Suit.BLACK
        return (state[0] - move, suit, Size.LARGE if state[2].other == 2 else Size.SMALL)

    def outcome(self, state: tuple[int, Suit, Size]) -> Value | None:
        return None if state[0] else Value.LOSS if state[1] is Suit.RED else Value.DRAW


class OneHeld(TwoEnums):
    """Members of the other class are only made on the way."""

    def start(self) -> tuple[int, Suit, int]:  # type: ignore[override]
        return (5, Suit.RED, 1)

    def play(self, state: Any, move: int) -> tuple[int, Suit, int]:  # type: ignore[override]
        return (state[0] - move, Suit(state[1].other), Size(3 - state[2]).other)


@pytest.mark.parametrize("game", [TwoEnums(), OneHeld()], ids=["held", "made"])
def test_properties_of_two_classes_of_equal_numbers_are_not_mixed_up(game: Game) -> None:
    with pytest.raises(NotCompilable, match="other"):
        compile_rules(game)
    assert len(solve(game)) == len(solve(game, method="reference"))


@pytest.mark.parametrize("method", ["compiled", "interpreted"])
def test_rules_that_name_members_are_solved_stored_and_verified(
    method: str, tmp_path: Path
) -> None:
    expected = solve(Pairs(), method="reference")
    folder = tmp_path / "solved"
    found = solve(Pairs(), method=method, folder=folder)
    assert len(found) == len(expected)
    opened = Solution.open(folder, Pairs())
    for state in expected:
        assert opened[state] == expected[state]
    assert all(type(state.turn) is Cell for state in opened)
    assert verify(folder, Pairs()).ok
