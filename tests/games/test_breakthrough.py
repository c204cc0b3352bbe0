"""Breakthrough beside rules written on dictionaries of cells, colours apart."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from perfectplay import Value, solve
from perfectplay.core.errors import ParseError
from perfectplay.games.breakthrough import Breakthrough

Cells = frozenset[tuple[int, int]]


class Slow:
    """White moves towards row 0, Black away from it; nothing is turned."""

    def __init__(self, width: int, height: int, ranks: int) -> None:
        self.width, self.height = width, height
        rows = [frozenset((x, y) for x in range(width)) for y in range(height)]
        self.white = frozenset().union(*rows[height - ranks :])
        self.black = frozenset().union(*rows[:ranks])

    def moves(self, white: Cells, black: Cells, mover: str) -> list[tuple[Any, Any]]:
        own, other, step = (white, black, -1) if mover == "W" else (black, white, 1)
        found = []
        for x, y in own:
            for dx in (-1, 0, 1):
                to = (x + dx, y + step)
                blocked = to in own or (dx == 0 and to in other)
                if 0 <= to[0] < self.width and 0 <= to[1] < self.height and not blocked:
                    found.append(((x, y), to))
        return found

    def play(self, white: Cells, black: Cells, mover: str, move: Any) -> tuple[Cells, Cells, str]:
        source, to = move
        if mover == "W":
            return white - {source} | {to}, black - {to}, "B"
        return white - {to}, black - {source} | {to}, "W"

    def over(self, white: Cells, black: Cells, mover: str) -> bool:
        """Whether who has just moved has won."""
        if mover == "B":
            return not black or any(y == 0 for _, y in white)
        return not white or any(y == self.height - 1 for _, y in black)


def name(slow: Slow, move: Any) -> str:
    return "-".join(f"{'abcdefghijklmnopqrstuvwxyz'[x]}{slow.height - y}" for x, y in move)


def text(slow: Slow, white: Cells, black: Cells, mover: str) -> str:
    """As the mover sees it, whose men are below."""
    rows = []
    for y in range(slow.height):
        rows.append("".join(
            "W" if (x, y) in white else "B" if (x, y) in black else "." for x in range(slow.width)
        ))  # fmt: skip
    return "/".join([*(rows if mover == "W" else reversed(rows)), f"{mover} to move"])


SIZES = [(2, 4, 2), (3, 3, 1), (3, 5, 2), (5, 5, 2), (6, 6, 2), (8, 8, 2), (7, 3, 1), (4, 6, 3)]


@pytest.mark.parametrize("size", SIZES)
def test_random_plays_are_those_of_slow_rules(size: tuple[int, int, int]) -> None:
    game, slow, chance = Breakthrough(*size), Slow(*size), random.Random(6)
    for _ in range(15):
        state, (white, black, mover) = game.start(), (slow.white, slow.black, "W")
        while True:
            assert game.parse(text(slow, white, black, mover)) == state
            over = slow.over(white, black, mover)
            moves = [] if over else slow.moves(white, black, mover)
            if over or not moves:
                assert game.outcome(state) is Value.LOSS or not list(game.moves(state))
                break
            assert game.outcome(state) is None
            # the mover sees his own men below: for Black, rows are turned upside down
            flip = 0 if mover == "W" else slow.height - 1
            seen = {name(slow, [(x, abs(flip - y)) for x, y in move]): move for move in moves}
            assert sorted(seen) == sorted(game.move_text(move) for move in game.moves(state))
            chosen = chance.choice(sorted(seen))
            state = game.play(state, game.parse_move(chosen))
            white, black, mover = slow.play(white, black, mover, seen[chosen])


@pytest.mark.parametrize(
    "size",
    [(2, 4, 2), (3, 3, 1), (2, 5, 2), (4, 3, 1),
     pytest.param((3, 4, 1), marks=pytest.mark.landmark)],
)  # fmt: skip
def test_all_positions_of_small_boards(size: tuple[int, int, int]) -> None:
    slow, game = Slow(*size), Breakthrough(*size)
    solution = solve(game)
    seen: set[Any] = set()

    @cache
    def value(white: Cells, black: Cells, mover: str) -> tuple[bool, int]:
        state = game.parse(text(slow, white, black, mover))
        seen.add(state)
        after = []
        if not slow.over(white, black, mover):
            moves = slow.moves(white, black, mover)
            after = [value(*slow.play(white, black, mover, move)) for move in moves]
        wins = [plies + 1 for won, plies in after if not won]
        found = (True, min(wins)) if wins else (False, max((p + 1 for _, p in after), default=0))
        assert solution.value(state) is (Value.WIN if found[0] else Value.LOSS)
        assert solution.remoteness(state) == found[1]
        return found

    value(slow.white, slow.black, "W")
    assert len(seen) == solution.counts.states


def test_a_board() -> None:
    game = Breakthrough(3, 4)
    state = game.play(game.start(), game.parse_move("a2-b3"))
    assert game.text(state, 1) == "4 W W W\n3 . W W\n2 B W B\n1 B B B\n  a b c\nB to move"
    assert game.parse(game.text(state, 1)) == state


@pytest.mark.parametrize(
    ("parameters", "match"),
    [
        ({"width": 1}, "width"), ({"width": 27}, "width"), ({"ranks": 0}, "ranks"),
        ({"height": 3}, "ranks"), ({"height": 2, "ranks": 1}, "height"),
    ],
)  # fmt: skip
def test_parameters(parameters: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        Breakthrough(**parameters)


@pytest.mark.parametrize("words", ["", "a1", "a1-d2", "a1-a9", "x"])
def test_what_is_no_move(words: str) -> None:
    with pytest.raises(ParseError):
        Breakthrough().parse_move(words)


@pytest.mark.parametrize(("size", "whole"), [((6, 6), True), ((7, 5), True), ((8, 8), False)])
def test_states_are_one_word_where_that_is_possible(size: tuple[int, int], whole: bool) -> None:
    game = Breakthrough(*size)
    assert isinstance(game.start(), int) is whole
    assert not whole or game.start() < 2**63
