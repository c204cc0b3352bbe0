"""Moves that are texts put together: what looks like a part of one, and is none."""

# ruff: noqa: UP031, UP032, PT018
from __future__ import annotations

import pytest

from perfectplay import Game, Value, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt
from reached_states import reached_states

pytestmark = pytest.mark.usefixtures("own_code_folder")


class Stones(Game):
    """Numbers from ``first`` down; `taken` reads a number from a move."""

    first = 25

    def start(self):
        return self.first

    def moves(self, state):
        for n in range(1, min(state, 12) + 1, 4):
            yield f"t{n}"

    def play(self, state, move):
        return max(0, state - self.taken(move))

    def taken(self, move):
        return int(move[1:])

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class SecondDigit(Stones):
    """``move[1]`` is the first digit of a number that has two later."""

    def taken(self, move):
        return int(move[1])


class LastDigit(Stones):
    def taken(self, move):
        return int(move[-1]) + 1


class Between(Stones):
    """Two numbers, of which one has several digits: no place tells where it begins."""

    def moves(self, state):
        for n in range(1, min(state, 12) + 1, 4):
            yield f"{n}{n % 3}"

    def taken(self, move):
        return int(move[:1]) + int(move[1:])


class Signs(Stones):
    """A number may have a sign, which is the separator."""

    def moves(self, state):
        for n in (-1, 2, 3):
            yield f"{n}-{1}"

    def taken(self, move):
        parts = move.split("-")
        return int(parts[0] or 4) + 1


class Equal(Stones):
    """The text of a number is not the number."""

    def taken(self, move):
        return 2 if move[1:] == 5 else 3 if move[1:] == "5" else 1


class Leading(Stones):
    def taken(self, move):
        return 2 if move[1:] == "05" or move == "t01" else 1


class Kept(Stones):
    """Lists of parts are changed."""

    def moves(self, state):
        for n in range(1, min(state, 3) + 1):
            yield f"take {n} of {state}"

    def play(self, state, move):
        parts = move.split()
        parts.pop(0)
        n = parts[0]
        parts.append(n)
        return state - int(n) - (len(parts) - 4)


class Again(Stones):
    """Names are set again, in a branch and in a loop."""

    def play(self, state, move):
        n = move[1:]
        if state > 20:
            n = "2"
        for _ in range(2):
            state -= int(n)
            n = "1"
        return max(state, 0)


class Exchanged(Stones):
    """What is known and what is not are set at once, in a loop."""

    def play(self, state, move):
        kind, n = "s", 0
        for _ in range(2):
            kind, n = move[0], n + (kind == "t")
        return max(0, state - n - int(move[1:]))


class After(Stones):
    """What a case binds is read after the match."""

    def moves(self, state):
        for n in range(1, min(state, 3) + 1):
            yield f"take {n}"
        if state > 5:
            yield "five"

    def play(self, state, move):
        n = "5"
        match move.split():
            case ["take", n] if int(n) < 3:
                pass
            case ["take", _]:
                n = "1"
        return state - int(n)


class Scopes(Stones):
    """A comprehension has names of its own."""

    def moves(self, state):
        n = 2
        if state > n:
            return [f"t{n}" for n in range(1, 4) if n <= state] + [f"t{n}"]
        return [f"t{n - 1}"]


class Parted(Game):
    """A word holds the separator."""

    WORDS = ("a", "b c", "d")

    def start(self):
        return ("a", 3)

    def moves(self, state):
        return [f"to {word}" for word in self.WORDS if word != state[0]]

    def play(self, state, move):
        return (move.split()[1], state[1] - 1)

    def outcome(self, state):
        return None if state[1] else Value.WIN if state[0] == "b" else Value.LOSS


class Nothing(Game):
    """None is written as "None"."""

    def start(self):
        return (None, "x", 2)

    def moves(self, state):
        for one in state[:2]:
            yield f"to {one}"

    def play(self, state, move):
        to = move.split()[1]
        return (None if to == "None" else to, "y" if to == "x" else "x", state[2] - 1)

    def outcome(self, state):
        return None if state[2] else Value.WIN if state[0] is None else Value.LOSS


class Empty(Game):
    """A part of the text is empty."""

    def start(self):
        return ("", "x", 3)

    def moves(self, state):
        for one in state[:2]:
            yield f"to {one} now"

    def play(self, state, move):
        parts = move.split()
        return (parts[1] if parts[1] in ("x", "y") else "", "y", state[2] - 1)

    def outcome(self, state):
        return None if state[2] else Value.WIN if state[0] == "" else Value.LOSS


class Unlike(Game):
    """A square has two characters, another one three."""

    def start(self):
        return ("a1", 3)

    def moves(self, state):
        for to in ("a1", "b2", "c10"):
            if to != state[0]:
                yield f"{state[0]}{to}"

    def play(self, state, move):
        return (move[2:] if move[2:] in ("a1", "b2", "c10") else "b2", state[1] - 1)

    def outcome(self, state):
        return None if state[1] else Value.WIN if state[0] == "b2" else Value.LOSS


class EitherMark(Game):
    """Two separators, of which one tells what kind the move is; a word may hold it."""

    WORDS = ("ab", "cd", "ef")

    def start(self):
        return ("ab", 3)

    def moves(self, state):
        for i, word in enumerate(self.WORDS):
            yield f"{state[0]}x{word}" if i % 2 else f"{state[0]}-{word}"

    def play(self, state, move):
        one, other = move.split("x") if "x" in move else move.split("-")
        return (other, state[1] - (2 if "x" in move and one != other else 1))

    def outcome(self, state):
        return None if state[1] > 0 else Value.WIN if state[0] == "cd" else Value.LOSS


class MarkInWord(EitherMark):
    WORDS = ("ab", "cx", "ef")

    def play(self, state, move):
        if "x" in move:
            return (move.split("x")[0][:2], state[1] - 1)
        return (move.split("-")[1], state[1] - 1)


class Letters(Stones):
    """A loop over the characters, one of which is a number."""

    def moves(self, state):
        for n in range(1, min(state, 3) + 1):
            yield f"x{n}y"

    def taken(self, move):
        total = 0
        for letter in move:
            if letter.isdigit():
                total += int(letter)
        return total


class Formats(Stones):
    """Formats with a percent sign, a place, and zeros."""

    def moves(self, state):
        for n in range(1, min(state, 3) + 1):
            yield "%02d%%" % n if n % 2 else "{0}{0}%".format(n)

    def taken(self, move):
        return int(move[1])


SURE = {EitherMark, Equal, Leading, Again, Scopes, Letters, Formats, LastDigit, SecondDigit}
"""Those that compile; the others may be left to the interpreter."""

GAMES = [x for x in list(vars().values()) if isinstance(x, type) and x.__module__ == __name__]


@pytest.mark.parametrize("cls", GAMES, ids=lambda cls: cls.__name__)
def test_never_answers_otherwise(cls: type[Game]) -> None:
    game = cls()
    states = reached_states(CheckedGame(game))
    try:
        compiled = compile_rules(game)
        keys = IntegerKeys() if isinstance(states[0], int) else learnt(states, compiled.shape)
        difference = compare(compiled, CheckedGame(game), keys, states)
    except NotCompilable:
        assert cls not in SURE
    else:
        assert difference is None, str(difference)
    one, other = solve(game), solve(game, method="reference")
    assert [one.probe(state) for state in states] == [other.probe(state) for state in states]


def test_the_values_are_moved_and_no_text() -> None:
    text = translate(Stones()).text
    assert "spelled" not in text and "text_of" not in text
    assert "(n,)" in text
