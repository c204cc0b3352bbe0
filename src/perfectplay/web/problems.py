"""Errors as problem details (RFC 9457): a type, a title, a status, and the sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from perfectplay.core.errors import (
    IllegalMoveError,
    MissingExtraError,
    ParameterError,
    ParseError,
    PerfectPlayError,
    PlotError,
    RulesDifferError,
    StoreError,
    UnknownGameError,
    UnknownStateError,
)
from perfectplay.web.game_session import NotSolvedError, SolveRefusedError
from perfectplay.web.http_players import UnknownPlayerError
from perfectplay.web.timed_calls import BusyError, EndingError

PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problem: its status, its title, and what that means."""

    status: int
    title: str
    about: str


KINDS = {
    "unknown-game": ProblemKind(404, "No such game", "No game is served under this id."),
    "unknown-state": ProblemKind(404, "No such state", "No play from the start reaches the state."),
    "no-map": ProblemKind(404, "No such map", "The game has no such coordinates."),
    "not-solved": ProblemKind(409, "Not solved yet", "The game is too large to be solved at once."),
    "folder": ProblemKind(409, "No solution to read", "The folder of the solution cannot be read."),
    "refused": ProblemKind(409, "Not solved on request", "The solve is not begun, and why."),
    "no-state": ProblemKind(422, "Not a state", "The text cannot be read as a state."),
    "illegal-move": ProblemKind(
        422, "Not a legal move", "A move is not legal where it is to be made."
    ),
    "no-player": ProblemKind(422, "No such player", "No player of this name replies here."),
    "rules": ProblemKind(
        422, "The rules cannot answer", "The rules raise an error, or take too long."
    ),
    "busy": ProblemKind(429, "Too many questions", "Too many questions wait for this game."),
    "ending": ProblemKind(503, "The server stops", "It has been told to stop."),
    "request": ProblemKind(
        400, "Not a request that is answered here", "See the status and the detail."
    ),
}
"""All kinds; the status of the last is that of HTTP."""

OF_ERRORS: dict[type[PerfectPlayError], str] = {
    UnknownGameError: "unknown-game",
    ParameterError: "unknown-game",
    UnknownStateError: "unknown-state",
    PlotError: "no-map",
    NotSolvedError: "not-solved",
    SolveRefusedError: "refused",
    ParseError: "no-state",
    IllegalMoveError: "illegal-move",
    BusyError: "busy",
    EndingError: "ending",
    UnknownPlayerError: "no-player",
    StoreError: "folder",
    RulesDifferError: "folder",
    MissingExtraError: "folder",
}
"""Any other error of ours is the fault of the rules."""


def problem(
    status: int | None,
    kind: str,
    detail: str,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> JsonAnswer:
    """A response that says what is wrong; without a status, that of its kind."""
    body = problem_body(status, kind, detail, **more)
    return JsonAnswer(body, body["status"], media_type=PROBLEM, headers=headers)


def problem_body(status: int | None, kind: str, detail: str, **more: Any) -> dict[str, Any]:
    """What is wrong, as JSON."""
    return {
        "type": f"/docs#{kind}",
        "title": KINDS[kind].title,
        "status": KINDS[kind].status if status is None else status,
        "detail": detail,
        **more,
    }


def kind_of(error: PerfectPlayError) -> str:
    """The kind of problem that an error of perfectplay is."""
    kinds = (OF_ERRORS[cls] for cls in type(error).__mro__ if cls in OF_ERRORS)
    return next(kinds, "rules")


def body_of(error: PerfectPlayError) -> dict[str, Any]:
    """An error of perfectplay, as JSON."""
    more = {}
    if isinstance(error, WrongMoveError):
        more = {"number": error.number, "legal": error.legal}
    return problem_body(None, kind_of(error), str(error), **more)


def problem_of(error: PerfectPlayError) -> JsonAnswer:
    """A response about an error of perfectplay."""
    body = body_of(error)
    return JsonAnswer(body, body["status"], media_type=PROBLEM)


class WrongMoveError(IllegalMoveError):
    """A move of a play is not legal; ``number``: which one, from 1; ``legal``: what would be."""

    def __init__(self, message: str, number: int, legal: Iterable[str]) -> None:
        super().__init__(message)
        self.number = number
        self.legal = list(legal)


class JsonAnswer(Response):
    """A response in JSON, whatever the texts of a game hold.

    >>> Answer({"text": "\\ud800", "worth": float("nan")}).body
    b'{"text":"\\\\ud800","worth":null}'
    """

    media_type = "application/json"

    def __init__(
        self,
        content: Any,
        status: int = 200,
        media_type: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(content, status, headers, media_type)

    def render(self, content: Any) -> bytes:
        """The JSON; half letters are escaped, and numbers that JSON has not are null."""
        try:
            return _json(content, ensure_ascii=False)
        except ValueError:  # that of letters too
            return _json(_plain(content))


def _json(content: Any, *, ensure_ascii: bool = True) -> bytes:
    text = json.dumps(content, ensure_ascii=ensure_ascii, allow_nan=False, separators=(",", ":"))
    return text.encode()


def _plain(content: Any) -> Any:
    """What JSON can hold: null for a number that is none, text for one of too many digits."""
    if isinstance(content, dict):
        return {key: _plain(value) for key, value in content.items()}
    if isinstance(content, list):
        return [_plain(item) for item in content]
    if isinstance(content, int) and abs(content) >= 10**4000:
        return f"{content:#x}"
    return None if isinstance(content, float) and not math.isfinite(content) else content
