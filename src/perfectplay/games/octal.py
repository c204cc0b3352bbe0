"""Octal games: take stones from a heap, and perhaps split the rest, according to a code.

A code is written ``.77`` or ``4.007``. Its digit d(r), the r-th after the point, is the sum of: 1
if r stones may be taken as a whole heap, 2 if they may be taken leaving one heap, 4 if leaving two.
The digit before the point, 0 or 4, is d(0): 4 allows a split without taking stones. R. K. Guy and
C. A. B. Smith, The G-values of various games (1956).

For Grundy values of large heaps use `grundy`, because the number of states grows fast with n.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from perfectplay.core.value import Value
from perfectplay.game.published_values import PublishedValues
from perfectplay.games.heaps import HeapGame


class OctalGame(HeapGame):
    """The game of ``code``, with one heap of ``n``."""

    code: str

    def __post_init__(self) -> None:
        super().__post_init__()
        if not re.fullmatch(r"[04]?\.[0-7]*", self.code):
            raise ValueError(
                f"code {self.code!r} is no octal code: digits 0 to 7 after a point, as in .77, and "
                "before it nothing, 0 or 4"
            )

    @cached_property
    def digits(self) -> tuple[int, ...]:
        """d(0), d(1), … without trailing zeros."""
        before, _, after = self.code.partition(".")
        return tuple(int(digit) for digit in (before or "0") + after.rstrip("0"))

    def splits(self, heap: int) -> Iterator[tuple[int, int]]:
        for taken, digit in enumerate(self.digits[: heap + 1]):
            left = heap - taken
            if digit & 1 and not left:
                yield (0, 0)
            if digit & 2 and left:
                yield (0, left)
            if digit & 4:
                for low in range(1, left // 2 + 1):
                    yield (low, left - low)


def is_plain(game: OctalGame) -> bool:
    """True if no subclass has changed the rules that the code defines."""
    rules = ("splits", "digits", "moves", "play", "outcome", "parts", "stuck")
    return all(getattr(type(game), name) is getattr(OctalGame, name) for name in rules)


@dataclass(frozen=True)
class Octal(OctalGame):
    """Take from heaps as an octal code allows; the player who cannot move loses.

    There is one heap of ``n``. The digits of ``code`` say what a move may take from a heap: digit
    number r is for taking r stones, and is the sum of 1 if nothing may be left of the heap, 2 if
    one heap may be left, and 4 if two heaps may be left. A player who cannot move loses. The
    default, .137, is Dawson's Chess.

    Source: Octal game, https://en.wikipedia.org/wiki/Octal_game
    """

    title = "Octal game"
    category = "Heaps"

    code: str = ".137"
    n: int = 12

    KNOWN: ClassVar[tuple[PublishedValues, ...]] = tuple(
        PublishedValues(parameters={"n": n}, value=value, source="OEIS A002187, one place on")
        for n, value in ((4, Value.LOSS), (8, Value.LOSS), (9, Value.WIN), (14, Value.LOSS))
    )
