"""How a game without fields is printed: by its class and its attributes, never as an address."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from perfectplay import Game, Value, cap, lines, misere


class Tug(Game):
    """Plain methods and no dataclass."""

    def start(self) -> int:
        return 3

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Any:
        return Value.LOSS if state == 0 else None


class Longer(Tug):
    """An ``__init__`` of its own."""

    def __init__(self, length: int) -> None:
        self.length = length


class Held(Longer):
    """Holds itself, what it has computed, and much else."""

    def __init__(self) -> None:
        super().__init__(4)
        self.me, self.cells, self._hidden = self, list(range(100_000)), 1

    @cached_property
    def lines(self) -> list[int]:
        return [1, 2]


def test_what_a_game_holds_is_shortened() -> None:
    game = Held()
    assert game.lines
    assert repr(game).startswith("Held(length=4, me=..., cells=[0, 1, 2, ")
    assert len(repr(game)) < 120
    assert "lines" not in repr(game)
    assert "hidden" not in repr(game)


def test_a_game_is_printed_by_its_class_and_its_attributes() -> None:
    assert repr(Tug()) == "Tug()"
    assert repr(Longer(4)) == "Longer(length=4)"
    assert repr(cap(Tug(), 5)) == "cap(Tug(), 5)"
    assert str(misere(Tug())) == "misere(Tug())"
    assert "object at 0x" not in repr(lines(Tug(), 2))
