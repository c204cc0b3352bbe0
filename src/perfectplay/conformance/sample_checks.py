"""Checks that need several states: loops, growth, and moves that depend on the turn."""

from __future__ import annotations

from collections.abc import Sequence

from perfectplay.compiler.growth.growth import find_growth
from perfectplay.compiler.growth.move_record import find_record
from perfectplay.conformance.sample import StateSample
from perfectplay.core.value import State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.checks.score_promises import score_loop
from perfectplay.game.turns import depends_on_turn, says_turn


def check_loops(rules: CheckedGame, log: FindingLog, states: Sequence[State]) -> None:
    """Report a loop of moves within the states of a game of points, which then has no scores."""
    if not rules.scoring:
        return
    seen = set(states)
    parents: dict[State, list[State]] = {state: [] for state in states}
    open_moves = dict.fromkeys(states, 0)
    for state in states:
        for _, child in rules.position(state).options:
            if child in seen:
                parents[child].append(state)
                open_moves[state] += 1
    ended = [state for state in states if not open_moves[state]]
    for state in ended:  # grows during the loop
        for parent in parents[state]:
            open_moves[parent] -= 1
            if not open_moves[parent]:
                ended.append(parent)
    if (first := next((state for state in states if open_moves[state]), None)) is not None:
        log.add(score_loop(rules, first, lambda state: open_moves.get(state, 0) > 0))


def check_impartial(rules: CheckedGame, log: FindingLog, sample: StateSample) -> None:
    """Report moves that depend on whose turn it is.

    If the rules do not define the turn, but a field of the states alternates with the plies, that
    field may be the turn or not: then it is only a note.
    """
    if not rules.game.impartial or rules.game.players != 2:
        return
    seats = [sample.ply(state) % 2 for state in sample.checked]
    found = depends_on_turn(rules, sample.checked, seats)
    if found is None:
        return
    if says_turn(rules.game):
        log.fault("impartial-turn", found.message, found.state)
    else:
        log.note(
            "impartial",
            f"{found.message}, if the field in which they differ is the turn: impartial = True is "
            "not right then; say whose turn it is with player(state), and it is checked",
        )


_LOOKED = 10_000  # moves examined to find endless growth

_GROWN = 50_000_000  # bytes of states along a line that suffice for a note on growth


def check_growth(rules: CheckedGame, log: FindingLog) -> None:
    """Report a game that provably grows without end; note one that has been seen to grow, and
    states that keep the order of past moves."""
    record = find_record(rules)  # first, since it takes less time
    if record is not None:
        log.note("record", record.sentence())
    growth = find_growth(rules, _LOOKED, size=_GROWN)
    if growth is None:
        return
    if growth.endless:
        message = f"the game grows without end: {growth.sentence()}"
        log.fault("grows-without-end", message, growth.before, growth.moves[0])
        return
    message = (
        f"the game may grow without end: {growth.sentence()}; whether it ever ends is not known"
    )
    if growth.keeps_record and record is None:
        message += (
            ". A state needs only what the rules read: with a record of past moves in it, one "
            "position becomes many states"
        )
    log.note("growth", message)
