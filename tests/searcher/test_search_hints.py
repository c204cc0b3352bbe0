"""Hints for a search: they change no answer, and check finds those that are not true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from test_search import agrees, sampled

from perfectplay import Game, Value, check_game, loss_in, put, search, solve, win_in
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.connect_four import ConnectFour
from perfectplay.identity.fingerprint import fingerprint
from perfectplay.searcher.reference_search import search_plain
from random_points import PointsOnStrings


@dataclass(frozen=True)
class Col(Game):
    """Colour a field of a map; none may lie beside one of your own. Who cannot, loses.

    State: a colour for each field (0 none, 1 and 2), then who moves.
    """

    width: int = 4
    height: int = 3

    stuck: ClassVar[Value] = Value.LOSS

    def start(self) -> tuple[int, ...]:
        return (0,) * (self.width * self.height) + (1,)

    def free(self, state: Any, colour: int, field: int) -> bool:
        x, y = field % self.width, field // self.width
        if state[field]:
            return False
        if (x and state[field - 1] == colour) or (y and state[field - self.width] == colour):
            return False
        if x < self.width - 1 and state[field + 1] == colour:
            return False
        return y == self.height - 1 or state[field + self.width] != colour

    def fields(self, state: Any, colour: int) -> int:
        count = 0
        for field in range(self.width * self.height):
            if self.free(state, colour, field):
                count += 1
        return count

    def moves(self, state: Any) -> Iterator[int]:
        for field in range(self.width * self.height):
            if self.free(state, state[-1], field):
                yield field

    def play(self, state: Any, move: int) -> Any:
        return put(put(state, move, state[-1]), len(state) - 1, 3 - state[-1])

    def outcome(self, state: Any) -> Value | None:
        return None

    # hints

    def order(self, state: Any, move: int) -> int:
        after = self.play(state, move)
        return self.fields(after, state[-1]) - self.fields(after, 3 - state[-1])

    def bounds(self, state: Any) -> tuple[int, int]:
        mine, theirs = self.fields(state, state[-1]), self.fields(state, 3 - state[-1])
        if mine and not theirs:
            return win_in(1), win_in(1)
        return loss_in(2) if mine else loss_in(0), win_in(1)


def test_a_game_of_ones_own_on_tuples() -> None:
    solution = solve(Col())
    kinds = ({"hints": True}, {"hints": False})
    states = sampled(solution, 10)
    nodes = []
    for how in kinds:
        found = [search(Col(), s, method="compiled", threads=1, **how) for s in states]
        assert all(agrees(f, solution.probe(s)) for f, s in zip(found, states, strict=True))
        nodes.append(search(Col(), method="compiled", threads=1, **how).nodes)
    assert nodes[0] < nodes[1]


@pytest.mark.parametrize("game", [Col(3, 2), ConnectFour(4, 4), ConnectFour(3, 3, 3)])
def test_true_hints_are_no_finding(game: Game) -> None:
    assert check_game(game, samples=2_000, max_seconds=900, compiled=False).findings == ()


class HighBounds(Col):
    def bounds(self, state: Any) -> tuple[int, int]:
        return loss_in(1), win_in(3)


class LowBounds(Col):
    def bounds(self, state: Any) -> tuple[int, int]:
        return win_in(9), win_in(1)


class BadForced(Col):
    def forced(self, state: Any) -> Iterator[int]:
        yield from sorted(self.moves(state))[-1:]


class IllegalForced(Col):
    def forced(self, state: Any) -> Iterator[int]:
        yield -5


class NoNumber(Col):
    def order(self, state: Any, move: int) -> Any:
        return "good"


class WrongLength(ConnectFour):
    def plies_left(self, state: int) -> int:
        return super().plies_left(state) + 1


class NeverLost(ConnectFour):
    def bounds(self, state: int) -> tuple[int, int]:
        return max(0, super().bounds(state)[0]), win_in(1)


class Raises(Col):
    def bounds(self, state: Any) -> tuple[int, int]:
        raise KeyError("no bounds")


@pytest.mark.parametrize(
    ("game", "promise", "said"),
    [
        (HighBounds(3, 2), "bounds-wrong", "which is a win in 1 ply"),
        (LowBounds(3, 2), "bounds-wrong", "which is a loss in"),
        (BadForced(3, 2), "forced-wrong", "none of these moves keeps that"),
        (IllegalForced(3, 2), "forced-wrong", "not all are legal"),
        (NoNumber(3, 2), "order-wrong", "expected a whole number"),
        (WrongLength(4, 3), "plies-left-wrong", "which is a draw in"),
        (Raises(3, 2), "rules-raised", "no bounds"),
    ],
)
def test_check_names_a_hint_that_is_not_true(game: Game, promise: str, said: str) -> None:
    report = check_game(game, samples=500, max_seconds=900, compiled=False)
    assert {finding.promise for finding in report.findings} == {promise}
    found = report.findings[0]
    assert said in found.message
    assert found.state is not None
    assert found.remedy


def test_check_knows_positions_of_large_games() -> None:
    """No position of 7×6 near its start can be looked at whole: those near the ends are."""
    report = check_game(NeverLost(7, 6), samples=50, max_seconds=900, compiled=False)
    assert {finding.promise for finding in report.findings} == {"bounds-wrong"}


def test_hints_are_no_rules() -> None:
    """A stored solution stays that of its game when a hint changes, which no rule asks."""
    hints = ("order", "bounds", "forced", "plies_left")
    asked = {ConnectFour(): ["ConnectFour.plies_left"], Col(): [], BadForced(): []}  # by its tier
    for game, by_rules in asked.items():
        assert [name for name in fingerprint(game).parts if name.endswith(hints)] == by_rules


def test_the_plain_twin_knows_all_that_is_below() -> None:
    for game in (Col(3, 2), PointsOnStrings(2, 30)):
        rules, solution = CheckedGame(game), solve(game, method="reference")
        known = search_plain(rules, rules.start(), 100_000)
        assert len(known) == len(solution)
        for state, one in known.items():
            entry = solution.probe(state)
            assert (one.value, one.remoteness, one.score) == (
                entry.value, entry.remoteness, entry.score,
            )  # fmt: skip


def test_games_on_strings_are_searched_too() -> None:
    game = PointsOnStrings(2, 30)
    solution = solve(game)
    for state in sampled(solution, 10):
        found = search(game, state)
        assert agrees(found, solution.probe(state))
        assert found.engine == "interpreted"


@dataclass(frozen=True)
class Fields(Game):
    """Parameters that have the names of hints, which the rules ask for."""

    order: tuple[int, ...] = (1, 2, 3)
    bounds: tuple[int, ...] = (0, 9)
    forced: int = 0

    stuck = Value.LOSS
    plies_left = (1, 2)

    def start(self) -> int:
        return self.bounds[1]

    def moves(self, state: int) -> Any:
        return (take for take in self.order if self.forced < take <= state + self.plies_left[0] - 1)

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> None:
        return None


def test_what_has_the_name_of_a_hint_and_is_no_method_is_the_games_own() -> None:
    game, other = Fields(), Fields(order=(1, 2))
    assert check_game(game, max_seconds=900).ok
    solution = solve(game)
    for state in range(10):
        one, whole = search(game, state, distance=True), solution.probe(state)
        assert (one.value, one.remoteness) == (whole.value, whole.remoteness)
    assert fingerprint(game).whole != fingerprint(other).whole
    Changed = type("Fields", (Fields,), {"plies_left": (2, 2), "__qualname__": "Fields"})
    assert fingerprint(Changed()).whole != fingerprint(game).whole
