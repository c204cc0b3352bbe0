"""Bar charts of the page of numbers, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perfectplay.core.value import Value
from perfectplay.drawing.board.svg_shapes import clean
from perfectplay.drawing.board.value_colours import LETTERS

HEIGHT = 190
MOST_BARS = 90
"""More bars than this are merged, so that each has several plies."""


@dataclass(frozen=True)
class ChartBar:
    """A bar: the text below it, and its parts from the bottom."""

    name: str
    parts: tuple[tuple[Value, int], ...]

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(count for _, count in self.parts)


def bar_chart(bars: Sequence[ChartBar], title: str, words: Mapping[Value, str]) -> str:
    """A chart of stacked bars, hatched by value; ``words`` are those of the values.

    >>> bars = [ChartBar("0", ((Value.LOSS, 2),)), ChartBar("1", ((Value.WIN, 4),))]
    >>> chart = bar_chart(bars, "All", {Value.LOSS: "lost", Value.WIN: "won"})
    >>> chart.count("<rect"), "4 won" in chart
    (2, True)
    """
    shown = _merged(list(bars))
    most = max((bar.total for bar in shown), default=1) or 1
    step = min(64.0, max(9.0, 680 / max(len(shown), 1)))
    left = 14 + 7.5 * len(f"{most:,}")
    width, height = left + step * len(shown) + 12, HEIGHT + 40
    body = [_rules(most, left, width)]
    every = max(1, round(max(len(bar.name) for bar in shown) * 8 / step + 0.3)) if shown else 1
    for i, bar in enumerate(shown):
        body.append(_bar(bar, left + i * step, step, most, words))
        if i % every == 0 or bar.name == "endless":
            body.append(
                f'<text x="{left + (i + 0.5) * step:.1f}" y="{HEIGHT + 26}" '
                f'text-anchor="middle">{clean(bar.name)}</text>'
            )
    return (
        f'<svg class="bars" viewBox="0 0 {width:.0f} {height}" role="img" '
        f'aria-label="{clean(title)}: {clean(_summary(bars))}">{"".join(body)}</svg>'
    )


def _merged(bars: list[ChartBar]) -> list[ChartBar]:
    """Neighbours merged if there are too many bars; endless draws stay apart."""
    last = [bars.pop()] if bars and bars[-1].name == "endless" else []
    each = -(-len(bars) // MOST_BARS) if bars else 1
    if each > 1:
        groups = [bars[i : i + each] for i in range(0, len(bars), each)]
        bars = [
            ChartBar(
                f"{group[0].name}–{group[-1].name}",
                tuple(
                    (value, sum(bar.parts[k][1] for bar in group))
                    for k, (value, _) in enumerate(group[0].parts)
                ),
            )
            for group in groups
        ]
    return bars + last


def _bar(bar: ChartBar, x: float, step: float, most: int, words: Mapping[Value, str]) -> str:
    parts, y = [], float(HEIGHT + 8)
    gap = min(4.0, step * 0.12)
    for value, count in bar.parts:
        if not count:
            continue
        high = max(1.0, (HEIGHT - 6) * count / most)
        y -= high
        parts.append(
            f'<rect class="part {value}" x="{x + gap:.1f}" y="{y:.1f}" '
            f'width="{step - 2 * gap:.1f}" height="{high:.1f}"/>'
        )
        if high > 15 and step > 24:
            parts.append(
                f'<text class="on" x="{x + step / 2:.1f}" y="{y + high / 2 + 4:.1f}" '
                f'text-anchor="middle">{LETTERS[value]}</text>'
            )
    words_of_bar = ", ".join(f"{n:,} {words[value]}" for value, n in bar.parts if n)
    return f"<g><title>{clean(f'{bar.name}: {words_of_bar}')}</title>{''.join(parts)}</g>"


def _rules(most: int, left: float, width: float) -> str:
    """Lines at round numbers."""
    step = 10 ** (len(str(most)) - 1)
    while most // step < 2 and step > 1:
        step = step // 2 if step % 2 == 0 else step // 5
    lines = []
    for count in range(0, most + 1, max(step, 1)):
        y = HEIGHT + 8 - (HEIGHT - 6) * count / most
        lines.append(
            f'<line class="rule" x1="{left:.0f}" x2="{width:.0f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{left - 6:.0f}" y="{y + 4:.1f}" text-anchor="end">{count:,}</text>'
        )
    return "".join(lines)


def _summary(bars: Sequence[ChartBar]) -> str:
    top = max(bars, key=lambda bar: bar.total, default=None)
    return "none" if top is None else f"{len(bars)} bars, the highest {top.total:,} at {top.name}"
