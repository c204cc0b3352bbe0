"""Members of an Enum are written and read as people write them, everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, Flag, IntEnum
from pathlib import Path

import pytest

from perfectplay import Game, Solution, Value, solve, verify
from perfectplay.core.errors import IllegalMoveError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import find_move
from perfectplay.game.texts.lasting_repr import readable_repr
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.tablebase.store.text_index import stored_text


class Side(Enum):
    NORTH = 0
    SOUTH = 1

    @property
    def other(self) -> Side:
        return Side.SOUTH if self is Side.NORTH else Side.NORTH


class Way(Enum):
    LEFT = "l"
    RIGHT = "r"


class Level(IntEnum):
    LOW = 1


class Marks(Flag):
    A = 1
    B = 2


class Loud(Enum):
    ONE = 1

    def __repr__(self) -> str:
        return "one!"


@dataclass(frozen=True)
class Post:
    left: int
    turn: Side


class Stones(Game[Post, tuple[Way, int]]):
    """Take one or two stones from the left or the right; whoever takes the last one wins."""

    def start(self) -> Post:
        return Post(4, Side.NORTH)

    def moves(self, state: Post) -> Iterator[tuple[Way, int]]:
        for way in Way:
            for n in range(1, min(2, state.left) + 1):
                yield (way, n)

    def play(self, state: Post, move: tuple[Way, int]) -> Post:
        return replace(state, left=state.left - move[1], turn=state.turn.other)

    def outcome(self, state: Post) -> Value | None:
        return Value.LOSS if state.left == 0 else None


def test_what_is_written() -> None:
    assert readable_repr((Side.NORTH, {1: Side.NORTH}, Level.LOW)) == (
        "(Side.NORTH, {1: <Side.NORTH: 0>}, Level.LOW)"
    )
    assert readable_repr((Way.RIGHT, frozenset({Side.SOUTH}))) == "(Way.RIGHT, {Side.SOUTH})"
    assert readable_repr(Loud.ONE) == "one!"
    assert readable_repr(Marks.A | Marks.B) == repr(Marks.A | Marks.B)
    assert readable_repr(Marks.A) == "Marks.A"


def test_one_text_in_tables_json_and_sentences() -> None:
    solution = solve(Stones())
    record = solution.probe(solution.start).as_dict()
    assert record["state"] == record["text"] == "Post(left=4, turn=Side.NORTH)"
    assert record["moves"][0]["move"] == ["Way.LEFT", 1]
    assert record["moves"][0]["text"] == "(Way.LEFT, 1)"
    assert "<" not in str(solution.to_arrow().to_pylist())
    with pytest.raises(IllegalMoveError, match=r"legal: \(Way.LEFT, 1\)  \(Way.LEFT, 2\)"):
        find_move(CheckedGame(Stones()), solution.start, "UP")


@pytest.mark.parametrize(
    "text",
    ["Post(4, Side.SOUTH)", "4, SOUTH", "(4, Side.SOUTH)", "Post(left=4, turn=<Side.SOUTH: 1>)"],
)
def test_states_are_read_as_people_write_them(text: str) -> None:
    assert Stones().parse(text) == Post(4, Side.SOUTH)


@pytest.mark.parametrize(
    "text", ["(Way.RIGHT, 2)", "RIGHT, 2", "(RIGHT,2)", "<Way.RIGHT: 'r'>, 2", "[Way.RIGHT, 2]"]
)
def test_moves_too(text: str) -> None:
    assert find_move(CheckedGame(Stones()), Post(4, Side.NORTH), text) == (Way.RIGHT, 2)


def test_a_game_with_texts_of_its_own_reads_no_others() -> None:
    """The move 5 of tic-tac-toe is written 6: "5" is not that move where the cell 5 is taken."""
    rules = CheckedGame(TicTacToe())
    taken = rules.game.play(rules.start(), find_move(rules, rules.start(), "5"))
    with pytest.raises(IllegalMoveError, match="move '5' is not legal"):
        find_move(rules, taken, "5")


class Halves(Game[tuple[Side, float], str]):
    """A half is taken until nothing is left: states with fractions are stored as texts."""

    def start(self) -> tuple[Side, float]:
        return (Side.NORTH, 1.5)

    def moves(self, state: tuple[Side, float]) -> list[str]:
        return ["take"]

    def play(self, state: tuple[Side, float], move: str) -> tuple[Side, float]:
        return (state[0].other, state[1] - 0.5)

    def outcome(self, state: tuple[Side, float]) -> Value | None:
        return None if state[1] else Value.LOSS


def test_states_that_are_stored_by_texts_keep_them(tmp_path: Path) -> None:
    """Solutions of earlier versions are opened, so what is stored does not change."""
    solution = solve(Halves())
    solution.save(tmp_path / "s")
    stored = stored_text(CheckedGame(Halves()), solution.start)
    assert stored == "(<Side.NORTH: 0>, 1.5)"
    again: Solution = Solution.open(tmp_path / "s", game=Halves())
    assert again.value((Side.SOUTH, 1.0)) is Value.LOSS
    assert again["SOUTH, 1.0"].text == "(Side.SOUTH, 1.0)"
    assert verify(tmp_path / "s", game=Halves()).ok


def test_a_state_without_a_text_is_named_in_a_refusal() -> None:
    """As in a game of words, which begins with no letter."""

    class Words(Game):
        def start(self):
            return ""

        def moves(self, state):
            return ["a", "b"]

        def play(self, state, move):
            return state + move

        def outcome(self, state):
            return Value.LOSS if len(state) == 2 else None

    with pytest.raises(IllegalMoveError, match=r"^move 'x' is not legal in ''; legal: a, b$"):
        find_move(CheckedGame(Words()), "", "x")
