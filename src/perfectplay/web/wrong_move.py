"""The error for an illegal move of a play that a request or a site names."""

from __future__ import annotations

from collections.abc import Iterable

from perfectplay.core import errors


class WrongMoveError(errors.IllegalMoveError):
    """A move of a play is not legal; ``number``: which one, from 1; ``legal``: the legal ones."""

    def __init__(self, message: str, number: int, legal: Iterable[str]) -> None:
        super().__init__(message)
        self.number = number
        self.legal = list(legal)
