"""The players that reply over HTTP. None of them is found by a name of a file or a module."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

from perfectplay.core.errors import IllegalMoveError, ParameterError
from perfectplay.tablebase.record import MoveRecord, Record


class UnknownPlayerError(ParameterError):
    """No player of this name replies."""


PLAYERS = "perfect, best, random, slips:0.2 (a mistake in one move of five, where there is one)"


@dataclass(frozen=True)
class HttpPlayer:
    """A player by its kind: ``share`` of its moves are mistakes, where there are any to make."""

    kind: str
    share: float
    seed: int

    @property
    def name(self) -> str:
        """The player again where it is asked for: its draws are the same."""
        if self.kind == "perfect":
            return "perfect"
        share = f":{self.share:g}" if self.kind == "slips" else ""
        return f"{self.kind}{share}:{self.seed}"

    def reply(self, record: Record) -> MoveRecord:
        """Its move in a position. Raises IllegalMoveError where the play is over."""
        if not record.moves:
            raise IllegalMoveError(f"the play is over in {record.text!r}: there is no reply")
        if self.kind == "perfect":
            return record.moves[0]
        draws = random.Random(f"{self.seed} {record.text}")
        if self.kind == "random":
            return draws.choice(record.moves)
        mistakes = [move for move in record.moves if not move.best]
        if self.kind == "slips" and mistakes and draws.random() < self.share:
            return draws.choice(mistakes)
        kept = "best" if self.kind == "best" else "perfect"
        return draws.choice([move for move in record.moves if getattr(move, kept)])


def replier(text: str, seed: int | None = None) -> HttpPlayer:
    """The player of a text such as ``slips:0.2``; without a seed it draws one.

    Raises UnknownPlayerError.

    >>> replier("slips:0.25", 7).name, replier("perfect").name
    ('slips:0.25:7', 'perfect')
    """
    found = re.fullmatch(
        r"(perfect|best|random|slips:(\d{1,9}(?:\.\d{1,9})?))(?::(\d{1,18}))?", text
    )
    if found is None or (found[2] is not None and float(found[2]) > 1):
        raise UnknownPlayerError(f"no player {text[:60]!r} replies here; there are {PLAYERS}")
    if found[3] is not None:
        seed = int(found[3])
    if seed is None:
        seed = random.randrange(1_000_000)
    return HttpPlayer(found[1].split(":")[0], float(found[2] or 0), seed)


def reply_of(record: Record, player: HttpPlayer) -> dict[str, Any]:
    """The move of a player as JSON, with the player's name, by which it is asked for again."""
    return {"player": player.name, "reply": player.reply(record).as_dict()}
