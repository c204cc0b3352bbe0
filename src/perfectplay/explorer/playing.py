"""What the page shows: the play so far with what each move was worth, and its last position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from perfectplay.contract.moves import Position, find_move, first_position, same_move
from perfectplay.contract.rules import Rules
from perfectplay.explorer.drawn import drawing
from perfectplay.results.record import MoveRecord, Record, score_fields
from perfectplay.results.solution import Solution
from perfectplay.words.errors import IllegalMoveError, ParseError
from perfectplay.words.value import State


def position_of(
    solution: Solution, state: State, seat: int | None, moves: Sequence[str], known: bool
) -> tuple[Position, int | None]:
    """Where moves lead, and the seat to move there; None where that is not known."""
    rules = solution.rules
    position = begun(rules, state, seat)
    for number, text in enumerate(moves, 1):
        position, _ = _next(rules, position, text, number)
    return position, position.seat if known else None


def begun(rules: Rules, state: State, seat: int | None) -> Position:
    """The first position; a seat that the state knows is that one."""
    position = first_position(rules, state)
    if seat is None or rules.player(state) is not None:
        return position
    return Position(state, seat)


def play_of(
    solution: Solution, state: State, seat: int | None, moves: Sequence[str], known: bool
) -> dict[str, Any]:
    """A play from a state: its steps, the record of its last position, and that drawn.

    ``known``: whether the seat to move is known. Raises IllegalMoveError, UnknownStateError.
    """
    rules = solution.rules
    position = begun(rules, state, seat)
    record = solution.probe(position.state, position.seat if known else None)
    points = [0, 0]
    steps = [_step(rules, record, None, points, position.seat)]
    for number, text in enumerate(moves, 1):
        mover = position.seat
        position, move = _next(rules, position, text, number)
        made = next(m for m in record.moves if same_move(m.move, move))
        if rules.scoring:
            points[mover] += rules.gain(record.state, move)
        record = solution.probe(position.state, position.seat if known else None)
        steps.append(_step(rules, record, made, points, position.seat))
    return {"steps": steps, "record": record.as_dict(), "drawing": drawing(record)}


def _next(rules: Rules, position: Position, text: str, number: int) -> tuple[Position, Any]:
    state = position.state
    try:
        move = find_move(rules, state, text)
    except (IllegalMoveError, ParseError) as error:
        raise IllegalMoveError(f"{error} (move number {number})") from error
    for option, child in rules.position(state).options:
        if same_move(option, move):
            again = rules.moves_again(state, move, child)
            return Position(child, position.seat if again else 1 - position.seat), option
    raise AssertionError("find_move gives legal moves")


def _step(
    rules: Rules, record: Record, made: MoveRecord | None, points: list[int], seat: int
) -> dict[str, Any]:
    """One state of a play, and what the move that led there was worth to the one who made it."""
    step: dict[str, Any] = {"move": None}
    if made is not None:
        step = {
            "move": made.text,
            "after": str(made.value),
            "best": made.best,
            "perfect": made.perfect,
        }
    step |= {
        "text": record.text,
        "seat": record.seat,
        "value": str(record.value),
        **score_fields(record.score, record.score_text),
        "remoteness": record.remoteness,
        "terminal": record.terminal,
    }
    if rules.scoring:
        so_far = list(points)
        if record.terminal:  # what an end brings is in the points of the last state
            so_far[seat] += record.score or 0
        step["points"] = so_far
    return step
