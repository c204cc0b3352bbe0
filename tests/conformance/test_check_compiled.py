"""What `check` says of compiled rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag

from games_to_check import check, found
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from tiny_games import Countdown, changed

# --- compiled -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overflows(Countdown):
    """The seventh power of 1,000 leaves 64 bits: compiled rules see another number."""

    def outcome(self, state):
        power = 1
        for _ in range(7 * (state == 1)):
            power *= 1000
        return Value.LOSS if state == 0 or power % 7 == 3 else None


def test_rules_that_compiled_code_answers_differently() -> None:
    python = check(Overflows())
    assert python.ok, python.text()
    finding = found(Overflows(), "compiled-differs", compiled=True)
    assert finding.state == 1


class Wall(Flag):
    EAST = 1
    WEST = 2


class Walls(Game):
    """Take a wall away. A Flag is compared with its number, which it never equals."""

    def start(self):
        return (Wall.EAST | Wall.WEST, 2)

    def moves(self, state):
        return [wall for wall in Wall if wall in state[0]]

    def play(self, state, move):
        return (state[0] & ~move, state[1] - 1)

    def outcome(self, state):
        return Value.WIN if state[0] == 2 else Value.LOSS if not state[0] else None


def test_a_flag_that_is_compared_with_a_number_is_no_fault() -> None:
    report = check(Walls(), compiled=True)
    assert report.ok, report.text()
    (note,) = [note for note in report.notes if "interpreted" in note]
    assert "a Flag equals its number in compiled code; compare with flags" in note


def test_good_games_are_the_same_compiled() -> None:
    report = check(Countdown(), compiled=True)
    assert report.ok, report.text()
    assert not any("interpreted" in note for note in report.notes), report.text()


@dataclass(frozen=True)
class Left:
    """A number of stones, and the move that led here."""

    stones: int = 5
    last: tuple[int, ...] | None = None


def test_a_field_that_is_none_or_tuples_of_any_length_is_named() -> None:
    class NotTheSame(Game):
        """Take one or two, not as many as were taken before."""

        def start(self):
            return Left()

        def moves(self, state):
            return [k for k in (1, 2) if k <= state.stones and state.last != (k,) * k]

        def play(self, state, move):
            return Left(state.stones - move, (move,) * move)

        def outcome(self, state):
            return None if self.moves(state) else Value.LOSS

    said = check(NotTheSame(), compiled=True).text()
    assert "runs interpreted: field last of its states is None or a tuple; a tuple of one" in said


def test_why_a_game_is_not_compiled_is_noted() -> None:
    game = changed(moves=lambda self, state: [1, 2][: min(state, 2)] if id(self) else [])
    report = check(game, compiled=True)
    assert report.ok, report.text()
    assert any("runs interpreted" in note for note in report.notes), report.text()


def test_a_parameter_called_name_is_no_name_of_the_game() -> None:
    assert check(changed(name=7)).game == "Changed"
    assert check(changed(name="Rocks")).game == "Rocks"
