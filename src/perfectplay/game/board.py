"""What a position looks like: the data that ``board(state, seat)`` of a game gives back.

A picture is declared, not drawn: a `Grid` of cells, or `Cells` that stand anywhere, with pieces
on them, labels beside them, and for each move the cell that is clicked for it, or the two cells of
its arrow. The terminal, notebooks and pages all draw the same one.

Cells are numbered from 0: those of a grid in reading order, from the top left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from perfectplay.core.value import Move

SHAPES = (
    "disc", "ring", "cross", "square", "dot", "up", "down", "left", "right", "across", "upright",
    "pit", "hand",
)  # fmt: skip
"""Pieces that are drawn; any other text of up to four letters is written."""

LETTERS = 4
"""So many letters a piece may have that is written."""


@dataclass(frozen=True)
class Piece:
    """What stands on a cell.

    ``shape``: one of `SHAPES`, or up to four letters. ``seat``: whose it is, 0 or 1, which gives
    it that seat's colour; None for nobody's. ``count``: how many things lie there, as in a "pit"
    of seeds or a "hand" of fingers; None where nothing is counted.

    >>> Piece("X", seat=0)
    Piece(shape='X', seat=0, count=None)
    """

    shape: str = "disc"
    seat: int | None = None
    count: int | None = None


Pieces: TypeAlias = Mapping[int, Piece | str] | Sequence[Piece | str | None]
"""Pieces by cell; or one for each cell in order, None or "" for an empty one. A str is a shape."""

Place: TypeAlias = int | tuple[int, int]
"""The cell that is clicked for a move, or the cell that it comes from and the one it goes to."""

Moves: TypeAlias = Mapping[Any, Place] | Iterable[tuple[Any, Place]]
"""The place of each move, or of some; pairs where moves are unhashable. The other legal moves are
listed below the picture."""


@dataclass(frozen=True)
class Grid:
    """Cells in rows and columns.

    ``ranks`` are labels left of the rows, from the top, ``files`` below the columns; ``frames``:
    whether the cells have frames; ``note`` is a line below, such as "X to move".

    >>> Grid(1, 3, pieces=["disc", None, "disc"], moves={"hop": (0, 1)}).columns
    3
    """

    rows: int
    columns: int
    pieces: Pieces = ()
    moves: Moves = ()
    ranks: Sequence[str] = ()
    files: Sequence[str] = ()
    frames: bool = True
    note: str = ""


@dataclass(frozen=True)
class Cells:
    """Cells anywhere: ``places`` has the middle (x, y) of each, x to the right, y downwards, in
    units of a cell.

    ``joined`` are the pairs of cells between which a line is drawn; ``labels`` are texts at
    (x, y, text); ``frames``: which cells have frames, all, none, or these.
    """

    places: Sequence[tuple[float, float]]
    pieces: Pieces = ()
    moves: Moves = ()
    joined: Iterable[tuple[int, int]] = ()
    labels: Iterable[tuple[float, float, str]] = ()
    frames: bool | Iterable[int] = False
    note: str = ""


# --- what is made of it ---------------------------------------------------------------------------


@dataclass(frozen=True)
class CellChoice:
    """A legal move on a board: its text, and where it is clicked.

    ``target`` is the cell, None where the move has no place on the board; ``source`` is the cell
    that its arrow comes from, None where it has no arrow.
    """

    move: Move
    text: str
    target: int | None = None
    source: int | None = None


@dataclass(frozen=True)
class Board:
    """A picture that was checked, ready to be drawn; `board_of` makes it.

    ``pieces`` has one entry for each of ``places``; ``framed`` are the cells with frames;
    ``choices`` are all legal moves in the rules' order; ``columns`` is the width of a grid, 0
    where there is none; ``text`` is the state's text, and the picture too where there are no cells.
    """

    text: str
    choices: tuple[CellChoice, ...] = ()
    places: tuple[tuple[float, float], ...] = ()
    pieces: tuple[Piece | None, ...] = ()
    framed: frozenset[int] = frozenset()
    joined: tuple[tuple[int, int], ...] = ()
    labels: tuple[tuple[float, float, str], ...] = ()
    note: str = ""
    columns: int = 0
