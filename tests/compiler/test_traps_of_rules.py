"""Rules that look like what compiles, and mean something else: the answers are Python's, and
refusals are true."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.constants import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import IntegerKeys, learnt
from reached_states import reached_states

pytestmark = pytest.mark.usefixtures("own_code_folder")

SAID: dict[type[Game], str] = {}
"""What is said of those that do not compile; the others do."""


def refused(sentence):
    """Note what is said of a game."""

    def noted(cls):
        SAID[cls] = sentence
        return cls

    return noted


class Stones(Game):
    """Moves are texts with two numbers; `taken` reads one."""

    def start(self):
        return 9

    def moves(self, state):
        for n in (1, 2, 3):
            yield f"{n} {n + 1}"

    def play(self, state, move):
        return max(0, state - self.taken(move))

    def taken(self, move):
        return int(move[0])

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class InText(Stones):
    """A number that is no word of the game is looked for in a text."""

    def taken(self, move):
        return 1 if move[0] in "13" else 2


class ReadAgain(Stones):
    """A name is set beside what is read with it."""

    def taken(self, move):
        k = 1
        k, b = [int(part) + k for part in move.split()]
        return b - k


class OwnNames(Stones):
    """A function, a lambda and a comprehension have names of their own."""

    def taken(self, move):
        n, b = move.split()
        order = sorted((1, 2), key=lambda n: -n)
        doubles = [b * 2 for b in order]
        return int(n) + doubles[0] - int(b)


class TwoNames(Stones):
    """A list of parts has another name."""

    def taken(self, move):
        parts = move.split()
        others = parts
        others.append("1")
        return len(parts) - 1


class Changed(Stones):
    """A list of parts is given to what changes it."""

    def longer(self, parts):
        parts.append("1")
        return 0

    def taken(self, move):
        parts = move.split()
        self.longer(parts)
        return len(parts) - 1


@refused("a text with a number below 0 is split, or asked for digits")
class SignAsDigit(Stones):
    def moves(self, state):
        for n in (-1, 1, 2):
            yield f"a {n}"

    def taken(self, move):
        return 2 if move.split()[1].isdigit() else 1


@refused("a text with a number below 0 is split, or asked for digits")
class SignInMark(Stones):
    """A sign is a part of the separator."""

    def moves(self, state):
        for n in (-1, 1, 2):
            yield f"1-{n}"

    def taken(self, move):
        return len(move.split("--"))


@refused("a text is split within a part")
class MarkAcross(Stones):
    """A separator of two characters is put together by a word and what stands beside it."""

    def moves(self, state):
        for word in ("a,", "b"):
            yield f"{word} {1}"

    def taken(self, move):
        return len(move.split(", "))


class Cards(Game):
    """Unlike moves; `moves` differs."""

    def start(self):
        return 7

    def moves(self, state):
        n = 1
        chosen = [("pass",), ("take", n)]
        yield from chosen

    def play(self, state, move):
        return max(0, state - 3) if move[0] == "pass" else max(0, state - move[1])

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


@refused("unlike things are looped over")
class SetAfter(Cards):
    """What a list of moves is made of is set anew before the loop over it."""

    def moves(self, state):
        n = 1
        chosen = [("pass",), ("take", n)]
        n = 2
        for move in chosen:
            if n > 1:
                yield move


@refused("unlike things are looped over")
class SetWithin(Cards):
    def moves(self, state):
        n = 1
        for move in [("pass",), ("take", n)]:
            n = 2
            yield move


@refused("a list has items of unlike kinds or lengths")
class Emptied(Cards):
    def moves(self, state):
        sizes = [1, 2]
        chosen = [("pass",)] + [("take", n) for n in sizes]
        if sizes.pop():
            yield from chosen


@dataclass(frozen=True)
class Pile:
    n: int

    def less(self):
        return replace(self, n=self.n - 1)

    def step(self):
        return 1


@dataclass(frozen=True)
class Heap(Pile):
    def step(self):
        return super().step() + 1


@dataclass(frozen=True)
class Other:
    n: int


class Tag:
    def __init__(self, n):
        self.n = n


class Row(Game):
    """Two piles; `ends` differs."""

    def start(self):
        return (Pile(3), Pile(2))

    def moves(self, state):
        one, other = state
        if one.n:
            yield 0
        if other.n:
            yield 1

    def play(self, state, move):
        one, other = state
        return (Pile(one.n - 1), other) if move == 0 else (one, Pile(other.n - 1))

    def ends(self, one, other):
        return False

    def outcome(self, state):
        one, other = state
        return Value.LOSS if self.ends(one, other) or one.n + other.n == 0 else None


class UnlikeWithin(Row):
    """Tuples of unlike classes, in unlike order."""

    def ends(self, one, other):
        return (one, Other(1)) == (Pile(2), Other(1)) or (one, Other(1)) == (Other(1), one)


@refused("lists of unlike items are compared")
class Lists(Row):
    def ends(self, one, other):
        return [one, 1] == [Pile(2), 1]


@refused("is of tuples or objects is asked")
class Identical(Row):
    def ends(self, one, other):
        return one is Pile(one.n)


@refused("objects of a class without == are compared")
class Objects(Row):
    def ends(self, one, other):
        return Tag(one.n) in [Tag(1), Tag(2)]


@refused("objects of a class without == are compared")
class SetOfObjects(Row):
    def ends(self, one, other):
        return len({Tag(1), Tag(1)}) == 1


@refused("what one class has is asked of something else")
class ReplacedOther(Row):
    """``replace`` of a class that is in no state, with fields of the same names."""

    def ends(self, one, other):
        return replace(Other(one.n), n=2) == Pile(2)


@refused("what one class has is asked of something else")
class Inherited(Row):
    """``replace`` gives the class of the object, which is another one than the method's."""

    def start(self):
        return (3, 2)

    def moves(self, state):
        return [i for i in (0, 1) if state[i]]

    def play(self, state, move):
        return (state[0] - 1, state[1]) if move == 0 else (state[0], state[1] - 1)

    def outcome(self, state):
        ends = Heap(state[0]).less() == Pile(1) or sum(state) == 0
        return Value.LOSS if ends else None


class OfHeap(Row):
    """The same where states hold one of the two."""

    def start(self):
        return (Heap(3), Heap(2))

    def play(self, state, move):
        one, other = state
        return (one.less(), other) if move == 0 else (one, other.less())


@refused("super() outside of a game's methods does not compile")
class Above(OfHeap):
    def ends(self, one, other):
        return one.step() > other.n


@refused("partial does not compile")
class Given(Row):
    def ends(self, one, other):
        both = (one.n, other.n)
        least = partial(min, *both)
        return least(5) == 1


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Game)]
GAMES = [x for x in GAMES if x not in (Game, Stones, Cards, Row)]


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_never_answers_otherwise_nor_says_an_untruth(cls: type[Game]) -> None:
    rules = CheckedGame(cls())
    states = reached_states(rules)
    assert len(states) > 2
    told, difference = "", None
    try:
        compiled = compile_rules(cls())
        keys = IntegerKeys() if isinstance(states[0], int) else learnt(states, compiled.shape)
        difference = compare(compiled, rules, keys, states)
    except NotCompilable as refusal:
        told = str(refusal)
    assert difference is None, str(difference)
    assert SAID[cls] in told if cls in SAID else not told, told


@dataclass(frozen=True, order=True)
class Cell:
    r: int
    c: int


CELLS = [Cell(0, 0), Cell(0, 1), Cell(1, 1)]


class Taken(Game):
    """Cells that are taken, in their order and as a set; `ends` differs."""

    def start(self):
        return (frozenset(), tuple(CELLS))

    def moves(self, state):
        return range(len(state[1]))

    def play(self, state, move):
        return (state[0] | {state[1][move]}, state[1][:move] + state[1][move + 1 :])

    def ends(self, state):
        return len(state[0]) > 1 and max(state[0]) == Cell(0, 1)

    def outcome(self, state):
        return Value.LOSS if self.ends(state) or not state[1] else None


class TakenLast(Taken):
    def ends(self, state):
        return len(state[1]) == 1 and state[1][-1] == Cell(0, 0)


class TakenBoth(Taken):
    def ends(self, state):
        return len(state[1]) == 1 and min(state[0]) == Cell(0, 1) and state[1][0] != Cell(1, 1)


def test_classes_of_one_name_of_two_games_are_told_apart() -> None:
    for cls in (Taken, TakenLast, TakenBoth):
        rules = CheckedGame(cls())
        states = reached_states(rules)
        compiled = compile_rules(cls())
        difference = compare(compiled, rules, learnt(states, compiled.shape), states)
        assert difference is None, str(difference)
