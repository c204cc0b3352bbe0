"""What a move changes on a board: whether pieces explain it, and where the move is clicked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from perfectplay.game.board import Place
from perfectplay.game.guess.cell_reading import Values
from perfectplay.game.guess.cell_values import grows, height


@dataclass(frozen=True)
class CellChange:
    """The cells that differ between two states: ``filled`` were empty, ``emptied`` are empty now,
    ``replaced`` had another piece.

    >>> CellChange.of((0, 1, 2), (1, 0, 1), {0})
    CellChange(before=(0, 1, 2), after=(1, 0, 1), filled=(0,), emptied=(1,), replaced=(2,))
    """

    before: Values
    after: Values
    filled: tuple[int, ...]
    emptied: tuple[int, ...]
    replaced: tuple[int, ...]
    empty: Collection[Any] = field(default=(), repr=False)

    @classmethod
    def of(cls, before: Values, after: Values, empty: Collection[Any]) -> CellChange:
        """The change from one state to another."""
        changed = [i for i, value in enumerate(before) if after[i] != value]
        filled = tuple(i for i in changed if before[i] in empty and after[i] not in empty)
        emptied = tuple(i for i in changed if before[i] not in empty and after[i] in empty)
        others = tuple(i for i in changed if before[i] not in empty and after[i] not in empty)
        return cls(before, after, filled, emptied, others, empty)

    @property
    def cells(self) -> tuple[int, ...]:
        """All cells that change."""
        return tuple(sorted((*self.filled, *self.emptied, *self.replaced)))

    @property
    def occupied(self) -> set[int]:
        """The cells that hold a piece before the move."""
        return {i for i, value in enumerate(self.before) if value not in self.empty}

    def by_pieces(self, *, two_kinds: bool) -> bool:
        """True if pieces are put, moved, taken or turned over, and no number is counted.

        A piece of two kinds may be turned over when another one is put. Any other change of a
        piece is that of a capture: the piece that is there now has left another cell. Or it is a
        mark that a moving piece leaves behind, or a stack that is higher or lower now.
        """
        if not self.replaced or (two_kinds and len(self.filled) == 1) or self._leaves_mark():
            return True
        left = [self.before[i] for i in self.emptied]
        for i in self.replaced:
            if grows(self.before[i], self.after[i]):
                continue
            if self.after[i] not in left:
                return False
            left.remove(self.after[i])
        return True

    @property
    def put(self) -> int | None:
        """The cell of the one piece that comes onto the board, whatever it takes; else None."""
        found = self._to(self.filled[0]) if len(self.filled) == 1 else None
        return found if isinstance(found, int) else None

    def place(self) -> Place | None:
        """The cell that the move fills, empties or turns over, or (from, to); None if the change
        does not say it."""
        if any(isinstance(self.after[i] or self.before[i], tuple) for i in self.cells):
            found = self._of_stacks()
            if found is not None:
                return found
        if len(self.filled) == 1:
            return self._to(self.filled[0])
        if len(self.filled) == 2 and not self.replaced:
            return self._of_two()
        if self.filled:
            return None
        if len(self.replaced) == 1:
            return self._to(self.replaced[0])
        if self.replaced or not 1 <= len(self.emptied) <= 2:
            return None
        return self.emptied[0] if len(self.emptied) == 1 else (self.emptied[0], self.emptied[1])

    def _of_stacks(self) -> Place | None:
        """Of cells that are tuples: the one that is lower now and the one that is higher."""
        tall = {i: (height(self.before[i], self.empty), height(self.after[i], self.empty))
                for i in self.cells}  # fmt: skip
        higher = [i for i, (before, after) in tall.items() if after > before]
        lower = [i for i, (before, after) in tall.items() if after < before]
        if len(higher) != 1 or len(lower) > 1:
            return None
        return (lower[0], higher[0]) if lower else higher[0]

    def _to(self, target: int) -> Place:
        """The place of a move to a cell: the piece there may have come from another one, which is
        the farthest if several were left (a piece that was jumped over may be alike)."""
        piece = self.after[target]
        places = self.replaced if self._leaves_mark() else self.emptied
        left = [i for i in places if self.before[i] == piece]
        return (max(left, key=lambda i: abs(i - target)), target) if left else target

    def _of_two(self) -> Place | None:
        """Of two filled cells: both, if nothing has moved; else the step of the one piece that has
        moved there, while the other cell is marked."""
        if not self.emptied:
            return self.filled[0], self.filled[1]
        steps = [
            (i, j) for i in self.emptied for j in self.filled if self.before[i] == self.after[j]
        ]
        return steps[0] if len(steps) == len(self.emptied) == 1 else None

    def _leaves_mark(self) -> bool:
        """True if the change is one piece that has moved, and a mark on the cell that it left."""
        if self.emptied or not len(self.filled) == len(self.replaced) == 1:
            return False
        return bool(self.before[self.replaced[0]] == self.after[self.filled[0]])


def named_place(move: Any, columns: int, count: int, changed: Collection[int]) -> Place | None:
    """The place that a move names: a cell, (row, column), or (from, to). Only cells that change.

    >>> named_place(4, 3, 9, {4}), named_place((1, 1), 3, 9, {4}), named_place((0, 1), 3, 9, {0, 1})
    (4, 4, (0, 1))
    """
    if type(move) is int:
        return move if move in changed else None
    if isinstance(move, tuple) and len(move) == 2 and all(type(part) is int for part in move):
        one, other = map(int, move)
        if one in changed and other in changed and one != other:
            return one, other
        cell = one * columns + other
        if one >= 0 and 0 <= other < columns and cell < count and cell in changed:
            return cell
    return None
