"""Positions as requests name them, and plays with the value of each move."""

from __future__ import annotations

from collections.abc import Sequence
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
from perfectplay.web.rest_answers import PlayOut, StepOut

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
    """The start of a play: the state of a text, or the game's start.

    ``seat`` moves there if the game cannot tell. Raises ParseError, UnknownStateError.
    """
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
    position = start.position
    for number, text in enumerate(moves, 1):
        options = rules.position(position.state).options
        texts = [rules.move_text(move) for move, _ in options]
        chosen = _index(rules, position.state, [move for move, _ in options], texts, text, number)
        position = _after(rules, position, *options[chosen])
    return position


def _index(
    rules: CheckedGame,
    state: State,
    moves: Sequence[Move],
    texts: Sequence[str],
    text: str,
    number: int,
) -> int:
    """The index of the move that a text means. It is parsed if it is not the text of one move."""
    if texts.count(text) == 1:
        return texts.index(text)
    move = _parsed(rules, state, text, number)
    return next(i for i, option in enumerate(moves) if same_move(option, move))


def _after(rules: CheckedGame, position: PlayPosition, move: Move, state: State) -> PlayPosition:
    again = rules.moves_again(position.state, move, state)
    return PlayPosition(state, position.seat if again else 1 - position.seat)


def play_of(solution: Solution, start: PlayStart, moves: Sequence[str] = ()) -> PlayOut:
    """A play: its steps, and the record and the picture of its last position.

    Raises WrongMoveError, UnknownStateError.
    """
    rules, position = solution.rules, start.position
    points = [0, 0]
    record = start.record(solution, position)
    steps = [_step(record, None, points, position.seat)]
    for number, text in enumerate(moves, 1):
        options, texts = [move.move for move in record.moves], [move.text for move in record.moves]
        move = record.moves[_index(rules, record.state, options, texts, text, number)]
        if rules.scoring:
            points[position.seat] += rules.gain(position.state, move.move)
        position = _after(rules, position, move.move, move.state)
        record = start.record(solution, position)
        steps.append(_step(record, move, points, position.seat))
    return PlayOut(steps, record, drawing(record))


def _parsed(rules: CheckedGame, state: State, text: str, number: int) -> Move:
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
    """A text as a browser sends it: with U+FFFD in place of lone surrogates."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _step(record: Record, move: MoveRecord | None, points: list[int], seat: int) -> StepOut:
    """A state of a play, and the value of the move that led there for the player who made it.

    ``points``: [2] of both seats before the end; ``seat``: the seat to move.
    """
    made: dict[str, Any] = {}
    if move is not None:
        made = {"after": move.value, "best": move.best, "perfect": move.perfect}
    if record.score is not None:
        so_far = list(points)
        if record.terminal:  # the score of a terminal state goes to the seat to move
            so_far[seat] += record.score
        made |= {"points": so_far, **score_fields(record.score, record.score_text)}
    return StepOut(
        None if move is None else move.text,
        text=record.text,
        seat=record.seat,
        value=record.value,
        remoteness=record.remoteness,
        terminal=record.terminal,
        **made,
    )
