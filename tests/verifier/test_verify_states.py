"""The verifier: states that are missing, too many, or in another tier."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import random_games as games
from games_to_verify import Chain, LoopyTiers, Steps, Tiered, TwoPiles, WideChain
from perfectplay import Game, Value
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.verifier.verifying import verify
from stored_by_hand import Stored, rows_of, write
from verify_modes import FEW, MODES, SWEEP, WALK, kinds, levels_of, named


@dataclass(frozen=True)
class Countdown(Game):
    """One move from each state, into a tier ten higher; the last state is lost."""

    def start(self) -> int:
        return 9

    def moves(self, state: int) -> list[int]:
        return [1] if state else []

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Value | None:
        return None if state else Value.LOSS

    def tier(self, state: int) -> int:
        return 10 * (9 - state)


@MODES
def test_a_missing_state(mode: dict[str, Any], tmp_path: Path) -> None:
    stored = rows_of(games.OnTuples(245))
    for n, row in enumerate(stored.every()[::9]):
        if row[0] == stored.start[0]:
            continue
        result = verify(write(tmp_path / f"{n}", stored.without(row[0])), **mode)
        assert named(result, "missing") == [row[0]]


@MODES
def test_a_missing_start(mode: dict[str, Any], tmp_path: Path) -> None:
    stored = rows_of(TwoPiles())
    assert [row[1:] for row in stored.every()].count(stored.start[1:]) > 1  # the histogram holds it
    result = verify(write(tmp_path / "f", stored.without(stored.start[0])), **mode)
    assert stored.start[0] in named(result, "missing")


@MODES
def test_a_missing_tier(mode: dict[str, Any], tmp_path: Path) -> None:
    stored = rows_of(Tiered())
    rows = {tier: rows for tier, rows in stored.rows.items() if tier != 2}
    result = verify(write(tmp_path / "f", replace(stored, rows=rows)), **mode)
    assert "missing" in kinds(result)


@MODES
def test_a_state_that_no_play_reaches(mode: dict[str, Any], tmp_path: Path) -> None:
    stored = rows_of(TwoPiles())
    strange = 8 * stored.size[1] - 1 + 1  # (7, -1 + 1): one rock too many on the left
    right = rows_of(TwoPiles(7, 0)).start
    result = verify(write(tmp_path / "f", stored.with_rows(0, (strange, *right[1:]))), **mode)
    assert named(result, "unreached") == [strange]
    assert result.problems[0].state == "7,-1"


@MODES
def test_a_ring_that_no_play_reaches(mode: dict[str, Any], tmp_path: Path) -> None:
    """Its values are right by themselves: only the marks can find it."""
    ring = [(1_000_000 + i, 2, None) for i in range(3)]
    for game, tier in ((Chain(300), 0), (WideChain(300), 1)):
        stored = rows_of(game).with_rows(tier, *ring)
        result = verify(write(tmp_path / f"{tier}", stored), **mode)
        assert named(result, "unreached") == [row[0] for row in ring]
        assert kinds(result) == {"unreached"}


def test_rings_are_found_in_long_thin_tiers(tmp_path: Path) -> None:
    """After many thin waves the rest of a tier is marked by its edges."""
    ring = [(1_000_000 + i, 2, None) for i in range(3)]
    stored = rows_of(Chain(2_000))
    assert verify(write(tmp_path / "right", stored), sample=FEW).ok
    wrong = stored.with_rows(0, *ring)
    assert named(verify(write(tmp_path / "ring", wrong), sample=FEW), "unreached") == [
        row[0] for row in ring
    ]
    key = stored.every()[700][0]
    changed = stored.changed(key, 2, 6)
    assert key in named(verify(write(tmp_path / "changed", changed), sample=FEW), "value")
    without = stored.without(1_200)
    assert named(verify(write(tmp_path / "without", without), sample=FEW), "missing") == [1_200]


@MODES
def test_a_state_in_two_tiers(mode: dict[str, Any], tmp_path: Path) -> None:
    stored = levels_of(rows_of(Steps()))
    row = stored.rows[3][0]
    result = verify(write(tmp_path / "f", stored.with_rows(5, row)), **mode)
    assert named(result, "twice") == [row[0]]


@MODES
@pytest.mark.parametrize("place", [0, 1, -1], ids=["start", "second", "last"])
def test_a_state_in_two_tiers_that_the_rules_name(
    place: int, mode: dict[str, Any], tmp_path: Path
) -> None:
    """The start is marked wherever it is stored: only a look into all tiers finds it."""
    stored = rows_of(Countdown())
    row = stored.every()[place]
    for tier in (1, 2, 95):
        result = verify(write(tmp_path / f"{tier}", stored.with_rows(tier, row)), **mode)
        assert named(result, "twice") == [row[0]]


@pytest.mark.parametrize("mode", [{"sample": 0}, SWEEP], ids=["compiled", "interpreted"])
def test_the_start_in_a_tier_that_no_move_skips(mode: dict[str, Any], tmp_path: Path) -> None:
    """Nothing else is wrong: its move leads to a higher tier still."""
    stored = rows_of(Countdown())
    result = verify(write(tmp_path, stored.with_rows(1, stored.rows[0][0])), **mode)
    assert kinds(result) == {"twice"}


@dataclass(frozen=True)
class UnlikeTiers(Game):
    """0 leads to 1 and to 2, which are images of each other, and in which the mover has lost; yet
    they are in different tiers."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        return [1, 2]

    def play(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state else None

    def tier(self, state: int) -> int:
        return state

    def symmetries(self, state: int) -> list[int]:
        return [3 - state] if state else []


@MODES
def test_a_representative_in_the_tiers_of_two_of_its_states(
    mode: dict[str, Any], tmp_path: Path
) -> None:
    rows = {0: [(0, 3, 1)], 1: [(1, 1, 0)], 2: [(1, 1, 0)]}
    stored = Stored(UnlikeTiers(), dict(rows), rows[0][0], 2, symmetries=True)
    result = verify(write(tmp_path, stored), **mode)
    assert named(result, "twice") == [1]


@MODES
def test_a_state_in_another_tier(mode: dict[str, Any], tmp_path: Path) -> None:
    stored = rows_of(LoopyTiers())
    row = stored.rows[2][1]
    for n, tier in enumerate((1, 3)):
        moved = stored.without(row[0]).with_rows(tier, row)
        result = verify(write(tmp_path / f"{n}", moved), **mode)
        assert "tier" in kinds(result)


UNSAMPLED = pytest.mark.parametrize(
    "mode", [WALK, {"sample": 0}, SWEEP], ids=["walk", "compiled", "interpreted"]
)


@UNSAMPLED
def test_any_state_in_another_tier(mode: dict[str, Any], tmp_path: Path) -> None:
    """Also where no move falls by it, as with 13, whose play is over: the rules say its tier."""
    stored = rows_of(LoopyTiers())
    right = {row[0]: tier for tier, rows in stored.rows.items() for row in rows}
    for row in stored.every()[::4] + stored.rows[1][3:4]:
        for tier in {right[row[0]] + 1, right[row[0]] + 2, right[row[0]] - 1} & {*stored.rows}:
            moved = stored.without(row[0]).with_rows(tier, row)
            result = verify(write(tmp_path / f"{row[0]}-{tier}", moved), **mode)
            assert "tier" in kinds(result), (row, tier)
            if row[0] == 13 and tier > 1:
                assert named(result, "tier") == [13]
                assert f"13 is stored in tier {tier}, its tier is 1" in str(result.problems)


@UNSAMPLED
def test_tiers_that_are_all_one_too_high(mode: dict[str, Any], tmp_path: Path) -> None:
    """No move falls, so that only the rules can say it."""
    stored = rows_of(ThreeRocks(3, 3))
    rows = {tier + (tier > 2): rows for tier, rows in stored.rows.items()}
    result = verify(write(tmp_path / "f", replace(stored, rows=rows)), **mode)
    assert kinds(result) == {"tier"}
    wrong = [row[0] for tier, rows in stored.rows.items() for row in rows if tier > 2]
    assert sorted(named(result, "tier")) == sorted(wrong)


@UNSAMPLED
def test_a_start_in_another_tier(mode: dict[str, Any], tmp_path: Path) -> None:
    """It is no child."""
    stored = rows_of(ThreeRocks(2, 2))
    moved = stored.without(stored.start[0]).with_rows(1, stored.start)
    result = verify(write(tmp_path / "f", moved), **mode)
    assert named(result, "tier") == [stored.start[0]]
    assert kinds(result) == {"tier"}


@MODES
def test_all_tiers_stored_as_one(mode: dict[str, Any], tmp_path: Path) -> None:
    """As `Solution.save` does it."""
    for game in (Tiered(), LoopyTiers()):
        stored = rows_of(game)
        whole = replace(stored, rows={0: sorted(stored.every())})
        folder = write(tmp_path / type(game).__name__, whole)
        assert verify(folder, **mode).problems == ()


@MODES
def test_two_of_one_class(mode: dict[str, Any], tmp_path: Path) -> None:
    stored = rows_of(TicTacToe(), symmetries=True)
    corner = rows_of(TicTacToe())
    keys = {row[0] for row in stored.every()}
    other = next(row for row in corner.every() if row[0] not in keys)
    result = verify(write(tmp_path / "f", stored.with_rows(0, other)), **mode)
    assert named(result, "unreached") == [other[0]]


def test_two_texts_of_one_class(tmp_path: Path) -> None:
    game = games.TurnedStrings(25)
    stored = rows_of(game, symmetries=True)
    key, value, plies = next(row for row in stored.every() if row[0] != stored.start[0])
    other = game.state_of(*game.plain(key)[:2], (game.plain(key)[2] + 1) % 4)
    result = verify(write(tmp_path / "f", stored.with_rows(0, (other, value, plies))))
    assert "symmetry" in kinds(result)
