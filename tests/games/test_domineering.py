"""Domineering beside rules written on sets of cells, and the winners that are published."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from perfectplay import Value, solve
from perfectplay.core.errors import ParseError
from perfectplay.games.domineering import Domineering

Cells = frozenset[tuple[int, int]]


def dominoes(free: Cells, upright: bool) -> list[Cells]:
    """All that can be laid, in reading order of the first cell."""
    step = (0, 1) if upright else (1, 0)
    pairs = [((x, y), (x + step[0], y + step[1])) for x, y in sorted(free, key=lambda c: c[::-1])]
    return [frozenset(pair) for pair in pairs if pair[1] in free]


@cache
def value(free: Cells, upright: bool) -> tuple[bool, int]:
    """Whether the mover wins, and in how many plies."""
    after = [value(free - domino, not upright) for domino in dominoes(free, upright)]
    wins = [plies + 1 for won, plies in after if not won]
    if wins:
        return True, min(wins)
    return False, max((plies + 1 for _, plies in after), default=0)


def board(width: int, height: int) -> Cells:
    return frozenset((x, y) for x in range(width) for y in range(height))


def free_of(game: Domineering, state: int) -> Cells:
    """The free cells as people see them."""
    rows = [row.replace(" ", "") for row in game.text(state).split("\n")[: game.height]]
    rows = [row.lstrip("0123456789") for row in rows]
    return frozenset((x, y) for y, row in enumerate(rows) for x, c in enumerate(row) if c == ".")


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 5), (5, 1), (2, 2), (3, 2), (2, 3), (4, 3), (3, 4), (3, 3), (4, 4), (5, 3)]
)
def test_all_positions_of_small_boards(size: tuple[int, int]) -> None:
    game = Domineering(*size)
    solution = solve(game, symmetries=False)
    seen = 0
    for state in solution.states():
        won, plies = value(free_of(game, state), game.player(state) == 0)
        assert solution.value(state) is (Value.WIN if won else Value.LOSS)
        assert solution.remoteness(state) == plies
        seen += 1
    assert seen == len(solution)


@pytest.mark.parametrize("size", [(8, 8), (7, 9), (26, 2), (1, 64), (5, 5), (6, 6)])
def test_random_plays_are_those_of_slow_rules(size: tuple[int, int]) -> None:
    game, chance = Domineering(*size), random.Random(4)
    for _ in range(6):
        state, free, upright = 0, board(*size), True
        while True:
            assert 0 <= state < 2**63
            assert free_of(game, state) == free
            assert game.player(state) == (0 if upright else 1)
            choice = dominoes(free, upright)
            moves = list(game.moves(state))
            cells = [
                frozenset((c % size[0], c // size[0]) for c in game.covers(move)) for move in moves
            ]
            assert cells == choice
            if not moves:
                break
            at = chance.randrange(len(moves))
            state, free = game.play(state, moves[at]), free - choice[at]
            upright = not upright


@pytest.mark.parametrize("size", [(4, 4), (8, 8), (5, 3), (2, 7), (1, 4), (1, 1)])
def test_symmetries_are_those_of_slow_boards(size: tuple[int, int]) -> None:
    game, chance = Domineering(*size), random.Random(5)
    right, below = size[0] - 1, size[1] - 1
    for _ in range(20):
        state = 0
        for _ in range(chance.randrange(6)):
            if moves := list(game.moves(state)):
                state = game.play(state, chance.choice(moves))
        free = free_of(game, state)
        expected = {
            frozenset((right - x if across else x, below - y if down else y) for x, y in free)
            for across in (0, 1)
            for down in (0, 1)
        }
        assert {free_of(game, image) for image in game.symmetries(state)} == expected


def winner(rows: int, columns: int) -> str:
    """Who wins whoever begins, V or H; or the first, or the second to move."""
    first = solve(Domineering(columns, rows)).value(0) is Value.WIN
    turned = solve(Domineering(rows, columns)).value(0) is Value.WIN
    return {(True, True): "1", (False, False): "2", (True, False): "V", (False, True): "H"}[
        first, turned
    ]


@pytest.mark.parametrize("last", [9, pytest.param(12, marks=pytest.mark.landmark)])
def test_boards_of_two_rows(last: int) -> None:
    # M. Lachmann, C. Moore, I. Rapaport, Who wins Domineering on rectangular boards? (2000)
    assert "".join(winner(2, n) for n in range(1, last + 1)) == "V11HV11HV11H"[:last]


@pytest.mark.parametrize(
    ("rows", "columns", "who"),
    [
        # Breuker, Uiterwijk, van den Herik, Solving 8×8 Domineering (2000)
        (2, 2, "1"), (3, 3, "1"), (4, 4, "1"), (3, 4, "H"), (3, 5, "H"), (3, 6, "H"), (4, 5, "V"),
    ],
)  # fmt: skip
def test_published_winners(rows: int, columns: int, who: str) -> None:
    assert winner(rows, columns) == who


def test_the_second_player_wins_on_5x5() -> None:
    # the same source: the only square, with 1×1, on which the second player wins
    assert solve(Domineering(5, 5)).value(0) is Value.LOSS


def test_a_board() -> None:
    game = Domineering(3, 3)
    state = 0
    for move in ("a3-a2", "b3-c3", "b1-b2"):
        state = game.play(state, game.parse_move(move))
    assert game.text(state) == "3 # # #\n2 # # .\n1 . # .\n  a b c\nH to move"
    assert game.parse("###/##./.#.") == state
    assert [game.move_text(move) for move in game.moves(state)] == []


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("#../.../...", "even"), ("##./.../.../V to move", "H is to move"), ("##/../..", "3 rows"),
        ("", "3 rows"), ("xx./.../...", "3 rows"),
    ],
)  # fmt: skip
def test_what_is_no_board(text: str, match: str) -> None:
    with pytest.raises(ParseError, match=match):
        Domineering(3, 3).parse(text)


@pytest.mark.parametrize(
    "text", ["", "a1", "a1-a3", "c1-a2", "a1-b2", "a1-a1", "a1-a2-a3", "d1-e1"]
)
def test_what_is_no_domino(text: str) -> None:
    with pytest.raises(ParseError):
        Domineering(3, 3).parse_move(text)


@pytest.mark.parametrize("parameters", [{"width": 0}, {"height": 0}, {"width": 9, "height": 8},
                                        {"width": 27, "height": 1}])  # fmt: skip
def test_parameters(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="one 64-bit word"):
        Domineering(**parameters)
