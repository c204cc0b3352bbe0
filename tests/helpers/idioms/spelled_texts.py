"""Idioms that compile: texts that rules spell, with numbers in them."""

from __future__ import annotations

from idioms.noting import Heap, Piles, compiling
from idioms.texts_in_states import Row
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


@compiles('f-strings as moves: f"{file}{row}", then move[0], int(move[1]), "abc".index(move[0])')
class _(Row):
    def moves(self, state):
        for i, cell in enumerate(state):
            if cell == ".":
                yield f"{'ab'[i % 2]}{i // 2 + 1}"

    def play(self, state, move):
        i = "ab".index(move[0]) + 2 * (int(move[1]) - 1)
        return state[:i] + self.turn(state) + state[i + 1 :]


@compiles("f-strings as moves of states that are numbers")
class _(Piles):
    def moves(self, state):
        return [f"{i}:{n}" for i in range(3) for n in range(1, state[i] + 1)]

    def play(self, state, move):
        return put(state, int(move[0]), state[int(move[0])] - int(move[2:]))


@compiles('states that f-strings make: f"{board} {turn}", board, turn = state.split()')
class _(Row):
    def start(self):
        return f"{'.' * 4} X"

    def moves(self, state):
        return [i for i in range(4) if state[i] == "."]

    def play(self, state, move):
        board, turn = state.split()
        board = board[:move] + turn + board[move + 1 :]
        return f"{board} {'O' if turn == 'X' else 'X'}"


@compiles("str(n) of 0 to 9, int(letter): '-'.join(str(n) for n in heaps)")
class _(Heap):
    def start(self):
        return "2-1-2"

    def moves(self, state):
        return [i for i, heap in enumerate(state.split("-")) if heap != "0"]

    def play(self, state, move):
        heaps = [int(heap) for heap in state.split("-")]
        heaps[move] -= 1
        return "-".join(str(heap) for heap in heaps)

    def outcome(self, state):
        return Value.LOSS if state == "0-0-0" else None


@compiles("chr, ord: chr(ord(file) + 1), chr(ord('a') + i), file in 'abc'")
class _(Heap):
    def start(self):
        return "b1b"

    def moves(self, state):
        for step in (-1, 1):
            file = chr(ord(state[0]) + step)
            if file in "abc" and file != state[2]:
                yield file + str(step + 1)

    def play(self, state, move):
        left = int(state[1]) + 1
        return f"{state[2]}{left}{chr(ord('a') + 'abc'.index(move[0]))}"

    def outcome(self, state):
        return Value.LOSS if state[1] == "4" else None

    stuck = Value.DRAW


@compiles('a, b = map(int, move.split("-")) of moves that are f-strings')
class _(Row):
    def moves(self, state):
        empty = [i for i in range(4) if state[i] == "."]
        return [f"{i}-{j}" for i in empty for j in empty if i <= j]

    def play(self, state, move):
        a, b = map(int, move.split("-"))
        turn = self.turn(state)
        return "".join(turn if i in (a, b) else cell for i, cell in enumerate(state))


@compiles('moves with numbers up to 999: f"{i}-{j}", str(i), move.split("-"), int(move[1:])')
class _(Piles):
    def start(self):
        return (10, 1, 9)

    def moves(self, state):
        for n in range(0, state[0] + 1, 5):
            for m in range(0, state[2] + 1, 9):
                if n + m:
                    yield f"{n}-{m}"
        if state[1]:
            yield "m" + str(state[0] + 95)
            yield "pass"

    def play(self, state, move):
        if move[0] == "m":
            return (max(0, int(move[1:]) - 100), 0, state[2])
        if move == "pass":
            return (state[0], 0, state[2])
        a, b = map(int, move.split("-"))
        return (state[0] - a, state[1], state[2] - b)


@compiles('f-strings beside other moves: "pass", a number, texts of another length')
class _(Row):
    def start(self):
        return ("....", 0)

    def moves(self, state):
        board, passes = state
        for i in range(4):
            if board[i] == ".":
                yield f"{i}+" if i % 2 else f"put{i}"
        if not passes:
            yield "pass"

    def play(self, state, move):
        board, _ = state
        if move == "pass":
            return (board, 1)
        i = int(move[3]) if move[0] == "p" else int(move[0])
        return (board[:i] + self.turn(board) + board[i + 1 :], 0)

    def outcome(self, state):
        return super().outcome(state[0])


@compiles('return self.legal(board, turn) or ["pass"], of f-strings or numbers')
class _(Row):
    def start(self):
        return ("....", 0)

    def legal(self, board, free):
        if "." not in board:
            return []
        return ["xyz"[i] + str(i) for i in range(3) if board[i] == "." and i != free]

    def moves(self, state):
        return self.legal(*state) or ["pass"]

    def play(self, state, move):
        board, _ = state
        if move == "pass":
            return (board[:3] + "=", 3)
        i = int(move[1])
        return (board[:i] + self.turn(board) + board[i + 1 :], i + 1)

    def outcome(self, state):
        return Value.LOSS if state[0][3] == "=" else None


@compiles("f'{n:02d}', f'{n:03}' of numbers that are not negative, then int(move[:2])")
class _(Game):
    """Twelve stones in a row; two that lie beside each other are taken."""

    def start(self):
        return frozenset(range(8, 13))

    def moves(self, state):
        for n in sorted(state):
            if n + 1 in state:
                yield f"{n:02d}-{n + 1:03}"

    def play(self, state, move):
        return state - {int(move[:2]), int(move[3:])}

    def outcome(self, state):
        return None if any(n + 1 in state for n in state) else Value.LOSS


@compiles("a text that becomes longer before it becomes a state: s[:2] + '/' + s[2:]")
class _(Row):
    def start(self):
        return "../.."

    def moves(self, state):
        return [i for i in range(4) if self.cells(state)[i] == "."]

    def cells(self, state):
        top, bottom = state.split("/")
        return top + bottom

    def play(self, state, move):
        cells = self.cells(state)
        cells = cells[:move] + self.turn(cells) + cells[move + 1 :]
        return cells[:2] + "/" + cells[2:]

    def outcome(self, state):
        return super().outcome(self.cells(state))


@compiles('f"pile {i + 1}", then move.split()[1]: a number that no state holds')
class _(Piles):
    def moves(self, state):
        return [f"pile {i + 1}" for i in range(3) if state[i]]

    def play(self, state, move):
        i = int(move.split()[1]) - 1
        return put(state, i, state[i] - 1)


@compiles('separators of several characters: a, b = move.split("->"), state.split(" : ")')
class _(Heap):
    def start(self):
        return "210 : 3"

    def moves(self, state):
        heaps, left = state.split(" : ")
        for a in range(3):
            for b in range(3):
                if a != b and heaps[a] != "0" and heaps[b] != "9" and left != "0":
                    yield f"{a}->{b}"

    def play(self, state, move):
        a, b = map(int, move.split("->"))
        heaps, left = state.split(" : ")
        numbers = [int(heap) for heap in heaps]
        numbers[a] -= 1
        numbers[b] += 1
        return f"{''.join(str(n) for n in numbers)} : {int(left) - 1}"

    def outcome(self, state):
        heaps, _ = state.split(" : ")
        return Value.LOSS if heaps == "111" else None

    stuck = Value.DRAW


@compiles("such texts whose parts vary: f'{i}-->{n}' up to 999, move.split('-->')")
class _(Piles):
    def start(self):
        return (1, 5, 12)

    def moves(self, state):
        return [f"{i}-->{n}" for i in range(3) for n in range(1, state[i] + 1)]

    def play(self, state, move):
        i, n = move.split("-->")
        return put(state, int(i), state[int(i)] - int(n))


def square(row, column):
    return f"{'abc'[column]}{row + 1}"


@compiles('f"{square(r, c)}x{square(q, d)}" of a function, "x" in move, move.split("x")')
class _(Game):
    """A rook on three by three steps, and takes what stands beside it."""

    def start(self):
        return "R.p/.p./..p"

    def place(self, name):
        return 4 * (int(name[1]) - 1) + "abc".index(name[0])

    def moves(self, state):
        here = state.index("R")
        row, column = divmod(here, 4)
        for r, c in ((row + 1, column), (row, column + 1), (row - 1, column)):
            if 0 <= r < 3 and c < 3:
                between = "x" if state[4 * r + c] == "p" else "-"
                if between == "x":
                    yield f"{square(row, column)}x{square(r, c)}"
                elif r > row or c > column:
                    yield f"{square(row, column)}-{square(r, c)}"

    def play(self, state, move):
        cells = list(state)
        a, b = move.split("x") if "x" in move else move.split("-")
        cells[self.place(a)] = "."
        cells[self.place(b)] = "R"
        return "".join(cells)

    def outcome(self, state):
        return None if "p" in state else Value.LOSS

    stuck = Value.DRAW
