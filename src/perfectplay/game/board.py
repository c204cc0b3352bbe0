"""Pictures of positions: the data that ``board(state, seat)`` of a game returns.

A game describes a picture and does not draw it: a `Grid` of cells, or `Cells` at any coordinates,
with pieces, labels, and for each move the cell to click, or the two cells of its arrow. The
terminal, notebooks and pages all draw this description.

Cells are numbered from 0; those of a grid in reading order, from the top left.
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
"""Shapes that are drawn as pictures; any other text of up to four letters is written."""

LETTERS = 4
"""Maximum number of letters of a piece that is written."""


@dataclass(frozen=True)
class Piece:
    """A piece on a cell.

    ``shape``: one of `SHAPES`, or up to four letters. ``seat``: owner, 0 or 1, which determines
    the colour; None for no owner. ``count``: number of things in the cell, as for the seeds of a
    "pit" or the fingers of a "hand"; None if nothing is counted.

    >>> Piece("X", seat=0)
    Piece(shape='X', seat=0, count=None)
    """

    shape: str = "disc"
    seat: int | None = None
    count: int | None = None


Pieces: TypeAlias = Mapping[int, Piece | str] | Sequence[Piece | str | None]
"""Pieces by cell number, or one for each cell in order (None or "" for an empty cell). A str is a
shape."""

Place: TypeAlias = int | tuple[int, int]
"""The cell to click for a move, or the cells (from, to) of its arrow."""

Moves: TypeAlias = Mapping[Any, Place] | Iterable[tuple[Any, Place]]
"""Places of moves; as pairs (move, place) if moves are unhashable. Legal moves without a place are
listed below the picture."""


@dataclass(frozen=True)
class Grid:
    """Cells in rows and columns.

    ``ranks``: labels left of the rows, from the top; ``files``: labels below the columns;
    ``frames``: True to draw the cells' borders; ``note``: a line below, such as "X to move".

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
    """Cells at any coordinates.

    ``places``: the centre (x, y) of each cell, x to the right, y downwards, in units of a cell;
    ``joined``: pairs of cells that a line connects; ``labels``: (x, y, text) each; ``frames``: True
    or False for all cells, or the numbers of the cells with borders.
    """

    places: Sequence[tuple[float, float]]
    pieces: Pieces = ()
    moves: Moves = ()
    joined: Iterable[tuple[int, int]] = ()
    labels: Iterable[tuple[float, float, str]] = ()
    frames: bool | Iterable[int] = False
    note: str = ""


# --- checked boards -------------------------------------------------------------------------------


@dataclass(frozen=True)
class CellChoice:
    """A legal move on a board.

    ``target``: the cell to click, or None if the move has no place on the board; ``source``: the
    cell where its arrow begins, or None if it has no arrow.
    """

    move: Move
    text: str
    target: int | None = None
    source: int | None = None


@dataclass(frozen=True)
class Board:
    """A checked picture, ready to be drawn; made by `board_of`.

    ``choices``: all legal moves in the order of the rules; ``pieces``: one entry for each of
    ``places``; ``framed``: the cells with borders; ``columns``: width of a grid, else 0; ``text``:
    the text of the state, which is also the picture if there are no cells; ``deciding``: cells that
    are marked because they have decided the play.
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
    deciding: tuple[int, ...] = ()
