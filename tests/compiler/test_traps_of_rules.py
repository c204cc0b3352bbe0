"""Moves that look like what compiles, and mean something else: the answers are Python's, and
refusals are true."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from trapped_rules import judge, refused

pytestmark = pytest.mark.usefixtures("own_code_folder")


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


@refused("a list has items of unlike kinds or lengths")
class OtherName(Cards):
    """What a list of moves is made of becomes shorter under another name."""

    def moves(self, state):
        sizes = [1, 2]
        others = sizes
        chosen = [("pass",)] + [("take", n) for n in sizes]
        others.pop()
        yield from chosen


@refused("a list has items of unlike kinds or lengths")
class ShorterByCall(Cards):
    def shorter(self, sizes):
        sizes.pop()
        return 1

    def moves(self, state):
        sizes = [1, 2]
        chosen = [("pass",)] + [("take", n) for n in sizes]
        if self.shorter(sizes) > 0:
            yield from chosen


@refused("unlike things are looped over")
class PoppedWithin(Cards):
    """What makes a list of moves changes what is asked before it is looped over."""

    def moves(self, state):
        sizes = [1, 2]
        chosen = [("pass",), ("take", sizes.pop())]
        if len(sizes) > 1:
            yield ("take", 3)
        yield from chosen


@refused("unlike things are looped over")
class LongerWithin(Cards):
    """The body of a loop changes what later moves are made of, under another name."""

    def moves(self, state):
        sizes = [1, 2]
        others = sizes
        for move in [("pass",), ("take", len(sizes))]:
            others.append(3)
            yield move


class OfState(Cards):
    """What is made of the state alone, or of what nobody changes, is written out."""

    def moves(self, state):
        sizes = [1, 2]
        chosen = [("pass",)] + [("take", n) for n in sizes if n <= state]
        for move in [("pass",), ("take", len(sizes))]:
            if state > 4:
                yield move
        yield from chosen


GAMES = [x for x in list(vars().values()) if isinstance(x, type) and issubclass(x, Game)]
GAMES = [x for x in GAMES if x not in (Game, Stones, Cards)]


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_moves_are_those_of_python(cls: type[Game]) -> None:
    judge(cls)
