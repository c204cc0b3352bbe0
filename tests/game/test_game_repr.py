"""How a game without fields is printed: by its class and its attributes, never as an address."""

from __future__ import annotations

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


def test_a_game_is_printed_by_its_class_and_its_attributes() -> None:
    assert repr(Tug()) == "Tug()"
    assert repr(Longer(4)) == "Longer(length=4)"
    assert repr(cap(Tug(), 5)) == "cap(Tug(), 5)"
    assert str(misere(Tug())) == "misere(Tug())"
    assert "object at 0x" not in repr(lines(Tug(), 2))
