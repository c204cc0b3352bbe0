"""Grundy values of a range of games, and their period."""

from __future__ import annotations

import random

from perfectplay import grundy, misere
from perfectplay.analysis.periods import grundy_sequence, smallest_period
from perfectplay.games.chomp import Chomp
from perfectplay.games.grundys_game import GrundysGame
from perfectplay.games.subtraction import Subtraction
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.identity.fingerprint import only_the_start_depends

# --- sequences ------------------------------------------------------------------------------------


def test_sequences_are_those_of_each_game_alone():
    for game, name in (
        (Subtraction(1, (2, 4)), "stones"),
        (ThreeRocks(3, 2), "left"),
        (ThreeRocks(4, 4), "most"),
        (misere(Chomp(2, 1)), "columns"),
        (GrundysGame(), "n"),
    ):
        found = grundy_sequence(game, name, 1, 9)
        alone = [grundy(_with(game, name, n)).start for n in range(1, 10)]
        assert list(found.values) == alone


def _with(game, name, n):
    from perfectplay.registry.parameters import build

    return build(game, {name: n})


def test_what_a_parameter_bears_on_is_seen():
    assert only_the_start_depends(Subtraction(), "stones")
    assert not only_the_start_depends(Subtraction(), "takes")
    assert only_the_start_depends(ThreeRocks(), "left")
    assert not only_the_start_depends(ThreeRocks(), "most")
    assert not only_the_start_depends(Chomp(), "rows")
    assert only_the_start_depends(GrundysGame(), "n")


def test_the_smallest_period():
    assert smallest_period([]) is None
    assert smallest_period([3]) is None
    assert smallest_period([7, 7, 7, 7]) == (0, 1)
    assert smallest_period([1, 2, 3, 1, 2, 3, 1, 2]) is None  # not twice over in the last half
    rng = random.Random(3)
    for _ in range(300):
        values = [rng.randrange(2) for _ in range(rng.randrange(4))]
        values += [rng.randrange(2) for _ in range(rng.randrange(1, 4))] * rng.randrange(1, 9)
        half = len(values) - len(values) // 2
        tail = values[len(values) // 2 :]
        lengths = [p for p in range(1, half // 2 + 1) if tail[p:] == tail[:-p]]
        found = smallest_period(values)
        assert (found is None) == (not lengths)
        if found is not None:
            start, p = found
            assert p == min(lengths)
            assert values[start + p :] == values[start : len(values) - p]
            assert start == 0 or values[start - 1] != values[start - 1 + p]
