"""The compiled search of states that 63 bits are too few for: their keys have two words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from games_of_cells import Flat, FlatMethod, Letters, TextMethod
from games_of_sets import Chomp
from games_of_words import Mirrored, Rows
from perfectplay import Game, Value, search, search_many, solve
from perfectplay.core.errors import RulesError
from perfectplay.game.result_scale import FAR
from perfectplay.game.shape.double_keys import DoubleKeys
from perfectplay.searcher.kernel import double_table as tables
from perfectplay.searcher.kernel import parallel_search, searcher
from perfectplay.searcher.kernel.transposition_table import BIAS
from random_points import Points
from searched_states import agrees, sampled

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@dataclass(frozen=True)
class FarBits(Game):
    """Tic-tac-toe on two bitboards whose cells are ``step`` bits apart."""

    step: int = 6

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        for cell in range(9):
            if not (state[0] | state[1]) >> cell * self.step & 1:
                yield cell

    def play(self, state: tuple[int, int], cell: int) -> tuple[int, int]:
        return (state[1], state[0] | 1 << cell * self.step)

    def outcome(self, state: tuple[int, int]) -> Value | None:
        for line in LINES:
            wanted = 0
            for cell in line:
                wanted |= 1 << cell * self.step
            if state[1] & wanted == wanted:
                return Value.LOSS
        whole = 0
        for cell in range(9):
            whole |= 1 << cell * self.step
        return Value.DRAW if state[0] | state[1] == whole else None


@dataclass(frozen=True)
class Hinted(FarBits):
    """With hints that say nothing new but the order."""

    def order(self, state: tuple[int, int], cell: int) -> int:
        return 9 - cell

    def forced(self, state: tuple[int, int]) -> Iterator[int]:
        for cell in range(9):
            if not (state[0] | state[1]) >> cell * self.step & 1:
                yield cell


@dataclass(frozen=True)
class WideGrows(Game):
    """The first fields are small, and far down the tree they need more than 63 bits."""

    far: int = 10

    def start(self) -> tuple[int, int, int]:
        return (0, 0, 0)

    def moves(self, state: tuple[int, int, int]) -> tuple[int, ...]:
        return (0, 1, 2) if state[0] < self.far else (0, 1 << 50)

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        if move >> 50:
            return (state[0] + 1, state[1] + move, state[2] + (1 << 40) + state[1] % 7)
        return (state[0] + 1, state[1] + move, state[2] + move)

    def outcome(self, state: tuple[int, int, int]) -> Value | None:
        if state[0] < self.far + 2:
            return None
        return Value.LOSS if (state[1] + state[2]) % 3 else Value.WIN


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", [FarBits(), Hinted(), WideGrows()])
def test_states_beyond_63_bits(game: Game, threads: int) -> None:
    solution = solve(game, method="reference")
    for state in list(solution.states())[::211]:
        found = search(game, state, method="compiled", threads=threads)
        assert found.engine.startswith("compiled")
        assert agrees(found, solution.probe(state))
    states = list(solution.states())[::97]
    many = search_many(game, states, threads=threads)
    assert many.values.tolist() == [solution.value(state) for state in states]


def test_the_same_lines_are_looked_at_as_with_one_word() -> None:
    one, two = search(FarBits(1), moves=False, threads=1), search(FarBits(), moves=False, threads=1)
    assert one.nodes == two.nodes


@pytest.fixture
def doubled(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All states of a shape have keys of two words; the list of the keys that were chosen."""
    chosen: list[Any] = []

    def choose(*given: Any) -> DoubleKeys:
        chosen.append(DoubleKeys.of_limits(*given))
        return chosen[-1]

    monkeypatch.setattr(parallel_search, "keys_of_any_length", choose)
    return chosen


@pytest.mark.parametrize(
    "game",
    [Points(11, 60), Points(3, 40), Flat(), FlatMethod(), TextMethod(), Letters(), Mirrored(),
     Rows(), Chomp()],
    ids=lambda game: type(game).__name__,
)  # fmt: skip
def test_games_of_all_kinds(game: Game, doubled: list[Any]) -> None:
    """Points, symmetries as a method and as data, texts, nested tuples, sets."""
    solution = solve(game)
    for state in sampled(solution, 12):
        found = search(game, state, method="compiled", threads=1, table=1 << 14)
        assert agrees(found, solution.probe(state))
    assert doubled


@pytest.mark.parametrize("bits", [6, 12, 16, 22])
def test_tables_of_all_sizes(
    bits: int, doubled: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searcher, "FIRST_BITS", bits)
    solution = solve(Points(11, 60))
    states = sampled(solution, 40)
    found = search_many(Points(11, 60), states, table=24 << bits)
    assert [int(x) for x in found.scores] == [solution.probe(state).score for state in states]
    assert doubled


def test_rules_that_raise_name_the_state() -> None:
    class Raises(FarBits):
        """Raises where the fourth stone stands in the corner."""

        def outcome(self, state: tuple[int, int]) -> Value | None:
            if state[0] >> 48 & 1 and state[1] == 1 | 1 << 6:
                raise ValueError("not this one")
            return super().outcome(state)

    with pytest.raises(RulesError, match="not this one"):
        search(Raises(), method="compiled", threads=1)


# --- the table ------------------------------------------------------------------------------------


def random_pairs(count: int) -> list[tuple[int, int]]:
    return list(map(tuple, np.random.default_rng(1).integers(0, 1 << 62, (count, 2)).tolist()))


def test_an_entry_is_its_states_alone() -> None:
    table, kept = np.zeros(3 << 8, np.uint64), {}
    for n, key in enumerate(random_pairs(2_000)):
        kept[key] = (n % 256, n - FAR, FAR - n)
        tables.store(table, 8, 5, key, *kept[key])
    known = [key for key in kept if tables.probe(table, 8, 5, key)[2] < BIAS]
    assert 200 < len(known) <= 256
    assert all(tables.probe(table, 8, 5, key) == kept[key] for key in known)
    assert all(tables.probe(table, 8, 6, key) == (0, -BIAS, BIAS) for key in kept)
    tables.spread(table, 8, 8, 5)
    assert all(tables.probe(table, 8, 5, key) == kept[key] for key in known)


def test_a_table_that_grows_forgets_nothing() -> None:
    table = np.zeros(3 << 12, np.uint64)
    keys = random_pairs(500)
    for n, key in enumerate(keys):
        tables.store(table, 6, 1, key, 1, 0, n)
    known = [n for n, key in enumerate(keys) if tables.probe(table, 6, 1, key)[0]]
    tables.spread(table, 6, 12, 1)
    assert 50 < len(known) <= 64
    assert all(tables.probe(table, 12, 1, keys[n]) == (1, 0, n) for n in known)


@pytest.mark.parametrize("other", [(77, 78), (76, 77), (77, 77)])
def test_an_entry_that_two_threads_have_torn_is_none(other: tuple[int, int]) -> None:
    """Each of its three words may come from one of two writers, of two states or of one."""
    first, nothing = (77, 77), (0, -BIAS, BIAS)
    one, two = words_of_entry(first, -5, 5), words_of_entry(other, 0, 9)
    near = [(a, b) for a in range(70, 84) for b in range(70, 84)]
    for mask in range(1, 7):
        torn = [two[i] if mask >> i & 1 else one[i] for i in range(3)]
        table = np.array(torn * 2, np.uint64)
        assert all(tables.probe(table, 1, 1, key) == nothing for key in near)
    assert tables.probe(np.array(one * 2, np.uint64), 1, 1, first) == (3, -5, 5)


def words_of_entry(key: tuple[int, int], low: int, high: int) -> list[int]:
    """The three words of an entry."""
    table = np.zeros(6, np.uint64)
    tables.store(table, 1, 1, key, 3, low, high)
    at = int(np.flatnonzero(table)[0])
    return [int(word) for word in table[at : at + 3]]
