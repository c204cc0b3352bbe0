"""Games of hexes in sets, and of walls that are flags."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import IntEnum, IntFlag

from perfectplay import Game, Value


@dataclass(frozen=True, order=True)
class Hex:
    q: int
    r: int

    def neighbors(self):
        for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)):
            yield Hex(self.q + dq, self.r + dr)


@dataclass(frozen=True)
class Hive:
    mine: frozenset[Hex]
    theirs: frozenset[Hex]
    my_queen: Hex
    their_queen: Hex

    @property
    def occupied(self):
        return self.mine | self.theirs


BOARD = frozenset(Hex(q, r) for q in range(-1, 2) for r in range(-1, 2) if abs(q + r) <= 1)


def connected(cells):
    if not cells:
        return True
    first = min(cells)
    seen = {first}
    queue = deque([first])
    while queue:
        here = queue.popleft()
        for n in here.neighbors():
            if n in cells and n not in seen:
                seen.add(n)
                queue.append(n)
    return len(seen) == len(cells)


class MiniHive(Game):
    """Move one stone, keep the hive in one piece; a queen with four neighbours is lost."""

    stuck = Value.LOSS

    def start(self):
        mine = frozenset({Hex(0, 0), Hex(-1, 0)})
        theirs = frozenset({Hex(0, 1), Hex(1, 0)})
        return Hive(mine, theirs, Hex(0, 0), Hex(1, 0))

    def moves(self, state):
        for source in sorted(state.mine):
            rest = state.occupied - {source}
            if not connected(rest):
                continue
            for target in sorted(BOARD - state.occupied):
                if any(n in rest for n in target.neighbors()):
                    yield source, target

    def play(self, state, move):
        source, target = move
        mine = state.mine - {source} | {target}
        queen = target if source == state.my_queen else state.my_queen
        return Hive(state.theirs, mine, state.their_queen, queen)

    def outcome(self, state):
        around = sum(1 for n in state.my_queen.neighbors() if n in state.occupied)
        if around >= 4:
            return Value.LOSS
        return None


class Wall(IntFlag):
    NONE = 0
    NORTH = 1
    EAST = 2
    SOUTH = 4
    WEST = 8
    ALL = 15


class Dir(IntEnum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def opposite(self) -> Dir:
        return Dir((self + 2) % 4)

    @property
    def wall(self) -> Wall:
        return Wall(1 << self)


class Grid:
    Width = 2
    Height = 3

    @staticmethod
    def Neighbour(cell: int, d: Dir) -> int:
        x, y = cell % Grid.Width, cell // Grid.Width
        if d == Dir.NORTH:
            y -= 1
        elif d == Dir.SOUTH:
            y += 1
        elif d == Dir.EAST:
            x += 1
        else:
            x -= 1
        if x < 0 or y < 0 or x >= Grid.Width or y >= Grid.Height:
            return -1
        return y * Grid.Width + x


@dataclass(frozen=True)
class Boxes:
    walls: tuple[Wall, ...]
    mine: int = 0
    theirs: int = 0

    @property
    def Full(self) -> bool:
        return all(w == Wall.ALL for w in self.walls)


class FlagBoxes(Game):
    """Dots and boxes; borders are drawn already."""

    def start(self):
        walls = []
        for cell in range(Grid.Width * Grid.Height):
            w = Wall.NONE
            for d in Dir:
                if Grid.Neighbour(cell, d) < 0:
                    w |= d.wall
            walls.append(w)
        return Boxes(tuple(walls))

    def moves(self, state):
        for cell, walls in enumerate(state.walls):
            for d in (Dir.EAST, Dir.SOUTH):
                if not walls & d.wall:
                    yield (cell, d)

    def closed(self, state, move):
        cell, d = move
        near = Grid.Neighbour(cell, d)
        count = 0
        if state.walls[cell] | d.wall == Wall.ALL:
            count += 1
        if state.walls[near] | d.opposite.wall == Wall.ALL:
            count += 1
        return count

    def play(self, state, move):
        cell, d = move
        near = Grid.Neighbour(cell, d)
        walls = list(state.walls)
        walls[cell] |= d.wall
        walls[near] |= d.opposite.wall
        gained = self.closed(state, move)
        if gained:
            return Boxes(tuple(walls), state.mine + gained, state.theirs)
        return Boxes(tuple(walls), state.theirs, state.mine)

    def moves_again(self, state, move):
        return self.closed(state, move) > 0

    def outcome(self, state):
        if not state.Full:
            return None
        if state.mine == state.theirs:
            return Value.DRAW
        return Value.WIN if state.mine > state.theirs else Value.LOSS
