"""What is almost a symmetry, and rules that do not answer on an image."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value, put
from perfectplay.conformance.symmetry import find_symmetries, search_symmetries, symmetry_search
from perfectplay.conformance.symmetry.offer import declaration_text, held
from perfectplay.core.errors import RulesError
from symmetric_games import Cells, Piles


class OddOutcome(Piles):
    def outcome(self, state):
        return Value.WIN if state == (1, 4) else None


class OddMoves(Piles):
    def moves(self, state):
        return [m for m in super().moves(state) if (state, m) != ((1, 4), (1, 2))]


class OddCount(Piles):
    """The same children, but one of them twice."""

    def moves(self, state):
        return [*super().moves(state), *([(0, 1)] if state == (2, 5) else [])]

    def play(self, state, move):
        return super().play(state, move)


class OddTier(Piles):
    def tier(self, state):
        return 2 * (12 - sum(state)) + (state == (1, 4))


class OddSeat(Piles):
    def player(self, state):
        return int(state == (1, 4))

    def moves_again(self, state, move):
        return False


class OddAgain(Piles):
    def moves_again(self, state, move):
        return state == (1, 4)


class OddStart(Piles):
    def start(self):
        return (6, 5)


class OddImages(Piles):
    """Right on every state that a play reaches; the other half raises."""

    def moves(self, state):
        if state[0] < state[1]:
            raise ValueError("no such state")
        return [m for m in super().moves(state) if self.play(state, m)[0] >= self.play(state, m)[1]]


@pytest.mark.parametrize(
    "cls", [OddOutcome, OddMoves, OddCount, OddTier, OddSeat, OddAgain, OddStart, OddImages]
)
def test_almost_a_symmetry_is_refuted(cls):
    assert [one.places for one in find_symmetries(Piles())] == [(1, 0)]
    found = search_symmetries(cls())
    assert (found.generators, found.order, found.complete) == ((), 1, True)


class RareEnd(Cells):
    """The mirror image of one full board is no draw: one state of 5,478."""

    def outcome(self, state):
        return Value.LOSS if state == (1, 2, 1, 1, 2, 2, 2, 1, 1, 1) else super().outcome(state)


def test_a_rare_exception_is_found_after_the_first_states(monkeypatch):
    monkeypatch.setattr(symmetry_search, "_PROBES", 20)
    found = search_symmetries(RareEnd())
    assert found.order < 8
    assert found.refuted
    for one in found.refuted:  # the state that is shown is one on which it fails
        game, here, there = RareEnd(), one.state, one.permutation(one.state)
        after, wanted = ([game.play(s, m) for m in game.moves(s)] for s in (here, there))
        ends = {(one.permutation(child), game.outcome(child)) for child in after}
        assert game.outcome(here) != game.outcome(there) or ends != {
            (child, game.outcome(child)) for child in wanted
        }


class Far(Piles):
    size = 400

    def outcome(self, state):
        return Value.WIN if state == (1, 4) else None


class Wide(Game):
    """Four in a row on 6 x 6: few sampled states have a line at all."""

    lines = tuple(
        tuple((y + dy * i) * 6 + x + dx * i for i in range(4))
        for y in range(6)
        for x in range(6)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
        if 0 <= x + 3 * dx < 6 and y + 3 * dy < 6
    )

    def start(self):
        return (0,) * 37

    def moves(self, state):
        return [i for i in range(36) if not state[i]]

    def play(self, state, move):
        return put(put(state, move, 1 + state[36]), 36, 1 - state[36])

    def outcome(self, state):
        for a, b, c, d in self.lines:
            if state[a] == state[b] == state[c] == state[d] != 0:
                return Value.LOSS
        return None if 0 in state[:36] else Value.DRAW


def test_a_wide_board_has_the_symmetries_of_a_square():
    """And none of the exchanges that most states, which have no line, would bear."""
    found = search_symmetries(Wide(), states=600)
    assert (found.order, found.complete) == (8, False)


def test_what_no_sampled_state_shows_is_offered_without_a_claim():
    found = search_symmetries(Far(), states=300)
    assert (found.order, found.checked, found.complete) == (2, 300, False)
    assert held(found) == "held on 300 sampled states, which is no proof"
    assert "held on 300 sampled states, which is no proof" in declaration_text(found)


class Looping(OddImages):
    def moves(self, state):
        while state[0] < state[1]:
            pass
        return super().moves(state)


def test_rules_that_do_not_answer_on_an_image(monkeypatch):
    monkeypatch.setattr(symmetry_search, "PATIENCE", 1.0)
    assert search_symmetries(Looping()).order == 1


class Stuck(Piles):
    def moves(self, state):
        while state == (5, 5):
            pass
        return super().moves(state)


def test_rules_that_do_not_answer_on_a_state(monkeypatch):
    monkeypatch.setattr(symmetry_search, "PATIENCE", 1.0)
    with pytest.raises(RulesError, match=r"no answer in 1 seconds in state 5,5"):
        search_symmetries(Stuck())


def test_limits_that_an_image_leaves():
    class Limited(Piles):
        limits = ((0, 6), (0, 5))

        def start(self):
            return (6, 5)

        def moves(self, state):
            return [m for m in super().moves(state) if sum(state) < 11 or m[0] == 0]

    # without limits the images of all but the start would do
    assert search_symmetries(Limited()).order == 1


def test_the_time_is_kept():
    found = search_symmetries(Cells(), max_seconds=0.1)
    assert found.late
    assert found.checked < 5_478


def test_the_same_seed_finds_the_same():
    class Large(Piles):
        size = 60

    some = [search_symmetries(Large(), states=200, seed=7) for _ in range(2)]
    assert [found.saving for found in some] == [some[0].saving] * 2
    assert search_symmetries(Large(), states=200, seed=8).saving != some[0].saving
