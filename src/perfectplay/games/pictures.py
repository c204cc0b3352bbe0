"""What the boards of the library's games share: stones on a grid, rows of stones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from perfectplay.game.board import Grid, Piece

LONGEST = 24
"""A row of more stones than this is drawn as one heap with its number."""


def first_is(mine: int, theirs: int, seat: int | None) -> int:
    """The seat to move: as it is known, else told from the stones as `stones_text` tells it.

    >>> first_is(0b1, 0b0, None), first_is(0b1, 0b1, None), first_is(0b1, 0b0, 0)
    (1, 0, 0)
    """
    if seat is not None:
        return seat
    return 0 if mine.bit_count() == theirs.bit_count() else 1


def turn(mover: int) -> str:
    """Whose turn it is where the men are discs.

    >>> turn(1)
    'discs with a hole (O) to move'
    """
    return ("full discs (X)", "discs with a hole (O)")[mover] + " to move"


def men(mine: int, theirs: int, cells: int, mover: int, shapes: Sequence[str]) -> dict[int, Piece]:
    """The men of both players on their cells; ``shapes`` are those of seat 0 and seat 1.

    >>> men(0b01, 0b10, 2, 1, ("cross", "ring"))
    {0: Piece(shape='ring', seat=1, count=None), 1: Piece(shape='cross', seat=0, count=None)}
    """
    pieces = {}
    for cell in range(cells):
        if (mine | theirs) >> cell & 1:
            seat = mover if mine >> cell & 1 else 1 - mover
            pieces[cell] = Piece(shapes[seat], seat)
    return pieces


def rows(
    counts: Sequence[int],
    moves: Mapping[Any, tuple[int, int]],
    names: Sequence[str] = (),
) -> Grid:
    """Rows of stones; ``moves`` says for each the row and how many stones it takes: it is clicked
    on the first one that it takes from the right end.

    >>> rows((1, 2), {"two": (1, 2)}).moves
    {'two': 2}
    """
    columns = max(1, *counts)
    ranks = names or [str(row + 1) for row in range(len(counts))]
    if columns > LONGEST:
        heaps = [Piece("pit", count=count) for count in counts]
        return Grid(len(counts), 1, heaps, ranks=ranks)
    stones = {
        row * columns + stone: Piece("disc")
        for row, count in enumerate(counts)
        for stone in range(count)
    }
    places = {move: row * columns + counts[row] - taken for move, (row, taken) in moves.items()}
    return Grid(len(counts), columns, stones, places, ranks=ranks, frames=False)


def two_piles(counts: tuple[int, int], moves: Iterable[tuple[int, int]]) -> Grid:
    """Two piles of which a move may take from both: such a move has no place.

    >>> two_piles((1, 1), [(1, 0), (1, 1)]).moves
    {(1, 0): 0}
    """
    single = {move: (0, move[0]) if move[0] else (1, move[1]) for move in moves if 0 in move}
    return rows(counts, single, ("left", "right"))
