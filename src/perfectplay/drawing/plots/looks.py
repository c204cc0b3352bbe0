"""Colours, words and fonts of all plots, and their files as bytes."""

from __future__ import annotations

import io
import re
import textwrap
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.value import Value
from perfectplay.drawing.board.value_colours import COLOURS, LETTERS
from perfectplay.game.game import Game
from perfectplay.game.naming import game_name
from perfectplay.registry.parameters import parameter_texts
from perfectplay.tablebase.solution import Solution

HATCHES = {Value.WIN: "", Value.DRAW: "..", Value.LOSS: "///"}

INK = "#222222"

PAPER = "#F2F2F2"
"""Background of the cells, for places without a state."""

LEGEND = {
    "ncols": 4, "frameon": False, "loc": "upper left", "fontsize": 9, "borderaxespad": 0,
    "borderpad": 0, "columnspacing": 1.6,
}  # fmt: skip
"""Arguments that the legends of all plots share."""


def matplotlib(module: str = "") -> Any:
    """A module of Matplotlib, such as "figure". Raises MissingExtraError.

    >>> matplotlib("figure").__name__
    'matplotlib.figure'
    """
    try:
        return import_module(f"matplotlib.{module}" if module else "matplotlib")
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            "pictures need Matplotlib, which is not installed; "
            "pip install 'perfectplay[plot]' installs it"
        ) from error


def words_of(solution: Solution) -> dict[Value, str]:
    """Words for the values of states, for the player to move."""
    if solution.game.players == 1 and solution.rules.scoring:
        return {Value.WIN: "above 0", Value.DRAW: "0", Value.LOSS: "below 0"}
    if solution.game.players == 1:
        return {Value.WIN: "can be solved", Value.DRAW: "draw", Value.LOSS: "cannot be solved"}
    return {value: value.adjective for value in (Value.WIN, Value.DRAW, Value.LOSS)}


def value_of(solution: Solution) -> str:
    """Meaning of the colour of a cell or node, for a title."""
    return "value" if solution.game.players == 1 else "value for the player to move"


def title_of(game: Game) -> str:
    """Name of the game with its parameters.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> title_of(ThreeRocks(2, 1))
    'three_rocks left=2 right=1 most=3'
    """
    return " ".join((game_name(game), *parameter_texts(game)))


def headline(
    figure: Any, solution: Solution, subtitle: str, left: float, bottom: float, wide: float
) -> None:
    """Write the name of the game and a subtitle, broken at a width. ``left`` and ``bottom`` are
    those of the subtitle; they and ``wide`` are in inches."""
    width, height = figure.get_size_inches()
    title = textwrap.fill(title_of(solution.game), int(wide / 0.088))
    below = textwrap.fill(subtitle, int(wide / 0.062))
    top = bottom + 0.07 + 0.16 * (below.count("\n") + 1)
    figure.text(left / width, top / height, title, fontsize=11, va="bottom")
    figure.text(left / width, bottom / height, below, fontsize=8.5, va="bottom", color="#555555")


def lighten(axes: Any) -> None:
    """Thin lines across axes, below all that is drawn; none at the top and on the right."""
    axes.tick_params(length=2.5, labelsize=9)
    axes.set_axisbelow(True)
    axes.grid(axis="y", color="#DDDDDD", linewidth=0.7)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def value_patches(solution: Solution, values: Collection[int], **style: Any) -> list[Any]:
    """Entries of a legend for values, won states first."""
    patch, words = matplotlib("patches").Patch, words_of(solution)
    return [
        patch(facecolor=COLOURS[v], label=f"{LETTERS[v]}  {words[v]}", **style)
        for v in (Value.WIN, Value.DRAW, Value.LOSS)
        if v in values
    ]


def step_of(count: int, most: int) -> int:
    """Smallest step of 1, 2, 5, 10, 20 ... that leaves at most ``most`` of ``count``.

    >>> step_of(11, 30), step_of(201, 30)
    (1, 10)
    """
    steps = (base * int(10**e) for e in range(12) for base in (1, 2, 5))
    return next(step for step in steps if count <= max(most, 2) * step)


def ems(text: str) -> float:
    """Approximate width of a text, in units of its font size.

    >>> ems("W11") > ems("L11") > ems("L1")
    True
    """
    return sum(_WIDTHS.get(letter, 0.66) for letter in text)


_WIDTHS = {"W": 1.0, "M": 0.9, "D": 0.78, "L": 0.58, "∞": 0.84, " ": 0.33, ",": 0.33, ".": 0.33}


@contextmanager
def our_looks() -> Iterator[None]:
    """Context in which Matplotlib has our settings instead of the user's."""
    mpl = matplotlib()
    with mpl.rc_context(), warnings.catch_warnings():
        # a letter missing from the font is a box in a PNG, and right in an SVG
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        mpl.rcdefaults()
        mpl.rcParams.update(
            {
                "svg.fonttype": "none",  # text stays text
                "svg.hashsalt": "perfectplay",  # the same names in every run
                "text.parse_math": False,  # a $ in a state is a $
                "font.sans-serif": ["DejaVu Sans", "Arial"],
                "hatch.linewidth": 0.6,
                "axes.edgecolor": "#888888",
                "text.color": INK,
                "axes.labelcolor": INK,
                "xtick.color": INK,
                "ytick.color": INK,
            }
        )
        yield


def rendered(figure: Any, format_: str) -> bytes:
    """Bytes of a figure as "png" or "svg"; the same Matplotlib gives the same bytes."""
    metadata = {"Date": None, "Creator": None} if format_ == "svg" else {"Software": None}
    file = io.BytesIO()
    with our_looks():
        figure.savefig(
            file, format=format_, dpi=150, metadata=metadata, bbox_inches="tight", pad_inches=0.12
        )
    return _UNTURNED.sub(b"", file.getvalue()) if format_ == "svg" else file.getvalue()


_UNTURNED = re.compile(rb' transform="rotate\(-0 [\d.]+ [\d.]+\)"')
"""Attribute of every text that is not rotated; a tenth of a file."""
