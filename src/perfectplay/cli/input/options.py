"""Options that several verbs share, each declared once."""

from __future__ import annotations

import re
from enum import StrEnum
from math import isnan
from typing import Annotated, Any, TypeAlias

import typer

from perfectplay.cli.input.completion import games, parameters
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
        raise ParameterError(f"{text!r} is not a size of memory; write it as in 500M, 2G or 1.5GiB")
    if size < 1_000_000 and unit == 1:
        raise ParameterError(f"{text!r} has no unit, and means bytes; write it as in 500M or 2G")
    return size


def option(text: str, *names: str, **more: Any) -> Any:
    """An option with its help. Its name is that of the parameter unless there are others."""
    if "min" in more or "max" in more:
        more.setdefault("metavar", "N")
    return typer.Option(*names, help=text, **more)


def size_option(text: str, default: str) -> Any:
    """An option that is a size of memory, with its help and its default."""
    return option(text, parser=str, callback=memory_of, metavar="SIZE", show_default=default)


def output_option(text: str) -> Any:
    """The option of the file that a verb writes, with its help."""
    return option(text, "--output", "-o", metavar="FILE")


def argument(text: str, metavar: str) -> Any:
    """An argument with its help and its name, by which shells complete it; no default is shown."""
    offered = games if metavar == "GAME" else parameters if "NAME=VALUE" in metavar else None
    return typer.Argument(help=text, metavar=metavar, show_default=False, autocompletion=offered)


PARAMETERS = "Parameters of the game, as in width=4 rows=3,5,6 misere=yes"
DASH = "Put -- before an argument that begins with a dash."

GameAddress: TypeAlias = Annotated[
    str, argument("A library name, file.py, file.py:Class or package.module:Class.", "GAME")
]
GameOrFolder: TypeAlias = Annotated[
    str,
    argument(
        "A library name, file.py, file.py:Class, package.module:Class, or the folder of a stored "
        "solution.",
        "GAME",
    ),
]
Rules: TypeAlias = Annotated[
    str | None,
    option(
        "The rules of a stored solution.", "--game", metavar="ADDRESS",
        show_default="as the solution says",
    ),
]  # fmt: skip
Parameters: TypeAlias = Annotated[list[str] | None, argument(f"{PARAMETERS}.", "[NAME=VALUE]...")]
ParametersAndState: TypeAlias = Annotated[
    list[str] | None,
    argument(
        f"{PARAMETERS}; then a state as the game writes it (default: the start). {DASH}",
        "[NAME=VALUE]... [STATE]",
    ),
]
Moves: TypeAlias = Annotated[
    list[str] | None,
    option("Make this move first; repeat it for more moves.", "--move", metavar="M"),
]
Method: TypeAlias = Annotated[
    SolveMethod, option("How to solve; auto compiles the rules of a game that turns out large.")
]
Threads: TypeAlias = Annotated[
    int | None, option("How many threads to use.", min=1, show_default="all cores")
]
MaxStates: TypeAlias = Annotated[
    int | None,
    option("Stop with an error if there are more states.", min=1, show_default="what memory holds"),
]
Seed: TypeAlias = Annotated[int, option("The seed of the choice of states.")]
Memory: TypeAlias = Annotated[
    int | None,
    size_option("The most memory to use, as in 500M, 2G or 1.5GiB.", "half of what is free"),
]
Cluster: TypeAlias = Annotated[
    str | None,
    option(
        "Use these workers; they must be able to reach FOLDER and the file of the rules: "
        "processes:4, "
        "dask:tcp://HOST:8786, dask:local?workers=4, ray:auto, ray:local?workers=4, mpi.",
        "--cluster",
        metavar="WORKERS",
        show_default=False,
    ),
]
NoSymmetries: TypeAlias = Annotated[
    bool, option("Solve every state, not one of each symmetry class.", "--no-symmetries")
]
OutputFile: TypeAlias = Annotated[str, output_option("The file to write; - is standard output.")]
Replace: TypeAlias = Annotated[bool, option("Replace an existing file.")]
Json: TypeAlias = Annotated[bool, option("Answer with one JSON object.", "--json")]
