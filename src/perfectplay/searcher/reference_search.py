"""The simple search in Python: every state below a position once, its descendants first.

It calls the rules as they are written, uses no hint and no symmetry, and finds value, score and
remoteness of every state below the position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from perfectplay.core.value import Move, State, Value
from perfectplay.game.checked_game import CheckedGame, Position
from perfectplay.game.score_range import value_of_score


@dataclass(frozen=True)
class ReferenceEntry:
    """The result of a state. ``score``: in games of points only; ``remoteness``: None if
    endless."""

    value: Value
    remoteness: int | None
    score: int | None = None


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
    ending: Callable[[State], ReferenceEntry | None] | None = None,
    known: dict[State, ReferenceEntry] | None = None,
) -> dict[State, ReferenceEntry]:
    """Every state that is reached from ``state``, with its result.

    ``ending``: what is known beforehand of a state other than ``state``; lines end there.
    ``known``: the dictionary that is filled and returned; it remains after an interrupt.
    Stops early, without ``state`` in the dictionary, after more than ``most`` states or if
    ``go_on``, called from time to time with their number, returns False. Raises CycleError,
    RulesError.
    """
    known = {} if known is None else known
    line = [_LineState(state, rules.position(state))]
    there, met = {state}, 1
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
            if child in there:
                states = [one.state for one in line]
                raise CycleError([*states[states.index(child) :], child])
            line.append(_LineState(child, rules.position(child)))
            there.add(child)
            met += 1
            if met > most or (go_on and met % 64 == 0 and not go_on(met)):
                return known
            continue
        known[top.state] = worth(rules, top.state, top.position, known)
        there.remove(top.state)
        line.pop()
    return known


def worth(
    rules: CheckedGame, state: State, position: Position, known: dict[State, ReferenceEntry]
) -> ReferenceEntry:
    """The result of a state from the results of its children."""
    if position.outcome is not None:
        return ReferenceEntry(position.outcome, 0, position.score)
    brings = [brought(rules, state, move, child, known) for move, child in position.options]
    if rules.scoring:
        most = max(one.score for one in brings if one.score is not None)
        plies = [one.remoteness for one in brings if one.score == most]
        return ReferenceEntry(value_of_score(most), _nearest(plies), most)
    best = max(one.value for one in brings)
    plies = [one.remoteness for one in brings if one.value is best]
    return ReferenceEntry(best, _nearest(plies, best))


def _nearest(plies: list[int | None], value: Value = Value.WIN) -> int | None:
    """The remoteness of a state from those of the children that keep its value."""
    ends = [each for each in plies if each is not None]
    if not ends or (value is Value.LOSS and len(ends) < len(plies)):
        return None  # endless, or not known
    return (max(ends) if value is Value.LOSS else min(ends)) + 1


def brought(
    rules: CheckedGame, state: State, move: Move, child: State, known: dict[State, ReferenceEntry]
) -> ReferenceEntry:
    """The result of a move for the mover, with the remoteness of the state after it."""
    after = known[child]
    again = rules.moves_again(state, move, child)
    value = after.value if again else after.value.negated
    if after.score is None:
        return ReferenceEntry(value, after.remoteness)
    score = rules.gain(state, move) + (after.score if again else -after.score)
    return ReferenceEntry(value_of_score(score), after.remoteness, score)
