"""A game of a user's own that is searched: Clobber on a row of stones, states as tuples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from perfectplay import Game, Value, check_game, search, solve


@dataclass(frozen=True)
class Clobber(Game):
    """Stones of two players in a row, in turns; a stone is moved onto a neighbour of the other
    player's, which is gone. Who cannot move has lost. 0 empty, 1 the mover's, 2 the other's."""

    pairs: int = 3

    stuck = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (1, 2) * self.pairs

    def moves(self, state: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        for i in range(2 * self.pairs - 1):
            if state[i] == 1 and state[i + 1] == 2:
                yield (i, i + 1)
            if state[i] == 2 and state[i + 1] == 1:
                yield (i + 1, i)

    def play(self, state: tuple[int, ...], move: tuple[int, int]) -> tuple[int, ...]:
        source, target = move
        after = tuple(0 if i == source else 1 if i == target else s for i, s in enumerate(state))
        return tuple(3 - s if s else 0 for s in after)

    def outcome(self, state: tuple[int, ...]) -> None:
        return None

    def tier(self, state: tuple[int, ...]) -> int:
        return sum(1 for s in state if s == 0)

    def symmetries(self, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        yield state
        yield tuple(reversed(state))


@dataclass(frozen=True)
class Hinted(Clobber):
    """The same with an order: first what leaves the other player the fewest moves."""

    def order(self, state: tuple[int, ...], move: tuple[int, int]) -> int:
        after = self.play(state, move)
        return -sum(1 for i in range(2 * self.pairs - 1) if after[i] + after[i + 1] == 3)


@pytest.mark.parametrize("kind", [Clobber, Hinted])
def test_rows_by_length(kind: type[Clobber]) -> None:
    # M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber (2005): the first
    # player wins a row in turns of up to 19 pairs, but for that of three
    for pairs in range(1, 8):
        found = search(kind(pairs), distance=False, moves=False)
        assert found.value is (Value.LOSS if pairs == 3 else Value.WIN)


def test_every_position_is_as_solved() -> None:
    solution = solve(Hinted(4), symmetries=False)
    for state in solution.states():
        found = search(Hinted(4), state) if list(Hinted(4).moves(state)) else None
        if found is not None:
            assert (found.value, found.remoteness) == (
                solution.value(state), solution.remoteness(state),
            )  # fmt: skip
            assert sorted(found.best_moves) == sorted(solution.best_moves(state))


def test_the_rules_keep_their_promises() -> None:
    report = check_game(Hinted(4), max_seconds=900)
    assert report.ok, report.text()
    assert not any("compile" in note for note in report.notes), report.text()
