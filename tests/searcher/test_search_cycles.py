"""Search where a play can come back to a state: found out, solved as a whole or refused, never
answered from a table of what was found on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import pytest

from perfectplay import Game, Value, loss_in, search, search_many, solve, win_in
from perfectplay.core.errors import SearchCycleError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.explicit.tree import game_from_tree
from perfectplay.games.spoons import Spoons
from perfectplay.games.three_mens_morris import ThreeMensMorris
from perfectplay.searcher import dispatch
from perfectplay.searcher.kernel.parallel_search import ParallelSearch
from perfectplay.searcher.reference_search import CycleError
from random_games import AgainIntegers

# The graph-history problem: what a node is worth seems to hang on the way to it, since on one way
# its child is a repetition. From "a" the first player goes to "b" or to "c"; both lead to "d", and
# "e" and "f" lead from there back to "b", or to a win. A table that keeps "e is drawn", found on
# the way over "b" where going back to it repeats, is wrong.
PLANTED = {
    "start": "a",
    "nodes": {
        "a": {"player": "max", "moves": {"b": "b", "c": "c"}},
        "b": {"player": "min", "moves": {"d": "d"}},
        "c": {"player": "min", "moves": {"d": "d"}},
        "d": {"player": "max", "moves": {"e": "e", "lost": "lost"}},
        "e": {"player": "min", "moves": {"f": "f"}},
        "f": {"player": "max", "moves": {"b": "b", "won": "won"}},
        "won": {"utility": "win"},
        "lost": {"utility": "loss"},
    },
}


@pytest.mark.parametrize("state", ["a", "b", "c", "d", "e", "f"])
def test_a_planted_graph(state: str) -> None:
    game = game_from_tree(PLANTED)
    record, found = solve(game).probe(state), search(game, state)
    assert (found.value, found.remoteness) == (record.value, record.remoteness)
    assert [m.move for m in found.record.moves] == [m.move for m in record.moves]
    assert found.engine == "retrograde"


def comes_back(rules: CheckedGame, states: list[Any]) -> bool:
    """Whether states are those of a play from one of them back to it."""
    moves = all(b in [c for _, c in rules.options(a)] for a, b in pairwise(states))
    return moves and len(states) > 1 and states[0] == states[-1]


def go_on() -> bool:
    return True


def test_random_graphs_with_and_without_cycles() -> None:
    """The table of the kernel itself: whatever it answers is right, and it may say: a cycle."""
    parallel = None
    cycles, answers = 0, 0
    for seed in range(120):
        game = AgainIntegers(seed)
        solution, rules = solve(game, symmetries=False), CheckedGame(game)
        states = [rules.start(), *(child for _, child in rules.position(rules.start()).options)]
        if parallel is None:
            parallel = ParallelSearch(
                game, states, hints=True, symmetries=True, table=1 << 16, threads=1
            )
        for state in states:
            try:
                low, high = parallel.one(state, distance=True, go_on=go_on)
            except CycleError as cycle:
                cycles += comes_back(rules, cycle.states)
                continue
            value, plies = solution.value(state), solution.remoteness(state)
            wanted = {Value.WIN: win_in, Value.LOSS: loss_in, Value.DRAW: lambda _: 0}[value](plies)
            assert (low, high) == (wanted, wanted)
            answers += 1
    assert cycles > 50
    assert answers > 50


@pytest.mark.parametrize("game", [Spoons(), ThreeMensMorris()])
def test_small_games_with_cycles_are_solved_as_a_whole(game: Game) -> None:
    record, found = solve(game).probe(game.start()), search(game)
    assert (found.value, found.remoteness) == (record.value, record.remoteness)
    assert {m.move: (m.value, m.remoteness, m.keeps) for m in found.moves} == {
        m.move: (m.value, m.remoteness, m.keeps) for m in record.moves
    }
    assert found.engine == "retrograde"
    assert found.stopped is None


def test_a_large_game_with_cycles_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "CYCLIC_STATES", 100)
    with pytest.raises(SearchCycleError, match="a play can come back to a state") as refused:
        search(ThreeMensMorris())
    assert comes_back(CheckedGame(ThreeMensMorris()), refused.value.states)


def test_many_positions_of_a_game_with_cycles_are_refused() -> None:
    with pytest.raises(SearchCycleError):
        search_many(AgainIntegers(4), [AgainIntegers(4).start()])


@dataclass(frozen=True)
class Count(Game):
    """Two counters are raised without end: no state comes back, and no play need end."""

    stuck: ClassVar[Value] = Value.LOSS

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def moves(self, state: Any) -> Iterator[int]:
        yield 0
        yield 1

    def play(self, state: Any, move: int) -> tuple[int, int]:
        return (state[0] + move, state[1] + 1)

    def outcome(self, state: Any) -> None:
        return None


def test_a_game_without_end_is_stopped_by_a_limit() -> None:
    found = search(Count(), seconds=0.2, method="interpreted")
    assert (found.value, found.stopped, found.proved) == (None, "time", "nothing yet")
