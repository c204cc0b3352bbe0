"""Games whose states are boards, without a picture of their own."""

from __future__ import annotations

import dataclasses

from perfectplay import Game, Value
from rectangles_to_guess import RECTANGLES
from twelve_cells import Band


class Slides(Game):
    """Pieces of two players on a board; subclasses give the start and the steps of a piece."""

    stuck = Value.LOSS
    begin = ""

    def start(self):
        return self.begin + "0"

    def steps(self, cells, i, turn):
        raise NotImplementedError

    def moves(self, state):
        cells, turn = state[:-1], int(state[-1])
        own = [i for i, value in enumerate(cells) if value == "XO"[turn]]
        return [(i, j) for i in own for j in self.steps(cells, i, turn)]

    def play(self, state, move):
        cells, turn = list(state[:-1]), int(state[-1])
        cells[move[1]], cells[move[0]] = cells[move[0]], "."
        return "".join(cells) + str(1 - turn)

    def outcome(self, state):
        return None

    def near(self, i, knight=False):
        y, x = divmod(i, 3)
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                inside = 0 <= y + dy < 3 and 0 <= x + dx < 3
                if inside and dy * dy + dx * dx == (5 if knight else 1):
                    yield (y + dy) * 3 + x + dx


class Clobber(Slides):
    """Take a neighbour of the other colour; who cannot, loses."""

    begin = "XOXOXOXOX"

    def steps(self, cells, i, turn):
        return [j for j in self.near(i) if cells[j] == "OX"[turn]]


class Knights(Slides):
    """Knights in the corners."""

    begin = "X.X...O.O"

    def steps(self, cells, i, turn):
        return [j for j in self.near(i, knight=True) if cells[j] == "."]


class Toads(Slides):
    """Toads and frogs in a row: a step ahead, or a jump over one of the others."""

    begin = "XXXX.OOOO"

    def steps(self, cells, i, turn):
        ahead = 1 - 2 * turn
        for far in (1, 2):
            j = i + far * ahead
            if (
                0 <= j < len(cells)
                and cells[j] == "."
                and (far == 1 or cells[i + ahead] == "OX"[turn])
            ):
                yield j


class Ring(Slides):
    """Mu torere: eight points round a ninth."""

    begin = "XXXXOOOO."

    def steps(self, cells, i, turn):
        near = [(i + 1) % 8, (i - 1) % 8, 8] if i < 8 else range(8)
        return [j for j in near if cells[j] == "."]


class Dominoes(Game):
    """Domineering on 4 × 4, flat; a move is the first cell."""

    stuck = Value.LOSS

    def start(self):
        return (0,) * 17

    def moves(self, state):
        step = 1 if state[16] else 4
        cells = [i for i in range(16) if i + step < 16 and (step == 4 or i % 4 < 3)]
        return [i for i in cells if not state[i] and not state[i + step]]

    def play(self, state, move):
        cells = list(state)
        cells[move] = cells[move + (1 if state[16] else 4)] = 1 + state[16]
        cells[16] = 1 - state[16]
        return tuple(cells)

    def outcome(self, state):
        return None


@dataclasses.dataclass(frozen=True)
class Drop(Game):
    """Connect 3 on a text of width × height; a move is a column."""

    width: int = 5
    height: int = 4

    def start(self):
        return "." * (self.width * self.height)

    def moves(self, state):
        return [x for x in range(self.width) if state[x] == "."]

    def play(self, state, move):
        cell = max(i for i in range(move, len(state), self.width) if state[i] == ".")
        return state[:cell] + "XO"[(len(state) - state.count(".")) % 2] + state[cell + 1 :]

    def outcome(self, state):
        rows = [state[i : i + self.width] for i in range(0, len(state), self.width)]
        lines = rows + ["".join(column) for column in zip(*rows, strict=True)]
        if any(three in line for line in lines for three in ("XXX", "OOO")):
            return Value.LOSS
        return None if "." in state else Value.DRAW


class Tiles(Game):
    """The 8-puzzle: a move is the tile that slides."""

    players = 1

    def start(self):
        return (1, 2, 3, 4, 0, 6, 7, 5, 8)

    def moves(self, state):
        gap = state.index(0)
        return [state[i] for i in range(9) if abs(i // 3 - gap // 3) + abs(i % 3 - gap % 3) == 1]

    def play(self, state, move):
        return tuple({0: move, move: 0}.get(value, value) for value in state)

    def outcome(self, state):
        return Value.WIN if state == (1, 2, 3, 4, 5, 6, 7, 8, 0) else None


class Crosses(Game):
    """Treblecross: a cross into any of nine cells in a row; three side by side win."""

    def start(self):
        return "........."

    def moves(self, state):
        return [i for i, cell in enumerate(state) if cell == "."]

    def play(self, state, move):
        return state[:move] + "X" + state[move + 1 :]

    def outcome(self, state):
        return Value.LOSS if "XXX" in state else None


class Apart(Crosses):
    """Stones in a row of nine, no two side by side; who cannot move loses."""

    stuck = Value.LOSS

    def moves(self, state):
        return [i for i in range(9) if "X" not in state[max(0, i - 1) : i + 2]]

    def outcome(self, state):
        return None


class Hex(Crosses):
    """Hex on 4 × 4: connect top and bottom, or left and right."""

    def start(self):
        return "." * 16

    def play(self, state, move):
        stone = "XO"[(16 - state.count(".")) % 2]
        return state[:move] + stone + state[move + 1 :]

    def outcome(self, state):
        stone = "XO"[(state.count(".") + 1) % 2]  # of the player who has just moved
        mine = {divmod(i, 4) for i in range(16) if state[i] == stone}
        reached = {cell for cell in mine if cell[stone == "O"] == 0}
        for _ in range(16):
            reached |= {
                (y, x)
                for y, x in mine
                if {(y, x + 1), (y, x - 1), (y + 1, x), (y - 1, x), (y + 1, x - 1), (y - 1, x + 1)}
                & reached
            }
        return Value.LOSS if any(cell[stone == "O"] == 3 for cell in reached) else None


class Flips(Game):
    """Othello on 4 × 4, flat tuples with the turn; who cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return (0, 0, 0, 0, 0, 2, 1, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0)

    def flipped(self, state, i):
        found, turn = [], state[16]
        y, x = divmod(i, 4)
        for dy, dx in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
            line, far = [], 1
            while 0 <= y + far * dy < 4 and 0 <= x + far * dx < 4:
                cell = (y + far * dy) * 4 + x + far * dx
                if state[cell] != 2 - turn:
                    found += line if state[cell] == 1 + turn else []
                    break
                line.append(cell)
                far += 1
        return found

    def moves(self, state):
        return [i for i in range(16) if not state[i] and self.flipped(state, i)]

    def play(self, state, move):
        cells = list(state)
        for i in (move, *self.flipped(state, move)):
            cells[i] = 1 + state[16]
        cells[16] = 1 - state[16]
        return tuple(cells)

    def outcome(self, state):
        return None


class Pins(Game):
    """Kayles: nine pins in a row; one goes, or two side by side."""

    stuck = Value.LOSS

    def start(self):
        return (1,) * 9

    def moves(self, state):
        ones = [(i,) for i in range(9) if state[i]]
        return ones + [(i, i + 1) for i in range(8) if state[i] and state[i + 1]]

    def play(self, state, move):
        return tuple(0 if i in move else pin for i, pin in enumerate(state))

    def outcome(self, state):
        return None


class Isolation(Game):
    """Step to a neighbouring cell of 4 × 4, and the cell you leave is gone; who cannot, loses."""

    stuck = Value.LOSS

    def start(self):
        return ((("A", "", "", ""), ("", "", "", ""), ("", "", "", ""), ("", "", "", "B")), 0)

    def where(self, state):
        board, turn = state
        [cell] = [(y, x) for y in range(4) for x in range(4) if board[y][x] == "AB"[turn]]
        return cell

    def steps(self, state):
        y, x = self.where(state)
        for to in [(a, b) for a in range(y - 1, y + 2) for b in range(x - 1, x + 2)]:
            if 0 <= to[0] < 4 and 0 <= to[1] < 4 and not state[0][to[0]][to[1]]:
                yield to

    def moves(self, state):
        return list(self.steps(state))

    def marked(self, state, move):
        return self.where(state)

    def play(self, state, move):
        board, turn = [list(row) for row in state[0]], state[1]
        y, x = self.where(state)
        board[y][x], board[move[0]][move[1]] = "", "AB"[turn]
        y, x = self.marked(state, move)
        board[y][x] = "#"
        return tuple(map(tuple, board)), 1 - turn

    def outcome(self, state):
        return None


class Isolated(Isolation):
    """After the step any free cell is taken away."""

    def moves(self, state):
        free = [(y, x) for y in range(4) for x in range(4) if not state[0][y][x]]
        return [
            (*to, *gone)
            for to in self.steps(state)
            for gone in (*free, self.where(state))
            if gone != to
        ]

    def marked(self, state, move):
        return move[2:]


OTHERS: dict[str, tuple[Game, tuple[int, int] | None]] = {
    "clobber": (Clobber(), (3, 3)),
    "knights": (Knights(), (3, 3)),
    "toads": (Toads(), (1, 9)),
    "dominoes": (Dominoes(), (4, 4)),
    "drop": (Drop(), (4, 5)),
    "drop on six columns": (Drop(6, 3), (3, 6)),
    "tiles": (Tiles(), (3, 3)),
    "crosses": (Crosses(), (1, 9)),
    "apart": (Apart(), (1, 9)),
    "hex": (Hex(), (4, 4)),
    "flips": (Flips(), (4, 4)),
    "pins": (Pins(), (1, 9)),
    "isolation": (Isolation(), (4, 4)),
    "isolation with any cell": (Isolated(), (4, 4)),
    **RECTANGLES,
    "a band": (Band(), (1, 12)),
}
"""Other boards, with the rows and columns that are guessed."""
