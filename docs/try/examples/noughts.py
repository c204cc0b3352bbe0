from perfectplay import Game, Value

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
LINES = (*ROWS, *COLUMNS, (0, 4, 8), (2, 4, 6))


class Noughts(Game):
    """Tic-tac-toe: three in a row win.

    A state is nine cells: 0 is empty, 1 is X, 2 is O.
    """

    board_shape = (3, 3)
    board_letters = ".XO"

    def start(self):
        return (0,) * 9

    def moves(self, state):
        return [cell for cell in range(9) if state[cell] == 0]

    def play(self, state, move):
        mark = 1 if state.count(0) % 2 == 1 else 2
        return (*state[:move], mark, *state[move + 1 :])

    # for the player to move: the other one has just made the line
    def outcome(self, state):
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != 0:
                return Value.LOSS
        return None if 0 in state else Value.DRAW
