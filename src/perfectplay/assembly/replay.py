"""The states along a sequence of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from perfectplay.contract.game import Game
from perfectplay.contract.moves import Position, find_move, first_position, next_position
from perfectplay.contract.rules import Rules
from perfectplay.results.record import jsonable
from perfectplay.words.errors import IllegalMoveError, ParseError
from perfectplay.words.value import Move, State


@dataclass(frozen=True)
class Step:
    """A state of a play: ``ply`` moves after its first one, and the move that is made in it (None
    in the last); ``seat`` is to move, None where that is not known."""

    ply: int
    state: State
    text: str
    seat: int | None
    move: Move | None
    move_text: str | None

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON."""
        return {
            "ply": self.ply,
            "state": jsonable(self.state),
            "text": self.text,
            "seat": self.seat,
            "move": jsonable(self.move),
            "move_text": self.move_text,
        }


def replay(game: Game, moves: Iterable[str], *, state: State | None = None) -> Iterator[Step]:
    """The states along some moves, from the start or another state, each as it is reached.

    ``moves``: as the game writes or reads them. Raises IllegalMoveError at the first that is not
    legal, with its number and what would be legal, after the states before it.

    >>> from perfectplay.games.spoons import Spoons
    >>> [step.state for step in replay(Spoons(), ["1", "right hits left"])]
    [(1, 1, 1, 1), (2, 1, 1, 1), (2, 1, 2, 1)]
    """
    rules = Rules(game)
    known = state is None or rules.player(state) is not None
    return steps(rules, first_position(rules, state), moves, known)


def steps(
    rules: Rules, position: Position, moves: Iterable[str], seat_known: bool
) -> Iterator[Step]:
    """The states along some moves from a position, itself the first."""

    def step(ply: int, move: Move | None, move_text: str | None) -> Step:
        seat = position.seat if seat_known else None
        text = rules.text(position.state, seat)
        return Step(ply, position.state, text, seat, move, move_text)

    ply = 0
    for ply, text in enumerate(moves, 1):
        try:
            move = find_move(rules, position.state, text)
        except (IllegalMoveError, ParseError) as error:
            yield step(ply - 1, None, None)
            raise IllegalMoveError(f"{error} (move number {ply})") from error
        yield step(ply - 1, move, rules.move_text(move))
        position = next_position(rules, position, move)
    yield step(ply, None, None)
