"""Boards as SVG, for pages, notebooks, documents and files.

The same board gives the same text, which needs no other file. Colours are CSS variables with a
light and a dark form; a shape, a letter or a number repeats the meaning of every colour.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import hypot
from typing import TypeAlias

from perfectplay.drawing.board.marks import MoveMark, marks_of
from perfectplay.drawing.board.svg_shapes import CELL, clean, number, piece, write
from perfectplay.drawing.board.svg_style import STYLE
from perfectplay.drawing.board.svg_tags import narrow_tag, tag, tag_width
from perfectplay.game.board import Board
from perfectplay.tablebase.record import Record

MARGIN = 18.0
CHIP = 26.0
"""Height of a move that is listed below the board."""

CHIPS = 120
"""Most moves that are listed below a board."""

ON_CELL, SHORT = 3, 5
"""Most moves that have room on one cell, and most characters of each."""

_LEAST_WIDTH = 300.0

Point: TypeAlias = tuple[float, float]
Spots: TypeAlias = dict[str, str]


def svg(
    board: Board,
    record: Record | None = None,
    *,
    title: str = "",
    caption: str = "",
    marks: list[MoveMark] | None = None,
) -> str:
    """SVG document of a board; with a record, its moves by value.

    ``title`` is for screen readers, ``caption`` a line below the picture; ``marks``: those of the
    moves, by default those of the record. Moves are labelled with
    their value for the mover (W, D or L) and the plies to the end, counted from this position; a
    best move has a thick frame.

    >>> from perfectplay.game.boards.board_of import board_of
    >>> from perfectplay.game.checks.checked_game import CheckedGame
    >>> from perfectplay.games.tic_tac_toe import TicTacToe
    >>> svg(board_of(CheckedGame(TicTacToe()), 0)).count("<rect")
    10
    """
    marks = marks_of(board, record) if marks is None else marks
    left, top, right, bottom = _extent(board)
    inner = max(right - left, _LEAST_WIDTH, min(480.0, 7.2 * len(caption)))
    shift_x = MARGIN + (inner - (right - left)) / 2 - left
    shift_y = MARGIN - top
    below, placed = _parted(board, marks)
    at = [(x * CELL + shift_x, y * CELL + shift_y) for x, y in board.places]
    spots = _spots(marks, placed, at)
    body = [_scene(board, placed, spots, shift_x, shift_y)]
    y = MARGIN + bottom - top + 6
    for line in (board.note, caption):
        if line:
            body.append(write(MARGIN + inner / 2, y + 10, line, 14))
            y += 22
    chips, y = _chips(below, spots, inner, y)
    body.append(chips)
    width, height = number(inner + 2 * MARGIN), number(y + MARGIN - 6)
    description = ". ".join(
        part for part in (board.text, caption, *(m.words for m in marks)) if part
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pp" role="img" '
        f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{clean(title or 'board')}</title><desc>{clean(description)}</desc>"
        f"<style>{STYLE}</style>"
        f'<rect width="{width}" height="{height}" rx="8" class="pp-paper"/>{"".join(body)}</svg>\n'
    )


def _parted(board: Board, marks: list[MoveMark]) -> tuple[list[MoveMark], list[MoveMark]]:
    """The moves below the board, and those on it.

    Below are moves without a place, moves that would cover one another, of which only one could
    be clicked (a piece may become another, or take a cell away), and several moves
    of one piece that would cover the piece.
    """
    at = defaultdict(list)
    for mark in marks:
        at[mark.choice.source, mark.choice.target].append(len(mark.choice.text))
    parted: tuple[list[MoveMark], list[MoveMark]] = ([], [])
    for mark in marks:
        source, target = mark.choice.source, mark.choice.target
        lengths = at[source, target]
        empty = target is not None and board.pieces[target] is None
        few = source is None and empty and len(lengths) <= ON_CELL and max(lengths) <= SHORT
        parted[target is not None and (len(lengths) == 1 or few)].append(mark)
    return parted


def _spots(marks: list[MoveMark], placed: list[MoveMark], at: list[Point]) -> Spots:
    """The middles of the cells of each move, for pages on which a click on a cell shows its moves;
    none if each move has a cell of its own."""
    if all(mark.choice.source is None for mark in marks) and len(placed) == sum(
        mark.choice.target is not None for mark in marks
    ):
        return {}
    found = {}
    for mark in marks:
        cells = [mark.choice.source, mark.choice.target]
        found[mark.choice.text] = " ".join(
            ",".join(map(number, at[cell])) for cell in cells if cell is not None
        )
    return found


def _extent(board: Board) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the board, without the moves below it."""
    if not board.places:
        lines = board.text.split("\n")
        return 0.0, 0.0, 9.7 * max(map(len, lines)), 20.0 * len(lines)
    half = CELL / 2
    xs = [x * CELL + side for x, _ in board.places for side in (-half, half)]
    ys = [y * CELL + side for _, y in board.places for side in (-half, half)]
    for x, y, text in board.labels:
        wide = 4.5 * len(text)
        xs += [x * CELL - wide, x * CELL + wide]
        ys += [y * CELL - 9, y * CELL + 9]
    return min(xs), min(ys), max(xs), max(ys)


def _scene(
    board: Board, marks: list[MoveMark], spots: Spots, shift_x: float, shift_y: float
) -> str:
    """SVG of cells, lines, pieces, labels and the moves with a place."""
    if not board.places:
        lines = board.text.split("\n")
        return "".join(
            write(shift_x, shift_y + 20 * i + 10, line, 16, "pp-text pp-mono", "start")
            for i, line in enumerate(lines)
        )
    at = [(x * CELL + shift_x, y * CELL + shift_y) for x, y in board.places]
    half = CELL / 2
    frames = [
        f'<rect x="{number(at[i][0] - half)}" y="{number(at[i][1] - half)}" width="{number(CELL)}" '
        f'height="{number(CELL)}" class="pp-cell"/>'
        for i in sorted(board.framed)
    ]
    joins = [
        f'<path d="M{_xy(at[one])}L{_xy(at[other])}" class="pp-join"/>'
        for one, other in board.joined
    ]
    points = {cell for pair in board.joined for cell in pair} - board.framed
    joins += [
        f'<circle cx="{number(at[i][0])}" cy="{number(at[i][1])}" r="6" class="pp-point"/>'
        for i in sorted(points)
        if board.pieces[i] is None
    ]
    pieces = [piece(what, *at[i]) for i, what in enumerate(board.pieces) if what is not None]
    pieces += [
        f'<rect x="{number(at[i][0] - half + 3)}" y="{number(at[i][1] - half + 3)}" rx="6" '
        f'width="{number(CELL - 6)}" height="{number(CELL - 6)}" class="pp-edge pp-won" '
        'style="fill:none;stroke-width:5"/>'
        for i in board.deciding
    ]
    labels = [
        write(x * CELL + shift_x, y * CELL + shift_y, text, 14) for x, y, text in board.labels
    ]
    return "".join([*frames, *joins, *pieces, *labels, *_moves(board, marks, spots, at)])


def _xy(point: tuple[float, float]) -> str:
    return f"{number(point[0])} {number(point[1])}"


# --- moves ----------------------------------------------------------------------------------------


def _moves(board: Board, marks: list[MoveMark], spots: Spots, at: list[Point]) -> list[str]:
    """SVG of the moves with a place; several on one cell stand below one another."""
    dots = [mark for mark in marks if mark.choice.source is None]
    arrows = [mark for mark in marks if mark.choice.source is not None]
    into = Counter(mark.choice.target for mark in arrows)
    many = Counter(mark.choice.target for mark in dots)
    placed_on: Counter[int | None] = Counter()
    drawn = [
        _group(mark, _arrow(board, mark, at, alone=into[mark.choice.target] == 1), spots)
        for mark in arrows
    ]
    for mark in dots:
        target = mark.choice.target
        assert target is not None
        x, y = at[target]
        count = many[target]
        y += min(24.0, 56.0 / count) * (placed_on[target] - (count - 1) / 2)
        placed_on[target] += 1
        # low on a piece, which stays readable
        y += 25 if count == 1 and board.pieces[target] is not None else 0
        label = f"{mark.choice.text} {mark.label}".strip() if count > 1 else mark.label
        body = tag(mark, x, y, label)
        drawn.append(_group(mark, body if count == 1 else narrow_tag(body, x, y, label), spots))
    return drawn


def _group(mark: MoveMark, body: str, spots: Spots) -> str:
    value = "plain" if mark.value is None else str(mark.value)
    roles = f"pp-move pp-{value}" + (f" pp-{mark.grade}" if mark.grade else "")
    text = clean(mark.choice.text)
    spot = spots.get(mark.choice.text)
    at = f' data-at="{spot}"' if spot else ""
    return f'<g class="{roles}" data-move="{text}"{at}><title>{clean(mark.words)}</title>{body}</g>'


def _arrow(board: Board, mark: MoveMark, at: list[Point], *, alone: bool) -> str:
    """An arrow between the pieces of two cells. Its label stands in an empty cell at its end if it
    is the only one into that cell, else on its first half, or beside it if that is too short."""
    source, target = mark.choice.source, mark.choice.target
    assert source is not None
    assert target is not None
    (x1, y1), (x2, y2) = at[source], at[target]
    length = hypot(x2 - x1, y2 - y1) or 1.0
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    free = board.pieces[target] is None
    ends = alone and free and mark.label != ""
    near = 24.0 if board.pieces[source] is not None else 8.0
    far = 20.0 if ends else 8.0 if free else 22.0
    tip_x, tip_y = x2 - far * dx, y2 - far * dy
    back_x, back_y = tip_x - 12 * dx, tip_y - 12 * dy
    shaft = f"M{_xy((x1 + near * dx, y1 + near * dy))}L{_xy((back_x, back_y))}"
    head = (
        f"M{_xy((tip_x, tip_y))}L{_xy((back_x - 9 * dy, back_y + 9 * dx))}"
        f"L{_xy((back_x + 9 * dy, back_y - 9 * dx))}Z"
    )
    body = f'<path d="{head}" class="pp-head"/>'
    if length - near - far > 14:
        body = f'<path d="{shaft}" class="pp-under"/><path d="{shaft}" class="pp-shaft"/>{body}'
    if not mark.label:
        return body
    along, beside = length if ends else max(0.3 * length, near + 4), 0.0
    wide = tag_width(mark.label)
    if not free and length - near - far < wide + 20:
        along = (near + length - far) / 2
        beside = (wide * abs(dy) + 20 * abs(dx)) / 2 + 7
    x, y = x1 + along * dx + beside * dy, y1 + along * dy - beside * dx
    x = max(min(at)[0] - 49 + wide / 2, min(max(at)[0] + 49 - wide / 2, x))  # in the frame
    return body + tag(mark, x, y, mark.label, 20.0)


def _chips(marks: list[MoveMark], spots: Spots, inner: float, y: float) -> tuple[str, float]:
    """SVG of the moves without a place, in lines below the board; and its lower end. A page may
    list them elsewhere, and end the picture at its ``data-top``. Moves beyond `CHIPS` are not
    drawn, but those of a cell are there, for pages that show them at a click on it."""
    if not marks:
        return "", y
    drawn, x = [f'<g class="pp-below" data-top="{number(y + MARGIN - 6)}">'], MARGIN
    y += CHIP / 2 + 4
    for mark in marks[:CHIPS]:
        label = f"{mark.choice.text}  {mark.label}".strip()
        wide = tag_width(label)
        if x > MARGIN and x + wide > MARGIN + inner:
            x, y = MARGIN, y + CHIP + 6
        drawn.append(_group(mark, tag(mark, x + wide / 2, y, label, CHIP), spots))
        x += wide + 8
    if len(marks) > CHIPS:
        y += CHIP + 6
        more = f"and {len(marks) - CHIPS:,} more moves"
        drawn.append(write(MARGIN, y, more, 13, "pp-text", "start"))
        drawn += [_group(m, "", spots) for m in marks[CHIPS:] if spots.get(m.choice.text)]
    return "".join([*drawn, "</g>"]), y + CHIP / 2 + 6
