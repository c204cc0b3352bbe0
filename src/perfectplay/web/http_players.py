"""Players that reply over HTTP. No request can name a file or a module as a player."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from perfectplay.core.errors import IllegalMoveError, ParameterError
from perfectplay.tablebase.record import MoveRecord, Record


class UnknownPlayerError(ParameterError):
    """There is no player of this name."""


PLAYERS = "perfect, keeping, random, slips:0.2 (a mistake in one move of five, if there is one)"


@dataclass(frozen=True)
class HttpPlayer:
    """A player: a ``share`` of its moves are mistakes, if there are any to make."""

    kind: str
    share: float
    seed: int

    @property
    def name(self) -> str:
        """The text that gives the same player with the same random choices."""
        if self.kind == "perfect":
            return "perfect"
        share = f":{self.share:g}" if self.kind == "slips" else ""
        return f"{self.kind}{share}:{self.seed}"

    def reply(self, record: Record) -> MoveRecord:
        """The move in a position. Raises IllegalMoveError if the play is over."""
        if not record.moves:
            raise IllegalMoveError(f"the play is over in {record.text!r}: there is no reply")
        if self.kind == "perfect":
            return record.moves[0]
        choose = random.Random(f"{self.seed} {record.text}")
        if self.kind == "random":
            return choose.choice(record.moves)
        mistakes = [move for move in record.moves if not move.keeps]
        if self.kind == "slips" and mistakes and choose.random() < self.share:
            return choose.choice(mistakes)
        allowed = "keeps" if self.kind == "keeping" else "best"
        return choose.choice([move for move in record.moves if getattr(move, allowed)])


def player_of(text: str) -> HttpPlayer:
    """The player of a text such as ``slips:0.2:7``; without a seed, one is drawn.

    Raises UnknownPlayerError.

    >>> player_of("slips:0.25:7").name, player_of("perfect").name
    ('slips:0.25:7', 'perfect')
    """
    found = re.fullmatch(
        r"(perfect|best|keeping|random|slips:(\d{1,9}(?:\.\d{1,9})?))(?::(\d{1,18}))?", text
    )
    if found is None or (found[2] is not None and float(found[2]) > 1):
        raise UnknownPlayerError(f"no player {text[:60]!r} replies here; there are {PLAYERS}")
    seed = random.randrange(1_000_000) if found[3] is None else int(found[3])
    kind = found[1].split(":")[0].replace("best", "perfect")  # two names for one player
    return HttpPlayer(kind, float(found[2] or 0), seed)
