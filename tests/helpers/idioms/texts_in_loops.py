"""Idioms that compile: texts that become longer in a loop, joined texts that have a name."""

from __future__ import annotations

from idioms.cells_of_texts import Row
from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()
LINES = [[0, 1], [1, 2], [2, 3], [3, 2, 1]]
WON = ("XX", "OO")


@compiles('new = "", for cell in board: new += cell, new = new + "X"; return new')
class _(Row):
    def replaced(self, board, place, by):
        new = ""
        for i, cell in enumerate(board):
            if i == place:
                new = new + by
            else:
                new += cell
        return new

    def play(self, state, move):
        if self.turn(state) == "X":
            return self.replaced(state, move, "X")
        new = state[:move] + "O"
        while len(new) < 4:
            new += state[len(new)]
        return new


@compiles('line = "", line += board[i]: line == "XX", line in WON, count, len; line = "" again')
class _(Row):
    def outcome(self, state):
        longest = 0
        for first in range(2):
            run = ""
            for cell in state[first:]:
                if cell == "X":
                    run += cell
                else:
                    run = ""
                longest = max(longest, len(run))
        for line in LINES:
            text = ""
            for i in line:
                text += state[i]
            if text in WON or text == "OXO":
                assert longest == 2 or "X" * 2 not in text
                return Value.LOSS
            if text.count("O") == 3:
                return Value.WIN
        return None if "." in state else Value.DRAW


@compiles(
    'back = x + back; row += ":", rows.append(row), "".join(rows), text.strip(), a dict\'s key'
)
class _(Row):
    BAD = {":XX": 1, ":OO": 2}  # noqa: RUF012

    def rows(self, state):
        rows = []
        for r in range(2):
            row = ":"
            for c in range(2):
                row += state[2 * r + c]
            rows.append(row)
        return rows

    def outcome(self, state):
        back, lines = "", ""
        for x in state:
            back = x + back
            lines += x + "\n"
        if "XX" in back or back.startswith("OO") or lines.strip().endswith("O\nO"):
            return Value.LOSS
        if any(row in self.BAD for row in self.rows(state)):
            return Value.DRAW
        return None if "." in state else Value.DRAW


@compiles('text = "".join(cells), then text[:2] == "XX"; text += cell, where states hold letters')
class _(Game):
    def start(self):
        return ("-", "-", "-", "-", "X")

    def moves(self, state):
        return [i for i in range(4) if state[i] == "-"]

    def play(self, state, move):
        cells = list(state)
        cells[move] = cells[4]
        cells[4] = "O" if cells[4] == "X" else "X"
        return tuple(cells)

    def outcome(self, state):
        board = "".join(state[:4])
        if board[:2] == "XX" or board[2:] in WON:
            return Value.LOSS
        for line in LINES:
            text = ""
            for i in line:
                text += state[i]
            if text == "OO":
                return Value.LOSS
        return None if "-" in board else Value.DRAW


class Board(Game):
    """A stone goes from a row, or a pattern from its end."""

    stuck = Value.LOSS

    def start(self):
        return "XO-X"

    def moves(self, state):
        return [i for i in range(4) if state[i] != "-"]

    def play(self, state, move):
        for old, new in (("XO", "O-"), ("X", "-")):
            if old in state and sum(state.count(part) for part in ("X-", "XO-", "O")) > move:
                return state.replace(old, new, 1)
        return state[:move] + "-" + state[move + 1 :]

    def outcome(self, state):
        for part in ["O", "-X", "--X"]:
            if state.startswith(part):
                n = len(part)
                break
        else:
            n = 0
        return Value.WIN if n == 3 and any(part in state for part in ("X", "XX")) else None


@compiles(
    'for part in ("X-", "XO-"): if part in board: ...: constant texts of unlike lengths; any, sum'
)
class _(Board):
    pass
