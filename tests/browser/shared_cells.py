"""Boards that no method draws, with several moves on a cell, or several parts in one."""

from perfectplay import Game, Value


class FourWords(Game):
    """Write one of four words on one of four cells; who writes the second word of a kind wins."""

    rows = 2
    columns = 2

    def start(self):
        return (".", ".", ".", ".")

    def moves(self, state):
        return [(i, word) for i in range(4) if state[i] == "." for word in ("a", "b", "c", "d")]

    def play(self, state, move):
        return (*state[: move[0]], move[1], *state[move[0] + 1 :])

    def outcome(self, state):
        if any(state.count(word) == 2 for word in "abcd"):
            return Value.LOSS
        return None if "." in state else Value.DRAW


class Promotes(Game):
    """A pawn that arrives becomes a rook or a knight; who arrives first wins."""

    stuck = Value.LOSS

    def start(self):
        return (
            ((None, None, ("b", "K")), (("w", "P"), None, None), (("w", "K"), None, ("b", "P"))),
            "w",
        )

    def moves(self, state):
        board, turn = state
        for y in range(3):
            for x in range(3):
                piece = board[y][x]
                if not piece or piece[0] != turn:
                    continue
                if piece[1] == "P":
                    to = y - 1
                    if to >= 0 and not board[to][x]:
                        for kind in "RN" if to == 0 else "P":
                            yield (y, x, to, x, kind)
                elif piece[1] == "K":
                    for to_x in (x - 1, x + 1):
                        if 0 <= to_x < 3 and not board[y][to_x]:
                            yield (y, x, y, to_x, "K")

    def play(self, state, move):
        board, turn = [list(row) for row in state[0]], state[1]
        y, x, to_y, to_x, kind = move
        board[y][x], board[to_y][to_x] = None, (turn, kind)
        return (tuple(map(tuple, board)), "b" if turn == "w" else "w")

    def outcome(self, state):
        return Value.LOSS if any(piece and piece[1] in "RN" for piece in state[0][0]) else None


class Stacks(Game):
    """Put a disc on one of three stacks in a 3 × 3; two of one's own on each other win."""

    rows = 3
    columns = 3

    def start(self):
        return ((),) * 9

    def moves(self, state):
        return [i for i in range(3) if len(state[i]) < 2]

    def play(self, state, move):
        disc = "xo"[sum(map(len, state)) % 2]
        return (*state[:move], (*state[move], disc), *state[move + 1 :])

    def outcome(self, state):
        if any(len(stack) == 2 and stack[0] == stack[1] for stack in state):
            return Value.LOSS
        return None if self.moves(state) else Value.DRAW
