"""What REST takes and gives, as the OpenAPI description has it.

Answers are made by the records themselves and are not run through these models, which describe
them; a test compares the two.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

Worth = Literal["loss", "draw", "win"]

Json = Any
"""A state or a move as JSON: a number, a text, or a list of these."""


class Problem(BaseModel):
    """What is wrong (RFC 9457)."""

    type: str = Field(description="The kind of problem: an address on the page /docs.")
    title: str
    status: int
    detail: str = Field(description="One sentence with the next step.")
    legal: list[str] | None = Field(None, description="Of an illegal move: what would be legal.")


class MoveOut(BaseModel):
    """A move as the mover sees it."""

    move: Json
    text: str
    value: Worth = Field(description="For the one who makes the move.")
    score: int | None = Field(None, description="In games of points only.")
    score_text: str | None = Field(None, description="Where people do not read the number.")
    remoteness: int | None = Field(description="Plies to the end after it; null: endless.")
    best: bool = Field(description="It keeps the value of the state.")
    perfect: bool = Field(description="It also realises the remoteness.")
    state: Json


class RecordOut(BaseModel):
    """A position and its moves, best first."""

    state: Json
    text: str
    value: Worth = Field(description="For the player to move.")
    score: int | None = Field(None, description="In games of points only: what is still to be won.")
    score_text: str | None = None
    remoteness: int | None = Field(description="Plies to the end; null: endless.")
    seat: int | None = Field(description="The side to move, 0 or 1; null: not known.")
    terminal: bool
    moves: list[MoveOut]


class StepOut(BaseModel):
    """A state of a play, and the move that led there (null: it is the first)."""

    move: str | None
    after: Worth | None = Field(None, description="The value of the move for who made it.")
    best: bool | None = None
    perfect: bool | None = None
    text: str
    seat: int | None
    value: Worth
    score: int | None = None
    score_text: str | None = None
    remoteness: int | None
    terminal: bool
    points: list[int] | None = Field(None, description="In games of points: of both seats so far.")


class PlayOut(BaseModel):
    """A play so far, and the position that it has reached."""

    steps: list[StepOut]
    record: RecordOut
    drawing: str = Field(description="The position as SVG.")


class GameOut(BaseModel):
    """A game that is served."""

    id: str
    name: str
    about: str = Field(description="What it is, in a line.")
    parameters: dict[str, Json]
    players: int
    status: Literal["solved", "unsolved", "solving", "failed", "refused"]


class GamesOut(BaseModel):
    """All games that are served."""

    games: list[GameOut]


class OneGameOut(GameOut):
    """A game, with how far its solve is, or the summary of its solution."""

    detail: str | None = Field(None, description="What a solve has failed of, or was refused for.")
    progress: dict[str, Json] | None = None
    summary: dict[str, Json] | None = Field(None, description="As `perfectplay solve --json`.")
