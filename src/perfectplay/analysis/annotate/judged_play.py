"""A play whose moves are judged: what each was worth, what was better."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perfectplay.core.json_of import json_of
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.game.showing import worth_in_plies
from perfectplay.game.titles import game_title
from perfectplay.play.written.written_play import RESULT, RULES, WrittenMove, WrittenPlay
from perfectplay.tablebase.record import MoveRecord, Record, game_fields, score_fields

LINE = 8
"""The most moves of a line that people are shown."""


@dataclass(frozen=True)
class Worth:
    """What a position or a move is worth for the player who is to move, or moves: the value, the
    plies to the end (None: without end) and, in a game of points, the score with its text."""

    value: Value
    plies: int | None
    score: int | None = None
    score_text: str | None = None

    @classmethod
    def of(cls, record: Record) -> Worth:
        """That of a position."""
        return cls(record.value, record.remoteness, record.score, record.score_text)

    @classmethod
    def of_move(cls, move: MoveRecord) -> Worth:
        """That of a move, with the ply that it takes."""
        plies = None if move.remoteness is None else move.remoteness + 1
        return cls(move.value, plies, move.score, move.score_text)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        score = score_fields(self.score, self.score_text)
        return {"value": str(self.value), **score, "plies": self.plies}

    def words(self) -> str:
        """
        >>> Worth(Value.WIN, 3).words(), Worth(Value.DRAW, None).words()
        ('win in 3 plies', 'endless draw')
        >>> Worth(Value.WIN, 3, 4, "4").words()
        '+4'
        """
        if self.score is not None:
            return f"+{self.score_text}" if self.score > 0 else str(self.score_text)
        return worth_in_plies(str(self.value), self.plies)


@dataclass(frozen=True)
class JudgedMove:
    """A move of a play.

    ``ply``: its number, from 1; ``seat``: who moves, None if that is not known; ``other``: whether
    it is the one who did not begin; ``mark``: "!" the only move of several that keeps the value,
    "?!" it keeps a win and takes longer, or a loss that could take longer, "?" it loses something,
    "??" it turns a win into a loss; ``loss``: 1 from win to draw or draw to loss, 2 from win to
    loss, or points; ``moves``, ``good``: how many moves there were, and how many keep the value;
    ``better``: the moves that were best, if this one is not; ``line``: what follows the first of
    these with perfect play, with it, for a move that loses something.
    """

    ply: int
    seat: int | None
    other: bool
    state_text: str
    text: str
    mark: str
    loss: int
    before: Worth
    after: Worth
    moves: int
    good: int
    better: tuple[str, ...]
    line: tuple[str, ...] = ()
    given: str = ""

    @property
    def telling(self) -> bool:
        """Whether some move loses something: only then does the move say anything."""
        return self.good < self.moves

    def line_words(self) -> str:
        """The line as people are shown it, cut after some moves."""
        return "  ".join(self.line[:LINE]) + (" …" if len(self.line) > LINE else "")

    def comment(self) -> str:
        """What a file says at the move: its worth, and what was better."""
        if self.loss:
            return f"{self.after.words()}; better {self.line_words()}: {self.before.words()}"
        if self.mark == "?!":
            way = "faster" if self.before.value is Value.WIN else "longer"
            return f"{self.after.words()}; {way}: {'  '.join(self.better)}"
        return self.after.words()

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        texts = {"text": self.state_text, "move_text": self.text}
        rest = json_of(self, "mark loss before after moves good better line")
        return {**json_of(self, "ply seat"), **texts, **rest, "comment": self.given}


@dataclass(frozen=True)
class Accuracy:
    """Of the moves of one player that could lose something (``telling``), how many did not."""

    telling: int
    kept: int

    @property
    def share(self) -> float | None:
        """Between 0 and 1; None if no move could lose anything."""
        return self.kept / self.telling if self.telling else None

    def words(self) -> str:
        """
        >>> Accuracy(9, 8).words(), Accuracy(0, 0).words()
        ('89 % (8 of 9)', 'no choice')
        """
        if self.share is None:
            return "no choice"
        return f"{100 * self.share:.0f} % ({self.kept} of {self.telling})"


@dataclass(frozen=True)
class AnnotatedPlay:
    """A play with its judged moves.

    ``names``: who began, and the other; ``headers``: those of the file; ``end``: value of the last
    state for the player who is then to move, None if the play is not over; ``end_other``: whether
    that is the one who did not begin; ``points``, in a game of points: those of both so far, who
    began first; ``error``: why the rest of the moves was not judged, or None; ``rest``: these
    moves; ``summary``: sentences.
    """

    game: Game
    names: tuple[str, str]
    moves: tuple[JudgedMove, ...]
    end: Value | None
    end_other: bool
    points: tuple[int, int] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""
    line: int = 0
    error: str | None = None
    rest: tuple[WrittenMove, ...] = ()
    summary: tuple[str, ...] = ()

    @property
    def mistakes(self) -> list[JudgedMove]:
        """The moves that lose something."""
        return [move for move in self.moves if move.loss]

    @property
    def turning_point(self) -> int | None:
        """The number of the last move that lost something, if the play was won: after it nothing
        was lost any more. None if no move did, or nobody has won."""
        mistakes = self.mistakes
        return mistakes[-1].ply if mistakes and self.result in ("1-0", "0-1") else None

    @property
    def accuracy(self) -> tuple[Accuracy, Accuracy]:
        """Of the player who began, and of the other."""
        first, second = (
            [move for move in self.moves if move.other is other and move.telling]
            for other in (False, True)
        )
        return _accuracy(first), _accuracy(second)

    @property
    def result(self) -> str:
        """ "1-0" if the player who began has won, "0-1", "1/2-1/2", or "*" if it is not over."""
        if self.error is not None or self.end is None:
            return "*"
        if self.end is Value.DRAW:
            return "1/2-1/2"
        return "1-0" if (self.end is Value.WIN) != self.end_other else "0-1"

    def written(self, rules: str = "") -> WrittenPlay:
        """The play with its marks, and its values as comments, for `write_plays`; moves that were
        not judged stay as they were.

        ``rules``: how the game is named on a command line, for the header "Rules".
        """
        moves = tuple(
            WrittenMove(move.text, move.mark, _joined(move.given, move.comment()), move.other)
            for move in self.moves
        )
        headers = {"Game": game_title(self.game), **({RULES: rules} if rules else {})}
        headers |= {**self.headers, RESULT: self.headers.get(RESULT, self.result)}
        ours = " ".join(self.summary)
        if self.error is not None:  # the line is another one in the file that is written
            ours = ours.replace(self.error, re.sub(r"^line \d+: ", "", self.error))
        return WrittenPlay((*moves, *self.rest), headers, _joined(self.comment, ours))

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return {
            **game_fields(self.game),
            **json_of(self, "headers moves result turning_point"),
            "accuracy": [
                {"player": name, **json_of(one, "telling kept share")}
                for name, one in zip(self.names, self.accuracy, strict=True)
            ],
            **json_of(self, "summary error"),
        }


def _joined(given: str, ours: str) -> str:
    """A comment and ours, once: a file that is annotated again stays as it is."""
    ours = " ".join(ours.split())
    return given if ours in given else f"{given} {ours}".strip()


def _accuracy(moves: list[JudgedMove]) -> Accuracy:
    return Accuracy(len(moves), sum(not move.loss for move in moves))
