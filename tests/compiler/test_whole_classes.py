"""Are whole classes reached? Then sums of class sizes count all states."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from benchmarks.dobutsu import Dobutsu

from perfectplay import Game, Value, solve
from perfectplay.compiler import class_checks
from perfectplay.compiler.class_checks import reaches_whole_classes
from perfectplay.compiler.play_search import unlike
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver import solve_run

Cells = tuple[int, ...]


@dataclass(frozen=True)
class Walk(Game):
    """A stone on a path steps as ``steps`` says; a counter of the moves ends the play."""

    start_at: int
    steps: tuple[tuple[int, ...], ...]
    counted: bool = False

    def start(self) -> Cells:
        return (self.start_at, 0)

    def moves(self, state: Cells) -> Iterator[int]:
        yield from self.steps[state[0]]

    def play(self, state: Cells, move: int) -> Cells:
        return (move, state[1] + 1 if self.counted else 1 - state[1])

    def outcome(self, state: Cells) -> Value | None:
        middle = 2 * state[0] == len(self.steps) - 1
        return Value.LOSS if middle or state[1] > 8 else None

    def symmetries(self, state: Cells) -> Iterator[Cells]:
        yield state
        yield (len(self.steps) - 1 - state[0], state[1])


def path(cells: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(j for j in (i - 1, i + 1) if 0 <= j < cells) for i in range(cells))


def first_states(game: Game) -> list[object]:
    rules, found = CheckedGame(game), [game.start()]
    for state in found:
        found += [c for _, c in rules.position(state).options if c not in found]
        if len(found) > 100:
            break
    return found


def whole(game: Game) -> bool:
    return reaches_whole_classes(CheckedGame(game), first_states(game))


def test_dobutsu_shogi_reaches_the_mirror_image_of_its_start() -> None:
    assert whole(Dobutsu())


def test_an_image_beyond_an_end_of_play_is_not_reached() -> None:
    game = Walk(1, path(9))
    assert not whole(game)
    assert solve(game).counts == solve(game, symmetries=False).counts


def test_no_play_leads_back_to_a_start_if_moves_are_counted() -> None:
    game = Walk(1, ((3, 1), (0, 2), (1, 3), (2, 0)), counted=True)
    assert not whole(game)
    assert solve(game).counts == solve(game, symmetries=False).counts


def test_images_of_a_state_may_have_more_moves_than_it() -> None:
    game = Walk(1, ((1, 2), (3, 0), (0, 3), (1,)))
    assert not whole(game)
    assert solve(game).counts == solve(game, symmetries=False).counts


def test_a_small_search_says_that_it_did_not_find_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_checks, "SEARCHED", 100)
    assert not whole(Dobutsu())


def rotated(order: random.Random, cells: int) -> tuple[tuple[int, ...], ...]:
    """Steps that are symmetric: each has its image."""
    half = [
        tuple(sorted(order.sample(range(cells), order.randint(1, 2))))
        for _ in range((cells + 1) // 2)
    ]
    if cells % 2:
        half[-1] = (cells // 2 - 1, cells // 2 + 1)
    turned = [tuple(cells - 1 - j for j in half[i]) for i in range(cells // 2)]
    return (*half, *reversed(turned))


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_random_walks_have_the_counts_of_a_solve_without_symmetries(
    method: str, counted: bool, seed: int
) -> None:
    order = random.Random(seed)
    cells = order.randint(3, 9)
    game = Walk(order.randrange(cells), rotated(order, cells), counted)
    with_them, without = solve(game, method=method), solve(game, symmetries=False)
    assert with_them.counts == without.counts
    reached = set(first_states(game))
    assert whole(game) <= all(image in reached for image in game.symmetries(game.start()))


def test_there_is_no_second_solve_if_the_start_is_reached_from_both_sides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Walk(1, ((0, 1), (0, 2), (1, 3), (2, 3)))
    expected = solve(game, symmetries=False).counts
    monkeypatch.delattr(solve_run.SolveRun, "_counts_without_symmetries")
    assert whole(game)
    assert solve(game, method="compiled").counts == expected


@pytest.mark.parametrize(
    ("one", "other", "differences"),
    [
        ((1, 2), (1, 2), 0), ((1, 2), (1, 3), 1), ("XO.", "OX.", 2), ("XO", "XO.", 1), (6, 5, 2),
        ((1, (2, 3)), (1, (3, 2)), 2), (b"ab", b"ac", 1), (frozenset({1}), frozenset({2, 3}), 3),
        ((), None, 1), ("X", 3, 1), ((1,), (1, 2, 3), 2), ((True, None), (1, 0), 1),
    ],
)  # fmt: skip
def test_in_how_much_states_differ(one: object, other: object, differences: int) -> None:
    assert unlike(one, other) == unlike(other, one) == differences
