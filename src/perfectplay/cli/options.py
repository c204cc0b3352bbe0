"""What the commands have in common: GAME and its parameters, the way of solving."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from perfectplay.cli.progress_bar import shown_progress
from perfectplay.core.errors import ParameterError
from perfectplay.game.game import Game
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build, parse_parameters

if TYPE_CHECKING:
    from perfectplay.solver.resume import FolderSolution
    from perfectplay.tablebase.solution import Solution


class SolveMethod(StrEnum):
    """How a game is solved."""

    AUTO = "auto"
    COMPILED = "compiled"
    INTERPRETED = "interpreted"
    REFERENCE = "reference"


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
        "--game", metavar="ADDRESS", help="Where the rules of a stored solution are.",
        show_default="as it says",
    ),
]  # fmt: skip
Parameters: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUE]...",
        help="Parameters of the game, as in width=4 rows=3,5,6 misere=yes.",
        show_default=False,
    ),
]
ParametersAndState: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[NAME=VALUE]... [STATE]",
        help="Parameters of the game, as in width=4 rows=3,5,6 misere=yes; then a state as the "
        "game writes it (default: the start). Put -- before what begins with a dash.",
        show_default=False,
    ),
]
Moves: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--move", metavar="M", help="Make this move first; repeat it for more moves."),
]
MethodOption: TypeAlias = Annotated[
    SolveMethod,
    typer.Option(help="How to solve; auto compiles the rules of a game that turns out large."),
]
Threads: TypeAlias = Annotated[
    int | None,
    typer.Option(min=1, help="How many threads to use.", show_default="all cores"),
]
MaxStates: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=1, help="Stop with an error at more states.", show_default="what memory holds"
    ),
]
Memory: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="The most memory to take, as in 500M, 2G or 1.5GiB.",
        show_default="half of what is free",
    ),
]
NoSymmetries: TypeAlias = Annotated[
    bool, typer.Option("--no-symmetries", help="Solve every state, not one of each class.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]


@dataclass(frozen=True)
class EngineOptions:
    """How to solve, as the options say."""

    method: SolveMethod = SolveMethod.AUTO
    threads: int | None = None
    max_states: int | None = None
    no_symmetries: bool = False
    memory: int | None = None

    def solve(self, game: Game) -> Solution:
        """The solution, with a bar on a terminal while it is made."""
        from perfectplay.solver.solve import solve

        with shown_progress() as progress:
            return solve(
                game,
                method=self.method.value,
                threads=self.threads,
                progress=progress,
                max_states=self.max_states,
                symmetries=not self.no_symmetries,
                memory=self.memory,
            )

    def solve_into(self, game: Game, folder: Path) -> FolderSolution:
        """The solution in a folder, as `solve`."""
        from perfectplay.solver.resume import has_progress, solve_into

        try:
            with shown_progress() as progress:
                return solve_into(
                    game,
                    folder,
                    method=self.method.value,
                    threads=self.threads,
                    progress=progress,
                    max_states=self.max_states,
                    symmetries=not self.no_symmetries,
                    memory=self.memory,
                )
        except KeyboardInterrupt:
            if not has_progress(folder):
                raise
            raise KeyboardInterrupt(
                f"interrupted: what is done is kept in {folder}; the same command goes on"
            ) from None


def game_of(address: str, arguments: Sequence[str] | None) -> Game:
    """The game, where all other arguments must be its parameters."""
    found = load_class(address)
    return build(found, parse_parameters(found, arguments or ()))


def finite(seconds: float | None) -> float | None:
    """The seconds of an option, as they are. Raises BadParameter if they are not a number."""
    if seconds is not None and isnan(seconds):
        raise typer.BadParameter("nan is not a number of seconds")
    return seconds


_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_BINARY = {"ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30, "ti": 1 << 40}


def memory_of(text: str | None) -> int | None:
    """Bytes of a size as people type it; None where none was given. Raises ParameterError.

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
