"""What the two seats of a game are called in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from perfectplay.game.checked_game import CheckedGame


@dataclass(frozen=True)
class Sides:
    """What the two seats are called, and ``first``, the seat that moves first from the start.

    Where that is seat 0, as in most games, they are the first and the second player. Where the
    rules give the start to seat 1, such names could mean the seat or the order of the moves: so
    seats have their numbers, which are those that ``player`` gives.

    >>> Sides(0).names, Sides(1).names
    (('the first player', 'the second player'), ('seat 0', 'seat 1'))
    """

    first: int

    @property
    def numbered(self) -> bool:
        """Whether seats are called by their numbers."""
        return self.first == 1

    @property
    def words(self) -> tuple[str, str]:
        """One word or two for each seat, as in a table: ``first``, ``seat 0``."""
        return ("seat 0", "seat 1") if self.numbered else ("first", "second")

    @property
    def names(self) -> tuple[str, str]:
        """Who sits there, as in a sentence: ``the first player``, ``seat 0``."""
        one, other = self.words
        return (one, other) if self.numbered else (f"the {one} player", f"the {other} player")

    @property
    def heads(self) -> tuple[str, str]:
        """The same at the beginning of a line: ``first player``, ``seat 0``."""
        one, other = self.names
        return one.removeprefix("the "), other.removeprefix("the ")

    def mover(self, seat: int | None) -> str:
        """The player to move, with the number of the seat where seats have numbers.

        >>> Sides(0).mover(1), Sides(1).mover(1)
        ('the player to move', 'the player to move (seat 1)')
        """
        if seat is None or not self.numbered:
            return "the player to move"
        return f"the player to move ({self.words[seat]})"

    def seat_of(self, order: int) -> int:
        """The seat of who moves first (order 0) or second (order 1)."""
        return self.first ^ order


def sides_of(rules: CheckedGame) -> Sides:
    """What the seats of a game are called. Raises RulesError where its rules break a promise."""
    return Sides(rules.player(rules.start()) or 0)
