"""Quixo and Teeko of the benchmarks: their moves, ends and symmetries, by other means."""

from __future__ import annotations

import sys
from itertools import combinations, pairwise

import pytest

from places import ROOT

sys.path.insert(0, str(ROOT))

from benchmarks.quixo import Quixo
from benchmarks.teeko import PLANE, Teeko

from perfectplay import Solution, Value, solve

# --- Quixo ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def quixo() -> Solution:
    return solve(Quixo(3))


def test_quixo_figures(quixo):
    """States, value and remoteness; all recomputed by a separate program."""
    assert len(quixo) == 16_021
    assert quixo.representatives.states == 2_219
    assert quixo.counts.draws == 0
    assert quixo.value(quixo.start) is Value.WIN
    assert quixo.remoteness(quixo.start) == 7


def test_quixo_is_the_same_without_symmetries(quixo):
    plain = solve(Quixo(3), symmetries=False)
    assert plain.counts == quixo.counts
    assert plain.by_remoteness == quixo.by_remoteness


def quixo_children(n: int, mine: frozenset[int], theirs: frozenset[int]) -> set[tuple]:
    """All that moves lead to, by pushing cubes along a list; the planes are not exchanged."""
    found = set()
    for y in range(n):
        for x in range(n):
            if y * n + x in theirs or (0 < x < n - 1 and 0 < y < n - 1):
                continue
            row, column = [y * n + i for i in range(n)], [i * n + x for i in range(n)]
            for line, at in ((row, x), (column, y)):
                for to in {0, n - 1} - {at}:
                    signs = ["m" if c in mine else "t" if c in theirs else "" for c in line]
                    signs.pop(at)
                    signs.insert(to, "m")
                    sides = {"m": set(mine - set(line)), "t": set(theirs - set(line)), "": set()}
                    for cell, sign in zip(line, signs, strict=True):
                        sides[sign].add(cell)
                    found.add((frozenset(sides["m"]), frozenset(sides["t"])))
    return found


def cells_of(plane: int) -> frozenset[int]:
    return frozenset(i for i in range(plane.bit_length()) if plane >> i & 1)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_quixo_moves_push_cubes(n):
    """Against the same rule on lists, over the states of a few hundred arbitrary plays."""
    game, seen = Quixo(n), 0
    state = game.start()
    for step in range(400):
        mine, theirs = cells_of(state & game.plane), cells_of(state >> game.cells)
        moves = list(game.moves(state))
        children = [game.play(state, move) for move in moves]
        planes = {(cells_of(c >> game.cells), cells_of(c & game.plane)) for c in children}
        assert planes == quixo_children(n, mine, theirs)
        over = not children or game.outcome(children[step * 7 % len(moves)]) is not None
        state = game.start() if over else children[step * 7 % len(moves)]
        seen += not over
    assert seen > 100


def test_whoever_makes_the_opponents_line_loses():
    """Even if a line of one's own is made too."""
    game = Quixo(3)
    first_row, second_row = 0b111, 0b111000
    assert game.outcome(first_row) is Value.WIN
    assert game.outcome(first_row << 9) is Value.LOSS
    assert game.outcome(first_row | second_row << 9) is Value.WIN
    assert game.outcome(0) is None


@pytest.mark.parametrize("n", [3, 4, 5])
def test_quixo_symmetries_are_the_eight_of_the_square(n):
    game = Quixo(n)
    corner, beside = 1, 1 << 1 + game.cells
    images = {corner | beside, *game.symmetries(corner | beside)}
    assert len(images) == 8
    for image in images:
        assert {image, *game.symmetries(image)} == images
        assert image.bit_count() == 2


# --- Teeko ----------------------------------------------------------------------------------------


def teeko_wins(stones: frozenset[int]) -> bool:
    """By the places of four stones: a square, or steps of one kind along a line."""
    places = sorted(divmod(cell, 5) for cell in stones)
    if len(places) < 4:
        return False
    (y, x), *_ = places
    if places == [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)]:
        return True
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
    return len(steps) == 1 and steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}


def teeko_children(mine: frozenset[int], theirs: frozenset[int]) -> set[frozenset[int]]:
    """The mover's stones after each move."""
    free = set(range(25)) - mine - theirs
    if len(mine) < 4:
        return {mine | {cell} for cell in free}
    return {
        mine - {cell} | {there}
        for cell in mine
        for there in free
        if max(abs(cell // 5 - there // 5), abs(cell % 5 - there % 5)) == 1
    }


def test_teeko_moves_and_ends():
    """Against the same rules on sets, over the states of some hundred arbitrary plays."""
    game, seen, ends = Teeko(), 0, 0
    state = game.start()
    for step in range(3_000):
        theirs, mine = cells_of(state >> 25), cells_of(state & PLANE)
        won = teeko_wins(theirs)
        assert (game.outcome(state) is Value.LOSS) == won
        children = [game.play(state, move) for move in game.moves(state)]
        assert all(cells_of(child & PLANE) == theirs for child in children)
        after = [cells_of(child >> 25) for child in children]
        assert len(after) == len(set(after))
        assert set(after) == teeko_children(mine, theirs)
        ends += won
        seen += len(mine) == 4
        state = game.start() if won else children[(step * 31 + step // 7) % len(children)]
    assert ends > 10
    assert seen > 1_000
    assert sum(teeko_wins(frozenset(four)) for four in combinations(range(25), 4)) == 44


def test_teeko_symmetries_are_the_eight_of_the_square():
    game = Teeko()
    state = 0b11 | 1 << 7 + 25
    images = set(game.symmetries(state))
    assert len(images) == 8
    assert state in images
    for image in images:
        assert set(game.symmetries(image)) == images
        assert image.bit_count() == 3
