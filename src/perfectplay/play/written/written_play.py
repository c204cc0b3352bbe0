"""A play as texts: what a file of plays holds, whatever its format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MARKS = ("!", "?!", "?", "??")
"""What may stand at a move: the only good one; slower than needed; a mistake; a blunder."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""The player who began has won, has lost, a draw, not over or not known."""

FIRST, SECOND, FROM, RULES, RESULT = "First", "Second", "From", "Rules", "Result"
"""Headers with a meaning: both players, the state to begin with, the game's address and
parameters, the result."""


@dataclass(frozen=True)
class WrittenMove:
    """A move of a play.

    ``mark``: one of MARKS, or ""; ``other``: whether the player moves who did not begin, None if
    that is not known; ``line``: that of the file, from 1 (0: it was not read from a file).
    """

    text: str
    mark: str = ""
    comment: str = ""
    other: bool | None = None
    line: int = 0


@dataclass(frozen=True)
class WrittenPlay:
    """Moves from the start, or from the state of the header "From", with all headers by name.

    ``comment`` stands before the first move; ``line`` is where the play begins in its file.

    >>> play = WrittenPlay((WrittenMove("3"), WrittenMove("4")), {"Second": "random"})
    >>> play.texts, play.start, play.result
    (('3', '4'), None, '*')
    """

    moves: tuple[WrittenMove, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    line: int = 0

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the moves."""
        return tuple(move.text for move in self.moves)

    @property
    def start(self) -> str | None:
        """Text of the state to begin with, None for the start of the game."""
        return self.headers.get(FROM)

    @property
    def result(self) -> str:
        """One of RESULTS."""
        given = self.headers.get(RESULT, "*")
        return given if given in RESULTS else "*"

    @property
    def alternates(self) -> bool:
        """Whether the players move by turns, as far as is known."""
        return all(move.other in (None, ply % 2 == 1) for ply, move in enumerate(self.moves))
