"""Records as pictures and in words."""

from __future__ import annotations

from perfectplay.core.errors import RulesError
from perfectplay.core.value import Value
from perfectplay.drawing.board.svg import svg
from perfectplay.drawing.board.svg_shapes import clean
from perfectplay.game.board import Board
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.naming import game_name
from perfectplay.game.showing import plies_words
from perfectplay.tablebase.record import Record


def record_svg(record: Record, caption: str) -> str:
    """SVG of the position of a record, its moves by value; of its text if it has no rules."""
    if record.rules is None:
        return svg(Board(record.text), record, caption=caption or worth_words(record))
    title = f"{game_name(record.rules.game)}: a position"
    board = board_of(record.rules, record.state, record.seat)
    return svg(board, record, title=title, caption=caption or worth_words(record))


def notebook_view(record: Record, caption: str = "") -> str:
    """SVG of a record; its text and the error, as HTML, if the board cannot be drawn."""
    try:
        return record_svg(record, caption)
    except RulesError as error:
        text = f"{record.text}\n\n{caption or worth_words(record)}\n\n{error}"
        return f"<pre>{clean(text)}</pre>"


def worth_words(record: Record) -> str:
    """Value of a position for the player to move, in words.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> worth_words(solve(ThreeRocks(2, 1)).probe((1, 0)))
    'for the player to move: win in 1 ply'
    """
    worth = str(record.value)
    if record.score is not None:
        worth = f"{record.score_text or record.score} points"
    if record.terminal:
        return f"the play is over: {worth}"
    plies = record.remoteness
    if plies is None:
        return "an endless draw"
    end = f"{worth} in {plies_words(plies)}"
    return end if record.value is Value.DRAW else f"for the player to move: {end}"
