"""Rules whose tuples change their length."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

from perfectplay import Game

RULES = '''
from dataclasses import dataclass
from perfectplay import Game, Value


@dataclass(frozen=True)
class Heaps(Game):
    """Nim in which empty heaps vanish; heaps may be in any order."""

    n: int = 4

    def start(self):
        return tuple(range(1, self.n + 1))

    def moves(self, state):
        return [(i, k) for i in range(len(state)) for k in range(1, state[i] + 1)]

    def play(self, state, move):
        i, k = move
        return tuple(h for h in state[:i] + (state[i] - k,) + state[i + 1:] if h)

    def outcome(self, state):
        return None if state else Value.LOSS

    def symmetries(self, state):
        yield state
        yield state[::-1]


@dataclass(frozen=True)
class Pegs(Game):
    """Towers of Hanoi, with letters for what was moved."""

    disks: int = 3
    players = 1
    stuck = Value.LOSS

    def start(self):
        return (tuple(range(self.disks, 0, -1)), (), (), ())

    def moves(self, state):
        for a in range(3):
            for b in range(3):
                one, other = self.peg(state, a), self.peg(state, b)
                if one and (not other or other[-1] > one[-1]):
                    yield (a, b)

    def peg(self, state, i):
        return state[0] if i == 0 else state[1] if i == 1 else state[2]

    def play(self, state, move):
        a, b = move
        top = self.peg(state, a)[-1]
        x, y, z, last = state
        x, y, z = self.without(x, a == 0), self.without(y, a == 1), self.without(z, a == 2)
        x = x + (top,) if b == 0 else x
        y = y + (top,) if b == 1 else y
        z = z + (top,) if b == 2 else z
        return (x, y, z, last[:0] + (("a", "b", "c")[a],) if top == 1 else last[:0])

    def without(self, peg, taken):
        return peg[:-1] if taken else peg

    def outcome(self, state):
        return Value.WIN if len(state[2]) == self.disks else None


class Row(Game):
    """Take a letter, or two that are alike, from a row that may be turned round."""

    def start(self):
        return "abbabaa"

    def moves(self, state):
        for i in range(len(state)):
            yield (i, 1)
            if i + 1 < len(state) and state[i] == state[i + 1]:
                yield (i, 2)

    def play(self, state, move):
        i, k = move
        return state[:i] + state[i + k:]

    def outcome(self, state):
        return None if state else Value.LOSS

    def symmetries(self, state):
        yield state
        yield state[::-1]


class Words(Game):
    """Letters are added to a word; who ends one loses."""

    WORDS = ("cab", "bad", "dab", "cads", "dads")

    def start(self):
        return ("", 0)

    def moves(self, state):
        word, _ = state
        for letter in "abcds":
            if any(other.startswith(word + letter) for other in self.WORDS):
                yield letter

    def play(self, state, move):
        return (state[0] + move, 1 - state[1])

    def outcome(self, state):
        return Value.WIN if state[0] in self.WORDS else None


class Numbers(Game):
    """Bytes from which numbers are taken."""

    def start(self):
        return bytes((3, 1, 4, 1, 5))

    def moves(self, state):
        return range(len(state))

    def play(self, state, move):
        return state[:move] + state[move + 1:]

    def outcome(self, state):
        return None if sum(state) > 3 else Value.LOSS
'''


def game_of(folder: Path, name: str) -> Game:
    from perfectplay.registry.address import load_game

    file = folder / "rules_of_lengths.py"
    if not file.exists():
        file.write_text(RULES, encoding="utf-8")
    return load_game(f"{file}:{name}")


def values_of(solution: Any) -> dict[Any, Any]:
    return {s: (solution[s].value, solution[s].remoteness) for s in solution.states()}
