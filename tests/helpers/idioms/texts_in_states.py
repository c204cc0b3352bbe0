"""Idioms that compile: methods of texts that are boards, slices, rows of them."""

from __future__ import annotations

from idioms.cells_of_texts import Row
from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()
OTHER = str.maketrans("XO", "OX")


@compiles('"".join(x for x in s if x != "."), a join with a condition; s.replace(".", "")')
class _(Row):
    """Stones fall to the left."""

    def play(self, state, move):
        left = "".join(x for i, x in enumerate(state) if x != "." or i == move)
        left = left.replace(".", self.turn(state))
        return left + "." * (4 - len(left))

    def outcome(self, state):
        stones = state.replace(".", "")
        if "XX" in stones or stones.replace("XO", "O") == "OO":
            return Value.LOSS
        return None if "." in state else Value.DRAW


@compiles("s.translate(str.maketrans(...)), swapcase, upper, lower, isupper, islower")
class _(Row):
    """A board that is turned to the player to move, whose stones are X."""

    def start(self):
        return "...."

    def play(self, state, move):
        new = state[:move] + "x".upper() + state[move + 1 :]
        return new.translate(OTHER) if move else new.translate(str.maketrans("XO", "OX"))

    def outcome(self, state):
        if "OO" in state or any(cell.isupper() and cell.lower() == "z" for cell in state):
            return Value.LOSS
        return Value.DRAW if state.swapcase().count(".") == 0 else None


@compiles("isupper, islower, isalpha, isdigit, isspace of several characters: s[i:i + 2].isupper()")
class _(Row):
    def outcome(self, state):
        if any(state[i : i + 2].isalpha() for i in range(3)) and state[1:3].isupper():
            return Value.LOSS
        if (state + "x").isupper() or (state + "x").islower() == (state != "...."):
            return Value.WIN
        return Value.DRAW if not (state[0] + state[3]).isspace() and "." not in state else None


@compiles("texts turned round: s[::-1], reversed, permutations of cells")
class _(Row):
    ORDER = (3, 2, 1, 0)

    def symmetries(self, state):
        yield state[::-1]
        yield "".join(state[i] for i in self.ORDER)
        yield "".join(reversed(state))


@compiles("constant texts that are boards, compared whole")
class _(Row):
    ENDS = ("XOXO", "OXOX", "XOOX")

    def outcome(self, state):
        if state in self.ENDS or state == "XXOO":
            return Value.WIN
        return Value.LOSS if "." not in state else None


@compiles("words beside boards: a phase that is a longer text")
class _(Row):
    def start(self):
        return ("....", "place")

    def turn(self, state):
        return "X" if state[0].count("X") == state[0].count("O") else "O"

    def moves(self, state):
        return [i for i in range(4) if state[0][i] == "."]

    def play(self, state, move):
        board, phase = state
        board = board[:move] + self.turn(state) + board[move + 1 :]
        return (board, "last" if board.count(".") < 3 or phase == "last" else "place")

    def outcome(self, state):
        if state[1] == "last" and ("XX" in state[0] or "OO" in state[0]):
            return Value.LOSS
        return None if "." in state[0] else Value.DRAW


@compiles('s[:i] + "." * n + s[i + n:]')
class _(Game):
    stuck = Value.LOSS

    def start(self):
        return "||x||"

    def moves(self, state):
        for i in range(5):
            if state[i] == "|":
                yield (i, 1)
                if i < 4 and state[i + 1] == "|":
                    yield (i, 2)

    def play(self, state, move):
        i, n = move
        return state[:i] + "." * n + state[i + n :]

    def outcome(self, state):
        return None


@compiles('rows = s.split("/"), rows[i] = ..., "/".join(rows), board, turn = s.split(" ")')
class _(Game):
    """Two in a column or a row."""

    def start(self):
        return "../../.. x"

    def moves(self, state):
        board, _ = state.split(" ")
        for r, row in enumerate(board.split("/")):
            for c, cell in enumerate(row):
                if cell == ".":
                    yield (r, c)

    def play(self, state, move):
        board, turn = state.split(" ")
        rows = board.split("/")
        r, c = move
        rows[r] = rows[r][:c] + turn + rows[r][c + 1 :]
        return "/".join(rows) + " " + ("o" if turn == "x" else "x")

    def outcome(self, state):
        board, turn = state.split(" ")
        rows = board.split("/")
        last = "o" if turn == "x" else "x"
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        if last * 2 in rows or any(last * 2 in column for column in columns):
            return Value.LOSS
        return None if "." in board else Value.DRAW


@compiles("near = s[max(i - 1, 0):i + 2], s[i:], s[i::2]: in, count, find, len, ==, loops, +, join")
class _(Row):
    def moves(self, state):
        for i in range(4):
            near = state[max(i - 1, 0) : i + 2]
            before, after = state[:i], state[i + 1 :]
            if state[i] == "." and "XX" not in near and before + after != "O..":
                yield i

    def play(self, state, move):
        rest = state[move + 1 :]
        return "".join([state[:move], self.turn(state), rest])


@compiles("letter * n; '..' if two else '.'; in (texts of unlike lengths)")
class _(Row):
    def moves(self, state):
        return [(i, j) for i in range(3) for j in (i, i + 1) if state[i : j + 1] in (".", "..")]

    def play(self, state, move):
        i, j = move
        taken = "XX" if j > i else "X"
        return state[:i] + taken + state[j + 1 :]

    def outcome(self, state):
        return Value.LOSS if state == "X" * len(state) else None

    stuck = Value.LOSS


@compiles('grid = [list(row) for row in s.split("/")], "/".join("".join(row) for row in grid)')
class _(Row):
    def start(self):
        return "../.. x"

    def moves(self, state):
        board, _ = state.split(" ")
        grid = [list(row) for row in board.split("/")]
        return [(r, c) for r, row in enumerate(grid) for c in range(2) if row[c] == "."]

    def play(self, state, move):
        board, turn = state.split(" ")
        grid = [list(row) for row in board.split("/")]
        r, c = move
        grid[r][c] = turn
        return "/".join("".join(row) for row in grid) + " " + ("o" if turn == "x" else "x")

    def outcome(self, state):
        return Value.LOSS if "xx" in state or "oo" in state else None

    stuck = Value.DRAW


@compiles('start: "/".join(["-" * 2] * 2) + " x"; columns = ["".join(c) for c in zip(*rows)]')
class _(Row):
    def start(self):
        return "/".join(["-" * 2] * 2) + " x"

    def moves(self, state):
        top = state.split("/")[0]
        return [f"drop {c + 1}" for c in range(2) if top[c] == "-"]

    def play(self, state, move):
        board, turn = state.split(" ")
        rows = [list(row) for row in board.split("/")]
        c = int(move.split()[1]) - 1
        for r in reversed(range(2)):
            if rows[r][c] == "-":
                rows[r][c] = turn
                break
        turn = "o" if turn == "x" else "x"
        return "/".join("".join(row) for row in rows) + " " + turn

    def outcome(self, state):
        rows = state.split(" ")[0].split("/")
        columns = ["".join(c) for c in zip(*rows)]  # noqa: B905
        return Value.LOSS if any(line in ("xx", "oo") for line in rows + columns) else None

    stuck = Value.DRAW


@compiles(
    "rows = self.rows(state), lists of another method: '/'.join(''.join(row) for row in rows)"
)
class _(Row):
    def start(self):
        return "../.. X"

    def rows(self, state):
        board, _ = state.split(" ")
        return [list(row) for row in board.split("/")]

    def moves(self, state):
        rows = self.rows(state)
        return [(r, c) for r in range(2) for c in range(2) if rows[r][c] == "."]

    def play(self, state, move):
        rows = self.rows(state)
        r, c = move
        turn = state[-1]
        rows[r][c] = turn
        if r:
            return "/".join(map("".join, rows)) + " " + ("O" if turn == "X" else "X")
        return "/".join("".join(row) for row in rows) + " " + ("O" if turn == "X" else "X")

    def outcome(self, state):
        rows = self.rows(state)
        return super().outcome("".join(rows[0]) + "".join(rows[1]))


@compiles("*lines, turn = state.split('\\n'), '\\n'.join(lines); ''.join(cells[3 * r:3 * r + 3])")
class _(Row):
    def start(self):
        return "..\n..\nX"

    def turn(self, state):
        return state[-1]

    def moves(self, state):
        *lines, _ = state.split("\n")
        return [i for i, cell in enumerate("\n".join(lines)) if cell == "."]

    def play(self, state, move):
        cells = list(state)
        cells[move] = self.turn(state)
        lines = ["".join(cells[3 * r : 3 * r + 2]) for r in range(2)]
        return "\n".join(lines) + "\n" + ("O" if self.turn(state) == "X" else "X")

    def outcome(self, state):
        return super().outcome(state[:-1])


@compiles("rows = state.splitlines(), rows[r][c], '\\n'.join(rows): lines of one length")
class _(Row):
    def start(self):
        return "..\n.."

    def moves(self, state):
        rows = state.splitlines()
        return [3 * r + c for r in range(2) for c in range(2) if rows[r][c] == "."]

    def play(self, state, move):
        rows = [list(row) for row in state.splitlines()]
        rows[move // 3][move % 3] = "X" if state.count("X") == state.count("O") else "O"
        return "\n".join("".join(row) for row in rows)

    def outcome(self, state):
        return super().outcome("".join(state.splitlines()))


@compiles("64 cells with few pieces, which would need more than 63 bits: a text and a turn")
class _(Game):
    """A hunter and a hare on a long lane; who can jump onto the other wins."""

    def start(self):
        return "h" + "." * 62 + "a", "h"

    def moves(self, state):
        board, turn = state
        at, way = board.index(turn), 1 if turn == "h" else -1
        return [to for to in (at + way, at + 9 * way) if 0 <= to < 64]

    def play(self, state, move):
        board, turn = state
        cells = list(board)
        cells[board.index(turn)] = "."
        cells[move] = turn
        return "".join(cells), "a" if turn == "h" else "h"

    def outcome(self, state):
        board, turn = state
        if turn not in board:
            return Value.LOSS
        return None if board.index(turn) not in (0, 63) or board.count(".") == 62 else Value.DRAW

    stuck = Value.DRAW


@compiles(
    "words beside boards, of any lengths: REACH[NAMES[piece]], a phase that later states have"
)
class _(Game):
    """Pieces go to the right, as far as their kind allows; then they are taken away."""

    NAMES = {"K": "king", "R": "rook", ".": "empty"}  # noqa: RUF012
    REACH = {"king": 1, "rook": 2, "empty": 0}  # noqa: RUF012

    def start(self):
        return ("K.R.", "opening")

    def moves(self, state):
        board, phase = state
        for i, piece in enumerate(board):
            kind = self.NAMES[piece]
            if phase == "closing" and kind != "empty":
                yield (i, 0)
            for n in range(1, self.REACH[kind] + 1):
                if phase == "opening" and i + n < 4 and board[i + n] == ".":
                    yield (i, n)

    def play(self, state, move):
        board, phase = state
        i, n = move
        cells = list(board)
        cells[i + n], cells[i] = cells[i], "."
        if n == 0:
            cells[i] = "."
        return ("".join(cells), "closing" if cells[3] == "R" else phase)

    def outcome(self, state):
        return Value.LOSS if state[0] == "...." else None

    stuck = Value.DRAW
