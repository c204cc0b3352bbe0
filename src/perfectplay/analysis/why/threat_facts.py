"""Facts about threats: the few moves, or replies, that stop a win at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perfectplay.analysis.why.reason import Fact
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.record import MoveRecord, Record

FEW = 2
"""The most moves that stop a threat, if it is told."""


def threat_now(rules: CheckedGame, record: Record) -> Iterator[Fact]:
    """In a position that is not won: the opponent wins at once, unless one of a few moves is
    played."""
    if record.value is Value.WIN:
        return
    safe, met = _divided(rules, record)
    if met:
        stop = "stops" if len(safe) == 1 else "stop"
        sentence = f"Only {_named(safe)} {stop} the opponent from winning at once."
        yield Fact("threat", sentence, record.state, moves=tuple(safe), met=tuple(met))


def threat_after(
    rules: CheckedGame, record: Record, made: MoveRecord, after: Record
) -> Iterator[Fact]:
    """After a move: the mover wins at once, unless one of a few replies is played."""
    if rules.moves_again(record.state, made.move, made.state):
        return
    safe, met = _divided(rules, after)
    if met:
        replies, stop = ("reply", "stops") if len(safe) == 1 else ("replies", "stop")
        threat = f"After {made.text} there is a threat to win at once;"
        sentence = f"{threat} only the {replies} {_named(safe)} {stop} it."
        yield Fact("threat", sentence, record.state, moves=(made.text,), met=tuple(met))


def met_at_once(rules: CheckedGame, record: Record, made: MoveRecord) -> bool:
    """Whether the opponent can answer a move by one that wins and ends the play."""
    loses = made.value is Value.LOSS and made.remoteness == 1
    return loses and not rules.moves_again(record.state, made.move, made.state)


def _divided(rules: CheckedGame, record: Record) -> tuple[list[str], list[str]]:
    """Moves that stop a win at once, and those that do not; none if there is nothing to tell."""
    texts = [one.text for one in record.moves]
    if record.score is not None or rules.game.players == 1 or len(set(texts)) < len(texts):
        return [], []
    met = [one.text for one in record.moves if met_at_once(rules, record, one)]
    safe = [text for text in texts if text not in met]
    return (safe, met) if 1 <= len(safe) <= FEW and len(safe) < len(met) else ([], [])


def _named(texts: Sequence[str]) -> str:
    return " and ".join(texts)
