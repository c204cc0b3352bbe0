"""Labels of positions and moves: the value as a letter, and the plies to the end."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import LETTERS
from perfectplay.game.board import Board, CellChoice
from perfectplay.game.showing import worth_in_plies
from perfectplay.tablebase.record import MoveRecord, Record


@dataclass(frozen=True)
class MoveMark:
    """A move as it is drawn. ``label`` is written on it, ``words`` describe it for screen readers;
    ``value`` is None if it is unknown; ``grade`` is "best", "keeps" or ""."""

    choice: CellChoice
    label: str
    words: str
    value: Value | None = None
    grade: str = ""


def marks_of(board: Board, record: Record | None = None) -> list[MoveMark]:
    """Marks of all moves of a board, with the values of a record if one is given. Plies are counted
    from the position that is drawn, as ``show`` counts them."""
    known = {move.text: move for move in record.moves} if record else {}
    return [_mark(choice, known.get(choice.text)) for choice in board.choices]


def _mark(choice: CellChoice, known: MoveRecord | None) -> MoveMark:
    if known is None:
        return MoveMark(choice, "", choice.text)
    grade, label = grade_of(known), move_label(known)
    worth = str(known.value) if known.score is None else f"{label} points"
    worth = worth_in_plies(worth, None if known.remoteness is None else known.remoteness + 1)
    words = ", ".join(word for word in (f"{choice.text}: {worth}", grade_words(known)) if word)
    return MoveMark(choice, label, words, known.value, grade)


def value_mark(value: Value, plies: int | None) -> str:
    """Letter of a value, and the plies to the end: ``W3``, ``L0``, ``D∞`` if it is endless."""
    return LETTERS[value] + ("∞" if plies is None else f"{plies:,}")


def grade_of(move: MoveRecord) -> str:
    """Grade of a move: "best", "keeps" or ""."""
    return "best" if move.best else "keeps" if move.keeps else ""


def grade_words(move: MoveRecord) -> str:
    """Words for the grade of a move; "" for a move that gives something away, or just loses.

    >>> grade_words(MoveRecord(1, "1", Value.WIN, 4, False, True, None))
    'keeps the win'
    """
    if not move.keeps or (move.value is Value.LOSS and not move.best and move.score is None):
        return ""
    if move.score is not None:
        return "best" if move.best else "keeps the score"
    if move.value is Value.DRAW or not move.best:
        return f"keeps the {move.value}"
    return "fastest" if move.value is Value.WIN else "longest"


def signed_score(of: MoveRecord | Record) -> str:
    """Score of a game of points with its sign, as people read it."""
    assert of.score is not None
    text = of.score_text or f"{of.score:,}"
    return f"+{text}" if of.score > 0 else text


def move_label(move: MoveRecord) -> str:
    """The label of a move: its value for the mover and the plies to the end, or its points.

    >>> move_label(MoveRecord(1, "1", Value.WIN, 4, True, True, None))
    'W5'
    """
    if move.score is not None:
        return signed_score(move)
    return value_mark(move.value, None if move.remoteness is None else move.remoteness + 1)
