"""The events of a match as a play that can be written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.play.match import MoveMade, PlayOver, TakenBack, TurnBegins
from perfectplay.play.written.written_play import FIRST, RESULT, SECOND, WrittenMove, WrittenPlay


def play_of(
    rules: CheckedGame,
    events: Iterable[Any],
    begins: int,
    *,
    before: Sequence[WrittenMove] = (),
    headers: Mapping[str, str] | None = None,
) -> WrittenPlay:
    """The play that some events of `match` tell, without the moves that were taken back.

    ``begins``: the seat of the first move; ``before``: moves that were made before the match;
    ``headers`` are added to the names of the players and the result.

    >>> from perfectplay.games.nim import Nim
    >>> from perfectplay.play.automatic import Random
    >>> from perfectplay.play.match import match
    >>> rules, players = CheckedGame(Nim((1,))), [Random(7), Random(8)]
    >>> play = play_of(rules, match(rules, players), 0)
    >>> play.texts, dict(play.headers)
    (('1 from row 1',), {'First': 'random:7', 'Result': '1-0'})
    """
    made: list[MoveMade] = []
    result, names = "*", ["", ""]
    for event in events:
        if isinstance(event, TurnBegins):
            names[event.position.seat != begins] = event.player.name
        elif isinstance(event, MoveMade):
            made.append(event)
        elif isinstance(event, TakenBack):
            del made[len(made) - event.plies :]
        elif isinstance(event, PlayOver):
            won = event.winner
            result = "1/2-1/2" if won is None else "1-0" if won == begins else "0-1"
    moves = tuple(
        WrittenMove(rules.move_text(one.move), other=one.before.seat != begins) for one in made
    )
    given = {name: text for name, text in zip((FIRST, SECOND), names, strict=True) if text}
    return WrittenPlay((*before, *moves), {**(headers or {}), **given, RESULT: result})
