"""Pictures, by what is drawn in them: the artists of a figure and the elements of an SVG."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from perfectplay import Game, Value, bars_of, draw, graph_of, grid_of, solve
from perfectplay.core.errors import PlotError
from perfectplay.drawing.board.value_colours import COLOURS
from perfectplay.drawing.plots.looks import our_looks, rendered
from perfectplay.games.chopsticks import Chopsticks
from perfectplay.games.kalah import Kalah
from perfectplay.games.nim import Nim
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.games.wythoff import Wythoff
from places import ROOT

DOCS = ROOT / "docs"

SVG = "{http://www.w3.org/2000/svg}"


def shapes_of(svg: bytes, group: str) -> list[tuple[float, float, str]]:
    """Middle and colour of each shape in a group of an SVG."""
    found = []
    for node in ET.fromstring(svg).iter(f"{SVG}g"):
        if node.get("id", "").startswith(group):
            for path in node.iter(f"{SVG}path"):
                numbers = list(map(float, re.findall(r"-?\d+(?:\.\d+)?", path.get("d", ""))))
                color = re.search(r"fill: (#\w+)", path.get("style", ""))
                assert color
                found.append((sum(numbers[:8:2]) / 4, sum(numbers[1:8:2]) / 4, color[1]))
    return found


def texts_of(svg: bytes) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]


def test_the_heat_map_of_three_rocks_as_it_is_in_the_file() -> None:
    """The 30 lost states are those with (left + right) divisible by 4."""
    svg = rendered(draw(grid_of(solve(ThreeRocks()))), "svg")
    shapes = shapes_of(svg, "QuadMesh")
    assert len(shapes) == 121
    across = sorted({round(x, 2) for x, _, _ in shapes})
    down = sorted({round(y, 2) for _, y, _ in shapes}, reverse=True)
    assert (len(across), len(down)) == (11, 11)
    lost = {
        (across.index(round(x, 2)), down.index(round(y, 2)))
        for x, y, color in shapes
        if color.upper() == COLOURS[Value.LOSS]
    }
    assert lost == {(a, b) for a in range(11) for b in range(11) if (a + b) % 4 == 0}
    texts = texts_of(svg)
    assert sum(re.fullmatch(r"L\d+", text) is not None for text in texts) == 30
    assert sum(re.fullmatch(r"W\d+", text) is not None for text in texts) == 91
    assert {"left", "right", "start", "three_rocks left=10 right=10 most=3"} <= set(texts)


def test_the_picture_in_the_docs_is_this_one() -> None:
    """Bytes may differ with the version of Matplotlib; what is drawn may not."""
    kept = (DOCS / "pictures" / "three_rocks.svg").read_bytes()
    drawn = rendered(draw(grid_of(solve(ThreeRocks()))), "svg")
    assert texts_of(kept) == texts_of(drawn)
    assert [c for *_, c in shapes_of(kept, "QuadMesh")] == [
        c for *_, c in shapes_of(drawn, "QuadMesh")
    ]


def test_the_drawn_data_is_the_grid() -> None:
    grid = grid_of(solve(ThreeRocks(5, 7)))
    axes = draw(grid).axes[0]
    drawn = axes.collections[0].get_array()
    assert (drawn == grid.value).all()
    words = {1: "L", 3: "W"}
    for text in axes.texts:
        column, row = map(int, text.get_position())
        expected = f"{words[int(grid.value[row, column])]}{grid.remoteness[row, column]}"
        assert text.get_text() == expected
    assert len(axes.texts) == 48
    (frame,) = [p for p in axes.patches if p.get_label() == "start"]
    assert frame.get_xy() == (4.5, 6.5)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("left", "right")
    assert [t.get_text() for t in axes.get_xticklabels()] == list("012345")


def test_moves_are_arrows_from_each_won_state_to_where_its_perfect_moves_lead() -> None:
    solution = solve(ThreeRocks(6, 5))
    axes = draw(grid_of(solution), moves=True).axes[0]
    drawn = Counter(
        (tuple(map(int, t.xyann)), tuple(map(int, t.xy))) for t in axes.texts if not t.get_text()
    )
    expected = Counter(
        ((a, b), (a - m, b - n))
        for a in range(7)
        for b in range(6)
        if (a + b) % 4
        for m, n in solution.best_moves((a, b))
    )
    assert drawn == expected
    lost = {tuple(map(int, t.get_position())) for t in axes.texts if t.get_text() == "L"}
    assert lost == {(a, b) for a in range(7) for b in range(6) if (a + b) % 4 == 0}


def test_moves_are_not_drawn_where_they_cannot_be_read() -> None:
    with pytest.raises(PlotError, match="on 900 cells at the most, and there are 961"):
        draw(grid_of(solve(Wythoff(30, 30))), moves=True)
    with pytest.raises(PlotError, match="only if each cell is one state"):
        draw(grid_of(solve(Nim((1, 1, 1))), "0", "1", aggregate=Value.LOSS), moves=True)
    with pytest.raises(PlotError, match="only in a heat map"):
        draw(bars_of(solve(ThreeRocks())), moves=True)


def test_a_large_heat_map_has_no_letters_and_few_numbers_beside_it() -> None:
    grid = grid_of(solve(Wythoff(99, 120)))
    axes = draw(grid).axes[0]
    assert not axes.collections
    assert (axes.images[0].get_array() == grid.value).all()
    assert not axes.texts
    ticks = [int(t.get_text()) for t in axes.get_xticklabels()]
    assert ticks == list(range(0, 100, ticks[1]))
    assert 5 <= len(ticks) <= 30
    assert len(rendered(draw(grid), "svg")) < 60_000


def test_an_aggregated_heat_map_draws_shares() -> None:
    grid = grid_of(solve(Nim((3, 5, 7))), "0", "1", aggregate=Value.WIN)
    axes, bar = draw(grid).axes
    assert np.allclose(axes.collections[0].get_array(), grid.share)
    assert {t.get_text() for t in axes.texts} == {"87.5"}
    assert bar.get_xlim() == (0, 1)


HEATS: list[tuple[Game, dict[str, Any], bool]] = [
    (ThreeRocks(), {}, False),
    (ThreeRocks(1, 1), {}, False),
    (ThreeRocks(0, 0), {}, False),
    (ThreeRocks(3, 60), {}, False),
    (ThreeRocks(40, 3), {}, True),
    (Wythoff(30, 30), {}, False),
    (Wythoff(45, 45), {}, False),
    (Wythoff(70, 8), {}, False),
    (Subtraction(21), {}, False),
    (Subtraction(100, (1, 3, 4)), {}, False),
    (Subtraction(950), {}, False),
    (Nim((3, 5, 7)), {"fixed": {"1": 2}}, True),
    (Chopsticks(), {"x": "0", "y": "2", "aggregate": Value.DRAW}, False),
]


@pytest.mark.parametrize(("game", "asked", "moves"), HEATS)
def test_texts_keep_to_their_cells_and_out_of_each_others_way(
    game: Game, asked: dict[str, Any], moves: bool
) -> None:
    figure = draw(grid_of(solve(game), **asked), moves=moves)
    axes = figure.axes[0]
    with our_looks():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        renderer = canvas.get_renderer()
        (x0, y0), (x1, y1) = axes.transData.transform([(0, 0), (1, 1)])
        for text in (t for t in axes.texts if t.get_text()):
            box = text.get_window_extent(renderer)
            assert box.width <= x1 - x0
            assert box.height <= (y1 - y0) * 1.25  # with the room above and below letters
            assert text.get_fontsize() >= 5
        for axis in (axes.xaxis, axes.yaxis):
            boxes = [t.get_window_extent(renderer) for t in axis.get_ticklabels() if t.get_text()]
            assert not any(a.overlaps(b) for a, b in pairwise(boxes))
        title, said = (t.get_window_extent(renderer) for t in figure.texts)
        assert not title.overlaps(said)
        assert said.y0 > axes.get_window_extent(renderer).y1


@pytest.mark.parametrize(
    "game", [Kalah(3, 2), TicTacToe(), Chopsticks(), Subtraction(1000), Subtraction(0)]
)
def test_bars_are_as_high_as_the_counts(game: Game) -> None:
    bars = bars_of(solve(game))
    axes = draw(bars).axes[0]
    drawn = {c.get_label(): sum(bar.get_height() for bar in c) for c in axes.containers}
    expected = {
        "won": sum(bars.wins),
        "drawn": sum(bars.draws),
        "lost": sum(bars.losses),
        "endless draws": bars.endless,
    }
    assert drawn == {name: count for name, count in expected.items() if count}
    ends = [
        axes.transData.transform((b.get_x() + b.get_width(), 0))[0]
        for c in axes.containers
        for b in c
    ]
    assert max(ends) <= axes.transAxes.transform((1, 0))[0]


class Three(Game):
    """Three states with a loop, named by letters."""

    def start(self) -> str:
        return "a$b$"

    def moves(self, state: str) -> list[str]:
        return {"a$b$": ["go", "stay"], 'b"\\': ["back", "win"]}[state]

    def play(self, state: str, move: str) -> str:
        return {"go": 'b"\\', "stay": "a$b$", "back": "a$b$", "win": "c\nd"}[move]

    def outcome(self, state: str) -> Value | None:
        return Value.LOSS if state == "c\nd" else None


def test_a_graph_is_drawn_with_every_state_and_move() -> None:
    graph = graph_of(solve(Three()))
    axes = draw(graph).axes[0]
    texts = {t.get_text() for t in axes.texts}
    assert {"a$b$\nD∞", 'b"\\\nW1', "c\nd\nL0", "go", "stay", "back", "win"} <= texts
    colors = Counter(mpl.colors.to_hex(p.get_facecolor()).upper() for p in axes.patches)
    assert all(colors[color] == 1 for color in COLOURS.values())
    arrows = [p for p in axes.patches if isinstance(p, mpl.patches.FancyArrowPatch)]
    assert len(arrows) == 4
    assert 's1 [label="b\\"\\\\\\nW1", shape=ellipse' in graph.dot()
    assert 's2 [label="c\\nd\\nL0", shape=box' in graph.dot()
    assert "s1 -> s0" in graph.dot()


def test_nodes_of_a_graph_do_not_overlap() -> None:
    axes = draw(graph_of(solve(Chopsticks()))).axes[0]
    nodes = [p for p in axes.patches if not isinstance(p, mpl.patches.FancyArrowPatch)]
    boxes = [node.get_window_extent() for node in nodes]
    assert len(boxes) > 100
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


PICTURES = [
    lambda: draw(grid_of(solve(ThreeRocks(4, 4))), moves=True),
    lambda: draw(grid_of(solve(Nim((3, 4, 5))), "0", "1", aggregate=Value.LOSS)),
    lambda: draw(bars_of(solve(Chopsticks()))),
    lambda: draw(graph_of(solve(Three()))),
]


@pytest.mark.parametrize("made", PICTURES)
@pytest.mark.parametrize("format_", ["svg", "png"])
def test_a_picture_has_the_same_bytes_every_time(made: Any, format_: str) -> None:
    first = rendered(made(), format_)
    before = mpl.rcParams["svg.hashsalt"], mpl.rcParams["font.size"]
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "black", "svg.fonttype": "path"}):
        assert rendered(made(), format_) == first  # whatever the user's settings are
    assert (mpl.rcParams["svg.hashsalt"], mpl.rcParams["font.size"]) == before
    assert not re.search(rb"20\d\d-\d\d-\d\d|Matplotlib v", first)


def test_colours_differ_in_lightness_too() -> None:
    """Who sees no colours at all tells them apart; black letters are readable on each."""
    lights = []
    for color in COLOURS.values():
        rgb = np.array(mpl.colors.to_rgb(color))
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        lights.append(float(linear @ [0.2126, 0.7152, 0.0722]))
    assert min((light + 0.05) / (0.016 + 0.05) for light in lights) > 4
    rising = sorted(lights)
    assert all((b + 0.05) / (a + 0.05) > 1.5 for a, b in pairwise(rising))


def test_matplotlib_is_not_imported_before_it_is_needed() -> None:
    code = (
        "import sys, perfectplay.cli.main; from perfectplay import *; "
        "grid_of(solve(__import__('perfectplay.games.three_rocks', fromlist='x').ThreeRocks())); "
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
