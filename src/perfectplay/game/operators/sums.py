"""The disjunctive sum of games: each move is a move in one component."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from perfectplay.core.errors import ParameterError, ParseError
from perfectplay.core.value import Move, State, Value
from perfectplay.game.game import Game, overrides
from perfectplay.game.naming import game_name
from perfectplay.game.operators.operator import of_two
from perfectplay.game.showing import state_text


def sum_of(*games: Game) -> Sum:
    """The disjunctive sum of games: a move is a move in one component; over if none has a move.

    A state is the tuple of the components' states; a move is (component, move in it). Each game
    must be impartial or have a method ``turned(state)``, which gives the same state with the other
    player to move: the other components change so when the turn passes. The components must all
    end as losses for the player to move (normal play), or all as wins (misère); the sum does too.

    `grundy` finds Grundy values of impartial sums from the components; `solve` enumerates any sum.
    Raises ParameterError for no game, a puzzle, a game of points, or one with moves in a row.

    >>> from perfectplay import solve
    >>> from perfectplay.games.subtraction import Subtraction
    >>> solve(sum_of(Subtraction(2), Subtraction(3))).value((2, 3))
    <Value.WIN: 3>
    """
    if not games:
        raise ParameterError("a sum needs at least one game: sum_of(game, game)")
    for game in games:
        of_two(game, "sum_of")
        if not game.impartial and not hasattr(game, "turned"):
            raise ParameterError(
                f"{game_name(game)} is not impartial, so its states do not say what the other "
                "player may do: declare impartial = True where both have the same moves, or give "
                "it a method turned(state), the same state with the other player to move"
            )
        if overrides(game, "moves_again"):
            raise ParameterError(
                f"in {game_name(game)} a player may move twice running: such games have no sum"
            )
    return Sum(games)


class Sum(Game):
    """The game of `sum_of`."""

    def __init__(self, games: tuple[Game, ...]) -> None:
        self.games = games
        self.impartial = all(game.impartial for game in games)  # type: ignore[misc]

    def start(self) -> State:
        return tuple(game.start() for game in self.games)

    def moves(self, state: State) -> Iterator[Move]:
        for i, (game, part) in enumerate(zip(self.games, state, strict=True)):
            if game.outcome(part) is None:
                for move in game.moves(part):
                    yield (i, move)

    def play(self, state: State, move: Move) -> State:
        at, made = move
        parts = [
            game.play(part, made) if i == at else _turned(game, part)
            for i, (game, part) in enumerate(zip(self.games, state, strict=True))
        ]
        game = self.games[at]
        knows = not game.impartial and overrides(game, "player")
        if knows and game.player(state[at]) == game.player(parts[at]):
            raise ValueError(f"in {game_name(game)} a player moves twice running")
        return tuple(parts)

    def outcome(self, state: State) -> Any:
        ends = [_end(game, part) for game, part in zip(self.games, state, strict=True)]
        if None in ends:
            return None
        if len(set(ends)) > 1 or ends[0] is Value.DRAW:
            raise ValueError(
                f"the components end as {', '.join(map(str, ends))} for the player to move: a sum "
                "is of games that all end in losses (normal play), or all in wins (misère)"
            )
        return ends[0]

    # --- texts ------------------------------------------------------------------------------------

    def text(self, state: State, seat: int | None = None) -> str:
        texts = [state_text(game, part, seat) for game, part in zip(self.games, state, strict=True)]
        return ("\n+\n" if any("\n" in text for text in texts) else " + ").join(texts)

    def parse(self, text: str) -> State:
        texts = re.split(r"\s+\+\s+", text.strip())
        if len(texts) != len(self.games):
            raise ParseError(
                f'expected {len(self.games)} states with + between them, such as "'
                f'{self.text(self.start())}", got "{text}"'
            )
        return tuple(game.parse(part) for game, part in zip(self.games, texts, strict=True))

    def move_text(self, move: Move) -> str:
        return f"{move[0] + 1}: {self.games[move[0]].move_text(move[1])}"

    def parse_move(self, text: str) -> Move:
        number, colon, made = text.partition(":")
        at = int(number) - 1 if number.strip().isdigit() else -1
        if not colon or not 0 <= at < len(self.games):
            raise ParseError(f'expected the number of a component and a move in it, got "{text}"')
        return (at, self.games[at].parse_move(made.strip()))

    # --- name and equality ------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.written(game_name)

    def written(self, naming: Callable[[Game], str]) -> str:
        """Address of the sum, such as ``sum_of(nim,kayles)``."""
        return f"sum_of({','.join(naming(game) for game in self.games)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.games == other.games

    def __hash__(self) -> int:
        return hash(self.games)

    def __repr__(self) -> str:
        return f"sum_of({', '.join(map(repr, self.games))})"


def _turned(game: Any, part: State) -> State:
    return part if game.impartial else game.turned(part)


def _end(game: Game, part: State) -> Any:
    """Value of a component that is over or has no moves; otherwise None."""
    value = game.outcome(part)
    if value is not None:
        return value
    for _ in game.moves(part):
        return None
    if not isinstance(game.stuck, Value):
        raise ValueError(f"there is no legal move in {part!r} of {game_name(game)}")
    return game.stuck
