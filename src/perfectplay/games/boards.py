"""Functions for games on a rectangular grid: lines, symmetries, boards as text.

Cells are numbered from 0 in reading order, row by row from the top left; texts count from 1. A
board is read from rows separated by line ends or ``/``, or from one line of all cells. Spaces, rank
numbers before a row, a row of column numbers and a row of file letters are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from perfectplay.core.errors import ParseError

EMPTY = "."


def check_lines(width: int, height: int, length: int, most: int) -> None:
    """Raise ValueError unless a grid of at most ``most`` cells has lines of this length."""
    if width < 1 or height < 1 or width * height > most:
        raise ValueError(f"width and height must be at least 1, with at most {most} cells in all")
    if not 1 <= length <= max(width, height):
        raise ValueError("length must be from 1 to the longer side of the board")


def lines(width: int, height: int, length: int) -> tuple[int, ...]:
    """Bit masks of all straight lines of ``length`` cells, orthogonal and diagonal.

    >>> [bin(line) for line in lines(2, 2, 2)]
    ['0b11', '0b101', '0b1001', '0b1010', '0b110', '0b1100']
    """
    found = []
    for y in range(height):
        for x in range(width):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                end_x, end_y = x + dx * (length - 1), y + dy * (length - 1)
                if 0 <= end_x < width and end_y < height:
                    found.append(sum(1 << (y + dy * i) * width + x + dx * i for i in range(length)))
    return tuple(dict.fromkeys(found))


def turns(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """The symmetries of the grid: 8 of a square, 4 of another rectangle.

    Each maps every cell to its image; the first is the identity.

    >>> len(turns(3, 3)), turns(2, 1)
    (8, ((0, 1), (1, 0), (0, 1), (1, 0)))
    """
    cells = [(x, y) for y in range(height) for x in range(width)]
    right, bottom = width - 1, height - 1
    found = [
        tuple(
            (bottom - y if flip_y else y) * width + (right - x if flip_x else x) for x, y in cells
        )
        for flip_y in (False, True)
        for flip_x in (False, True)
    ]
    if width == height:
        transposed = [x * width + y for x, y in cells]
        found += [tuple(transposed[cell] for cell in turn) for turn in found]
    return tuple(found)


def square(cell: int, width: int, height: int) -> str:
    """Name of a cell: files a, b, … from the left, ranks 1, 2, … from the bottom.

    >>> square(0, 3, 3), square(8, 3, 3)
    ('a3', 'c1')
    """
    return f"{chr(97 + cell % width)}{height - cell // width}"


def read_square(text: str, width: int, height: int) -> int:
    """The cell of this name; the inverse of `square`. Raises ParseError."""
    found = re.fullmatch(r"([a-z])(\d+)", text.strip().lower())
    if found:
        x, y = ord(found[1]) - 97, height - int(found[2])
        if x < width and 0 <= y < height:
            return y * width + x
    last = square(width - 1, width, height)
    raise ParseError(f'expected a cell from "a1" to "{last}", got "{text}"')


def read_number(text: str, last: int, what: str) -> int:
    """A number from 1 to ``last``, minus 1. Raises ParseError, which names ``what``."""
    if text.strip().isdecimal() and 1 <= int(text) <= last:
        return int(text) - 1
    raise ParseError(f'expected a {what} from 1 to {last}, got "{text}"')


def board_text(cells: Sequence[str], width: int, note: str = "") -> str:
    """The cells as rows of text, with ``note`` as the last row."""
    rows = [" ".join(cells[i : i + width]) for i in range(0, len(cells), width)]
    return "\n".join([*rows, note] if note else rows)


def labelled_text(cells: Sequence[str], width: int, note: str = "") -> str:
    """The cells as rows of text, with ranks in front, files below, and ``note`` at the end."""
    height = len(cells) // width
    rows = board_text(cells, width).split("\n")
    rows = [f"{height - y:<2}{row}" for y, row in enumerate(rows)]
    rows.append("  " + " ".join(chr(97 + x) for x in range(width)))
    return "\n".join([*rows, note] if note else rows)


def split_note(text: str) -> tuple[list[str], str | None]:
    """The rows of a text, and the player to move if the last row names one.

    >>> split_note("X O/O X/O to move")
    (['X O', 'O X'], 'O')
    """
    rows = [row.strip() for row in re.split(r"[\n/]", text.strip())]
    found = re.fullmatch(r"(\S+) to move", rows[-1])
    return (rows[:-1], found[1]) if found else (rows, None)


def read_board(text: str, width: int, height: int, pieces: str) -> tuple[str, str | None]:
    """The cells as a string of ``pieces`` and ``.``, and the player to move if the text names one.

    >>> read_board("1 2/. X/X O", 2, 2, "XO")
    ('.XXO', None)
    >>> read_board("X/O", 2, 2, "XO")
    Traceback (most recent call last):
    perfectplay.core.errors.ParseError: expected 2 rows of 2 cells ("X", "O" or "."), got "X/O"
    """
    found, mover = split_note(text)
    files = "".join(chr(97 + x) for x in range(width))
    rows = [row.replace(" ", "").lstrip("0123456789") for row in found]
    rows = [row.upper() for row in rows if row not in ("", files)]
    if len(rows) == 1:
        rows = _rows_of_one_line(rows[0], width, height)
    allowed = set(pieces) | {EMPTY}
    right = len(rows) == height and all(len(row) == width and set(row) <= allowed for row in rows)
    if not right or (mover is not None and mover.upper() not in pieces):
        names = ", ".join(f'"{piece}"' for piece in pieces)
        raise ParseError(
            f'expected {height} rows of {width} cells ({names} or "{EMPTY}"), got "{text}"'
        )
    return "".join(rows), mover.upper() if mover else None


def _rows_of_one_line(line: str, width: int, height: int) -> list[str]:
    """A board written in one line: rows or cells with ``,``, ``;`` or ``|`` between them, or all.

    >>> _rows_of_one_line("X.|.O", 2, 2), _rows_of_one_line("X..O", 2, 2)
    (['X.', '.O'], ['X.', '.O'])
    """
    parts = re.split("[,;|]", re.sub(r"[\[\](){}'\"]", "", line))
    cells = "".join(parts)
    if len(cells) == width * height and {len(part) for part in parts} <= {1, width, len(cells)}:
        parts = [cells[i : i + width] for i in range(0, len(cells), width)]
    return parts


def mask(cells: str, piece: str) -> int:
    """Bit mask of the cells with this piece."""
    return sum(1 << i for i, cell in enumerate(cells) if cell == piece)


def cell_texts(mine: int, theirs: int, cells: int, names: str) -> list[str]:
    """Text of each cell: ``names[0]`` for a man of the player to move, ``names[1]`` for another.

    >>> cell_texts(0b01, 0b10, 3, "XO")
    ['X', 'O', '.']
    """
    return [
        names[0] if mine >> i & 1 else names[1] if theirs >> i & 1 else EMPTY for i in range(cells)
    ]


def pawns_text(mine: int, theirs: int, width: int, height: int, seat: int | None) -> str:
    """Pawns W of seat 0 and B of seat 1, with ranks and files; without a seat, W is to move."""
    cells = cell_texts(mine, theirs, width * height, "BW" if seat == 1 else "WB")
    return labelled_text(cells, width, "B to move" if seat == 1 else "")


def read_pawns(text: str, width: int, height: int) -> tuple[int, int]:
    """Masks of the pawns of the player to move and of the other; the inverse of `pawns_text`."""
    cells, mover = read_board(text, width, height, "WB")
    white, black = mask(cells, "W"), mask(cells, "B")
    return (black, white) if mover == "B" else (white, black)


def step_text(move: tuple[int, int], width: int, height: int) -> str:
    """A move from a cell to another.

    >>> step_text((6, 3), 3, 3)
    'a1-a2'
    """
    return "-".join(square(cell, width, height) for cell in move)


def read_step(text: str, width: int, height: int, example: str) -> tuple[int, int]:
    """The cells (from, to) of a move; the inverse of `step_text`. Raises ParseError."""
    found = re.fullmatch(r"(\w+) *[-x ] *(\w+)", text.strip().lower())
    if not found:
        raise ParseError(f'expected two cells such as "{example}", got "{text}"')
    return (read_square(found[1], width, height), read_square(found[2], width, height))


def stones_text(mine: int, theirs: int, width: int, height: int, seat: int | None) -> str:
    """Stones of two players as X (seat 0) and O.

    Without a seat, X has as many stones as O or one more. A last row names the player to move if
    it does not follow from the number of stones.

    >>> stones_text(0b01, 0b10, 2, 1, 0), stones_text(0b01, 0b10, 2, 1, 1)
    ('X O', 'O X\\nO to move')
    """
    expected = 0 if mine.bit_count() == theirs.bit_count() else 1
    mover = expected if seat is None else seat
    names = "XO" if mover == 0 else "OX"
    cells = cell_texts(mine, theirs, width * height, names)
    return board_text(cells, width, "" if mover == expected else f"{names[0]} to move")


def read_stones(text: str, width: int, height: int) -> tuple[int, int]:
    """Masks of the stones of the player to move and of the other; the inverse of `stones_text`."""
    cells, mover = read_board(text, width, height, "XO")
    crosses, noughts = mask(cells, "X"), mask(cells, "O")
    if mover is None:
        mover = "X" if crosses.bit_count() == noughts.bit_count() else "O"
    return (crosses, noughts) if mover == "X" else (noughts, crosses)


def completed(lines: Sequence[int], *stones: int) -> list[int]:
    """The cells of all lines that one of the masks has completed.

    >>> completed(lines(3, 3, 3), 0b000000111, 0b001010000)
    [0, 1, 2]
    """
    cells = 0
    for line in lines:
        cells |= line if any(mask & line == line for mask in stones) else 0
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]
