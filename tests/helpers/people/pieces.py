"""Games with pieces that move: pawns, hounds, kings; loops among them."""
# ruff: noqa: RUF012, SIM102

from __future__ import annotations

from perfectplay import Game, Value


class Hexapawn(Game):
    """Pawns on three by three, written from the mover's side; moves are texts."""

    def start(self):
        return "bbb...www"

    def moves(self, board):
        for i in range(9):
            if board[i] == "w":
                row, column = divmod(i, 3)
                if board[i - 3] == ".":
                    yield f"{i}-{i - 3}"
                for side in (-1, 1):
                    if 0 <= column + side < 3 and row > 0 and board[i - 3 + side] == "b":
                        yield f"{i}-{i - 3 + side}"

    def play(self, board, move):
        start, end = map(int, move.split("-"))
        cells = list(board)
        cells[start], cells[end] = ".", "w"
        return "".join(cells)[::-1].translate(str.maketrans("bw", "wb"))

    def outcome(self, board):
        if "b" in board[6:] or "w" not in board:
            return Value.LOSS
        return None

    stuck = Value.LOSS


class PawnsOfLetters(Game):
    """Hexapawn with moves of numbers; the board is turned and its letters are exchanged."""

    stuck = Value.LOSS
    SWAP = str.maketrans("bw", "wb")

    def start(self):
        return "bbb...www"

    def moves(self, board):
        for i in range(3, 9):
            if board[i] != "w":
                continue
            if board[i - 3] == ".":
                yield (i, i - 3)
            if i % 3 > 0 and board[i - 4] == "b":
                yield (i, i - 4)
            if i % 3 < 2 and board[i - 2] == "b":
                yield (i, i - 2)

    def play(self, board, move):
        start, end = move
        cells = list(board)
        cells[start] = "."
        cells[end] = "w"
        return "".join(cells)[::-1].translate(self.SWAP)

    def outcome(self, board):
        return Value.LOSS if "b" in board[6:] else None


class PongHauKi(Game):
    """Five points, two stones each; who cannot move loses. Loops."""

    stuck = Value.LOSS
    LINES = {0: (2, 3), 1: (2, 4), 2: (0, 1, 3, 4), 3: (0, 2, 4), 4: (1, 2, 3)}

    def start(self):
        return ("AA.BB", "A")

    def moves(self, state):
        board, turn = state
        hole = board.index(".")
        return [i for i in self.LINES[hole] if board[i] == turn]

    def play(self, state, move):
        board, turn = state
        hole = board.find(".")
        cells = list(board)
        cells[hole], cells[move] = turn, "."
        return ("".join(cells), "B" if turn == "A" else "A")

    def outcome(self, state):
        return None


class HareAndHounds(Game):
    """Three hounds hunt a hare on eleven points: a tuple of numbers, sorted."""

    stuck = Value.LOSS
    WAYS = [
        [1, 2, 3], [0, 2, 4, 5], [0, 1, 3, 5], [0, 2, 5, 6], [1, 5, 7], [1, 2, 3, 4, 6, 7, 8, 9],
        [3, 5, 9], [4, 5, 8, 10], [5, 7, 9, 10], [5, 6, 8, 10], [7, 8, 9],
    ]  # fmt: skip

    def start(self):
        return ((0, 1, 3), 10, 0)

    def column(self, point):
        return (0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4)[point]

    def moves(self, state):
        hounds, hare, turn = state
        if turn == 1:
            return [(hare, n) for n in self.WAYS[hare] if n not in hounds]
        return [
            (h, n) for h in hounds for n in self.WAYS[h]
            if self.column(n) >= self.column(h) and n != hare and n not in hounds
        ]  # fmt: skip

    def play(self, state, move):
        hounds, hare, turn = state
        if turn == 1:
            return (hounds, move[1], 0)
        return (tuple(sorted(move[1] if h == move[0] else h for h in hounds)), hare, 1)

    def player(self, state):
        return state[2]

    def outcome(self, state):
        hounds, hare, turn = state
        if self.column(hare) <= min(map(self.column, hounds)):
            return Value.WIN if turn == 1 else Value.LOSS
        return None


class LastKing(Game):
    """Two kings on three by three that take squares away; letters, rows of tuples."""

    stuck = Value.LOSS

    def start(self):
        return (("K", " ", " "), (" ", " ", " "), (" ", " ", "k"))

    def whose(self, state):
        gone = sum(row.count("x") for row in state)
        return "K" if gone % 2 == 0 else "k"

    def moves(self, state):
        king = self.whose(state)
        for r in range(3):
            for c in range(3):
                if state[r][c] == king:
                    for y in (-1, 0, 1):
                        for x in (-1, 0, 1):
                            if 0 <= r + y < 3 and 0 <= c + x < 3 and state[r + y][c + x] == " ":
                                yield (r + y, c + x)

    def play(self, state, move):
        king = self.whose(state)
        rows = [["x" if cell == king else cell for cell in row] for row in state]
        rows[move[0]][move[1]] = king
        return tuple(tuple(row) for row in rows)

    def outcome(self, state):
        return None


class RookAndKing(Game):
    """King and rook against a king on four by four: squares as numbers, sides as letters."""

    def start(self):
        return ((0, 2, 15), "white")

    def near(self, a, b):
        return max(abs(a // 4 - b // 4), abs(a % 4 - b % 4)) <= 1

    def checks(self, rook, king, block):
        if rook // 4 == king // 4:
            low, high = min(rook, king), max(rook, king)
            return rook != king and not (block // 4 == rook // 4 and low < block < high)
        if rook % 4 == king % 4:
            low, high = min(rook, king), max(rook, king)
            return not (block % 4 == rook % 4 and low < block < high)
        return False

    def moves(self, state):
        (wk, wr, bk), turn = state
        if turn == "black":
            for to in range(16):
                if to != bk and self.near(bk, to) and not self.near(wk, to):
                    if to == wr or not self.checks(wr, to, wk):
                        yield ("k", to)
            return
        for to in range(16):
            if to not in (wk, wr) and self.near(wk, to) and not self.near(bk, to):
                yield ("K", to)
        for to in range(16):
            if to not in (wk, wr, bk) and self.checks(wr, to, wk) and self.checks(wr, to, bk):
                yield ("R", to)

    def play(self, state, move):
        (wk, wr, bk), turn = state
        piece, to = move
        if turn == "black":
            return ((wk, wr, to), "white")
        return ((to, wr, bk) if piece == "K" else (wk, to, bk), "black")

    def outcome(self, state):
        (wk, wr, bk), turn = state
        if wr == bk:
            return Value.DRAW
        if turn == "black" and not list(self.moves(state)):
            return Value.LOSS if self.checks(wr, bk, wk) else Value.DRAW
        return None
