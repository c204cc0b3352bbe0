"""``[STATE | --move M ...]``: the position that a command is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.cli import options
from perfectplay.cli.arguments import EngineOptions, SourceArguments
from perfectplay.core.errors import ParameterError, ParseError, UnknownStateError
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.moves import PlayPosition, first_position, follow
from perfectplay.registry.parameters import unknown_parameter
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.tablebase.store.stored_solution import StoredSolution


@dataclass(frozen=True)
class PositionArguments:
    """A game, the text of a state (None: the start) and the moves to make from there."""

    game: Game
    text: str | None
    moves: tuple[str, ...]
    stored: StoredSolution | None = None

    def solution(self, engine: EngineOptions) -> Solution:
        """The stored solution, or one solved now."""
        return engine.solve(self.game) if self.stored is None else self.stored

    def check(self) -> None:
        """Raise errors of the state and the moves that are found without a solve."""
        rules = CheckedGame(self.game)
        by_text_alone = rules.kind is StateKind.OBJECT and not overrides(self.game, "parse")
        if self.text is None or not by_text_alone:
            self.unsolved(rules)

    def unsolved(self, rules: CheckedGame) -> PlayPosition:
        """The position, which may be one that no play reaches."""
        return follow(rules, first_position(rules, self._parsed(rules)), self.moves)

    def solved(self, solution: Solution) -> tuple[PlayPosition, int | None]:
        """The position, and its seat if that is known. Raises UnknownStateError."""
        rules = solution.rules
        first = first_position(rules, self._found(solution))
        reached = follow(rules, first, self.moves)
        return reached, self.seat_in(rules, reached)

    def seat_in(self, rules: CheckedGame, reached: PlayPosition) -> int | None:
        """The seat to move; None if neither the state nor the way to it determines it."""
        known = self.text is None or rules.player(reached.state) is not None
        return reached.seat if known else None

    def _parsed(self, rules: CheckedGame) -> object:
        if self.text is None:
            return rules.start()
        try:
            return self.game.parse(self.text)
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
        return ParseError(f"{text!r} cannot be read as a state: {error}")


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
            raise ParameterError(
                f"expected at most one state, got {len(rest)}: {', '.join(map(repr, rest))}; put a "
                "state that holds spaces in quotes, and moves after --move"
            )
        text = rest[0] if rest else None
        return PositionArguments(self.game(given), text, tuple(self.move or ()), self.stored)


def looks_like_parameter(text: str) -> bool:
    """Whether a text is ``name=...``, a parameter of some game."""
    return re.match(r"[A-Za-z_]\w*=", text) is not None
