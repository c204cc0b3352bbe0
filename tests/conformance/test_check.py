"""What `check` finds in the four methods and the attributes of a game."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from games_to_check import check, found
from perfectplay import solve
from perfectplay.conformance import checking
from perfectplay.core.errors import ParseError, RulesError
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from tiny_games import Countdown, Pair, changed

# --- games that keep every promise ----------------------------------------------------------------


@pytest.mark.parametrize("game", [Countdown(), Pair(), changed(stuck=Value.LOSS)])
def test_good_games_are_ok(game: Game) -> None:
    report = check(game)
    assert report.ok, report.text()
    assert (report.states_checked, report.complete) == (6, True)


def test_a_game_that_uses_every_optional_method_is_ok() -> None:
    class Kayles(Game):
        """Two piles turned in every way, with turns, tiers, symmetries and texts."""

        limits = ((0, 1), (0, 4), (0, 4))

        def start(self):
            return (0, 4, 4)

        def moves(self, state):
            return [(i, n) for i in (1, 2) for n in range(1, state[i] + 1)]

        def play(self, state, move):
            piles = list(state)
            piles[move[0]] -= move[1]
            if move[1] != 3:  # who takes three moves again
                piles[0] = 1 - piles[0]
            return tuple(piles)

        def outcome(self, state):
            return Value.LOSS if state[1:] == (0, 0) else None

        def player(self, state):
            return state[0]

        def moves_again(self, state, move):
            return move[1] == 3

        def symmetries(self, state):
            yield (state[0], state[2], state[1])

        def tier(self, state):
            return 8 - state[1] - state[2]

        def text(self, state, seat):
            assert seat == state[0]
            return "AB"[seat] + f" {state[1]} {state[2]}"

        def parse(self, text):
            turn, left, right = text.split()
            return ("AB".index(turn), int(left), int(right))

        def move_text(self, move):
            return f"{move[1]} from {move[0]}"

        def parse_move(self, text):
            number, _, pile = text.split()
            return (int(pile), int(number))

    report = check(Kayles())
    assert report.ok, report.text()
    assert report.notes == ()


def test_states_of_any_kind_are_checked() -> None:
    game = changed(
        start=lambda self: frozenset({1, 2, 3}),
        moves=lambda self, state: sorted(state),
        play=lambda self, state, move: state - {move},
        outcome=lambda self, state: None if state else Value.LOSS,
    )
    report = check(game)
    assert report.ok, report.text()
    assert report.states_checked == 8


def test_loops_are_no_fault() -> None:
    report = check(changed(play=lambda self, state, move: (state + move) % 4, start=lambda s: 1))
    assert report.ok, report.text()


# --- the four methods -----------------------------------------------------------------------------


def test_stuck_state() -> None:
    finding = found(changed(Pair, outcome=lambda self, state: None), "stuck-state")
    assert finding.state == (0, 7)
    assert finding.state_text == "0,7"


def test_illegal_outcome() -> None:
    wrong = changed(outcome=lambda self, state: -1 if state == 0 else None)
    assert found(wrong, "illegal-outcome").state == 0


def test_illegal_moves() -> None:
    assert found(changed(moves=lambda self, state: None), "illegal-moves").state == 5


def test_endless_moves() -> None:
    endless = changed(moves=lambda self, state: itertools.repeat(1))
    assert found(endless, "endless-moves").state == 5


def test_moves_that_never_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "PATIENCE", 2.0)

    def moves(self, state):
        while state == 3:
            pass
        return Countdown.moves(self, state)

    finding = found(changed(moves=moves), "never-answers")
    assert finding.state == 3
    assert f"test_check.py:{moves.__code__.co_firstlineno + 1}" in finding.message


def test_a_check_with_little_time_blames_no_rule() -> None:
    report = check(changed(moves=lambda self, state: time.sleep(0.3) or [1]), max_seconds=0.2)
    assert not report.findings, report.text()
    assert not report.ok  # nothing was checked
    assert not report.complete
    (note,) = report.notes
    assert "the time for them, 0.2 s, was up after 0 states" in note
    assert "the rules were still at work in state 5 at tests/conformance/test_check.py:" in note


def test_a_start_that_never_comes() -> None:
    def start(self):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    assert found(changed(start=start), "never-answers", max_seconds=0.3).state is None


def test_moves_that_differ_between_calls() -> None:
    calls = itertools.count()
    game = changed(moves=lambda self, state: [1, 2][: 1 + next(calls) % 2] if state > 2 else [1])
    finding = found(game, "moves-differ")
    assert "gave 1 move (1), then 2 moves (1 2) in state 5" in finding.message


def test_a_play_that_differs_between_calls() -> None:
    calls = itertools.count()
    finding = found(changed(play=lambda *_: next(calls) % 3), "play-differs")
    assert (finding.state, finding.move) == (5, 1)


def test_an_outcome_that_differs_between_calls() -> None:
    calls = itertools.count()
    game = changed(outcome=lambda s, state: (Value.LOSS, Value.WIN)[next(calls) % 2])
    found(game, "outcome-differs")


def test_a_start_that_differs_between_calls() -> None:
    calls = itertools.count(5)
    found(changed(start=lambda self: next(calls)), "start-differs")


def test_rules_that_remember_the_last_move() -> None:
    class Remembers(Countdown):
        last = [0]  # noqa: RUF012

        def play(self, state, move):
            self.last[0] = move
            return state - move

        def outcome(self, state):
            return Value.LOSS if state == 0 or (state == 3 and self.last[0] == 2) else None

    assert found(Remembers(), "outcome-differs").state == 3


class KeepsTheTurn(Countdown):
    """The turn is kept in the game, not in the state: after each move it is the other one."""

    turn = [0]  # noqa: RUF012

    def play(self, state, move):
        self.turn[0] = 1 - self.turn[0]
        return state - move

    def outcome(self, state):
        return None if state else (Value.LOSS, Value.WIN)[self.turn[0]]


def test_the_turn_kept_in_the_game_is_no_part_of_the_state() -> None:
    assert found(KeepsTheTurn(), "outcome-differs").state == 0
    with pytest.raises(RulesError, match=r"KeepsTheTurn.* outcome .* in state 0"):
        solve(KeepsTheTurn())


def test_moves_that_depend_on_the_move_before() -> None:
    class Follows(Countdown):
        last = [0]  # noqa: RUF012

        def moves(self, state):
            return [1] if self.last[0] == 2 or state < 2 else [1, 2]

        def play(self, state, move):
            self.last[0] = state
            return state - move

    report = check(Follows())
    assert {finding.promise for finding in report.findings} == {"moves-differ"}


def test_a_board_outside_the_class_that_moves_change() -> None:
    board = [3]

    class Shared(Countdown):
        def start(self):
            return board[0]

        def play(self, state, move):
            board[0] -= 1
            return max(0, board[0])

    report = check(Shared())
    assert not report.ok


def test_rules_that_keep_answers_to_give_them_again_are_right() -> None:
    class Kept(Countdown):
        known: ClassVar[dict[int, list[int]]] = {}

        def moves(self, state):
            return self.known.setdefault(state, list(super().moves(state)))

    assert check(Kept()).ok
    assert solve(Kept()).value(Kept().start()) is solve(Countdown()).value(Countdown().start())


def test_rules_that_raise() -> None:
    finding = found(
        changed(play=lambda self, state, move: (state - move) // (state != 4)), "rules-raised"
    )
    assert finding.message.startswith("Changed.play raised ZeroDivisionError")
    assert (finding.state, finding.move) == (4, 1)


def test_a_start_that_raises() -> None:
    def start(self):
        return ()[len(str(self.stones))]

    report = check(changed(start=start))
    assert [finding.promise for finding in report.findings] == ["rules-raised"]
    assert (report.states_checked, report.complete) == (0, False)


def test_rules_that_raise_errors_of_ours() -> None:
    def moves(self, state):
        raise ParseError("cannot read this")

    assert "cannot read this" in found(changed(moves=moves), "rules-raised").message

    def play(self, state, move):
        raise RulesError("my-own", "a promise of the game's own", state=state, remedy="Keep it")

    assert found(changed(play=play), "my-own").state == 5


# --- attributes -----------------------------------------------------------------------------------


def test_illegal_players() -> None:
    found(changed(players=3), "illegal-players")


def test_illegal_stuck_is_found_even_where_no_state_is_stuck() -> None:
    found(changed(stuck="loss"), "illegal-stuck")


@pytest.mark.parametrize("limits", [((0, 5),), ((5, 0), (0, 9)), 3, ((0, "x"), (0, 9))])
def test_illegal_limits(limits: object) -> None:
    report = check(changed(Pair, limits=limits))
    assert "illegal-limits" in {finding.promise for finding in report.findings}


def test_out_of_limits() -> None:
    finding = found(changed(Pair, limits=((1, 5), (7, 7))), "out-of-limits")
    assert (finding.state, finding.message) == (
        (0, 7),
        "field 0 of state 0,7 is 0, limits say 1 ... 5",
    )


def test_parameters_that_can_change_are_noted() -> None:
    @dataclass
    class Listed(Game):
        sizes: Any = ()
        start, moves, play, outcome = (
            Countdown.start,
            Countdown.moves,
            Countdown.play,
            Countdown.outcome,
        )
        stones = 5

    report = check(Listed(sizes=[1]))
    assert report.ok
    assert any("the parameter sizes is [1]" in note for note in report.notes)
    assert any("frozen=True" in note for note in report.notes)
