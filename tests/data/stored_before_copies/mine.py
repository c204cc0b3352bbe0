
from perfectplay import Game, Value

class Mine(Game):
    """Take one or two of some stones."""

    def start(self):
        return 9

    def moves(self, state):
        return [move for move in (1, 2) if move <= state]  # as many as there are

    def play(self, state, move):
        return state - move

    def outcome(self, state):
        return Value.LOSS if state == 0 else None
