"""AutoGUI: boards and moves as the strings that GamesmanUni draws.

Source of the format: GamesCraftersUWAPI, ``README.md`` and ``games/image_autogui_data.py``, and
GamesmanUni, ``src/components/units/GameBody/ImageAutoGUI.vue`` (both at github.com/GamesCrafters).
A position is ``1_`` or ``2_``, the turn, and a character for each place: ``-`` is empty, ``.`` a
text, which follows after a ``~``. So no picture of the front end is needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from perfectplay.core.errors import RulesError
from perfectplay.core.value import State
from perfectplay.game.board import Board, Piece
from perfectplay.game.boards.board_of import board_of
from perfectplay.game.checks.checked_game import CheckedGame

THEME = "plain"

_SIGNS = {
    "disc": "XOo", "ring": "OOO", "cross": "XXX", "square": "XOn", "dot": "xo.", "up": "AaA",
    "down": "VvV", "left": "LlL", "right": "RrR", "across": "---", "upright": "III",
}  # fmt: skip
"""A letter for each shape, for seat 0, seat 1 and no seat."""

_BUTTON = re.compile("(A|M|L|T|LQ|LC|LA)_")
"""How the name of a move begins that has a place on the board."""


def picture_of(rules: CheckedGame, state: State, seat: int | None) -> Board | None:
    """The board of a state, None if the game has none that can be drawn."""
    try:
        board = board_of(rules, state, seat)
    except RulesError:
        return None
    return board if board.places else None


def theme_of(board: Board) -> dict[str, Any]:
    """What the front end needs to draw the boards of a game: size, centres, sizes of letters."""
    left = min(x for x, _ in board.places) - 0.5
    top = min(y for _, y in board.places) - 0.5
    centres = [[round(x - left, 3), round(y - top, 3)] for x, y in board.places]
    return {
        "defaultTheme": THEME,
        "themes": {
            THEME: {
                "space": [max(x for x, _ in centres) + 0.5, max(y for _, y in centres) + 0.5],
                "centers": centres,
                "charImages": {},
                "circleButtonRadius": 0.2,
                "lineWidth": 0.05,
                "arrowWidth": 0.1,
                "textEntityFontSize": 0.5,
                "textButtonFontSize": 0.4,
                "entitiesOverArrows": False,
                "sounds": {},
                "animationType": "",
            }
        },
    }


def board_string(board: Board | None, first: Board | None, seat: int, text: str) -> str:
    """The AutoGUI string of a board; ``first`` is that of the start, whose places the theme has.

    A state without such a board has its text: the front end writes it instead of a picture.

    >>> places = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0))
    >>> board = Board("X..", places=places, pieces=(Piece("disc", 0), None, Piece("pit", 1, 12)))
    >>> board_string(board, board, 1, "X.."), board_string(None, None, 0, "X..")
    ('2_.-.~X~12', '1:X..')
    """
    if board is None or first is None or board.places != first.places:
        return f"{seat + 1}:{text}"
    signs = [None if piece is None else _sign(piece) for piece in board.pieces]
    texts = "".join(f"~{sign}" for sign in signs if sign is not None)
    return f"{seat + 1}_{''.join('-' if sign is None else '.' for sign in signs)}{texts}"


def move_strings(board: Board | None, first: Board | None, texts: Sequence[str]) -> list[str]:
    """A different string for each move: a circle at a cell, an arrow, or its text for a list."""
    if board is None or first is None or board.places != first.places:
        return list(texts)
    found: list[str] = []
    for choice, text in zip(board.choices, texts, strict=True):
        if choice.target is None:
            found.append(f" {text}" if _BUTTON.match(text) else text)
            continue
        place = f"A_-_{choice.target}"
        if choice.source is not None:
            place = f"M_{choice.source}_{choice.target}"
        same = sum(one == place or one.startswith(f"{place}_") for one in found)
        found.append(f"{place}_{same}" if same else place)
    return found


def _sign(piece: Piece) -> str:
    """The text of a piece, of letters, digits and hyphens; small letters for seat 1."""
    if piece.shape in ("pit", "hand"):
        return str(piece.count or 0)
    seat = 2 if piece.seat is None else piece.seat
    if piece.shape in _SIGNS:
        sign = _SIGNS[piece.shape][seat]
    else:
        sign = re.sub("[^A-Za-z0-9-]", "", piece.shape) or "x"
        sign = sign.lower() if seat == 1 and sign.isupper() and len(sign) == 1 else sign
    return sign if piece.count is None else f"{sign}{piece.count}"
