"""Notes on rules that keep every promise, but hardly say what their author means."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from games_to_check import check, found
from perfectplay.conformance import check_game, check_run, checking
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_class
from tiny_games import Countdown, changed

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Crosses(Game):
    """Three in a row win, as a person would write it."""

    def start(self) -> Any:
        return "." * 9

    def moves(self, state):
        return [i for i in range(9) if state[i] == "."]

    def play(self, state, move):
        mark = "X" if state.count(".") % 2 else "O"
        return state[:move] + mark + state[move + 1 :]

    def outcome(self, state):
        for a, b, c in LINES:
            if "." != state[a] == state[b] == state[c]:
                return self.ending(state[a])
        return None if "." in state else Value.DRAW

    def ending(self, _mark):
        return Value.LOSS


def notes(game: Game) -> str:
    report = check(game, samples=6_000)
    assert report.ok, report.text()
    return "\n".join(report.notes)


def test_right_rules_have_no_such_note() -> None:
    assert notes(Crosses()) == ""


def test_a_play_that_is_over_at_the_start_is_noted() -> None:
    always = changed(Crosses, outcome=lambda _self, _state: Value.DRAW)
    assert "the play is over at the start: Changed.outcome gives Value.DRAW" in notes(always)
    assert "while a play goes on, it must give None" in notes(always)


def test_moves_that_all_give_back_the_start_are_noted() -> None:
    same = changed(Crosses, play=lambda _self, state, _move: state)
    assert "no move changes the start: Changed.play gives back the state" in notes(same)


def test_a_game_that_cannot_end_is_noted() -> None:
    def ring(end: int | None) -> Game:
        return changed(
            start=lambda _self: 0,
            moves=lambda _self, _state: [1, 5],
            play=lambda _self, state, move: (state + move) % 6,
            outcome=lambda _self, state: Value.LOSS if state == end else None,
        )

    assert "no play ever ends: each of the 6 states has a move" in notes(ring(None))
    assert "no play ever ends" not in notes(ring(3))


def test_a_move_that_is_given_twice_is_noted_once() -> None:
    twice = changed(moves=lambda _self, state: [1, 1] if state else [])
    assert (
        notes(twice).count("Changed.moves gives the move 1 more than once (2 times) in state 5")
        == 1
    )


@pytest.mark.parametrize(("mark", "side"), [("X", "second"), ("O", "first")])
def test_endings_that_speak_for_one_player_are_noted(mark: str, side: str) -> None:
    def ending(_self: Any, line: str) -> Value:
        return Value.WIN if line == mark else Value.LOSS

    game = changed(Crosses, ending=ending)
    sentence = f"the {side} player wins every decisive ending: as the player to move in "
    assert sentence in notes(game)
    assert sentence in "\n".join(check(game).notes)  # of some of the states


def test_a_hunt_in_which_one_side_alone_can_win_is_not_noted() -> None:
    class Hunt(Game):
        """A cat and a mouse on a ring of seven; each may step onto the other."""

        def start(self):
            return (0, 3, 0)

        def moves(self, state):
            here = state[state[2]]
            return [(here + 1) % 7, (here - 1) % 7]

        def play(self, state, move):
            return (move, state[1], 1) if state[2] == 0 else (state[0], move, 0)

        def outcome(self, state):
            if state[0] == state[1]:
                return Value.LOSS if state[2] else Value.WIN
            return None

    assert "decisive ending" not in notes(Hunt())


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_library_has_no_such_note(name: str) -> None:
    report = check_game(load_class(name)(), samples=500, compiled=False, max_seconds=900)
    words = ("at the start", "changes the start", " more than once (", "every decisive ending:")
    assert not [note for note in report.notes if any(word in note for word in words)]


# --- rules that never return ----------------------------------------------------------------------


def test_a_loop_that_never_ends_is_found_while_the_shape_of_the_states_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checking, "PATIENCE", 0.2)
    monkeypatch.setattr(check_run, "_SHAPE", 0.01)

    def moves(_self: Any, state: str) -> Any:
        while state[4] == "X" and state.count(".") == 8:
            pass
        return Crosses().moves(state)

    finding = found(changed(Crosses, moves=moves), "never-answers", max_seconds=20.0)
    assert finding.state == "....X...."


def test_a_loop_that_yields_for_ever_is_found() -> None:
    endless = changed(Crosses, moves=lambda _self, _state: (0 for _ in count()))
    assert found(endless, "endless-moves", max_moves=1_000).state == "." * 9


def test_a_hundred_tiny_states_need_no_note() -> None:
    assert notes(Countdown(100)) == ""


class Remembering(Game):
    """A default argument is a list to which each call adds."""

    def start(self):
        return (5, 0)

    def added(self, n, seen=[]):  # noqa: B006
        seen.append(n)
        return len(seen) % 2

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        return (max(0, state[0] - move), self.added(move))

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


def test_rules_that_remember_end_in_no_traceback() -> None:
    """A state may have another child than it had before."""
    assert "looked at" in check(Remembering()).text()
