"""Symmetries of states that are texts, bytes, nested tuples and dataclasses are found, too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from perfectplay import Game, Value, check_game, solve
from perfectplay.conformance.symmetry import find_symmetries, search_symmetries
from perfectplay.conformance.symmetry.offer import as_dict, declaration_text
from symmetric_games import Cells

Flat = tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """A board of X, O and None, and whether O is to move."""

    cells: tuple[str | None, ...]
    second: bool


class Dress(NamedTuple):
    """How the states of Cells are written, and how they are read."""

    on: Callable[[Flat], Any]
    off: Callable[[Any], Flat]


def board_of(state: Any) -> Flat:
    return (*(0 if c is None else "XO".index(c) + 1 for c in state.cells), int(state.second))


DRESSES = {
    "text": Dress(
        lambda s: "".join(".XO"[c] for c in s[:9]) + "XO"[s[9]],
        lambda t: (*map(".XO".index, t[:9]), "XO".index(t[9])),
    ),
    "text and letter": Dress(
        lambda s: ("".join(".XO"[c] for c in s[:9]), "XO"[s[9]]),
        lambda t: (*map(".XO".index, t[0]), "XO".index(t[1])),
    ),
    "bytes": Dress(bytes, tuple),
    "rows": Dress(
        lambda s: ((s[:3], s[3:6], s[6:9]), s[9]), lambda t: (*t[0][0], *t[0][1], *t[0][2], t[1])
    ),
    "dataclass": Dress(
        lambda s: Board(tuple((None, "X", "O")[c] for c in s[:9]), bool(s[9])), board_of
    ),
}


@dataclass(frozen=True)
class Dressed(Game):
    """Tic-tac-toe on states of some form."""

    dress: str = "text"

    def start(self) -> Any:
        return DRESSES[self.dress].on(Cells().start())

    def moves(self, state: Any) -> list[int]:
        return Cells().moves(DRESSES[self.dress].off(state))

    def play(self, state: Any, move: int) -> Any:
        dress = DRESSES[self.dress]
        return dress.on(Cells().play(dress.off(state), move))

    def outcome(self, state: Any) -> Value | None:
        return Cells().outcome(DRESSES[self.dress].off(state))


@pytest.mark.parametrize("dress", DRESSES)
def test_the_symmetries_of_a_board_do_not_depend_on_how_it_is_written(dress: str) -> None:
    game = Dressed(dress)
    found = search_symmetries(game, states=300)
    assert (found.order, found.fields) == (8, 10)
    assert set(found.generators) == set(find_symmetries(Cells(), states=300))
    namespace: dict[str, Any] = {}
    exec("class Pasted(Dressed):\n" + declaration_text(found), globals(), namespace)
    pasted = namespace["Pasted"](dress)
    assert check_game(pasted, samples=100, compiled=False).ok
    assert search_symmetries(pasted, states=30).declared
    small = solve(pasted, method="interpreted")
    assert (len(small), small.representatives.states) == (5478, 765)


class Grundy(Game):
    """A set of heaps: its elements are no places."""

    stuck = Value.LOSS

    def start(self) -> frozenset[int]:
        return frozenset({5, 7})

    def moves(self, state: frozenset[int]) -> list[int]:
        return [heap for heap in state if heap > 1]

    def play(self, state: frozenset[int], move: int) -> frozenset[int]:
        return (state - {move}) | {move - 1}

    def outcome(self, state: Any) -> Value | None:
        return None


class Shrinking(Grundy):
    """A text that becomes shorter."""

    def start(self) -> Any:
        return "xxxxxx"

    def moves(self, state: Any) -> list[int]:
        return [n for n in (1, 2) if n <= len(state)]

    def play(self, state: Any, move: int) -> Any:
        return state[move:]


class Strange(Game):
    """The text and the turn change places in some states."""

    def start(self) -> Any:
        return ("......", 0)

    def moves(self, state: Any) -> list[int]:
        return [i for i in range(6) if state[0][i] == "."]

    def play(self, state: Any, move: int) -> Any:
        board, turn = state
        child = board[:move] + "XO"[turn] + board[move + 1 :], 1 - turn
        return child[::-1] if child[0] == "XOXOXO" else child

    def outcome(self, state: Any) -> Value | None:
        board = state[0] if isinstance(state[0], str) else state[1]
        return None if "." in board else Value.DRAW


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (Grundy(), "states have a single field, which leaves nothing to exchange"),
        (Shrinking(), "states have no fixed fields"),
        (Strange(), "has other fields than the start"),
    ],
)
def test_why_nothing_is_offered(game: Game, reason: str) -> None:
    found = search_symmetries(game)
    assert reason in as_dict(found, "game")["reason"]
    assert not found.generators


class Letters(Game):
    """Two letters and two numbers are raised in turn; a letter never takes a number's place."""

    stuck = Value.LOSS

    def start(self) -> Any:
        return ("aa", 0, 0)

    def moves(self, state: Any) -> list[int]:
        return [i for i in range(4) if self.level(state, i) < 2]

    @staticmethod
    def level(state: Any, i: int) -> int:
        return "abc".index(state[0][i]) if i < 2 else int(state[i - 1])

    def play(self, state: Any, move: int) -> Any:
        levels = [self.level(state, i) + (i == move) for i in range(4)]
        return ("".join("abc"[n] for n in levels[:2]), *levels[2:])

    def outcome(self, state: Any) -> Value | None:
        return None


def test_only_fields_of_one_kind_are_exchanged() -> None:
    found = search_symmetries(Letters())
    assert {one.places for one in found.generators} == {(1, 0, 2, 3), (1, 0, 3, 2)}
    assert found.order == 4
