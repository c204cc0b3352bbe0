"""Games whose states are written as people write them: rows, records, letters, None, an Enum."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum, Flag
from pathlib import Path
from typing import Any

import pytest

from every_way import gives_one_folder, is_damaged_by, name_of
from games_of_words import GAMES, Letters
from perfectplay import Game, Solution, Value, search, solve
from perfectplay.core.errors import MethodError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.operators.start_at import start_at
from perfectplay.game.shape.state_shape import state_shape
from perfectplay.solver.resume import solve_into
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.verifier.verifying import verify
from verify_modes import kinds

pytest.importorskip("pyarrow")


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_every_way_gives_the_same_folder_and_it_is_right(game: Game, tmp_path: Path) -> None:
    gives_one_folder(game, tmp_path, repr)


WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "missing": lambda keys: keys.pop("words"),
    "too few": lambda keys: keys.update(words=keys["words"][:1]),
    "not quoted": lambda keys: keys.update(words=["X" for _ in keys["words"]]),
    "no member": lambda keys: keys.update(words=["Side.RED" for _ in keys["words"]]),
    "numbers": lambda keys: keys.update(words=[1, 2, 3]),
    "null": lambda keys: keys.update(words=None),
    "brackets": lambda keys: keys.update(words=["(" * 9999 for _ in keys["words"]]),
    "below all": lambda keys: keys.update(low=[-3 for _ in keys["low"]]),
    "a field less": lambda keys: keys.update(low=keys["low"][1:], size=keys["size"][1:]),
}


@pytest.mark.parametrize("how", WRONG)
def test_words_that_are_damaged_are_no_words(how: str, tmp_path: Path) -> None:
    is_damaged_by(Letters(), tmp_path / "f", WRONG[how])


def test_keys_of_tuples_do_not_fit_integers(tmp_path: Path) -> None:
    class Heap(Game):
        def start(self):
            return 3

        def moves(self, state):
            return [1]

        def play(self, state, move):
            return state - move

        def outcome(self, state):
            return Value.LOSS if state == 0 else None

    solve_into(Heap(), tmp_path / "f")
    path = tmp_path / "f" / "manifest.json"
    content = json.loads(path.read_bytes())
    content["keys"] = {"kind": "tuple", "low": [0], "size": [4]}
    path.write_text(json.dumps(content))
    assert kinds(verify(tmp_path / "f", Heap())) == {"manifest"}


# --- parts of a game, whose words are others ------------------------------------------------------


class Named(Game):
    """A heap that is named after the last move; the name decides what may be taken."""

    def start(self):
        return (12, "m", "a")

    def moves(self, state):
        return [2] if state[1] == "y" else [3] if state[1] == "x" else [1, 2, 3]

    def play(self, state, move):
        name = "z" if move == 1 else "y" if move == 2 else "x"
        return (max(0, state[0] - move), name, "b" if state[2] == "a" else "a")

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


@pytest.mark.parametrize("begin", [(9, "x", "b"), (10, "y", "b"), (11, "z", "b")])
def test_a_part_with_other_words_ends_lines_rightly(begin: Any) -> None:
    """The start has a word, "m", that no part has, so that all codes after it are others."""
    game = Named()
    whole, part = solve(game), solve(start_at(game, begin))
    words = [solution.keys.shape.words for solution in (whole, part)]  # type: ignore[attr-defined]
    assert words == [("a", "b", "m", "x", "y", "z"), ("a", "b", "x", "y", "z")]
    for state in whole.states():
        found = search(game, state, known=part, method="compiled")
        assert (found.value, found.remoteness) == (whole.value(state), whole.remoteness(state))


# --- what compiled rules cannot do ----------------------------------------------------------------


class Side(Flag):
    LEFT = 1
    RIGHT = 2


class Flagged(Game):
    """A member of a Flag is no number in Python, and its number in compiled code."""

    def start(self):
        return (Side.LEFT, 6)

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        side = Side.RIGHT if state[0] is Side.LEFT else Side.LEFT
        return (side, max(0, state[1] - move))

    def outcome(self, state):
        if state[1] > 0:
            return None
        return Value.LOSS if state[0] == 1 else Value.WIN


def test_rules_that_compiled_code_answers_otherwise_run_interpreted() -> None:
    with pytest.raises(MethodError, match=r"compiled code answers differently in state"):
        solve(Flagged(), method="compiled")
    reference = solve(Flagged(), method="reference")
    assert solve(Flagged()).histogram == reference.histogram


class Spelled(Game):
    """A board that is a text, and a turn."""

    def start(self):
        return ("....", "X")

    def moves(self, state):
        return [i for i in range(4) if state[0][i] == "."]

    def play(self, state, move):
        board, turn = state
        return (board[:move] + turn + board[move + 1 :], "O" if turn == "X" else "X")

    def outcome(self, state):
        return None if "." in state[0] else Value.DRAW


class Alone(Spelled):
    """A board alone."""

    def start(self):
        return "....."

    def moves(self, state):
        return [i for i in range(5) if state[i] == "."]

    def play(self, state, move):
        turn = "X" if state.count(".") % 2 else "O"
        return state[:move] + turn + state[move + 1 :]

    def outcome(self, state):
        if "XX" in state:
            return Value.LOSS
        return None if "." in state else Value.DRAW


class Mirrored(Alone):
    """Texts turned round are equal."""

    def symmetries(self, state):
        yield state[::-1]


@pytest.mark.parametrize("game", [Spelled(), Alone(), Mirrored()])
def test_boards_that_are_texts(game: Game, tmp_path: Path) -> None:
    """Compiled, interpreted, in a folder, verified both ways, and opened again."""
    reference = solve(game, method="reference")
    states = list(reference.states())
    for method in ("compiled", "interpreted"):
        folder = tmp_path / method
        stored = solve_into(game, folder, method=method).solution
        for solution in (solve(game, method=method), stored, Solution.open(folder, game=game)):
            assert [solution.probe(state) for state in states] == list(map(reference.probe, states))
        assert verify(folder, game).ok
        assert verify(folder, game, interpreted=True).ok


def test_a_text_that_changes_its_length_runs_interpreted(tmp_path: Path) -> None:
    class Shrinks(Alone):
        def play(self, state, move):
            new = super().play(state, move)
            return new[:-1] if new.count(".") < 2 else new

        def moves(self, state):
            return [i for i, cell in enumerate(state) if cell == "."]

    reference = solve(Shrinks(), method="reference")
    assert solve(Shrinks()).histogram == reference.histogram
    solve_into(Shrinks(), tmp_path / "f")
    assert verify(tmp_path / "f", Shrinks()).ok


# --- words that nobody could read back ------------------------------------------------------------


class OneHouse:
    class Colour(Enum):
        RED = 1
        BLUE = 2


class OtherHouse:
    class Colour(Enum):
        RED = 1
        BLUE = 2


class Houses(Game):
    """Members of two Enums of one name."""

    def start(self):
        return (OneHouse.Colour.RED, OtherHouse.Colour.RED, 3)

    def moves(self, state):
        return [0, 1]

    def play(self, state, move):
        if move:
            return (OneHouse.Colour.BLUE, state[1], state[2] - 1)
        return (state[0], OtherHouse.Colour.BLUE, state[2] - 1)

    def outcome(self, state):
        if state[2]:
            return None
        return Value.WIN if state[0] is OneHouse.Colour.BLUE else Value.LOSS


class LocalHouses(Houses):
    """Members of two Enums of one qualified name."""

    def start(self):
        return (*(_colours().RED for _ in range(2)), 3)

    def play(self, state, move):
        return (state[1], state[0], state[2] - 1)

    def outcome(self, state):
        return None if state[2] else Value.LOSS


COLOURS: list[Any] = []


def _colours() -> Any:
    """One of two Enums, in turn."""

    class Colour(Enum):
        RED = 1

    if len(COLOURS) < 2:
        COLOURS.append(Colour)
    COLOURS.reverse()
    return COLOURS[0]


class LongName(Named):
    """A word of 300 characters."""

    def start(self):
        return (5, "m" * 300, "a")


@pytest.mark.parametrize("game", [Houses(), LongName()], ids=["houses", "long"])
def test_unusual_words_come_back(game: Game, tmp_path: Path) -> None:
    found = solve_reference(CheckedGame(game), 1000)
    solve_into(game, tmp_path / "f")
    opened = Solution.open(tmp_path / "f", game)
    assert [opened.value(state) for state in found.states] == found.value
    assert verify(tmp_path / "f", game).ok


def test_two_enums_of_one_name_are_no_words() -> None:
    start = LocalHouses().start()
    assert type(start[0]) is not type(start[1])
    assert state_shape(start) is None
    assert len(solve(LocalHouses())) == len(solve_reference(CheckedGame(LocalHouses()), 99).states)
