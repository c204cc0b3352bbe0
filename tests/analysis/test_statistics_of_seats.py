"""Statistics of games in which a player moves again: who wins, and from which seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from perfectplay import Game, Value, statistics
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build


def make(name: str, **parameters) -> Game:
    return build(load_class(name), parameters)


@dataclass(frozen=True)
class Words(Game):
    """A game as an author might write it, on strings.

    Players add ``a`` or ``bb`` to a word; who adds ``a`` moves again. Who makes the word exactly
    as long as ``length`` has won; a longer one is a draw.
    """

    length: int = 4
    stuck: ClassVar[Value] = Value.DRAW

    def start(self) -> str:
        return ""

    def moves(self, state: str) -> list[str]:
        return ["a", "bb"]

    def play(self, state: str, move: str) -> str:
        return state + move

    def moves_again(self, state: str, move: str) -> bool:
        return move == "a"

    def outcome(self, state: str) -> Value | None:
        if len(state) == self.length:  # after an "a" its maker is still the one to move
            return Value.WIN if state.endswith("a") else Value.LOSS
        return Value.DRAW if len(state) > self.length else None


def test_who_wins_follows_who_moves_again() -> None:
    found = statistics(Words(3)).all
    # aaa first; abb first; bba second; aabb too long: drawn; bbbb drawn
    assert found.plays.by_result == {"first": 2, "second": 1, "drawn": 2}
    assert found.ends == {"first": 2, "second": 1, "drawn": 2, "either": 0}
    assert found.plays.by_length[2] == {"plays": 3, "first": 1, "second": 1, "drawn": 1}
    assert found.plays.tree == 9


@dataclass(frozen=True)
class Seats(Game):
    """Count up by 1, or by 2 and again; whoever is to move at 3 or beyond has lost."""

    again: bool = True

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(1, 3)

    def play(self, state: int, move: int) -> int:
        return state + move

    def moves_again(self, state: int, move: int) -> bool:
        return self.again and move == 2

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state >= 3 else None


def test_the_seat_of_an_end_is_that_of_the_play() -> None:
    # 1 1 1: second to move, first wins. 1 1 2: first still to move. 1 2: second still, loses.
    # 2 1: first made both, second to move. 2 2: first still to move.
    found = statistics(Seats()).all
    assert found.plays.by_result == {"first": 3, "second": 2, "drawn": 0}
    assert found.ends == {"first": 1, "second": 1, "drawn": 0, "either": 0}
    found = statistics(Seats(again=False)).all  # 3 and 4 end plays of two and of three moves
    assert found.plays.by_result == {"first": 2, "second": 3, "drawn": 0}
    assert found.ends == {"first": 0, "second": 0, "drawn": 0, "either": 2}


class Nobody(Game):
    """A ring: no play ends."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return (state + move) % 3

    def outcome(self, state: int) -> None:
        return None


def test_games_without_an_end_and_without_a_move() -> None:
    found = statistics(Nobody()).all
    assert (found.plays.count, found.plays.endless, found.terminal) == (0, True, 0)
    assert found.by_remoteness == {None: {"wins": 0, "draws": 3, "losses": 0}}
    over = statistics(make("three_rocks", left=0, right=0)).all
    assert (over.plays.count, over.plays.tree, over.moves) == (1, 1, 0)
    assert over.branching.mean is None
