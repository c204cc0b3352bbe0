"""Records of shared options: a position, by its state and the moves that lead on from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from perfectplay.cli.input import options
from perfectplay.cli.input.arguments import EngineOptions, SourceArguments, looks_like_parameter
from perfectplay.cli.input.options import option
from perfectplay.core.errors import ParameterError, ParseError, UnknownStateError
from perfectplay.core.shortened import shortened
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.moves import PlayPosition, first_position, follow
from perfectplay.game.read_state import read_state
from perfectplay.registry.parameters import unknown_parameter
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.tablebase.store.stored_solution import StoredSolution


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
        elif looks_like_parameter(self.text) and not looks_like_parameter(self._start_text):
            raise self._no_state(self.text, ParseError(self.text))
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

    @property
    def _start_text(self) -> str:
        return self.rules.state_text(self.rules.start())

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
            return ParameterError(
                f"{unknown_parameter(self.game, text)}; it cannot be read as a state either"
            )
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
