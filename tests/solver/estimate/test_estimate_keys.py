"""Keys of states that grow while a game is estimated: nobody reads old keys with a new layout."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from perfectplay import Game, Value, put
from perfectplay.compiler.expander import Expander, KeysOutgrownError
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.load import compile_rules
from perfectplay.core.progress import Reporter
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.game.shape.wider_keys import widened
from perfectplay.solver.estimate.forecast import forecast, forecast_walked
from perfectplay.solver.estimate.sample_budget import SampleBudget
from perfectplay.solver.estimate.sampled import CompiledSource, known_of
from perfectplay.solver.estimate.walkers import walk_on
from perfectplay.solver.explore.hash_explorer import HashExploration, walk
from perfectplay.solver.state_limits import StateLimits
from perfectplay.solver.threads import ThreadTeam


@dataclass(frozen=True)
class Ladders(Game):
    """Men climb ladders, a rung at a time, faster once they have passed the middle. No limits are
    declared, and a rung that a ladder lacks is an error in the rules."""

    rungs: int = 30
    men: int = 4

    def start(self) -> tuple[int, ...]:
        return (0,) * self.men

    @property
    def step(self) -> tuple[int, ...]:
        return (*(1 for _ in range(self.rungs)), 0)

    def moves(self, s: tuple[int, ...]) -> Iterator[int]:
        for man in range(self.men):
            if self.step[s[man]] > 0:
                yield man

    def play(self, s: tuple[int, ...], move: int) -> tuple[int, ...]:
        return put(s, move, s[move] + self.step[s[move]])

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        for man in range(self.men):
            if s[man] < self.rungs:
                return None
        return Value.LOSS


STATES = 31**4


def narrow() -> tuple[Expander, HashExploration]:
    """The game, walked a little, with keys that only hold what was met."""
    rules = CheckedGame(Ladders())
    compiled = compile_rules(rules.game, symmetries=False)
    expander = Expander(compiled, rules, first_keys(rules, [rules.start()]))
    walked = walk(
        expander, StateLimits(None, 1 << 62), Reporter(), lambda so_far: so_far.states > 3_000
    )
    return expander, walked


@pytest.mark.parametrize("threads", [1, 2])
def test_rules_are_not_blamed_for_keys_that_grew(threads: int) -> None:
    found = forecast(Ladders(), threads=threads, seconds=math.inf, moves=400_000)
    assert not found.exact
    assert found.states.high is not None
    assert found.states.low <= STATES


def test_an_estimate_leaves_the_keys_of_a_solve_alone() -> None:
    expander, walked = narrow()
    keys, before = expander.keys, walked.keys.copy()
    forecast_walked(expander, walked, ThreadTeam(2), SampleBudget(moves=200_000))
    assert expander.keys is keys
    assert (walked.keys == before).all()


def test_walkers_that_outgrow_their_keys_leave_what_is_known_alone() -> None:
    expander, walked = narrow()
    source = CompiledSource(expander, ThreadTeam(2))
    known = known_of(walked, source)
    states = [source.expander.keys.state(int(key)) for key in known.keys[-50:]]
    steps = walk_on(known, known.levels - 1, source, 1_000, 200)
    assert steps.ended
    assert [source.expander.keys.state(int(key)) for key in known.keys[-50:]] == states
    assert source.expand(known.keys[-50:].copy()).degrees.min() > 0


def test_a_layout_that_changes_under_a_batch_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread widens the keys between the kernel's read of the layout and its answer."""
    expander, _ = narrow()
    narrow_keys = expander.keys
    assert isinstance(narrow_keys, TupleKeys)
    wider = widened(narrow_keys, [(60, 60, 60, 60)])
    reached, go_on = threading.Barrier(2, timeout=20), threading.Barrier(2, timeout=20)
    real = Expander.guarded

    def guarded(self: Expander, kernel: Any, states: Any) -> Any:
        answer = real(self, kernel, states)
        reached.wait()
        go_on.wait()  # the other thread has widened the keys meanwhile
        return answer

    edge = narrow_keys.key(tuple(low + size - 1 for low, size in zip(
        narrow_keys.low, narrow_keys.size, strict=True)))  # fmt: skip
    raised: list[BaseException] = []

    def work() -> None:
        try:
            expander.expand(np.array([edge], np.int64), 0, 1)
        except BaseException as error:
            raised.append(error)

    monkeypatch.setattr(Expander, "guarded", guarded)
    thread = threading.Thread(target=work)
    thread.start()
    reached.wait()
    expander.keys = wider
    go_on.wait()
    thread.join(20)
    assert [type(error) for error in raised] == [KeysOutgrownError]
