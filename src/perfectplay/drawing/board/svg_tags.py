"""The tags of moves on a board: the value of each, in an outline that shows it too."""

from __future__ import annotations

from perfectplay.core.value import Value
from perfectplay.drawing.board.marks import MoveMark
from perfectplay.drawing.board.svg_shapes import CELL, number, write


def tag_width(label: str) -> float:
    """Approximate width of a tag."""
    return max(34.0, 16 + 8.2 * len(label))


def tag(mark: MoveMark, x: float, y: float, label: str, height: float = 22.0) -> str:
    """A label; its outline shows the value too: round, square, or with cut corners."""
    if not label:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="7" class="pp-tag"/>'
    wide, half = tag_width(label), height / 2
    if mark.value is Value.LOSS:
        cut = 7.0
        ground = (
            f'<path d="M{number(x - wide / 2)} {number(y - half + cut)}l{cut} -{cut}'
            f"h{number(wide - 2 * cut)}l{cut} {cut}v{number(height - 2 * cut)}l-{cut} {cut}"
            f'h-{number(wide - 2 * cut)}l-{cut} -{cut}Z" class="pp-tag"/>'
        )
    else:
        corner = half if mark.value is Value.WIN else 2
        ground = (
            f'<rect x="{number(x - wide / 2)}" y="{number(y - half)}" width="{number(wide)}" '
            f'height="{number(height)}" rx="{number(corner)}" class="pp-tag"/>'
        )
    return ground + write(x, y, label, 13, "pp-label")


def narrow_tag(drawn: str, x: float, y: float, label: str) -> str:
    """A tag made smaller if it is wider than its cell: it would cover those of the next cells."""
    factor = (CELL - 4) / tag_width(label)
    if factor >= 1:
        return drawn
    there, back = f"{number(x)} {number(y)}", f"{number(-x)} {number(-y)}"
    return f'<g transform="translate({there}) scale({factor:.3f}) translate({back})">{drawn}</g>'
