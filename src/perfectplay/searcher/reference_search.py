"""The simple search in Python: every state below a position once, its descendants first.

It calls the rules as they are written, uses no hint and no symmetry, and finds value, score and
remoteness of every state below the position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame, Position
from perfectplay.game.checks.score_range import value_of_score
from perfectplay.tablebase.state_queries import brought
from perfectplay.tablebase.table import StateEntry


class CycleError(Exception):
    """A play can come back to a state. ``states``: those of the cycle; the first is also the
    last."""

    def __init__(self, states: list[State]) -> None:
        super().__init__("a play can come back to a state")
        self.states = states


@dataclass
class _LineState:
    """A state of the current line, and the index of its next move."""

    state: State
    position: Position
    next: int = 0


def search_plain(
    rules: CheckedGame,
    state: State,
    most: int,
    go_on: Callable[[int], bool] | None = None,
    ending: Callable[[State], StateEntry | None] | None = None,
    known: dict[State, StateEntry] | None = None,
) -> dict[State, StateEntry]:
    """Every state that is reached from ``state``, with its result.

    ``ending``: the known entry of a state other than ``state``, or None; lines end there.
    ``known``: the dictionary that is filled and returned; it remains after an interrupt.
    Stops early, without ``state`` in the dictionary, after more than ``most`` states or if
    ``go_on``, called from time to time with their number, returns False. Raises CycleError,
    RulesError.
    """
    known = {} if known is None else known
    line = [_LineState(state, rules.position(state))]
    on_line, visited = {state}, 1
    while line:
        top = line[-1]
        if top.next < len(top.position.options):
            child = top.position.options[top.next][1]
            top.next += 1
            if ending is not None and child not in known and child != state:
                found = ending(child)
                if found is not None:
                    known[child] = found
            if child in known:
                continue
            if child in on_line:
                states = [one.state for one in line]
                raise CycleError([*states[states.index(child) :], child])
            line.append(_LineState(child, rules.position(child)))
            on_line.add(child)
            visited += 1
            if visited > most or (go_on and visited % 64 == 0 and not go_on(visited)):
                return known
            continue
        known[top.state] = worth(rules, top.state, top.position, known)
        on_line.remove(top.state)
        line.pop()
    return known


def worth(
    rules: CheckedGame, state: State, position: Position, known: dict[State, StateEntry]
) -> StateEntry:
    """The result of a state from the results of its children."""
    if position.outcome is not None:
        return StateEntry(position.outcome, 0, position.score)
    brings = [brought(rules, state, move, child, known[child]) for move, child in position.options]
    if rules.scoring:
        most = max(one.score for one in brings if one.score is not None)
        plies = [one.remoteness for one in brings if one.score == most]
        return StateEntry(value_of_score(most), _nearest(plies), most)
    best = max(one.value for one in brings)
    plies = [one.remoteness for one in brings if one.value is best]
    return StateEntry(best, _nearest(plies, best))


def _nearest(plies: list[int | None], value: Value = Value.WIN) -> int | None:
    """The remoteness of a state from those of the children that keep its value."""
    ends = [each for each in plies if each is not None]
    if not ends or (value is Value.LOSS and len(ends) < len(plies)):
        return None  # endless, or not known
    return (max(ends) if value is Value.LOSS else min(ends)) + 1
