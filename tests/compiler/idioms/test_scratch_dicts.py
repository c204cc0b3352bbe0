"""Dicts, deques and split texts in rules: what is easily got wrong, and what is refused."""

from __future__ import annotations

from collections import Counter, defaultdict, deque

import pytest

from idioms.noting import Piles
from perfectplay import Game, Value, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt


def type_name(game: Game) -> str:
    """The name of a game's class."""
    return type(game).__name__


def compared(game: Game) -> object:
    """Where compiled rules differ from interpreted ones; None if nowhere."""
    states = list(solve(game, method="reference").states())
    compiled = compile_rules(game)
    return compare(compiled, CheckedGame(game), learnt(states, compiled.shape), states)


class MadeOfItself(Piles):
    """A dict is made anew from its own items, and compared with what may be None."""

    def outcome(self, state):
        found = {place: pile for place, pile in enumerate(state) if pile}
        if found.get(0) == 2 or found.get(2) == found.get(1, 0):
            return None
        found = {pile: found[place] + 1 for place, pile in enumerate(state) if place in found}
        return Value.LOSS if not found and found.get(7) is None and not found.get(1) else None


class Order(Piles):
    """Items that are set again keep their place; those that are deleted and set do not."""

    def moves(self, state):
        places = {2: 0, 0: 0, 1: 0}
        places[0] = 5
        if state[2]:
            del places[2]
            places[2] = 7
        left = Counter()
        for place in places:
            left[place] += state[place]
        yield from (place for place, pile in left.items() if pile)


class Inserted(Piles):
    """To look something up in a defaultdict puts it in, to look it up in a Counter does not."""

    def outcome(self, state):
        some = defaultdict(int)
        counts = Counter()
        for pile in state:
            some[pile] += counts[pile]
        missing = some[9] + counts[9]
        return Value.LOSS if len(some) == 2 and not counts and 9 in some and not missing else None


class InBranch(Piles):
    def outcome(self, state):
        if any(state):
            worth = {0: 1, 1: 1, 2: 0}
            return Value.WIN if worth[state[0]] + worth[state[2]] == 7 else None
        return Value.LOSS


@pytest.mark.parametrize("game", [MadeOfItself(), Order(), Inserted(), InBranch()], ids=type_name)
def test_compiled_as_interpreted(game: Game) -> None:
    assert compared(game) is None


class Grown(Piles):
    def grow(self, worth, n):
        worth[n] = worth[n - 1]

    def outcome(self, state):
        worth = dict.fromkeys(state, 1)
        for n in worth:
            if n == 9:
                self.grow(worth, n)
        return Value.LOSS if not any(state) else None


class Within(Piles):
    def outcome(self, state):
        worth = dict.fromkeys(state, 1)
        both = (worth, worth)
        return Value.LOSS if both[0] and not any(state) else None


class Unpacked(Piles):
    def counted(self, state):
        return Counter(state)

    def outcome(self, state):
        one, *_ = self.counted(state)
        return Value.LOSS if not one and not any(state) else None


class Otherwise(Piles):
    def first(self, worth):
        worth = worth or (0, 1)
        return worth[0]

    def outcome(self, state):
        return Value.LOSS if self.first(Counter(state)) and not any(state) else None


class ByBase(Piles):
    def counted(self, state):
        return Counter(state)


class BySuper(ByBase):
    def counted(self, state):
        worth = super().counted(state)
        worth[0] += 1
        return worth

    def outcome(self, state):
        return Value.LOSS if self.counted(state)[0] == 4 else None


class TwoKinds(Piles):
    def outcome(self, state):
        worth = {}
        if state[0]:
            worth = Counter(state)
        return Value.LOSS if not worth and not any(state) else None


class Bounded(Piles):
    def outcome(self, state):
        last = deque(state, maxlen=1)
        return Value.LOSS if not last[0] and not any(state) else None


class Compared(Piles):
    def outcome(self, state):
        return Value.LOSS if Counter(state) == Counter((0, 0, 0)) else None


class KeptView(Piles):
    """In Python it can be looped over again, and knows what is put in later."""

    def outcome(self, state):
        worth = dict.fromkeys(state, 1)
        items = worth.items()
        return (
            Value.LOSS
            if sum(1 for _ in items) == sum(n for _, n in items) == 1 and not any(state)
            else None
        )


@pytest.mark.parametrize(
    "cls", [KeptView, TwoKinds, Bounded, Compared, Within, Unpacked, Otherwise, BySuper]
)
def test_refused_at_once_with_the_line(cls: type[Game]) -> None:
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(cls())
    assert "does not compile here" in str(refusal.value) or "deque(" in str(refusal.value)
    assert refusal.value.place.startswith(f"{__file__}:")
    assert len(solve(cls())) == 6


def test_a_dict_that_a_function_changes_in_a_loop_over_it() -> None:
    with pytest.raises(NotCompilable, match="worth is changed while it is looped over"):
        compile_rules(Grown())


class Moving(Game):
    """The separator moves, which the start does not show."""

    def start(self):
        return "ab/cde"

    def moves(self, state):
        return [0, 1] if state.split("/")[0] == "ab" else [0]

    def play(self, state, move):
        return "a/bcde" if move else "cd/eab"

    def outcome(self, state):
        return Value.LOSS if state[0] == "c" else None


def test_separators_that_move() -> None:
    assert compared(Moving()) is None
    assert len(solve(Moving())) == 3


def test_moves_in_the_order_of_a_set_are_no_error() -> None:
    class InOrderOfASet(Piles):
        def moves(self, state):
            yield from {i * 7 % 13 for i in range(3) if state[i]}

        def play(self, state, move):
            return super().play(state, move * 2 % 13)

    compile_rules(InOrderOfASet())
    assert len(solve(InOrderOfASet())) == 6
