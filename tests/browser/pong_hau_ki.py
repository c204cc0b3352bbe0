"""A game of somebody who has read the README: five points, two men each, and nowhere to go."""

from perfectplay import Cells, Game, Piece, Value, put

LINES = ((0, 2), (1, 2), (3, 2), (4, 2), (0, 3), (1, 4), (3, 4))
PLACES = ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2))
NAMES = ("top left", "top right", "middle", "bottom left", "bottom right")


class PongHauKi(Game):
    """Slide one of your two men along a line to the free point; who cannot move has lost."""

    stuck = Value.LOSS

    def start(self):
        return (1, 1, 0, 2, 2, 1)  # the men on the five points, and whose turn it is

    def player(self, state):
        return state[5] - 1

    def moves(self, state):
        for one, other in LINES:
            if state[one] == state[5] and state[other] == 0:
                yield (one, other)
            if state[other] == state[5] and state[one] == 0:
                yield (other, one)

    def play(self, state, move):
        moved = put(put(state, move[1], state[5]), move[0], 0)
        return put(moved, 5, 3 - state[5])

    def outcome(self, state):
        return None

    def move_text(self, move):
        return f"{NAMES[move[0]]} to {NAMES[move[1]]}"

    def board(self, state):
        men = {i: Piece("disc", state[i] - 1) for i in range(5) if state[i]}
        return Cells(PLACES, men, moves={m: m for m in self.moves(state)}, joined=LINES)
