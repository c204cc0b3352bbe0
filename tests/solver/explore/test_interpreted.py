"""Rules that answer otherwise when they are asked a second time, in `solve`."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

from perfectplay import Game, Value, solve
from perfectplay.core.errors import RulesError
from tiny_games import Countdown, Pair, changed


def _counted_outcome() -> Any:
    calls = count()
    ends = (Value.LOSS, Value.WIN)
    return lambda _self, state: None if state else ends[next(calls) % 2]


def _moves_by_chance() -> Any:
    chance = random.Random(1)
    return lambda _self, state: [m for m in (1, 2, 3) if m <= state and chance.random() < 0.7]


def _moves_that_fail_once() -> Any:
    calls = count()

    def moves(_self: Any, state: int) -> list[int]:
        if next(calls) == 3:
            raise ValueError("only once")
        return [m for m in (1, 2) if m <= state]

    return moves


def _play_by_turns() -> Any:
    calls = count()
    return lambda _self, state, move: max(0, state - move - next(calls) % 2)


@pytest.mark.parametrize(
    "rules",
    [
        lambda: {"outcome": _counted_outcome()},
        lambda: {"moves": _moves_by_chance(), "stuck": Value.LOSS},
        lambda: {"moves": _moves_by_chance()},
        lambda: {"moves": _moves_that_fail_once()},
        lambda: {"play": _play_by_turns()},
    ],
    ids=["outcome", "moves", "moves or stuck", "fails once", "play"],
)
def test_rules_that_change_their_answers_are_refused(rules: Any) -> None:
    class Longer(Countdown):
        """With more stones."""

        def start(self):
            return 40

    with pytest.raises(RulesError, match="the same question must always get the same answer"):
        solve(changed(Longer, **rules()), method="interpreted")


class Mirrored(Pair):
    """Two piles of which either stands for the other: with symmetries, tuples and turns."""

    def moves(self, state):
        return [(i, n) for i in (0, 1) for n in (1, 2) if n <= state[i]]

    def play(self, state, move):
        i, n = move
        return (state[0] - n, state[1]) if i == 0 else (state[0], state[1] - n)

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None

    def symmetries(self, state):
        yield (state[1], state[0])


class Words(Game):
    """The same on frozensets of words, which have no order."""

    def start(self):
        return frozenset({"a1", "a2", "b1", "b2"})

    def moves(self, state):
        return sorted(state)

    def play(self, state, move):
        return state - {move}

    def outcome(self, state):
        return None if state else Value.LOSS

    def symmetries(self, state):
        yield frozenset(word.translate(str.maketrans("ab", "ba")) for word in state)


@pytest.mark.parametrize(
    "game",
    [Countdown(30), Pair(30), Mirrored(9), Words()],
    ids=["numbers", "tuples", "mirrored", "words"],
)
@pytest.mark.parametrize("symmetries", [True, False])
def test_right_rules_are_not_refused(game: Game, symmetries: bool) -> None:
    assert solve(game, method="interpreted", symmetries=symmetries).value(game.start())


def shuffled(kind: type[Game]) -> type[Game]:
    """The same rules with moves in an order that changes: the values do not depend on it."""

    def moves(self: Any, state: Any) -> list[Any]:
        found = list(kind.moves(self, state))
        random.shuffle(found)
        return found

    return type("Shuffled", (kind,), {"moves": moves})


@pytest.mark.parametrize("symmetries", [True, False])
@pytest.mark.parametrize("kind", [Pair, Mirrored])
def test_another_order_is_no_other_answer(kind: Any, symmetries: bool) -> None:
    """As that of a set, which is another one in the copy that a worker gets."""
    found = solve(shuffled(kind)(9), method="interpreted", symmetries=symmetries)
    right = solve(kind(9), method="reference")
    assert [found.value(state) for state in right.states()] == right.values(
        list(right.states())
    ).tolist()
