from dataclasses import dataclass

from perfectplay import Game, Value


@dataclass(frozen=True)
class Hunt(Game):
    """A hunter steps to one of eight cells, the prey to one of four; it is caught on a cell."""

    side: int = 47
    stuck = Value.LOSS

    def start(self):
        cells = self.side * self.side
        return (cells - 1) * cells * 2

    def moves(self, state):
        cells = self.side * self.side
        if state % 2 == 0:
            at = state // 2 // cells
            for dy in (-1, 0, 1):
                for dx in (-1, 0, 1):
                    x = at % self.side + dx
                    y = at // self.side + dy
                    if (dx != 0 or dy != 0) and 0 <= x < self.side and 0 <= y < self.side:
                        yield y * self.side + x
        else:
            at = state // 2 % cells
            if at % self.side > 0:
                yield at - 1
            if at % self.side < self.side - 1:
                yield at + 1
            if at >= self.side:
                yield at - self.side
            if at < cells - self.side:
                yield at + self.side

    def play(self, state, move):
        cells = self.side * self.side
        hunter = state // 2 // cells
        prey = state // 2 % cells
        if state % 2 == 0:
            return (move * cells + prey) * 2 + 1
        return (hunter * cells + move) * 2

    def outcome(self, state):
        cells = self.side * self.side
        if state // 2 // cells == state // 2 % cells:
            return Value.LOSS if state % 2 else Value.WIN
        return None
