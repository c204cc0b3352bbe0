"""Games on three rows of four whose states are twelve letters and say no shape."""

from __future__ import annotations

from typing import ClassVar

from perfectplay import Game, Value


class Oblong(Game):
    """Three in a row. The cells are a text."""

    ROWS_OF: ClassVar[tuple[int, int]] = (3, 4)

    def lines(self):
        rows, columns = self.ROWS_OF
        for y in range(rows):
            for x in range(columns):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if y + 2 * down < rows and 0 <= x + 2 * right < columns:
                        yield [(y + i * down) * columns + x + i * right for i in range(3)]

    def start(self):
        return "." * 12

    def moves(self, state):
        return [i for i in range(12) if state[i] == "."]

    def play(self, state, move):
        mark = "X" if state.count("X") == state.count("O") else "O"
        return state[:move] + mark + state[move + 1 :]

    def outcome(self, state):
        last = "O" if state.count("X") == state.count("O") else "X"
        if any(all(state[i] == last for i in line) for line in self.lines()):
            return Value.LOSS
        return None if "." in state else Value.DRAW


class Tall(Oblong):
    """The same on four rows of three."""

    ROWS_OF = (4, 3)


class Walk(Game):
    """Two walkers; a cell that was left is gone. Behind the cells is whose turn it is."""

    stuck = Value.LOSS

    def start(self):
        return "A..........BA"

    def moves(self, state):
        at = state.index(state[12])
        steps = [at - 4, at + 4, at - 1 if at % 4 else -1, at + 1 if at % 4 < 3 else -1]
        return [(at, to) for to in steps if 0 <= to < 12 and state[to] == "."]

    def play(self, state, move):
        cells = list(state)
        cells[move[0]], cells[move[1]] = "#", state[12]
        cells[12] = "B" if state[12] == "A" else "A"
        return "".join(cells)

    def outcome(self, state):
        return None


class Lonely(Game):
    """Fill a cell without a filled neighbour."""

    stuck = Value.LOSS

    def near(self, i):
        return [i, i - 4, i + 4, i - 1 if i % 4 else -1, i + 1 if i % 4 < 3 else -1]

    def start(self):
        return (0,) * 12

    def moves(self, state):
        free = range(12)
        return [i for i in free if not any(0 <= j < 12 and state[j] for j in self.near(i))]

    def play(self, state, move):
        return (*state[:move], 1, *state[move + 1 :])

    def outcome(self, state):
        return None


RECTANGLES = {
    "three in a row": (Oblong(), (3, 4)),
    "tall": (Tall(), (4, 3)),
    "walk": (Walk(), (3, 4)),
    "lonely": (Lonely(), (3, 4)),
}
"""Games, with the rows and columns that their plays tell."""
