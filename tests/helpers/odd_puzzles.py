"""Games whose texts try to be markup and scripts, and puzzles of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games_of_puzzles import Corridor, Gap
from perfectplay import Game, Grid, Value

ODD_MOVES = (
    "<img src=x onerror=alert(1)>",
    "</script><script>window.hacked=1</script>",
    "a\tb\nc",
    "\"'>&amp;\\u003c",
    "{{ 7*7 }} \u2028 é 🦊",
    "lone \ud800, bell \x07",
)


class OddTexts(Corridor):
    """<b>Mind</b> </script><script>window.hacked=1</script> & {{ 7*7 }}"""

    title = '<i>Odd</i> </title><img src=x onerror="window.hacked=1">'

    def moves(self, state: Gap) -> Iterator[int]:
        yield from range(1, min(state[1], 5) + 1)

    def text(self, state: Gap, seat: int | None) -> str:
        return f"<u>{state[0]}</u> </style>{state[1]} \ud800"

    def parse(self, text: str) -> Gap:
        raise ValueError("no texts are read")

    def move_text(self, move: int) -> str:
        return ODD_MOVES[move]


class OddBoard(OddTexts):
    """The same, drawn on a board, with a note, labels and pieces that try to be markup."""

    def board(self, state: Gap, seat: int | None = None) -> Grid:
        cells = {move: move for move in self.moves(state)}
        return Grid(
            1, 13, {0: "<b>", state[1]: "disc"}, cells, ranks=["<s>"], note="<img src=x> to move"
        )


@dataclass(frozen=True)
class ManyMoves(Game[int, int]):
    """One of 150 moves wins. They have long texts and no place on a board."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> range:
        return range(150) if state == 0 else range(1)

    def play(self, state: int, move: int) -> int:
        if state == 0:
            return 1 if move == 77 else 2
        return state + 2

    def outcome(self, state: int) -> Value | None:
        # 0 -> 1 -> 3 -> 5: the first player makes the last move; 0 -> 2 -> 4: the second does
        return Value.LOSS if state in (5, 4) else None

    def move_text(self, move: int) -> str:
        return f"take stone number {move} from the heap in the middle, " + "and again " * 30
