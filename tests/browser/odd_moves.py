"""A game that writes its states and does not read them, and whose moves are texts with blanks
around them, half a letter, and nothing at all."""

from perfectplay import Game, Value

TEXTS = ("", " lead", "trail ", "\ud800")


class OddMoves(Game):
    """Down the stairs; who cannot go down loses."""

    stuck = Value.LOSS

    def start(self):
        return (5, 1)

    def moves(self, state):
        return range(min(4, state[0]))

    def play(self, state, move):
        return (state[0] - move - 1, 1 - state[1])

    def outcome(self, state):
        return None

    def text(self, state):
        return f"{state[1]} {state[0]}\nsteps"

    def move_text(self, move):
        return TEXTS[move]
