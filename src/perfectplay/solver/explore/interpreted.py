"""Explores a game by running its rules in the interpreter, each state and move once."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from functools import partial

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.diagnose import diagnose
from perfectplay.solver.explore.interpreted_states import (
    InterpretedStates,
    check_states,
    expand_state,
    take_answers,
)
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.explore.workers import BATCH, ExpansionWorkers, can_share

ALONE_SECONDS = 1.5
"""Seconds after which worker processes pay."""

WIDE = 16_000
"""States that must wait before worker processes are started."""

_FIRST_CHUNK, _CHUNK = 64, 4096

CHUNK_SECONDS = 0.05
"""Seconds between two checks whether to go on, about."""


def explore_interpreted(
    found: InterpretedStates,
    limits: StateLimits,
    reporter: Reporter,
    give_up: Callable[[int, float], bool] | None = None,
    processes: int = 1,
) -> None:
    """Explore all states and moves of a game, or until ``give_up(states, seconds)``.

    Large games are divided among ``processes``. Raises RulesError if the rules break a promise,
    StateLimitError beyond the limits.
    """
    with _without_collector():
        _explore(found, limits, reporter, give_up, processes)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """Turn the garbage collector off: states have no cycles, and it would scan them repeatedly."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _explore(
    found: InterpretedStates,
    limits: StateLimits,
    reporter: Reporter,
    give_up: Callable[[int, float], bool] | None,
    processes: int,
) -> None:
    began, chunk = time.perf_counter(), _FIRST_CHUNK
    while len(found.over) < len(found.states):
        before = time.perf_counter()
        _expand_chunk(found, len(found.over) + chunk)
        # with slow rules, small chunks: progress is told between two of them
        slow = time.perf_counter() - before > CHUNK_SECONDS
        chunk = max(16, chunk // 2) if slow else min(_CHUNK, 2 * chunk)
        _watch(found, limits, reporter)
        seconds = time.perf_counter() - began
        if give_up is not None and give_up(len(found.states), seconds):
            return
        wide = len(found.states) - len(found.over) > WIDE
        if processes > 1 and wide and seconds > ALONE_SECONDS and can_share(found.states[-1]):
            try:
                _explore_together(found, limits, reporter, processes)
            except OSError:
                processes = 1  # no processes, or they have died: this one goes on alone
    found.finished = True


def _watch(found: InterpretedStates, limits: StateLimits, reporter: Reporter) -> None:
    check_states(found)
    states = len(found.states)
    reporter.tell("exploring", len(found.over), None, states)
    limits.check(states, lambda: found.states[-1], found.rules.game)


def _explore_together(
    found: InterpretedStates, limits: StateLimits, reporter: Reporter, processes: int
) -> None:
    """Explore by several processes while enough states wait, or until a state needs diagnosis."""
    sent = len(found.over)

    def batches() -> Iterator[list[State]]:
        nonlocal sent
        while True:
            enough = len(found.states) - sent >= WIDE // 16
            batch = found.states[sent : sent + BATCH] if enough else []
            sent += len(batch)
            yield batch

    with ExpansionWorkers(found.rules, found.has_again, found.symmetric, processes) as workers:
        for batch, answers in workers.answers(batches(), partial(_watch, found, limits, reporter)):
            take_answers(found, batch, answers)
            _watch(found, limits, reporter)
            if answers.trouble >= 0:
                diagnose(found.rules.game, batch[answers.trouble])
                return  # no fault found in this process: it goes on alone


def _expand_chunk(found: InterpretedStates, stop: int) -> None:
    """Expand states up to index ``stop``; if one fails, run its rules again to diagnose it."""
    game = found.rules.game
    state = None
    try:
        for i in range(len(found.over), stop):
            if i >= len(found.states):
                return
            state = found.states[i]
            expand_state(found, game, i, state)
    except (PerfectPlayError, KeyboardInterrupt):
        raise
    except Exception:
        check_states(found)
        diagnose(game, state)
        raise  # the rules do not fail twice: whatever it was, it is not hidden
