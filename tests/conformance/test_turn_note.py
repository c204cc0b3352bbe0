"""The note on states that may lack whose turn it is, and the states it is not for."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from benchmarks.dobutsu import Dobutsu
from benchmarks.teeko import Teeko

from games_to_check import check
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.games.three_rocks import ThreeRocks
from tiny_games import Countdown


def notes(game: Game, seconds: float = 10) -> list[str]:
    """What `check` says of plies."""
    return [
        note for note in check(game, max_seconds=seconds).notes if "even number of plies" in note
    ]


def test_a_state_after_an_even_and_an_odd_number_of_plies_is_noted_with_both_plays() -> None:
    (note,) = check(Walk()).notes
    assert "state 2 is reached after an even number of plies (1; 1)" in note
    assert "after an odd number (2)" in note
    for more in ({"player": lambda self, state: state % 2}, {"players": 1}, {"impartial": True}):
        assert not [n for n in check(type("Mine", (Walk,), more)()).notes if "plies" in n]


class Walk(Game):
    """A token on a row of three; whose turn it is stands nowhere."""

    def start(self):
        return 0

    def moves(self, state):
        return {0: [1, 2], 1: [1, -1]}.get(state, [])

    def play(self, state, move):
        return state + move

    def outcome(self, state):
        return Value.LOSS if state == 2 else None


class Turned(Walk):
    """Both sides' tokens, those of the player to move first."""

    def start(self):
        return (0, 0)

    def moves(self, state):
        return [m for m in (1, -1) if 0 <= state[0] + m < 3]

    def play(self, state, move):
        return (state[1], state[0] + move)

    def outcome(self, state):
        return Value.LOSS if state[1] == 2 else None


class Letters(Turned):
    def start(self):
        return "aa"

    def moves(self, state):
        return [m for m in "abc" if abs(ord(m) - ord(state[0])) == 1]

    def play(self, state, move):
        return state[1] + move

    def outcome(self, state):
        return Value.LOSS if state[1] == "c" else None


@pytest.mark.parametrize("game", [Countdown(), ThreeRocks(4, 4), Turned(), Letters()])
def test_states_that_their_moves_explain_are_not_noted(game: Game) -> None:
    """Heaps that only shrink, and states that are turned to the player to move."""
    assert check(game).notes == ()


@dataclass(frozen=True)
class Chase:
    """Where the king, the rook and the king of the other side stand on a strip of nine."""

    mine: int
    rook: int
    theirs: int


class Strip(Game):
    """Whoever is to move moves the first king, and nothing says who that is."""

    def start(self):
        return Chase(0, 1, 8)

    def moves(self, state):
        ways = [("mine", -1), ("mine", 1), ("rook", -2), ("rook", -1), ("rook", 1), ("rook", 2)]
        return [(n, d) for n, d in ways if 0 <= getattr(state, n) + d < 9]

    def play(self, state, move):
        return replace(state, **{move[0]: getattr(state, move[0]) + move[1]})

    def outcome(self, state):
        return Value.WIN if state.rook == state.theirs else None


class TurnedStrip(Strip):
    """The strip is turned round for the player to move, and each side has a king and a rook."""

    def start(self):
        return (1, 2, 0, 0, 0, 0, 0, -2, -1)

    def moves(self, state):
        pieces = [i for i in range(9) if state[i] > 0]
        steps = [(i, i + d) for i in pieces for d in (-1, 1)]
        return [(i, j) for i, j in steps if 0 <= j < 9 and state[j] <= 0]

    def play(self, state, move):
        board = list(state)
        board[move[1]], board[move[0]] = board[move[0]], 0
        return tuple(-piece for piece in reversed(board))

    def outcome(self, state):
        return None if 1 in state else Value.LOSS


def test_pieces_that_move_one_at_a_time_are_noted() -> None:
    assert notes(Strip(), 2)


@pytest.mark.parametrize(
    "game", [TurnedStrip(), Dobutsu(), Teeko()], ids=lambda g: type(g).__name__
)
def test_boards_that_are_turned_to_the_player_to_move_are_not_noted(game: Game) -> None:
    assert not notes(game, 2)
