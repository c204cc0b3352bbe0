"""The verifier: right solutions pass, wrong values are found and named."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import random_games as games
from games_to_verify import Chain, LoopyTiers, Steps, Tiered
from perfectplay import Value
from perfectplay.games.chomp import Chomp
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.verifier import verifying
from perfectplay.verifier.verifying import verify
from stored_by_hand import Stored, rows_of, write
from thinned import parts
from verify_modes import FEW, MODES, how_of, levels_of, named

SEEDS = (3, 5, 17, 25, 45, 63, 83, 84, 88, 104, 125, 163, 245, 283, 325, 405)


# --- right solutions ------------------------------------------------------------------------------
NUMBERED = ("OnIntegers", "OnTuples", "AgainIntegers", "AgainTuples", "SeatedIntegers",
            "PuzzleIntegers")  # fmt: skip
NAMED = ("OnStrings", "AgainStrings", "SeatedStrings", "PuzzleStrings")


@MODES
@pytest.mark.parametrize("name", NUMBERED)
@pytest.mark.parametrize("seeds", parts(SEEDS, 4))
def test_random_graphs_are_right(
    name: str, mode: dict[str, Any], seeds: tuple[int, ...], tmp_path: Path
) -> None:
    sizes = set()
    for seed in seeds:
        stored = rows_of(getattr(games, name)(seed))
        result = verify(write(tmp_path / f"{seed}", stored), **mode)
        assert (result.problems, result.ok) == ((), True), seed
        states = len(stored.every())
        assert (result.states, result.moves) == (states, stored.moves)
        assert result.how == how_of(mode, states)
        asked = states if result.how == "interpreted" else FEW
        assert result.sampled == asked
        sizes.add(states > 50)
    assert sizes == {False, True}


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("seeds", parts(SEEDS, 4))
def test_random_graphs_on_texts_are_right(
    name: str, seeds: tuple[int, ...], tmp_path: Path
) -> None:
    for seed in seeds:
        stored = rows_of(getattr(games, name)(seed))
        result = verify(write(tmp_path / f"{seed}", stored), sample=FEW)
        assert (result.problems, result.how) == ((), "interpreted"), seed


@MODES
@pytest.mark.parametrize("name", ["TurnedIntegers", "TurnedTuples", "TurnedStrings"])
@pytest.mark.parametrize("seeds", parts(SEEDS, 4))
def test_random_graphs_with_symmetries_are_right(
    name: str, mode: dict[str, Any], seeds: tuple[int, ...], tmp_path: Path
) -> None:
    for seed in seeds:
        stored = rows_of(getattr(games, name)(seed), symmetries=True)
        exact = seed in SEEDS[:3]  # it takes seconds to compile
        result = verify(
            write(tmp_path / f"{seed}", stored), symmetries="exact" if exact else "sample", **mode
        )
        assert result.problems == (), seed
        assert result.compared == (result.states if exact else 0)
        assert "are not checked" in result.notes[0]  # the start of these has images


@MODES
@pytest.mark.parametrize(
    "stored",
    [
        rows_of(Tiered()), rows_of(LoopyTiers()), rows_of(Chain(300)), levels_of(rows_of(Steps())),
        rows_of(TicTacToe(), symmetries=True), rows_of(ConnectFour(3, 3, 3), symmetries=True),
        replace(rows_of(Chomp(3, 4)), part_states=7), rows_of(Chain(2_000)),
    ],
    ids=lambda stored: type(stored.game).__name__,
)  # fmt: skip
def test_games_are_right(stored: Stored, mode: dict[str, Any], tmp_path: Path) -> None:
    result = verify(write(tmp_path / "f", stored), **mode, threads=2)
    assert (result.problems, result.notes) == ((), ())
    if result.how == "compiled":
        assert result.moves == stored.moves


def test_the_start_alone(tmp_path: Path) -> None:
    assert verify(write(tmp_path / "f", rows_of(ThreeRocks(0, 0))), sample=0).ok


# --- wrong values ---------------------------------------------------------------------------------


VALUE_FAULTS = {  # what is there, what is planted
    "a value": (lambda v, r: r is not None and r > 0, lambda v, r: (4 - v if v != 2 else 3, r)),
    "a win's remoteness": (lambda v, r: v == 3 and r > 1, lambda v, r: (v, r - 2)),
    "a loss's remoteness": (lambda v, r: v == 1 and r > 0, lambda v, r: (v, r + 2)),
    "a drawn end's remoteness": (lambda v, r: v == 2 and r, lambda v, r: (v, r + 1)),
    "a drawn end as endless": (lambda v, r: v == 2 and r is not None, lambda v, r: (v, None)),
    "an endless draw as a drawn end": (lambda v, r: r is None, lambda v, r: (v, 4)),
    "a terminal state's value": (lambda v, r: r == 0, lambda v, r: (v % 3 + 1, 0)),
    "a terminal state's remoteness": (lambda v, r: r == 0, lambda v, r: (v, 2)),
}


def loops(stored: Stored, key: Any) -> bool:
    """Whether a state has a move to itself: then what its moves say hangs on its own value."""
    return any(stored.game.play(key, move) == key for move in stored.game.moves(key))


@MODES
@pytest.mark.parametrize("fault", VALUE_FAULTS)
def test_a_wrong_value_is_named_with_the_right_one(
    fault: str, mode: dict[str, Any], tmp_path: Path
) -> None:
    there, planted = VALUE_FAULTS[fault]
    tried = 0
    for seed in (45, 63, 125, 245, 405):
        stored = rows_of(games.OnIntegers(seed))
        rows = [row for row in stored.every() if there(*row[1:]) and not loops(stored, row[0])]
        for key, value, plies in rows[:: max(1, len(rows) // 2)]:
            wrong = planted(value, plies)
            folder = write(tmp_path / f"{seed}-{key}", stored.changed(key, *wrong))
            result = verify(folder, **mode)
            problem = next(p for p in result.problems if (p.kind, p.key) == ("value", key))
            assert problem.stored == (Value(wrong[0]), wrong[1])
            assert problem.right == (Value(value), plies)
            assert problem.state == str(key)
            tried += 1
    assert tried >= 3


@MODES
@pytest.mark.parametrize(
    "name", ["OnIntegers", "AgainTuples", "PuzzleIntegers", "SeatedIntegers", "OnStrings",
             "TurnedTuples"]
)  # fmt: skip
@pytest.mark.parametrize("seeds", parts(SEEDS, 4))
def test_any_single_change_is_found(
    name: str, mode: dict[str, Any], seeds: tuple[int, ...], tmp_path: Path
) -> None:
    chance = random.Random(name)
    for seed in seeds:
        game = getattr(games, name)(seed)
        stored = rows_of(game, symmetries=name.startswith("Turned"))
        for n in range(3):
            key, value, plies = chance.choice(stored.every())
            worths = [(v, r) for v in (1, 2, 3) for r in (*range(6), plies, None, 40)]
            other = chance.choice([w for w in worths if w != (value, plies) and (w[1] or w[0])])
            if other[1] is None and other[0] != 2:
                other = (other[0], 7)
            folder = write(tmp_path / f"{seed}-{n}", stored.changed(key, *other))
            result = verify(folder, symmetries="sample", **mode)
            assert key in named(result, "value"), (seed, key, value, plies, other)


def test_problems_do_not_depend_on_threads(tmp_path: Path) -> None:
    stored = rows_of(games.OnIntegers(405))
    for key, value, _ in stored.every()[::7]:
        stored = stored.changed(key, value, 77)
    folder = write(tmp_path / "f", stored)
    first = verify(folder, sample=FEW, threads=1)
    assert first.found > verifying.SHOWN == len(first.problems)
    for threads in (2, 5):
        again = verify(folder, sample=FEW, threads=threads)
        assert (again.problems, again.found) == (first.problems, first.found)
