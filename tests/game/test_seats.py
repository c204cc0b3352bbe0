"""Seats have the same names wherever a caller names one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from perfectplay import Solution, prove, search, solve, statistics, tournament
from perfectplay.core.errors import ParameterError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.sides import seat_number
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_game
from rules_in_text import SEAT_ONE_FIRST


@pytest.fixture
def pile(tmp_path: Path) -> Any:
    """A game in which seat 1 moves first; a state is (stones, seat)."""
    (tmp_path / "pile.py").write_text(SEAT_ONE_FIRST)
    return load_game(f"{tmp_path / 'pile.py'}:Pile")


NAMES = [0, 1, "first", "second", np.int64(1), True]


def test_numbers_are_seats_and_words_are_the_order(pile: Any) -> None:
    rocks = CheckedGame(ThreeRocks())
    assert [seat_number(name, rocks) for name in NAMES] == [0, 1, 0, 1, 1, 1]
    assert [seat_number(name, CheckedGame(pile)) for name in NAMES] == [0, 1, 1, 0, 1, 1]


BAD = [2, -1, 0.0, "0", "First", "third", "", None, (0,), b"first", np.array([0, 1])]


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_other_names_are_refused_everywhere(bad: Any) -> None:
    said = '^seat must be 0 or 1; expected 0, 1, "first" or "second" .who moves first or second'
    game, solution = ThreeRocks(2, 2), solve(ThreeRocks(2, 2))
    with pytest.raises(ParameterError, match=said):
        prove(game, lambda state: None, seat=bad)
    if bad is None:
        return
    for ask in (solution.probe, solution.get, lambda state, seat: search(game, state, seat=seat)):
        with pytest.raises(ParameterError, match=said):
            ask((1, 1), seat=bad)


def test_a_proof_names_the_player_who_moves_second(pile: Any) -> None:
    def reply(state: tuple[int, int]) -> int:
        return state[0] % 4 or 1

    by_word, by_number = prove(pile, reply, "second"), prove(pile, reply, 0)
    assert by_word.holds
    assert by_word.as_dict() == by_number.as_dict()
    assert not prove(pile, reply, "first").holds
    assert prove(pile, reply, "first").seat == 1


def test_records_and_searches() -> None:
    solution = solve(TicTacToe())
    state = solution.line().states[1]
    assert solution.probe(state, "second").text == solution.probe(state, 1).text
    assert solution.probe(state, "second").seat == 1
    assert search(TicTacToe(), state, seat="second", moves=False).seat == 1


def test_statistics_count_by_seat(pile: Any) -> None:
    plays = statistics(pile).all.plays
    assert plays.by_seat == (plays.by_result["first"], plays.by_result["second"])
    assert plays.as_dict()["by_seat"] == plays.by_seat
    assert statistics(TicTacToe()).all.plays.by_seat == (131_184, 77_904)
    one = type(pile)(stones=1)  # seat 1 takes the only stone
    assert statistics(one).all.plays.by_seat == (0, 1)


def test_counts_of_a_tournament() -> None:
    found = tournament(ThreeRocks(2, 2), "random", "random", games=10)
    for player, seat in ((2, 0), (0, 2), (0, "first"), ("first", None)):
        with pytest.raises(ParameterError, match="players and seats are 0 and 1"):
            found.counts(player, seat)  # type: ignore[arg-type]


def test_a_stored_solution_takes_the_same_names(tmp_path: Path) -> None:
    solve(ThreeRocks(2, 2)).save(tmp_path / "rocks")
    assert Solution.open(tmp_path / "rocks").probe((1, 1), "second").seat == 1
