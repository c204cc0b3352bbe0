"""``[STATE | --move M ...]``: the position that a command is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perfectplay.cli.stored import no_parameters, stored_at
from perfectplay.core.errors import ParameterError, ParseError, UnknownStateError
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.game import Game, StateKind, overrides
from perfectplay.game.moves import PlayPosition, first_position, follow
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import (
    build,
    parse_parameters,
    split_arguments,
    unknown_parameter,
)
from perfectplay.tablebase.solution import Solution

if TYPE_CHECKING:
    from perfectplay.cli.options import EngineOptions
    from perfectplay.tablebase.store.stored_solution import StoredSolution


@dataclass(frozen=True)
class PositionArguments:
    """A game, the text of a state (None: the start) and the moves to make from there."""

    game: Game
    text: str | None
    moves: tuple[str, ...]
    stored: StoredSolution | None = None

    def solution(self, engine: EngineOptions) -> Solution:
        """The stored solution, else one that is made now."""
        return engine.solve(self.game) if self.stored is None else self.stored

    def check(self) -> None:
        """Raises what can be told of wrong states and moves before a solve, which may be long."""
        rules = CheckedGame(self.game)
        by_text_alone = rules.kind is StateKind.OBJECT and not overrides(self.game, "parse")
        if self.text is None or not by_text_alone:
            self.unsolved(rules)

    def unsolved(self, rules: CheckedGame) -> PlayPosition:
        """The position, which need not be one that a play reaches."""
        return follow(rules, first_position(rules, self._parsed(rules)), self.moves)

    def solved(self, solution: Solution) -> tuple[PlayPosition, int | None]:
        """The position, and its seat where that is known. Raises UnknownStateError."""
        rules = solution.rules
        first = first_position(rules, self._found(solution))
        reached = follow(rules, first, self.moves)
        return reached, self.seat_in(rules, reached)

    def seat_in(self, rules: CheckedGame, reached: PlayPosition) -> int | None:
        """The seat to move, None where neither the state nor the way to it says it."""
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


def asked_of(
    address: str,
    arguments: Sequence[str] | None,
    moves: Sequence[str] | None,
    rules: str | None = None,
) -> PositionArguments:
    """The question that a command line asks; at most one argument may be no parameter.

    ``rules``: where the rules of a stored solution are.
    """
    found, given, rest, stored = _split(address, arguments, rules)
    if len(rest) > 1:
        strange = next((text for text in rest if looks_like_parameter(text)), None)
        if strange is not None:
            raise ParameterError(unknown_parameter(found, strange))
        raise ParameterError(
            f"expected at most one state, got {len(rest)}: {', '.join(map(repr, rest))}; put a "
            "state that holds spaces in quotes, and moves after --move"
        )
    game = _built(found, given, stored)
    return PositionArguments(game, rest[0] if rest else None, tuple(moves or ()), stored)


def asked_along(
    address: str, arguments: Sequence[str] | None, state: str | None, rules: str | None = None
) -> PositionArguments:
    """As `asked_of`, where all arguments that are no parameters are moves."""
    found, given, moves, stored = _split(address, arguments, rules)
    return PositionArguments(_built(found, given, stored), state, tuple(moves), stored)


def _split(
    address: str, arguments: Sequence[str] | None, rules: str | None
) -> tuple[type[Game] | Game, dict[str, str], list[str], StoredSolution | None]:
    """A game, what is given of its parameters, all other arguments, and its stored solution."""
    stored = stored_at(address, rules)
    found = load_class(address) if stored is None else stored.game
    given, rest = split_arguments(found, arguments or ())
    return found, given, rest, stored


def _built(found: type[Game] | Game, given: dict[str, str], stored: StoredSolution | None) -> Game:
    if stored is not None:
        no_parameters([f"{name}={value}" for name, value in given.items()])
        return stored.game
    return build(found, parse_parameters(found, given))


def looks_like_parameter(text: str) -> bool:
    """Whether a text is ``name=...``, a parameter of some game."""
    return re.match(r"[A-Za-z_]\w*=", text) is not None
