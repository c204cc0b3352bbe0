"""A game whose states are long texts of one line, as a dataclass is written; it has no board."""

from dataclasses import dataclass, replace

from perfectplay import Game, Value


@dataclass(frozen=True)
class Depot:
    """What the two players have."""

    coal_of_the_first: int = 3
    coal_of_the_second: int = 3
    whose_turn_it_is: int = 0


class LongTexts(Game):
    """Burn one or two pieces of your coal; who has none left wins."""

    def start(self):
        return Depot()

    def player(self, state):
        return state.whose_turn_it_is

    def moves(self, state):
        mine = (state.coal_of_the_first, state.coal_of_the_second)[state.whose_turn_it_is]
        return range(1, min(mine, 2) + 1)

    def play(self, state, move):
        if state.whose_turn_it_is == 0:
            left = state.coal_of_the_first - move
            return replace(state, coal_of_the_first=left, whose_turn_it_is=1)
        left = state.coal_of_the_second - move
        return replace(state, coal_of_the_second=left, whose_turn_it_is=0)

    def outcome(self, state):
        over = state.coal_of_the_first == 0 or state.coal_of_the_second == 0
        return Value.LOSS if over else None
