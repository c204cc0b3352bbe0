"""States and moves as people write them: spaces, brackets and quotes of any kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perfectplay import Game, Value, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import IllegalMoveError, ParseError, UnknownStateError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import find_move
from perfectplay.game.read_state import read_state
from perfectplay.game.texts.default_texts import default_parse, default_text
from perfectplay.game.texts.literal_states import read_literal
from perfectplay.game.texts.spellings import spellings
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks


@pytest.mark.parametrize(
    "text",
    [
        "3,2", "(3,2)", "(3, 2)", "[3, 2]", "{3,2}", "<3,2>", "3 2", "3  2", " 3 , 2 ", "3;2",
        "3/2", "3 / 2", "3|2", "3:2", "(3/2)",
        "'3,2'", '"(3, 2)"', "`3,2`", "\u201c3,2\u201d", "\u2018(3 2)\u2019", "\u201e3,2\u201c",
        "\u20393 2\u203a", "(3, 2,)",
    ],
)  # fmt: skip
def test_pairs_of_numbers(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert read_state(ThreeRocks(), text) == (3, 2)
    assert solve(ThreeRocks(3, 3)).find(text) == (3, 2)
    assert run(["show", "three_rocks", text]) == 0
    assert "3,2" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["32", "3//2", "3-2", "3/-", "3/x", "", " ", "()", "''", "3,2,1", "3.2", "\0"]
)
def test_what_is_no_pair_of_numbers(text: str) -> None:
    with pytest.raises(ParseError, match="expected 2 whole numbers such as"):
        read_state(ThreeRocks(), text)


class Noughts(Game):
    """Three cells in a row, written as a string."""

    def start(self) -> str:
        return "..."

    def moves(self, state: str) -> list[int]:
        return [i for i in range(3) if state[i] == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "XO"[state.count(".") % 2] + state[move + 1 :]

    def outcome(self, state: str) -> Value | None:
        return None if "." in state else Value.DRAW


@pytest.mark.parametrize("text", [".O.", "'.O.'", '" . O . "', ". O .", "[.O.]", "\u00ab.O.\u00bb"])
def test_strings(text: str) -> None:
    assert solve(Noughts()).find(text) == ".O."
    assert read_state(Noughts(), text) == ".O."


def test_a_string_that_no_play_reaches() -> None:
    with pytest.raises(UnknownStateError, match="no play from the start reaches"):
        solve(Noughts()).find("'XXX'")


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Pair(NamedTuple):
    left: int
    right: Any


@dataclass(frozen=True)
class Both:
    cells: tuple[int, ...]
    turn: str = "w"
    hidden: int = 0


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("((1, 2), (3, 4))", ((1, 2), (3, 4))),
        ("(1,2),(3,4)", ((1, 2), (3, 4))),
        ("[[1, 2], [3, 4]]", ((1, 2), (3, 4))),
        ("(1, -2, 'w')", (1, -2, "w")),
        ("1, -2, w", (1, -2, "w")),
        ("(1, 2, None)", (1, 2, None)),
        ("frozenset({3, 1})", frozenset({1, 3})),
        ("{1, 3}", frozenset({1, 3})),
        ("frozenset()", frozenset()),
        ("set()", frozenset()),
        ("{}", frozenset()),
        ("set(), {(0, 1)}", (frozenset(), frozenset({(0, 1)}))),
        ("Pair(left=1, right=(2,))", Pair(1, (2,))),
        ("(1, (2,))", Pair(1, (2,))),
        ("Both(cells=(0, 1), turn='b', hidden=1)", Both((0, 1), "b", 1)),
        ("Both([0, 1], b, 1)", Both((0, 1), "b", 1)),
        ("(<Colour.RED: 'red'>, 1)", (Colour.RED, 1)),
        ("Colour.BLUE, 1", (Colour.BLUE, 1)),
        ("(RED, 1)", (Colour.RED, 1)),
        ("b'a\\x00'", b"a\0"),
        ("(True, 'x')", (True, "x")),
        ("3.5", 3.5),
    ],
)
def test_what_python_prints_for_states_of_other_kinds(text: str, state: Any) -> None:
    assert read_literal(text, state) == state
    assert default_parse(default_text(state), state) == state


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("bank church 0", ("bank", "church", 0)),
        ("(bank  'dark blue' -1)", ("bank", "dark blue", -1)),
        ("[1 2] w", ((1, 2), "w")),
        ('Both((0 1) "b" 1)', Both((0, 1), "b", 1)),
    ],
)
def test_parts_need_no_commas(text: str, state: Any) -> None:
    assert read_literal(text, state) == state


HOSTILE = [
    "__import__('os').system('true')", "open('x')", "lambda: 1", "[x for x in 'a']", "(" * 5000,
    "1" * 200_000, "frozenset(open('x'))", "Both()", "Both(1, 2, 3, 4)", "Both(x=1, y=2, z=3)",
    "Other(1)", "(1", "a b !", "\0", "f'{1}'", "{**{}}", "frozenset([[1]], x=2)", "",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("like", [Both((0,)), ((0,), "b"), frozenset({1}), Colour.RED])
def test_nothing_in_a_text_is_run(text: str, like: Any) -> None:
    with pytest.raises(ParseError, match="expected a state such as") as found:
        read_literal(text, like)
    assert len(str(found.value)) < 300


PARTS = st.recursive(
    st.integers() | st.text("abc ,'\"()", max_size=4) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(st.integers(), max_size=3),
)


@given(st.tuples(PARTS, PARTS))
def test_nested_tuples_come_back(state: tuple[Any, ...]) -> None:
    assert default_parse(default_text(state), state) == state


@given(st.text(max_size=20))
def test_spellings_lose_no_character_but_spaces_brackets_and_quotes(text: str) -> None:
    ways = list(spellings(text))
    assert len(set(ways)) == len(ways)
    assert ways[:1] == ([text] if text else [])
    kept = [c for c in text if c.isalnum()]
    assert all([c for c in way if c.isalnum()] == kept for way in ways)


class Steps(Game):
    """Moves are pairs of cells."""

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def moves(self, state: tuple[int, int]) -> list[Any]:
        return [((0, 0), (0, 1)), ((0, 0), (1, 0)), "pass"]

    def play(self, state: tuple[int, int], move: Any) -> tuple[int, int]:
        return move[1] if move != "pass" else (1, 1)

    def outcome(self, state: tuple[int, int]) -> Value | None:
        return None if state == (0, 0) else Value.LOSS


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("((0, 0), (0, 1))", ((0, 0), (0, 1))),
        ("((0,0),(0,1))", ((0, 0), (0, 1))),
        ("0 0 1 0", ((0, 0), (1, 0))),
        ("'pass'", "pass"),
        (" pass ", "pass"),
    ],
)
def test_moves(text: str, move: Any) -> None:
    assert find_move(CheckedGame(Steps()), (0, 0), text) == move


def test_a_number_of_two_digits_is_not_two_numbers() -> None:
    with pytest.raises(IllegalMoveError):
        find_move(CheckedGame(ConnectFour(4, 4)), ConnectFour(4, 4).start(), "1 2")
    with pytest.raises(IllegalMoveError):
        find_move(CheckedGame(Steps()), (0, 0), "0001")
