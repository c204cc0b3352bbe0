from dataclasses import dataclass

from perfectplay import Game, Value


@dataclass(frozen=True)
class Rocks(Game):
    """Take one to three rocks from two piles. Who takes the last wins."""

    left: int = 5
    right: int = 7

    def start(self):
        return (self.left, self.right)

    def moves(self, state):
        for a in range(min(state[0], 3) + 1):
            for b in range(min(state[1], 3 - a) + 1):
                if a + b:
                    yield (a, b)

    def play(self, state, move):
        return (state[0] - move[0], state[1] - move[1])

    # for the player to move: the other one has just taken the last rock
    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None
