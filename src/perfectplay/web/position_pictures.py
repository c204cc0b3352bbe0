"""Pictures of positions for the pages; of their texts if a board cannot be drawn."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from textwrap import wrap

from perfectplay.core.errors import RulesError
from perfectplay.core.value import State
from perfectplay.drawing.board.marks import MoveMark
from perfectplay.drawing.board.svg import svg
from perfectplay.drawing.board.svg_style import STYLE
from perfectplay.game.board import Board, CellChoice
from perfectplay.game.boards.board_made import choices_of
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.boards.deciding_cells import deciding_cells
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, first_position, next_position
from perfectplay.game.naming import game_name
from perfectplay.tablebase.record import Record

FOLD, MOST_LINES = 26, 8
"""Letters in a line, and lines, of a text that is the picture of a game."""

GLIMPSE = 3
"""Plies from the start to the position that is the picture of a game."""


def drawing(record: Record, faults: list[str] | None = None) -> str:
    """The picture of a position as SVG, with the values of its moves. It does not contain the value
    of the position, so that the page can hide it. ``faults``: gets why a board cannot be drawn."""
    rules = record.rules
    if rules is None:
        return svg(Board(record.text), record)
    try:
        board = _decided(rules, record.state, board_of(rules, record.state, record.seat))
    except RulesError as error:
        if faults is not None:
            faults.append(str(error))
        choices = choices_of(rules, [m.move for m in record.moves], {})
        board = Board(record.text, tuple(choices))
    if record.terminal:
        board = _without_turn(board)
    return svg(board, record, title=f"{game_name(rules.game)}: a position")


def drawing_of_moves(
    rules: CheckedGame,
    state: State,
    seat: int | None,
    mark: Callable[[CellChoice], MoveMark] | None = None,
) -> str:
    """The picture of a position as SVG; ``mark`` gives the mark of a move, by default without a
    value."""
    legal = [move for move, _ in rules.position(state).options]
    try:
        board = _decided(rules, state, board_of(rules, state, seat))
    except RulesError:
        board = Board(rules.text(state, seat), tuple(choices_of(rules, legal, {})))
    if not legal:
        board = _without_turn(board)
    marks = None if mark is None else [mark(choice) for choice in board.choices]
    return svg(board, title=f"{game_name(rules.game)}: a position", marks=marks)


def _decided(rules: CheckedGame, state: State, board: Board) -> Board:
    """The board with its deciding cells, if the play is over."""
    return replace(board, deciding=deciding_cells(rules, state, board))


def glimpse_of(rules: CheckedGame) -> str:
    """A picture of a game: the position after a few moves, always the same ones."""
    position, choose = first_position(rules), random.Random(GLIMPSE)
    for _ in range(GLIMPSE):
        options = rules.position(position.state).options
        later = next_position(rules, position, choose.choice(options)[0]) if options else None
        if later is None or not rules.position(later.state).options:
            break
        position = later
    return _still(rules, position)


def bare(picture: str) -> str:
    """A picture without its style, which is in the style sheet of the page."""
    return picture.replace(f"<style>{STYLE}</style>", "").rstrip()


def undescribed(picture: str) -> str:
    """A picture without its description, which the page does not need."""
    begin, end = picture.find("<desc>"), picture.find("</desc>")
    return picture if begin < 0 else picture[:begin] + picture[end + len("</desc>") :]


def _still(rules: CheckedGame, position: PlayPosition) -> str:
    try:
        board = board_of(rules, position.state, position.seat)
    except RulesError:
        board = Board(rules.text(position.state, position.seat))
    if not board.places:
        board = replace(board, text=_folded(board.text))
    picture = bare(svg(replace(_without_turn(board), choices=())))
    picture = re.sub("<title>.*?</desc>", "", picture, flags=re.DOTALL)
    picture = picture.replace(
        'role="img"', 'aria-hidden="true"', 1
    )  # the name of the game is beside it
    return picture if board.places else _cropped(picture, board.text)


def _without_turn(board: Board) -> Board:
    """The board without the note about the player to move, which the page shows or nobody needs."""
    return replace(board, note="") if board.note.endswith(" to move") else board


def _folded(text: str) -> str:
    """A text in lines that can be read on a small picture.

    >>> _folded("Position(pits=(2, 2, 2), stores=(0, 0))")
    'Position(pits=(2, 2, 2),\\nstores=(0, 0))'
    """
    given = text.split("\n")
    lines = [part for line in given for part in (wrap(line, FOLD) if len(line) > FOLD else [line])]
    return "\n".join(lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"])


def _cropped(picture: str, text: str) -> str:
    """A picture of a short text, cropped at both sides."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    assert found
    width, wide = float(found[1]), 9.7 * max(map(len, text.split("\n"))) + 36
    left = max(0.0, (width - wide) / 2)
    seen = f'viewBox="{left:.1f} 0 {width - 2 * left:.1f} {found[2]}"'
    return picture.replace(found[0], seen)
