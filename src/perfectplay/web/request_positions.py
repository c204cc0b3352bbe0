"""Positions as requests name them, and plays with the value of each move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from perfectplay.core.errors import IllegalMoveError, ParseError
from perfectplay.core.value import Move
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition, find_move, first_position, same_move
from perfectplay.tablebase.record import MoveRecord, Record, score_fields
from perfectplay.tablebase.solution import Solution
from perfectplay.web.game_session import GameSession
from perfectplay.web.position_pictures import drawing
from perfectplay.web.rest_answers import PlayOut, StepOut
from perfectplay.web.wrong_move import WrongMoveError

MANY = 200
"""The most legal moves that a problem lists."""


@dataclass(frozen=True)
class PlayStart:
    """The first position of a play, and whether the seat to move is known there."""

    position: PlayPosition
    known: bool

    def record(self, solution: Solution, position: PlayPosition) -> Record:
        """The record of a position of the play, with its seat if that is known."""
        return solution.probe(position.state, position.seat if self.known else None)


def start_of(
    session: GameSession, solution: Solution, text: str | None = None, seat: int | None = None
) -> PlayStart:
    """The start of a play: the state of a text, or the game's start. ``seat`` moves there if the
    game cannot tell. Raises ParseError, UnknownStateError."""
    rules = solution.rules
    if text is None:
        return PlayStart(first_position(rules), True)
    state = session.find(solution, text)
    mover = rules.player(state)
    if mover is None and seat is not None:
        return PlayStart(PlayPosition(state, seat), True)
    return PlayStart(first_position(rules, state), mover is not None)


def reached(rules: CheckedGame, start: PlayStart, moves: Sequence[str]) -> PlayPosition:
    """The position to which moves lead. Raises WrongMoveError."""
    return followed(rules, start.position, moves)[0]


def followed(
    rules: CheckedGame, position: PlayPosition, moves: Sequence[str]
) -> tuple[PlayPosition, list[str]]:
    """The position to which moves lead from another one, and the texts of the moves as the game
    has them. Raises WrongMoveError."""
    texts = []
    for number, text in enumerate(moves, 1):
        move, position = chosen(rules, position, text, number)
        texts.append(rules.move_text(move))
    return position, texts


def play_of(solution: Solution, start: PlayStart, moves: Sequence[str] = ()) -> PlayOut:
    """A play: its steps, and the record and the picture of its last position. Raises
    WrongMoveError, UnknownStateError."""
    rules, position = solution.rules, start.position
    points = [0, 0]
    record = start.record(solution, position)
    steps = [_step(record, None, points, position.seat)]
    for number, text in enumerate(moves, 1):
        made, after = chosen(rules, position, text, number)
        move = next(move for move in record.moves if same_move(move.move, made))
        if rules.scoring:
            points[position.seat] += rules.gain(position.state, made)
        position, record = after, start.record(solution, after)
        steps.append(_step(record, move, points, position.seat))
    return PlayOut(steps, record, drawing(record))


def chosen(
    rules: CheckedGame, position: PlayPosition, text: str, number: int
) -> tuple[Move, PlayPosition]:
    """The move that a text means, and the position after it. A text is parsed if it is not that of
    exactly one move."""
    state, options = position.state, rules.position(position.state).options
    texts = [rules.move_text(move) for move, _ in options]
    if texts.count(text) == 1:
        move, child = options[texts.index(text)]
    else:
        try:
            found = find_move(rules, state, text)
            move, child = next(option for option in options if same_move(option[0], found))
        except (IllegalMoveError, ParseError) as error:
            sent = [_as_sent(written) for written in texts]
            if sent.count(text) != 1:
                message = f"{error} (move number {number})"
                raise WrongMoveError(message, number, texts[:MANY]) from error
            move, child = options[sent.index(text)]
    return move, position.after(rules, move, child)


def _as_sent(text: str) -> str:
    """A text as a browser sends it: with U+FFFD in place of lone surrogates."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _step(record: Record, move: MoveRecord | None, points: list[int], seat: int) -> StepOut:
    """A state of a play, and the value of the move that led there for the player who made it.

    ``points``: [2] of both seats before the end; ``seat``: the seat to move.
    """
    worth: dict[str, Any] = {}
    if move is not None:
        worth = {"after": move.value, "best": move.best, "keeps": move.keeps}
    if record.score is not None:
        so_far = list(points)
        if record.terminal:  # the score of a terminal state goes to the seat to move
            so_far[seat] += record.score
        worth |= {"points": so_far, **score_fields(record.score, record.score_text)}
    return StepOut(
        None if move is None else move.text,
        text=record.text,
        seat=record.seat,
        value=record.value,
        remoteness=record.remoteness,
        terminal=record.terminal,
        **worth,
    )
