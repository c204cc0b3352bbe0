"""Small games for the tests of plots: states of each kind that has fields, or none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from perfectplay import Game, Value, put


class Road(NamedTuple):
    """Where a lorry is, what it has left, and what the light shows."""

    place: int
    fuel: int
    light: str


@dataclass(frozen=True)
class Lorry(Game):
    """A lorry that two people drive in turn: on green it goes one or two places on, on red it may
    wait, which costs fuel too. Who brings it home wins; who has no fuel loses."""

    fuel: int = 4

    def start(self) -> Road:
        return Road(5, self.fuel, "red")

    def moves(self, state: Road) -> list[str]:
        if state.fuel == 0:
            return []
        return ["on", "far on"] if state.light == "green" else ["wait", "idle"]

    def play(self, state: Road, move: str) -> Road:
        if move == "idle":
            return state  # a loop: the light stays as it is
        if move == "wait":
            return Road(state.place, state.fuel - 1, "green")
        gone = min(state.place, 2 if move == "far on" else 1)
        return Road(state.place - gone, state.fuel - 1, "red")

    def outcome(self, state: Road) -> Value | None:
        return Value.LOSS if state.place == 0 or state.fuel == 0 else None


def changed(state: Road, **changes: Any) -> Road:
    return state._replace(**changes)


@dataclass(frozen=True)
class Pile:
    """A state that is an object with fields."""

    stones: int
    taken: int


class Objects(Game):
    """Take one or two, not what was taken last."""

    def start(self) -> Pile:
        return Pile(9, 0)

    def moves(self, state: Pile) -> list[int]:
        return [n for n in (1, 2) if n <= state.stones and n != state.taken]

    def play(self, state: Pile, move: int) -> Pile:
        return Pile(state.stones - move, move)

    def outcome(self, state: Pile) -> Value | None:
        return None if self.moves(state) else Value.LOSS


class Turned(Game):
    """A tuple of negative numbers and gaps; the same seat moves twice."""

    def start(self) -> tuple[int, int, int]:
        return (-10, 0, 0)

    def moves(self, state: tuple[int, int, int]) -> list[int]:
        return [5, 10]

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, ...]:
        after = put(put(state, 0, state[0] + move), 1, (state[1] + 1) % 4)
        return put(after, 2, 1 if after[1] >= 2 else 0)

    def player(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def outcome(self, state: tuple[int, int, int]) -> Value | None:
        return None if state[0] < 10 else Value.DRAW if state[0] == 10 else Value.LOSS


class Words(Game):
    """States without fields."""

    def start(self) -> str:
        return "start"

    def moves(self, state: str) -> list[str]:
        return ["end"] if state == "start" else []

    def play(self, state: str, move: str) -> str:
        return move

    def outcome(self, state: str) -> Value | None:
        return Value.DRAW if state == "end" else None


class Growing(Words):
    """Tuples of different lengths."""

    def start(self) -> Any:
        return ("a", "b")

    def moves(self, state: Any) -> list[str]:
        return ["cut"]

    def play(self, state: Any, move: str) -> Any:
        return state[1:]

    def outcome(self, state: Any) -> Value | None:
        return None if state else Value.WIN


class DigitHeaps(Game):
    """Take any number from one of two heaps, written as two digits. Who takes the last wins."""

    def start(self) -> Any:
        return "34"

    def moves(self, state: Any) -> list[tuple[int, int]]:
        return [(i, n) for i in (0, 1) for n in range(1, int(state[i]) + 1)]

    def play(self, state: Any, move: tuple[int, int]) -> Any:
        heaps = [int(heap) for heap in state]
        heaps[move[0]] -= move[1]
        return self.state_of(heaps)

    def state_of(self, heaps: list[int]) -> Any:
        return "".join(map(str, heaps))

    def outcome(self, state: Any) -> Value | None:
        return Value.LOSS if state == self.state_of([0, 0]) else None


class ByteHeaps(DigitHeaps):
    """The same heaps as bytes."""

    def start(self) -> Any:
        return bytes((3, 4))

    def state_of(self, heaps: list[int]) -> Any:
        return bytes(heaps)
