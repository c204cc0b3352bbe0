from perfectplay import Game, Value

NEAR = {
    "a1": ["a2", "b1"],
    "a2": ["a1", "a3", "b2"],
    "a3": ["a2", "b3"],
    "b1": ["a1", "b2"],
    "b2": ["b1", "b3", "a2"],
    "b3": ["b2", "a3"],
}


class Capture(Game):
    """Two stones walk; who steps on the other takes it."""

    def start(self):
        return ("a1", "b3", "w")

    def moves(self, state):
        white, black, turn = state
        return NEAR[white if turn == "w" else black]

    def play(self, state, move):
        white, black, turn = state
        if turn == "w":
            return (move, "" if move == black else black, "b")
        return ("" if move == white else white, move, "w")

    def outcome(self, state):
        return Value.LOSS if state[0] == "" or state[1] == "" else None
