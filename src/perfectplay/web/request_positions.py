"""Positions as requests name them, and the play so far that the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.core.errors import IllegalMoveError, ParseError
from perfectplay.core.value import Move, State
from perfectplay.game.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, find_move, first_position, same_move
from perfectplay.tablebase.record import MoveRecord, Record, score_fields
from perfectplay.tablebase.solution import Solution
from perfectplay.web.drawn import drawing
from perfectplay.web.game_session import GameSession
from perfectplay.web.problems import WrongMoveError

MANY = 200
"""So many legal moves a problem lists."""


@dataclass(frozen=True)
class PlayStart:
    """Where a play begins, and whether the seat to move is known there."""

    position: PlayPosition
    known: bool

    def seat(self, position: PlayPosition) -> int | None:
        """The seat to move in a later position, where it is known."""
        return position.seat if self.known else None


def begun(served: GameSession, solution: Solution, text: str | None, seat: int | None) -> PlayStart:
    """The state of a text (None: the start); ``seat`` moves there where the game cannot tell.

    Raises ParseError, UnknownStateError.
    """
    rules = solution.rules
    if text is None:
        return PlayStart(first_position(rules), True)
    state = served.find(solution, text)
    told = rules.player(state)
    if told is None and seat is not None:
        return PlayStart(PlayPosition(state, seat), True)
    return PlayStart(first_position(rules, state), told is not None)


def reached(rules: CheckedGame, start: PlayStart, moves: Sequence[str]) -> PlayPosition:
    """Where moves lead. Raises WrongMoveError."""
    position = start.position
    for number, text in enumerate(moves, 1):
        position = _moved(rules, position, text, number)
    return position


def _moved(rules: CheckedGame, position: PlayPosition, text: str, number: int) -> PlayPosition:
    """The position after a move. The rules are asked once where it is as they write it."""
    state = position.state
    options = rules.position(state).options
    named = [option for option in options if rules.move_text(option[0]) == text]
    if len(named) == 1:
        chosen = named[0]
    else:
        move = _found(rules, state, text, number)
        chosen = next(option for option in options if same_move(option[0], move))
    again = rules.moves_again(state, *chosen)
    return PlayPosition(chosen[1], position.seat if again else 1 - position.seat)


def record_of(
    served: GameSession,
    solution: Solution,
    text: str | None,
    moves: Sequence[str],
    seat: int | None,
) -> Record:
    """The record of a position that is named by a text and moves from there."""
    start = begun(served, solution, text, seat)
    position = reached(solution.rules, start, moves)
    return solution.probe(position.state, start.seat(position))


def play_of(solution: Solution, start: PlayStart, moves: Sequence[str]) -> dict[str, Any]:
    """A play: its steps, the record of its last position, and that drawn.

    Raises WrongMoveError, UnknownStateError.
    """
    steps, record = [], None
    for step, record in _steps(solution, start, moves):  # noqa: B007
        steps.append(step)
    assert record is not None
    return {"steps": steps, "record": record.as_dict(), "drawing": drawing(record)}


def _steps(
    solution: Solution, start: PlayStart, moves: Sequence[str]
) -> Iterator[tuple[dict[str, Any], Record]]:
    """The states of a play with their records."""
    rules, position = solution.rules, start.position
    points = [0, 0]
    record = solution.probe(position.state, start.seat(position))
    yield _step(record, None, points, position.seat), record
    for number, text in enumerate(moves, 1):
        made = _made(rules, record, text, number)
        if rules.scoring:
            points[position.seat] += rules.gain(position.state, made.move)
        again = rules.moves_again(position.state, made.move, made.state)
        position = PlayPosition(made.state, position.seat if again else 1 - position.seat)
        record = solution.probe(position.state, start.seat(position))
        yield _step(record, made, points, position.seat), record


def _made(rules: CheckedGame, record: Record, text: str, number: int) -> MoveRecord:
    """The move of a record that a text means."""
    named = [move for move in record.moves if move.text == text]
    if len(named) == 1:
        return named[0]
    move = _found(rules, record.state, text, number)  # it is read, or the first of several
    return next(made for made in record.moves if same_move(made.move, move))


def _found(rules: CheckedGame, state: State, text: str, number: int) -> Move:
    try:
        return find_move(rules, state, text)
    except (IllegalMoveError, ParseError) as error:
        options = rules.position(state).options
        sent = [move for move, _ in options if _as_sent(rules.move_text(move)) == text]
        if len(sent) == 1:
            return sent[0]
        legal = [rules.move_text(move) for move, _ in options[:MANY]]
        raise WrongMoveError(f"{error} (move number {number})", number, legal) from error


def _as_sent(text: str) -> str:
    """A text as a browser sends it, which has no half letters."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _step(record: Record, made: MoveRecord | None, points: list[int], seat: int) -> dict[str, Any]:
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
    if record.score is not None:
        so_far = list(points)
        if record.terminal:  # what an end brings is in the points of the last state
            so_far[seat] += record.score
        step["points"] = so_far
    return step
