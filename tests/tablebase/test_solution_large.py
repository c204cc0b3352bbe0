"""Large numbers: of plies, and of moves of one state."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import pytest

from forced_levels import force_levels
from games_to_solve import LOOP, METHODS, Chain
from perfectplay import Game, Value, solve

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN


@pytest.mark.parametrize(
    ("way", "length"),
    [
        *itertools.product(["interpreted", "compiled"], [16_382, 16_383, 17_000]),
        ("levels", 16_384),
    ],
)
def test_remoteness_past_14_bits(way: str, length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "levels":
        force_levels(monkeypatch)
    solution = solve(Chain(length), method="interpreted" if way == "interpreted" else "compiled")
    if way == "levels":
        assert solution.made.how == "levels, one pass"
    assert solution.remoteness(length) == length
    assert solution.remotenesses(np.arange(length + 1)).tolist() == list(range(length + 1))
    assert (solution.values(np.arange(length + 1)) == DRAW).all()
    assert solution.counts.endless == 0
    assert solution.counts.draws == len(solution) == length + 1
    assert solution.by_remoteness[length] == {"wins": 0, "draws": 1, "losses": 0}


def test_an_endless_draw_beside_a_remoteness_past_14_bits() -> None:
    """The mark of an endless draw widens with the rest."""

    for method in ("interpreted", "compiled"):
        solution = solve(Chain(16_999, loop=True), method=method)
        assert solution.remoteness(LOOP + 16_999) == 16_999
        assert solution.value(LOOP + 16_999) is WIN
        assert solution.keeping_moves(LOOP + 16_999) == [0]
        assert solution.value(LOOP + 16_998) is LOSS
        assert solution.value(2 * LOOP) is DRAW
        assert solution.remoteness(2 * LOOP) is None
        assert solution.counts.endless == 1
        assert solution.longest_win == (LOOP + 16_999, 16_999)


@dataclass(frozen=True)
class ManyMoves(Game):
    """So many moves in the start; all (but one, where it wins) lead to one of 100 won states."""

    count: int = 70_000
    wins: bool = True

    def start(self):
        return 2 * self.count + self.wins

    def moves(self, state):
        if state > 500:
            return range(state // 2)
        return range(1)

    def play(self, state, move):
        if state > 500 and not (state % 2 and move == state // 2 - 2):
            return 1 + move % 100
        return 500

    def outcome(self, state):
        return Value.LOSS if state == 500 else None


@pytest.mark.parametrize("way", ["interpreted", "compiled", "levels"])
@pytest.mark.parametrize("count", [258, 70_000])
def test_many_moves(way: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "levels":
        force_levels(monkeypatch)
    solution = solve(ManyMoves(count), method="interpreted" if way == "interpreted" else "compiled")
    assert solution.counts.moves == count + 100
    assert len(solution) == 102
    start = solution.start
    assert solution.value(start) is WIN
    assert solution.remoteness(start) == 1
    assert solution.keeping_moves(start) == [count - 2]
    record = solution.probe(start)
    assert len(record.moves) == count
    assert record.moves[0].move == count - 2
    assert [m.move for m in record.moves[1:4]] == [0, 1, 2]


@pytest.mark.parametrize("method", METHODS)
def test_a_loss_of_many_moves(method: str) -> None:
    """It is known when the last of the 70,000 moves, parallel ones each, is known to be bad."""
    solution = solve(ManyMoves(wins=False), method=method)
    assert (solution.value(140_000), solution.remoteness(140_000)) == (LOSS, 2)
    assert len(solution.keeping_moves(140_000)) == 70_000
