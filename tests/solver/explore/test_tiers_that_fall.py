"""Rules whose tier falls along a move, or differs within a class of states, are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from perfectplay import Game, Value, solve
from perfectplay.core.errors import RulesError
from random_games import OnIntegers, OnStrings, OnTuples, RandomGame, Turned
from tier_ways import Ways


@dataclass(frozen=True)
class Falling(RandomGame):
    """The tier falls along the moves from one node alone, which some moves away from the start."""

    def nodes_in(self, seed):
        return 300

    def tier(self, state):
        node = self.node_of(state)
        return 1_000 if node == 37 else node // 10

    def outcome(self, state):
        return Value.LOSS if self.node_of(state) > 250 else None

    def moves(self, state):
        return range(2)

    def child_node(self, seed, node, move):
        return node + 1 + move * (1 + node % 3 == 1)


@dataclass(frozen=True)
class FallingIntegers(Falling, OnIntegers):
    pass


@dataclass(frozen=True)
class FallingTuples(Falling, OnTuples):
    pass


@dataclass(frozen=True)
class FallingStrings(Falling, OnStrings):
    pass


@dataclass(frozen=True)
class FallingTurned(Turned, Falling, OnTuples):
    pass


@dataclass(frozen=True)
class FallingNowhere(FallingIntegers):
    """No play reaches what would be a fall."""

    def tier(self, state):
        node = self.node_of(state)
        return -5 if node == 299 else node // 10


FALLING: list[tuple[type[Falling], str]] = [
    (FallingIntegers, "interpreted"), (FallingTuples, "interpreted"),
    (FallingStrings, "interpreted"), (FallingTurned, "interpreted"),
    (FallingIntegers, "compiled"), (FallingTuples, "compiled"), (FallingTurned, "compiled"),
    (FallingIntegers, "auto"), (FallingTuples, "reference"),
]  # fmt: skip


def falls(kind: type[Falling], method: str) -> None:
    for seed in (4, 7):
        game = kind(seed)
        with pytest.raises(RulesError) as failure:
            solve(game, method=method, threads=1 + seed % 2)
        error = failure.value
        assert error.promise == "tier-falls"
        assert game.node_of(error.state) == 37
        assert game.node_of(game.play(error.state, error.move)) in (38, 39)
        assert f"the tier falls from 1000 to 3 by the move {error.move}" in str(error)
        assert "negate it if it always falls" in str(error)


@pytest.mark.parametrize(("kind", "method"), FALLING)
def test_a_tier_that_falls_in_a_small_game(kind: type[Falling], method: str) -> None:
    falls(kind, method)


@pytest.mark.parametrize(
    "kind", [kind for kind, method in FALLING if method == "compiled"]
)  # fmt: skip
@pytest.mark.parametrize("room", [0, 1 << 30])
def test_a_tier_that_falls_in_a_large_game(
    kind: type[Falling], room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    Ways(monkeypatch).set(room, answers=True, copying=True)
    falls(kind, "compiled")


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_only_moves_that_are_played_count(method: str) -> None:
    assert solve(FallingNowhere(4), method=method).counts.states > 100


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_the_states_of_small_games_are_looked_at_some_at_a_time(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from perfectplay.solver import solved_table as parts

    for some in (1, 3, 36, 37, 38, 39):
        monkeypatch.setattr(parts, "TIERS_CHECKED", some)
        falls(FallingIntegers, method)


class Unequal(Game):
    """A class of states with two tiers: no move falls, and yet the tiers are none."""

    limits = ((0, 30), (0, 30))

    def start(self) -> tuple[int, int]:
        return (0, 24)

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        yield 0

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[1] + 1, 1)

    def outcome(self, state: tuple[int, int]) -> Value | None:
        return Value.LOSS if state[0] == 1 or state[1] == 1 else None

    def symmetries(self, state: tuple[int, int]) -> Iterator[tuple[int, int]]:
        yield (state[1], state[0])

    def tier(self, state: tuple[int, int]) -> int:
        if state[0] == 0:
            return 7
        return 8 if state[0] > state[1] else 6


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_a_class_with_two_tiers(method: str) -> None:
    with pytest.raises(RulesError) as failure:
        solve(Unequal(), method=method)
    assert failure.value.promise == "symmetry-tier"
    assert "tier gives 7 for one and 8 for the other" in str(failure.value)
