"""Pieces as SVG, each around the centre of its cell. A cell is 64 wide."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from perfectplay.game.board import Piece

CELL = 64.0

_ELEMENTS = {
    "disc": 'circle r="22"',
    "ring": 'circle r="18"',
    "dot": 'circle r="6"',
    "square": 'rect x="-23" y="-23" width="46" height="46" rx="5"',
    "cross": 'path d="M-17 -17L17 17M17 -17L-17 17"',
    "across": 'path d="M-54 0L54 0"',
    "upright": 'path d="M0 -54L0 54"',
    "up": 'path d="M0 -21L19 17L-19 17Z"',
    "down": 'path d="M0 21L19 -17L-19 -17Z"',
    "right": 'path d="M21 0L-17 19L-17 -19Z"',
    "left": 'path d="M-21 0L17 19L17 -19Z"',
}
"""SVG element of each shape, without its class."""


@lru_cache(4096)
def number(value: float) -> str:
    """A coordinate in the fewest characters.

    >>> number(3.0), number(-0.04), number(2.25)
    ('3', '0', '2.2')
    """
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Text escaped for XML, without control characters.

    >>> clean("<a & 'b'\\x00>")
    '&lt;a &amp; &#x27;b&#x27;�&gt;'
    """
    return escape(_NOT_XML.sub("�", text), quote=True)


_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def write(
    x: float, y: float, text: str, size: float, role: str = "pp-text", anchor: str = "middle"
) -> str:
    """SVG of a text, centred vertically at y."""
    return (
        f'<text x="{number(x)}" y="{number(y + size * 0.35)}" class="{role}" '
        f'font-size="{number(size)}" text-anchor="{anchor}">{clean(text)}</text>'
    )


def piece(what: Piece, x: float, y: float) -> str:
    """SVG of a piece at the centre of a cell."""
    role = "pp-nobody" if what.seat is None else f"pp-seat{what.seat}"
    body = _body(what, role)
    return f'<g transform="translate({number(x)} {number(y)})">{body}</g>'


def _body(what: Piece, role: str) -> str:
    if what.shape == "pit":
        return _pit(what.count or 0, role)
    if what.shape == "hand":
        return _hand(what.count or 0, role)
    body = _shape(what, role)
    if what.count is not None:
        body += write(20, 20, f"{what.count:,}", 15, "pp-text pp-strong")
    return body


def _shape(what: Piece, role: str) -> str:
    shape, nobody = what.shape, what.seat is None
    if shape not in _ELEMENTS:  # letters
        size = {1: 30, 2: 26, 3: 21}.get(len(shape), 18)
        return write(0, 0, shape, size, f"{'pp' if nobody else role}-text pp-strong")
    element = f"<{_ELEMENTS[shape]} class="
    if shape in ("ring", "cross"):
        return f'{element}"pp-outline"/>{element}"{role}-line"/>'
    if shape in ("across", "upright"):
        return f'{element}"{role}-line pp-bar"/>'
    if shape == "dot":
        return f'{element}"{"pp-ink" if nobody else role}"/>'
    # a hole distinguishes the discs of seat 1 without colours
    hole = '<circle r="8" class="pp-hole"/>' if shape == "disc" and what.seat == 1 else ""
    return f'{element}"{role} pp-edge"/>{hole}'


_SEEDS = ((0, 0), (-9, -6), (9, 6), (9, -6), (-9, 6), (0, -12), (0, 12), (-18, 0), (18, 0),
          (-17, -12), (17, 12), (17, -12), (-17, 12))  # fmt: skip


def _pit(count: int, role: str) -> str:
    """A pit with the number of its seeds, which are drawn while they are few."""
    seeds = _SEEDS[:count] if count <= len(_SEEDS) else ()
    dots = "".join(f'<circle cx="{x}" cy="{y + 4}" r="4" class="{role}"/>' for x, y in seeds)
    ground = f'<circle r="29" class="pp-pit {role}-rim"/>'
    if not dots and count:
        return ground + write(0, 0, f"{count:,}", 20, "pp-text pp-strong")
    return ground + dots + write(0, -19, f"{count:,}", 13, "pp-text pp-strong")


def _hand(count: int, role: str) -> str:
    """A hand with ``count`` raised fingers, and their number."""
    up = min(count, 5)
    left = -5.5 * (up - 1)
    fingers = "".join(
        f'<rect x="{number(left + 11 * i - 4.5)}" y="-27" width="9" height="34" rx="4.5" '
        f'class="{role} pp-edge"/>'
        for i in range(up)
    )
    palm_role = role if count else "pp-dead"
    palm = f'<rect x="-27" y="0" width="54" height="27" rx="11" class="{palm_role} pp-edge"/>'
    return fingers + palm + write(0, 14, f"{count:,}", 17, "pp-onpiece" if count else "pp-text")
