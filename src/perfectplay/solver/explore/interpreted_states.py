"""States as the interpreter meets them, and their graph so far."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from perfectplay.core.lazy_numpy import np
from perfectplay.core.value import State, Value
from perfectplay.game.checks.answers import changed_meanwhile
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.diagnose import answers_differ, diagnose
from perfectplay.game.checks.rule_calls import MAX_MOVES
from perfectplay.game.checks.score_range import as_score, value_of_score
from perfectplay.game.game import StateKind, has_again, overrides
from perfectplay.game.shape.keys import KEYS_END
from perfectplay.game.sorted_moves import in_order

if TYPE_CHECKING:
    from perfectplay.solver.move_graph import MoveGraph


_ENDINGS = (Value.LOSS, Value.DRAW, Value.WIN)

UNCHANGING = {str, bytes, int}
"""States of these classes are never looked for again, to see whether they have changed."""


@dataclass
class InterpretedStates:
    """States in the order of discovery (representatives, with symmetries) and their graph so far.

    ``finished``: whether all were expanded, in ``seconds`` of wall time so far. ``stuck_state``:
    the first state that was over only because it had no moves, or None. ``save``: called between
    two chunks of states, to keep what is explored.
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
    finished: bool = False
    seconds: float = 0.0
    has_again: bool = False
    checked: int = 0
    save: Callable[[InterpretedStates], None] | None = None

    def graph(self) -> MoveGraph:
        """The graph as arrays; only if ``finished``."""
        from perfectplay.solver.move_graph import MoveGraph

        game = self.rules.game
        two = game.players == 2
        starts = np.frombuffer(self.starts, np.int64)
        edges = np.frombuffer(self.edges, np.int32) if self.edges else np.empty(0, np.int32)
        with_moves = np.flatnonzero(np.diff(starts))
        ordered = len(edges) == 0 or (np.minimum.reduceat(edges, starts[with_moves]) > with_moves)
        return MoveGraph(
            starts,
            edges,
            np.frombuffer(self.again, np.uint8) if two and any(self.again) else None,
            not two,
            np.frombuffer(self.over, np.uint8),
            bool(np.all(ordered)),
            np.array(self.gains, np.int32) if game.scoring else None,
            np.array(self.finals, np.int32) if game.scoring else None,
        )


def begin_interpreted(rules: CheckedGame, symmetric: bool) -> InterpretedStates:
    """An exploration that knows only the start."""
    found = InterpretedStates(rules, symmetric, has_again=has_again(rules.game))
    _enter(found, rules.comparable_start())
    return found


def expander_of(found: InterpretedStates) -> Callable[[State], None]:
    """A function that enters the moves of the next state that is not expanded.

    It raises RulesError if the rules break a promise there, and whatever else they raise; then the
    moves after the last of ``starts`` are those of a state that is not finished.
    """
    rules, game = found.rules, found.rules.game
    outcome, moves, play = game.outcome, game.moves, game.play
    states, edges, place, enter = found.states, found.edges, found.index.get, partial(_enter, found)
    once, has_again, scoring = found.index.setdefault, found.has_again, game.scoring
    plain = not (found.symmetric or has_again or scoring or overrides(game, "options"))

    def enter_moves(state: State) -> None:
        if plain:  # most games: without a generator, and no state is hashed twice
            answer = moves(state)
            if isinstance(answer, set | frozenset):
                answer = in_order(answer)
            for move in islice(answer, MAX_MOVES + 1):
                child = play(state, move)
                k = once(child, len(states))
                if k == len(states):
                    states.append(child)
                edges.append(k)
            return
        for move, child in islice(game.options(state), MAX_MOVES + 1):
            known = place(child)
            edges.append(enter(child) if known is None else known)
            if has_again:
                found.again.append(rules.moves_again(state, move, child))
            if scoring:
                found.gains.append(rules.gain(state, move))

    def expand(state: State) -> None:
        first, value = len(edges), outcome(state)
        if value is None:
            enter_moves(state)
            if len(edges) - first > MAX_MOVES:
                diagnose(game, state)
            if len(edges) > first:
                found.over.append(0)
                if scoring:
                    found.finals.append(0)
                found.starts.append(len(edges))
                return
            value = game.stuck
            if found.stuck_state is None:
                found.stuck_state = state
        _enter_end(found, state, value)

    return expand


def _enter_end(found: InterpretedStates, state: State, value: Any) -> None:
    """Enter that a play is over in a state, which is worth so much."""
    game = found.rules.game
    if game.scoring:
        score = as_score(value)
        if score is None:
            diagnose(game, state)
            raise answers_differ(found.rules, state)
        found.finals.append(score)
        value = value_of_score(score)
    if value.__class__ is not Value or value not in _ENDINGS:
        diagnose(game, state)
        raise answers_differ(found.rules, state)  # a fault that is gone in the next call
    found.over.append(value)
    found.starts.append(len(found.edges))


@dataclass
class BatchAnswers:
    """A part of the graph: a batch of states, expanded without knowing any other state.

    children: [C] the distinct children (representatives if they have an order), as they were met;
    edges: [E] which of them each move leads to; starts: [B + 1]; over, again, gains and finals: as
    in `InterpretedStates`. ``stuck``: the place of the first state that is over for want of moves,
    or -1; ``trouble``: the place of a state that the parent has to diagnose, or -1; only those
    before it have answers.
    """

    children: list[State]
    edges: array[int]
    starts: array[int]
    over: bytearray
    again: bytearray
    gains: array[int]
    finals: array[int]
    stuck: int
    trouble: int

    @classmethod
    def of(cls, found: InterpretedStates, batch: list[State], trouble: int) -> BatchAnswers:
        """What was found for a batch, up to a state that makes trouble."""
        stuck = next((i for i, state in enumerate(batch) if state is found.stuck_state), -1)
        if trouble < 0:
            return cls(
                found.states, found.edges, found.starts, found.over, found.again, found.gains,
                found.finals, stuck, trouble,
            )  # fmt: skip
        starts = found.starts[: trouble + 1]
        edges = found.edges[: starts[-1]]
        return cls(
            found.states[: max(edges, default=-1) + 1], edges, starts, found.over[:trouble],
            found.again[: len(edges)], found.gains[: len(edges)], found.finals[:trouble],
            stuck if stuck < trouble else -1, trouble,
        )  # fmt: skip


def take_answers(found: InterpretedStates, batch: list[State], answers: BatchAnswers) -> None:
    """Enter the answers for the next states, as `expander_of` does state by state."""
    place = found.index.get
    try:
        places = [
            _enter(found, child) if (k := place(child)) is None else k
            for child in answers.children
        ]  # fmt: skip
    except TypeError:
        for state in batch:
            diagnose(found.rules.game, state)
        raise
    if places:
        edges = np.array(places, np.int32)[np.frombuffer(answers.edges, np.int32)]
        starts = np.frombuffer(answers.starts, np.int64) + len(found.edges)
        found.edges.frombytes(edges.tobytes())
        found.starts.frombytes(starts[1:].tobytes())
    else:
        found.starts.extend([len(found.edges)] * len(answers.over))
    found.over.extend(answers.over)
    found.again.extend(answers.again)
    found.gains.extend(answers.gains)
    found.finals.extend(answers.finals)
    if answers.stuck >= 0 and found.stuck_state is None:
        found.stuck_state = batch[answers.stuck]


def _enter(found: InterpretedStates, state: State) -> int:
    """Enter a state that is not known, or its class; return its index."""
    if not found.symmetric:
        found.index[state] = k = len(found.states)
        found.states.append(state)
        return k
    images = found.rules.symmetries(state)
    if not found.rules.orders_states:
        # such states need not have an order: without one, the first one found stands for its class
        known = (found.index[image] for image in images if image in found.index)
        k = next(known, len(found.states))
        shape = found.rules.shape
        smallest = None if shape is None else shape.smallest(images)
        chosen = state if smallest is None else smallest
    else:
        chosen = min(images)
        k = found.index.get(chosen, len(found.states))
    if k == len(found.states):
        found.states.append(chosen)
        found.index[chosen] = k
    found.index[state] = k
    return k


def check_states(found: InterpretedStates) -> None:
    """Raise RulesError for what cannot be a state, an integer that is no key, or a state that is
    no longer where it was entered, since it has changed."""
    if found.rules.kind is StateKind.INTEGER:
        for k in range(found.checked, len(found.states)):
            state = found.states[k]
            if not isinstance(state, int | np.integer) or not 0 <= state < KEYS_END:
                diagnose(found.rules.game, found.states[_parent_of(found, k)])
        found.checked = len(found.states)
    elif None in found.index:
        diagnose(found.rules.game, found.states[_parent_of(found, found.index[None])])
    elif found.rules.kind is StateKind.OBJECT:
        first, asked = found.checked, min(len(found.over) + 1, len(found.states))
        some = found.states[first:asked]
        if not set(map(type, some)) <= UNCHANGING:
            for k, place in enumerate(map(found.index.get, some), first):
                if place != k:
                    raise changed_meanwhile(found.rules, found.states[k])
        found.checked = asked - 1  # the last one is perhaps not expanded yet


def _parent_of(found: InterpretedStates, k: int) -> int:
    edge = found.edges.index(k)
    return bisect_right(found.starts, edge) - 1
