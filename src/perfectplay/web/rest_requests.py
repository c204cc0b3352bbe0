"""Parameters and bodies of REST requests, as pydantic models that check them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_MOVES = 1_000
"""The most moves that one position of a request may have."""

MOST_POSITIONS = 256
"""The most positions that one request may ask for."""

Worth = Literal["loss", "draw", "win"]
"""A value in JSON."""


class RequestModel(BaseModel):
    """Refuses unknown parameters, so that a misspelt one is not ignored."""

    model_config = ConfigDict(extra="forbid")


class PositionQuery(RequestModel):
    """A position: the one to which the moves lead from the state."""

    state: str | None = Field(
        None, description="A state, as the game writes it; default: the start."
    )
    move: list[str] = Field(
        [], max_length=MOST_MOVES, description="A move from there; repeat the parameter for more."
    )
    seat: int | None = Field(
        None, ge=0, le=1, description="The side to move in `state`, if the game cannot tell."
    )


class LineQuery(PositionQuery):
    """A position, and the length of the line from there."""

    plies: int = Field(MOST_MOVES, ge=0, le=MOST_MOVES, description="The most plies of the line.")


class WhyQuery(PositionQuery):
    """A position, and the move in it that is asked about."""

    of: str | None = Field(None, description="A move there; default: the position itself.")


class ReplyQuery(PositionQuery):
    """A position, and the player to move there."""

    player: str = Field(
        "perfect",
        max_length=60,
        description="`perfect`; `keeping`; `resist`, which makes it hard for the other side; "
        "`skill:4`, which sees four plies ahead; `random`; or `slips:0.2`, which makes a mistake "
        "in one move of five if there is one to make. With a seed, as in `random:7` or "
        "`skill:4:7`, choices repeat.",
    )


class HeatMapQuery(RequestModel):
    """The coordinates of a map. One that is not named is chosen if only one is left."""

    x: str | None = Field(None, max_length=200, description="The field from left to right.")
    y: str | None = Field(None, max_length=200, description="The field from bottom to top.")
    fix: list[str] = Field([], max_length=100, description="A field's value, as in `left=3`.")
    aggregate: Worth | None = Field(
        None, description="If a cell has many states: the value whose share is shown."
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


class PlayIn(PositionIn):
    """A play to judge: the moves of a position, or a text."""

    text: str | None = Field(
        None,
        description="In place of moves and state: a play in the manner of PGN, which may be just "
        "its moves, or of SGF.",
    )


class PositionsIn(RequestModel):
    """Positions of one game."""

    positions: list[PositionIn] = Field(max_length=MOST_POSITIONS)


class SearchIn(PositionIn):
    """A position to search, and for how long."""

    seconds: float = Field(
        3.0, gt=0, le=60, description="The most seconds of searching, without preparing it."
    )
    reader: str = Field(
        "",
        max_length=60,
        description="Who asks, by a text of one's own: asking for another position ends the search "
        "of the one before.",
    )
