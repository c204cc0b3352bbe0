"""The figures of "How it works". What they show of games is computed when they are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from generate.svg_parts import arrow, box, node, picture, small_board, words
from generate.written import write
from perfectplay import Game, Value, graph_of, solve, statistics
from perfectplay.game.shape.packing import TupleKeys
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe


def write_figures(folder: Path) -> None:
    """Write every figure as a file of HTML, to be included in a page."""
    drawn = {
        "pipeline": pipeline(),
        "graph": graph(),
        "retrograde": retrograde(),
        "key": key(),
        "tiers": tiers(),
        "symmetry": symmetry(),
        "witnesses": witnesses(),
    }
    for name, markup in drawn.items():
        write(folder / f"{name}.html", markup)


def pipeline() -> str:
    """From the rules to the answer."""
    steps = [
        ("rules", "four methods"),
        ("explore", "all states,", "tier by tier"),
        ("resolve", "values, from the", "last tier back"),
        ("solution", "in memory", "or a folder"),
    ]
    parts = []
    for place, lines in enumerate(steps):
        parts.append(box(10 + 180 * place, 20, 140, 80, *lines))
        if place:
            parts.append(arrow(10 + 180 * place - 38, 60, 10 + 180 * place - 4, 60))
    parts.append(box(550, 150, 140, 62, "verify", "a second program"))
    parts.append(arrow(620, 104, 620, 146))
    parts.append(box(190, 150, 320, 62, "asked by", "show, play, serve, export, explain, …"))
    parts.append(arrow(550, 90, 512, 152))
    return picture(700, 225, "Rules, then explore, then resolve, then the solution", parts)


def graph() -> str:
    """All states of a small game with their values, ordered by the rocks that are left."""
    found = graph_of(solve(ThreeRocks(2, 1, most=2)))
    layers: dict[int, list[int]] = {}
    for number, state in enumerate(found.nodes):
        layers.setdefault(-sum(state.state), []).append(number)
    places: dict[int, tuple[float, float]] = {}
    for column, layer in enumerate(layers[rocks] for rocks in sorted(layers)):
        for row, number in enumerate(layer):
            places[number] = (60 + 180 * column, 115 + 110 * (row - (len(layer) - 1) / 2))
    parts = []
    for edge in found.edges:
        (x1, y1), (x2, y2) = places[edge.source], places[edge.target]
        bend = 0.0
        if x2 - x1 > 200:  # round the node between them
            bend = 1.1 * (y2 - y1) / abs(y2 - y1) * (20 if edge.source == 0 else 110)
        parts.append(_between(x1, y1, x2, y2, 3.5 if edge.best else 1.0, bend))
    for number, (x, y) in places.items():
        shown = found.nodes[number]
        parts.append(node(x, y, shown.text, shown.value, shown.remoteness))
    width = 120 + 180 * (len(layers) - 1)
    return picture(width, 232, "All states of Three Rocks with 2 and 1 rocks", parts)


def _between(x1: float, y1: float, x2: float, y2: float, thick: float, bend: float = 0) -> str:
    """An arrow from the rim of one node to that of another."""
    length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1)
    dx, dy = 23 * (x2 - x1) / length, 23 * (y2 - y1) / length
    return arrow(x1 + dx, y1 + dy, x2 - dx, y2 - dy, thick=thick, bend=bend)


@dataclass(frozen=True)
class Wander(Game):
    """Move a token along arrows; a player who cannot move loses. It has a loop."""

    stuck: ClassVar[Value] = Value.LOSS
    ARROWS: ClassVar[dict[str, str]] = {
        "a": "bd", "b": "cf", "c": "b", "d": "e", "e": "f", "f": "gh", "g": "", "h": "",
    }  # fmt: skip
    PLACES: ClassVar[dict[str, tuple[float, float]]] = {
        "a": (40, 105), "b": (105, 60), "c": (175, 38), "d": (105, 155),
        "e": (175, 120), "f": (245, 92), "g": (190, 190), "h": (245, 172),
    }  # fmt: skip

    def start(self) -> str:
        return "a"

    def moves(self, state: str) -> str:
        return self.ARROWS[state]

    def play(self, state: str, move: str) -> str:  # noqa: ARG002
        return move

    def outcome(self, state: str) -> None:  # noqa: ARG002
        return None


def retrograde() -> str:
    """A game with a loop, solved from its ends backwards."""
    game = Wander()
    solution = solve(game)
    known = {state: solution.remoteness(state) for state in game.ARROWS}
    last = max(plies for plies in known.values() if plies is not None)
    before = [f"{plies} plies before an end" for plies in range(2, last + 1)]
    panels = ["the ends", "1 ply before an end", *before, "the rest: endless draws"]
    parts = []
    for place, title in enumerate(panels):
        x, y = 285 * (place % 3), 235 * (place // 3)
        shown = {
            state
            for state, plies in known.items()
            if place == len(panels) - 1 or (plies is not None and plies <= place)
        }
        parts.append(words(x + 140, y + 12, f"{place + 1}. {title}", 13.5, font_weight="600"))
        parts += _wander(game, solution.value, known, shown, x, y + 12)
    rows = (len(panels) + 2) // 3
    return picture(860, 235 * rows, "Values spread from the ends of the game backwards", parts)


def _wander(
    game: Wander, value: object, known: dict[str, int | None], shown: set[str], x: float, y: float
) -> list[str]:
    parts = []
    for state, targets in game.ARROWS.items():
        for target in targets:
            (x1, y1), (x2, y2) = game.PLACES[state], game.PLACES[target]
            bend = 14 if state in game.ARROWS[target] else 0
            parts.append(_between(x + x1, y + y1, x + x2, y + y2, 1.2, bend))
    for state, (x1, y1) in game.PLACES.items():
        found = value(state) if state in shown else None  # type: ignore[operator]
        parts.append(node(x + x1, y + y1, state, found, known[state], 20))
    return parts


def key() -> str:
    """How a tuple becomes a number."""
    state, size = (7, 10), (8, 11)
    keys = TupleKeys((0, 0), size)
    parts = [words(90, 30, "state", 13), words(330, 30, "digits", 13), words(590, 30, "key", 13)]
    parts.append(box(20, 50, 140, 70, str(state), "a tuple"))
    for place, (field, radix) in enumerate(zip(state, size, strict=True)):
        parts.append(box(240 + 100 * place, 50, 90, 70, str(field), f"0 … {radix - 1}"))
    parts.append(
        box(500, 50, 180, 70, str(keys.key(state)), f"{state[0]} · {size[1]} + {state[1]}")
    )
    parts += [arrow(164, 85, 234, 85), arrow(436, 85, 494, 85)]
    return picture(700, 140, "The fields of a state are the digits of its key", parts)


def tiers() -> str:
    """How many states each tier of tic-tac-toe has."""
    found = statistics(TicTacToe()).all
    counts = {ply: row["states"] for ply, row in enumerate(found.by_ply)}
    most = max(counts.values())
    parts = []
    for place, (ply, states) in enumerate(counts.items()):
        height = 170 * states / most
        x = 60 + 62 * place
        parts.append(
            f'<rect x="{x}" y="{215 - height:.1f}" width="46" height="{height:.1f}" '
            'fill="var(--win)"/>'
        )
        parts.append(words(x + 23, 204 - height, f"{states:,}", 12))
        parts.append(words(x + 23, 230, str(ply), 13))
    end = 60 + 62 * len(counts)
    parts.append(words((end + 40) / 2, 250, "tier: stones on the board", 13))
    parts.append(arrow(60, 275, end - 20, 275, thick=2.5))
    parts.append(words((end + 40) / 2, 290, "explore", 13, font_weight="600"))
    parts.append(arrow(end - 20, 312, 60, 312, thick=2.5))
    parts.append(words((end + 40) / 2, 327, "resolve", 13, font_weight="600"))
    return picture(end + 20, 342, "Tiers of tic-tac-toe: the number of states in each", parts)


def symmetry() -> str:
    """The images of one position, and the one that represents them."""
    game = TicTacToe()
    state = game.play(game.play(game.start(), 0), 1)
    images = list(dict.fromkeys(game.symmetries(state)))
    chosen = min(images)
    parts = []
    for place, image in enumerate(images):
        parts.append(small_board(20 + 84 * place, 20, 66, game.text(image), image == chosen))
    width = 20 + 84 * len(images)
    line = f"{len(images)} states, one class; the framed one is stored"
    parts.append(words(width / 2, 112, line, 13.5))
    return picture(width, 130, "The images of a position of tic-tac-toe", parts)


def witnesses() -> str:
    """How a solution is verified."""
    parts = [
        box(10, 65, 150, 70, "the folder", "stored values"),
        box(250, 10, 200, 70, "compiled rules", "every state"),
        box(250, 120, 200, 70, "plain Python", "a sample of states"),
        box(540, 65, 150, 70, "verify", "right, or the", "first bad state"),
        arrow(164, 85, 246, 52),
        arrow(164, 115, 246, 148),
        arrow(454, 48, 536, 82),
        arrow(454, 150, 536, 118),
        arrow(335, 84, 335, 116),
        arrow(365, 116, 365, 84),
        words(420, 100, "compared", 12.5),
    ]
    return picture(700, 200, "Two witnesses: compiled rules and plain Python", parts)
