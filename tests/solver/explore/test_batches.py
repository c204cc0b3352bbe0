"""Batches that are expanded without knowing other states give the graph that one process finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import pytest

from perfectplay import Game, Value
from perfectplay.core.fork_pool import can_fork
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.explore import interpreted
from perfectplay.solver.explore.interpreted import explore_interpreted
from perfectplay.solver.explore.interpreted_states import (
    InterpretedStates,
    begin_interpreted,
    take_answers,
)
from perfectplay.solver.explore.workers import ask
from perfectplay.solver.state_limits import unlimited
from random_games import AgainStrings, AgainTuples, PuzzleStrings, TurnedStrings, TurnedTuples
from random_points import PointsOnStrings

GAMES = [AgainStrings(3_009), AgainTuples(3_018), PuzzleStrings(3_048), TurnedTuples(3_009),
         TurnedStrings(3_009), PointsOnStrings(3, 400)]  # fmt: skip


def explored(game: Game) -> InterpretedStates:
    """A game that one process has explored."""
    found = begin_interpreted(CheckedGame(game), symmetric(game))
    explore_interpreted(found, unlimited(), Reporter(None))
    return found


def symmetric(game: Game) -> bool:
    return isinstance(game, TurnedStrings | TurnedTuples)


@pytest.mark.parametrize("size", [1, 7, 100])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_batches_give_the_same_graph(game: Game, size: int) -> None:
    whole, parts = explored(game), begin_interpreted(CheckedGame(game), symmetric(game))
    chooses = symmetric(game) and parts.rules.orders_states
    while len(parts.over) < len(parts.states):
        batch = parts.states[len(parts.over) :][:size]
        answers = ask(parts.rules, batch, parts.has_again, chooses)
        assert answers.trouble == -1
        assert len(set(answers.children)) == len(answers.children)
        take_answers(parts, batch, answers)
    for name in ("states", "edges", "starts", "over", "again", "gains", "finals", "stuck_state"):
        assert getattr(parts, name) == getattr(whole, name), name
    assert {parts.states[k] for k in parts.index.values()} == set(whole.states)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_an_order_without_cycles_is_noticed(game: Game) -> None:
    graph = explored(game).graph()
    starts = graph.starts.tolist()
    later = all(
        child > i
        for i in range(len(graph))
        for child in graph.edges[starts[i] : starts[i + 1]].tolist()
    )
    assert graph.ordered is later


def test_a_batch_ends_before_the_state_that_makes_trouble() -> None:
    class Fails(AgainStrings):
        def play(self, state: Any, move: Any) -> Any:
            if state == late and move:
                raise RuntimeError
            return super().play(state, move)

    whole = explored(AgainStrings(3_009))
    with_moves = np.flatnonzero(np.diff(whole.starts) > 1)
    place = int(with_moves[3])
    late = whole.states[place]
    answers = ask(CheckedGame(Fails(3_009)), whole.states[: place + 9], True, False)
    assert (answers.trouble, len(answers.over), len(answers.starts)) == (place, place, place + 1)
    edges = whole.edges[: whole.starts[place]]
    assert [answers.children[k] for k in answers.edges] == [whole.states[k] for k in edges]
    assert answers.again == whole.again[: len(edges)]


@pytest.mark.parametrize("every", [2, 7, 97])
def test_what_cannot_be_sent_is_explored_by_the_parent(
    every: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some states, not the last ones met, hold what no other process can be given."""

    class Local:
        pass

    odd = Local()

    class Holds(AgainTuples):
        def start(self) -> Any:
            return super().start(), None

        def moves(self, state: Any) -> Any:
            return super().moves(state[0])

        def play(self, state: Any, move: Any) -> Any:
            child = super().play(state[0], move)
            return child, odd if hash(child) % every == 0 else None

        def outcome(self, state: Any) -> Any:
            return super().outcome(state[0])

        def moves_again(self, state: Any, move: Any) -> bool:
            return super().moves_again(state[0], move)

    monkeypatch.setattr(interpreted, "ALONE_SECONDS", -1.0)
    monkeypatch.setattr(interpreted, "WIDE", 16)
    monkeypatch.setattr(interpreted, "can_share", lambda _: can_fork())
    found = begin_interpreted(CheckedGame(Holds(3_018)), False)
    explore_interpreted(found, unlimited(), Reporter(None), processes=2)
    whole = explored(AgainTuples(3_018))
    assert [state for state, _ in found.states] == whole.states
    assert found.edges == whole.edges


@dataclass(frozen=True)
class Counted:
    """A heap, and whose turn it is; counts how many times it is hashed."""

    heap: int
    turn: int = field(default=0)
    hashed: ClassVar[list[int]] = [0]

    def __hash__(self) -> int:
        self.hashed[0] += 1
        return hash((self.heap, self.turn))


class Take(Game):
    """Take one to three."""

    def start(self) -> Counted:
        return Counted(300)

    def moves(self, state: Counted) -> Any:
        return range(1, min(3, state.heap) + 1)

    def play(self, state: Counted, move: int) -> Counted:
        return Counted(state.heap - move, 1 - state.turn)

    def outcome(self, state: Counted) -> Value | None:
        return None if state.heap else Value.LOSS


def test_positions_are_hashed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each move that leads to one, and once more, to see whether a rule has changed it;
    beside the start, and the few in which the rules are asked again: twice, to see whether that
    changes, and after a move that is played elsewhere."""
    monkeypatch.setattr(interpreted, "ASKED_AGAIN", 1)
    explored(Take())
    before = Counted.hashed[0]
    found = explored(Take())
    hashed = Counted.hashed[0] - before
    assert len(found.states) == 600
    assert hashed <= len(found.edges) + len(found.states) + 60
