"""Names of the two seats of a game in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.game.checked_game import CheckedGame


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


def sides_of(rules: CheckedGame) -> Sides:
    """Names of the seats of a game. Raises RulesError if the rules break a promise."""
    return Sides(rules.player(rules.start()) or 0)
