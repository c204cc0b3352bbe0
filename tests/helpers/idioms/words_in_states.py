"""Idioms that compile: None, words of several characters, squares, moves that are words."""
# ruff: noqa: RUF005, RUF012

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from idioms.letters_in_states import Letters, Sheet
from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()
LINES = ((0, 1), (2, 3), (0, 2), (1, 3))
EMPTY = "."
PLACES = "abcd"
ROWS = [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d")]


@compiles("a == b is not None, not cell == other, truth of what is perhaps None")
class _(Game):
    def start(self):
        return (None, None, "X")

    def moves(self, state):
        return [i for i in range(2) if not state[i]]

    def play(self, state, move):
        cells = state[:move] + (state[2],) + state[move + 1 :]
        return cells[:2] + ("O" if state[2] == "X" else "X",)

    def first(self, state):
        if state[0] is None:
            return None
        return state[1]

    def nothing(self, state):
        return None

    def outcome(self, state):
        place = None
        for i in range(2):
            if state[i] is not None and place is None:
                place = i
        if self.first(state) and state[0] != state[1] is not None != self.nothing(state):
            return Value.LOSS if place == 0 and (not state[0]) == (not state[1]) else None
        return None if self.nothing(state) in state[:2] else Value.DRAW


@compiles('"" for an empty cell: if cell, not cell')
class _(Game):
    def start(self):
        return Sheet()

    def moves(self, state):
        return [i for i, cell in enumerate(state.cells) if not cell]

    def play(self, state, move):
        cells = state.cells[:move] + (state.turn,) + state.cells[move + 1 :]
        return replace(state, cells=cells, turn="O" if state.turn == "X" else "X")

    def outcome(self, state):
        for a, b in LINES:
            if state.cells[a] and state.cells[a] == state.cells[b]:
                return Value.LOSS
        return None if "" in state.cells else Value.DRAW


@compiles("moves that are letters")
class _(Letters):
    def moves(self, state):
        if state[0] == EMPTY:
            yield "left"
        if state[1] == EMPTY:
            yield "right"

    def play(self, state, move):
        cells = list(state)
        cells[0 if move == "left" else 1] = state[4]
        cells[4] = "O" if state[4] == "X" else "X"
        return tuple(cells)

    def outcome(self, state):
        return None if EMPTY in state[:2] else Value.LOSS


@compiles("moves that are words, though states hold none")
class _(Game):
    NAMES = {"few": 1, "many": 2}

    def start(self):
        return 7

    def moves(self, state):
        for name in self.NAMES:
            if self.NAMES[name] <= state:
                yield name

    def play(self, state, move):
        return state - (2 if move == "many" else self.NAMES["few"])

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Hunt(Game):
    """A king hunts a rook; what is taken is "" from then on."""

    SQUARES = ("a1", "a2", "a3", "b1", "b2", "b3")
    NEAR = {
        "a1": ("a2", "b1", "b2"), "a2": ("a1", "a3", "b2"), "a3": ("a2", "b2", "b3"),
        "b1": ("a1", "b2"), "b2": ("a1", "a2", "a3", "b1", "b3"), "b3": ("a3", "b2"),
    }  # fmt: skip

    def start(self):
        return ("a1", "b3", "white", 0)

    def moves(self, state):
        king, rook, turn, _ = state
        if turn == "white":
            yield from self.NEAR[king]
        elif rook:
            for square in self.SQUARES:
                if square != rook and (square[0] == rook[0] or square[1] == rook[1]):
                    yield square

    def play(self, state, move):
        king, rook, turn, plies = state
        if turn == "white":
            return (move, "" if move == rook else rook, "black", plies + 1)
        return (king, move, "white", plies + 1)

    def outcome(self, state):
        if state[1] == "":
            return Value.LOSS
        return Value.DRAW if state[3] > 4 else None


@compiles("squares of two characters, and \"\" for what is taken: rook == '', if rook, rook[0]")
class _(Hunt):
    pass


@compiles("file, row = square of a word of two characters; of a tuple, too")
class _(Hunt):
    def moves(self, state):
        if state[2] == "white":
            yield from self.NEAR[state[0]]
            return
        rook = state[1]
        if rook:
            file, row = rook
            for square in self.SQUARES:
                a, b = square
                if square != rook and self.same((a, b), (file, row)):
                    yield square

    def same(self, one, other):
        a, b = one
        c, d = other
        return a == c or b == d


@compiles("FILES[c] + RANKS[r], square[0] + RANKS[r]: a square of two such characters")
class _(Hunt):
    FILES, RANKS = "ab", "123"

    def moves(self, state):
        if state[2] == "white":
            yield from self.NEAR[state[0]]
        elif state[1]:
            yield from self.lines(state[1])

    def lines(self, rook):
        for r in range(3):
            if self.RANKS[r] != rook[1] and rook[0] + self.RANKS[r] in self.SQUARES:
                yield rook[0] + self.RANKS[r]
        for c in range(2):
            if self.FILES[c] != rook[0]:
                yield self.at(c, self.RANKS.index(rook[1]))

    def at(self, c, r):
        return self.FILES[c] + self.RANKS[r]


@compiles("len of a word")
class _(Game):
    stuck = Value.LOSS
    NAMES = ("I", "am", "not", "here")

    def start(self):
        return ("", 2)

    def moves(self, state):
        return [name for name in self.NAMES if len(name) >= state[1] and name != state[0]]

    def play(self, state, move):
        return (move, state[1] + len(state[0]) % 2 + (len(move) > 3))

    def outcome(self, state):
        return None


class Words(Game):
    """Words follow one another; three at most are said."""

    stuck = Value.LOSS
    SAID = ("ant", "bear", "tree", "no", "on")

    def start(self):
        return ("ant", "no", 0)

    def moves(self, state):
        return [word for word in self.SAID if word not in state[:2]]

    def play(self, state, move):
        return (move, state[0], state[2] + 1)

    def outcome(self, state):
        return Value.DRAW if state[2] > 2 else None


@compiles(
    "letters of a word: for c in w, enumerate, zip(w, v), all(c in 'aeno' for c in w), c in w"
)
class _(Words):
    def moves(self, state):
        word, last, _ = state
        for i, letter in enumerate(word):
            if letter in "aeon" and self.SAID[i] not in (word, last):
                yield self.SAID[i]
        alike = sum(a == b for a, b in zip(word, last, strict=False))
        if alike == 1 or all(letter in "aeno" for letter in word):
            yield from [x for x in self.SAID if any(c in x for c in word)]


@compiles("len(set(w)), set(w) & set(v), sorted(w) == sorted(v), w.count('e'), w.find(letter)")
class _(Words):
    def moves(self, state):
        word, last, _ = state
        for other in self.SAID:
            same = sorted(other) == sorted(word)
            if same or set(other) & set(last) or other.find(word[-1]) > 0:
                yield other

    def play(self, state, move):
        twice = len(move) - len(set(move)) + move.count("e") + (max(move) == "t")
        return (move, state[0], min(3, state[2] + twice + move.index(move[1])))


@compiles("w.startswith(v[0]), w.endswith(letter), w.startswith(v) of words")
class _(Words):
    def moves(self, state):
        word, last, _ = state
        for other in self.SAID:
            if other.startswith(word[-1]) or other.endswith(last[0]) or word.endswith(other):
                yield other

    def outcome(self, state):
        begun = any(other.startswith(state[1]) for other in self.SAID if other != state[1])
        return Value.DRAW if state[2] > 2 or begun else None


@compiles('"".join(cells) == "XO", "-".join(...) in WORDS, not in: of letters and words')
class _(Letters):
    WORDS = {"X-O", "O-X", "X"}

    def outcome(self, state):
        for a, b in LINES:
            if "".join(state[i] for i in (a, b)) in ("XX", "OO"):
                return Value.LOSS
        if "-".join([state[0], state[3]]) in self.WORDS and "".join(state[:4]) != "XXOO":
            return Value.WIN
        return None if EMPTY in state else Value.DRAW


@compiles(
    "a character of a word by a variable: card[i], state[2][i]; while i < len(w) and w[i] != v[0]"
)
class _(Game):
    """Cards of two suits; a suit that the other has laid must be followed."""

    def start(self):
        return (("A1", "A2", "B1"), ("A3", "B2", "B3"), "A0")

    def moves(self, state):
        i = 0
        while i < len(state[2]) and state[2][i] != "A" and state[2][i] != state[0][0][i]:
            i += 1
        i %= 2
        return [card for card in state[0] if card[i] == state[2][i]] or list(state[0])

    def play(self, state, move):
        return (state[1], tuple(card for card in state[0] if card != move), move)

    def outcome(self, state):
        return None if state[0] and state[1] else Value.LOSS


class Step(Enum):
    EAST = (0, 1)
    SOUTH = (1, 0)
    JUMP = (1, 1)

    @property
    def slow(self):
        return self is not Step.JUMP


@compiles("an Enum that no state holds: moves that are its members, move.value, loops over it")
class _(Game):
    """A rook walks to the corner, and the other player walks it on."""

    def start(self):
        return (0, 0)

    def moves(self, state):
        for step in Step:
            row, column = step.value
            if state[0] + row < 3 and state[1] + column < 3:
                yield step

    def kind(self, state):
        return Step.EAST if state[0] == 2 else Step.SOUTH

    def play(self, state, move):
        row, column = move.value
        if not move.slow and self.kind(state) is Step.EAST:
            return state
        return (state[0] + row, state[1] + column)

    def outcome(self, state):
        return Value.LOSS if state == (2, 2) or self.kind(state) is Step.JUMP else None


@compiles("POINTS.index(letter) of a constant text, a list cut by constants: ROWS[:2]")
class _(Game):
    def start(self):
        return ("a", 0, 0, 0, 0)

    def moves(self, state):
        for place in PLACES:
            if not state[1:][PLACES.index(place)] and place != state[0]:
                yield place

    def play(self, state, move):
        marks = list(state[1:])
        marks[PLACES.index(move)] = 1
        return (move, *marks)

    def outcome(self, state):
        marks = state[1:]
        if any(marks[PLACES.index(row[0])] and row[1] == state[0] for row in ROWS[1:3]):
            return Value.DRAW
        return Value.LOSS if sum(marks) > 2 else None


@compiles("a piece to give, ('give', piece), or a cell, ('put', i); board[i][0] of pieces or None")
class _(Game):
    """Quarto with four pieces on four cells: alike pieces side by side win."""

    pieces = ("TB", "TW", "SB", "SW")
    lines = ((0, 1), (2, 3), (0, 2))

    def start(self):
        return ((None,) * 4, None)

    def left(self, board, hand):
        return [piece for piece in self.pieces if piece not in board and piece != hand]

    def moves(self, state):
        board, hand = state
        if hand is None:
            return [("give", piece) for piece in self.left(board, hand)]
        return [("put", i) for i in range(4) if board[i] is None]

    def play(self, state, move):
        board, hand = state
        kind, what = move
        if kind == "give":
            return (board, what)
        cells = list(board)
        cells[what] = hand
        return (tuple(cells), None)

    def outcome(self, state):
        board, hand = state
        for a, b in self.lines:
            if board[a] and board[b] and board[a][0] == board[b][0]:
                return Value.WIN if board[a][1] == "B" else Value.LOSS
        return Value.DRAW if all(board) and hand is None else None
