"""Loops over rows of unlike things, and `in` of them, where states have parts that may be None."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt

SIDE = 3


class Men(NamedTuple):
    king: tuple[int, int]
    pawn: tuple[int, int] | None
    left: int = 9


class Walk(Game):
    """King and pawn walk on 3x3; a pawn in the far corner is taken off."""

    stuck = Value.LOSS

    def start(self):
        return Men((0, 0), (1, 0))

    def steps(self, at, men):
        for dx, dy in ((0, 1), (1, 0), (-1, 0)):
            to = at[0] + dx, at[1] + dy
            if 0 <= to[0] < SIDE and to[1] < SIDE and to not in (men.king, men.pawn):
                yield to

    def moves(self, men):
        for piece, at in (("king", men.king), ("pawn", men.pawn)):
            if at is None:
                continue
            for to in self.steps(at, men):
                yield piece, to

    def play(self, men, move):
        piece, to = move
        king, pawn = (to, men.pawn) if piece == "king" else (men.king, to)
        if pawn == (2, 2):
            pawn = None
        return Men(king, pawn, men.left - 1)

    def outcome(self, men):
        if men.left == 0:
            return Value.DRAW
        return Value.WIN if men.king == (2, 2) and men.pawn is None else None


class Numbered(Walk):
    """Rows of three, one of them a constant; the loop's body sets locals of its own."""

    def moves(self, men):
        found = []
        for number, at, far in [(0, men.king, 2), (1, men.pawn, men.left)]:
            if at is not None:
                for to in self.steps(at, men):
                    nearer = far - to[1]
                    if nearer > -9:
                        found.append(("king" if number == 0 else "pawn", to))
        return found


class Swapping(Walk):
    """What the rows name is changed by the body: all items are asked before it."""

    def moves(self, men):
        a, b = men.king, men.pawn
        for piece, at in (("king", a), ("pawn", b)):
            b = a
            if at is not None:
                for to in self.steps(at, men):
                    if to != b or piece == "pawn":
                        yield piece, to


class Found(Walk):
    """It returns from within the loop, and asks `in` both ways, among two and three."""

    def standing(self, men, cell):
        for number, at in ((1, men.king), (2, men.pawn)):
            if at == cell:
                return number
        return 0

    def steps(self, at, men):
        for dx, dy in ((0, 1), (1, 0), (-1, 0)):
            to = at[0] + dx, at[1] + dy
            inside = 0 <= to[0] < SIDE and to[1] < SIDE
            if inside and self.standing(men, to) == 0 and not to in (at, men.king, men.pawn):  # noqa: E713
                yield to


KINDS = [Walk, Numbered, Swapping, Found]


def reached(game: Game) -> list:
    states = {game.start(): None}
    waiting = list(states)
    for state in waiting:
        if game.outcome(state) is None:
            for move in game.moves(state):
                child = game.play(state, move)
                if child not in states:
                    states[child] = None
                    waiting.append(child)
    return waiting


@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_unlike_things_are_written_out(kind: type[Game], cache) -> None:
    game = kind()
    states, compiled = reached(game), compile_rules(game)
    assert len(states) > 100
    keys = learnt(states, compiled.shape)
    agreed: list[int] = []
    assert (
        compare(compiled, CheckedGame(game), keys, states, agree=lambda: agreed.append(1)) is None
    )
    assert len(agreed) == len(states)


class Breaks(Walk):
    """The loop may be left, or its names are used after it: it stays a loop, and is refused."""

    def moves(self, men):
        for piece, at in (("king", men.king), ("pawn", men.pawn)):
            if at is None:
                break
            for to in self.steps(at, men):
                yield piece, to


class Later(Walk):
    def moves(self, men):
        for piece, at in (("king", men.king), ("pawn", men.pawn)):
            if at is not None:
                for to in self.steps(at, men):
                    yield piece, to
        if piece == "pawn" and at == (0, 0):
            yield "king", (0, 0)


@pytest.mark.parametrize("kind", [Breaks, Later])
def test_other_loops_over_them_are_refused_with_the_line(kind: type[Game], cache) -> None:
    with pytest.raises(NotCompilable, match="unlike things are looped over"):
        compare_all(kind())


def compare_all(game: Game) -> None:
    states, compiled = reached(game), compile_rules(game)
    compare(compiled, CheckedGame(game), learnt(states, compiled.shape), states)
