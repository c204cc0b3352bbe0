"""Rules of a user with states of letters: `Value`, a helper and a table of the module count."""

from dataclasses import dataclass

from perfectplay import Game, Value, popcount, put

STEPS = {"a": 1, "b": 2}


def smaller(heap: int, letter: str) -> int:
    return heap - STEPS[letter]


@dataclass(frozen=True)
class Letters(Game):
    """Two heaps; a takes one, b takes two; who cannot move loses."""

    left: int = 4
    right: int = 3
    stuck = Value.LOSS

    def start(self):
        return (self.left, self.right)

    def moves(self, state):
        for heap in range(2):
            for letter, step in STEPS.items():
                if state[heap] >= step:
                    yield (heap, letter)

    def play(self, state, move):
        heap, letter = move
        return put(state, heap, smaller(state[heap], letter))

    def outcome(self, state):
        return Value.LOSS if popcount(state[0] + state[1]) == 0 else None
