"""Idioms that compile: boards that are texts, taken apart where each state has other marks."""

# ruff: noqa: PLC0206

from __future__ import annotations

from typing import ClassVar

from idioms.cells_of_texts import Row
from idioms.noting import compiling
from perfectplay import Value

COMPILES, compiles = compiling()


class Take(Row):
    """A text that changes its length; who takes the last letter wins."""

    def start(self):
        return "abaab"

    def moves(self, state):
        return [i for i in range(len(state)) if state[i] == "a" or i == 0]

    def play(self, state, move):
        return state[:move] + state[move + 1 :]

    def outcome(self, state):
        return Value.LOSS if state == "" else None


@compiles('s.strip("."), s.lstrip(".O"), s.rstrip(letter), not s.strip(".")')
class _(Row):
    def outcome(self, state):
        turn = self.turn(state)
        if len(state.strip(".")) == 2 and len(state.lstrip(".O")) > 1:
            return Value.LOSS
        if state.rstrip(turn).lstrip(turn) == "..":
            return Value.WIN
        return None if "." in state or not state.strip(".") else Value.DRAW


@compiles('s.removeprefix("X"), s.removesuffix("OX")')
class _(Row):
    def outcome(self, state):
        if len(state.removeprefix("XO")) + len(state.removesuffix("OX")) == 4:
            return Value.LOSS
        if state.removesuffix(self.turn(state)).startswith("O"):
            return Value.WIN
        return None if "." in state else Value.DRAW


@compiles('left, mark, right = s.partition("X"), s.rpartition("XX")[0]')
class _(Row):
    def outcome(self, state):
        left, mark, right = state.partition("X")
        if mark and len(left) > len(right.rpartition("O")[2]) and "O" in right:
            return Value.LOSS
        if state.rpartition("XX")[0] == "O" or state.partition("OX")[1] == "":
            return None if "." in state else Value.DRAW
        return Value.WIN


@compiles('runs: max(map(len, s.split("."))), [run for run in s.split("X") if run]')
class _(Row):
    def outcome(self, state):
        if max(map(len, state.split("."))) == 3:
            return Value.LOSS
        runs = [run for run in state.split("X") if run]
        if len(runs) > 1 and max(runs, key=len).count("O") == 1:
            return Value.WIN
        return None if "." in state else Value.DRAW


@compiles('for run in s.split("."): len(run), run == "XO"; "".join(s.split("."))')
class _(Row):
    def outcome(self, state):
        for run in state.split("."):
            if run == "XO" or (len(run) > 1 and set(run) == {"X"}):
                return Value.LOSS
        if "".join(state.split(".")) == "XXO" or "X".join(state.split("O")) == "XXX.":
            return Value.WIN
        return None if "." in state else Value.DRAW


@compiles('letters that are left, filled up: s.replace("X", "").ljust(4, "."), rjust')
class _(Row):
    def moves(self, state):
        return [i for i, cell in enumerate(state) if cell == "."][:2]

    def play(self, state, move):
        new = state[:move] + self.turn(state) + state[move + 1 :]
        if new.count("X") > 1:
            return new.replace("X", "", 1).rjust(4, ".")
        return new.replace(".", "").ljust(4, ".")

    def outcome(self, state):
        return Value.LOSS if "OX" in state.ljust(6).rstrip() else None


@compiles('s.startswith(("XO", ".")), s.endswith(("X", "OO")), s.rindex("X")')
class _(Row):
    def outcome(self, state):
        if state.startswith(("XO", "..")) and state.endswith(("X", "OO")):
            return Value.LOSS
        if "X" in state and state.rindex("X") == 2:
            return Value.WIN
        return None if "." in state else Value.DRAW


WAYS = {"E": (0, 1), "SE": (1, 1), "S": (1, 0)}


@compiles("for name in WAYS: dr, dc = WAYS[name], where names have several lengths")
class _(Row):
    def outcome(self, state):
        steps = sum(WAYS[name][0] for name in WAYS)
        for name in WAYS:
            row, column = WAYS[name]
            to = 2 * row + column
            if any(state[i] == state[i + to] != "." for i in range(4 - to)) and to < steps:
                return Value.LOSS
        return None if "." in state else Value.DRAW


@compiles("pieces of unlike lengths: piece = PIECES[kind]; s[:i] + piece + s[i + len(piece):]")
class _(Row):
    PIECES: ClassVar = {"small": "X", "large": "OO"}
    SIZES = ("..", ".")

    def moves(self, state):
        for i in range(4):
            if state[i : i + 1] == ".":
                yield "small", i
            if state.startswith("..", i):
                yield "large", i

    def play(self, state, move):
        kind, i = move
        piece = self.PIECES[kind]
        return state[:i] + piece + state[i + len(piece) :]

    def outcome(self, state):
        return None if self.SIZES[state.count("X") % 2] in state else Value.LOSS


@compiles('rows of other lengths: rows = s.split("/"); rows[r] = rows[r][:i]; "/".join(rows)')
class _(Row):
    def start(self):
        return "ab/cd."

    def moves(self, state):
        rows = state.split("/")
        return [(r, i) for r, row in enumerate(rows) for i in range(len(row)) if row[i] != "."]

    def play(self, state, move):
        r, i = move
        rows = state.split("/")
        rows[r] = rows[r][:i]
        return "/".join(rows).ljust(6, ".")

    def outcome(self, state):
        return Value.LOSS if state.startswith("/.") else None


@compiles("texts that change their length: strip, partition, split(letter), ljust, removeprefix")
class _(Take):
    def play(self, state, move):
        left, mark, right = state.partition("b")
        if move == 0:
            return state.lstrip("a") if mark and left else state.removeprefix("b")
        if len(right) > 2:
            return (left + right).strip("b")
        return state[:move] + state[move + 1 :]

    def outcome(self, state):
        runs = [run for run in state.split("b") if run]
        if not runs or len(max(runs, key=len)) > 2:
            return Value.LOSS
        return Value.WIN if state.ljust(4, "b").rjust(5, "a") == "aabbb" else None
