"""What all pictures have in common: colours, words, type, and the bytes of a file."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from perfectplay.core.errors import MissingExtraError
from perfectplay.core.value import Value
from perfectplay.game.game import parameters
from perfectplay.registry.parameters import parameter_text
from perfectplay.tablebase.solution import Solution, game_name

HATCHES = {Value.WIN: "", Value.DRAW: "..", Value.LOSS: "///"}

INK = "#222222"

PAPER = "#F2F2F2"
"""What lies behind the cells: where no state is."""


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
    """What a state of each value is called, for the player to move."""
    if solution.game.players == 1 and solution.rules.scoring:
        return {Value.WIN: "above 0", Value.DRAW: "0", Value.LOSS: "below 0"}
    if solution.game.players == 1:
        return {Value.WIN: "can be solved", Value.DRAW: "draw", Value.LOSS: "cannot be solved"}
    return {Value.WIN: "won", Value.DRAW: "drawn", Value.LOSS: "lost"}


def value_of(solution: Solution) -> str:
    """What a cell or a node says of its state, in a title."""
    return "value" if solution.game.players == 1 else "value for the player to move"


def title_of(solution: Solution) -> str:
    """The game with its parameters.

    >>> from perfectplay import solve
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> title_of(solve(ThreeRocks(2, 1)))
    'three_rocks left=2 right=1 most=3'
    """
    given = parameters(solution.game).items()
    texts = (f"{name}={parameter_text(value)}" for name, value in given)
    return " ".join((game_name(solution.game), *texts))


def ems(text: str) -> float:
    """How wide a text is, about, in units of its size.

    >>> ems("W11") > ems("L11") > ems("L1")
    True
    """
    return sum(_WIDTHS.get(letter, 0.66) for letter in text)


_WIDTHS = {"W": 1.0, "M": 0.9, "D": 0.78, "L": 0.58, "∞": 0.84, " ": 0.33, ",": 0.33, ".": 0.33}


@contextmanager
def our_looks() -> Iterator[None]:
    """While it lasts, Matplotlib draws as we want it, whatever the user's settings are."""
    mpl = matplotlib()
    with mpl.rc_context(), warnings.catch_warnings():
        # a letter that a font lacks is a box in a PNG, and right in an SVG
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
    """The bytes of a figure as "png" or "svg": the same in every run with the same Matplotlib."""
    metadata = {"Date": None, "Creator": None} if format_ == "svg" else {"Software": None}
    file = io.BytesIO()
    with our_looks():
        figure.savefig(
            file, format=format_, dpi=150, metadata=metadata, bbox_inches="tight", pad_inches=0.12
        )
    return _UNTURNED.sub(b"", file.getvalue()) if format_ == "svg" else file.getvalue()


_UNTURNED = re.compile(rb' transform="rotate\(-0 [\d.]+ [\d.]+\)"')
"""What Matplotlib says of every text that is not turned, a tenth of a file."""
