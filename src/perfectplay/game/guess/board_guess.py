"""A guessed board: where its cells are in a state, whose its pieces are, where moves are made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from perfectplay.core.value import Move, State
from perfectplay.game.board import Piece, Place
from perfectplay.game.guess.cell_changes import CellChange, named_place
from perfectplay.game.guess.cell_reading import CellReading, UnreadableError, Values
from perfectplay.game.guess.cell_values import EMPTY, cell_text, is_blank, tuple_texts
from perfectplay.game.guess.grid_shapes import GridShape
from perfectplay.game.guess.play_sample import SampleStep
from perfectplay.game.guess.walkers import Walker

_FIRST = "12XxOo"
"""Kinds that come before others, in this order."""

Fields: TypeAlias = list[tuple[Values, Values]]
"""The fields of a state, and those after a move."""


@dataclass(frozen=True)
class BoardGuess:
    """A guessed board, or a declared one whose pieces are guessed.

    ``reading`` gives all fields of a state, of which ``shape`` are cells. ``empty``: values of
    empty cells; ``seats``: the owner of each value that one seat alone puts or moves; ``turned``:
    the values of the mover's pieces and of the other's, if every move exchanges them. ``counts``:
    numbers become other numbers, as seeds in pits do.
    """

    reading: CellReading
    shape: GridShape
    empty: frozenset[Any]
    seats: Mapping[Any, int] = field(default_factory=dict)
    turned: tuple[Any, Any] | None = None
    letters: Mapping[Any, str] = field(default_factory=dict)
    counts: bool = False

    def cells(self, state: State, seat: int | None) -> Values | None:
        """The values of the cells; None if this state cannot be read as the others."""
        try:
            found = self.reading.read(state, seat)
        except UnreadableError:
            return None
        first, count = self.shape.first, self.shape.count
        return found[first : first + count] if len(found) >= first + count else None

    def pieces(self, cells: Values, seat: int | None) -> list[Piece | None]:
        """The pieces on the cells; ``seat``: the seat to move, or None."""
        return [None if value in self.empty else self._piece(value, seat) for value in cells]

    def _piece(self, value: Any, seat: int | None) -> Piece:
        owner = self.seats.get(value)
        if self.turned and value in self.turned:
            mover = seat or 0
            owner = mover if value == self.turned[0] else 1 - mover
            value = self.turned[owner]
        return Piece(self.letters.get(value, cell_text(value)), owner)

    def place(self, move: Move, before: Values, after: Values | None) -> Place | None:
        """Where a move is clicked."""
        if after is None:
            return None
        change = CellChange.of(before, self.exchanged(after), self.empty)
        found = change.place()
        named = named_place(move, self.shape.columns, len(before), change.cells)
        if found is None or (len(change.emptied) == len(change.cells) and isinstance(named, int)):
            return named  # of the pieces that are taken away, the move names one
        return found

    def exchanged(self, after: Values) -> Values:
        """The cells after a move with the values that they had for the player who has moved."""
        if self.turned is None:
            return after
        mine, theirs = self.turned
        other = {mine: theirs, theirs: mine}
        return tuple(other.get(value, value) for value in after)


# --- pieces ---------------------------------------------------------------------------------------


def with_pieces(
    board: BoardGuess, pairs: Fields, steps: Sequence[SampleStep], players: int
) -> BoardGuess:
    """The board with its empty cells, the owners of its pieces, and whether moves turn it."""
    empty = _empty(pairs)
    kinds = kinds_of(pairs, empty)
    board = replace(board, empty=empty, letters=_letters(kinds))
    if len(kinds) == 2:
        turned = replace(board, turned=_mine_first(kinds))
        if _changed(turned, pairs) < _changed(board, pairs):
            return turned
    return replace(board, seats=_owners(pairs, steps, empty)) if players == 2 else board


def _empty(pairs: Fields) -> frozenset[Any]:
    """The values of empty cells: the usual ones, or else that of all cells of the start."""
    values = {value for one, other in pairs for value in (*one, *other)}
    usual = [value for value in values if is_blank(value)]
    usual += [value for value in EMPTY if value in values and value != ()]
    if len(usual) > 1 and "0" in usual:
        usual.remove("0")
    if not usual and len({len(v) for v in values if isinstance(v, tuple)}) == 1:
        usual = [value for value in values if is_blank(value, zeros=True)]
    if usual:
        return frozenset(usual)
    start = set(pairs[0][0])
    return frozenset(start if len(start) == 1 else ())


def changed_as_pieces(board: BoardGuess, pairs: Fields) -> bool:
    """True if all that changes can be pieces that are put, moved, taken or turned over."""
    two = len(kinds_of(pairs, board.empty)) == 2
    changes = (CellChange.of(one, board.exchanged(other), board.empty) for one, other in pairs)
    return all(change.by_pieces(two_kinds=two) for change in changes)


def kinds_of(pairs: Fields, empty: frozenset[Any]) -> list[Any]:
    """The kinds of pieces, in a lasting order: 1 before 2 and -1, X before O."""
    found = {value for one, other in pairs for value in (*one, *other)} - empty
    return sorted(found, key=lambda value: (_FIRST.find(str(value)) % 9, str(value)))


def _mine_first(kinds: list[Any]) -> tuple[Any, Any]:
    return kinds[0], kinds[1]


def _letters(kinds: list[Any]) -> dict[Any, str]:
    """Letters for numbers, if there are at most two, and for tuples."""
    if any(isinstance(kind, tuple) for kind in kinds):
        return dict(tuple_texts(kinds))
    values = [kind for kind in kinds if not isinstance(kind, Walker)]
    if len(values) > 2 or not all(isinstance(kind, int) for kind in values):
        return {}
    return dict(zip(values, "XO", strict=False))


def _changed(board: BoardGuess, pairs: Fields) -> int:
    return sum(
        one != other
        for before, after in pairs
        for one, other in zip(before, board.exchanged(after), strict=True)
    )


def _owners(pairs: Fields, steps: Sequence[SampleStep], empty: frozenset[Any]) -> dict[Any, int]:
    """The seat of each piece that only one of them puts or moves."""
    seats: defaultdict[Any, set[int]] = defaultdict(set)
    for (before, after), step in zip(pairs, steps, strict=True):
        change = CellChange.of(before, after, empty)
        for i in (*change.filled, *change.replaced):
            seats[after[i]].add(step.seat)
    return {value: seats[value].pop() for value in list(seats) if len(seats[value]) == 1}
