"""Idioms that compile: try around one look-up."""

from __future__ import annotations

from idioms.noting import Heap, Piles, compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


@compiles("try: i = state.index(x), except ValueError")
class _(Piles):
    def outcome(self, state):
        try:
            i = state.index(2)
        except ValueError:
            i = -1
        else:
            i += state[i] - 2
        return Value.LOSS if i < 0 and not any(state) else None


@compiles("try: return s.index(letter) of a board that is a text")
class _(Piles):
    def start(self):
        return "XX.X"

    def moves(self, state):
        return [self.first(state)] if self.first(state) >= 0 else []

    def first(self, state):
        try:
            return state.index("X")
        except ValueError:
            return -1

    def play(self, state, move):
        return state[:move] + "." + state[move + 1 :]

    def outcome(self, state):
        return Value.LOSS if "X" not in state else None


@compiles("try: board[row][column], except IndexError")
class _(Piles):
    def start(self):
        return ((1, 1), (0, 1))

    def moves(self, state):
        for r in range(2):
            for c in range(2):
                try:
                    below = state[r + 1][c - 3]
                except IndexError:
                    below = 0
                if state[r][c] and not below:
                    yield r, c

    def play(self, state, move):
        r, c = move
        return put(state, r, put(state[r], c, 0))

    def outcome(self, state):
        return None if any(map(any, state)) else Value.LOSS


@compiles("try: d[key] of a constant dict, except KeyError")
class _(Heap):
    most = {6: 1, 3: 2, 4: 1}  # noqa: RUF012

    def moves(self, state):
        try:
            most = self.most[state - 1]
        except KeyError:
            most = 2 if state > 1 else 1
        return range(1, min(most, state) + 1)


@compiles("try: mine.index(n), d[key], whose value nobody reads, except ValueError, KeyError")
class _(Piles):
    bad = {3: 1}  # noqa: RUF012

    def moves(self, state):
        for n in (1, 2):
            try:
                state.index(n)
            except ValueError:
                pass
            else:
                yield state.index(n)

    def outcome(self, state):
        left = sum(state)
        try:
            self.bad[left]
        except KeyError:
            return None if any(state) else Value.LOSS


@compiles("try: n += d[key] of a constant dict, except KeyError: pass")
class _(Heap):
    gains = {5: 1, 2: 1, 3: -1}  # noqa: RUF012

    def play(self, state, move):
        left = state - move
        try:
            left -= self.gains[left]
        except KeyError:
            pass
        else:
            left = max(left, 0)
        return left


@compiles("try: look-ups one after the other, with sums of them; names set, or returned")
class _(Heap):
    gains = (0, 1, 0, 2)

    def play(self, state, move):
        try:
            gained = self.gains[state - move] % 4
            left = state - move
            gained = self.gains[left] + 0
        except IndexError:
            gained, left = 0, state - 1
        return left - (1 if gained == 2 else 0)


@compiles("try: if i < 0: return ...; return rows[i][j], except IndexError")
class _(Piles):
    rows = ((1, 0, 2), (0, 1), (2,))

    def cell(self, i, j):
        try:
            if i < 0 or j < 0:
                return 9
            return self.rows[i][j]
        except IndexError:
            return 7

    def outcome(self, state):
        found = [self.cell(state[i] - 1, state[i - 1] - 1) for i in range(3)]
        return Value.LOSS if not any(state) or sum(found) == 21 else None


@compiles("try: if r < 0 or board[r][c] != 0: ..., else: found.append((r, c)), except IndexError")
class _(Game):
    """A rook that leaves a mark where it was; who cannot move loses."""

    def start(self):
        return (((1, 0, 0), (0, 9, 0)), 3)

    def where(self, board):
        return next((r, c) for r in range(2) for c in range(3) if board[r][c] == 1)

    def moves(self, state):
        board, left = state
        r, c = self.where(board)
        found = []
        for down, right in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            row, column, stop = r + down, c + right, False
            while not stop:
                try:
                    if row < 0 or column < 0 or board[row][column] != 0:
                        stop = True
                    else:
                        found.append((row, column))
                        row += down
                        column += right
                except IndexError:
                    stop = True
        few = 9
        try:
            if left > 1 and board[r + 1][0] != 9:
                few = 2
        except IndexError:
            few = 1
        return found[:few] if left else []

    def play(self, state, move):
        board, left = state
        rows = [list(row) for row in board]
        r, c = self.where(board)
        rows[r][c], rows[move[0]][move[1]] = 9 if left > 1 else 0, 1
        return tuple(map(tuple, rows)), left - 1

    def outcome(self, state):
        return None if self.moves(state) else Value.LOSS
