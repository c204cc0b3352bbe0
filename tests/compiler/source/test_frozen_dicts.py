"""Which tuples in states are frozen dicts."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.source.frozen_dicts import FrozenDict, frozen_dict


class Countdown(Game):
    """A count beside whatever else is given, and keys that may change when it is low."""

    def __init__(self, around, late=("left", "turn")):
        self.around, self.late = around, late

    def start(self):
        return self.around((("left", 9), ("turn", "x")))

    def _items(self, state):
        while not isinstance(state[0][0], str):
            state = state[0]
        return state

    def moves(self, state):
        return [1]

    def play(self, state, move):
        left = self._items(state)[0][1] - 1
        one, other = self.late if left < 3 else ("left", "turn")
        return self.around(((one, left), (other, "x")))

    def outcome(self, state):
        return None if self._items(state)[0][1] else Value.LOSS


FOUND = FrozenDict(("left", "turn"), (int, str))


@pytest.mark.parametrize(
    ("around", "found"),
    [
        (lambda items: items, FOUND),
        (lambda items: (items, 3), FOUND),
        (lambda items: ((items, "x"), 3), FOUND),
        (lambda items: (items, items), FOUND),
        (lambda items: (items, (("a", 1), ("b", 2))), None),
        (lambda items: (items[0], *items), None),
        (lambda items: (items[0],), None),
        (lambda items: ((*items[0], 1), items[1]), None),
    ],
)
def test_only_one_dict_with_the_same_keys_counts(around, found):
    game = Countdown(around)
    assert frozen_dict(game, game.start()) == found


@pytest.mark.parametrize("late", [("left", "end"), ("turn", "left")])
def test_keys_that_change_in_a_play_are_none(late):
    game = Countdown(lambda items: items, late)
    assert frozen_dict(game, game.start()) is None


def test_rules_that_raise_are_no_frozen_dict():
    class Raising(Countdown):
        def play(self, state, move):
            raise ValueError

    game = Raising(lambda items: items)
    assert frozen_dict(game, game.start()) == FOUND  # plays end there: all states are seen
