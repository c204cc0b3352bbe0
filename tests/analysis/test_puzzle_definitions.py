"""Keys, themes and grades of every position by a second, naive implementation."""

from collections import Counter
from typing import Any

import pytest

from games_of_puzzles import GAMES, Corridor, name_of
from perfectplay import Game, Solution, solve
from perfectplay.analysis.evaluate import compiled_moves
from perfectplay.analysis.puzzles import key_positions
from perfectplay.analysis.puzzles.graded_positions import GradedPositions, graded_positions
from perfectplay.analysis.puzzles.key_positions import key_positions as find_keys
from perfectplay.analysis.puzzles.key_positions import move_arrays
from perfectplay.analysis.puzzles.looked_positions import branching, looked_positions
from perfectplay.analysis.puzzles.puzzle_themes import left_out, passed_turn
from perfectplay.core.progress import Reporter
from perfectplay.play.automatic import Minimax
from puzzles_by_definition import Definition, define
from random_games import (
    AgainTuples,
    OnIntegers,
    OnStrings,
    PuzzleIntegers,
    SeatedIntegers,
    TurnedTuples,
)
from random_points import PointsOnIntegers

RANDOM: list[Game] = [
    *(OnIntegers(seed) for seed in (4, 15, 87, 165)), *(AgainTuples(seed) for seed in (5, 84, 246)),
    *(SeatedIntegers(seed) for seed in (14, 85)), *(PuzzleIntegers(seed) for seed in (24, 95)),
    *(TurnedTuples(seed) for seed in (3, 44)), OnStrings(25), OnStrings(104),
    *(PointsOnIntegers(seed, 300) for seed in range(5)),
]  # fmt: skip


def graded(solution: Solution, *, only: bool = False) -> GradedPositions:
    """All positions of a solution that have a key."""
    looked = looked_positions(solution, 1_000_000, 1, 0, Reporter(None))
    assert looked.exact
    arrays = move_arrays(solution, looked.keys)
    only = only or solution.rules.scoring
    found = find_keys(arrays, looked, only=only, moves=branching(solution), reporter=Reporter(None))
    twin = passed_turn(solution, looked.keys)
    reasons = left_out(solution, twin)
    return graded_positions(
        solution, arrays, found, None if "zugzwang" in reasons else twin, 0, reasons
    )


def by_definition(reference: Solution, states: list[Any], *, only: bool) -> dict[Any, Definition]:
    """What the definitions say of some states, with the theme of the longest win."""
    game: Any = reference.game
    turned = getattr(game, "turned", None)
    if isinstance(game, Corridor):
        turned = lambda state: (1 - state[0], state[1])  # noqa: E731
    players = [Minimax(reference.rules, depth) for depth in (2, 4)]
    defined = {state: define(reference, state, turned, players, only=only) for state in states}
    found = {state: one for state, one in defined.items() if one is not None}
    won = [one.plies for one in found.values() if one.won]
    for one in found.values():
        if one.won and one.plies == max(won):
            one.themes.add("longest")
    return found


@pytest.mark.parametrize("game", [*GAMES, *RANDOM], ids=name_of)
def test_every_position_is_as_defined(game: Game) -> None:
    solution, reference = solve(game), solve(game, method="reference")
    for only in (False, True):
        compare(solution, reference, only=only)


def compare(solution: Solution, reference: Solution, *, only: bool = False) -> None:
    """Which positions have a key, and all that is said of them."""
    table = graded(solution, only=only)
    states = solution.keys.states_of(table.found.keys)
    expected = by_definition(reference, list(solution.states()), only=only)
    assert sorted(map(repr, states)) == sorted(map(repr, expected))
    for place, state in enumerate(states):
        one = expected[state]
        assert table.solution.rules.position(state).options[table.found.places[place]][0] == one.key
        themes = {theme for theme, has in table.themes.items() if has[place]}
        assert themes == one.themes & set(table.themes), state
        assert table.hard.tempting[place] == one.tempting
        assert {d: c[place] for d, c in table.hard.chances.items()} == pytest.approx(one.chances)
        assert (int(table.hard.refutation[place]) or None) == one.refutation
        assert table.hard.grade[place] == one.grade


def test_themes_occur() -> None:
    """Each theme in some game, so that the comparison above says something."""
    seen: Counter[str] = Counter()
    for game in GAMES:
        seen.update(graded(solve(game)).counts)
    assert min(seen.values()) > 1
    assert set(seen) == {
        "only", "quiet", "sacrifice", "zugzwang", "longest", "escape", "deep2", "deep4",
    }  # fmt: skip


@pytest.mark.parametrize("game", [TurnedTuples(3), PointsOnIntegers(2, 300)], ids=name_of)
def test_compiled_rules_give_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with few moves in memory at a time."""
    monkeypatch.setattr(compiled_moves, "WORTH_COMPILING", 1)
    monkeypatch.setattr(key_positions, "MOVES", 50)
    solution = solve(game)
    keys = looked_positions(solution, 10, 1, 0, Reporter(None)).keys
    assert move_arrays(solution, keys).expander is not None
    compare(solution, solve(game, method="reference"))
