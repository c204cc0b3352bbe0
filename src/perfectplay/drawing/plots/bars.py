"""States by remoteness, as data and as a bar chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import COLOURS
from perfectplay.drawing.plots import looks
from perfectplay.game.game import Game
from perfectplay.solver.solution_of import solution_of
from perfectplay.tablebase.solution import Solution

MOST_BARS = 120
"""Most bars; if there are more plies, several share a bar."""

_NAMES = {"wins": Value.WIN, "draws": Value.DRAW, "losses": Value.LOSS}


@dataclass(frozen=True)
class Bars:
    """Numbers of won, drawn and lost states by plies to the end.

    ``plies`` are 0, 1, ... to the most, also those without states; ``wins``, ``draws`` and
    ``losses`` have one count for each; ``endless`` is the number of endless draws.
    """

    solution: Solution
    plies: tuple[int, ...]
    wins: tuple[int, ...]
    draws: tuple[int, ...]
    losses: tuple[int, ...]
    endless: int

    @property
    def texts(self) -> tuple[str, ...]:
        """Labels of the bars, the endless draws last if there are any."""
        return (*map(str, self.plies), *(["endless"] if self.endless else []))

    @property
    def series(self) -> dict[str, tuple[int, ...]]:
        """Counts by name, one for each of ``texts``."""
        more = (0,) if self.endless else ()
        return {
            "wins": self.wins + more,
            "draws": self.draws + ((self.endless,) if self.endless else ()),
            "losses": self.losses + more,
        }


def bars_of(solution: Solution | Game) -> Bars:
    """Counts of all states that a solution covers, by remoteness.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> bars = bars_of(solve(ThreeRocks(left=4, right=2)))
    >>> bars.plies, bars.wins, bars.losses, bars.endless
    ((0, 1, 2, 3), (0, 8, 0, 3), (1, 0, 3, 0), 0)
    """
    solution = solution_of(solution, "bars_of")
    known = dict(solution.by_remoteness)
    endless = known.pop(None, {"draws": 0})["draws"]
    plies = tuple(range(max((p for p in known if p is not None), default=-1) + 1))
    none = {"wins": 0, "draws": 0, "losses": 0}
    wins, draws, losses = (
        tuple(known.get(ply, none)[name] for ply in plies) for name in ("wins", "draws", "losses")
    )
    return Bars(solution, plies, wins, draws, losses, endless)


def bar_chart(bars: Bars) -> Any:
    """Matplotlib figure of stacked bars. Raises MissingExtraError.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> axes = bar_chart(bars_of(solve(ThreeRocks(left=4, right=2)))).axes[0]
    >>> [(c.get_label(), [int(bar.get_height()) for bar in c]) for c in axes.containers]
    [('won', [0, 8, 0, 3]), ('lost', [1, 0, 3, 0])]
    """
    each = _each(len(bars.plies))
    with looks.our_looks():
        count = -(-len(bars.plies) // each)
        wide = min(11.0, max(3.6, 0.3 * (count + (2 if bars.endless else 0))))
        figure = looks.matplotlib("figure").Figure(figsize=(wide + 1.6, 4.6))
        axes = figure.add_axes((1 / (wide + 1.6), 0.2, wide / (wide + 1.6), 0.62))
        _draw(axes, bars, each)
        _endless(axes, bars, each)
        _axes(axes, bars, each, wide)
        subtitle = "states by the plies to the end" + (f", {each} plies a bar" if each > 1 else "")
        looks.headline(figure, bars.solution, subtitle, 1.0, 3.93, wide)
        figure.legend(**looks.LEGEND, handlelength=1.4, bbox_to_anchor=(1 / (wide + 1.6), 0.06))
        return figure


def _each(plies: int) -> int:
    """Plies that share a bar: 1, or an even number, as wins are odd and losses even."""
    if plies <= MOST_BARS:
        return 1
    least = plies / MOST_BARS
    steps = (base * int(10**e) for e in range(12) for base in (2, 4, 10))
    return next(step for step in steps if step >= least)


def _draw(axes: Any, bars: Bars, each: int) -> None:
    """Draw the stacked bars of wins, draws and losses."""
    words = looks.words_of(bars.solution)
    base = [0] * -(-len(bars.plies) // each)
    places = [each * i + (each - 1) / 2 for i in range(len(base))]
    for name, value in _NAMES.items():
        counts = getattr(bars, name)
        tall = [sum(counts[i : i + each]) for i in range(0, len(counts), each)]
        if any(tall):
            axes.bar(
                places, tall, width=0.8 * each, bottom=base, color=COLOURS[value],
                hatch=looks.HATCHES[value], edgecolor=looks.INK, linewidth=0.4, label=words[value],
            )  # fmt: skip
        base = [low + more for low, more in zip(base, tall, strict=True)]


def _endless(axes: Any, bars: Bars, each: int) -> None:
    """Draw the bar of endless draws, apart from the others, after the last ply."""
    if bars.endless:
        axes.bar([_apart(bars, each)], [bars.endless], width=0.8 * each, color="white", hatch="xx",
                 edgecolor="#806F00", linewidth=1.2, label="endless draws")  # fmt: skip


def _apart(bars: Bars, each: int) -> float:
    return (-(-len(bars.plies) // each) + 1.5) * each - 0.5


def _axes(axes: Any, bars: Bars, each: int, wide: float) -> None:
    last = bars.plies[-1] if bars.plies else 0
    step = looks.step_of(last + 1, int(wide / (0.085 * len(str(last)) + 0.16)))
    if each > 1:
        step = -(-step // each) * each
    ticks: list[float] = list(range(0, last + 1, step))
    texts = [f"{tick:g}" for tick in ticks]
    if bars.endless:
        apart = _apart(bars, each)
        room = 0.75 * (last + 1) / wide  # else two labels overlap
        kept = [i for i, tick in enumerate(ticks) if apart - tick > room]
        ticks, texts = [*(ticks[i] for i in kept), apart], [*(texts[i] for i in kept), "endless"]
    axes.set_xticks(ticks, texts)
    axes.set_xlabel("plies to the end", fontsize=11)
    axes.set_ylabel("states", fontsize=11)
    axes.yaxis.set_major_formatter(looks.matplotlib("ticker").StrMethodFormatter("{x:,.0f}"))
    axes.yaxis.set_major_locator(looks.matplotlib("ticker").MaxNLocator(6, integer=True))
    end = -(-len(bars.plies) // each) * each - 0.5
    axes.set_xlim(-0.5 - 0.1 * each, _apart(bars, each) + 0.7 * each if bars.endless else end)
    looks.lighten(axes)
