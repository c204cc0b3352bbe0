"""Puzzles as a PDF document for print: six to a page, their solutions on the last pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from perfectplay.analysis.puzzles.puzzle import Puzzle, PuzzleSet
from perfectplay.analysis.puzzles.puzzle_sheet import LISTED, puzzle_board
from perfectplay.analysis.puzzles.puzzle_themes import THEMES
from perfectplay.core.shortened import shortened
from perfectplay.drawing.board.marks import MoveMark, marks_of
from perfectplay.drawing.board.printed_pages import BODY, END, MARGIN, MONO, WIDE, PrintedPages
from perfectplay.drawing.board.svg import svg
from perfectplay.game.board import Board
from perfectplay.game.titles import game_title
from perfectplay.registry.parameters import parameter_texts

PUZZLES, SOLUTIONS = (2, 3), (3, 4)
"""How many puzzles, and how many solutions, stand beside each other and one below the other."""

GAP = 8.0
"""Millimetres between two of them."""

TITLE = 50
"""The most letters of the title of a game."""

Room = tuple[float, float, float, float]
"""x, y, width and height on a page, in millimetres."""


def puzzle_pdf(found: PuzzleSet) -> bytes:
    """The puzzles as a PDF document on A4, the solutions on its last pages.

    It has no date: the same puzzles give the same bytes. Raises MissingExtraError if the extra
    ``perfectplay[print]`` is not installed, RulesError if the game's ``board`` cannot be drawn.

    >>> from perfectplay import puzzles, solve
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> puzzle_pdf(puzzles(solve(TicTacToe()), 3))[:5]
    b'%PDF-'
    """
    count = sum(-(-len(found) // (across * down)) for across, down in (PUZZLES, SOLUTIONS))
    given = " ".join(parameter_texts(found.game))
    title = shortened(game_title(found.game), TITLE)
    pages = PrintedPages(f"{title}: puzzles", given, count)
    _fill(pages, found.puzzles, PUZZLES, _puzzle)
    pages.title = pages.printable(f"{title}: solutions")
    _fill(pages, found.puzzles, SOLUTIONS, _solution)
    return pages.as_bytes()


def _fill(
    pages: PrintedPages,
    puzzles: Sequence[Puzzle],
    grid: tuple[int, int],
    draw: Callable[[PrintedPages, Puzzle, int, Room], None],
) -> None:
    """Draw puzzles one after the other, on as many pages as they need."""
    across, down = grid
    wide = (WIDE - 2 * MARGIN - (across - 1) * GAP) / across
    high = (END - BODY - (down - 1) * GAP) / down
    for i, puzzle in enumerate(puzzles):
        row, column = divmod(i % (across * down), across)
        if row == column == 0:
            pages.add_page()
        room = (MARGIN + column * (wide + GAP), BODY + row * (high + GAP), wide, high)
        draw(pages, puzzle, i + 1, room)


def _puzzle(pages: PrintedPages, puzzle: Puzzle, place: int, room: Room) -> None:
    board, (x, y, wide, high) = puzzle_board(puzzle), room
    below = pages.write(f"{place}. {puzzle.task}", x, y, wide, 11, "B", most=2)
    told = f"{puzzle.stars}  {puzzle.mover(board)}".rstrip()
    below = pages.write(told, x, below, wide, 9, most=1)
    elsewhere = [choice.text for choice in board.choices if choice.target is None]
    if 0 < len(elsewhere) <= LISTED:
        what = "Moves" if len(elsewhere) == len(board.choices) else "Other moves"
        below = pages.write(f"{what}: {'; '.join(elsewhere)}", x, below, wide, 8, most=3)
    _board(pages, board, [], (x, below, wide, y + high - below))


def _solution(pages: PrintedPages, puzzle: Puzzle, place: int, room: Room) -> None:
    board, (x, y, wide, high) = puzzle_board(puzzle), room
    themes = ", ".join(THEMES[theme] for theme in puzzle.themes)
    below = pages.write(f"{place}. {puzzle.key_text}", x, y, wide, 10, "B", most=2)
    for text, most in (
        (puzzle.line_words.replace("  ", " · "), 2),
        (f"not {puzzle.wrong_words}".replace("  ", " · "), 3),
        (f"{puzzle.stars} {themes}", 2),
    ):
        below = pages.write(text, x, below, wide, 7.5, most=most)
    marks = [m for m in marks_of(board, puzzle.record) if m.choice.text == puzzle.key_text]
    _board(pages, board, marks, (x, below, wide, y + high - below))


def _board(pages: PrintedPages, board: Board, marks: list[MoveMark], room: Room) -> None:
    """Draw a board with some of its moves, or write the text that it is."""
    x, y, wide, high = room
    if board.places:
        placed = [mark for mark in marks if mark.choice.target is not None]
        pages.draw(svg(board, marks=placed), x, y, wide, high)
        return
    for line in board.text.split("\n"):
        left = int((room[1] + high - y) / 4)
        if left > 0:
            y = pages.write(line or " ", x, y, wide, 8, family=MONO, most=left)
