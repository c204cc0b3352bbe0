"""Slips in the class of a game: names, a forgotten @dataclass, values without effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Final

import numpy as np
import pytest

from perfectplay import Game, Value, check_game, solve
from perfectplay.cli.main import run
from perfectplay.conformance.class_slips import class_slips
from perfectplay.core.errors import ParameterError, RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import build, parse_parameters


class Heap(Game):
    """Take one or two of five."""

    def start(self):
        return 5

    def moves(self, state):
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


@dataclass(frozen=True)
class Sized(Heap):
    stones: int = 5

    def start(self):
        return self.stones


def notes_of(**members) -> list[str]:
    return list(check_game(type("Mine", (Heap,), members)()).notes)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("symmetry", "symmetries"), ("move_txt", "move_text"), ("moveText", "move_text"),
        ("limit", "limits"), ("tiers", "tier"), ("teir", "tier"), ("move_again", "moves_again"),
        ("boardShape", "board_shape"), ("impartiality", "impartial"),
        ("puzzle", "players = 1"), ("num_players", "players"), ("current_player", "player"),
    ],
)  # fmt: skip
def test_near_misses_of_names(name, meant) -> None:
    (note,) = [note for note in notes_of(**{name: lambda self, *rest: ()}) if "meaning" in note]
    assert f"Mine.{name} has no meaning here: did you mean {meant}?" in note


@pytest.mark.parametrize("name", ["_symmetry", "rows", "neighbours", "line", "is_free", "text"])
def test_names_that_are_not_asked_about(name) -> None:
    assert not [note for note in notes_of(**{name: lambda self, state: "a"}) if "meaning" in note]


def test_a_helper_beside_the_method_is_not_asked_about() -> None:
    given = {"tier": lambda self, state: -state, "tiers": ()}
    assert not [note for note in notes_of(**given) if "meaning" in note]


def test_a_name_that_the_rules_read_is_not_asked_about() -> None:
    class Bounded(Heap):
        limit = 2

        def moves(self, state):
            return [n for n in range(1, self.limit + 1) if n <= state]

        @property
        def end(self):
            return self.symmetry()

        def symmetry(self):
            return 0

    assert not [note for note in check_game(Bounded()).notes if "meaning" in note]


def test_a_forgotten_dataclass(tmp_path, capsys) -> None:
    class Mine(Heap):
        stones: int = 5
        most: int = 2
        LINES: ClassVar[tuple[int, ...]] = ()

    note = check_game(Mine()).notes[0]
    assert note.startswith("stones and most are annotated, but no parameters: write @dataclass(")
    with pytest.raises(ParameterError, match="stones and most are annotated, but no parameters"):
        parse_parameters(Mine, ["stones=7"])
    file = tmp_path / "mine.py"
    file.write_text(
        "from perfectplay import Game\nfrom perfectplay.games.three_rocks import ThreeRocks\n"
        "class Mine(ThreeRocks):\n    size: int = 3\n"
    )
    assert run(["check", str(file), "size=4"]) == 2
    assert "size is annotated, but no parameter" in capsys.readouterr().err


def test_annotations_that_are_no_forgotten_fields() -> None:
    class Constants(Heap):
        LINES: tuple[int, ...] = (1, 2)
        size: Final = 3

    class Made(Heap):
        board: list[int]

        def __init__(self) -> None:
            self.board = []

    assert not [n for game in (Constants(), Made()) for n in check_game(game).notes]


def test_arrays_and_properties_in_the_place_of_defaults() -> None:
    @dataclass(frozen=True, eq=False)
    class Board(Heap):
        cells: np.ndarray = field(default_factory=lambda: np.zeros(4))

    class Same(Board):
        cells = np.zeros(4)

    class Other(Board):
        cells = np.ones(4)

    class Computed(Heap):
        stones = property(lambda self: 4)

    assert list(class_slips(Same())) == list(class_slips(Computed())) == []
    assert [topic for topic, _ in class_slips(Other())] == ["shadowed cells"]


def test_a_default_without_effect() -> None:
    class Large(Sized):
        stones = 50

    (note,) = [note for note in check_game(Large()).notes if "no effect" in note]
    assert "Large.stones has no effect: the parameter stones is 5" in note

    @dataclass(frozen=True)
    class Right(Sized):
        stones: int = 50

    assert Right().start() == 50
    assert not [note for note in check_game(Right()).notes if "no effect" in note]


class Cup:
    """A state without __eq__."""

    def __init__(self, stones):
        self.stones = stones


class Cups(Heap):
    def start(self):
        return Cup(5)

    def moves(self, state):
        return super().moves(state.stones)

    def play(self, state, move):
        return Cup(state.stones - move)

    def outcome(self, state):
        return super().outcome(state.stones)


def test_solve_refuses_states_that_equal_only_themselves() -> None:
    with pytest.raises(RulesError, match="gives a state that equals only itself") as e:
        solve(Cups())
    assert "@dataclass(frozen=True)" in str(e.value)


class Colour(Enum):
    """Members are made once, so that they may be states."""

    RED = "red"
    BLUE = "blue"


def test_members_of_an_enumeration_are_states() -> None:
    members = {
        "start": lambda self: Colour.RED,
        "moves": lambda self, state: [1],
        "play": lambda self, state, move: Colour.BLUE,
        "outcome": lambda self, state: Value.LOSS if state is Colour.BLUE else None,
    }
    assert solve(type("Mine", (Heap,), members)()).value(Colour.RED) is Value.WIN


@pytest.mark.parametrize("name", ["LOSE", "lose", "Win"])
def test_a_misspelt_value(name) -> None:
    report = check_game(type("Mine", (Heap,), {"outcome": lambda s, state: getattr(Value, name)})())
    assert "(did you mean " in report.findings[0].message
    assert not report.ok


@pytest.mark.parametrize("name", GAMES)
def test_no_game_of_the_library_slips(name) -> None:
    assert list(class_slips(build(load_class(name), {}))) == []


def test_a_method_that_hides_a_parameter() -> None:
    @dataclass(frozen=True)
    class Mine(Heap):
        stones: int = 5

        def stones(self):  # noqa: F811
            return 3

    for look in (solve, CheckedGame):
        with pytest.raises(RulesError, match="stones is a parameter and a method") as found:
            look(Mine())
        assert found.value.promise == "hidden-parameter"
    assert not check_game(Mine()).ok


def test_a_parameter_that_is_a_function() -> None:
    @dataclass(frozen=True)
    class Mine(Heap):
        start_of: Callable = Heap.start
        label: Callable = lambda: "a"

    assert check_game(Mine()).ok


def test_a_title_that_is_no_text():
    class Titled(Heap):
        title = 7

    class Helped(Heap):
        def title(self, state):
            return state

    notes = dict(class_slips(Titled()))
    assert notes["title"] == ("Titled.title is 7, and no text: pages show 'Titled' in its place")
    assert "title" not in dict(class_slips(Helped()))
    assert "title" not in dict(class_slips(Heap()))


class Silent(Heap):
    def outcome(self, state):
        Value.LOSS if state == 0 else None  # noqa: B018


class Stuck(Heap):
    stuck = Value.LOSS

    def outcome(self, state):
        """No outcome of its own."""


def test_an_outcome_without_return_is_noted_with_what_it_works_out() -> None:
    (note,) = [note for note in check_game(Silent(), compiled=False).notes if "return" in note]
    expected = "Silent.outcome returns nothing: write return before Value.LOSS if state == 0 else"
    assert note.startswith(expected)
    assert dict(class_slips(Stuck())) == dict(class_slips(Heap())) == {}


def test_a_name_with_an_accent_is_close_to_the_plain_one() -> None:
    game = type("Mine", (Heap,), {"misère": True})()
    assert "did you mean misere?" in dict(class_slips(game))["name misère"]
