"""Idioms that fall back to the interpreter: what states and moves hold."""

from __future__ import annotations

from typing import ClassVar

from idioms.noting import Heap, Piles, falling_back
from perfectplay import Game, Value, put

FALLS_BACK, falls_back = falling_back()


@falls_back(
    "numbers past 63 bits", "18446744073709551615 leaves 63 bits (HERE); keep numbers below 2^63"
)
class _(Heap):
    def play(self, state, move):
        return (state - move) & 0xFFFFFFFFFFFFFFFF  # HERE


@falls_back("states that hold fractions", "its states hold 2.5 in field 0; states that compile")
class _(Heap):
    def start(self):
        return (2.5, 3)

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return (state[0], state[1] - move)

    def outcome(self, state):
        return Value.LOSS if state[1] == 0 else None


@falls_back(
    "sets of words beside other things",
    "a set of words beside other things does not compile (HERE);",
)
class _(Piles):
    def start(self):
        return ("a", "b", "c")

    def play(self, state, move):
        return put(state, move, "a")

    def moves(self, state):
        return [i for i in range(3) if state[i] != "a"]

    def outcome(self, state):
        return Value.LOSS if len({*state, 0}) == 2 else None  # HERE


@falls_back(
    "a field that is None or a set",
    "field 1 of its states is None or a set; an empty set, with a number that tells whether",
)
class _(Game):
    """The stones that were moved last rest."""

    def start(self):
        return ((2, 1, 1), None)

    def moves(self, state):
        heaps, rests = state
        return [i for i, heap in enumerate(heaps) if heap and (rests is None or i not in rests)]

    def play(self, state, move):
        heaps, _ = state
        return (tuple(heap - (i == move) for i, heap in enumerate(heaps)), frozenset({move}))

    def outcome(self, state):
        return None

    stuck = Value.LOSS


@falls_back(
    "texts that are boards in one field and words in another, in one table",
    "self.BESIDE[here] has texts that are boards in states, and others that are words (HERE);",
)
class _(Game):
    """One walks on four squares; the other is taken off the board when it is met."""

    BESIDE: ClassVar[dict[str, tuple[str, ...]]] = {
        "a1": ("a2", "b1"), "a2": ("a1", "b2"), "b1": ("b2", "a1"), "b2": ("b1", "a2"),
    }  # fmt: skip

    def start(self):
        return ("a1", "a2", 4)

    def moves(self, state):
        here, _, left = state
        if left:
            yield from self.BESIDE[here]  # HERE

    def play(self, state, move):
        _, other, left = state
        return (move, "" if move == other else other, left - 1)

    def outcome(self, state):
        return None if state[1] else Value.LOSS

    stuck = Value.DRAW


@falls_back(
    "a method of a word with what is not constant: move.split(colour)",
    "split of a word, with what it is given here, does not compile (HERE); with constant texts",
)
class _(Heap):
    def start(self):
        return (3, "red")

    def moves(self, state):
        n, colour = state
        return [move for move in ("wipe red", "paint blue") if n and move.split(colour)[1:]]  # HERE

    def play(self, state, move):
        return (state[0] - 1, "red" if "wipe" in move else "blue")

    def outcome(self, state):
        return None if state[0] else Value.LOSS


@falls_back("words that rules put together", "a word is put together with something else (HERE);")
class _(Piles):
    def start(self):
        return ("x", "y", "z")

    def moves(self, state):
        return [i for i in range(3) if len(state[i]) < 2]

    def play(self, state, move):
        return put(state, move, state[(move + 1) % 3] + "b")  # HERE

    def outcome(self, state):
        return None if any(len(word) < 2 for word in state) else Value.LOSS


@falls_back(
    "f-strings with a format",
    "an f-string with a format or a conversion does not compile (HERE); {x} alone, of a number",
)
class _(Heap):
    def moves(self, state):
        yield f"take {min(state, 2):2}"  # HERE

    def play(self, state, move):
        return state - int(move[-1])


@falls_back(
    "a part of a board that becomes longer in a loop",
    "a word is put together with something else (HERE); a board compiles",
)
class _(Game):
    def start(self):
        return ("...", "X")

    def moves(self, state):
        return [i for i in range(3) if state[0][i] == "."]

    def play(self, state, move):
        part = state[0][0]
        for cell in state[0][1:]:
            part += cell  # HERE
        return (part[:move] + "X" + part[move + 1 :], "O" if state[1] == "X" else "X")

    def outcome(self, state):
        return None if "." in state[0] else Value.LOSS


@falls_back(
    "other methods of texts: center, expandtabs, rfind with a start",
    "center of a text does not compile (HERE); docs/rules-that-compile.md",
)
class _(Heap):
    def start(self):
        return "..x"

    def moves(self, state):
        return [i for i in range(3) if state[i] == "."]

    def play(self, state, move):
        return (state[:move] + "x" + state[move + 1 :]).center(3)  # HERE

    def outcome(self, state):
        return Value.LOSS if "." not in state else None


@falls_back(
    "bytes that change their length",
    "bytes that change their length do not compile; texts that change their length do, and so do",
)
class _(Heap):
    def start(self):
        return b"xxx"

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return state[move:]

    def outcome(self, state):
        return None if state else Value.LOSS


@falls_back(
    "rows that a loop fills, in a text of another length: '/'.join(''.join(row) for row in rows)",
    "rows of a text have lengths that cannot be seen (HERE); rows of one length compile",
)
class _(Heap):
    def start(self):
        return "................ x"

    def moves(self, state):
        return [i for i, letter in enumerate(state[:4]) if letter == "."]

    def play(self, state, move):
        rows = []
        for i in range(4):
            rows.append(list(state[4 * i : 4 * i + 4]))
        rows[0][move] = "x"
        return "/".join("".join(row) for row in rows).replace("/", "") + state[-2:]  # HERE

    stuck = Value.LOSS


@falls_back(
    "tuples of unlike things that change their length",
    "a tuple of unlike items is sliced by bounds that are",
)
class _(Heap):
    def start(self):
        return (2, "x")

    def moves(self, state):
        return range(len(state))

    def play(self, state, move):
        return state[:move] + state[move + 1 :]  # HERE

    def outcome(self, state):
        return None if state else Value.LOSS


@falls_back("tuples whose length cannot be seen", "a tuple whose length cannot be seen does not")
class _(Heap):
    def outcome(self, state):
        some = tuple(n for n in range(state))  # HERE
        return None if some else Value.LOSS


@falls_back(
    "a name that is of two kinds",
    "found is an integer in one place and a tuple of 2 integers in another (HERE); let it",
)
class _(Piles):
    def outcome(self, state):
        found = 0
        if state[0]:
            found = (1, 2)
        return None if found or any(state) else Value.LOSS  # HERE


@falls_back(
    "an outcome that is negated",
    "outcome negates a value, -self.other(state) (HERE); return Value.WIN, Value.LOSS",
)
class _(Heap):
    def other(self, state):
        return Value.WIN if state == 0 else Value.DRAW

    def outcome(self, state):
        return -self.other(state) if state == 0 else None  # HERE
