"""Facts about threats, which few moves stop, and about zugzwang, where one would pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from perfectplay.analysis.passing import passed, passing_of
from perfectplay.analysis.why.reason import Fact
from perfectplay.core.value import Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.find.random_plays import random_states
from perfectplay.game.turns import Twin, says_turn
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution

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


SAMPLE = 2_000
"""States of plays at random by which it is found what passing the turn would be."""

WOULD = {Value.WIN: "win", Value.DRAW: "draw"}


def found_twin(solution: Solution) -> Twin | None:
    """What passing the turn would be, if the rules say it and it would mean something. In an
    impartial game every lost position would be zugzwang, so that it says nothing."""
    game = solution.rules.game
    if solution.rules.scoring or game.impartial or game.players == 1 or not says_turn(game):
        return None
    states = dict.fromkeys(islice(random_states(game, solution.rules.start()), SAMPLE))
    return passing_of(solution, list(states))


def zugzwang(solution: Solution, twin: Twin, record: Record) -> Iterator[Fact]:
    """In a position that is not won: every move loses what passing would keep."""
    other = passed(solution, twin, record.state)
    if other is None or not solution.rules.position(other).options:
        return
    kept = solution.value(other).negated
    if kept > record.value:
        sentence = (
            f"It is zugzwang: if passing were allowed, the player to move would {WOULD[kept]}."
        )
        yield Fact("zugzwang", sentence, record.state, str(kept))
