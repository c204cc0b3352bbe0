"""How states and moves are written where the game does not say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from perfectplay import Game, Value
from perfectplay.conformance.checking import check_game
from perfectplay.core.errors import ParseError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.moves import find_move
from perfectplay.game.texts.default_texts import default_parse, default_text
from perfectplay.game.texts.lasting_repr import lasting_repr
from perfectplay.tablebase.record import jsonable


class Pair(NamedTuple):
    left: frozenset[str]
    right: int


@dataclass(frozen=True)
class Both:
    left: frozenset[str]
    right: int = 0


class Own(frozenset):
    def __repr__(self) -> str:
        return "my own"


@pytest.mark.parametrize(
    ("value", "kept", "shown"),
    [
        (frozenset({10, 9, -1}), "frozenset({-1, 9, 10})", "{-1, 9, 10}"),
        (frozenset({"b", "a"}), "frozenset({'a', 'b'})", "{'a', 'b'}"),
        (frozenset({"b", 1}), "frozenset({'b', 1})", "{'b', 1}"),
        (frozenset(), "frozenset()", "{}"),
        (
            frozenset({frozenset({2, 1}), frozenset()}),
            "frozenset({frozenset(), frozenset({1, 2})})",
            "{{1, 2}, {}}",
        ),
        ((frozenset({"b", "a"}),), "(frozenset({'a', 'b'}),)", "({'a', 'b'},)"),
        ((), "()", "()"),
        (
            Pair(frozenset({"b", "a"}), 1),
            "Pair(left=frozenset({'a', 'b'}), right=1)",
            "Pair(left={'a', 'b'}, right=1)",
        ),
        (
            Both(frozenset({"b", "a"})),
            "Both(left=frozenset({'a', 'b'}), right=0)",
            "Both(left={'a', 'b'}, right=0)",
        ),
        (Own({1}), "my own", "my own"),
        (np.int64(3), "3", "3"),
        ((frozenset({np.uint8(3)}), np.int8(2)), "(frozenset({3}), 2)", "({3}, 2)"),
        (1.5, "1.5", "1.5"),
        (None, "None", "None"),
    ],
)
def test_texts_of_objects_are_in_one_order(value: Any, kept: str, shown: str) -> None:
    assert (lasting_repr(value), default_text(value)) == (kept, shown)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (text, frozenset({1, 2, 3}))
        for text in ("{2, 1}", "frozenset({1, 2})", "1,2", "[1, 2]", "(2, 1)", "set([1, 2])")
    ]
    + [
        ("({1, 2}, 0)", (frozenset({3}), 1)),
        ("((1, 2), 0)", (frozenset({3}), 1)),
        ("[[1, 2], 0]", (frozenset(), 1)),
    ],
)
def test_sets_are_read_in_brackets_of_any_kind(text: str, start: Any) -> None:
    found = default_parse(text, start)
    assert found == ((frozenset({1, 2}), 0) if isinstance(start, tuple) else frozenset({1, 2}))


def test_one_member_is_a_set_too() -> None:
    assert default_parse("3", frozenset({1})) == default_parse("{3}", frozenset()) == frozenset({3})
    assert default_parse("cat", frozenset({"dog"})) == frozenset({"cat"})


def test_a_dict_is_read_as_its_sorted_pairs() -> None:
    start = (("a", 3), ("b", 4))
    assert default_parse("{'b': 1, 'a': 2}", start) == (("a", 2), ("b", 1))


class Doors(Game):
    """A field of the state is a number in the start and a word later."""

    def start(self):
        return (0, 3)

    def moves(self, state):
        return [1, 2]

    def play(self, state, move):
        return state[0] + move, "open" if state[1] == 3 else 3

    def outcome(self, state):
        return Value.LOSS if state[0] >= 5 else None


def test_a_number_that_becomes_a_word_is_read_and_is_no_fault() -> None:
    game = Doors()
    for text in ("(1, 'open')", "1,open", '[1, "open"]'):
        assert game.parse(text) == (1, "open")
    assert check_game(Doors(), compiled=False).ok
    with pytest.raises(ParseError, match="2 whole numbers"):
        default_parse("1,open", (0, 3))


def test_numbers_of_numpy_are_numbers() -> None:
    assert default_text((np.int64(3), 2)) == "3,2"
    assert json.dumps(jsonable((np.int64(3), np.uint8(2)))) == "[3, 2]"


def test_a_text_is_the_same_in_every_run() -> None:
    code = (
        "import json; from perfectplay.game.texts.default_texts import default_text; "
        "from perfectplay.tablebase.record import jsonable; s = frozenset('abcdef'), 1; "
        "print(json.dumps([default_text(s), jsonable(s)]))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(said) == 1
    assert json.loads(said.pop())[1][1] == 1


@pytest.mark.parametrize(
    ("start", "said"),
    [((5,), 'expected a whole number such as "5"'), ((5, 6), "expected 2 whole numbers such as")],
)
def test_one_number_is_one_number(start: tuple[int, ...], said: str) -> None:
    with pytest.raises(ParseError, match=said):
        default_parse("x", start)


class Letters(Game):
    """Write S or O into an empty square."""

    def start(self):
        return "..."

    def moves(self, state):
        return [(i, letter) for i in range(3) if state[i] == "." for letter in "SO"]

    def play(self, state, move):
        return state[: move[0]] + move[1] + state[move[0] + 1 :]

    def outcome(self, state):
        return None if "." in state else Value.DRAW


@pytest.mark.parametrize("text", ["1,S", "1, S", "(1, 'S')", '(1, "S")', "(1,S)"])
def test_a_move_of_numbers_and_words_is_written_without_quotes(text: str) -> None:
    rules = CheckedGame(Letters())
    assert [rules.move_text(move) for move in rules.moves("..O")] == ["0,S", "0,O", "1,S", "1,O"]
    assert find_move(rules, "...", text) == (1, "S")
    assert Letters().move_text((1, "S")) == "1,S"


@pytest.mark.parametrize("move", [(1, "2"), ("a b", 1), ((1, "S"), 2), (1, ""), ("x",)])
def test_parts_that_could_be_misread_keep_their_quotes(move: Any) -> None:
    assert CheckedGame(Letters()).move_text(move) == repr(move)
