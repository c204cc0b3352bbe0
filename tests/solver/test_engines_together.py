"""Several processes, and threads, at one solve."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from answers_by_reference import agree, oracle
from perfectplay import Game, Value, solve
from perfectplay.core.errors import RulesError
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver import move_graph
from perfectplay.solver.explore import interpreted
from perfectplay.solver.explore.interpreted_states import begin_interpreted
from perfectplay.solver.state_limits import StateLimits
from perfectplay.solver.threads import ThreadTeam
from random_games import (
    AgainStrings,
    AgainTuples,
    OnIntegers,
    PuzzleStrings,
    RandomGame,
    SeatedIntegers,
    TurnedIntegers,
    TurnedStrings,
    TurnedTuples,
)

# --- several processes ----------------------------------------------------------------------------


@pytest.fixture
def by_workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Interpreted games are shared out among processes at once; gives the batches answered."""
    monkeypatch.setattr(interpreted, "ALONE_SECONDS", -1.0)
    monkeypatch.setattr(interpreted, "WIDE", 16)
    monkeypatch.setattr(interpreted, "BATCH", 20)
    monkeypatch.setattr(interpreted, "_CHUNK", 10)
    monkeypatch.setattr(move_graph, "SMALL", -1)
    sizes: list[int] = []
    take = interpreted.take_answers

    def noted(found: Any, batch: list[Any], given: Any) -> None:
        sizes.append(len(batch))
        take(found, batch, given)

    def late(*_: object) -> None:
        raise TimeoutError("processes wait for one another")

    monkeypatch.setattr(interpreted, "take_answers", noted)
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield sizes
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


SHARED = [AgainStrings, AgainTuples, SeatedIntegers, PuzzleStrings]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("kind", SHARED)
def test_several_processes(kind: type[RandomGame], by_workers: list[int]) -> None:
    for seed in (3_009, 3_018, 3_048, 3_059):
        agree(kind(seed), oracle(kind(seed)), method="interpreted", threads=3)
    assert len(by_workers) > 40


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("kind", [TurnedIntegers, TurnedTuples, TurnedStrings])
def test_several_processes_with_symmetries(kind: type[RandomGame], by_workers: list[int]) -> None:
    for seed in (3_009, 3_019):
        given = solve(kind(seed), method="interpreted", threads=2)
        plain = solve(kind(seed), method="reference")
        assert given.counts == plain.counts
        for state in plain.states():
            assert given.probe(state) == plain.probe(state)
    assert len(by_workers) > 20


class LongWords(RandomGame):
    """Strings so long that no pipe holds a batch of them, or of their children."""

    def start(self) -> str:
        return "1" + " " * 20_000

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        return str(int(state) * 3 + move) + " " * 20_000

    def outcome(self, state):
        return Value.LOSS if int(state) > 600 else None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_processes_never_wait_for_one_another(by_workers: list[int]) -> None:
    solution = solve(LongWords(), method="interpreted", threads=2)
    assert len(solution) == 1 + 3 + 9 + 27 + 81 + 243 + 729
    assert solution.remoteness(solution.start) == 6
    assert len(by_workers) > 10


class RaisesLate(LongWords):
    def play(self, state, move):
        if int(state) == 400 and move == 2:
            raise ValueError("no such thing")
        return str(int(state) * 3 + move)


class DiesLate(RaisesLate):
    """Kills the processes that help, and not the one that asks."""

    def play(self, state, move):
        if int(state) == 400 and os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return str(int(state) * 3 + move)


HERE = os.getpid()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_rules_that_go_wrong_in_another_process(by_workers: list[int]) -> None:
    with pytest.raises(RulesError) as problem:
        solve(RaisesLate(), method="interpreted", threads=2)
    assert (problem.value.state, problem.value.move) == ("400", 2)
    assert isinstance(problem.value.__cause__, ValueError)
    assert by_workers
    # the process that is left goes on alone
    assert len(solve(DiesLate(), method="interpreted", threads=2)) == 1093
    assert multiprocessing.active_children() == []


# --- teams ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_a_team_keeps_the_order_and_raises_the_first_failure(threads: int) -> None:
    team = ThreadTeam(threads)
    assert team.map(lambda i: i * i, range(50)) == [i * i for i in range(50)]
    assert team.map(str, []) == []

    def fails(i: int) -> int:
        if i >= 5:
            raise LookupError(i)
        return i

    with pytest.raises(LookupError) as failure:
        team.map(fails, range(5, 6))
    assert failure.value.args == (5,)
    with pytest.raises(LookupError):
        team.map(fails, range(20))


def test_states_of_one_seed_are_the_same_in_all_kinds() -> None:
    """The premise of the comparisons above."""
    makers: list[Callable[[int], RandomGame]] = [OnIntegers, AgainTuples, AgainStrings]
    for make in makers:
        game = make(12)
        state = game.state_of(12, 7, 3)
        assert game.plain(state) == (12, 7, 3)


def test_slow_rules_are_looked_at_before_a_whole_chunk_is_done() -> None:
    class Wide(Game):
        """A thousand states from the first on."""

        def start(self) -> int:
            return 0

        def moves(self, state: int) -> range:
            return range(1000)

        def play(self, state: int, move: int) -> int:
            return move

        def outcome(self, state: int) -> None:
            nonlocal asked
            asked += 1

    asked = 0
    found = begin_interpreted(CheckedGame(Wide()), False)
    limits, reporter = StateLimits(None, 10_000), Reporter(None)
    interpreted.explore_interpreted(found, limits, reporter, lambda *_: asked < 200)
    assert asked < 200
    assert not found.finished
    interpreted.explore_interpreted(found, limits, reporter)
    assert found.finished
    assert len(found.states) == 1000
    assert asked <= 1000 + interpreted.ASKED_AGAIN + 2  # and a few states once more


def test_a_clock_that_leaps_ahead_keeps_no_state_from_being_explored(monkeypatch: Any) -> None:
    hours = count(0, 3_600)
    clock = SimpleNamespace(perf_counter=lambda: next(hours), process_time=time.process_time)
    monkeypatch.setattr(interpreted, "time", clock)
    found = begin_interpreted(CheckedGame(ThreeRocks()), False)
    interpreted.explore_interpreted(found, StateLimits(None, 10_000), Reporter(None))
    assert found.finished
    assert len(found.states) == 121
