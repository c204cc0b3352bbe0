"""Answers of REST, as dataclasses.

`fields_of` makes their JSON, and pydantic makes the OpenAPI document of the same classes. Answers
are not validated: texts of games may hold lone surrogates, which pydantic refuses.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, get_type_hints

from pydantic import BaseModel, Field, GetPydanticSchema, create_model

from perfectplay.core.value import Value
from perfectplay.tablebase.counts import Counts
from perfectplay.tablebase.record import MoveRecord, Record
from perfectplay.web.rest_requests import Worth
from perfectplay.web.solving.status import GameStatus, SolveReached


def fields_of(answer: Any) -> dict[str, Any]:
    """The fields of an answer by name, without those that are left at their default None.

    Raises TypeError for anything that is not an answer, as `json.dumps` expects.
    """
    if isinstance(answer, Record | MoveRecord | Counts):
        return answer.as_dict()
    if not dataclasses.is_dataclass(answer):
        raise TypeError(f"{type(answer).__name__} is not an answer")
    kind = type(answer)
    return {
        name: str(value) if isinstance(value, Value) else value
        for name, value in vars(answer).items()
        if value is not None or not hasattr(kind, name)
    }


def note(text: str | None) -> Any:
    """The description of a field in the OpenAPI document."""
    return Field(description=text)


_JSON_TYPES: dict[str, Any] = {"Value": Worth, "StateT": Any, "MoveT": Any, "CheckedGame": Any}


class _OfAny:
    """A model in the place of a generic class: whatever the states and moves are."""

    def __init__(self, model: type[BaseModel]) -> None:
        self._model = model

    def __getitem__(self, _: Any) -> type[BaseModel]:
        return self._model


def _json_model(
    name: str, source: type, json_types: dict[str, Any], about: str, **notes: str
) -> type[BaseModel]:
    """The model of the JSON that ``source.as_dict`` makes, for the OpenAPI document.

    ``json_types``: types of the JSON by the names of types; ``notes``: descriptions of fields.
    """
    types = get_type_hints(source, localns=json_types)
    fields: dict[str, Any] = {
        field.name: (
            Annotated[types[field.name], note(notes.get(field.name))],
            ... if field.default is dataclasses.MISSING else field.default,
        )
        for field in dataclasses.fields(source)
        if field.repr
    }
    return create_model(name, __doc__=about, **fields)


MoveOut = _json_model(
    "MoveOut",
    MoveRecord,
    _JSON_TYPES,
    "A move as the mover sees it.",
    move="A number, a text, or a list of these.",
    value="For the player who makes the move.",
    score="In games of points only.",
    score_text="Only if people do not read the number.",
    remoteness="Plies to the end after it; null: endless.",
    best="It keeps the value of the state and the distance to the end.",
    keeps="It keeps the value of the state.",
    state="The next state.",
)
RecordOut = _json_model(
    "RecordOut",
    Record,
    {**_JSON_TYPES, "MoveRecord": _OfAny(MoveOut)},
    "A position and its moves, best first.",
    value="For the player to move.",
    score="In games of points only: what is still to be won.",
    remoteness="Plies to the end; null: endless.",
    seat="The side to move, 0 or 1; null: not known.",
)


def described_by(model: Any) -> Any:
    """Describes a type of ours in the OpenAPI document by the model of its JSON."""
    return GetPydanticSchema(lambda _, handler: handler(model))


RecordAnswer: TypeAlias = Annotated[Record, described_by(RecordOut)]
ValueAnswer: TypeAlias = Annotated[Value, described_by(Worth)]


@dataclass(frozen=True)
class ProblemDetails:
    """What is wrong (RFC 9457)."""

    type: Annotated[str, note("The kind of problem: an address on the page /docs.")]
    title: str
    status: int
    detail: Annotated[str, note("One sentence with the next step.")]
    number: Annotated[int | None, note("Of an illegal move: its number, from 1.")] = None
    legal: Annotated[list[str] | None, note("Of an illegal move: the legal ones.")] = None


@dataclass(frozen=True)
class OnePositionOut:
    """The record of a position, or the problem with it."""

    record: RecordAnswer | None
    problem: ProblemDetails | None


@dataclass(frozen=True)
class PositionsOut:
    """The answers for all positions of a request, in its order."""

    positions: list[OnePositionOut]


@dataclass(frozen=True)
class StepOut:
    """A state of a play, and the move that led there (null: it is the first)."""

    move: str | None
    text: str
    seat: int | None
    value: Annotated[ValueAnswer, note("For the player to move.")]
    remoteness: int | None
    terminal: bool
    after: Annotated[
        ValueAnswer | None, note("The value of the move for the player who made it.")
    ] = None
    best: bool | None = None
    keeps: bool | None = None
    score: int | None = None
    score_text: str | None = None
    points: Annotated[list[int] | None, note("In games of points: of both seats so far.")] = None


@dataclass(frozen=True)
class PlayOut:
    """A play so far, and the position that it has reached."""

    steps: list[StepOut]
    record: RecordAnswer
    drawing: Annotated[str, note("The position as SVG.")]


class LineStepOut(BaseModel):
    """A state of a line, and the move that is made in it (null: it is the last)."""

    ply: int
    state: Any
    text: str
    seat: int | None
    value: Worth
    score: int | None = None
    score_text: str | None = None
    remoteness: int | None
    move: Any
    move_text: str | None
    only: bool = Field(description="It is the only perfect one of several moves.")
    gain: int | None = Field(None, description="In games of points: what the move wins.")
    points: list[int] | None = None


@dataclass(frozen=True)
class _Heading:
    game: str
    parameters: dict[str, Any]


@dataclass(frozen=True)
class LineOut(_Heading):
    """A perfect play, as `perfectplay line --json` has it."""

    line: Annotated[list[dict[str, Any]], described_by(list[LineStepOut])]
    loops: Annotated[bool, note("It has come back to an earlier state: an endless draw.")]
    complete: Annotated[bool, note("It goes on to the end, or to where it loops.")]


@dataclass(frozen=True)
class ReplyOut:
    """A move of a player, and the player's name with its seed."""

    player: str
    reply: Annotated[MoveRecord, described_by(MoveOut)]


@dataclass(frozen=True)
class RemotenessOut:
    """How many states end in so many plies; null: endless."""

    remoteness: int | None
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True)
class StatisticsOut(Counts, _Heading):
    """How many states of each kind a play can reach."""

    representatives: Annotated[
        dict[str, int] | None,
        note("The same counts over one state of each class of symmetric ones."),
    ]
    by_remoteness: list[RemotenessOut]


@dataclass(frozen=True)
class AxisOut:
    """A coordinate, and the texts of its values."""

    name: str
    label: str
    values: list[str]


@dataclass(frozen=True)
class CellOut:
    """A cell of a map: its one state, or the counts of many."""

    row: int
    column: int
    wins: int
    draws: int
    losses: int
    state: Any
    text: str | None
    value: ValueAnswer | None
    remoteness: int | None


@dataclass(frozen=True)
class HeatMapOut:
    """A game over its coordinates. Cells without a state are left out."""

    x: AxisOut
    y: AxisOut | None
    fixed: dict[str, str]
    aggregate: ValueAnswer | None
    start: Annotated[list[int] | None, note("Row and column of the start.")]
    cells: list[CellOut]
    drawing: Annotated[
        str, note("The map as SVG; a cell is the group of its data-row and data-column.")
    ]


@dataclass(frozen=True)
class GameOut:
    """A game that is served."""

    id: str
    name: str
    about: Annotated[str, note("What it is, in a line.")]
    parameters: dict[str, Any]
    players: Annotated[int, note("2, or 1 for a puzzle.")]
    status: GameStatus


@dataclass(frozen=True)
class GamesOut:
    """All games that are served."""

    games: list[GameOut]


@dataclass(frozen=True)
class OneGameOut(GameOut):
    """A game, with how far its solve is, or the summary of its solution."""

    detail: Annotated[str | None, note("Why a solve has failed, or was refused.")]
    progress: Annotated[SolveReached | None, note("How far a solve is.")]
    place: Annotated[int | None, note("Of a solve that waits: its place among them, from 1.")]
    notes: Annotated[tuple[str, ...], note("Notes on a solve, such as its plan.")]
    summary: Annotated[dict[str, Any] | None, note("As `perfectplay solve --json` has it.")]
