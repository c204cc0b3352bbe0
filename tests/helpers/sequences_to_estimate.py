"""Estimated games whose states are sequences, texts and sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from perfectplay import Game, Value, put


@dataclass(frozen=True)
class Purses(Game):
    """Coins are added to purses that have no declared limits, until some number of plies: fields
    of states that grow as one goes on."""

    purses: int = 5
    plies: int = 24

    def start(self) -> tuple[int, ...]:
        return (0,) * (self.purses + 1)

    def moves(self, s: tuple[int, ...]) -> Iterator[int]:
        if s[self.purses] < self.plies:
            yield from range(self.purses)

    def play(self, s: tuple[int, ...], move: int) -> tuple[int, ...]:
        return put(put(s, move, s[move] + 1 + move), self.purses, s[self.purses] + 1)

    def outcome(self, s: tuple[int, ...]) -> Value | None:
        return Value.DRAW if s[self.purses] >= self.plies else None


@dataclass(frozen=True)
class Words(Game):
    """Letters are written one after the other, no two alike side by side and none more than
    ``most`` times. Strings: interpreted."""

    letters: str = "abcd"
    most: int = 3

    stuck = Value.LOSS

    def start(self) -> str:
        return ""

    def moves(self, state: str) -> list[str]:
        return [c for c in self.letters if state[-1:] != c and state.count(c) < self.most]

    def play(self, state: str, move: str) -> str:
        return state + move

    def outcome(self, state: str) -> Value | None:
        return None


@dataclass(frozen=True)
class Sets(Game):
    """Numbers are taken until two of them differ by one of ``gaps``. Frozen sets: interpreted."""

    numbers: int = 18
    gaps: tuple[int, ...] = (5, 7)

    stuck = Value.DRAW

    def start(self) -> frozenset[int]:
        return frozenset()

    def moves(self, state: frozenset[int]) -> list[int]:
        return [i for i in range(self.numbers) if i not in state]

    def play(self, state: frozenset[int], move: int) -> frozenset[int]:
        return state | {move}

    def outcome(self, state: frozenset[int]) -> Value | None:
        return Value.LOSS if any(i + g in state for i in state for g in self.gaps) else None


@dataclass(frozen=True)
class Rows(Game):
    """Tokens in nested rows; one token of a row is moved to another row, at most so often to and
    fro. Nested tuples: interpreted."""

    rows: int = 4
    tokens: int = 9

    stuck = Value.LOSS

    def start(self) -> tuple[tuple[int, int], ...]:
        return ((self.tokens, 0), *((0, 0) for _ in range(self.rows - 1)))

    def moves(self, state: tuple[tuple[int, int], ...]) -> list[tuple[int, int, int]]:
        return [
            (a, b, kind)
            for a in range(self.rows)
            for b in range(self.rows)
            for kind in (0, 1)
            if a != b and state[a][kind]
        ]

    def play(
        self, state: tuple[tuple[int, int], ...], move: tuple[int, int, int]
    ) -> tuple[tuple[int, int], ...]:
        a, b, kind = move
        again = [list(row) for row in state]
        again[a][kind] -= 1
        again[b][1] += 1
        return tuple((x, y) for x, y in again)

    def outcome(self, state: tuple[tuple[int, int], ...]) -> Value | None:
        return Value.LOSS if state[-1][1] == self.tokens else None


@dataclass(frozen=True)
class Ends(Game):
    """A game of points: numbers in rows, of which one takes the first or the last."""

    rows: int = 3
    length: int = 12

    scoring = True

    def start(self) -> tuple[int, ...]:
        return (0, self.length) * self.rows

    def moves(self, s: tuple[int, ...]) -> Iterator[int]:
        for i in range(2 * self.rows):
            if s[i - i % 2] < s[i - i % 2 + 1]:
                yield i

    def play(self, s: tuple[int, ...], move: int) -> tuple[int, ...]:
        return put(s, move, s[move] + 1 - 2 * (move % 2))

    def gain(self, s: tuple[int, ...], move: int) -> int:
        return (s[move] * 7 + move) % 11

    def outcome(self, s: tuple[int, ...]) -> int | None:
        for i in range(self.rows):
            if s[2 * i] < s[2 * i + 1]:
                return None
        return 0
