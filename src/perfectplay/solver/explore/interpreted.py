"""Explores a game by running its rules in the interpreter, each state and move once."""

from __future__ import annotations

import contextlib
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest

from perfectplay.compiler.class_checks import FIRST, check_classes
from perfectplay.core.errors import MemoryBudgetError, PerfectPlayError, RulesError
from perfectplay.core.process_memory import collector_off
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State
from perfectplay.game.checks.answers import WATCHED, need_unchanged, snapshot
from perfectplay.game.checks.checked_game import CheckedGame, some_places
from perfectplay.game.checks.diagnose import answers_differ, diagnose, in_rules
from perfectplay.game.game import StateKind, kind_of
from perfectplay.game.showing import faults_of
from perfectplay.solver.explore.interpreted_states import (
    InterpretedStates,
    begin_interpreted,
    check_states,
    expander_of,
    take_answers,
)
from perfectplay.solver.explore.workers import BATCH, BATCH_MOVES, ExpansionWorkers, can_share
from perfectplay.solver.state_limits import StateLimits, unlimited

ALONE_SECONDS = 1.5
"""Seconds after which worker processes pay."""

WIDE = 16_000
"""States that must wait before worker processes are started."""

_FIRST_CHUNK, _CHUNK = 64, 4096

CHUNK_SECONDS = 0.05
"""Seconds between two checks whether to go on, about."""

SLOW_SECONDS = 1.0
"""Seconds after which a chunk ends early, since its rules turn out to be very slow."""

FIRST_IMAGES = 400_000
"""Images after which fewer first states are enough."""

ASKED_AGAIN = 64
"""States in which rules are asked a second time: one answer cannot show that it is random."""

_AGAIN_SHARE = 0.1
"""Share of the time of exploring that it may take, at least `_AGAIN_LEAST` seconds."""

_AGAIN_LEAST = 0.05


@contextlib.contextmanager
def _exploring(found: InterpretedStates) -> Iterator[None]:
    """Add up the time of exploring."""
    began, used = time.perf_counter(), _processor_seconds()
    try:
        with collector_off():
            yield
    finally:
        # on a busy machine much more time passes than is used
        found.seconds += min(time.perf_counter() - began, _processor_seconds() - used)


def _processor_seconds() -> float:
    """Seconds of this process and of its workers that have ended."""
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system


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
    with _exploring(found):
        found.finished = _explore(found, limits, reporter, give_up, processes)
        if found.finished:
            _need_same_answers(found)


def _explore(
    found: InterpretedStates,
    limits: StateLimits,
    reporter: Reporter,
    give_up: Callable[[int, float], bool] | None,
    processes: int,
) -> bool:
    """Whether all states are explored."""
    began, chunk = time.perf_counter(), _FIRST_CHUNK

    def ends() -> bool:
        passed = time.perf_counter() - began
        return give_up is not None and give_up(len(found.states), passed)

    while len(found.over) < len(found.states):
        before = time.perf_counter()
        most = limits.most_states(found.index, found.states, len(found.edges))
        try:
            _expand_chunk(found, len(found.over) + chunk, most)
        except RulesError:
            if found.rules.kind is StateKind.INTEGER:
                check_states(found)  # a rule may fail because a state before it is no key
            raise
        # with slow rules, small chunks: progress is reported between two of them
        slow = time.perf_counter() - before > CHUNK_SECONDS
        chunk = max(16, chunk // 2) if slow else min(_CHUNK, 2 * chunk)
        _watch(found, limits, reporter)
        if ends():
            return False
        seconds = time.perf_counter() - began
        wide = len(found.states) - len(found.over) > WIDE
        if processes > 1 and wide and seconds > ALONE_SECONDS and can_share(found.states[-1]):
            try:
                _explore_together(found, limits, reporter, processes, ends)
            except OSError:
                processes = 1  # no processes, or they have died: this one goes on alone
            except MemoryBudgetError:  # without them there is more room
                processes = 1
    return True


def _watch(found: InterpretedStates, limits: StateLimits, reporter: Reporter) -> None:
    check_states(found)
    states = len(found.states)
    reporter.tell("exploring", len(found.over), None, states)
    limits.check(states, lambda: found.states[-1], found.rules.game)
    limits.check_memory(found.index, states, len(found.edges), found.rules.game)
    if found.save is not None:
        found.save(found)


def _explore_together(
    found: InterpretedStates,
    limits: StateLimits,
    reporter: Reporter,
    processes: int,
    ends: Callable[[], bool],
) -> None:
    """Explore by several processes while enough states wait, until it ``ends`` or a state needs
    diagnosis."""
    sent, least = len(found.over), WIDE // 16

    def batches() -> Iterator[list[State]]:
        nonlocal sent
        while True:
            waiting = len(found.states) - sent
            most = min(BATCH, 1 + BATCH_MOVES * len(found.over) // (1 + len(found.edges)))
            size = min(most, max(least, waiting // (2 * processes)))
            batch = found.states[sent : sent + size] if waiting >= least else []
            sent += len(batch)
            yield batch

    with (
        ExpansionWorkers(found.rules, found.has_again, found.symmetric, processes) as workers,
        limits.watch.counting(workers.numbers) if limits.watch else contextlib.nullcontext(),
    ):
        for batch, answers in workers.answers(batches(), partial(_watch, found, limits, reporter)):
            take_answers(found, batch, answers)
            _watch(found, limits, reporter)
            if answers.trouble >= 0:
                diagnose(found.rules.game, batch[answers.trouble])
                return  # no fault found in this process: it goes on alone
            if ends():
                return


def _expand_chunk(found: InterpretedStates, stop: int, most: int) -> None:
    """Expand states up to index ``stop``, or until there are ``most``, or a second has passed; if
    one fails, run its rules again to diagnose it."""
    state = before = None
    clock, states, expand = time.perf_counter, found.states, expander_of(found)
    late = clock() + SLOW_SECONDS
    try:
        first = len(found.over)
        for i in range(first, stop):
            if i >= len(states) or len(states) > most:
                return
            if i > first and clock() > late:  # one at least, whatever the clock says
                return
            state = states[i]
            watched = i < WATCHED and kind_of(state) is StateKind.OBJECT  # others cannot change
            before = snapshot(state) if watched else None
            expand(state)
            if before is not None:
                need_unchanged(found.rules, before, state)
    except PerfectPlayError:
        raise
    except faults_of(found.rules.game) as error:
        need_unchanged(found.rules, before, state)
        check_states(found)
        diagnose(found.rules.game, state)
        if in_rules(error):  # they have failed once, and not again
            raise answers_differ(found.rules, state) from error
        raise  # whatever it was, it is not hidden


def first_states(rules: CheckedGame) -> list[State]:
    """One state of each class, in the interpreter's order: FIRST at least, or all. They are the
    same on every machine."""
    found = begin_interpreted(rules, True)
    explore_interpreted(found, unlimited(), Reporter(None), enough(found))
    return found.states


def enough(found: InterpretedStates) -> Callable[[int, float], bool]:
    """A function that says whether there are FIRST states, or fewer that have many images. The same
    in every solve of a game, however fast the machine is."""

    def is_enough(states: int, _: float) -> bool:
        if states > FIRST or not found.symmetric:
            return states > FIRST
        images = len(found.rules.symmetries(found.states[-1]))
        return len(found.edges) * images > FIRST_IMAGES

    return is_enough


def _need_same_answers(found: InterpretedStates) -> None:
    """Raise RulesError if the rules give other answers than before, in one of some states: when
    they are asked again, or after a move that is played elsewhere, which they might remember."""
    late = time.perf_counter() + max(_AGAIN_LEAST, _AGAIN_SHARE * found.seconds)
    start, rules = found.states[0], found.rules
    elsewhere = rules.options(start)[:1] if found.starts[1] else []
    for place in some_places(len(found.states), -(-ASKED_AGAIN // 2)):
        _ask_again(found, place)
        for move, _ in elsewhere:
            rules.play(start, move)
            _ask_again(found, place)
        if time.perf_counter() > late:
            return


def _ask_again(found: InterpretedStates, place: int) -> None:
    state = found.states[place]
    again = InterpretedStates(found.rules, found.symmetric, has_again=found.has_again)
    again.states.append(state)
    again.index[state] = 0
    try:
        expander_of(again)(state)
    except faults_of(found.rules.game) as error:
        diagnose(found.rules.game, state)
        raise answers_differ(found.rules, state) from error
    first, last = found.starts[place], found.starts[place + 1]
    if again.over[0] != found.over[place] or again.finals[:1] != found.finals[place : place + 1]:
        raise answers_differ(found.rules, state, "outcome")
    edges = found.edges[first:last]
    if len(again.edges) != len(edges):
        raise answers_differ(found.rules, state, "number of moves")
    # in any order: that of a set is another one in the copy that a worker gets
    children = [_place_of(found, again.states[new]) for new in again.edges]
    if Counter(children) != Counter(edges):
        if found.symmetric:  # a class that is not whole has several states in its place
            check_classes(found.rules, [child for _, child in found.rules.options(state)])
        raise answers_differ(found.rules, state, "state after a move")
    asked = zip_longest(children, again.again, again.gains)
    known = zip_longest(edges, found.again[first:last], found.gains[first:last])
    if Counter(asked) != Counter(known):
        raise answers_differ(found.rules, state, "answer about a move")


def _place_of(found: InterpretedStates, child: State) -> int | None:
    """The place of a state, or of the one of its class that is known; None if there is none."""
    known = found.index.get(child)
    if known is None and found.symmetric:
        images = found.rules.symmetries(child)
        known = next((found.index[image] for image in images if image in found.index), None)
    return known
