"""Othello beside rules written on sets of cells, and the figures that are known of it."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from perfectplay import Value, solve
from perfectplay.analysis.statistics import statistics
from perfectplay.core.errors import ParseError
from perfectplay.games.othello import Othello

Cells = frozenset[tuple[int, int]]
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Slow:
    """The same rules on sets of cells: (own, other's) discs."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def start(self) -> tuple[Cells, Cells]:
        x, y = self.width // 2, self.height // 2
        return frozenset({(x, y - 1), (x - 1, y)}), frozenset({(x - 1, y - 1), (x, y)})

    def turns(self, own: Cells, other: Cells, cell: tuple[int, int]) -> Cells:
        turned: set[tuple[int, int]] = set()
        for dx, dy in AROUND:
            line, (x, y) = [], cell
            while (x := x + dx, y := y + dy) in other:
                line.append((x, y))
            if (x, y) in own:
                turned.update(line)
        return frozenset(turned)

    def moves(self, own: Cells, other: Cells) -> dict[str, Cells]:
        """Each cell that turns discs, by its name, with those discs."""
        cells = [(x, y) for y in range(self.height) for x in range(self.width)]
        found = {c: self.turns(own, other, c) for c in cells if c not in own | other}
        return {f"{'abcdefgh'[x]}{y + 1}": turned for (x, y), turned in found.items() if turned}

    def play(self, own: Cells, other: Cells, name: str) -> tuple[Cells, Cells]:
        if name == "pass":
            return other, own
        cell = ("abcdefgh".index(name[0]), int(name[1:]) - 1)
        turned = self.moves(own, other)[name]
        return other - turned, own | turned | {cell}

    def over(self, own: Cells, other: Cells) -> bool:
        return not self.moves(own, other) and not self.moves(other, own)


def mask(cells: Cells, width: int) -> int:
    return sum(1 << y * width + x for x, y in cells)


@pytest.mark.parametrize("size", [(4, 4), (6, 4), (4, 6), (6, 6), (8, 8), (2, 4), (4, 10)])
def test_random_plays_are_those_of_slow_rules(size: tuple[int, int]) -> None:
    game, slow, chance = Othello(*size), Slow(*size), random.Random(1)
    passes = 0
    for _ in range(12):
        state, (own, other) = game.start(), slow.start()
        while True:
            assert game.men(state) == (mask(own, size[0]), mask(other, size[0]))
            assert game.state_of(*game.men(state)) == state
            assert game.tier(state) == len(own | other) - 4
            over = slow.over(own, other)
            assert (game.outcome(state) is not None) is over
            if over:
                sign = (len(own) > len(other)) - (len(own) < len(other))
                assert game.outcome(state) is Value(sign + 2)
                break
            names = list(slow.moves(own, other)) or ["pass"]
            assert [game.move_text(move) for move in game.moves(state)] == names
            passes += names == ["pass"]
            name = chance.choice(names)
            state = game.play(state, game.parse_move(name))
            own, other = slow.play(own, other, name)
    assert passes > 0 or size == (2, 4)


@pytest.mark.parametrize("size", [(4, 4), (6, 4), (4, 6), (6, 6), (8, 8)])
def test_symmetries_are_those_of_slow_boards(size: tuple[int, int]) -> None:
    game, chance = Othello(*size), random.Random(2)
    width, height = size
    state = game.start()
    for _ in range(9):
        state = game.play(state, chance.choice(list(game.moves(state))))
    cells = [[(x, y) for y in range(height) for x in range(width) if men >> y * width + x & 1]
             for men in game.men(state)]  # fmt: skip
    images = [lambda x, y: (x, y), lambda x, y: (width - 1 - x, height - 1 - y)]
    if width == height:
        images += [lambda x, y: (y, x), lambda x, y: (width - 1 - y, height - 1 - x)]
    expected = [
        tuple(mask(frozenset(image(*cell) for cell in men), width) for men in cells)
        for image in images
    ]
    found = [game.men(image) for image in game.symmetries(state)]
    assert sorted(found) == sorted(expected)
    assert set(game.symmetries(game.start())) == {game.start()}


@cache
def margin(own: Cells, other: Cells, rest: str) -> int:
    """What the mover wins on 4×4, by the slow rules."""
    slow = Slow(4, 4)
    if slow.over(own, other):
        found = len(own) - len(other)
        empty = 16 - len(own | other) if rest == "winner" else 0
        return found + (empty if found > 0 else -empty if found < 0 else 0)
    names = list(slow.moves(own, other)) or ["pass"]
    return max(-margin(*slow.play(own, other, name), rest) for name in names)


# White by 8, 3 discs to 11, two cells empty; these are the winner's in the other
# way of counting
@pytest.mark.parametrize(("rest", "score"), [("nobody", -8), ("winner", -10)])
def test_4x4(rest: Any, score: int) -> None:
    solution = solve(Othello(rest=rest, scoring=True))
    assert solution.score(solution.start) == score
    own, other = Slow(4, 4).start()
    chance = random.Random(3)
    assert margin(own, other, rest) == score
    for _ in range(200):
        state, position = solution.start, (own, other)
        while solution.game.outcome(state) is None:
            name = solution.game.move_text(chance.choice(list(solution.game.moves(state))))
            state = solution.game.play(state, solution.game.parse_move(name))
            position = Slow(4, 4).play(*position, name)
            assert solution.score(state) == margin(*position, rest)


def test_plays_of_4x4() -> None:
    # the count of complete plays was recomputed by a separate program
    assert statistics(Othello()).all.plays.count == 60_060


def test_the_value_is_the_sign_of_the_score() -> None:
    plain, points = solve(Othello()), solve(Othello(scoring=True))
    assert len(plain) == len(points)
    assert all(plain.value(state) is points.value(state) for state in plain.states())


def lines(game: Othello, state: Any, depth: int) -> int:
    if depth == 0 or game.outcome(state) is not None:
        return int(depth == 0)
    return sum(lines(game, game.play(state, move), depth - 1) for move in game.moves(state))


def test_lines_of_8x8() -> None:
    # the usual count of lines by depth, published by A. Bik and others
    game = Othello(8, 8)
    found = [lines(game, game.start(), depth) for depth in range(1, 6)]
    assert found == [4, 12, 56, 244, 1_396]


def test_notation_is_the_usual_one() -> None:
    game = Othello(8, 8)
    assert [game.move_text(move) for move in game.moves(game.start())] == ["d3", "c4", "f5", "e6"]


@pytest.mark.parametrize(("size", "whole"), [((4, 4), True), ((6, 6), True), ((8, 8), False)])
def test_states_are_one_word_where_that_is_possible(size: tuple[int, int], whole: bool) -> None:
    game = Othello(*size)
    assert game.one_word is whole
    full = game.state_of(game.full, 0) if whole else 0
    assert isinstance(full, int)
    assert game.state_of(0, game.full if whole else 0) is not None
    if whole:
        assert max(full, game.state_of(0, game.full)) < 2**63


@pytest.mark.parametrize(
    ("parameters", "match"),
    [
        ({"width": 5}, "even"), ({"height": 0}, "even"), ({"width": 28}, "26"),
        ({"rest": "x"}, "rest"),
    ],
)  # fmt: skip
def test_parameters(parameters: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        Othello(**parameters)


@pytest.mark.parametrize("text", ["", "e1", "a5", "a0", "11", "d"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(ParseError, match='"a1" to "d4" or "pass"'):
        Othello().parse_move(text)
