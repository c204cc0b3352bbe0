"""Idioms that compile: moves of unlike kinds in lists, of other methods, or chosen from some."""

# ruff: noqa: RUF005

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from idioms.noting import Heap, Piles, compiling
from idioms.unlike_moves import Shifting
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


@compiles('moves appended to lists: return takes + shifts, found or ["pass"]')
class _(Shifting):
    def moves(self, state):
        found = []
        for i in range(3):
            if state[i] == 2:
                found.append(("take", i))
        found += [("shift", i, i + 1) for i in range(2) if state[i] > state[i + 1]]
        if not found and state[3]:
            found.append(("take", self.first(state)))
        return found or ["pass"]

    def first(self, state):
        for i in range(2):
            if state[i]:
                return i
        return 2


@compiles('(size, left) beside ("split", size, one): numbers of a state of any length')
class _(Game):
    def start(self):
        return ((2, 4), 0)

    def moves(self, state):
        heaps, _ = state
        for size in sorted(set(heaps)):
            for left in range(size):
                yield (size, left)
            if size > 2:
                yield ("split", size, 1)

    def play(self, state, move):
        heaps = list(state[0])
        if move[0] == "split":
            _, size, one = move
            heaps.remove(size)
            heaps += [one, size - one]
        else:
            size, left = move
            heaps.remove(size)
            heaps += [left] if left else []
        return (tuple(sorted(heaps)), 1 - state[1])

    def outcome(self, state):
        return None if state[0] else Value.LOSS


@compiles('if len(found) == 0: found.append("pass"); if len(found) > 1 of such a list')
class _(Shifting):
    def moves(self, state):
        found = []
        for i in range(3):
            if state[i]:
                found.append(("take", i))
        if len(found) > 1 and state[0] > state[1]:
            found.append(("shift", 0, 1))
        if len(found) == 0:
            found.append("pass")
        return found


@compiles("a move given to other methods, gain and moves_again of unlike moves")
class _(Shifting):
    scoring = True

    def gain(self, state, move):
        return 0 if move == "pass" else len(move) + (move[0] == "take") * 2

    def moves_again(self, state, move):
        return move != "pass" and self.kind(move) == "shift"

    def kind(self, move):
        return "none" if move == "pass" else move[0]

    def outcome(self, state):
        return 0 if state[:3] == (0, 0, 0) else None


@compiles("a legality that plays the move: self.play(state, move) in moves")
class _(Shifting):
    def moves(self, state):
        for i in range(3):
            move = ("take", i)
            if state[i] and sum(self.play(state, move)) != 1:
                yield move
        if sum(self.play(state, "pass")) > 2 or not state[3]:
            yield "pass"
        for i in range(3):
            if state[i] == 1 and state[3]:
                yield ("take", i)


@compiles(
    "whether there are moves: any(True for _ in self.moves(state)), len(list(...)), for, next"
)
class _(Shifting):
    def outcome(self, state):
        if not any(True for _ in self.moves(state)):
            return Value.DRAW
        if not list(self.moves(state)) or len(list(self.moves(state))) == 1:
            return Value.LOSS
        if next(self.moves(state), None) is None or next(iter(self.moves(state)), None) == None:  # noqa: E711
            return Value.LOSS
        for _move in self.moves(state):
            return None


@compiles("moves given as lists of unlike kinds: if not self.moves(state), len(self.moves(state))")
class _(Piles):
    """Two stones are placed, and then they are moved on."""

    def start(self):
        return (0, 0, 0, 0)

    def moves(self, state):
        if sum(state[:3]) < 2:
            return [(None, i) for i in range(3) if state[i] == 0]
        return [(i, i + 1) for i in range(2) if state[i] and not state[i + 1] and state[3] < 3]

    def play(self, state, move):
        source, to = move
        if source is not None:
            state = put(state, source, 0)
        return put(state, to, 1)[:3] + (state[3] + (source is not None),)

    def outcome(self, state):
        if not self.moves(state) or (len(self.moves(state)) > 2 and state[3]):
            return Value.LOSS
        return None if self.moves(state) and not bool(state[3] == 3) else Value.DRAW


@compiles('self.moves(state) == ["pass"], "pass" not in self.moves(state), list(...) != ["pass"]')
class _(Shifting):
    def moves(self, state):
        found = [("take", i) for i in range(3) if state[i]]
        if state[0] > state[1]:
            found.append(("shift", 0, 1))
        if not state[3] and len(found) < 2:
            found.append("pass")
        return found

    def outcome(self, state):
        if self.moves(state) == ["pass"] or not any(state[:3]):
            return Value.LOSS
        alone = list(self.moves(state)) != ["pass"]
        free = "pass" not in self.moves(state) and sum(state[:3]) == 1
        return Value.DRAW if alone and free else None


@compiles("a number or a word: yield n, yield 'half'")
class _(Heap):
    def moves(self, state):
        for n in (1, 2):
            if n <= state:
                yield n
        if state > 2:
            yield "half"

    def play(self, state, move):
        return state // 2 if move == "half" else state - move


@compiles('if phase == "cut": a, b = move, else "first": the state tells of what kind a move is')
class _(Game):
    """One cuts a cake in two, the other one chooses."""

    def start(self):
        return (5, 0, 0, 0)

    def moves(self, state):
        rest, a, _, _ = state
        if a == 0:
            return [(x, rest - x) for x in range(1, rest)]
        return ["first", "second"]

    def play(self, state, move):
        rest, a, b, turn = state
        if rest:
            a, b = move
            return (0, a, b, 1 - turn)
        return (a if move == "first" else b, 0, 0, turn)

    def player(self, state):
        return state[3]

    def outcome(self, state):
        return Value.LOSS if state[:2] == (1, 0) else None


class Offer(NamedTuple):
    piles: tuple
    offered: int = -1
    mine: int = 0


@compiles("if state.offered < 0: state._replace(offered=move), piles[move]; else 'yes' or 'no'")
class _(Game):
    """A pile is offered, and the other one takes it or not."""

    def start(self):
        return Offer((3, 1, 2))

    def moves(self, state):
        if state.offered < 0:
            return [i for i in range(3) if state.piles[i]]
        return ["yes", "no"]

    def play(self, state, move):
        if state.offered < 0 and state.piles[move] > 0:
            return state._replace(offered=move)
        piles = put(state.piles, state.offered, 0)
        gained = state.piles[state.offered] if move == "yes" else 0
        return Offer(piles, -1, gained)

    def outcome(self, state):
        if any(state.piles):
            return None
        return Value.LOSS if state.mine else Value.WIN


@dataclass(frozen=True)
class Pass:
    """Nothing is taken."""


@dataclass(frozen=True)
class FromBoth:
    """One is taken from each."""


@dataclass(frozen=True)
class From:
    """Some are taken from one pile."""

    pile: int
    n: int = 1


@compiles("frozen dataclasses without fields as moves: yield Pass(), move == Pass(), case Pass()")
class _(Piles):
    def start(self):
        return (3, 2, 0)

    def moves(self, state):
        if not state[2]:
            yield Pass()
        if state[0] > 1 and state[1] > 1:
            yield FromBoth()
        for i in (0, 1):
            if state[i]:
                yield From(i)
            if state[i] > 2:
                yield From(i, n=3)

    def play(self, state, move):
        one, other, passed = state
        if move == Pass():
            return (one, other, 1)
        match move:
            case FromBoth():
                return (one - 1, other - 1, passed)
            case From(0, n):
                return (one - n, other, passed)
        return (one, other - move.n, passed)

    def outcome(self, state):
        return None if state[0] + state[1] else Value.LOSS


class Skip(NamedTuple):
    """Nothing is taken."""


class Less(NamedTuple):
    """Some are taken."""

    n: int


class Halving(NamedTuple):
    """Half of all is taken."""


@compiles("NamedTuples without fields as moves: yield Pass(), isinstance(move, Pass), case Half()")
class _(Piles):
    def start(self):
        return (7, 0, 0)

    def moves(self, state):
        yield from (Less(n) for n in (1, 3) if n < state[0])
        if state[0] > 3:
            yield Halving()
        if not state[1]:
            yield Skip()

    def play(self, state, move):
        if isinstance(move, Less):
            return (state[0] - move.n, 0, state[2])
        same = move == () and len(move) == 0 and not move and move == Skip()
        match move:
            case Halving():
                return (state[0] // 2, 0, 2 + same)
        return (state[0], 1, 4 + same)

    def outcome(self, state):
        return Value.LOSS if state[0] < 2 and state[1] else None


@dataclass(frozen=True)
class Half:
    def allowed(self, state):
        return state % 2 == 0 and state > 0


@dataclass(frozen=True)
class Some:
    count: int

    def allowed(self, state):
        return self.count <= state


@compiles("moves chosen from a list: actions = [Half()] + [Some(n) for ...], a.allowed(state)")
class _(Heap):
    def moves(self, state):
        actions = [Half()] + [Some(n) for n in range(1, 3)]
        return [action for action in actions if action.allowed(state)]

    def play(self, state, move):
        return state // 2 if isinstance(move, Half) else state - move.count


@compiles("for move in ['pass', *[('take', n) for n in (1, 2)]]: if self.legal(state, move): yield")
class _(Heap):
    def legal(self, state, move):
        return state == 5 if move == "pass" else move[1] <= state

    def moves(self, state):
        for move in ["pass", *[("take", n) for n in (1, 2)]]:
            if self.legal(state, move):
                yield move

    def play(self, state, move):
        return state - 2 if move == "pass" else state - move[1]


@compiles("words of a table or a method beside a constant one: list(DOORS[room]) + ['wait']")
class _(Game):
    """A thief and a guard walk through rooms; whoever meets the other one wins."""

    DOORS = {  # noqa: RUF012
        "hall": ("kitchen", "cellar"), "kitchen": ("hall", "garden"), "garden": ("kitchen",),
        "cellar": ("hall",),
    }  # fmt: skip

    def start(self):
        return ("hall", "garden", 2)

    def doors(self, room):
        return [door for door in self.DOORS[room] if door != "kitchen"]

    def moves(self, state):
        room, _, left = state
        if left:
            return [*self.DOORS[room], "wait"]
        return self.doors(room) or ["wait"]

    def play(self, state, move):
        room, other, left = state
        return (other, room if move == "wait" else move, left - (left > 0))

    def outcome(self, state):
        return Value.LOSS if state[0] == state[1] else None


@compiles(
    'found: list[Move] = [1, 2], then found.append("pass"): kinds that are written are left out'
)
class _(Piles):
    def moves(self, state):
        found: list[int | str] = [i for i in range(3) if state[i]]
        if state[0] > 1:
            found.append("shift")
        return found

    def play(self, state, move):
        if move == "shift":
            return (0, state[1], state[2])
        return put(state, move, state[move] - 1)
