"""Parameters as people type them."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Literal

import pytest

from perfectplay.core.errors import ParameterError
from perfectplay.core.value import Value
from perfectplay.game.game import Game
from perfectplay.games.nim import Nim
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_class
from perfectplay.registry.parameters import (
    build,
    defaults_of,
    listing,
    parse_parameters,
    split_arguments,
)


class Colour(Enum):
    RED = 1
    DARK_BLUE = 2


class Plain(Game):
    """A game without parameters."""

    def start(self):
        return 0

    def moves(self, state):
        return ()

    def play(self, state, move):
        return state

    def outcome(self, state):
        return Value.LOSS


@dataclass(frozen=True)
class Every(Plain):
    """One field of each kind that can be typed."""

    number: int = 1
    flag: bool = False
    word: str = "x"
    share: float = 0.5
    row: tuple[int, ...] = (1, 2)
    pair: tuple[int, int] = (3, 4)
    loose: tuple = (5,)
    names: tuple[str, ...] = ("a",)
    takes: frozenset[int] = frozenset({1, 2})
    mode: Literal["fast", "slow"] = "fast"
    colour: Colour = Colour.RED
    stuck: Value = Value.LOSS
    limit: int | None = None
    made: int = field(default=0, init=False)
    SHARED: ClassVar[int] = 7


@dataclass(frozen=True)
class Needs(Plain):
    size: int
    depth: int = 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("number=4", 4),
        ("number=-4", -4),
        ("number=1_000", 1000),
        ("flag=yes", True),
        ("flag=true", True),
        ("flag=1", True),
        ("flag=No", False),
        ("flag=false", False),
        ("flag=0", False),
        ("word=a=b", "a=b"),
        ("word=", ""),
        ("share=0.25", 0.25),
        ("row=3,5,6", (3, 5, 6)),
        ("row=3", (3,)),
        ("row=3,", (3,)),
        ("row=", ()),
        ("row=(3, 5)", (3, 5)),
        ("pair=7,8", (7, 8)),
        ("loose=1,2,3", (1, 2, 3)),
        ("names=ab,c", ("ab", "c")),
        ("takes=1,4", frozenset({1, 4})),
        ("mode=slow", "slow"),
        ("mode=SLOW", "slow"),
        ("colour=dark_blue", Colour.DARK_BLUE),
        ("stuck=win", Value.WIN),
        ("limit=none", None),
        ("limit=3", 3),
    ],
)
def test_each_kind_of_field_is_read(text, value):
    name = text.partition("=")[0]
    assert parse_parameters(Every, [text]) == {name: value}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("number=x", "number must be a whole number, got 'x'"),
        ("number=1.5", "number must be a whole number, got '1.5'"),
        ("number=", "number must be a whole number, got ''"),
        ("flag=maybe", "flag must be yes or no, got 'maybe'"),
        ("share=much", "share must be a number, got 'much'"),
        ("row=3,x", "row must be values separated by commas such as 3,5,6, each a whole number"),
        ("pair=1", "pair must be 2 values separated by commas"),
        ("mode=medium", "mode must be one of fast, slow, got 'medium'"),
        ("colour=green", "colour must be one of red, dark_blue, got 'green'"),
        ("limit=x", "limit must be a whole number or none, got 'x'"),
    ],
)
def test_a_value_of_another_type_is_refused(text, said):
    with pytest.raises(ParameterError, match="^" + said):
        parse_parameters(Every, [text])


def test_all_defaults_are_read_back_from_their_listing():
    pairs = listing(Every).split()
    assert {**defaults_of(Every)} == parse_parameters(Every, pairs)
    assert build(Every, parse_parameters(Every, pairs)) == Every()


def test_what_is_no_field_of_the_game_is_unknown():
    for text in ("made=1", "SHARED=1", "outcome=1"):
        with pytest.raises(ParameterError, match="no parameter"):
            parse_parameters(Every, [text])


def test_an_unknown_name_shows_near_names_and_all_defaults():
    with pytest.raises(ParameterError) as caught:
        parse_parameters(TicTacToe, ["widht=4"])
    assert str(caught.value) == (
        "TicTacToe has no parameter 'widht', did you mean 'width'? It has "
        "width=3 height=3 length=3 misere=no"
    )


def test_a_game_without_parameters_says_so():
    with pytest.raises(ParameterError, match="Plain has no parameter 'x'; it has no parameters"):
        parse_parameters(Plain, ["x=1"])


class Untyped(Plain):
    size = 3
    stuck = None


def test_a_value_without_a_type_is_told_from_a_parameter():
    words = "Untyped has no parameter 'size': write size: int = 3, with its type, below @dataclass"
    with pytest.raises(ParameterError, match=words):
        parse_parameters(Untyped, ["size=4"])
    with pytest.raises(
        ParameterError, match="Untyped has no parameter 'stuck'; it has no parameters"
    ):
        parse_parameters(Untyped, ["stuck=4"])


class Made(Plain):
    def __init__(self, size: int = 3) -> None:
        self.size = size


def test_an_argument_of_init_is_told_from_a_parameter():
    with pytest.raises(ParameterError, match="__init__ takes it, but parameters are the fields"):
        parse_parameters(Made, ["size=4"])
    with pytest.raises(ParameterError, match="Made has no parameter 'x'; it has no parameters"):
        parse_parameters(Made, ["x=1"])


def test_a_text_that_is_no_pair_is_refused():
    with pytest.raises(ParameterError, match="'4' is no parameter of ThreeRocks: expected"):
        parse_parameters(ThreeRocks, ["4"])


def test_only_fields_of_the_game_are_parameters():
    given, rest = split_arguments(ThreeRocks, ["left=3", "x=1", "2,1"])
    assert given == {"left": "3"}
    assert rest == ["x=1", "2,1"]


def test_a_parameter_given_twice_is_refused():
    with pytest.raises(ParameterError, match="left is given twice: left=1 and left=2"):
        parse_parameters(ThreeRocks, ["left=1", "left=2"])


def test_the_words_of_post_init_are_shown():
    with pytest.raises(ParameterError, match=r"ThreeRocks with left=-1 is refused .* negative"):
        build(ThreeRocks, {"left": -1})


def test_any_exception_of_post_init_is_a_parameter_error():
    @dataclass(frozen=True)
    class Odd(Plain):
        size: int = 1

        def __post_init__(self):
            [1, 2][self.size]

    with pytest.raises(ParameterError, match=r"Odd with size=5 .*IndexError"):
        build(Odd, {"size": 5})


def test_a_parameter_without_default_is_asked_for():
    with pytest.raises(ParameterError, match="Needs needs a value for size: add size=…"):
        build(Needs, {})
    assert build(Needs, {"size": 2}) == Needs(2)


def test_a_class_with_arguments_of_its_own_is_refused_kindly():
    class Own(Plain):
        def __init__(self, size):
            self.size = size

    with pytest.raises(ParameterError, match="or make them fields of a frozen dataclass"):
        build(Own, {})


def test_parameters_of_an_instance_replace_its_own():
    game = Nim(rows=(1, 2), misere=True)
    assert build(game, parse_parameters(game, ["rows=4"])) == Nim(rows=(4,), misere=True)
    assert build(game, {}) is game


def test_annotations_that_cannot_be_evaluated_fall_back_to_the_default():
    @dataclass(frozen=True)
    class Strange(Plain):
        size: Nowhere = 3  # noqa: F821

    assert parse_parameters(Strange, ["size=5"]) == {"size": 5}


UNKNOWN_NAME = """{future}
from dataclasses import dataclass
from perfectplay.games.three_rocks import ThreeRocks

{dataclass}
class Mine(ThreeRocks):
    size: int = 3
    layout: {unknown} = None
"""


@pytest.mark.parametrize("unknown", ["'Board'", "Board"])
def test_annotations_of_names_that_do_not_exist(tmp_path, unknown: str) -> None:
    """A type that only an editor imports; Python 3.14 takes it without quotes, too."""
    future = "" if "'" in unknown else "from __future__ import annotations"
    file = tmp_path / "mine.py"
    text = UNKNOWN_NAME.format(future=future, unknown=unknown, dataclass="@dataclass(frozen=True)")
    file.write_text(text)
    cls = load_class(str(file))
    assert parse_parameters(cls, ["size=4"]) == {"size": 4}
    with pytest.raises(ParameterError, match="size must be a whole number, got 'x'"):
        parse_parameters(cls, ["size=x"])
    file.write_text(UNKNOWN_NAME.format(future=future, unknown=unknown, dataclass=""))
    with pytest.raises(ParameterError, match="size and layout are annotated, but no parameters"):
        parse_parameters(load_class(str(file)), ["size=4"])


@pytest.mark.skipif(sys.version_info < (3, 14), reason="annotations were evaluated at once")
def test_annotations_that_are_evaluated_later(tmp_path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(UNKNOWN_NAME.format(future="", unknown="Board", dataclass=""))
    with pytest.raises(ParameterError, match="size and layout are annotated, but no parameters"):
        parse_parameters(load_class(str(file)), ["size=4"])


@pytest.mark.parametrize("word", ["other.py", "tic_tac_toe"])
def test_a_second_game_is_no_parameter(word: str) -> None:
    with pytest.raises(ParameterError, match="this command takes one game"):
        parse_parameters(Nim, [word])
