"""Classes of which Python makes no game: what is said to somebody who works in Python."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from typing import Any

import pytest

from perfectplay import Game, Value
from perfectplay.games.nim import Nim


class Heap(Game):
    """Take one or two; the field is no parameter, for want of a dataclass."""

    left: int = 7

    def start(self):
        return self.left

    def moves(self, state):
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Others(Game):
    """The names of other systems."""

    def Start(self):
        return 7

    legal_moves, play_move, result = Heap.moves, Heap.play, Heap.outcome


class Plain(Heap):
    """No field of its own is forgotten here, but its base's is."""


@pytest.mark.parametrize(("given", "named"), [((5,), {}), ((), {"left": 5})])
def test_a_forgotten_dataclass_is_named(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    for cls in (Heap, Plain):
        with pytest.raises(TypeError, match=r"write @dataclass\(frozen=True\) above class Heap"):
            cls(*given, **named)


def test_methods_with_other_names_are_named() -> None:
    with pytest.raises(TypeError) as refused:
        Others()
    said = str(refused.value)
    assert said.startswith("Others lacks start(), moves(state), play(state, move) and outcome")
    assert "rename Start to start, legal_moves to moves, play_move to play and result" in said


def test_other_arguments_are_refused_as_by_python() -> None:
    class Bare(Heap):
        left = 3

    Bare.__annotations__ = {}
    Heap.__annotations__.pop("left")
    try:
        with pytest.raises(TypeError, match=r"Bare takes no arguments$"):
            Bare(5)
    finally:
        Heap.__annotations__["left"] = int


def test_games_are_made_copied_and_pickled_as_before() -> None:
    @dataclass(frozen=True)
    class Mended(Heap):
        left: int = 7

    class WithInit(Heap):
        def __init__(self, left):
            self.left = left

    class OfNumber(Game, int):
        start, moves, play, outcome = Heap.start, Heap.moves, Heap.play, Heap.outcome

    assert Mended(left=5).start() == Mended(5).start() == WithInit(5).start() == 5
    assert OfNumber(5) == 5
    assert Heap().start() == 7
    assert pickle.loads(pickle.dumps(Nim((3,)))) == copy.deepcopy(Nim((3,))) == Nim((3,))
