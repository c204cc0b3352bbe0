"""Positions drawn for the page; their texts where the board of the game cannot be drawn."""

from __future__ import annotations

import re
from dataclasses import replace

from perfectplay.contract.board import Board
from perfectplay.contract.board_made import choices_of
from perfectplay.contract.board_of import board_of
from perfectplay.contract.rules import Rules
from perfectplay.games.index import game_name
from perfectplay.results.drawing.svg import STYLE, svg
from perfectplay.results.record import Record
from perfectplay.words.errors import RulesError


def drawing(record: Record) -> str:
    """The picture of a position as SVG, its moves by value. The page says what it is worth: it is
    not in the picture, so that values can be hidden."""
    return drawn(record)[0]


def drawn(record: Record) -> tuple[str, RulesError | None]:
    """`drawing`, and why it is the text only, None where it is the board."""
    rules = record.rules
    if rules is None:
        return svg(Board(record.text), record), None
    title = f"{game_name(rules.game)}: a position"
    try:
        return svg(board_of(rules, record.state, record.seat), record, title=title), None
    except RulesError as error:
        choices = choices_of(rules, [m.move for m in record.moves], {})
        return svg(Board(record.text, tuple(choices)), record, title=title), error


def start_of(rules: Rules) -> str:
    """The start as a picture without moves, for games that need not be solved."""
    state = rules.start()
    try:
        board = board_of(rules, state, rules.player(state) or 0)
    except RulesError:
        board = Board(rules.text(state, 0))
    return re.sub("<desc>.*?</desc>", "", bare(svg(replace(board, choices=()))), flags=re.DOTALL)


def bare(picture: str) -> str:
    """A picture without its style, for a page whose own style sheet has it."""
    return picture.replace(f"<style>{STYLE}</style>", "").rstrip()
