"""Options that several verbs share, each declared once."""

from __future__ import annotations

import re
from enum import StrEnum
from math import isnan
from typing import Annotated, TypeAlias

import typer

from perfectplay.core.errors import ParameterError


class SolveMethod(StrEnum):
    """How a game is solved."""

    AUTO = "auto"
    COMPILED = "compiled"
    INTERPRETED = "interpreted"
    REFERENCE = "reference"


def finite(seconds: float | None) -> float | None:
    """The seconds of an option, unchanged. Raises BadParameter for nan."""
    if seconds is not None and isnan(seconds):
        raise typer.BadParameter("nan is not a number of seconds")
    return seconds


_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_BINARY = {"ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30, "ti": 1 << 40}


def memory_of(text: str | None) -> int | None:
    """Bytes of a size as people type it; None for None. Raises ParameterError.

    >>> memory_of("500M"), memory_of("1.5GiB"), memory_of("800000000")
    (500000000, 1610612736, 800000000)
    """
    if text is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?i?)b?", text.strip().lower())
    unit = {**_UNITS, **_BINARY}.get(found[2]) if found else None
    size = int(float(found[1]) * unit) if found and unit else 0
    if size < 1:
        raise ParameterError(f"{text!r} is no size of memory; write it as in 500M, 2G or 1.5GiB")
    return size


PARAMETERS = "Parameters of the game, as in width=4 rows=3,5,6 misere=yes"
DASH = "Put -- before what begins with a dash."

GameAddress: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A library name, file.py, file.py:Class or package.module:Class.",
        show_default=False,
    ),
]
GameOrFolder: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A library name, file.py, file.py:Class, package.module:Class, or the folder of a "
        "stored solution.",
        show_default=False,
    ),
]
Rules: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="ADDRESS", help="The rules of a stored solution.",
        show_default="as the solution says",
    ),
]  # fmt: skip
Parameters: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME=VALUE", help=f"{PARAMETERS}.", show_default=False),
]
ParametersAndState: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUE]... [STATE]",
        help=f"{PARAMETERS}; then a state as the game writes it (default: the start). {DASH}",
        show_default=False,
    ),
]
Moves: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--move", metavar="M", help="Make this move first; repeat it for more moves."),
]
Method: TypeAlias = Annotated[
    SolveMethod,
    typer.Option(help="How to solve; auto compiles the rules of a game that turns out large."),
]
Threads: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="How many threads to use.", show_default="all cores")
]
MaxStates: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=1, help="Stop with an error if there are more states.", show_default="what memory holds"
    ),
]
Memory: TypeAlias = Annotated[
    int | None,
    typer.Option(
        parser=str, callback=memory_of, metavar="SIZE", show_default="half of what is free",
        help="The most memory to use, as in 500M, 2G or 1.5GiB.",
    ),
]  # fmt: skip
NoSymmetries: TypeAlias = Annotated[
    bool, typer.Option("--no-symmetries", help="Solve every state, not one of each symmetry class.")
]
OutputFile: TypeAlias = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="The file to write; - is standard output."),
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]
