"""Rules that are run on many numbers at once: what that proves is so for each of them."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pytest

from perfectplay import Game, Value, put
from perfectplay.compiler.growth import rounds
from perfectplay.compiler.growth.affine import Affine, Undecided
from perfectplay.compiler.growth.growth import Growth, find_growth
from perfectplay.game.checks.checked_game import CheckedGame

ARITHMETIC: list[Callable[[Any, int], Any]] = [
    operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.and_,
    operator.or_, operator.xor, lambda x, c: c - x, lambda x, c: c + x, lambda x, c: c * x,
    lambda x, c: x << c % 5, lambda x, c: x >> c % 5, lambda x, _: -x, lambda x, _: ~x,
    lambda x, _: abs(x), lambda x, c: divmod(x, c)[0], lambda x, c: max(x, c),
    lambda x, c: min(x, c), lambda x, c: x & ~c, lambda x, c: c | x, lambda x, c: c & x,
]  # fmt: skip
COMPARISONS: list[Callable[[Any, int], bool]] = [
    operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne,
    lambda x, _: bool(x), lambda x, c: c < x, lambda x, c: c == x, lambda x, c: x in (c, c + 1),
]  # fmt: skip


def some(chance: random.Random) -> int:
    return chance.choice([0, 1, 2, 3, 7, 8, 255, 256, -1, -8, chance.randrange(-300, 300)])


def test_what_is_decided_is_so_for_every_number() -> None:
    """Random terms, on an affine number and on each of the numbers that it stands for."""
    chance, decided = random.Random(5), 0
    for _ in range(20_000):
        constant, slope = some(chance), chance.choice([1, 2, 4, 12, 256, -1, -3, -256])
        horizon = chance.choice([None, 0, 3, 40])
        steps = [(chance.choice(ARITHMETIC), some(chance)) for _ in range(chance.randrange(4))]
        last, limit = chance.choice(COMPARISONS), some(chance)

        def term(number: Any, steps: Any = steps, last: Any = last, limit: int = limit) -> Any:
            for step, c in steps:
                number = step(number, c)
            return number, last(number, limit)

        Affine.left = 1_000
        try:
            number, truth = term(Affine(constant, (slope,), horizon))
        except (Undecided, ZeroDivisionError):
            continue
        decided += 1
        for t in range(30 if horizon is None else horizon + 1):
            its_number, its_truth = term(constant + slope * t)
            assert its_truth == truth
            same = number.constant + number.slopes[0] * t if type(number) is Affine else number
            assert its_number == same
    assert decided > 5_000


@pytest.mark.parametrize(
    "asked",
    [hash, str, repr, int, float, range, chr, lambda x: [0] * x, lambda x: {x}, lambda x: [0, 1][x],
     lambda x: f"{x}", lambda x: x**2, lambda x: x / 2, lambda x: 2**x, lambda x: x * x,
     lambda x: x.bit_length(), lambda x: x < 1.5, lambda x: x == 1.0, lambda x: x in range(10**9),
     lambda x: round(x), lambda x: 7 % x],
)  # fmt: skip
def test_what_is_not_the_same_for_all_is_undecided(asked: Callable[[Any], object]) -> None:
    Affine.left = 10_000
    with pytest.raises(Undecided):
        asked(Affine(5, (1,)))


def is_int(number: Any) -> bool:
    return type(number) is int


def test_rules_that_ask_for_a_type_are_not_proved() -> None:
    """Numbers of a proof are of a type of their own; in the rules, in a function, and cached."""

    class Asked(Counting):
        def outcome(self, state: Any) -> Value | None:
            return Value.DRAW if type(state[1]) is int and state[1] >= 5_000_000 else None

    class Elsewhere(Counting):
        def outcome(self, state: Any) -> Value | None:
            return Value.DRAW if is_int(state[1]) and state[1] >= 5_000_000 else None

    class Cached(Counting):
        @lru_cache  # noqa: B019
        def outcome(self, state: Any) -> Value | None:
            return Value.DRAW if [type(n) for n in state] and state[1] >= 5_000_000 else None

    class OfItself(Counting):
        def outcome(self, state: Any) -> Value | None:
            return Value.DRAW if type(self).at > state[1] + 1_000 else None

    class ByPut(Counting):  # a function of perfectplay, which keeps the type of the whole tuple
        def play(self, state: Any, move: int) -> Any:
            return put(state, 1, state[1] + 1)

    assert endless(find_growth(CheckedGame(ByPut()), 500))
    for kind in (Asked, Elsewhere, Cached):
        assert not endless(find_growth(CheckedGame(kind()), 500))
    assert endless(find_growth(CheckedGame(OfItself()), 500))


def test_rules_that_catch_all_are_not_proved() -> None:
    class Careful(Counting):
        def outcome(self, state: Any) -> Value | None:
            try:
                return Value.DRAW if state[1] == 5_000 else None
            except BaseException:
                return None

    assert not endless(find_growth(CheckedGame(Careful()), 500))


@dataclass(frozen=True)
class Counting(Game):
    """A counter that goes on by ``step``; plays end where a question about it is answered yes."""

    step: int = 1
    kind: str = "never"
    at: int = 0
    packed: bool = False

    def start(self) -> Any:
        return 3 if self.packed else (1, 0)

    def moves(self, state: Any) -> Any:
        return range(2)

    def play(self, state: Any, move: int) -> Any:
        if self.packed:
            return (state >> 4) + self.step << 4 | (state + move + 1) % 16
        return ((state[0] + move) % 3, state[1] + self.step)

    def outcome(self, state: Any) -> Value | None:
        count = state >> 4 if self.packed else state[1]
        return Value.DRAW if self.over(count) else None

    def over(self, count: int) -> bool:
        if self.kind == "from":
            return abs(count) >= self.at
        if self.kind == "just":
            return count == self.at * self.step
        if self.kind == "rest":
            return count % self.at == self.at - 1
        return self.kind == "bit" and bool(count & 1 << self.at)

    @property
    def ends(self) -> bool:
        """Whether every play ends."""
        return any(self.over(self.step * n) for n in range(20_000))


def endless(growth: Growth | None) -> bool:
    return growth is not None and growth.endless


def test_counters_that_stop_are_told_from_those_that_do_not() -> None:
    chance, found = random.Random(8), {True: 0, False: 0}
    for _ in range(300):
        packed = chance.random() < 0.3
        step = chance.choice([1, 2, 3, 5] if packed else [1, 2, 3, -1, -2, 7])
        kind = chance.choice(["never", "from", "just", "rest", "bit"])
        at = chance.choice([4, 7, 10, 50, 1000, 3000]) if kind != "bit" else chance.randrange(12)
        game = Counting(step, kind, at, packed)
        told = endless(find_growth(CheckedGame(game), 1_000))
        assert told <= (not game.ends), game
        found[told] += 1
        if kind == "never" or (kind == "rest" and not game.ends and at < 100 and not packed):
            assert told, game
    assert min(found.values()) > 50


def test_rules_that_take_long_are_not_called_for_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """50,000 calls of 20 ms, before a solve could say that the game is too large."""
    played: list[int] = []

    class Slow(Game):
        def start(self) -> int:
            return 1

        def moves(self, state: int) -> list[int]:
            return [1, 2]

        def play(self, state: int, move: int) -> int:
            played.append(move)
            return state * 2 + move

        def outcome(self, state: int) -> None:
            return None

    monkeypatch.setattr(rounds, "SECONDS", 0.0)
    assert find_growth(CheckedGame(Slow()), 20_000) is None
    assert len(played) < 10
    monkeypatch.undo()
    growth = find_growth(CheckedGame(Slow()), 20_000)
    assert growth is not None
    assert growth.endless


def test_what_is_not_proved_is_only_seen() -> None:
    """Rules may ask for the length of a history at any time."""

    class Histories(Counting):
        def play(self, state: Any, move: int) -> Any:
            return (state[0], state[1] + (move,))

        def start(self) -> Any:
            return (0, ())

        def outcome(self, state: Any) -> Value | None:
            return None

    growth = find_growth(CheckedGame(Histories()), 500, size=1_000_000)
    assert growth is not None
    assert not growth.endless
    assert growth.size > 1_000_000
    assert "without end" not in growth.sentence()
    assert f"{growth.states:,} times at least" in growth.sentence()


class Nested(Counting):
    """A history in nested pairs, each of which holds the one before."""

    def start(self) -> Any:
        return (0, None)

    def play(self, state: Any, move: int) -> Any:
        return ((state[0] + move) % 3, state)

    def outcome(self, state: Any) -> Value | None:
        return None


class NestedField(Nested):
    """The same in a field."""

    def play(self, state: Any, move: int) -> Any:
        return ((state[0] + move) % 3, (move, state[1]))


@pytest.mark.parametrize(
    ("kind", "where"), [(Nested, "the state"), (NestedField, "field 1")], ids=["state", "field"]
)
def test_a_history_in_nested_tuples_is_seen(kind: type[Counting], where: str) -> None:
    growth = find_growth(CheckedGame(kind()), 500)
    assert growth is not None
    assert growth.open_ended
    assert not growth.endless
    assert f"nothing has changed but {where}, which now holds what it was before" in growth.line()


def test_a_long_history_in_nested_tuples_is_not_compared_part_by_part() -> None:
    """Parts that are looked at grow with the moves, not with their square."""
    looked = 0

    class Pair(tuple[Any, ...]):
        def __iter__(self) -> Any:
            nonlocal looked
            looked += 1
            return super().__iter__()

    class Pairs(Nested):
        def start(self) -> Any:
            return Pair((0, Pair((0, None))))

        def play(self, state: Any, move: int) -> Any:
            return Pair(((state[0] + move) % 3, Pair((move, state[1]))))

    find_growth(CheckedGame(Pairs()), 10_000)
    assert 0 < looked < 2_000_000


def test_a_part_that_is_put_elsewhere_is_no_growth() -> None:
    """Two parts that change places, of which one holds a part of the other."""

    class Turned(Counting):
        def start(self) -> Any:
            return ((1, 2), ((1, 2), 3))

        def play(self, state: Any, move: int) -> Any:
            return (state[1], state[0])

        def outcome(self, state: Any) -> Value | None:
            return None

    assert find_growth(CheckedGame(Turned()), 500) is None
