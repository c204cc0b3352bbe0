"""Errors as problem details (RFC 9457), and responses in JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.responses import Response

from perfectplay.core import errors
from perfectplay.web.annotation_answers import UnreadablePlayError
from perfectplay.web.game_session import NotSolvedError, SolveRefusedError
from perfectplay.web.http_players import UnknownPlayerError
from perfectplay.web.page_sentences import without_flags
from perfectplay.web.rest_answers import ProblemDetails, fields_of
from perfectplay.web.timed_calls import BusyError, EndingError
from perfectplay.web.wrong_move import WrongMoveError

PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class ProblemKind:
    """A kind of problem: its status, its title and its meaning."""

    status: int
    title: str
    about: str


KINDS = {
    "unknown-game": ProblemKind(404, "No such game", "No game is served under this id."),
    "unknown-state": ProblemKind(404, "No such state", "No play from the start reaches the state."),
    "no-map": ProblemKind(404, "No such map", "The game has no such coordinates."),
    "not-solved": ProblemKind(409, "Not solved yet", "The game is too large to be solved at once."),
    "folder": ProblemKind(409, "No solution to read", "The folder of the solution cannot be read."),
    "refused": ProblemKind(
        409, "Not solved on request", "The solve is not begun; the detail says why."
    ),
    "no-state": ProblemKind(422, "Not a state", "The text cannot be read as a state."),
    "no-play": ProblemKind(422, "Not a play", "The text is not one play that can be judged."),
    "illegal-move": ProblemKind(422, "Not a legal move", "A move is not legal in its position."),
    "no-player": ProblemKind(422, "No such player", "No player of this name replies here."),
    "rules": ProblemKind(
        422, "The rules cannot answer", "The rules raise an error, or take too long."
    ),
    "busy": ProblemKind(429, "Too many questions", "Too many questions wait for this game."),
    "ending": ProblemKind(503, "The server stops", "The server is about to stop."),
    "request": ProblemKind(
        400, "Not a request that is answered here", "See the status and the detail."
    ),
}
"""All kinds by name. A problem of the last kind has its own status of HTTP."""

OF_ERRORS: dict[type[errors.PerfectPlayError], str] = {
    errors.UnknownGameError: "unknown-game",
    errors.ParameterError: "unknown-game",
    errors.UnknownStateError: "unknown-state",
    errors.PlotError: "no-map",
    NotSolvedError: "not-solved",
    SolveRefusedError: "refused",
    errors.ParseError: "no-state",
    UnreadablePlayError: "no-play",
    errors.IllegalMoveError: "illegal-move",
    BusyError: "busy",
    EndingError: "ending",
    UnknownPlayerError: "no-player",
    errors.StoreError: "folder",
    errors.RulesDifferError: "folder",
    errors.MissingExtraError: "folder",
}
"""The kinds of errors. Any other error of perfectplay is of the kind "rules"."""


def problem_of(error: errors.PerfectPlayError) -> ProblemDetails:
    """The problem that an error of perfectplay is."""
    kinds = (OF_ERRORS[cls] for cls in type(error).__mro__ if cls in OF_ERRORS)
    name = next(kinds, "rules")
    kind = KINDS[name]
    problem = ProblemDetails(f"/docs#{name}", kind.title, kind.status, without_flags(str(error)))
    if isinstance(error, WrongMoveError):
        problem = replace(problem, number=error.number, legal=error.legal)
    return problem


class JsonAnswer(Response):
    """A response with an answer of REST as JSON, whatever the texts of a game hold.

    >>> JsonAnswer({"text": "\\ud800", "worth": float("nan")}).body
    b'{"text":"\\\\ud800","worth":null}'
    """

    media_type = "application/json"

    def __init__(
        self, content: Any, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        media_type = PROBLEM if isinstance(content, ProblemDetails) else None
        super().__init__(content, status, headers, media_type)

    def render(self, content: Any) -> bytes:
        """The JSON. Lone surrogates are escaped, and NaN and infinity are null."""
        try:
            return _json(content, ensure_ascii=False)
        except ValueError:  # a UnicodeEncodeError too
            return _json(_plain(content))


def problem_answer(error: errors.PerfectPlayError) -> JsonAnswer:
    """A response about an error of perfectplay."""
    problem = problem_of(error)
    return JsonAnswer(problem, problem.status)


def bad_request(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JsonAnswer:
    """A response to a request that is refused as such, with a status of HTTP."""
    problem = ProblemDetails("/docs#request", KINDS["request"].title, status, detail)
    return JsonAnswer(problem, status, headers)


def _json(content: Any, *, ensure_ascii: bool = True) -> bytes:
    text = json.dumps(
        content, default=fields_of, ensure_ascii=ensure_ascii, allow_nan=False,
        separators=(",", ":"),
    )  # fmt: skip
    return text.encode()


def _plain(content: Any) -> Any:
    """Content that JSON can hold: null for NaN, hexadecimal text for a huge number."""
    if isinstance(content, dict):
        return {key: _plain(value) for key, value in content.items()}
    if isinstance(content, list | tuple):
        return [_plain(item) for item in content]
    if isinstance(content, int) and abs(content) >= 10**4000:
        return f"{content:#x}"
    if isinstance(content, float):
        return content if math.isfinite(content) else None
    return (
        content if content is None or isinstance(content, str | int) else _plain(fields_of(content))
    )
