"""A small board, and more moves than it has room for."""

from perfectplay import Game, Value, put

CARDS = ("rook", "raven", "robin", "finch", "crane", "heron")


class ManyWords(Game):
    """Put a stone on a cell of three, and say the name of a bird; who puts the last one wins."""

    board_shape = (1, 3)

    def start(self):
        return (0, 0, 0, 0)

    def moves(self, state):
        return [f"{card} on {i}" for card in CARDS for i in range(3) if not state[i]]

    def play(self, state, move):
        return put(put(state, int(move[-1]), 1 + state[3]), 3, 1 - state[3])

    def outcome(self, state):
        return None if 0 in state[:3] else Value.LOSS
