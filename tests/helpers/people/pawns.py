"""Games whose squares have names of two letters, games for fingers, and stacks of letters."""

# the style is that of the people who wrote them
# ruff: noqa: RUF059

from __future__ import annotations

from perfectplay import Game, Value

FILES, RANKS = "abc", "1234"
SQUARES = [f + r for r in RANKS for f in FILES]


def king_steps(square):
    f, r = FILES.index(square[0]), RANKS.index(square[1])
    return [
        FILES[f + a] + RANKS[r + b]
        for a in (-1, 0, 1) for b in (-1, 0, 1)
        if (a or b) and 0 <= f + a < len(FILES) and 0 <= r + b < len(RANKS)
    ]  # fmt: skip


STEPS = {s: king_steps(s) for s in SQUARES}
AHEAD = {s: SQUARES[i + 3] for i, s in enumerate(SQUARES[:-3])}


class PawnEnding(Game):
    """King and pawn against king: the pawn promotes, or is None once it is taken."""

    stuck = Value.DRAW

    def start(self):
        return "a1", "b2", "c4", "white"

    def moves(self, state):
        wk, p, bk, turn = state
        if turn == "white":
            for s in STEPS[wk]:
                if s != p and s not in STEPS[bk]:
                    yield ("K", s)
            if AHEAD[p] not in (wk, bk):
                yield ("P", AHEAD[p])
        else:
            for s in STEPS[bk]:
                if s not in STEPS[wk]:
                    yield ("K", s)

    def play(self, state, move):
        wk, p, bk, turn = state
        piece, to = move
        if turn == "black":
            return wk, (None if to == p else p), to, "white"
        return (to, p, bk, "black") if piece == "K" else (wk, to, bk, "black")

    def outcome(self, state):
        _, p, _, _ = state
        if p is None:
            return Value.DRAW
        return Value.LOSS if p[1] == RANKS[-1] else None


SIDE = 2


def build_moves():
    out = []
    for line in range(SIDE):
        for first in range(SIDE):
            for last in range(first, SIDE):
                out.append(tuple(line * SIDE + i for i in range(first, last + 1)))
                if first != last:
                    out.append(tuple(i * SIDE + line for i in range(first, last + 1)))
    return out


ALL = build_moves()


class TacTix(Game):
    """Take adjacent stones of a row or column; who takes the last one loses."""

    misere = True
    stuck = Value.WIN

    def start(self):
        return bytes([1] * SIDE * SIDE)

    def moves(self, state):
        return filter(lambda cells: all(map(state.__getitem__, cells)), ALL)

    def play(self, state, move):
        board = bytearray(state)
        for cell in move:
            board[cell] = 0
        return bytes(board)

    def outcome(self, state):
        return None


CELLS = [(x, y) for y in range(2) for x in range(3)]
PATTERN = {
    (x, y): frozenset(
        p for p in ((x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if p in CELLS
    )
    for x, y in CELLS
}


class LightsOut(Game):
    """The set of the lamps that are on; all cells may be pressed."""

    players = 1

    def start(self):
        return PATTERN[0, 0] ^ PATTERN[1, 1]

    def moves(self, lamps):
        return CELLS

    def play(self, lamps, cell):
        return lamps ^ PATTERN[cell]

    def outcome(self, lamps):
        return Value.WIN if len(lamps) == 0 else None


LINES = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)]


class Gobblet(Game):
    """Cells hold stacks such as "Ab"; what is left in a hand is a text."""

    def start(self):
        return (("", "", "", ""), "AB", "ab")

    def moves(self, state):
        cells, mine, theirs = state
        result = []
        for piece in set(mine):
            for i, stack in enumerate(cells):
                if not stack or stack[-1].upper() < piece.upper():
                    result.append(f"{piece}{i}")
        return sorted(result) or ["pass"]

    def play(self, state, move):
        cells, mine, theirs = state
        if move == "pass":
            return (cells, theirs, mine)
        piece, where = move[0], int(move[1])
        new = list(cells)
        new[where] += piece
        return (tuple(new), theirs, mine.replace(piece, "", 1))

    def outcome(self, state):
        cells, mine, theirs = state
        tops = [stack[-1:] for stack in cells]
        for a, b in LINES:
            if tops[a] and tops[b] and tops[a].islower() == tops[b].islower():
                return Value.LOSS
        if not mine and not theirs:
            return Value.DRAW
        return None
