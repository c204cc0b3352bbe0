"""Outcomes written for the player who has just moved: asked about, once, and no false alarm."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import pytest

from perfectplay import Game, Value, check_game, game_from_tree, misere, solve, sum_of
from perfectplay.cli.main import run
from perfectplay.core.errors import PerfectPlayWarning
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.endings import inverted_ending, one_winner, unheeded_misere
from perfectplay.game.naming import GAMES
from perfectplay.games.subtraction import Subtraction
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build, fields_of

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Noughts(Game):
    """Tic-tac-toe on a string; three in a row decide."""

    line = Value.LOSS

    def start(self):
        return "." * 9

    def moves(self, state):
        return [i for i in range(9) if state[i] == "."]

    def play(self, state, move):
        mark = "XO"[state.count("X") > state.count("O")]
        return state[:move] + mark + state[move + 1 :]

    def outcome(self, state):
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != ".":
                return self.line
        return None if "." in state else Value.DRAW


class Slip(Noughts):
    """Its author thinks of the player who has just moved."""

    line = Value.WIN


class Absolute(Noughts):
    """Its author thinks of the first player, whoever is to move."""

    def outcome(self, state):
        value = super().outcome(state)
        second_made_it = state.count(".") % 2 == 1
        return Value.WIN if value is Value.LOSS and not second_made_it else value


class Maker(Noughts):
    """Only the first player, who makes a row, can win."""

    def outcome(self, state):
        value = super().outcome(state)
        return Value.DRAW if value is Value.LOSS and state.count(".") % 2 else value


class Meant(Slip):
    misere = True


class Worded(Slip):
    """The misère form: who completes a row loses."""


class Loses(Slip):
    """Whoever completes three in a row loses."""


class CannotMove(Slip):
    """Three in a row. A player who cannot move loses."""


class LetsTheOther(Slip):
    """Three in a row. The player who lets the other make a line loses."""


class BothSaid(Slip):
    """Three in a row wins, and the other player loses."""


@dataclass(frozen=True)
class Heap(Game):
    """Take one or two; a state of the mover's own."""

    stones: int = 5
    end: Value = Value.LOSS

    def start(self):
        return self.stones

    def moves(self, state):
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return self.end if state == 0 else None


@dataclass(frozen=True)
class HeapWithTurns(Heap):
    """The same with the seat in the state."""

    def start(self):
        return (self.stones, 0)

    def moves(self, state):
        return super().moves(state[0])

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def outcome(self, state):
        return super().outcome(state[0])

    def player(self, state):
        return state[1]


class Twice(Heap):
    """Whoever takes one moves again, the last stone too: the player to move has just moved."""

    def moves(self, state):
        return [1]

    def moves_again(self, state, move):
        return True


class Stuck(Heap):
    """Who cannot move wins, as the class says."""

    stuck = Value.WIN

    def outcome(self, state):
        return None


class Draws(Heap):
    def outcome(self, state):
        return Value.DRAW if state == 0 else None


class Puzzle(Heap):
    players = 1


class Unheeded(Noughts):
    """misere is not a switch: these rules are those of the normal form."""

    misere = True


class UnheededStuck(Stuck):
    stuck = Value.LOSS
    misere = True


@dataclass(frozen=True)
class Unread(Heap):
    """A parameter that no rule reads."""

    misere: bool = False


@dataclass(frozen=True)
class Early(Heap):
    """Nobody may take the last stone with ``misere``, so the endings of both forms are lost."""

    misere: bool = True
    stuck = Value.LOSS

    def moves(self, state):
        return [n for n in (1, 2) if n <= state - self.misere]


class LastOrNone(Heap):
    """Taking the last stone wins, and so does being left with one."""

    misere = True

    def outcome(self, state):
        return (Value.LOSS, Value.WIN)[state] if state < 2 else None


SLIPS = [
    Slip(),
    CannotMove(),
    LetsTheOther(),
    BothSaid(),
    Heap(end=Value.WIN),
    HeapWithTurns(end=Value.WIN),
]
RIGHT = [
    Noughts(), Maker(), Meant(), Worded(), Loses(), Heap(), HeapWithTurns(), Twice(end=Value.WIN),
    Stuck(), Draws(), Puzzle(end=Value.WIN), misere(Noughts()), Heap(stones=0, end=Value.WIN),
    sum_of(Subtraction(1, misere=True), Subtraction(1, misere=True)),
    Game.from_functions(3, (1,), lambda move, state: state - move if state else False,
                        lambda state: "undecided" if state else 1),
    game_from_tree({"a": "loss"}), Unread(), Early(), Early(misere=False), LastOrNone(),
]  # fmt: skip


@pytest.mark.parametrize("game", SLIPS, ids=lambda game: type(game).__name__)
def test_check_and_solve_ask_once(game) -> None:
    notes = [note for note in check_game(game, compiled=False).notes if "just moved" in note]
    assert len(notes) == 1
    assert "misere = True" in notes[0]
    assert check_game(game, compiled=False).ok
    with pytest.warns(PerfectPlayWarning, match="whoever makes the last move loses") as found:
        solve(game)
    assert len(found) == 1


def test_endings_that_speak_for_one_seat() -> None:
    sentence = "the second player wins every decisive ending: as the player to move in "
    with pytest.warns(PerfectPlayWarning, match=sentence) as found:
        solve(Absolute())
    assert len(found) == 1


UNHEEDED = [
    (Unheeded(), "let outcome() return"), (UnheededStuck(), "set stuck ="),
    (Unread(misere=True), "let outcome() return"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "remedy"), UNHEEDED, ids=lambda game: type(game).__name__)
def test_misere_that_the_endings_contradict(game, remedy) -> None:
    notes = [note for note in check_game(game).notes if "misere itself changes no rule" in note]
    assert len(notes) == 1
    assert f"if the last move should lose, {remedy} Value.WIN" in notes[0]
    with pytest.warns(PerfectPlayWarning, match="is a loss for the player to move") as found:
        solve(game)
    assert len(found) == 1


@pytest.mark.parametrize("game", RIGHT, ids=lambda game: type(game).__name__)
def test_nobody_else_is_asked(game) -> None:
    assert not [note for note in check_game(game, compiled=False).notes if "just moved" in note]
    with warnings.catch_warnings():
        warnings.simplefilter("error", PerfectPlayWarning)
        solve(game)


@pytest.mark.parametrize("name", GAMES)
def test_no_game_of_the_library_is_asked(name) -> None:
    found = load_class(name)
    given = [{}] + [{"misere": True}] * ("misere" in fields_of(found))
    for rules in (CheckedGame(build(found, values)) for values in given):
        assert inverted_ending(rules) is None
        assert unheeded_misere(rules) is None
        assert one_winner(rules) == ""


SLIP = """
from perfectplay import Game, Value

class Race(Game):
    def start(self):
        return 0
    def moves(self, state):
        return [1, 2]
    def play(self, state, move):
        return min(state + move, 7)
    def outcome(self, state):
        return Value.WIN if state == 7 else None
"""


def test_on_the_command_line(tmp_path, capsys) -> None:
    file = tmp_path / "race.py"
    file.write_text(SLIP)
    for command in (["check", str(file)], ["solve", str(file), "-o", str(tmp_path / "folder")]):
        assert run(command) == 0
        said = "".join(capsys.readouterr())
        assert said.count("note: whoever makes the last move loses") == 1
        assert "such as 7, is a win for the player to move" in said
    assert run(["solve", str(file), "-o", str(tmp_path / "folder")]) == 0
    assert "last move" not in "".join(capsys.readouterr())  # it was asked
