"""A puzzle with its solution, and many of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic

from perfectplay.analysis.annotate.judged_play import LINE, Worth
from perfectplay.core.json_of import json_of
from perfectplay.core.value import MoveT, StateT, Value
from perfectplay.game.board import Board
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name
from perfectplay.game.showing import number_of, plies_words
from perfectplay.game.sides import sides_of
from perfectplay.tablebase.record import Record, game_fields, jsonable

HARDEST = 5
"""The highest grade."""


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong move that tempts: what it is worth, and the play that shows it, with it."""

    text: str
    worth: Worth
    line: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return json_of(self, "text worth line")


@dataclass(frozen=True)
class Puzzle(Generic[StateT, MoveT]):
    """A position with exactly one good move, the ``key``.

    ``record``: the position with all its moves, the key first; ``themes``: names, first the one for
    which it was chosen; ``grade``: 1, easy, to 5; ``tempting``: the wrong moves that a search of 2
    plies rates at least as high as the key; ``refutation``: the plies of the longest play that
    shows that a wrong move loses (in a game of points: loses points), None if none does;
    ``chances``: by depth, the chance that a search of so many plies makes the key; ``line``: the
    key and what follows with perfect play; ``wrong``: the wrong move that tempts most; ``others``:
    the other wrong moves, those that tempt most first, at most 24.
    """

    record: Record[StateT, MoveT]
    themes: tuple[str, ...]
    grade: int
    tempting: int
    refutation: int | None
    chances: Mapping[int, float]
    line: tuple[str, ...]
    wrong: WrongAnswer
    alone: bool = False
    others: tuple[WrongAnswer, ...] = ()

    @property
    def state(self) -> StateT:
        """The position."""
        return self.record.state

    @property
    def key(self) -> MoveT:
        """The solution: the one good move."""
        return self.record.moves[0].move

    @property
    def key_text(self) -> str:
        """The key as the game writes it."""
        return self.record.moves[0].text

    @property
    def worth(self) -> Worth:
        """What is to be had, for the player to move."""
        return Worth.of(self.record)

    @property
    def task(self) -> str:
        """What is asked, in words."""
        record = self.record
        if record.score is not None:
            return f"Get a score of {self.worth.words()} from here on."
        if self.alone:
            return f"Solve it in {number_of(record.remoteness or 0, 'move')}."
        if record.value is Value.DRAW:
            return "Keep the draw."
        return f"Win in {plies_words(record.remoteness or 0)}."

    @property
    def stars(self) -> str:
        """The grade as people see it: ``★★★☆☆``."""
        return "★" * self.grade + "☆" * (HARDEST - self.grade)

    @property
    def line_words(self) -> str:
        """The key and what follows, with dots if there is more."""
        return _line_words(self.line, self.worth)

    @property
    def wrong_words(self) -> str:
        """The wrong move that tempts most, and what it is worth."""
        wrong = self.wrong
        line = _line_words(wrong.line, wrong.worth)
        return f"{wrong.text}: {self.worth_words(wrong.worth)} ({line})"

    def worth_words(self, worth: Worth) -> str:
        """What a move here is worth, in words."""
        if not self.alone or self.record.score is not None:
            return worth.words()
        if worth.value is Value.WIN:
            return f"solved in {number_of(worth.plies or 0, 'move')}"
        return "cannot be solved any more"

    def mover(self, board: Board) -> str:
        """Who is to move, in words, if that is known and does not stand on the board."""
        rules, seat = self.record.rules, self.record.seat
        if rules is None or seat is None or self.alone or board.note:
            return ""
        return f"{sides_of(rules).names[seat]} moves"

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        record = self.record
        return {
            "state": jsonable(record.state),
            **json_of(record, "text seat"),
            "task": self.task,
            **self.worth.as_dict(),
            **json_of(self, "themes grade"),
            "moves": len(record.moves),
            **json_of(self, "tempting refutation"),
            "chances": {f"minimax:{depth}": chance for depth, chance in self.chances.items()},
            "key": jsonable(self.key),
            **json_of(self, "key_text line wrong"),
        }


def _line_words(line: tuple[str, ...], worth: Worth) -> str:
    """The line, with dots where it is cut, or goes round and round."""
    return "  ".join(line[:LINE]) + (" …" if len(line) > LINE or worth.plies is None else "")


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles of a game, easy ones first.

    ``looked``: how many positions were looked at, of ``positions`` that might be puzzles;
    ``keys``: how many of these have a key; ``found``: by theme, how many of these have it;
    ``left_out``: the themes that the game cannot have, with the reasons; ``notes``: sentences about
    all this.
    """

    game: Game
    puzzles: tuple[Puzzle, ...]
    seed: int
    looked: int
    positions: int
    keys: int
    found: Mapping[str, int]
    left_out: Mapping[str, str]
    notes: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.puzzles)

    def __repr__(self) -> str:
        many = number_of(len(self), "puzzle")
        return f"<{many} of {game_name(self.game)}, seed {self.seed}>"

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        names = "seed looked positions keys found left_out notes puzzles"
        return {**game_fields(self.game), **json_of(self, names)}
