"""States that keep the order of past moves: named where nothing reads it, and only there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from perfectplay import Game, Value, check_game, solve
from perfectplay.compiler.growth.move_record import find_record
from perfectplay.core.errors import StateLimitError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_class

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Order(Game):
    """Tic-tac-toe whose states are the cells in the order in which they were taken."""

    def start(self) -> Any:
        return ()

    def moves(self, state: Any) -> Any:
        return [cell for cell in range(9) if cell not in state]

    def play(self, state: Any, move: Any) -> Any:
        return (*state, move)

    def outcome(self, state: Any) -> Value | None:
        last = state[(len(state) + 1) % 2 :: 2]
        if any(all(cell in last for cell in line) for line in LINES):
            return Value.LOSS
        return Value.DRAW if len(state) == 9 else None


class TextOrder(Order):
    """The same as a text."""

    def start(self) -> Any:
        return ""

    def moves(self, state: Any) -> Any:
        return [cell for cell in "012345678" if cell not in state]

    def play(self, state: Any, move: Any) -> Any:
        return state + move

    def outcome(self, state: Any) -> Value | None:
        return super().outcome(tuple(map(int, state)))


class LoggedNim(Game):
    """Four heaps, with a record of the moves that nobody reads."""

    def start(self) -> Any:
        return (5, 6, 7, 8), ()

    def moves(self, state: Any) -> Any:
        return [(i, n) for i, heap in enumerate(state[0]) for n in range(1, heap + 1)]

    def play(self, state: Any, move: Any) -> Any:
        heaps = list(state[0])
        heaps[move[0]] -= move[1]
        return tuple(heaps), (*state[1], move)

    def outcome(self, state: Any) -> Value | None:
        return None if any(state[0]) else Value.LOSS


class Sets(Order):
    """The cells as a set for each player: orders become one state."""

    def start(self) -> Any:
        return frozenset(), frozenset()

    def moves(self, state: Any) -> Any:
        return [cell for cell in range(9) if cell not in state[0] | state[1]]

    def play(self, state: Any, move: Any) -> Any:
        return state[1], state[0] | {move}

    def outcome(self, state: Any) -> Value | None:
        if any(state[1] >= set(line) for line in LINES):
            return Value.LOSS
        return Value.DRAW if len(state[0] | state[1]) == 9 else None


class LastCell(Sets):
    """The last cell stands beside the sets, for a quick look at the lines through it."""

    def start(self) -> Any:
        return (*super().start(), 9)

    def play(self, state: Any, move: Any) -> Any:
        return (*super().play(state[:2], move), move)


class Ghost(Game):
    """A word grows letter by letter; whoever completes a word loses. The order is all there is."""

    def start(self) -> Any:
        return ""

    def moves(self, state: Any) -> Any:
        return "abcdef"

    def play(self, state: Any, move: Any) -> Any:
        return state + move

    def outcome(self, state: Any) -> Value | None:
        code = sum((i + 1) * ord(letter) for i, letter in enumerate(state))
        return Value.WIN if state and (code % 7 == 0 or len(state) == 9) else None


@dataclass(frozen=True)
class Visited(Game):
    """A knight on a board of six by six, which enters no square twice."""

    stuck = Value.LOSS

    def start(self) -> Any:
        return 0, frozenset([0])

    def moves(self, state: Any) -> Any:
        row, column = divmod(state[0], 6)
        steps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
        near = [(row + a, column + b) for a, b in steps]
        cells = [a * 6 + b for a, b in near if 0 <= a < 6 and 0 <= b < 6]
        return [cell for cell in cells if cell not in state[1]]

    def play(self, state: Any, move: Any) -> Any:
        return move, state[1] | {move}

    def outcome(self, state: Any) -> Value | None:
        return None


@pytest.mark.parametrize("kind", [Order, TextOrder, LoggedNim], ids=lambda kind: kind.__name__)
def test_a_record_of_moves_that_nothing_reads_is_found(kind: type[Game]) -> None:
    found = find_record(CheckedGame(kind()))
    assert found is not None
    assert found.one != found.other
    assert kind().outcome(found.one) is None
    said = found.sentence()
    assert "seem to keep the order of past moves" in said
    assert len(said) < 1_000


@pytest.mark.parametrize("kind", [Sets, LastCell, Ghost, Visited], ids=lambda kind: kind.__name__)
def test_what_the_rules_read_is_no_record(kind: type[Game]) -> None:
    assert find_record(CheckedGame(kind())) is None


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_game_of_the_library_keeps_a_record(name: str) -> None:
    assert find_record(CheckedGame(load_class(name)())) is None


def test_solve_says_it_early() -> None:
    told: list[str] = []
    with pytest.raises(StateLimitError):
        solve(
            Order(), method="interpreted", max_states=10_500,
            progress=lambda news: told.extend(news.notes),
        )  # fmt: skip
    assert sum("seem to keep the order of past moves" in line for line in told) == 1


def test_check_says_it() -> None:
    report = check_game(Order(), samples=2_000, compiled=False)
    assert any("seem to keep the order of past moves" in note for note in map(str, report.notes))
    small = check_game(Sets(), samples=200, compiled=False)
    assert not any("order of past moves" in note for note in map(str, small.notes))


class Raises(Order):
    def play(self, state: Any, move: Any) -> Any:
        raise ValueError("no")


class Unsorted(Order):
    def moves(self, state: Any) -> Any:
        return (cell for cell in range(9) if cell not in state)


def test_rules_that_raise_are_left_to_others() -> None:
    assert find_record(CheckedGame(Raises())) is None
    assert find_record(CheckedGame(Unsorted())) is not None
