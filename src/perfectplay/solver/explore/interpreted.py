"""Explores a game by running its rules in the interpreter, each state and move once."""

from __future__ import annotations

import contextlib
import gc
import time
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.progress import Reporter
from perfectplay.core.value import State, Value
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.diagnose import diagnose
from perfectplay.game.game import Game, StateKind, has_again
from perfectplay.game.packing import KEYS_END
from perfectplay.game.rule_calls import MAX_MOVES
from perfectplay.game.score_range import as_score, value_of_score
from perfectplay.solver.explore.limits import StateLimits
from perfectplay.solver.explore.workers import BATCH, BatchAnswers, ExpansionWorkers, can_share
from perfectplay.solver.move_graph import MoveGraph

ALONE_SECONDS = 1.5
"""What takes longer is worth the making of processes."""

WIDE = 16_000
"""So many states must wait for processes to be made."""

_FIRST_CHUNK, _CHUNK = 64, 4096

CHUNK_SECONDS = 0.05
"""How long states are expanded, about, before anybody is asked whether to go on."""

_ENDINGS = (Value.LOSS, Value.DRAW, Value.WIN)


@dataclass
class InterpretedStates:
    """States in the order of discovery (representatives, with symmetries) and their graph so far.

    ``finished``: whether all were expanded. ``stuck_state``: the first state that was over only
    because it had no moves, or None.
    """

    rules: CheckedGame
    symmetric: bool
    states: list[State] = field(default_factory=list)
    index: dict[State, int] = field(default_factory=dict)
    starts: array[int] = field(default_factory=lambda: array("q", [0]))
    edges: array[int] = field(default_factory=lambda: array("i"))
    again: bytearray = field(default_factory=bytearray)
    over: bytearray = field(default_factory=bytearray)
    gains: array[int] = field(default_factory=lambda: array("i"))
    finals: array[int] = field(default_factory=lambda: array("i"))
    stuck_state: State = None
    ordered: bool = True
    finished: bool = False
    has_again: bool = False
    checked: int = 0

    def graph(self) -> MoveGraph:
        """The graph as arrays; only once finished."""
        game = self.rules.game
        two = game.players == 2
        return MoveGraph(
            np.frombuffer(self.starts, np.int64),
            np.frombuffer(self.edges, np.int32) if self.edges else np.empty(0, np.int32),
            np.frombuffer(self.again, np.uint8) if two and any(self.again) else None,
            not two,
            np.frombuffer(self.over, np.uint8),
            self.ordered,
            np.array(self.gains, np.int32) if game.scoring else None,
            np.array(self.finals, np.int32) if game.scoring else None,
        )


def begin_interpreted(rules: CheckedGame, symmetric: bool) -> InterpretedStates:
    """An exploration that has met the start only."""
    found = InterpretedStates(rules, symmetric, has_again=has_again(rules.game))
    start = rules.start()
    if symmetric:
        _index_of_class(found, start)
    else:
        found.states.append(start)
        found.index[start] = 0
    return found


def explore_interpreted(
    found: InterpretedStates,
    limits: StateLimits,
    reporter: Reporter,
    give_up: Callable[[int, float], bool] | None = None,
    processes: int = 1,
) -> None:
    """Goes on to all states and moves of a game, or until ``give_up(states, seconds)``.

    Large games are shared out among ``processes``. Raises RulesError where a promise is broken,
    StateLimitError beyond the limits.
    """
    with _without_collector():
        _explore(found, limits, reporter, give_up, processes)


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """States are no cycles: the collector would only look at all of them time and again."""
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
        # slow rules must not keep others waiting for long
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
                processes = 1  # processes cannot be had, or have died: this one goes on alone
    found.finished = True


def _watch(found: InterpretedStates, limits: StateLimits, reporter: Reporter) -> None:
    _check_states(found)
    states = len(found.states)
    reporter.tell("exploring", len(found.over), None, states)
    limits.check(states, lambda: found.states[-1], found.rules.game)


def _explore_together(
    found: InterpretedStates, limits: StateLimits, reporter: Reporter, processes: int
) -> None:
    """Goes on by several processes while enough states wait, and until one is in trouble."""
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
            _take(found, batch, answers)
            _watch(found, limits, reporter)
            if answers.trouble >= 0:
                diagnose(found.rules.game, batch[answers.trouble])
                return  # the interpreter of this process has no trouble with it: it goes on alone


def _take(found: InterpretedStates, batch: list[State], answers: BatchAnswers) -> None:
    """Enters what a process says of a batch, as `_expand` does for a state."""
    index, states, edges = found.index, found.states, found.edges
    place = 0
    for over, degree in zip(answers.over, answers.degrees, strict=True):
        i = len(found.over)
        try:
            for child in answers.children[place : place + degree]:
                k = index.get(child)
                if k is None:
                    if found.symmetric:
                        k = _index_of_class(found, child)
                    else:
                        index[child] = k = len(states)
                        states.append(child)
                if k <= i:
                    found.ordered = False
                edges.append(k)
        except TypeError:
            diagnose(found.rules.game, states[i])
            raise
        place += degree
        found.over.append(over)
        found.starts.append(len(edges))
    found.again.extend(answers.again[:place])
    found.gains.extend(answers.gains[:place])
    found.finals.extend(answers.finals)
    if answers.stuck and found.stuck_state is None:
        found.stuck_state = batch[answers.stuck[0]]


def _expand_chunk(found: InterpretedStates, stop: int) -> None:
    """Expands states up to index ``stop``; trouble is diagnosed by asking the rules again."""
    game = found.rules.game
    state = None
    try:
        for i in range(len(found.over), stop):
            if i >= len(found.states):
                return
            state = found.states[i]
            _expand(found, game, i, state)
    except (PerfectPlayError, KeyboardInterrupt):
        raise
    except Exception:
        _check_states(found)
        diagnose(game, state)
        raise  # the rules do not fail twice: whatever it was, it is not hidden


def _expand(found: InterpretedStates, game: Game, i: int, state: State) -> None:
    value = game.outcome(state)
    edges = found.edges
    first = len(edges)
    if value is None:
        index, states = found.index, found.states
        for move, child in game.options(state):
            k = index.get(child)
            if k is None:
                if found.symmetric:
                    k = _index_of_class(found, child)
                else:
                    index[child] = k = len(states)
                    states.append(child)
            if k <= i:
                found.ordered = False
            edges.append(k)
            if found.has_again:
                found.again.append(found.rules.moves_again(state, move, child))
            if game.scoring:
                found.gains.append(found.rules.gain(state, move))
            if len(edges) - first > MAX_MOVES:
                diagnose(game, state)
        if len(edges) > first:
            found.over.append(0)
            if game.scoring:
                found.finals.append(0)
            found.starts.append(len(edges))
            return
        value = game.stuck
        if found.stuck_state is None:
            found.stuck_state = state
    if game.scoring:
        score = as_score(value)
        if score is None:
            diagnose(game, state)
            score = 0
        found.finals.append(score)
        value = value_of_score(score)
    if value.__class__ is not Value or value not in _ENDINGS:
        diagnose(game, state)
    found.over.append(value)
    found.starts.append(first)


def _index_of_class(found: InterpretedStates, state: State) -> int:
    """The index of the representative of a state, which may be new."""
    images = found.rules.symmetries(state)
    if found.rules.kind is StateKind.OBJECT:
        # states of any kind need not have an order: the first that was met stands for its class
        known = (found.index[image] for image in images if image in found.index)
        k = next(known, len(found.states))
        chosen = state
    else:
        chosen = min(images)
        k = found.index.get(chosen, len(found.states))
    if k == len(found.states):
        found.states.append(chosen)
        found.index[chosen] = k
    found.index[state] = k
    return k


def _check_states(found: InterpretedStates) -> None:
    """What cannot be a state, or an integer that is no key, is shown with the move to it."""
    if found.rules.kind is StateKind.INTEGER:
        for k in range(found.checked, len(found.states)):
            state = found.states[k]
            if not isinstance(state, int | np.integer) or not 0 <= state < KEYS_END:
                diagnose(found.rules.game, found.states[_parent_of(found, k)])
        found.checked = len(found.states)
    elif None in found.index:
        diagnose(found.rules.game, found.states[_parent_of(found, found.index[None])])


def _parent_of(found: InterpretedStates, k: int) -> int:
    edge = found.edges.index(k)
    return int(np.searchsorted(np.frombuffer(found.starts, np.int64), edge, "right")) - 1
