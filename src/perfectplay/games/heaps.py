"""Games in which a move changes one heap: Kayles, octal games, Grundy's game.

State: the sizes of the heaps, without 0, in ascending order; () at the end, so that states differ
in length. Move: (size of a heap, sizes of the two heaps left of it), the smaller first, 0 for none.
Texts: ``5+2+2`` and ``5 to 2+1``. A player who cannot move loses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from perfectplay.core.errors import ParseError
from perfectplay.core.value import Value
from perfectplay.game.game import Game

Heaps = tuple[int, ...]
HeapMove = tuple[int, int, int]


class HeapGame(Game[Heaps, HeapMove]):
    """Begins with one heap of ``n``; subclasses define `splits`."""

    n: int

    stuck = Value.LOSS
    impartial: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.n < 0:
            raise ValueError("n must not be negative")

    def splits(self, heap: int) -> Iterator[tuple[int, int]]:
        """The pairs of heaps into which a move can turn a heap: the smaller first, 0 for none."""
        raise NotImplementedError

    def start(self) -> Heaps:
        return (self.n,) if self.n else ()

    def moves(self, state: Heaps) -> Iterator[HeapMove]:
        for i, heap in enumerate(state):
            if i == 0 or heap != state[i - 1]:
                for low, high in self.splits(heap):
                    yield (heap, low, high)

    def play(self, state: Heaps, move: HeapMove) -> Heaps:
        heaps = list(state)
        heaps.remove(move[0])
        heaps += [heap for heap in move[1:] if heap]
        return tuple(sorted(heaps))

    def outcome(self, state: Heaps) -> Value | None:
        return None

    def parts(self, state: Heaps) -> Iterator[Heaps]:
        for heap in state:
            yield (heap,)

    def text(self, state: Heaps, seat: int | None = None) -> str:
        return "+".join(map(str, state)) or "0"

    def parse(self, text: str) -> Heaps:
        if not re.fullmatch(r"\s*\d+(\s*[+,]\s*\d+)*\s*", text):
            raise ParseError(f'expected heaps such as "5+2+2", got "{text}"')
        return tuple(sorted(int(heap) for heap in re.findall(r"\d+", text) if int(heap)))

    def move_text(self, move: HeapMove) -> str:
        return f"{move[0]} to {'+'.join(str(heap) for heap in move[1:] if heap) or '0'}"

    def parse_move(self, text: str) -> HeapMove:
        found = re.fullmatch(r"(\d+)\s+to\s+(\d+)(?:\s*\+\s*(\d+))?", text.strip().lower())
        if not found:
            raise ParseError(
                f'expected a heap and what is left of it such as "5 to 2+1", got "{text}"'
            )
        low, high = sorted((int(found[2]), int(found[3] or 0)))
        return (int(found[1]), low, high)
