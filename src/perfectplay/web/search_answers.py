"""Answers about games without a solution: plays without values, and what a search has proved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from perfectplay.core.value import Value
from perfectplay.drawing.board.marks import MoveMark, value_mark
from perfectplay.drawing.board.value_colours import LETTERS
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import PlayPosition
from perfectplay.tablebase.record import score_fields
from perfectplay.web.position_pictures import drawing_of_moves
from perfectplay.web.request_positions import chosen
from perfectplay.web.rest_answers import ValueAnswer, described_by, note
from perfectplay.web.rest_requests import Worth
from perfectplay.web.searching import SearchStatus


@dataclass(frozen=True)
class PlainStepOut:
    """A state of a play without a solution, and the move that led there."""

    move: str | None
    text: str
    seat: int | None
    terminal: bool
    value: Annotated[ValueAnswer | None, note("At the end of the play, for the player to move.")]
    remoteness: int | None
    score: int | None = None
    points: Annotated[list[int] | None, note("In games of points: of both seats so far.")] = None


@dataclass(frozen=True)
class PlainMoveOut:
    """A legal move."""

    text: str


@dataclass(frozen=True)
class PlainRecordOut:
    """A position without a value, and its legal moves in the order of the rules."""

    text: str
    seat: int | None
    terminal: bool
    moves: list[PlainMoveOut]


@dataclass(frozen=True)
class BoardOut:
    """A play so far, and the position that it has reached, drawn without values."""

    steps: list[PlainStepOut]
    record: PlainRecordOut
    drawing: Annotated[str, note("The position as SVG.")]


class BoundOut(BaseModel):
    """A proved bound on a result, for the player who moves."""

    value: Worth
    score: int | None = None
    plies: int | None = Field(description="Of a win or a loss, if they are known.")


class SearchedMoveOut(BaseModel):
    """What is proved of a move, for the player who makes it."""

    text: str
    value: Worth | None
    score: int | None = None
    score_text: str | None = None
    remoteness: int | None = Field(description="As for a solved game, if `whole`.")
    whole: bool = Field(description="The remoteness is known too.")
    low: BoundOut | None = Field(description="The result is at least this.")
    high: BoundOut | None = Field(description="The result is at most this.")
    words: str
    label: str
    best: bool | None = Field(description="Null: not proved either way.")
    keeps: bool | None = Field(description="Null: not proved either way.")


class SearchFoundOut(BaseModel):
    """What is proved of a position, its best known move first."""

    value: Worth | None
    score: int | None = None
    remoteness: int | None
    whole: bool
    words: str
    grade: str = Field(
        description="Of the move `best`: `best` (proved), `keeps` (proved to keep the value, "
        "perhaps not the fastest), or `known` (the best that is known)."
    )
    best: str | None
    engine: str
    nodes: int
    why: str = Field(description="Why it is not searched further, or empty.")
    done: bool = Field(description="Everything about the moves is proved.")
    moves: list[SearchedMoveOut]


@dataclass(frozen=True)
class SearchOut:
    """How far the search of a position is."""

    stage: Annotated[
        str, note("`waiting`, `preparing` (the rules are compiled), `searching`, `over`, `failed`.")
    ]
    seconds: float
    limit: Annotated[float, note("The most seconds of searching.")]
    sentence: Annotated[str, note("Why it has failed, or empty.")]
    found: Annotated[dict[str, Any] | None, described_by(SearchFoundOut | None)]
    drawing: Annotated[str | None, note("The position with the values so far, as SVG.")]


# --- plays ----------------------------------------------------------------------------------------


def board_out(
    rules: CheckedGame, start: PlayPosition, known: bool, moves: Sequence[str]
) -> BoardOut:
    """A play without values; ``known``: whether the seat of its start is known.

    Raises WrongMoveError.
    """
    points, position = [0, 0], start
    steps = [_step(rules, position, known, None, points)]
    for number, text in enumerate(moves, 1):
        move, after = chosen(rules, position, text, number)
        if rules.scoring:
            points[position.seat] += rules.gain(position.state, move)
        position = after
        steps.append(_step(rules, position, known, rules.move_text(move), points))
    last = steps[-1]
    texts = [rules.move_text(move) for move, _ in rules.position(position.state).options]
    record = PlainRecordOut(last.text, last.seat, last.terminal, [*map(PlainMoveOut, texts)])
    return BoardOut(steps, record, drawing_of_moves(rules, position.state, last.seat))


def _step(
    rules: CheckedGame, position: PlayPosition, known: bool, move: str | None, points: list[int]
) -> PlainStepOut:
    """A state of a play; ``points``: [2] of both seats before the end."""
    seat = rules.player(position.state)
    if seat is None and known:
        seat = position.seat
    here = rules.position(position.state)
    over, more = here.outcome is not None, {}
    if rules.scoring:
        so_far = list(points)
        if over:  # the score of a terminal state goes to the seat to move
            so_far[position.seat] += here.score or 0
        more = {"score": here.score, "points": so_far}
    return PlainStepOut(
        move,
        rules.text(position.state, seat),
        seat,
        over,
        here.outcome,
        0 if over else None,
        **more,  # type: ignore[arg-type]
    )


# --- searches -------------------------------------------------------------------------------------


def search_out(
    rules: CheckedGame, position: PlayPosition, seat: int | None, status: SearchStatus
) -> SearchOut:
    """The answer about a search, with the picture of its position."""
    found, drawing = status.found, None
    if found is not None:
        labelled = [_labelled(rules, move) for move in found["moves"]]
        found = {**_with_score(rules, found), "moves": labelled}
        marks = {move["text"]: move for move in labelled}
        drawing = drawing_of_moves(rules, position.state, seat, lambda c: _mark(c, marks))
    return SearchOut(status.stage, status.seconds, status.limit, status.sentence, found, drawing)


def _with_score(rules: CheckedGame, of: Mapping[str, Any]) -> dict[str, Any]:
    """With the text of its score, if people do not read the number."""
    score = of.get("score")
    text = None if score is None else rules.score_text(score)
    return {**of, **score_fields(score, text)}


def _labelled(rules: CheckedGame, move: Mapping[str, Any]) -> dict[str, Any]:
    scored = _with_score(rules, move)
    return {**scored, "label": search_label(scored)}


def search_label(move: Mapping[str, Any]) -> str:
    """The label of a move: its value if it is proved, else its bounds in short.

    >>> unknown = {"value": None, "low": None, "high": None}
    >>> search_label(unknown), search_label({**unknown, "low": {"value": "draw", "plies": None}})
    ('?', '≥D')
    >>> search_label({"value": "win", "whole": True, "remoteness": 4})
    'W5'
    """
    if move.get("score") is not None:
        text = move.get("score_text") or f"{move['score']:,}"
        return f"+{text}" if move["score"] > 0 else str(text)
    if move["value"] is not None:
        value = Value[str(move["value"]).upper()]
        if not move["whole"]:
            return LETTERS[value]
        plies = move["remoteness"]
        return value_mark(value, None if plies is None else plies + 1)
    low, high = move["low"] or {}, move["high"] or {}
    if "score" in low or "score" in high:
        least, most = low.get("score"), high.get("score")
        if least is not None and most is not None:
            return f"{least:,}…{most:,}"
        return f"≥{least:,}" if least is not None else f"≤{most:,}"
    if low.get("value") == "draw":
        return "≥D"
    return "≤D" if high.get("value") == "draw" else "?"


def _mark(choice: Any, known: Mapping[str, Mapping[str, Any]]) -> MoveMark:
    move = known.get(choice.text)
    if move is None:
        return MoveMark(choice, "", choice.text)
    value = None if move["value"] is None else Value[str(move["value"]).upper()]
    label = "" if move["label"] == "?" else str(move["label"])
    grade = "best" if move["best"] else "keeps" if move["keeps"] else ""
    return MoveMark(choice, label, f"{choice.text}: {move['words']}", value, grade)
