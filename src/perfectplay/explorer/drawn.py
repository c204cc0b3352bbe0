"""A record drawn for the page; its text where the board of the game cannot be drawn."""

from __future__ import annotations

from perfectplay.contract.board import Board
from perfectplay.contract.board_made import choices_of
from perfectplay.results.drawing.record import worth_words
from perfectplay.results.drawing.svg import svg
from perfectplay.results.record import Record
from perfectplay.words.errors import RulesError


def drawing(record: Record) -> str:
    """The picture of a position as SVG."""
    try:
        return record.svg()
    except RulesError:
        rules = record.rules
        choices = choices_of(rules, [m.move for m in record.moves], {}) if rules else ()
        return svg(Board(record.text, tuple(choices)), record, caption=worth_words(record))
