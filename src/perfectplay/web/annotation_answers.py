"""Judged plays and reasons over REST: as ``annotate --json`` and ``why --json`` of the command."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from perfectplay.analysis.annotate.annotate import annotate
from perfectplay.analysis.why.why import Reasons
from perfectplay.core.errors import ParseError
from perfectplay.game.moves import same_move
from perfectplay.play.written.play_file import plays_of_text
from perfectplay.play.written.written_play import WrittenPlay
from perfectplay.tablebase.solution import Solution
from perfectplay.web.game_session import GameSession
from perfectplay.web.request_positions import chosen, followed, reached, start_of
from perfectplay.web.rest_requests import MOST_MOVES, PlayIn, WhyQuery, Worth


class WorthOut(BaseModel):
    """What a position or a move is worth for the player who moves."""

    value: Worth
    score: int | None = Field(None, description="In games of points only.")
    score_text: str | None = Field(None, description="Only if people do not read the number.")
    plies: int | None = Field(description="To the end; null: endless.")


class JudgedMoveOut(BaseModel):
    """A move of a play, judged."""

    ply: int = Field(description="Its number, from 1.")
    seat: int | None = Field(description="Who moves; null: not known.")
    text: str = Field(description="The state in which it is made.")
    move_text: str
    mark: Literal["", "!", "?!", "?", "??"] = Field(
        description="`!` the only move that keeps the value, `?!` slower than it could be, `?` it "
        "loses something, `??` it turns a win into a loss."
    )
    loss: int = Field(description="From win to draw to loss; in games of points, points.")
    before: WorthOut
    after: WorthOut
    moves: int = Field(description="How many moves there were.")
    good: int = Field(description="How many of them keep the value.")
    better: list[str] = Field(description="The best moves, if this is none of them.")
    line: list[str] = Field(description="What follows the first of these, with it.")
    comment: str = Field(description="That of the text.")


class AccuracyOut(BaseModel):
    """Of the moves of a player that could lose something, how many did not."""

    player: str
    telling: int
    kept: int
    share: float | None


class AnnotationOut(BaseModel):
    """A judged play, as `perfectplay annotate --json` has it."""

    game: str
    parameters: dict[str, Any]
    headers: dict[str, str] = Field(description="Those of the text, such as From: the first state.")
    moves: list[JudgedMoveOut]
    result: str
    turning_point: int | None = Field(
        description="The last move that lost something, if the play was won."
    )
    accuracy: list[AccuracyOut] = Field(description="Of who began, and of the other.")
    summary: list[str] = Field(description="Sentences.")
    error: str | None = Field(
        description="Of a text: why it was not judged further, with the line and the move."
    )


class FactOut(BaseModel):
    """One thing that is so, with the sentence that says it."""

    kind: str = Field(description="docs/why.md lists them.")
    sentence: str
    state: Any
    value: Worth | None
    score: int | None
    plies: int | None
    moves: list[str]
    reply: str | None
    met: list[str]
    only: list[bool]
    pairs: list[tuple[str, str]]


class ReasonOut(BaseModel):
    """Why a position or a move has its value, as `perfectplay why --json` has it."""

    state: Any
    text: str
    move: str | None
    facts: list[FactOut]


def reason_of(session: GameSession, solution: Solution, query: WhyQuery) -> dict[str, Any]:
    """The reason of the position or the move of a request, as JSON.

    Raises WrongMoveError, ParseError, UnknownStateError.
    """
    rules = solution.rules
    start = start_of(session, solution, query.state, query.seat)
    at, made = reached(rules, start, query.move), None
    record = start.record(solution, at)
    if query.of is not None:
        move, _ = chosen(rules, at, query.of, len(query.move) + 1)
        made = next(one for one in record.moves if same_move(one.move, move))
    return Reasons(solution).about(record, made).as_dict()


class UnreadablePlayError(ParseError):
    """A text is not one play."""


def annotation_of(session: GameSession, solution: Solution, body: PlayIn) -> dict[str, Any]:
    """The judged play of a request, as JSON.

    Raises WrongMoveError for an illegal move (that of a text is the ``error`` of the answer, and
    the moves before it are judged), UnreadablePlayError, ParseError, UnknownStateError.
    """
    if body.text is not None:
        return annotate(solution, the_play(body)).as_dict()
    start = start_of(session, solution, body.state, body.seat)
    _, texts = followed(solution.rules, start.position, body.moves)
    state = None if body.state is None else start.position.state
    return annotate(solution, texts, state=state).as_dict()


def the_play(body: PlayIn) -> WrittenPlay:
    """The one play of a text. Raises UnreadablePlayError."""
    if body.moves or body.state is not None or body.seat is not None:
        raise UnreadablePlayError("a text has its own moves and state; leave out the others")
    try:
        plays = plays_of_text(body.text or "")
    except ParseError as error:
        raise UnreadablePlayError(f"the text is no play: {error}") from error
    if len(plays) > 1:
        raise UnreadablePlayError(
            f"the text has {len(plays):,} plays, since an empty line ends one; one at a time"
        )
    if not plays or not plays[0].moves:
        raise UnreadablePlayError("there is no move in the text")
    if len(plays[0].moves) > MOST_MOVES:
        raise UnreadablePlayError(
            f"the play has {len(plays[0].moves):,} moves; at most {MOST_MOVES:,} are judged"
        )
    return plays[0]
