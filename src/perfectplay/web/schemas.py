"""What REST takes and gives, as the OpenAPI description has it.

Answers are made by the records themselves and are not run through these models, which describe
them: a test holds the one against the other.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_MOVES = 1_000
"""So many moves a request may make in a line."""

MOST_POSITIONS = 256
"""Of so many positions a request may ask at once."""

Worth = Literal["loss", "draw", "win"]
Json = Any


# --- what is asked --------------------------------------------------------------------------------


class RequestModel(BaseModel):
    """Parameters that are not there are an error: one that is misspelt is not passed over."""

    model_config = ConfigDict(extra="forbid")


class PositionQuery(RequestModel):
    """A position: the moves lead there from the state."""

    state: str | None = Field(
        None, description="A state, as the game writes it; default: the start."
    )
    move: list[str] = Field(
        [], max_length=MOST_MOVES, description="A move from there; repeat it for more."
    )
    seat: int | None = Field(
        None, ge=0, le=1, description="The side to move in `state`, where the game cannot tell."
    )


class LineQuery(PositionQuery):
    """A position, and how much of a line is asked for."""

    plies: int = Field(MOST_MOVES, ge=0, le=MOST_MOVES, description="The line ends after so many.")


class ReplyQuery(PositionQuery):
    """A position, and who is to move there."""

    player: str = Field(
        "perfect",
        max_length=60,
        description="`perfect`, `best`, `random`, or `slips:0.2`, which errs in one move of five "
        "where it can; a seed behind it, as in `random:7`, makes the same draws again.",
    )


class HeatMapQuery(RequestModel):
    """Which coordinates a map has; those that are not named are found where only one is left."""

    x: str | None = Field(None, max_length=200, description="The field from left to right.")
    y: str | None = Field(None, max_length=200, description="The field from bottom to top.")
    fix: list[str] = Field([], max_length=100, description="A field's value, as in `left=3`.")
    aggregate: Worth | None = Field(
        None, description="Cells hold many states: the share of this value is told."
    )


class NoParameters(RequestModel):
    """No parameters."""


class PositionIn(RequestModel):
    """One position of many."""

    state: str | None = Field(None, description="A state; default: the start.")
    moves: list[str] = Field([], max_length=MOST_MOVES, description="Moves from there.")
    seat: int | None = Field(
        None, ge=0, le=1, strict=True, description="The side to move in `state`."
    )


class PositionsIn(RequestModel):
    """Positions of one game."""

    positions: list[PositionIn] = Field(max_length=MOST_POSITIONS)


# --- what is answered -----------------------------------------------------------------------------


class ProblemDetails(BaseModel):
    """What is wrong (RFC 9457)."""

    type: str = Field(description="The kind of problem: an address on the page /docs.")
    title: str
    status: int
    detail: str = Field(description="One sentence with the next step.")
    number: int | None = Field(None, description="Of an illegal move: its number, from 1.")
    legal: list[str] | None = Field(None, description="Of an illegal move: what would be legal.")


class MoveOut(BaseModel):
    """A move as the mover sees it."""

    move: Json = Field(description="A number, a text, or a list of these.")
    text: str
    value: Worth = Field(description="For the one who makes the move.")
    score: int | None = Field(None, description="In games of points only.")
    score_text: str | None = Field(None, description="Where people do not read the number.")
    remoteness: int | None = Field(description="Plies to the end after it; null: endless.")
    best: bool = Field(description="It keeps the value of the state.")
    perfect: bool = Field(description="It also realises the remoteness.")
    state: Json = Field(description="The next state.")


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


class OnePositionOut(BaseModel):
    """The record of a position, or what is wrong with what was asked."""

    record: RecordOut | None
    problem: ProblemDetails | None


class PositionsOut(BaseModel):
    """As many as were asked for, in their order."""

    positions: list[OnePositionOut]


class StepOut(BaseModel):
    """A state of a play, and the move that led there (null: it is the first)."""

    move: str | None
    after: Worth | None = Field(None, description="The value of the move for who made it.")
    best: bool | None = None
    perfect: bool | None = None
    text: str
    seat: int | None
    value: Worth = Field(description="For the player to move.")
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


class LineStepOut(BaseModel):
    """A state of a line, and the move that is made in it (null: it is the last)."""

    ply: int
    state: Json
    text: str
    seat: int | None
    value: Worth
    score: int | None = None
    score_text: str | None = None
    remoteness: int | None
    move: Json
    move_text: str | None
    gain: int | None = Field(None, description="In games of points: what the move wins.")
    points: list[int] | None = None


class LineOut(BaseModel):
    """A perfect play, as `perfectplay line --json` has it."""

    game: str
    parameters: dict[str, Json]
    line: list[LineStepOut]
    loops: bool = Field(description="It has come back to an earlier state: an endless draw.")
    complete: bool = Field(description="It goes on to the end, or to where it loops.")


class ReplyOut(BaseModel):
    """A move of a player, and the player's name with its seed."""

    player: str
    reply: MoveOut


class RemotenessOut(BaseModel):
    """How many states end in so many plies; null: endless."""

    remoteness: int | None
    wins: int
    draws: int
    losses: int


class StatisticsOut(BaseModel):
    """How many states there are of each kind, all counted that a play reaches."""

    game: str
    parameters: dict[str, Json]
    states: int
    moves: int
    terminal: int
    wins: int
    draws: int
    losses: int
    endless: int
    representatives: dict[str, int] | None = Field(
        description="The same counts over one state of each class of symmetric ones."
    )
    by_remoteness: list[RemotenessOut]


class AxisOut(BaseModel):
    """A coordinate, and the texts of its values."""

    name: str
    label: str
    values: list[str]


class CellOut(BaseModel):
    """A cell of a map: its one state, or the counts of many."""

    row: int
    column: int
    wins: int
    draws: int
    losses: int
    state: Json
    text: str | None
    value: Worth | None
    remoteness: int | None


class HeatMapOut(BaseModel):
    """A game over its coordinates. Cells without a state are left out."""

    x: AxisOut
    y: AxisOut | None
    fixed: dict[str, str]
    aggregate: Worth | None
    start: list[int] | None = Field(description="Row and column of the start.")
    cells: list[CellOut]
    drawing: str = Field(
        description="The map as SVG; a cell is the group of its data-row and data-column."
    )


class GameOut(BaseModel):
    """A game that is served."""

    id: str
    name: str
    about: str = Field(description="What it is, in a line.")
    parameters: dict[str, Json]
    players: int = Field(description="2, or 1 for a puzzle.")
    status: Literal["solved", "unsolved", "waiting", "solving", "failed", "refused"]


class ProgressOut(BaseModel):
    """How far a solve is: `done` of `total` states in a stage."""

    stage: str
    done: int
    total: int | None
    states: int
    seconds: float
    speed: int | None = Field(description="States a second.")
    left: float | None = Field(description="Seconds, about.")


class GamesOut(BaseModel):
    """All games that are served."""

    games: list[GameOut]


class OneGameOut(GameOut):
    """A game, with how far its solve is, or the summary of its solution."""

    detail: str | None = Field(description="Why a solve has failed, or was refused.")
    progress: ProgressOut | None = Field(description="How far a solve is.")
    place: int | None = Field(description="Of a solve that waits: its place among them, from 1.")
    notes: list[str] = Field(description="What is told of a solve, such as its plan.")
    summary: dict[str, Json] | None = Field(description="As `perfectplay solve --json` has it.")
