"""Bars of the pages: heights, many bars, none."""

from __future__ import annotations

import re
import time

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("jinja2")

from perfectplay import Value, solve
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.web.numbers import MOST_BARS, ChartBar, bar_chart, content_of

# --- bars -----------------------------------------------------------------------------------------

WORDS = {Value.WIN: "won", Value.LOSS: "lost", Value.DRAW: "drawn"}


def bars_in(chart: str) -> list[tuple[str, float]]:
    """The titles of the bars, and how high each is drawn."""
    groups = re.findall(r"<g><title>(.*?)</title>(.*?)</g>", chart)
    return [
        (title, sum(map(float, re.findall(r'class="part.*?height="([\d.]+)"', body))))
        for title, body in groups
    ]


def test_bars_are_as_high_as_their_counts() -> None:
    bars = [ChartBar(str(i), ((Value.WIN, 10 * i), (Value.LOSS, 5 * i))) for i in range(1, 9)]
    drawn = bars_in(bar_chart(bars, "b", WORDS))
    assert [title for title, _ in drawn][:2] == ["1: 10 won, 5 lost", "2: 20 won, 10 lost"]
    full = drawn[-1][1]
    for i, (_, high) in enumerate(drawn, 1):
        assert high == pytest.approx(full * i / 8, abs=0.2)


def test_many_bars_are_taken_together_without_a_loss() -> None:
    bars = [ChartBar(str(i), ((Value.WIN, i % 7), (Value.DRAW, i % 3))) for i in range(1_000)]
    bars.append(ChartBar("endless", ((Value.WIN, 0), (Value.DRAW, 11))))
    drawn = bars_in(bar_chart(bars, "b", WORDS))
    assert len(drawn) <= MOST_BARS + 1
    assert drawn[-1][0] == "endless: 11 drawn"
    counted = {"won": 0, "drawn": 0}
    for title, _ in drawn:
        for count, word in re.findall(r"([\d,]+) (won|drawn)", title):
            counted[word] += int(count.replace(",", ""))
    assert counted == {
        "won": sum(i % 7 for i in range(1_000)),
        "drawn": sum(i % 3 for i in range(1_000)) + 11,
    }


def test_no_bars_are_a_picture_too() -> None:
    assert bar_chart([], "nothing", WORDS).startswith("<svg")


class SlowRocks(ThreeRocks):
    """Rules that take a while once the game is solved."""

    pause = 0.0

    def moves(self, state):
        time.sleep(self.pause)
        return super().moves(state)


def test_levels_that_take_long_are_left_out_of_a_page(monkeypatch) -> None:
    solution = solve(SlowRocks(left=9), method="interpreted")
    assert content_of(solution, "")["levels"]["rows"]
    monkeypatch.setattr(SlowRocks, "pause", 0.001)
    content = content_of(solution, "", seconds=0.02)
    assert content["levels"] is None
    assert content["rows"]
