"""The note on states that may lack whose turn it is, and the states it is not for."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from benchmarks.dobutsu import Dobutsu

from games_to_check import check
from perfectplay.conformance import turn_note
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from tiny_games import Countdown, changed


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
        return [m for m in (1, 2, -1) if 0 <= state[0] + m < 5]

    def play(self, state, move):
        return (state[1], state[0] + move)

    def outcome(self, state):
        return Value.LOSS if state[1] == 4 else None


class Letters(Turned):
    def start(self):
        return "aa"

    def moves(self, state):
        return [m for m in "abcde" if ord(m) - ord(state[0]) in (1, 2, -1)]

    def play(self, state, move):
        return state[1] + move

    def outcome(self, state):
        return Value.LOSS if state[1] == "e" else None


class Heaps(Walk):
    """One or two stones from either heap."""

    def start(self):
        return (3, 3)

    def moves(self, state):
        return [(i, n) for i in (0, 1) for n in (1, 2) if n <= state[i]]

    def play(self, state, move):
        return tuple(n - move[1] * (i == move[0]) for i, n in enumerate(state))

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None


class Dressed(Heaps):
    """The same heaps in another kind of state."""

    def __init__(self, dress, undress):
        self.dress, self.undress = dress, undress

    def start(self):
        return self.dress((3, 3))

    def moves(self, state):
        return super().moves(self.undress(state))

    def play(self, state, move):
        return self.dress(super().play(self.undress(state), move))

    def outcome(self, state):
        return super().outcome(self.undress(state))


@dataclass(frozen=True)
class Cups:
    left: int
    right: int


def lengths(state):
    return tuple(map(len, state))


DRESSES = {
    "dataclass": Dressed(lambda heaps: Cups(*heaps), lambda state: (state.left, state.right)),
    "bytes": Dressed(bytes, tuple),
    "numpy": Dressed(lambda heaps: tuple(np.array(heaps)), lambda state: tuple(map(int, state))),
    "floats": Dressed(lambda heaps: tuple(n / 2 for n in heaps), lambda s: tuple(2 * n for n in s)),
    "rows": Dressed(lambda heaps: tuple("|" * heap for heap in heaps), lengths),
    "words": Dressed(lambda heaps: tuple("abc"[:heap] for heap in heaps), lengths),
    "sets": Dressed(
        lambda heaps: frozenset(f"{i}{n}" for i in (0, 1) for n in range(heaps[i])),
        lambda state: tuple(sum(item[0] == side for item in state) for side in "01"),
    ),
}


@pytest.mark.parametrize("game", DRESSES.values(), ids=DRESSES)
def test_heaps_are_not_noted_in_states_of_any_kind(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert without_explanations(game, monkeypatch)
    assert notes(game) == []


def without_explanations(game: Game, patch: pytest.MonkeyPatch) -> list[str]:
    """What `check` says of plies, whatever the moves do to the states."""
    with patch.context() as unexplained:
        unexplained.setattr(turn_note, "only_shrinks_or_grows", lambda _: False)
        unexplained.setattr(turn_note, "is_turned", lambda _: False)
        return notes(game, 2)


@pytest.mark.parametrize("game", [Countdown(), Heaps(), Turned(), Letters()])
def test_states_that_their_moves_explain_are_not_noted(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heaps that only shrink, and states that are turned to the player to move."""
    assert without_explanations(game, monkeypatch)
    assert check(game).notes == ()


def test_states_of_nothing() -> None:
    game = changed(
        start=lambda self: (1,),
        moves=lambda self, state: [1, 2],
        play=lambda self, state, move: () if move == 1 or not state else (2,),
        outcome=lambda self, state: Value.LOSS if state == (2,) else None,
        parse=lambda self, text: tuple(map(int, text.split(","))) if text else (),
        text=lambda self, state: ",".join(map(str, state)),
    )
    assert notes(game)


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


@pytest.mark.parametrize("game", [TurnedStrip(), Dobutsu()], ids=lambda g: type(g).__name__)
def test_boards_that_are_turned_to_the_player_to_move_are_not_noted(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert without_explanations(game, monkeypatch)
    assert not notes(game, 2)
