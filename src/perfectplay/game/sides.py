"""Names of the two seats of a game in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Literal, TypeAlias

from perfectplay.core.errors import ParameterError
from perfectplay.game.checks.checked_game import CheckedGame


@dataclass(frozen=True)
class Sides:
    """Names of the two seats. ``first``: the seat that moves first from the start.

    If that is seat 0, as in most games, the names are "first player" and "second player". If it is
    seat 1, these could mean the seat or the order of moves; then the names are the seat numbers.

    >>> Sides(0).names, Sides(1).names
    (('the first player', 'the second player'), ('seat 0', 'seat 1'))
    """

    first: int

    @property
    def numbered(self) -> bool:
        """True if seats are named by their numbers."""
        return self.first == 1

    @property
    def words(self) -> tuple[str, str]:
        """Short names of both seats, for tables: ``first`` or ``seat 0``."""
        return ("seat 0", "seat 1") if self.numbered else ("first", "second")

    @property
    def names(self) -> tuple[str, str]:
        """Names of both seats in a sentence: ``the first player`` or ``seat 0``."""
        one, other = self.words
        return (one, other) if self.numbered else (f"the {one} player", f"the {other} player")

    @property
    def heads(self) -> tuple[str, str]:
        """Names of both seats at the beginning of a line: ``first player`` or ``seat 0``."""
        one, other = self.names
        return one.removeprefix("the "), other.removeprefix("the ")

    def mover(self, seat: int | None) -> str:
        """The player to move, with the seat if seats are numbered.

        >>> Sides(0).mover(1), Sides(1).mover(1)
        ('the player to move', 'the player to move (seat 1)')
        """
        if seat is None or not self.numbered:
            return "the player to move"
        return f"the player to move ({self.words[seat]})"

    def seat_of(self, order: int) -> int:
        """Seat of the player who moves first (order 0) or second (order 1)."""
        return self.first ^ order


SeatLike: TypeAlias = 'int | Literal["first", "second"]'
"""A seat as callers name it: its number, or who moves first or second from the start."""


def seat_number(given: SeatLike, rules: CheckedGame) -> int:
    """The seat, 0 or 1, that a caller names. Raises ParameterError.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> [seat_number(seat, CheckedGame(ThreeRocks())) for seat in (1, "first", "second")]
    [1, 0, 1]
    >>> seat_number("x", CheckedGame(ThreeRocks()))
    Traceback (most recent call last):
    perfectplay.core.errors.ParameterError: seat must be 0 or 1; expected 0, 1, "first" or
    "second" (who moves first or second from the start), got 'x'
    """
    if isinstance(given, Integral) and given in (0, 1):
        return int(given)
    if isinstance(given, str) and given in _ORDERS:
        return sides_of(rules).seat_of(_ORDERS.index(given))
    raise ParameterError(
        'seat must be 0 or 1; expected 0, 1, "first" or "second" (who moves first or second '
        f"from the start), got {given!r}"
    )


_ORDERS = ("first", "second")


def sides_of(rules: CheckedGame) -> Sides:
    """Names of the seats of a game. Raises RulesError if the rules break a promise."""
    return Sides(rules.player(rules.start()) or 0)
