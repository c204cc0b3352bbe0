"""Idioms that compile: methods of several classes of records, also of those in no state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


class Pile(NamedTuple):
    left: int
    taken: int

    def total(self, weight=1):
        return self.left * weight + self.taken

    @property
    def empty(self):
        return self.left == 0

    def less(self, n):
        return Pile(self.left - n, self.taken)

    def sizes(self):
        for n in range(self.left):
            yield n + 1


@dataclass(frozen=True)
class Purse:
    coins: int
    size: int = 2

    def total(self, weight=1):
        return self.coins * weight

    @property
    def empty(self):
        return self.coins < 1

    @property
    def taken(self):
        return 2 - self.coins

    def less(self, n):
        return replace(self, coins=self.coins - n)

    def sizes(self):
        if self.coins:
            yield 1

    @classmethod
    def of(cls, coins):
        return cls(coins, 2)


@dataclass(frozen=True)
class Table:
    pile: Pile
    purse: Purse


class Tables(Game):
    """A pile and a purse: whoever takes the last of both wins."""

    def start(self):
        return Table(Pile(2, 1), Purse(2))

    def moves(self, state):
        yield from range(1, state.pile.left + 1)
        if state.purse.coins:
            yield 0

    def play(self, state, move):
        if move:
            return Table(state.pile.less(move), state.purse)
        return replace(state, purse=state.purse.less(1))

    def outcome(self, state):
        if state.pile.empty and state.purse.empty:
            return Value.LOSS
        return None


@compiles("methods and properties of one name in several classes: pile.total(), purse.total(2)")
class _(Tables):
    def outcome(self, state):
        if state.pile.empty and state.purse.empty:
            return Value.LOSS
        if state.pile.total(weight=2) == 1 + state.purse.total():
            return Value.DRAW
        return None


@compiles("methods of several classes that yield: for n in pile.sizes(), yield from purse.sizes()")
class _(Tables):
    def moves(self, state):
        yield from state.pile.sizes()
        for n in state.purse.sizes():
            yield n - 1


@compiles("a property of one class that is a field of another")
class _(Tables):
    def outcome(self, state):
        if state.pile.empty and state.purse.empty:
            return Value.LOSS
        return Value.WIN if state.purse.taken > state.pile.taken else None


class Step(NamedTuple):
    size: int

    @property
    def long(self):
        return self.size > 1

    def after(self, left):
        return left - self.size


class Steps(Game):
    """A pile; moves are records, and no state holds one."""

    def start(self):
        return (5, 0)

    def moves(self, state):
        for n in (1, 2):
            step = Step(n)
            if step.after(state[0]) >= 0 and not (step.long and state[1]):
                yield step

    def play(self, state, move):
        return (move.after(state[0]), int(move.long))

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


@compiles("methods and properties of records that no state holds: move.after(state), step.long")
class _(Steps):
    pass


@compiles("class methods of records: Purse.of(2), cls(coins, 2)")
class _(Tables):
    def play(self, state, move):
        if move:
            return Table(state.pile.less(move), state.purse)
        return Table(state.pile, Purse.of(state.purse.coins - 1))


@dataclass(frozen=True)
class Take:
    size: int

    def apply(self, state):
        return (state[0] - self.size, state[1])


@dataclass(frozen=True)
class Add:
    def apply(self, state):
        return (state[0] + 1, state[1] + 1)


@compiles("moves of several classes that have a method of one name: move.apply(state)")
class _(Steps):
    def moves(self, state):
        for n in range(1, min(state[0], 2) + 1):
            yield Take(n)
        if state[1] < 2:
            yield Add()

    def play(self, state, move):
        return move.apply(state)


@dataclass(frozen=True)
class Lots:
    pile: Pile | None
    left: int = 3


@compiles("isinstance(x, Pile) and methods of what may be None: state.pile.less(1)")
class _(Game):
    def start(self):
        return Lots(None)

    def moves(self, state):
        return [1] if isinstance(state.pile, Pile) and state.pile.empty else [1, 2]

    def play(self, state, move):
        if not isinstance(state.pile, Pile):
            return Lots(Pile(move, 0), state.left - 1)
        if state.pile.empty:
            return Lots(None, state.left)
        return Lots(state.pile.less(1), state.left)

    def outcome(self, state):
        return Value.LOSS if state.left == 0 else None


@dataclass(frozen=True)
class Bounded:
    points: int
    most: int = 3

    def __post_init__(self):
        if self.points < 0:
            raise ValueError("no points are left")
        if self.points > self.most:
            object.__setattr__(self, "points", self.most)
            return
        if self.points == 1:
            object.__setattr__(self, "most", 2)


@compiles("__post_init__ of frozen dataclasses: raise, object.__setattr__(self, 'points', 3)")
class _(Game):
    def start(self):
        return Bounded(2)

    def moves(self, state):
        return [-2, 2, -1] if state.points > 1 else [-1, 3]

    def play(self, state, move):
        if move == 3:
            return replace(state, points=state.points + move)
        return Bounded(state.points + move, state.most)

    def outcome(self, state):
        return Value.LOSS if state.points == 0 else None


@dataclass(frozen=True)
class Heap:
    left: int = 5
    turns: int = 0

    def halved(self):
        return Heap(self.left // 2, self.turns)

    def one_off(self):
        return Heap(self.left - 1, self.turns + 1)


@compiles("getattr(state, move)(): methods by their names")
class _(Game):
    def start(self):
        return Heap()

    def moves(self, state):
        return ["halved", "one_off"] if state.turns < 3 else ["halved"]

    def play(self, state, move):
        return getattr(state, move)()

    def outcome(self, state):
        return Value.LOSS if state.left == 0 else None


@compiles("getattr(self, 'do_' + verb)(state), getattr(self, f'play_{kind}')(state, n)")
class _(Game):
    def start(self):
        return (6, 0)

    def moves(self, state):
        for count in (1, 2):
            if count <= state[0]:
                yield ("take", 0, count)
        if state[1] < 2:
            yield ("skip", 1, 0)

    def play(self, state, move):
        verb, kind, count = move
        turned = getattr(self, "do_" + verb)(state)
        return getattr(self, f"play_{kind}")(turned, count)

    def do_take(self, state):
        return state

    def do_skip(self, state):
        return (state[0], state[1] + 1)

    def play_0(self, state, count):
        return (state[0] - count, state[1])

    def play_1(self, state, count):
        return state

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


@compiles("getattr(self, verb)(state) of a move that is a text: f'take {n}'")
class _(Game):
    def start(self):
        return (6, 0)

    def moves(self, state):
        for count in (1, 2):
            if count <= state[0]:
                yield f"take {count}"
        if state[1] < 2:
            yield "skip 0"

    def play(self, state, move):
        verb, count = move.split()
        return getattr(self, verb)(state, int(count))

    def take(self, state, count):
        return (state[0] - count, state[1])

    def skip(self, state, _):
        return (state[0], state[1] + 1)

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None
