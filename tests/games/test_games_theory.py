"""What is known of the library of games in other ways than by a row of figures."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from perfectplay import Value
from solved_games import solved

LOSS, DRAW, WIN = Value.LOSS, Value.DRAW, Value.WIN


def test_tic_tac_toe_by_ply() -> None:
    """OEIS A008907."""
    everything = solved("tic_tac_toe", symmetries=False)
    by_ply = Counter(state.bit_count() for state in everything.states())
    assert [by_ply[ply] for ply in range(10)] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    classes = Counter(state.bit_count() for state in solved("tic_tac_toe").states())
    assert [classes[ply] for ply in range(10)] == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]


@pytest.mark.parametrize(
    ("symmetries", "ends"), [(False, (626, 316, 16)), (True, (91, 44, 3))], ids=["all", "classes"]
)
def test_ends_of_tic_tac_toe(symmetries: bool, ends: tuple[int, int, int]) -> None:
    """OEIS A048245: won by the first, by the second, drawn."""
    solution = solved("tic_tac_toe", symmetries=symmetries)
    found: Counter[str] = Counter()
    plies: Counter[int] = Counter()
    for state in solution.states():
        outcome = solution.game.outcome(state)
        if outcome is not None:
            first_moved_last = state.bit_count() % 2 == 1
            found["draw" if outcome == DRAW else "first" if first_moved_last else "second"] += 1
            plies[state.bit_count()] += 1
    assert (found["first"], found["second"], found["draw"]) == ends
    if symmetries:
        assert [plies[ply] for ply in range(5, 10)] == [21, 21, 58, 23, 15]


def test_outer_columns_of_connect_four_lose_in_19() -> None:
    """J. Tromp: 5×4; the reply to an outer column wins in 19 plies, an odd number as all wins."""
    solution = solved("connect_four")
    moves = {record.text: record for record in solution.probe(solution.start).moves}
    assert [moves[column].value for column in "12345"] == [LOSS, DRAW, DRAW, DRAW, LOSS]
    assert moves["1"].remoteness == moves["5"].remoteness == 19


def test_lost_states_that_are_not_terminal() -> None:
    """7 with cut-off, 3 with roll-over."""
    for game, count in (("chopsticks", 7), ("original", 3)):
        counts = solved(game).counts
        assert counts.losses - counts.terminal == count


def test_p_positions_of_notakto() -> None:
    """73 P-positions that are not terminal; its terminal states are won."""
    solution = solved("notakto", symmetries=False)
    lost = [state for state in solution.states() if solution.value(state) == LOSS]
    assert len(lost) == 73
    assert all(solution.game.outcome(state) is None for state in lost)


def _nim_sum(rows: tuple[int, ...]) -> int:
    total = 0
    for stones in rows:
        total ^= stones
    return total


@pytest.mark.parametrize("misere", [False, True])
def test_theory_of_nim(misere: bool) -> None:
    """C. L. Bouton (1901), with the misère exception."""
    solution = solved("nim", misere=misere)
    for state in solution.states():
        lost = _nim_sum(state) == 0
        if misere and max(state) <= 1:
            lost = sum(state) % 2 == 1
        assert solution.value(state) == (LOSS if lost else WIN), state


def test_three_rocks_is_lost_when_the_sum_is_divisible_by_four() -> None:
    solution = solved("three_rocks")
    for left, right in solution.states():
        assert (solution.value((left, right)) == LOSS) == ((left + right) % 4 == 0)


def test_lost_pairs_of_wythoff() -> None:
    """W. A. Wythoff (1907)."""
    solution = solved("wythoff")
    lost = {(a, b) for a in range(19) for b in range(a, 19) if solution.value((a, b)) == LOSS}
    assert lost == {(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18)}


@pytest.mark.parametrize(
    ("takes", "period", "lost"), [((1, 3, 4), 7, {0, 2}), ((3, 5), 8, {0, 1, 2})]
)
def test_lost_heaps_of_subtraction_games(takes: Any, period: int, lost: set[int]) -> None:
    """Winning Ways, chapter 4: heaps of Grundy value 0."""
    solution = solved("subtraction", stones=100, takes=takes)
    for stones in solution.states():
        assert (solution.value(stones) == LOSS) == (stones % period in lost)


def test_two_states_of_the_eight_puzzle_are_farthest() -> None:
    """A. Reinefeld (1993)."""
    assert solved("eight_puzzle").by_remoteness[31]["wins"] == 2
