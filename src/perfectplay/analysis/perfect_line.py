"""A perfect play from a position, state by state."""

from __future__ import annotations

from typing import Any

from perfectplay.core.value import State
from perfectplay.game.moves import PlayPosition, next_position
from perfectplay.tablebase.record import jsonable
from perfectplay.tablebase.solution import Solution


def perfect_line(
    solution: Solution, position: PlayPosition, seat_known: bool, most: int | None = None
) -> tuple[list[dict[str, Any]], bool]:
    """States of a perfect line with their moves, as JSON; and True if it ends in a loop.

    The last state has no move: the play is over, has come back to an earlier state, or has
    ``most`` plies. Of several perfect moves the first in the order of the rules is played.
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
