"""Check that both players of an impartial game have the same moves."""

from __future__ import annotations

from perfectplay.conformance.sample import StateSample
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.findings import FindingLog
from perfectplay.game.turns import depends_on_turn, says_turn


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
