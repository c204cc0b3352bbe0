"""Parts of the drawn figures: boxes, arrows, words, and boards of tic-tac-toe, as SVG."""

from __future__ import annotations

import html
import math

from perfectplay import Value

COLOURS = {Value.WIN: "var(--win)", Value.DRAW: "var(--draw)", Value.LOSS: "var(--loss)"}
INKS = {Value.WIN: "#fff", Value.DRAW: "#111", Value.LOSS: "#fff"}


def picture(width: float, height: float, label: str, parts: list[str]) -> str:
    """A figure: an SVG of this size in a frame that scrolls on a narrow screen."""
    return (
        f'<div class="figure-drawn drawn"><svg viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label="{html.escape(label)}" '
        f'xmlns="http://www.w3.org/2000/svg" font-family="system-ui, sans-serif">'
        f"{''.join(parts)}</svg></div>\n"
    )


def words(
    x: float, y: float, text: str, size: float = 14, anchor: str = "middle", **style: str
) -> str:
    """Words with the middle of their line at y."""
    looks = {"fill": "var(--ink)", **{key.replace("_", "-"): value for key, value in style.items()}}
    given = "".join(f' {key}="{value}"' for key, value in looks.items())
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
        f'dominant-baseline="central"{given}>{html.escape(text)}</text>'
    )


def box(x: float, y: float, width: float, height: float, *lines: str, fill: str = "") -> str:
    """A box with lines of words; the first is bold."""
    parts = [
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" '
        f'fill="{fill or "var(--box)"}" stroke="var(--line)"/>'
    ]
    top = y + height / 2 - 9 * (len(lines) - 1)
    for place, line in enumerate(lines):
        weight = "600" if place == 0 else "400"
        size = 15 if place == 0 else 12.5
        parts.append(words(x + width / 2, top + 18 * place, line, size, **{"font-weight": weight}))
    return "".join(parts)


def arrow(
    x1: float, y1: float, x2: float, y2: float, *, thick: float = 1.5, bend: float = 0
) -> str:
    """An arrow; ``bend`` moves its middle to the left of its direction."""
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    mx, my = (x1 + x2) / 2 + uy * bend, (y1 + y2) / 2 - ux * bend
    tx, ty = x2 - mx, y2 - my
    reach = math.hypot(tx, ty)
    tx, ty = tx / reach, ty / reach
    bx, by = x2 - 9 * tx, y2 - 9 * ty
    head = (
        f"{x2:.1f},{y2:.1f} {bx - 4 * ty:.1f},{by + 4 * tx:.1f} {bx + 4 * ty:.1f},{by - 4 * tx:.1f}"
    )
    return (
        f'<path d="M{x1:.1f} {y1:.1f}Q{mx:.1f} {my:.1f} {bx:.1f} {by:.1f}" fill="none" '
        f'stroke="var(--line)" stroke-width="{thick:g}"/>'
        f'<polygon points="{head}" fill="var(--line)"/>'
    )


def node(
    x: float, y: float, name: str, value: Value | None, plies: int | None, size: float = 21
) -> str:
    """A state: a disc with its name, and with its value and remoteness if it is known."""
    if value is None:
        fill, ink, mark = "var(--box)", "var(--ink)", "?"
    else:
        fill, ink = COLOURS[value], INKS[value]
        mark = f"{value.name[0]}{'∞' if plies is None else plies}"
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="{fill}" stroke="var(--line)"/>'
        + words(x, y - size / 3, name, 12, fill=ink)
        + words(x, y + size / 3, mark, 12.5, fill=ink, font_weight="600")
    )


def small_board(x: float, y: float, size: float, text: str, frame: bool = False) -> str:
    """A position of tic-tac-toe: nine signs of X, O and dots."""
    cell = size / 3
    edge = ' stroke-width="3"' if frame else ""
    colour = "var(--win)" if frame else "var(--line)"
    parts = [
        f'<rect x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" fill="var(--box)" '
        f'stroke="{colour}"{edge}/>'
    ]
    for i in (1, 2):
        at = f"{x + i * cell:g}"
        across = f"{y + i * cell:g}"
        parts.append(
            f'<path d="M{at} {y:g}v{size:g}M{x:g} {across}h{size:g}" stroke="var(--line)"/>'
        )
    for place, sign in enumerate("".join(text.split())):
        if sign in "XO":
            cx, cy = x + (place % 3 + 0.5) * cell, y + (place // 3 + 0.5) * cell
            parts.append(words(cx, cy, sign, cell * 0.75, font_weight="600"))
    return "".join(parts)
