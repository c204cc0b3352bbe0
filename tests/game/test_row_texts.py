"""States of rows, words and bytes, typed by their cells alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from perfectplay import Game, Value, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import ParseError, UnknownStateError
from perfectplay.game.read_state import read_state


class Board(NamedTuple):
    cells: bytes
    turn: int


@dataclass(frozen=True)
class Rows:
    rows: tuple[str, ...]
    turn: str = "X"


@dataclass(frozen=True)
class Fills(Game):
    """Any state with one part changed; over at once."""

    first: Any = "........."
    others: tuple[Any, ...] = ()

    def start(self) -> Any:
        return self.first

    def moves(self, _: Any) -> list[int]:
        return list(range(len(self.others)))

    def play(self, _: Any, move: int) -> Any:
        return self.others[move]

    def outcome(self, state: Any) -> Value | None:
        return None if state == self.first and self.others else Value.LOSS


XO = [
    "XO./.../...", "XO. ... ...", "XO.......", "X O . / . . . / . . .", "XO.\n...\n...",
    "[XO./.../...]", "'XO./.../...'", "X O . . . . . . .", "XO.|...|...", "XO., ..., ...",
]  # fmt: skip
BOARDS = [
    (".........", "XO......."),
    (b".........", b"XO......."),
    (("...",) * 3, ("XO.", "...", "...")),
    ((tuple("..."),) * 3, (tuple("XO."), tuple("..."), tuple("..."))),
    (tuple("........."), tuple("XO.......")),
    ("...\n...\n...", "XO.\n...\n..."),
]


@pytest.mark.parametrize("text", XO)
@pytest.mark.parametrize(("start", "state"), BOARDS)
def test_boards_of_letters(start: Any, state: Any, text: str) -> None:
    assert read_state(Fills(start), text) == state
    assert solve(Fills(start, (state,))).find(text) == state


ZEROS = ((0, 0, 0),) * 2


@pytest.mark.parametrize(
    ("start", "text", "state"),
    [
        (ZEROS, "120/003", ((1, 2, 0), (0, 0, 3))),
        (ZEROS, "120003", ((1, 2, 0), (0, 0, 3))),
        (ZEROS, "1 2 0 / 0 0 3", ((1, 2, 0), (0, 0, 3))),
        (ZEROS, "12 0 0 0 -7 3", ((12, 0, 0), (0, -7, 3))),
        (((0, 0), (0, 0)), "12 34", ((1, 2), (3, 4))),
        (((0, 0), (0, 0)), "12,34", ((1, 2), (3, 4))),
        (((0,), (0,)), "12/34", ((12,), (34,))),
        ((ZEROS, 0), "120/003 1", (((1, 2, 0), (0, 0, 3)), 1)),
        (((0,) * 6, "w"), "120/003/b", ((1, 2, 0, 0, 0, 3), "b")),
        (bytes(4), "0,1,2,3", bytes(range(4))),
        (bytes(4), "0123", bytes(range(4))),
        (bytes(4), "01/23", bytes(range(4))),
        (bytes(4), r"\x00\x01\x02\x03", bytes(range(4))),
        (bytes(4), "200 1 2 3", bytes((200, 1, 2, 3))),
        (Board(b"....", 0), "XO../1", Board(b"XO..", 1)),
        (Board(b"....", 0), "XO .. 1", Board(b"XO..", 1)),
        (Rows(("..", "..")), "XO/../O", Rows(("XO", ".."), "O")),
        (("   ", "   "), "X O/   ", ("X O", "   ")),
        ("   /   ", "X O/   ", "X O/   "),
        (("<>", ".."), "<>/..", ("<>", "..")),
        (("(,", ".."), "(,/..", ("(,", "..")),
    ],
)
def test_other_parts(start: Any, text: str, state: Any) -> None:
    assert read_state(Fills(start, (state,)), text) == state
    assert solve(Fills(start, (state,))).find(text) == state


@pytest.mark.parametrize(
    ("start", "text"),
    [
        (((0, 0), (0, 0)), "1 234"),
        (((0, 0), (0, 0)), "12 345"),
        (((0, 0), (0, 0)), "1 2 3"),
        (((0, 0),), "12 3 4"),
        (((0, 0), (0,)), "1 x 3"),
        (bytes(3), "300 1 2"),
        (bytes(3), r"\x00"),
        (b"...", "XO"),
        (("...", "..."), "XO./.."),
        (("...", "..."), "X/O...."),
        (((True, 1),), "0 1"),
        (frozenset({1}), "1 x2 3"),
        ((None, (1, 2)), "1 2"),
    ],
)
def test_what_does_not_fit(start: Any, text: str) -> None:
    with pytest.raises(ParseError):
        read_state(Fills(start), text)
    with pytest.raises(ParseError):
        solve(Fills(start)).find(text)


def test_two_shapes_are_never_guessed() -> None:
    """1 2 3 could be either of these."""
    heaps = Fills(((1, 2), (3,)), (((1,), (2, 3)),))
    with pytest.raises(ParseError):
        read_state(heaps, "1 2 3")
    with pytest.raises(ParseError):
        solve(heaps).find("1 2 3")
    assert read_state(heaps, "(1,),(2,3)") == ((1,), (2, 3))


def test_words_of_several_lengths_are_taken_as_they_are() -> None:
    words = Fills("abab", ("ab/ab", "a"))
    assert read_state(words, "ab/ab") == "ab/ab"
    assert solve(words).find("ab/ab") == "ab/ab"
    assert solve(words).find("'a'") == "a"


def test_states_that_no_play_reaches() -> None:
    solution = solve(Fills(("..", ".."), (("X.", ".."),)))
    with pytest.raises(UnknownStateError, match="no play from the start reaches"):
        solution.find("XX/XX")


BYTES = """
from perfectplay import Game, Value

class Bytes(Game):
    def start(self):
        return b"." * 4
    def moves(self, state):
        return [i for i in range(4) if state[i : i + 1] == b"."]
    def play(self, state, move):
        return state[:move] + b"XO"[(b"." * 4).count(b".") - state.count(b".") & 1 :][:1] + state[move + 1 :]
    def outcome(self, state):
        return None if b"." in state else Value.DRAW
"""  # noqa: E501


def test_on_the_command_line(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.py"
    file.write_text(BYTES)
    for text in ("XO/..", "b'XO..'", "XO..", "X O . ."):
        assert run(["show", str(file), text]) == 0
        assert "\nXO..\n" in capsys.readouterr().out
        assert run(["play", str(file), text, "--first", "random:1", "--second", "random:1"]) == 0
        assert "\nXO..\n" in capsys.readouterr().out
    assert run(["show", str(file), "XO."]) == 2
    assert 'expected a state such as ...., got "XO."' in capsys.readouterr().err


def test_lines_of_a_text_are_read_as_python_writes_them() -> None:
    game = Fills("..\n...", ("X.\n...", "XO\n..."))
    for text in (r"X.\n...", r"'X.\n...'", "X. ...", "X....", "X./..."):
        assert read_state(game, text) == "X.\n...", text
    with pytest.raises(ParseError):
        read_state(game, "X.. ..")
