"""Players that reply over HTTP. No request can name a file or a module as a player."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from perfectplay.core.errors import IllegalMoveError, ParameterError
from perfectplay.play.automatic import DEEPEST
from perfectplay.play.resist import Resist
from perfectplay.play.skilled import Skilled
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.tablebase.solution import Solution


class UnknownPlayerError(ParameterError):
    """There is no player of this name."""


PLAYERS = (
    "perfect, keeping, resist, skill:4 (sees four plies ahead), random, "
    "slips:0.2 (a mistake in one move of five, if there is one)"
)


@dataclass(frozen=True)
class HttpPlayer:
    """A player: a ``share`` of its moves are mistakes, if there are any to make; one of skill sees
    ``plies``, and the less of the rest the farther away it is."""

    kind: str
    share: float
    seed: int
    plies: int = 1

    @property
    def name(self) -> str:
        """The text that gives the same player with the same random choices."""
        if self.kind in ("perfect", "resist"):
            return self.kind
        more = {"slips": f":{self.share:g}", "skill": f":{self.plies}"}.get(self.kind, "")
        return f"{self.kind}{more}:{self.seed}"

    def reply(self, record: Record, solution: Solution) -> MoveRecord:
        """The move in a position of a solution. Raises IllegalMoveError if the play is over."""
        if not record.moves:
            raise IllegalMoveError(f"the play is over in {record.text!r}: there is no reply")
        if self.kind == "perfect":
            return record.moves[0]
        if self.kind == "resist":
            return _resisting(record, solution)
        choose = random.Random(f"{self.seed} {record.text}")
        if self.kind == "random":
            return choose.choice(record.moves)
        if self.kind == "skill":
            weights = Skilled(solution, self.plies).weights(record)
            return choose.choices(record.moves, weights)[0]
        mistakes = [move for move in record.moves if not move.keeps]
        if self.kind == "slips" and mistakes and choose.random() < self.share:
            return choose.choice(mistakes)
        allowed = "keeps" if self.kind == "keeping" else "best"
        return choose.choice([move for move in record.moves if getattr(move, allowed)])


def _resisting(record: Record, solution: Solution) -> MoveRecord:
    legal = [move.move for move in record.moves]
    return record.moves[Resist(solution.rules, solution).among(record.state, legal, None)[0]]


def player_of(text: str) -> HttpPlayer:
    """The player of a text such as ``slips:0.2:7``; without a seed, one is drawn.

    Raises UnknownPlayerError.

    >>> [player_of(text).name for text in ("slips:0.25:7", "skill:4:7", "perfect", "resist")]
    ['slips:0.25:7', 'skill:4:7', 'perfect', 'resist']
    """
    found = re.fullmatch(
        r"(perfect|best|keeping|resist|random|slips:(?P<share>\d{1,9}(?:\.\d{1,9})?)|"
        r"skill:(?P<plies>[1-9]\d{0,2}))(?::(?P<seed>\d{1,18}))?",
        text,
    )
    share, plies = (0.0, 1) if found is None else (float(found["share"] or 0), found["plies"] or 1)
    if found is None or share > 1 or int(plies) > DEEPEST:
        raise UnknownPlayerError(f"no player {text[:60]!r} replies here; there are {PLAYERS}")
    seed = random.randrange(1_000_000) if found["seed"] is None else int(found["seed"])
    kind = found[1].split(":")[0].replace("best", "perfect")  # two names for one player
    return HttpPlayer(kind, share, seed, int(plies))
