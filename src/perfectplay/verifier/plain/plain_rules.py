"""The rules as the interpreter runs them for the verifier, and a state's worth by them.

Nothing here is shared with the solver or with the verifier's own kernels, so that each of them
can be compared with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import has_again
from perfectplay.game.showing import faults_of
from perfectplay.tablebase.verification import Worth


@dataclass(frozen=True)
class PlainAnswer:
    """The rules' answers about a state: its value if the play is over, else its children, each
    with whether the mover moves again. In a game of points also the score if the play is over, and
    the gains of the moves."""

    outcome: Value | None
    children: tuple[tuple[State, bool], ...]
    score: int | None = None
    gains: tuple[int, ...] = ()


def ask(rules: CheckedGame, state: State) -> PlainAnswer:
    """The answer of the user's rules, run by the interpreter. Raises RulesError."""
    try:
        if not rules.scoring:
            return _straight(rules, state)
    except faults_of(rules.game):  # the checked calls below say what is wrong
        pass
    position = rules.position(state)
    return PlainAnswer(
        position.outcome,
        tuple((child, rules.moves_again(state, m, child)) for m, child in position.options),
        position.score,
        tuple(rules.gain(state, move) for move, _ in position.options) if rules.scoring else (),
    )


def _straight(rules: CheckedGame, state: State) -> PlainAnswer:
    """The answer, without checked calls. Raises any exception if the rules break a promise."""
    game = rules.game
    outcome = game.outcome(state)
    children: list[tuple[State, bool]] = []
    if outcome is None:
        may_repeat, alone = has_again(game), game.players == 1
        for move, child in game.options(state):
            again = rules.moves_again(state, move, child) if may_repeat else alone
            children.append((child, again))
            hash(child)
            if child is None or len(children) > rules.max_moves:
                raise ValueError(child)
        if not children:
            outcome = game.stuck
    if not children and (type(outcome) is not Value or outcome is Value.UNKNOWN):
        raise ValueError(outcome)
    return PlainAnswer(outcome, tuple(children))


def images_of(rules: CheckedGame, state: State) -> list[State]:
    """The states of a state's class, each once, itself the first. Raises RulesError."""
    try:
        images = list(dict.fromkeys((state, *rules.game.symmetries(state))))
        if None not in images:
            return images
    except faults_of(rules.game):  # the checked calls below say what is wrong
        pass
    return rules.symmetries(state)


def right_worth(outcome: Value | None, children: Sequence[tuple[Worth, bool]]) -> Worth:
    """The worth of a state with this outcome, or with children of this worth.

    >>> right_worth(None, [((Value.WIN, 3), False), ((Value.LOSS, 4), False)])
    (<Value.WIN: 3>, 5)
    >>> right_worth(None, [((Value.DRAW, None), False), ((Value.WIN, 1), False)])
    (<Value.DRAW: 2>, None)
    """
    if outcome is not None:
        return outcome, 0
    seen: dict[Value, list[int | None]] = {Value.LOSS: [], Value.DRAW: [], Value.WIN: []}
    for worth, again in children:
        seen[worth[0] if again else worth[0].negated].append(worth[1])
    if seen[Value.WIN]:
        return Value.WIN, 1 + min(plies for plies in seen[Value.WIN] if plies is not None)
    if seen[Value.DRAW]:
        ends = [plies for plies in seen[Value.DRAW] if plies is not None]
        return Value.DRAW, 1 + min(ends) if ends else None
    return Value.LOSS, 1 + max(plies for plies in seen[Value.LOSS] if plies is not None)
