"""Labels of moves on a board: the value as a letter, and the plies to the end."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import LETTERS
from perfectplay.game.board import Board, CellChoice
from perfectplay.tablebase.record import MoveRecord, Record


@dataclass(frozen=True)
class MoveMark:
    """A move as it is drawn.

    ``label`` is written on it, ``words`` describe it for screen readers; ``value`` is None if it is
    unknown; ``grade`` is "perfect", "best" or "".
    """

    choice: CellChoice
    label: str
    words: str
    value: Value | None = None
    grade: str = ""


def marks_of(board: Board, record: Record | None = None) -> list[MoveMark]:
    """Marks of all moves of a board, with the values of a record if one is given.

    Plies are counted from the position that is drawn, as ``show`` counts them.
    """
    known = {move.text: move for move in record.moves} if record else {}
    return [_mark(choice, known.get(choice.text)) for choice in board.choices]


def _mark(choice: CellChoice, known: MoveRecord | None) -> MoveMark:
    if known is None:
        return MoveMark(choice, "", choice.text)
    grade = "perfect" if known.perfect else "best" if known.best else ""
    plies = None if known.remoteness is None else known.remoteness + 1
    if known.score is not None:
        score = known.score_text or str(known.score)
        label = f"+{score}" if known.score > 0 else score
        words = f"{label} points"
    else:
        label = LETTERS[known.value] + ("∞" if plies is None else str(plies))
        words = str(known.value)
    end = "without end" if plies is None else f"in {plies} {'ply' if plies == 1 else 'plies'}"
    words = ", ".join(word for word in (f"{choice.text}: {words} {end}", grade) if word)
    return MoveMark(choice, label, words, known.value, grade)
