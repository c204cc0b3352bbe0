"""What the commands have in common: GAME and its parameters, the way of solving."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from perfectplay.assembly.moves import Position, first_position, follow
from perfectplay.cli.progress import shown_progress
from perfectplay.contract.address import load_class
from perfectplay.contract.game import Game
from perfectplay.contract.parameters import (
    build,
    parse_parameters,
    split_arguments,
    unknown_parameter,
)
from perfectplay.contract.rules import Rules
from perfectplay.words.errors import ParameterError, ParseError, UnknownStateError

if TYPE_CHECKING:
    from perfectplay.results.solution import Solution


class Method(str, Enum):
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
    Method,
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
NoSymmetries: TypeAlias = Annotated[
    bool, typer.Option("--no-symmetries", help="Solve every state, not one of each class.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer with one JSON object.")]


@dataclass(frozen=True)
class Engine:
    """How to solve, as the options say."""

    method: Method = Method.AUTO
    threads: int | None = None
    max_states: int | None = None
    no_symmetries: bool = False

    def solve(self, game: Game) -> Solution:
        """The solution, with a bar on a terminal while it is made."""
        from perfectplay.assembly.solve import solve

        with shown_progress() as progress:
            return solve(
                game,
                method=self.method.value,
                threads=self.threads,
                progress=progress,
                max_states=self.max_states,
                symmetries=not self.no_symmetries,
            )


def game_of(address: str, arguments: Sequence[str] | None) -> Game:
    """The game, where all other arguments must be its parameters."""
    found = load_class(address)
    return build(found, parse_parameters(found, arguments or ()))


def game_and_state(address: str, arguments: Sequence[str] | None) -> tuple[Game, str | None]:
    """The game and the text of a state, None where there is none."""
    found = load_class(address)
    given, rest = split_arguments(found, arguments or ())
    if len(rest) > 1:
        strange = next((text for text in rest if _looks_like_parameter(text)), None)
        if strange is not None:
            raise ParameterError(unknown_parameter(found, strange))
        raise ParameterError(
            f"expected at most one state, got {len(rest)}: {', '.join(map(repr, rest))}; put a "
            "state that holds spaces in quotes, and moves after --move"
        )
    return build(found, parse_parameters(found, given)), rest[0] if rest else None


def position_of(
    solution: Solution, text: str | None, moves: Sequence[str] | None
) -> tuple[Position, int | None]:
    """The position that STATE and the moves lead to, and its seat where that is known."""
    rules = solution.rules
    first = first_position(rules, None if text is None else _state(solution, text))
    reached = follow(rules, first, moves or ())
    known = text is None or rules.player(reached.state) is not None
    return reached, reached.seat if known else None


def position_unsolved(rules: Rules, text: str | None, moves: Sequence[str] | None) -> Position:
    """The same for a game that is not solved: the state need not be one that a play reaches."""
    if text is None:
        return follow(rules, first_position(rules), moves or ())
    try:
        state = rules.game.parse(text)
    except (ValueError, LookupError, TypeError) as error:
        raise _no_state(rules.game, text, error) from error
    return follow(rules, first_position(rules, state), moves or ())


def _state(solution: Solution, text: str) -> object:
    try:
        return solution.find(text)
    except (ParseError, UnknownStateError) as error:
        if _looks_like_parameter(text):
            raise _no_state(solution.game, text, error) from error
        raise


def _no_state(game: Game, text: str, error: Exception) -> ParameterError | ParseError:
    if _looks_like_parameter(text):
        return ParameterError(f"{unknown_parameter(game, text)}; nor is {text!r} a state")
    return ParseError(f"{text!r} cannot be read as a state: {error}")


def _looks_like_parameter(text: str) -> bool:
    return re.match(r"[A-Za-z_]\w*=", text) is not None
