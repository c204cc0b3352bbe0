"""A property of states is not that of their words."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from games_of_words import Members, Side
from perfectplay import Value, solve
from perfectplay.core.errors import MethodError


class Owner(NamedTuple):
    cells: tuple[str | None, ...]
    turn: Side

    @property
    def value(self) -> int:
        return 3


class Owners(Members):
    """The states have a property that members of an Enum have, too."""

    def start(self):
        return Owner((None,) * 6, Side.WHITE)

    def play(self, state, move):
        cells = list(state.cells)
        cells[move] = state.turn
        return Owner(tuple(cells), Side.BLACK if state.turn is Side.WHITE else Side.WHITE)

    def outcome(self, state):
        return Value.WIN if state.turn.value == 3 else super().outcome(state)


def test_a_property_of_states_is_not_that_of_their_words() -> None:
    with pytest.raises(MethodError, match="what Owner has is asked of something else"):
        solve(Owners(), method="compiled")
