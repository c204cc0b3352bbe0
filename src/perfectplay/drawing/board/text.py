"""Boards as text for a terminal, in plain Unicode."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State
from perfectplay.drawing.board.marks import MoveMark, marks_of
from perfectplay.game.board import Board, Piece
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import overrides
from perfectplay.tablebase.record import Record

_SIGNS = {
    "disc": "●○●", "ring": "○○○", "cross": "✕✕✕", "square": "■□■", "dot": "·••",
    "up": "▲△▲", "down": "▼▽▼", "left": "◀◁◀", "right": "▶▷▶", "across": "───", "upright": "│││",
}  # fmt: skip
"""Sign of each shape for seat 0, seat 1 and no seat."""

IN_ASCII = str.maketrans("●○✕■□·•▲△▼▽◀◁▶▷─│", "*ox#=.:AaVv<(>)-|")
"""The same signs for a terminal that has no others."""


def text(board: Board, record: Record | None = None) -> str:
    """Text of a board; with a record, empty cells show the values of the moves to them.

    Cells outside a grid are placed as nearly as characters allow.

    >>> from perfectplay.game.boards.board_of import board_of
    >>> from perfectplay.game.checks.checked_game import CheckedGame
    >>> from perfectplay.games.nim import Nim
    >>> print(text(board_of(CheckedGame(Nim(rows=(1, 3))), (1, 2))))
    1  ●
    2  ●  ●
    """
    if not board.places:
        return board.text
    things = _tokens(board, marks_of(board, record))
    things += [((x, y), label) for x, y, label in board.labels]
    rows = _in_columns(things) if board.columns else _anywhere(things)
    return "\n".join([*rows, board.note] if board.note else rows)


def text_and_board(rules: CheckedGame, state: State, seat: int | None = None) -> str:
    """Text of a state as people type it, and below it the rows of its board, if there is one and
    no ``text`` of the game's own draws it.

    >>> from perfectplay import Game
    >>> class Put(Game):
    ...     board_shape = (2, 2)
    ...     def start(self): return "...."
    ...     def moves(self, state): return [i for i in range(4) if state[i] == "."]
    ...     def play(self, state, move): return state[:move] + "X" + state[move + 1:]
    ...     def outcome(self, state): return None
    >>> print(text_and_board(CheckedGame(Put()), "X..."))
    X...
    <BLANKLINE>
    X  .
    .  .
    """
    written = rules.shown_text(state, seat)
    if overrides(rules.game, "text"):
        return written
    try:
        board = board_of(rules, state, seat)
    except PerfectPlayError:  # `show --board` says what is wrong
        return written
    if overrides(rules.game, "board"):
        drawn = bool(board.places)
    else:
        drawn = bool(board.columns) and len({y for _, y in board.places}) > 1
    return f"{written}\n\n{text(board)}" if drawn else written


Things: TypeAlias = list[tuple[tuple[float, float], str]]


def _in_columns(things: Things) -> list[str]:
    """Lines of a grid with its labels, each column as wide as its longest text."""
    xs = sorted({x for (x, _), _ in things})
    ys = sorted({y for (_, y), _ in things})
    table = {(x, y): token for (x, y), token in things}
    widths = [max(len(table.get((x, y), "")) for y in ys) for x in xs]
    rows = (
        "  ".join(f"{table.get((x, y), ''):<{wide}}" for x, wide in zip(xs, widths, strict=True))
        for y in ys
    )
    return [row.rstrip() for row in rows]


def _anywhere(things: Things) -> list[str]:
    """Lines of cells at any place: five characters and two lines to a cell."""
    ends = [(round(5 * x) - len(token) // 2, round(2 * y), token) for (x, y), token in things]
    left, top = min(x for x, _, _ in ends), min(y for _, y, _ in ends)
    rows: dict[int, str] = {}
    for x, y, token in sorted(ends):
        row = rows.get(y - top, "")
        rows[y - top] = row.ljust(x - left) + (" " if len(row) > x - left else "") + token
    return [rows.get(y, "").rstrip() for y in range(max(rows) + 1)]


def _tokens(board: Board, marks: list[MoveMark]) -> Things:
    """Place and text of each cell."""
    labels = {m.choice.target: m.label for m in marks if m.choice.source is None}
    many = Counter(m.choice.target for m in marks if m.choice.source is None)
    tokens: Things = []
    for cell, (place, piece) in enumerate(zip(board.places, board.pieces, strict=True)):
        empty = "." if cell in board.framed or board.joined or many[cell] else ""
        token = sign(piece) if piece else empty
        if piece is None and many[cell] == 1 and labels.get(cell):
            token = labels[cell]
        tokens.append((place, token))
    return tokens


def sign(piece: Piece) -> str:
    """Text of a piece.

    >>> sign(Piece("disc", 0)), sign(Piece("disc", 1)), sign(Piece("X")), sign(Piece("pit", 0, 4))
    ('●', '○', 'X', '4')
    """
    if piece.shape in ("pit", "hand"):
        return str(piece.count or 0)
    signs = _SIGNS.get(piece.shape)
    shown = piece.shape if signs is None else signs[2 if piece.seat is None else piece.seat]
    return shown if piece.count is None else f"{shown}{piece.count}"
