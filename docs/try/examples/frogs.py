from perfectplay import Game, Value

GOAL = "RRR_GGG"


class Frogs(Game):
    """A puzzle: the frogs on the left (G) and right (R) change places."""

    players = 1

    def start(self):
        return "GGG_RRR"

    # a frog hops onto the free place, or jumps over another frog:
    # G to the right, R to the left
    def moves(self, state):
        free = state.index("_")
        for place in (free - 2, free - 1):
            if place >= 0 and state[place] == "G":
                yield place
        for place in (free + 1, free + 2):
            if place < len(state) and state[place] == "R":
                yield place

    def play(self, state, move):
        cells, free = list(state), state.index("_")
        cells[move], cells[free] = cells[free], cells[move]
        return "".join(cells)

    def outcome(self, state):
        if state == GOAL:
            return Value.WIN
        return None if list(self.moves(state)) else Value.LOSS
