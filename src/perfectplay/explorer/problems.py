"""Errors as problem details (RFC 9457): a type, a title, a status, and the sentence."""

from __future__ import annotations

import json
import math
from typing import Any

from starlette.responses import Response

from perfectplay.explorer.served import NotSolvedError
from perfectplay.words.errors import (
    GameFileError,
    IllegalMoveError,
    ParameterError,
    ParseError,
    PerfectPlayError,
    UnknownGameError,
    UnknownStateError,
)

PROBLEM = "application/problem+json"

STATUS: dict[type[PerfectPlayError], tuple[int, str]] = {
    UnknownGameError: (404, "unknown-game"),
    ParameterError: (404, "unknown-game"),
    UnknownStateError: (404, "unknown-state"),
    NotSolvedError: (409, "not-solved"),
    ParseError: (422, "no-state"),
    IllegalMoveError: (422, "illegal-move"),
    GameFileError: (422, "rules"),
}
"""The status and the type of each error; any other of ours is the fault of the rules."""

TITLES = {
    "unknown-game": "No such game",
    "unknown-state": "No such state",
    "not-solved": "Not solved yet",
    "no-state": "Not a state",
    "illegal-move": "Not a legal move",
    "rules": "The rules cannot answer",
    "request": "Not a request that is answered here",
}


def problem(status: int, kind: str, detail: str, **more: Any) -> Answer:
    """A response that says what is wrong."""
    body = {
        "type": f"/docs#{kind}",
        "title": TITLES.get(kind, TITLES["request"]),
        "status": status,
        "detail": detail,
        **more,
    }
    return Answer(body, status, media_type=PROBLEM)


def problem_of(error: PerfectPlayError) -> Answer:
    """A response about an error of perfectplay."""
    for cls in type(error).__mro__:
        if cls in STATUS:
            status, kind = STATUS[cls]
            return problem(status, kind, str(error))
    return problem(422, "rules", str(error))


class Answer(Response):
    """A response in JSON, whatever the texts of a game hold.

    >>> Answer({"text": "\\ud800", "worth": float("nan")}).body
    b'{"text":"\\\\ud800","worth":null}'
    """

    media_type = "application/json"

    def __init__(self, content: Any, status: int = 200, media_type: str | None = None) -> None:
        super().__init__(content, status, media_type=media_type)

    def render(self, content: Any) -> bytes:
        """The JSON; half letters are escaped, and numbers that JSON has not are null."""
        try:
            text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            return text.encode()
        except UnicodeEncodeError:
            return json.dumps(content, allow_nan=False, separators=(",", ":")).encode()
        except ValueError:
            return json.dumps(_finite(content), allow_nan=False, separators=(",", ":")).encode()


def _finite(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _finite(value) for key, value in content.items()}
    if isinstance(content, list):
        return [_finite(item) for item in content]
    return None if isinstance(content, float) and not math.isfinite(content) else content
