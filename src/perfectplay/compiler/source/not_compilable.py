"""Why rules are not compiled, or are translated anew."""

from __future__ import annotations

import re

from perfectplay.game.showing import short_place


class NotCompilable(Exception):  # noqa: N818 it is no error: the interpreter goes on
    """Why rules cannot be compiled: a reason, the place, and the idiom that would compile.

    >>> str(NotCompilable("isinstance(_pp14_move, Step) is not decided"))
    'isinstance(move, Step) is not decided'
    """

    def __init__(self, reason: str, place: str = "", idiom: str = "") -> None:
        reason = re.sub(r"\b_pp\d*_(?=\w)", "", reason)  # names that the compiler gives locals
        super().__init__(reason, place, idiom)
        self.reason = reason
        self.place = place
        self.idiom = idiom

    def __str__(self) -> str:
        at = f" ({short_place(self.place)})" if self.place else ""
        return f"{self.reason}{at}" + (f"; {self.idiom}" if self.idiom else "")


class TableOfNonesError(Exception):
    """A constant table holds None beside numbers: rules are translated anew, with values that may
    be None."""


class MovesVaryError(Exception):
    """Moves are tuples of unlike lengths: rules are translated anew, with tuples that change their
    length wherever none can be seen."""
