"""Facts about what follows a move: it ends the play, no reply helps, or a line of best moves."""

from __future__ import annotations

from collections.abc import Iterator

from perfectplay.analysis.why.reason import Fact
from perfectplay.analysis.why.threat_facts import met_at_once, threat_after
from perfectplay.core.value import State, Value
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution

PLIES = 8
"""The most plies of a line."""


def after_the_move(solution: Solution, record: Record, made: MoveRecord) -> Iterator[Fact]:
    """What follows a move: its end, the replies that do not help, or the line."""
    rules = solution.rules
    if not rules.position(made.state).options:
        yield Fact(
            "at once", f"{made.text} ends the play at once.", record.state, None, None, 1,
            (made.text,),
        )  # fmt: skip
        return
    after = solution.probe(made.state)
    if record.score is None and _no_reply_helps(solution, record, made, after):
        yield Fact(
            "no reply helps",
            f"After {made.text} every reply is met by a move that wins at once.",
            record.state, "win", None, 3, (made.text,), None,
            tuple(one.text for one in after.moves),
        )  # fmt: skip
        return
    yield from threat_after(rules, record, made, after)
    yield from _line(solution, record, made)


def _no_reply_helps(solution: Solution, record: Record, made: MoveRecord, after: Record) -> bool:
    """Whether the mover, after each reply, has a move that wins and ends the play."""
    rules = solution.rules
    if rules.game.players == 1 or rules.moves_again(record.state, made.move, made.state):
        return False
    return all(met_at_once(rules, after, one) for one in after.moves)


def _line(solution: Solution, record: Record, made: MoveRecord) -> Iterator[Fact]:
    """A move and best moves after it; and whether the loser's were all forced."""
    rules = solution.rules
    state, moves, only = made.state, [made.text], [_is_only(solution, record.state, made.best)]
    forced: list[bool] = []
    while len(moves) < PLIES and (best := solution.best_moves(state)):
        moves.append(rules.move_text(best[0]))
        only.append(_is_only(solution, state, True))
        if solution.value(state) is Value.LOSS:
            forced.append(len(best) == 1)
        state = rules.play(state, best[0])
    whole = not rules.position(state).options
    marked = "  ".join(text + "!" * one for text, one in zip(moves, only, strict=True))
    plies = len(moves) if whole else None
    yield Fact(
        "line", f"The line: {marked}{'' if whole else ' …'}", record.state,
        None, None, plies, tuple(moves), only=tuple(only),
    )  # fmt: skip
    alone = rules.game.players == 1
    decided = record.score is None and made.value is not Value.DRAW
    if whole and decided and not alone and forced and all(forced):
        yield Fact(
            "forced",
            f"After {made.text} each move of the loser is the only one that does not lose sooner.",
            record.state, str(made.value), None, plies, tuple(moves),
        )  # fmt: skip


def _is_only(solution: Solution, state: State, best: bool) -> bool:
    """Whether a best move is the only best one of several."""
    several = len(solution.rules.position(state).options) > 1
    return best and several and len(solution.best_moves(state)) == 1
