"""Records of shared options: the game or stored solution, and how to solve."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from perfectplay.cli.input import options
from perfectplay.cli.input.options import SolveMethod
from perfectplay.cli.output.progress_bar import shown_progress
from perfectplay.core.errors import ParameterError
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES
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

    def split_known(self) -> tuple[list[str], list[str]]:
        """The same. Raises ParameterError if one of the others looks like a parameter."""
        given, rest = self.split()
        if (strange := next(filter(looks_like_parameter, rest), None)) is not None:
            raise ParameterError(unknown_parameter(self.entry, strange))
        return given, rest

    def players(self, count: int, expected: str) -> tuple[list[str], list[str]]:
        """The parameters, and the names of so many players. Raises ParameterError, which begins
        with what is ``expected``."""
        given, rest = self.split_known()
        if len(rest) != count:
            names = f": {', '.join(rest)}" if rest else ""
            start, _, end = expected.partition(";")
            raise ParameterError(f"{start}, got {len(rest) or 'none'}{names};{end}")
        return given, rest

    def game(self, parameters: Sequence[str] | None = None) -> Game:
        """The game with these parameters (None: all arguments). Raises ParameterError if they are
        not parameters, or if the solution is stored."""
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
    """The solution in a folder, with the rules at another address; None for a game. ``./nim`` is a
    folder, ``nim`` a game of the library."""
    if not is_remote(address) and (
        address in GAMES or not (folder_at(address) / MANIFEST).exists()
    ):
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


def looks_like_parameter(text: str) -> bool:
    """Whether a text is ``name=...``, a parameter of some game."""
    return re.match(r"[A-Za-z_]\w*=", text) is not None
