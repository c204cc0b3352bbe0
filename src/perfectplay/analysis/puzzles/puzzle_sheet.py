"""Puzzles as pictures: a sheet of positions, and one of solutions."""

from __future__ import annotations

import re
from textwrap import wrap

from perfectplay.analysis.puzzles.puzzle import Puzzle, PuzzleSet
from perfectplay.analysis.puzzles.puzzle_themes import THEMES
from perfectplay.drawing.board.marks import marks_of
from perfectplay.drawing.board.svg import svg
from perfectplay.drawing.board.svg_shapes import clean, number, write
from perfectplay.drawing.board.svg_style import STYLE
from perfectplay.game.board import Board
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.titles import game_title
from perfectplay.registry.parameters import parameter_texts

GAP = 24.0
"""Pixels between the cards of a sheet, and around it."""

WIDTH, ACROSS = 1_400.0, 4
"""The width that a sheet should not pass, and the most cards side by side."""

LISTED = 12
"""The most moves without a place on the board that are listed below a puzzle."""

LETTER = 7.0
"""The width of a letter of the small text, about."""

Card = tuple[str, float, float, list[str]]
"""A picture with its width and height, and the lines above it."""


def puzzle_sheet(found: PuzzleSet, *, solutions: bool = False) -> str:
    """The puzzles as one SVG picture; with ``solutions`` each with its key, and the line.

    Raises RulesError if the game's ``board`` cannot be drawn.

    >>> from perfectplay import puzzles, solve
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> puzzle_sheet(puzzles(solve(TicTacToe()), 3)).count("to move</text>")
    3
    """
    cards = [_card(puzzle, i, solutions) for i, puzzle in enumerate(found.puzzles, 1)]
    wide = max(card[1] for card in cards)
    across = max(1, min(ACROSS, len(cards), int((WIDTH - GAP) // (wide + GAP))))
    what = "solutions" if solutions else "puzzles"
    title = f"{game_title(found.game)}: {what}"
    width = max(across * (wide + GAP) + GAP, 13 * len(title) + 2 * GAP)
    body, y = [write(GAP, GAP + 6, title, 20, "pp-text pp-strong", "start")], 2 * GAP + 2
    given = " ".join(parameter_texts(found.game))
    for line in wrap(given, int((width - 2 * GAP) / LETTER)):
        body.append(write(GAP, y, line, 13, "pp-text", "start"))
        y += 18
    y += 14
    for first in range(0, len(cards), across):
        row = cards[first : first + across]
        head = max(len(lines) for *_, lines in row)
        for i, (picture, _, _, lines) in enumerate(row):
            x = GAP + i * (wide + GAP)
            body += [
                write(x, y + 18 * j, line, 13 if j else 16, _role(j), "start")
                for j, line in enumerate(lines)
            ]
            body.append(_placed(picture, x, y + 18 * head))
        y += 18 * head + max(high for _, _, high, _ in row) + GAP
    box = f"{number(width)} {number(y)}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="pp" role="img" '
        f'viewBox="0 0 {box}" width="{number(width)}" height="{number(y)}">'
        f"<title>{clean(title)}</title><style>{STYLE}</style>"
        f'<rect width="100%" height="100%" class="pp-paper"/>{"".join(body)}</svg>\n'
    )


def _role(line: int) -> str:
    return "pp-text" if line else "pp-text pp-strong"


def _card(puzzle: Puzzle, place: int, solutions: bool) -> Card:
    """The picture of a puzzle, and what stands above it."""
    board = puzzle_board(puzzle)
    if solutions:
        marks = [
            mark for mark in marks_of(board, puzzle.record) if mark.choice.text == puzzle.key_text
        ]
    else:
        unplaced = [mark for mark in marks_of(board) if mark.choice.target is None]
        marks = unplaced if len(unplaced) <= LISTED else []
    picture = svg(board, title=f"puzzle {place}", marks=marks)
    sizes = re.search(r'width="([\d.]+)" height="([\d.]+)"', picture)
    assert sizes is not None
    wide, high = float(sizes[1]), float(sizes[2])
    room = int(wide / LETTER)
    if not solutions:
        lines = [f"{place}. {puzzle.task}", f"{puzzle.stars}  {puzzle.mover(board)}".rstrip()]
        return picture, wide, high, lines
    themes = ", ".join(THEMES[theme] for theme in puzzle.themes)
    told = (puzzle.line_words, f"not {puzzle.wrong_words}", f"{puzzle.stars} {themes}")
    lines = [line for text in told for line in wrap(text.replace("  ", "\u00a0· "), room)]
    return picture, wide, high, [f"{place}. {puzzle.key_text}", *lines]


def puzzle_board(puzzle: Puzzle) -> Board:
    """The board of a puzzle. Raises RulesError."""
    rules, record = puzzle.record.rules, puzzle.record
    if rules is None:
        return Board(record.text)
    return board_of(rules, record.state, record.seat)


def _placed(picture: str, x: float, y: float) -> str:
    """A picture at a place in another one, which has its style."""
    inner = re.sub(r"<style>.*?</style>", "", picture.strip(), count=1, flags=re.DOTALL)
    return inner.replace("<svg ", f'<svg x="{number(x)}" y="{number(y)}" ', 1)
