"""The search kernel at its edges: pointers, tables of all sizes, large keys, names of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Value, search, search_many, solve
from perfectplay.compiler.runtime.pointers import borrowed, load_early, pointer_of
from perfectplay.core.kernels import njit
from perfectplay.games.connect_four import ConnectFour
from perfectplay.searcher.kernel import searcher
from perfectplay.searcher.kernel.transposition_table import entry_place, entry_word
from random_points import Points

SIZES = (6, 12, 16, 22)
"""Bits of a table: full at once; as at the start; places loaded ahead; entries read late."""


@njit
def doubled(array):  # type: ignore[no-untyped-def]
    """Add each item to the next one, through a pointer; the sum, through an array without owner."""
    pointer, view = pointer_of(array), borrowed(array)
    for i in range(len(array) - 1):
        pointer[i + 1] += pointer[i]
    return view.sum()


@njit
def touched(table, keys):  # type: ignore[no-untyped-def]
    """Load the places of keys, in a table and far outside it."""
    pointer = pointer_of(table)
    for bits in range(1, 64):
        for key in keys:
            load_early(pointer, entry_place(entry_word(key), bits))


@pytest.mark.parametrize("kind", [np.uint8, np.int32, np.int64, np.uint64])
def test_a_pointer_is_the_array(kind: Any) -> None:
    given = np.random.default_rng(1).integers(0, 2, 100).astype(kind)
    wanted = np.cumsum(given).astype(kind)
    assert doubled(given) == wanted.sum()
    assert (given == wanted).all()


def test_loading_ahead_changes_and_breaks_nothing() -> None:
    table = np.arange(128, dtype=np.uint64)
    touched(table, np.array([0, 1, 1 << 62, (1 << 63) - 1], np.int64))
    assert (table == np.arange(128, dtype=np.uint64)).all()


@dataclass(frozen=True)
class HighStones(Game):
    """Take 1, 2 or 3 stones of a heap, counted down from the largest key; the last one wins.

    The kernel uses some of its names too.
    """

    heap: int = 30

    def start(self) -> int:
        return (1 << 63) - 1

    def borrowed(self, state: int) -> int:
        return (1 << 63) - 1 - state

    def moves(self, state: int) -> Iterator[int]:
        fetch = self.heap - self.borrowed(state)
        for probe in (1, 2, 3):
            if probe <= fetch:
                yield probe

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if self.borrowed(state) == self.heap else None


@pytest.fixture(params=SIZES)
def table(request: Any, monkeypatch: pytest.MonkeyPatch) -> int:
    """The bytes of a table of which a search uses all entries from its first state."""
    monkeypatch.setattr(searcher, "FIRST_BITS", request.param)
    return 16 << request.param


def compared(game: Game, states: list[Any], table: int) -> None:
    """The search with a table of one size gives what the slow search gives."""
    found = search_many(game, states, table=table)
    for place, state in enumerate(states):
        slow = search(game, state, method="interpreted", moves=False)
        assert int(found.values[place]) == slow.value
        assert found.remoteness[place] == (-1 if slow.remoteness is None else slow.remoteness)
        if found.scores is not None:
            assert found.scores[place] == slow.score


def test_keys_of_63_bits(table: int) -> None:
    start = (1 << 63) - 1
    compared(HighStones(), [start - taken for taken in range(31)], table)
    found = search(HighStones(29), method="compiled", table=table)
    assert (found.value, found.best_moves) == (Value.WIN, [1])


def test_random_games_of_points_in_tables_of_all_sizes(table: int) -> None:
    game = Points(11, 60)
    compared(game, list(solve(game, method="reference").states())[::7], table)


def test_connect_four_in_tables_of_all_sizes(table: int) -> None:
    game = ConnectFour(4, 4)
    draw, states = np.random.default_rng(3), []
    while len(states) < 25:
        state = game.start()
        for _ in range(9):
            state = game.play(state, int(draw.choice(list(game.moves(state)))))
            if game.outcome(state) is not None:
                break
        else:
            states.append(state)
    compared(game, states, table)


def test_an_entry_read_late_cuts_as_one_read_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without entries that drive others out, the same states are looked at."""
    nodes = []
    for bits in (20, 21):
        monkeypatch.setattr(searcher, "FIRST_BITS", bits)
        found = search_many(ConnectFour(5, 4), [ConnectFour(5, 4).start()], table=1 << bits + 4)
        nodes.append(int(found.nodes[0]))
    assert nodes[0] == pytest.approx(nodes[1], rel=0.01)
