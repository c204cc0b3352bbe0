"""States along a sequence of moves, or along a perfect play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from perfectplay.core.errors import IllegalMoveError, ParseError
from perfectplay.core.json_of import json_of
from perfectplay.core.value import Move, State
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.game import Game
from perfectplay.game.moves import (
    PlayPosition,
    find_move,
    first_position,
    illegal,
    next_position,
    same_move,
)
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import Solution


@dataclass(frozen=True)
class PlayStep:
    """A state of a play, ``ply`` moves after the first one, and its move (None in the last one).

    ``seat`` is to move, None if that is not known. In a game of points ``points`` are those of both
    seats so far (if seats are not known, of the player to move in the first state and of the
    other), ``gain`` those of the move; the points of the last state include the score of its end.
    """

    ply: int
    state: State
    text: str
    seat: int | None
    move: Move | None
    move_text: str | None
    gain: int | None = None
    points: tuple[int, int] | None = None

    @classmethod
    def of(
        cls, rules: CheckedGame, ply: int, position: PlayPosition, move: Move | None,
        seat_known: bool = True,
    ) -> PlayStep:  # fmt: skip
        """The step of a position and its move, without points."""
        seat = position.seat if seat_known else None
        move_text = None if move is None else rules.move_text(move)
        text = rules.text(position.state, seat)
        return cls(ply, position.state, text, seat, move, move_text)

    def as_dict(self) -> dict[str, Any]:
        """The step as JSON."""
        points = {} if self.points is None else {"gain": self.gain, "points": list(self.points)}
        return {
            "ply": self.ply,
            "state": jsonable(self.state),
            **json_of(self, "text seat"),
            "move": jsonable(self.move),
            "move_text": self.move_text,
            **points,
        }


def replay(
    game: Game | Solution, moves: Iterable[str | Move], *, state: State | None = None
) -> Iterator[PlayStep]:
    """Yield the states along some moves, from the start or another state.

    ``moves``: texts that the game writes or reads, or moves. Raises IllegalMoveError at the first
    illegal move, with its number and the legal moves, after the states before it.

    >>> from perfectplay.games.spoons import Spoons
    >>> [step.state for step in replay(Spoons(), ["1", "right hits left"])]
    [(1, 1, 1, 1), (2, 1, 1, 1), (2, 1, 2, 1)]
    """
    rules = CheckedGame(game_in(game, "replay"))
    known = state is None or rules.player(state) is not None
    return steps(rules, first_position(rules, state), moves, known)


def steps(
    rules: CheckedGame, position: PlayPosition, moves: Iterable[str | Move], seat_known: bool
) -> Iterator[PlayStep]:
    """Yield the states along some moves from a position, which is the first."""
    points = [0, 0]

    def step(ply: int, move: Move | None) -> PlayStep:
        plain = PlayStep.of(rules, ply, position, move, seat_known)
        if not rules.scoring:
            return plain
        gain = None if move is None else rules.gain(position.state, move)
        if move is None:
            points[position.seat] += rules.position(position.state).score or 0
        so_far = (points[0], points[1])
        points[position.seat] += gain or 0
        return replace(plain, gain=gain, points=so_far)

    ply = 0
    for ply, given in enumerate(moves, 1):
        try:
            move = _move(rules, position.state, given)
        except (IllegalMoveError, ParseError) as error:
            yield step(ply - 1, None)
            raise IllegalMoveError(f"{error} (move number {ply})") from error
        yield step(ply - 1, move)
        position = next_position(rules, position, move)
    yield step(ply, None)


def _move(rules: CheckedGame, state: State, given: str | Move) -> Move:
    """Legal move of a text, or equal to the one given. Raises IllegalMoveError, ParseError."""
    if isinstance(given, str):
        return find_move(rules, state, given)
    for move, _ in rules.position(state).options:
        if same_move(move, given):
            return move
    raise IllegalMoveError(illegal(rules, state, repr(given)))


def perfect_line(
    solution: Solution, position: PlayPosition, seat_known: bool, most: int | None = None
) -> tuple[list[dict[str, Any]], bool]:
    """States of a perfect line with their moves, as JSON; and True if it ends in a loop.

    The last state has no move: the play is over, has come back to an earlier state, or has
    ``most`` plies. Of several best moves the first in the order of the rules is played; ``only``
    is true if it is the only perfect one of several moves.
    Raises UnknownStateError.

    >>> from perfectplay import solve
    >>> from perfectplay.game.moves import first_position
    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> solution = solve(ThreeRocks(2, 1))
    >>> line, loops = perfect_line(solution, first_position(solution.rules), True)
    >>> [(step["text"], step["seat"], step["move_text"]) for step in line], loops
    ([('2,1', 0, '2,1'), ('0,0', 1, None)], False)
    """
    rules = solution.rules
    steps: list[dict[str, Any]] = []
    points = [0, 0]
    visited: set[State] = set()
    while True:
        state, loops = position.state, position.state in visited
        visited.add(state)
        cut = most is not None and len(steps) >= most
        choices = [] if loops or cut else solution.best_moves(state)
        move, over = (choices[0], False) if choices else (None, True)
        seat = position.seat if seat_known else None
        steps.append(
            {
                "ply": len(steps),
                "state": jsonable(state),
                "text": rules.text(state, seat),
                "seat": seat,
                **solution.worth_fields(state),
                "move": None if over else jsonable(move),
                "move_text": None if over else rules.move_text(move),
                "only": len(choices) == 1 < len(rules.position(state).options),
            }
        )
        if rules.scoring:
            gain = solution.score(state) if over else rules.gain(state, move)
            if over and not cut:  # an end has a score but no gain
                points[position.seat] += gain
            steps[-1] |= {"gain": None if over else gain, "points": list(points)}
            points[position.seat] += 0 if over else gain
        if over:
            return steps, loops
        position = next_position(rules, position, move)
