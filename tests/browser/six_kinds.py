"""Six games of six kinds, none of which says what it looks like."""

from dataclasses import dataclass

from perfectplay import Game, Value

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


class StringLines(Game):
    """Tic-tac-toe on a text of nine cells."""

    def start(self):
        return "........."

    def moves(self, state):
        return [i for i in range(9) if state[i] == "."]

    def play(self, state, move):
        return state[:move] + "XO"[state.count(".") % 2 == 0] + state[move + 1 :]

    def outcome(self, state):
        for line in LINES:
            if {state[int(i)] for i in line} in ({"X"}, {"O"}):
                return Value.LOSS
        return None if "." in state else Value.DRAW


class BytesDrop(Game):
    """Drop a stone into one of four columns of a 3 × 4 board; two side by side win."""

    rows = 3
    columns = 4

    def start(self):
        return bytes(12)

    def moves(self, state):
        return [x for x in range(4) if not state[x]]

    def play(self, state, move):
        cell = max(i for i in range(move, 12, 4) if not state[i])
        stone = 1 + (12 - state.count(0)) % 2
        return state[:cell] + bytes([stone]) + state[cell + 1 :]

    def outcome(self, state):
        rows = [state[i : i + 4] for i in (0, 4, 8)]
        if any(pair in row for row in rows for pair in (b"\1\1", b"\2\2")):
            return Value.LOSS
        return None if 0 in state else Value.DRAW


class NestedPawns(Game):
    """Pawns of both players; one step ahead, or a capture to the side; who cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return ((("b", "b", "b"), (".", ".", "."), ("w", "w", "w")), "w")

    def moves(self, state):
        board, turn = state
        ahead = -1 if turn == "w" else 1
        for y in range(3):
            for x in range(3):
                if board[y][x] == turn and 0 <= y + ahead < 3:
                    for to in (x - 1, x, x + 1):
                        if 0 <= to < 3:
                            there = board[y + ahead][to]
                            if there == "." if to == x else there not in (".", turn):
                                yield (y, x, y + ahead, to)

    def play(self, state, move):
        board, turn = [list(row) for row in state[0]], state[1]
        board[move[2]][move[3]], board[move[0]][move[1]] = turn, "."
        return (tuple(map(tuple, board)), "b" if turn == "w" else "w")

    def outcome(self, state):
        return Value.LOSS if "w" in state[0][0] or "b" in state[0][2] else None


@dataclass(frozen=True)
class Situation:
    player: int
    cells: str


class RecordClobber(Game):
    """Take a neighbour of the other colour on a board of 2 × 3; who cannot move loses."""

    stuck = Value.LOSS
    rows = 2
    columns = 3

    def start(self):
        return Situation(0, "xoxoxo")

    def player(self, state):
        return state.player

    def moves(self, state):
        for i in range(6):
            for j in range(6):
                near = abs(i // 3 - j // 3) + abs(i % 3 - j % 3) == 1
                mine = state.cells[i] == "xo"[state.player]
                if near and mine and state.cells[j] == "ox"[state.player]:
                    yield (i, j)

    def play(self, state, move):
        cells = list(state.cells)
        cells[move[1]], cells[move[0]] = cells[move[0]], "."
        return Situation(1 - state.player, "".join(cells))

    def outcome(self, state):
        return None


class ImpartialPins(Game):
    """Seven pins in a row; knock down one, or two side by side; who takes the last one wins."""

    stuck = Value.LOSS
    impartial = True

    def start(self):
        return (1,) * 7

    def moves(self, state):
        ones = [(i,) for i in range(7) if state[i]]
        return ones + [(i, i + 1) for i in range(6) if state[i] and state[i + 1]]

    def play(self, state, move):
        return tuple(0 if i in move else pin for i, pin in enumerate(state))

    def outcome(self, state):
        return None


class LoopingKings(Game):
    """Two pieces a side on 3 × 3 step to a neighbour, as long as they like; a full row wins."""

    def start(self):
        return ("W.W", "...", "B.B", "W")

    def moves(self, state):
        for i in range(9):
            for j in range(9):
                near = max(abs(i // 3 - j // 3), abs(i % 3 - j % 3)) == 1
                if near and state[i // 3][i % 3] == state[3] and state[j // 3][j % 3] == ".":
                    yield f"{'abc'[i % 3]}{3 - i // 3}-{'abc'[j % 3]}{3 - j // 3}"

    def play(self, state, move):
        rows = [list(row) for row in state[:3]]
        (x, y), (to_x, to_y) = [("abc".index(p[0]), 3 - int(p[1])) for p in move.split("-")]
        rows[to_y][to_x], rows[y][x] = state[3], "."
        return (*map("".join, rows), "B" if state[3] == "W" else "W")

    def outcome(self, state):
        return Value.LOSS if state[1] in ("WW.", ".WW", "BB.", ".BB") else None
