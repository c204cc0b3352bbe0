"""States as the interpreter meets them, and their graph so far."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from perfectplay.core.value import State, Value
from perfectplay.game.answers import changed_meanwhile
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.diagnose import diagnose
from perfectplay.game.game import Game, StateKind, has_again
from perfectplay.game.packing import KEYS_END
from perfectplay.game.rule_calls import MAX_MOVES
from perfectplay.game.score_range import as_score, value_of_score
from perfectplay.solver.explore.workers import BatchAnswers

if TYPE_CHECKING:
    import numpy as np

    from perfectplay.solver.move_graph import MoveGraph
else:
    from perfectplay.core import lazy_numpy as np


_ENDINGS = (Value.LOSS, Value.DRAW, Value.WIN)


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
    ordered: bool = True
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
    """An exploration that knows only the start."""
    found = InterpretedStates(rules, symmetric, has_again=has_again(rules.game))
    _enter(found, rules.comparable_start())
    return found


def expand_state(found: InterpretedStates, game: Game, i: int, state: State) -> None:
    """Enter the moves of state ``i``. Raises RulesError if the rules break a promise there."""
    value = game.outcome(state)
    edges = found.edges
    first = len(edges)
    if value is None:
        index = found.index
        for move, child in game.options(state):
            k = index.get(child)
            if k is None:
                k = _enter(found, child)
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


def take_answers(found: InterpretedStates, batch: list[State], answers: BatchAnswers) -> None:
    """Enter the answers of a worker for a batch, as `expand_state` does for one state."""
    index, edges = found.index, found.edges
    place = 0
    for over, degree in zip(answers.over, answers.degrees, strict=True):
        i = len(found.over)
        try:
            for child in answers.children[place : place + degree]:
                k = index.get(child)
                if k is None:
                    k = _enter(found, child)
                if k <= i:
                    found.ordered = False
                edges.append(k)
        except TypeError:
            diagnose(found.rules.game, found.states[i])
            raise
        place += degree
        found.over.append(over)
        found.starts.append(len(edges))
    found.again.extend(answers.again[:place])
    found.gains.extend(answers.gains[:place])
    found.finals.extend(answers.finals)
    if answers.stuck and found.stuck_state is None:
        found.stuck_state = batch[answers.stuck[0]]


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
        for k in range(found.checked, asked := min(len(found.over) + 1, len(found.states))):
            if found.index.get(found.states[k]) != k:
                raise changed_meanwhile(found.rules, found.states[k])
        found.checked = asked - 1  # the last one is perhaps not expanded yet


def _parent_of(found: InterpretedStates, k: int) -> int:
    edge = found.edges.index(k)
    return bisect_right(found.starts, edge) - 1
