"""How idioms are noted, and the two games of which they are variations."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from perfectplay import Game, Value, put
from perfectplay.game.showing import short_place


def compiling() -> tuple[dict[str, Game], Callable]:
    """What a file of idioms notes as compiling, by the line of the page, and how it notes it."""
    noted: dict[str, Game] = {}

    def compiles(line, *arguments, **keywords):
        def note(cls):
            assert line not in noted, line
            noted[line] = cls(*arguments, **keywords)
            return cls

        return note

    return noted, compiles


def falling_back() -> tuple[dict[str, tuple[Game, str]], Callable]:
    """What a file of idioms notes as falling back, with what is said of it, and how it notes it."""
    noted: dict[str, tuple[Game, str]] = {}

    def falls_back(line, sentence):
        """HERE in a sentence stands for the line of the file with ``# HERE``."""
        caller = sys._getframe(1)
        file, first = caller.f_code.co_filename, caller.f_lineno
        text = Path(file).read_text(encoding="utf-8").splitlines()
        here = next((i for i in range(first, len(text)) if text[i].endswith("# HERE")), first)

        def note(cls):
            assert line not in noted, line
            noted[line] = (cls(), sentence.replace("HERE", short_place(f"{file}:{here + 1}")))
            return cls

        return note

    return noted, falls_back


class Heap(Game):
    """One pile of stones, one or two at a time: states are integers."""

    def start(self):
        return 6

    def moves(self, state):
        yield 1
        if state > 1:
            yield 2

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Piles(Game):
    """Three piles, one stone at a time: states are tuples."""

    def start(self):
        return (2, 0, 1)

    def moves(self, state):
        for i in range(3):
            if state[i]:
                yield i

    def play(self, state, move):
        return put(state, move, state[move] - 1)

    def outcome(self, state):
        return Value.LOSS if state == (0, 0, 0) else None
