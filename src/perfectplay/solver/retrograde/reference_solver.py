"""The oracle: a solver so plain that it can be checked by reading.

Every round looks at every state again, until nothing changes, as the definitions of value and
remoteness say. It shares no code with the engines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from perfectplay.core.errors import StateLimitError
from perfectplay.core.packed import SCORE_LIMIT
from perfectplay.core.value import State, Value
from perfectplay.game.checks.answers import WATCHED, changed_meanwhile, need_unchanged, snapshot
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.score_promises import score_loop, score_too_large
from perfectplay.game.checks.score_range import value_of_score

MemoryCheck = Callable[[dict[State, int], list[State], int], int]
"""Is called with the places of the states, the states and the number of moves; returns how many
states there may be before it is called again."""


@dataclass
class ReferenceSolution:
    """All states in the order in which they are found, with their values."""

    states: list[State]
    children: list[list[tuple[int, bool]]] = field(default_factory=list)
    over: list[Value | None] = field(default_factory=list)
    value: list[Value] = field(default_factory=list)
    remoteness: list[int | None] = field(default_factory=list)
    stuck_state: State = None
    gains: list[list[int]] = field(default_factory=list)
    score: list[int | None] = field(default_factory=list)


def solve_reference(
    rules: CheckedGame, max_states: int, check: MemoryCheck = lambda *_: 1 << 62
) -> ReferenceSolution:
    """Solve a game without its symmetries. Raises StateLimitError, RulesError, and what ``check``
    raises."""
    found = _explore(rules, max_states, check)
    if rules.scoring:
        _resolve_scores(found, rules)
    else:
        _resolve_wins_and_losses(found)
        _resolve_draws(found)
    return found


def _explore(rules: CheckedGame, max_states: int, check: MemoryCheck) -> ReferenceSolution:
    start, moves, most = rules.start(), 0, 0
    states, index = [start], {start: 0}
    found = ReferenceSolution(states)
    for state in states:  # grows while it is read
        if len(states) > most:
            most = check(index, states, moves)
        before = snapshot(state) if len(found.over) < WATCHED else None
        try:
            position = rules.position(state)
        finally:
            need_unchanged(rules, before, state)
        edges = []
        for move, child in position.options:
            if child not in index:
                if len(states) >= max_states:
                    message = f"more than {max_states:,} states; allow more with max_states"
                    raise StateLimitError(message, states=len(states))
                index[child] = len(states)
                states.append(child)
            edges.append((index[child], rules.moves_again(state, move, child)))
        moves += len(edges)
        found.children.append(edges)
        found.over.append(position.outcome)
        found.gains.append([rules.gain(state, move) for move, _ in position.options])
        found.score.append(position.score)
        if position.stuck and found.stuck_state is None:
            found.stuck_state = state
    for place, state in enumerate(states):
        if index.get(state) != place:
            raise changed_meanwhile(rules, state)
    found.value = [Value.UNKNOWN] * len(states)
    found.remoteness = [None] * len(states)
    return found


def _resolve_wins_and_losses(found: ReferenceSolution) -> None:
    """In round r all states decided in r plies, from those decided in fewer."""
    value, remoteness = found.value, found.remoteness
    for i, result in enumerate(found.over):
        if result is not None:
            value[i], remoteness[i] = result, 0
    undecided = [i for i, result in enumerate(found.over) if result is None]
    plies, before = 0, -1
    while len(undecided) != before:
        plies, before = plies + 1, len(undecided)
        decided = {}
        for i in undecided:
            after = [value[c] if again else value[c].negated for c, again in found.children[i]]
            if Value.WIN in after:
                decided[i] = Value.WIN
            elif all(v is Value.LOSS for v in after):
                decided[i] = Value.LOSS
        for i, result in decided.items():
            value[i], remoteness[i] = result, plies
        undecided = [i for i in undecided if i not in decided]


def _resolve_draws(found: ReferenceSolution) -> None:
    """What is left is drawn; in round r, the states that can reach a drawn end in r plies."""
    value, remoteness = found.value, found.remoteness
    for i in range(len(value)):
        if value[i] is Value.UNKNOWN:
            value[i] = Value.DRAW
    plies, changed = 0, True
    while changed:
        plies, changed = plies + 1, False
        for i in range(len(value)):
            near = value[i] is Value.DRAW and remoteness[i] is None
            if near and any(
                value[c] is Value.DRAW and remoteness[c] == plies - 1 for c, _ in found.children[i]
            ):
                remoteness[i], changed = plies, True


def _resolve_scores(found: ReferenceSolution, rules: CheckedGame) -> None:
    """In every round the states whose children all have scores. Raises RulesError for a loop."""
    score, remoteness = found.score, found.remoteness
    waiting = [i for i in range(len(score)) if score[i] is None]
    for i in range(len(score)):
        remoteness[i] = None if score[i] is None else 0
    while waiting:
        ready = [i for i in waiting if all(score[c] is not None for c, _ in found.children[i])]
        if not ready:
            raise score_loop(
                rules, found.states[waiting[0]], {found.states[i] for i in waiting}.__contains__
            )
        for i in ready:
            moves = zip(found.gains[i], found.children[i], strict=True)
            brings = [
                (gain + (score[c] if again else -score[c]), remoteness[c] + 1)  # type: ignore
                for gain, (c, again) in moves
            ]
            score[i] = best = max(points for points, _ in brings)
            if abs(best) > SCORE_LIMIT:
                raise score_too_large(rules, found.states[i])
            remoteness[i] = min(plies for points, plies in brings if points == best)
        waiting = [i for i in waiting if score[i] is None]
    found.value = [value_of_score(points or 0) for points in score]
