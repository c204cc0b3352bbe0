"""Games whose states are bytes, or hold some, and odd things that rules may do with them."""
# ruff: noqa: B905, PLR0124, SIM300

from __future__ import annotations

from dataclasses import dataclass, replace

from perfectplay import Game, Value, put, sort, swap

LINES = ((0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5))
"""On two rows of three cells."""

OTHER = bytes.maketrans(b"\1\2", b"\2\1")


class Board(Game):
    """Six cells; the bytes are the whole state."""

    def start(self):
        return bytes(6)

    def moves(self, state):
        return [i for i, cell in enumerate(state) if not cell]

    def play(self, state, move):
        cells = bytearray(state)
        cells[move] = 2 - state.count(0) % 2
        return bytes(cells)

    def outcome(self, state):
        for line in LINES:
            if state[line[0]] and len({state[i] for i in line}) == 1:
                return Value.LOSS
        return None if 0 in state else Value.DRAW


class Mirrored(Board):
    """The same with its symmetries."""

    def symmetries(self, state):
        yield state[2::-1] + state[:2:-1]
        yield state[3:] + state[:3]
        yield state[::-1]


class Cards(Game):
    """A hand of bytes beside a letter and a number; numbers far apart, which rise to 255."""

    def start(self):
        return (b"\x01\xf0\x03", "A", 0)

    def moves(self, state):
        return [i for i in range(3) if state[0][i] < 250]

    def play(self, state, move):
        hand, turn, played = state
        new = hand[:move] + bytes([min(255, hand[move] + 97)]) + hand[move + 1 :]
        return (new, "B" if turn == "A" else "A", played + 1)

    def outcome(self, state):
        if state[0] == b"\xff" * 3:
            return Value.LOSS if state[1] == "A" else Value.WIN
        return None

    stuck = Value.DRAW


@dataclass(frozen=True)
class Stand:
    rows: tuple[bytes, bytes] = (b"...", b"...")
    turn: int = ord("X")


class Rows(Game):
    """Rows of bytes in a dataclass."""

    def start(self):
        return Stand()

    def moves(self, state):
        for r in range(2):
            for c in range(3):
                if state.rows[r][c : c + 1] == b".":
                    yield (r, c)

    def play(self, state, move):
        r, c = move
        rows = tuple(
            bytes(state.turn if (r, c) == (y, x) else cell for x, cell in enumerate(row))
            for y, row in enumerate(state.rows)
        )
        return replace(state, rows=rows, turn=ord("X") + ord("O") - state.turn)

    def outcome(self, state):
        whole = state.rows[0] + state.rows[1]
        if b"XXX" in state.rows or b"OOO" in state.rows:
            return Value.LOSS
        return None if b"." in whole else Value.DRAW


GAMES = [Board(), Mirrored(), Cards(), Rows()]


# --- odd rules, which say a number of the board that goes into the state --------------------------


class Told(Game):
    """Twelve states; what `told` says of each goes into the next."""

    start_board = b"\x01\x00\x02\x00"

    def start(self):
        return (self.start_board, 0)

    def moves(self, state):
        return [0, 1, 2, 3] if state[1] % 4 < 3 else []

    def play(self, state, move):
        board, told = state
        new = board[:move] + bytes([(board[move] + 1) % 3]) + board[move + 1 :]
        return (new, told % 4 + 1 + 4 * (self.told(new, move) % 1000))

    def outcome(self, state):
        return None

    stuck = Value.DRAW

    def told(self, board, move):
        return 0


class NeverATuple(Told):
    def told(self, board, move):
        plain = tuple(board)
        return (
            8 * (board == plain) + 4 * (board != plain) + 2 * (plain == tuple(board))
            + ((board, 1) == (plain, 1)) + 16 * (put(board, move, board[move]) == board)
            + 32 * (board == move) + 64 * (board in (b"\1\0\2\1", board[::-1]))
        )  # fmt: skip


class OtherLengths(Told):
    def told(self, board, move):
        return (
            (board == b"\1\1") + 2 * (board == board[:3]) + 4 * (board[1:] != board[:3])
            + 8 * (board[:2] < board[:3]) + 16 * (board <= board) + 32 * (b"\2" > board)
            + 64 * (board < b"\1\0\2\0\0") + 128 * (board[:3] >= b"\1\0")
        )  # fmt: skip


class Windows(Told):
    def told(self, board, move):
        i = 2 * (move % 2)
        return (board[move : move + 2] == b"\1\1") + 2 * (board[i : i + 2] == b"\1\2")


class Searches(Told):
    def told(self, board, move):
        return (
            board.count(0) + 5 * board.count(b"\0") + 25 * board.count(b"\0\0")
            + (board.find(move) + 1) + 3 * (board.find(b"\1\0") + 1) + 7 * (board.rfind(True) + 1)
            + 100 * (move in board) + 200 * (b"\0\1" in board) + 400 * board.startswith(b"\1")
            + 2 * board.endswith(b"\0\0") + 11 * (board.index(board[3]) + board.index(board[1:3]))
        )  # fmt: skip


class Changes(Told):
    def told(self, board, move):
        one = board.replace(b"\0", b"\2").replace(b"\2", b"\1", 1)
        other = board.translate(OTHER)
        twice = (board[:1] + board[2:3]) * 2
        again = bytes(list(board)[::-1]) + bytes(sorted(board)) + bytes(reversed(one))
        return (
            sum(one) + 10 * other[move] + 40 * sum(twice) + 3 * again.count(1) + len(again)
            + 100 * (bytes(swap(board, 0, 3)) == board[::-1]) + 200 * (sort(board) == sort(other))
        )  # fmt: skip


class Scratch(Told):
    def told(self, board, move):
        cells = bytearray(board)
        cells[move] += 1
        cells[-1], cells[0] = cells[0], cells[-1]
        zeros = bytearray(4)
        for i in range(4):
            zeros[i] |= 2 * cells[i] + 200
        return (
            cells.count(1) + 3 * (b"\0\1" in cells) + len(cells) + sum(bytes(zeros)) + zeros[move]
        )


class Hands(Told):
    """Bytes that helpers are given, in loops and as constants of the class."""

    wins = (b"\1\1\1\1", b"\0\0\0\0")
    corners = b"\0\3"
    worth = {b"\1\0": 3, b"\0\1": 5}  # noqa: RUF012

    def first(self, part, other=1):
        return part[0] + other

    def told(self, board, move):
        total = sum(board[i] for i in self.corners) + self.first(board) + self.first(board[1:])
        for part in (board[:2], board[2:]):
            total += 7 * self.worth.get(part, 1)
        for win in self.wins:
            total += 50 * (board == win) + sum(1 for a, b in zip(win, board) if a == b)
        turned = board if move % 2 else board[::-1]
        return total + 100 * turned[0] + 3 * max(board, board[::-1])[0] + min(board)


class Joined(Told):
    def told(self, board, move):
        rows = (board[:2], board[2:])
        turned = b"".join(rows[::-1]) if move else board
        doubled = b"".join(row + row for row in rows)
        one = b"".join([board, turned])
        return sum(turned[:move]) + 9 * doubled.count(1) + 50 * one.find(b"\0\0") + one[5]


class AsFlags(Told):
    """True and False in bytes, comprehensions, nested generators."""

    def told(self, board, move):
        full = bytes(cell > 0 for cell in board)
        same = bytes([a == b for a, b in zip(board, full)])
        pairs = [(a, b) for a in full for b in same if a != b]
        return sum(full) + 5 * sum(same) + 25 * len(pairs) + 400 * all(full) + any(same)


class Varying(Told):
    def told(self, board, move):
        return (
            sum(board[:move])
            + 3 * sum(i * x for i, x in enumerate(board[move:]))
            + (
                20 * max(board[move : move + 2])
                + 100 * (2 in board[:move])
                + len(list(board[move:]))
            )
        )


class Longer(Told):
    def told(self, board, move):
        cells = bytearray(board)
        cells[0] = 1
        cells.append(3)
        return len(cells)


ODD = [
    NeverATuple(), OtherLengths(), Windows(), Searches(), Changes(), Scratch(), Hands(), AsFlags(),
    Varying(), Joined(), Longer(),
]  # fmt: skip


class Zeros(Told):
    def told(self, board, move):
        return len(bytes(move)) + len(board)


class Empty(Told):
    def told(self, board, move):
        return len(board[:0]) + (b"" in board)


class Hexed(Told):
    def told(self, board, move):
        return len(board.hex())


class Default(Told):
    def first(self, part, other=b"\1"):
        return part[0] + other[0]

    def told(self, board, move):
        return self.first(board)


class ATuple(Told):
    """A tuple in one place and bytes in the other."""

    def told(self, board, move):
        other = board if move else tuple(board)
        return other[0]


REFUSED = [Zeros(), Empty(), Hexed(), Default(), ATuple()]
