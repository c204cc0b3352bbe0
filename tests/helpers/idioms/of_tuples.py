"""Idioms that compile: tuples."""
# ruff: noqa: B905
# ruff: noqa: RUF005, RUF017

from __future__ import annotations

from dataclasses import dataclass

from idioms.noting import Heap, Piles, compiling
from perfectplay import Game, Value, put, sort, swap

COMPILES, compiles = compiling()


@compiles("x in a tuple, a range, a set of constants")
class _(Heap):
    def moves(self, state):
        for n in range(1, 4):
            if n <= state and n in (1, 3) and n in range(4) and n not in {2, 9}:
                yield n


@compiles("items by constant, variable and negative index")
class _(Piles):
    def outcome(self, state):
        i = 1
        return Value.LOSS if state[0] == state[i] == state[-1] == state[i - 3] == 0 else None


@compiles("slices by constants, steps too")
class _(Piles):
    def outcome(self, state):
        return Value.LOSS if state[:2] == (0, 0) and state[::-1][0] == 0 == sum(state[1:]) else None


@compiles("looping over, summing, searching a slice by variables")
class _(Piles):
    def outcome(self, state):
        i = state[2]
        n = 0
        for pile in state[i:]:
            n += pile
        return Value.LOSS if n == 0 and 5 not in state[:i] and sum(state[: i + 1]) == 0 else None


@compiles("tuple + tuple, tuple * constant")
class _(Piles):
    def play(self, state, move):
        a, b, c = put(state, move, state[move] - 1)
        return (a,) + (b, c) + () * 3

    def outcome(self, state):
        return Value.LOSS if state == (0,) * 3 else None


@compiles("s[:i] + (v,) + s[i + 1:]")
class _(Piles):
    def play(self, state, move):
        return state[:move] + (state[move] - 1,) + state[move + 1 :]


@compiles("s[:i] + (v,) + s[i + 1:j] + (w,) + s[j + 1:]")
class _(Piles):
    def moves(self, state):
        for j in (1, 2):
            if state[0] and state[j] < 2:
                yield j

    def play(self, state, move):
        i, j = 0, move
        return state[:i] + (state[i] - 1,) + state[i + 1 : j] + (state[j] + 1,) + state[j + 1 :]

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


@compiles("s[:i] + (v,) * n + s[i + n:]")
class _(Piles):
    def start(self):
        return (1, 2, 1, 2)

    def moves(self, state):
        return [(i, n) for i in range(4) for n in (1, 2) if i + n <= 4 and any(state[i : i + n])]

    def play(self, state, move):
        i, n = move
        return state[:i] + (0,) * n + state[i + n :]

    def outcome(self, state):
        return None if any(state) else Value.LOSS


@compiles("(*s[:2], v), (v, *s)")
class _(Piles):
    def play(self, state, move):
        after = put(state, move, state[move] - 1)
        return (*after[:2], after[2])


@compiles("(*s[:i], v, *s[i + 1:]) of the state in play")
class _(Piles):
    def play(self, state, move):
        if move == 1:
            return (*state[:1], state[1] - 1, *state[2:])
        return (*state[:move], state[move] - 1, *state[move + 1 :])


@dataclass(frozen=True)
class Turned:
    cells: tuple = (2, 1, 2)
    turn: int = 0


@compiles("(*cells[:i], v, *cells[i + 1:]) of a tuple in the state, in play")
class _(Game):
    def start(self):
        return Turned()

    def moves(self, state):
        return [i for i in range(3) if state.cells[i]]

    def play(self, state, move):
        cells = state.cells
        if move == 1:
            return Turned((*state.cells[:1], 0, *state.cells[2:]), 1 - state.turn)
        return Turned((*cells[:move], cells[move] - 1, *cells[move + 1 :]), 1 - state.turn)

    def outcome(self, state):
        return None if any(state.cells) else Value.LOSS


@compiles("sum(rows, []), sum([list(row) for row in rows], start=[])")
class _(Game):
    def start(self):
        return ((1, 0), (1, 1))

    def moves(self, state):
        flat = sum([list(row) for row in state], [])
        return [i for i in range(4) if flat[i]]

    def play(self, state, move):
        flat = sum([list(row) for row in state], start=[])
        flat[move] = 0
        return ((flat[0], flat[1]), (flat[2], flat[3]))

    def outcome(self, state):
        return None if any(map(any, state)) else Value.LOSS


@compiles("put, swap, sort")
class _(Piles):
    def play(self, state, move):
        return sort(swap(put(state, move, state[move] - 1), 0, 2))


@compiles("tuple(generator expression) as long as the state, a range or a constant")
class _(Piles):
    def play(self, state, move):
        flags = tuple(1 if i == move else 0 for i in range(3))
        return tuple(pile - flag for pile, flag in zip(state, flags))


@compiles("tuple([list comprehension])")
class _(Piles):
    def play(self, state, move):
        return tuple([pile - (i == move) for i, pile in enumerate(state)])


@compiles("tuple(a list) + (x,), (*a list, x)")
class _(Piles):
    def play(self, state, move):
        first = list(state[:2])
        if move < 2:
            first[move] -= 1
            return tuple(first) + (state[2],)
        return (*first, state[2] - 1)


@compiles("tuple(sorted(state)), tuple(sorted(..., reverse=True))")
class _(Piles):
    def play(self, state, move):
        after = tuple(sorted(put(state, move, state[move] - 1)))
        return tuple(sorted(after, reverse=True))


@compiles("tuple(reversed(state))")
class _(Piles):
    def play(self, state, move):
        return tuple(reversed(put(state, move, state[move] - 1)))


@compiles("tuple.count, tuple.index, len")
class _(Piles):
    def outcome(self, state):
        if state.count(0) == len(state):
            return Value.LOSS
        return Value.DRAW if 1 in state and state.index(1) == 1 else None


@compiles("==, < of tuples")
class _(Piles):
    def play(self, state, move):
        after = put(state, move, state[move] - 1)
        other = after[::-1]
        return after if after < other or after == other else other


@compiles("min(state, state[::-1]), max of several tuples or texts")
class _(Piles):
    def play(self, state, move):
        after = put(state, move, state[move] - 1)
        return min(after, after[::-1], (after[1], after[0], after[2]))

    def outcome(self, state):
        return Value.LOSS if max(state[:2], state[1:]) == (0, 0) and not state[0] else None


@compiles("local tuples of tuples")
class _(Piles):
    def outcome(self, state):
        for i, j in ((0, 1), (1, 2)):
            if state[i] or state[j]:
                return None
        return Value.LOSS


@compiles("near = s[max(i - 1, 0):i + 2]: slices by variables, kept, compared, put together")
class _(Piles):
    def start(self):
        return (2, 1, 2)

    def moves(self, state):
        for i in range(3):
            near = state[max(i - 1, 0) : i + 2]
            if state[i] and (len(near) == 3 or (near != (0, 1) and 2 in near + state[:i])):
                yield i

    def play(self, state, move):
        before, after = state[:move], state[move + 1 :]
        return before + (state[move] - 1,) + after

    stuck = Value.DRAW


@compiles("a list that a helper reads, and then tuple(list) + (x,): self.least(piles, 2)")
class _(Piles):
    def least(self, piles, floor):
        for i, pile in enumerate(piles):
            if pile < floor and piles[i] > 0:
                piles[i] += 0
        return min(pile for pile in piles if pile >= 0)

    def start(self):
        return (2, 1, 1, 0)

    def moves(self, state):
        return [i for i in range(3) if state[i]]

    def play(self, state, move):
        piles = list(state[:3])
        piles[move] -= 1
        return tuple(piles) + (self.least(piles, 2),)

    def outcome(self, state):
        return None if any(state[:3]) else Value.LOSS


@compiles("state[player] where (mine, yours, turn) holds unlike things")
class _(Piles):
    """The index takes what is of the kind of the first item; at another one, it is interpreted."""

    def start(self):
        return ((1, 2), (2, 1), 0)

    def moves(self, state):
        return [i for i in range(2) if state[state[2]][i]]

    def play(self, state, move):
        player = state[2]
        hand = put(state[player], move, state[player][move] - 1)
        return (hand, state[1], 1) if player == 0 else (state[0], hand, 0)

    def outcome(self, state):
        return None if any(state[state[2] - 3]) else Value.LOSS


@compiles("state[1 + player] where (row, mine, yours, player): of the first kind that several are")
class _(Game):
    """Coins are taken from either end of a row."""

    def start(self):
        return ((3, 1, 2, 5), 0, 0, 0)

    def moves(self, state):
        return ["first", "last"] if len(state[0]) > 1 else ["first"] if state[0] else []

    def play(self, state, move):
        row, *scores, player = state
        coin = row[0] if move == "first" else row[-1]
        row = row[1:] if move == "first" else row[:-1]
        scores[player] += coin
        return (row, *scores, 1 - player)

    def outcome(self, state):
        if state[0]:
            return None
        mine, yours = state[1 + state[3]], state[2 - state[3]]
        return Value.WIN if mine > yours else Value.LOSS if mine < yours else Value.DRAW


@compiles("rest = row[:i] + row[i + 1:], then (x,) + rest put into the place of the row")
class _(Game):
    """A stone is pushed into a row, and another one out of it."""

    def start(self):
        return ((1, 0, 1), (0, 1, 0))

    def moves(self, state):
        for r in range(2):
            for c in range(3):
                if state[r][c]:
                    yield (r, c)

    def pushed(self, row, i, x, first):
        rest = row[:i] + row[i + 1 :]
        return (x, *rest) if first else rest + (x,)

    def play(self, state, move):
        r, c = move
        return state[:r] + (self.pushed(state[r], c, 0, c == 1),) + state[r + 1 :]

    def outcome(self, state):
        return Value.LOSS if state == ((0, 0, 0), (0, 0, 0)) else None
