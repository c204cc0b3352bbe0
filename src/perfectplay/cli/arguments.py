"""Records of shared options: the game or stored solution, the position, and how to solve."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

from perfectplay.cli import options
from perfectplay.cli.options import SolveMethod, option
from perfectplay.cli.progress_bar import shown_progress
from perfectplay.core.errors import ParameterError, ParseError, UnknownStateError
from perfectplay.core.shortened import shortened
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.moves import PlayPosition, first_position, follow
from perfectplay.game.naming import GAMES
from perfectplay.game.read_state import read_state
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import (
    build,
    parse_parameters,
    split_arguments,
    unknown_parameter,
)
from perfectplay.tablebase.solution import Solution
from perfectplay.tablebase.store.remote_files import folder_at, is_remote

if TYPE_CHECKING:
    from perfectplay.solver.folder_solve import FolderSolution
    from perfectplay.tablebase.solution import Solution
    from perfectplay.tablebase.store.stored_solution import StoredSolution


T = TypeVar("T")

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class EngineOptions:
    """How to solve. A field without a Typer annotation is not an option."""

    method: options.Method = SolveMethod.AUTO
    threads: options.Threads = None
    max_states: options.MaxStates = None
    no_symmetries: bool = False
    memory: int | None = None
    force: bool = False
    executor: Executor | None = None
    audit: int = 0

    def solve(self, game: Game) -> Solution:
        """The solution, solved now with a progress bar on a terminal."""
        from perfectplay.solver.solve import solve

        return self._run(partial(solve, game))

    def solve_into(self, game: Game, folder: Path) -> FolderSolution:
        """The solution in a folder, as `solve`."""
        from perfectplay.solver.resume import has_progress, solve_into
        from perfectplay.solver.store_solve import home_of

        place = folder_at(folder)
        try:
            return self._run(partial(solve_into, game, folder))
        except KeyboardInterrupt:
            if not has_progress(home_of(place) if is_remote(place) else place):
                raise
            where = "for this machine" if is_remote(place) else f"in {place}"
            raise KeyboardInterrupt(
                f"interrupted: the progress is kept {where}; the same command continues"
            ) from None

    def _run(self, solver: Callable[..., T]) -> T:
        with shown_progress() as progress:
            return solver(
                method=self.method.value,
                threads=self.threads,
                progress=progress,
                max_states=self.max_states,
                symmetries=not self.no_symmetries,
                memory=self.memory,
                force=self.force,
                executor=self.executor,
                audit=self.audit,
            )


@dataclass(frozen=True)
class SymmetricEngineOptions(EngineOptions):
    """How to solve, with or without symmetries."""

    no_symmetries: options.NoSymmetries = False


@dataclass(frozen=True)
class GameArguments:
    """GAME and its parameters."""

    address: options.GameAddress
    arguments: options.Parameters = None

    def game(self) -> Game:
        """The game. Raises ParameterError if another argument is not one of its parameters."""
        found = load_class(self.address)
        return build(found, parse_parameters(found, self.arguments or ()))


@dataclass(frozen=True)
class SourceArguments(GameArguments):
    """GAME, which may be the folder of a stored solution, and its parameters."""

    address: options.GameOrFolder
    rules: options.Rules = None

    @cached_property
    def stored(self) -> StoredSolution | None:
        """The stored solution; None if GAME is a game."""
        return stored_at(self.address, self.rules)

    @cached_property
    def entry(self) -> type[Game] | Game:
        """What the address names, before parameters are set."""
        return load_class(self.address) if self.stored is None else self.stored.game

    def split(self) -> tuple[list[str], list[str]]:
        """The parameters, as ``name=value``, and all other arguments."""
        given, rest = split_arguments(self.entry, self.arguments or ())
        return [f"{name}={value}" for name, value in given.items()], rest

    def players(self, count: int, expected: str) -> tuple[list[str], list[str]]:
        """The parameters, and the names of so many players. Raises ParameterError, which begins
        with what is ``expected``."""
        given, rest = self.split()
        strange = next(filter(looks_like_parameter, rest), None)
        if strange is not None:
            raise ParameterError(unknown_parameter(self.entry, strange))
        if len(rest) != count:
            names = f": {', '.join(rest)}" if rest else ""
            start, _, end = expected.partition(";")
            raise ParameterError(f"{start}, got {len(rest) or 'none'}{names};{end}")
        return given, rest

    def game(self, parameters: Sequence[str] | None = None) -> Game:
        """The game with these parameters (None: all arguments).

        Raises ParameterError if they are not parameters, or if the solution is stored.
        """
        given = (self.arguments or ()) if parameters is None else parameters
        if self.stored is None:
            return build(self.entry, parse_parameters(self.entry, given))
        if given:
            raise ParameterError(
                f"a stored solution has its parameters already; leave out {' '.join(given)}"
            )
        return self.stored.game

    def solution(self, engine: EngineOptions, parameters: Sequence[str] | None = None) -> Solution:
        """The stored solution, or one solved now. Raises MissingRulesError."""
        game = self.game(parameters)
        if self.stored is None:
            return engine.solve(game)
        self.stored.rules.start()  # raises if its rules were not found
        return self.stored


def stored_at(address: str, rules: str | None = None) -> StoredSolution | None:
    """The solution in a folder, with the rules at another address; None for a game.

    ``./nim`` is a folder, ``nim`` a game of the library.
    """
    if not is_remote(address) and (address in GAMES or not (Path(address) / MANIFEST).exists()):
        if rules is not None:
            raise ParameterError(
                f"--game says where the rules of a stored solution are, and {address!r} is not the "
                "folder of one; leave it out"
            )
        return None
    from perfectplay.tablebase.store.manifest_reader import read_manifest
    from perfectplay.tablebase.store.rules_address import game_at
    from perfectplay.tablebase.store.stored_solution import open_solution

    folder = folder_at(address)
    game = None if rules is None else game_at(rules, read_manifest(folder).game)
    return open_solution(folder, game)


@dataclass(frozen=True)
class PositionArguments:
    """Rules, the text of a state (None: the start) and the moves to make from there."""

    rules: CheckedGame
    text: str | None
    moves: tuple[str, ...]
    stored: StoredSolution | None = None

    @property
    def game(self) -> Game:
        """The game."""
        return self.rules.game

    def solution(self, engine: EngineOptions) -> Solution:
        """The stored solution, or one solved now."""
        return engine.solve(self.game) if self.stored is None else self.stored

    def solved(
        self, engine: EngineOptions, *, check: Callable[[PlayPosition], object] | None = None
    ) -> tuple[Solution, PlayPosition, int | None]:
        """The solution, the position in it, and its seat if that is known.

        Errors of the state and the moves are raised before a solve if they can be found without,
        and so are those of ``check``. Raises UnknownStateError.
        """
        by_text_alone = self.rules.kind is StateKind.OBJECT and not overrides(self.game, "parse")
        if self.text is None or not by_text_alone:
            position = self.unsolved()
            if check is not None:
                check(position)
        solution = self.solution(engine)
        first = first_position(solution.rules, self._found(solution))
        reached = follow(solution.rules, first, self.moves)
        return solution, reached, self.seat_in(reached)

    def unsolved(self) -> PlayPosition:
        """The position, which may be one that no play reaches."""
        return follow(self.rules, first_position(self.rules, self._parsed()), self.moves)

    def seat_in(self, reached: PlayPosition) -> int | None:
        """The seat to move; None if neither the state nor the way to it determines it."""
        known = self.text is None or self.rules.player(reached.state) is not None
        return reached.seat if known else None

    def _parsed(self) -> object:
        if self.text is None:
            return self.rules.start()
        try:
            return read_state(self.game, self.text)
        except Exception as error:
            raise self._no_state(self.text, error) from error

    def _found(self, solution: Solution) -> object:
        if self.text is None:
            return solution.start
        try:
            return solution.find(self.text)
        except (ParseError, UnknownStateError) as error:
            if looks_like_parameter(self.text):
                raise self._no_state(self.text, error) from error
            raise

    def _no_state(self, text: str, error: Exception) -> ParameterError | ParseError:
        if looks_like_parameter(text):
            return ParameterError(f"{unknown_parameter(self.game, text)}; nor is it a state")
        return ParseError(f"{shortened(text)!r} cannot be read as a state: {error}")


@dataclass(frozen=True)
class PositionOptions(SourceArguments):
    """GAME, its parameters, at most one state, and moves."""

    arguments: options.ParametersAndState = None
    move: options.Moves = None

    def parse(self) -> PositionArguments:
        """The game and its position. Raises ParameterError for a second state."""
        given, rest = self.split()
        if len(rest) > 1:
            strange = next((text for text in rest if looks_like_parameter(text)), None)
            if strange is not None:
                raise ParameterError(unknown_parameter(self.entry, strange))
            texts = shortened(", ".join(map(repr, rest)))
            raise ParameterError(
                f"expected at most one state, got {len(rest)}: {texts}; put a state "
                "that holds spaces in quotes, and moves after --move"
            )
        text = rest[0] if rest else None
        rules = CheckedGame(self.game(given))
        return PositionArguments(rules, text, tuple(self.move or ()), self.stored)


@dataclass(frozen=True)
class MovesOptions(SourceArguments):
    """GAME, its parameters, the moves, and the state where they begin."""

    arguments: Annotated[
        list[str] | None,
        options.argument(
            "Parameters of the game; everything else is a move, as the game writes or reads "
            f"moves, one argument each. {options.DASH}",
            "[NAME=VALUE]... [MOVE]...",
        ),
    ] = None
    state: Annotated[
        str | None,
        option("The state to begin with.", "--from", metavar="STATE", show_default="the start"),
    ] = None

    def parse(self) -> PositionArguments:
        """The first state, and the moves."""
        given, moves = self.split()
        return PositionArguments(
            CheckedGame(self.game(given)), self.state, tuple(moves), self.stored
        )


def looks_like_parameter(text: str) -> bool:
    """Whether a text is ``name=...``, a parameter of some game."""
    return re.match(r"[A-Za-z_]\w*=", text) is not None
