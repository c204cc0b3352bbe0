"""Pictures for the games of the library: stones on a grid, rows of stones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from perfectplay.game.board import Grid, Piece

LONGEST = 24
"""Rows with more stones than this are drawn as heaps with numbers."""


def first_is(mine: int, theirs: int, seat: int | None) -> int:
    """The seat to move: ``seat`` if known, otherwise from the number of stones.

    >>> first_is(0b1, 0b0, None), first_is(0b1, 0b1, None), first_is(0b1, 0b0, 0)
    (1, 0, 0)
    """
    if seat is not None:
        return seat
    return 0 if mine.bit_count() == theirs.bit_count() else 1


def turn(mover: int) -> str:
    """A note that names the player to move, for pictures with discs.

    >>> turn(1)
    'discs with a hole (O) to move'
    """
    return ("full discs (X)", "discs with a hole (O)")[mover] + " to move"


def men(mine: int, theirs: int, cells: int, mover: int, shapes: Sequence[str]) -> dict[int, Piece]:
    """Pieces by cell for the men in two masks; ``shapes``: those of seat 0 and seat 1.

    >>> men(0b01, 0b10, 2, 1, ("cross", "ring"))
    {0: Piece(shape='ring', seat=1, count=None), 1: Piece(shape='cross', seat=0, count=None)}
    """
    pieces = {}
    for cell in range(cells):
        if (mine | theirs) >> cell & 1:
            seat = mover if mine >> cell & 1 else 1 - mover
            pieces[cell] = Piece(shapes[seat], seat)
    return pieces


def pawns(
    mine: int, theirs: int, width: int, height: int, seat: int | None, moves: Iterable[Any]
) -> Grid:
    """Pawns on a grid; those of the player to move point up. Moves are pairs (from, to).

    >>> pawns(0b10, 0b01, 1, 2, None, []).note
    'W, who moves up, to move'
    """
    mover = 0 if seat is None else seat
    shapes = ("up", "down") if mover == 0 else ("down", "up")
    return Grid(
        height, width, men(mine, theirs, width * height, mover, shapes),
        {move: move for move in moves},
        ranks=[str(height - y) for y in range(height)],
        files=[chr(97 + x) for x in range(width)],
        note=f"{'WB'[mover]}, who moves up, to move",
    )  # fmt: skip


def labels(width: int, height: int) -> list[tuple[float, float, str]]:
    """Ranks to the left of a grid of `Cells`, and files below it.

    >>> labels(1, 1)
    [(-0.75, 0.0, '1'), (0.0, 0.75, 'a')]
    """
    ranks = [(-0.75, float(y), str(height - y)) for y in range(height)]
    return ranks + [(float(x), height - 0.25, chr(97 + x)) for x in range(width)]


def rows(
    counts: Sequence[int], moves: Mapping[Any, tuple[int, int]], names: Sequence[str] = ()
) -> Grid:
    """Rows of stones. ``moves`` maps each move to its row and the number of stones taken; to make
    it, click the leftmost stone that it takes.

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
    """Two piles; a move that takes from both has no place in the picture.

    >>> two_piles((1, 1), [(1, 0), (1, 1)]).moves
    {(1, 0): 0}
    """
    single = {move: (0, move[0]) if move[0] else (1, move[1]) for move in moves if 0 in move}
    return rows(counts, single, ("left", "right"))
