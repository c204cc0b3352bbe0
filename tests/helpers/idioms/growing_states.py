"""Idioms that compile: states that are texts that change their length, or hold some."""
# ruff: noqa: B905, RUF007

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Ghost(Game):
    """Letters are added to a word; who ends one loses."""

    WORDS = ("cab", "bad", "dab", "cads")

    def start(self):
        return ""

    def moves(self, state):
        for letter in "abcds":
            if any(word.startswith(state + letter) for word in self.WORDS):
                yield letter

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return Value.WIN if state in self.WORDS else None


class Take(Game):
    """Take a letter, or two that are alike, from a row."""

    def start(self):
        return "aabba"

    def moves(self, state):
        for i in range(len(state)):
            yield (i, 1)
            if i + 1 < len(state) and state[i] == state[i + 1]:
                yield (i, 2)

    def play(self, state, move):
        i, n = move
        return state[:i] + state[i + n :]

    def outcome(self, state):
        return Value.LOSS if not state else None


@compiles("a word that grows: state + move, any(word.startswith(...) for word in WORDS)")
class _(Ghost):
    pass


@compiles("WORDS as a frozenset: state in WORDS, any(... for word in WORDS)")
class _(Ghost):
    WORDS = frozenset({"cab", "bad", "dab", "cads"})


@compiles('a row that shrinks: state[:i] + state[i + n:], state[1:], state[:-1], state == ""')
class _(Take):
    def play(self, state, move):
        i, n = move
        left = state[:i] + state[i + n :]
        if left == "aba":
            return left[1:]
        return left[:-1] if len(left) == 2 else left

    def outcome(self, state):
        return Value.LOSS if state == "" else None


@compiles('"".join(x for x in state if x != letter), state.replace("ab", "")')
class _(Take):
    def moves(self, state):
        for letter in "ab":
            if letter in state:
                yield letter
        if "ab" in state:
            yield "ab"

    def play(self, state, move):
        if move == "ab":
            return state.replace("ab", "")
        return "".join(x for x in state if x != move)


@compiles("cells = list(state): del by pop, append, insert, then ''.join(cells)")
class _(Take):
    def play(self, state, move):
        i, n = move
        cells = list(state)
        cells.pop(i)
        if n == 2:
            cells.pop(i)
            cells.insert(0, "b") if len(cells) == 3 else cells.append("a")
            cells.pop(0)
        return "".join(cells)


@compiles("s[:i] + new + s[i + 2:], new of another length; s[i:i + 2] == 'ab'")
class _(Take):
    """Rewrite ab as c or as nothing, and aa as b."""

    def moves(self, state):
        for i in range(len(state) - 1):
            if state[i : i + 2] == "ab":
                yield (i, "c")
                yield (i, "")
            if state[i : i + 2] == "aa":
                yield (i, "b")

    def play(self, state, move):
        i, new = move
        return state[:i] + new + state[i + 2 :]

    def outcome(self, state):
        return None

    stuck = Value.LOSS


@compiles("for i, x in enumerate(state), zip(state, state[1:]), reversed(state), state[::-1]")
class _(Take):
    def outcome(self, state):
        if not state:
            return Value.LOSS
        if sum(1 for x, y in zip(state, state[1:]) if x != y) > 2:
            return Value.WIN
        turned = "".join(reversed(state))
        if len(state) == 3 and turned == state[::-1] == state:
            return Value.DRAW
        return None if any(x == "a" for i, x in enumerate(state) if i < 2) else Value.LOSS


@compiles("left = '': left += x in a loop; while text: text = text[1:]")
class _(Take):
    def play(self, state, move):
        i, n = move
        left = ""
        for k, x in enumerate(state):
            if k < i or k >= i + n:
                left += x
        while left and left[0] == "b":
            left = left[1:]
        return left


@compiles("count, find, index, startswith, endswith, in, upper, * of them")
class _(Take):
    def moves(self, state):
        yield state.find("b") if "b" in state else state.index("a")
        if state.startswith("aa") or state.endswith("ba"):
            yield len(state) - 1

    def play(self, state, move):
        left = state[:move] + state[move + 1 :]
        return left + "b" * (state.count("a") // 3) if len(left) == 4 else left

    def outcome(self, state):
        if state.upper() == "AA" or state == "a" * 2:
            return Value.DRAW
        return Value.LOSS if not state else None


@compiles("a text and a turn: word, turn = state")
class _(Game):
    def start(self):
        return ("", "w")

    def moves(self, state):
        word, _ = state
        if len(word) < 4:
            yield "a"
            if not word.endswith("b"):
                yield "b"

    def play(self, state, move):
        word, turn = state
        return (word + move, "b" if turn == "w" else "w")

    def outcome(self, state):
        word, turn = state
        if word.count("ab") == 2:
            return Value.LOSS if turn == "w" else Value.WIN
        return None if len(word) < 4 else Value.DRAW


class Stand(NamedTuple):
    row: str = "xxxx"
    taken: str = ""


@dataclass(frozen=True)
class Line:
    cells: str = "xxx"
    turn: int = 0


@compiles("they are fields of a NamedTuple, letters are added: _replace")
class _(Game):
    def start(self):
        return Stand()

    def moves(self, state):
        return range(1, len(state.row) + 1)

    def play(self, state, move):
        return state._replace(row=state.row[move:], taken=state.taken + "x" * (move - 1))

    def outcome(self, state):
        return None if state.row else Value.LOSS


@compiles("they are fields of a frozen dataclass, letters are taken: replace")
class _(Game):
    def start(self):
        return Line()

    def moves(self, state):
        return range(1, len(state.cells) + 1)

    def play(self, state, move):
        return replace(state, cells=state.cells[move:], turn=1 - state.turn)

    def outcome(self, state):
        return None if state.cells else Value.LOSS


@compiles("stacks that are texts: pegs[i][-1:], pegs[i][:-1], pegs[i] += x in a list of them")
class _(Game):
    players = 1

    def start(self):
        return ("cba", "", "")

    def moves(self, state):
        for a in range(3):
            for b in range(3):
                if state[a] and (not state[b] or self.size(state[b]) > self.size(state[a])):
                    yield (a, b)

    def size(self, peg):
        return "abc".index(peg[-1])

    def play(self, state, move):
        a, b = move
        pegs = list(state)
        pegs[b] += pegs[a][-1]
        pegs[a] = pegs[a][:-1]
        return tuple(pegs)

    def outcome(self, state):
        return Value.WIN if len(state[2]) == 3 else None


@compiles("representatives of them: yield state[::-1]")
class _(Take):
    def symmetries(self, state):
        yield state
        yield state[::-1]


@compiles("a number beside a text: f'{word}{n}', len(word), word[n:]")
class _(Game):
    def start(self):
        return ("abab", 1)

    def moves(self, state):
        word, n = state
        return [k for k in range(1, n + 2) if k <= len(word)]

    def play(self, state, move):
        word, n = state
        left = word[move:]
        return (left, 2 if f"{left}{n}" == "ab1" else move)

    def outcome(self, state):
        return None if state[0] else Value.LOSS


@compiles("piles that are texts: ('*', '***'), (*s[:i], '*' * (len(s[i]) - n), *s[i + 1:])")
class _(Game):
    """Stars are taken from one pile; who takes the last one wins."""

    def start(self):
        return ("*", "***", "**")

    def moves(self, state):
        return [(i, n) for i, pile in enumerate(state) for n in range(1, len(pile) + 1)]

    def play(self, state, move):
        i, n = move
        return (*state[:i], "*" * (len(state[i]) - n), *state[i + 1 :])

    def outcome(self, state):
        return Value.LOSS if state == ("", "", "") else None


@compiles("columns that are texts, turned to the mover: c.translate(TURN), c.ljust(n, '.')")
class _(Game):
    """Put an x on a column, or take one from below; three x on a level win."""

    stuck = Value.DRAW

    def start(self):
        return ("", "", "")

    def moves(self, state):
        put = [("put", i) for i, column in enumerate(state) if len(column) < 2]
        return [*put, *(("take", i) for i, column in enumerate(state) if column.startswith("x"))]

    def play(self, state, move):
        kind, at = move
        changed = state[at] + "x" if kind == "put" else state[at][1:]
        columns = (changed if i == at else column for i, column in enumerate(state))
        return tuple(column.translate(str.maketrans("xo", "ox")) for column in columns)

    def outcome(self, state):
        full = [column.ljust(2, ".") for column in state]
        if any(all(column[i] == "o" for column in full) for i in range(2)):
            return Value.LOSS
        return None
