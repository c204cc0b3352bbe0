"""A game that is too large for a search, and whose plays come back: no search is sure to end."""

from perfectplay import Game, Value


class Dials(Game):
    """Four dials with 40 numbers each; a move turns one of them on or back by one. Who makes them
    show 100 in all has won."""

    def start(self):
        return (0, 0, 0, 0)

    def moves(self, state):
        return [(dial, way) for dial in range(4) for way in (1, 39)]

    def play(self, state, move):
        dial, way = move
        return (*state[:dial], (state[dial] + way) % 40, *state[dial + 1 :])

    def outcome(self, state):
        return Value.LOSS if sum(state) == 100 else None
