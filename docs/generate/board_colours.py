"""The colours of drawn boards in the light and the dark theme of the site.

A drawn board follows the light or dark setting of the system; on the site a reader may choose the
other one. So the colours of `perfectplay.drawing` are written once more, for each theme.
"""

from __future__ import annotations

import re
from pathlib import Path

from generate.written import write
from perfectplay.drawing.board.svg import STYLE


def write_board_colours(file: Path) -> None:
    """Write the style sheet."""
    write(file, board_colours())


def board_colours() -> str:
    """The style sheet: the variables of a board for the light and the dark theme.

    >>> [line.split(" ")[0] for line in board_colours().splitlines()]
    ['html[data-theme="light"]', 'html[data-theme="dark"]']
    """
    light, dark = STYLE.split("@media", 1)
    sheets = {"light": light, "dark": dark[: dark.index("}}")]}
    lines = []
    for theme, sheet in sheets.items():
        found = re.findall(r"(--pp-\w+):([^;}]+)", sheet)
        given = "; ".join(f"{name}: {colour}" for name, colour in found)
        lines.append(f'html[data-theme="{theme}"] svg.pp {{ {given} }}\n')
    return "".join(lines)
