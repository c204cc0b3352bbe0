"""Games of open hands and open bids: cards and words in sets, records with records in them."""
# ruff: noqa: RUF059, B905, SIM102

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from perfectplay import Game, Value


class Load(Enum):
    NOTHING = "nothing"
    WATER = "water"
    GOLD = "gold"

    @property
    def slows(self):
        return 1 if self is Load.GOLD else 0


@dataclass(frozen=True)
class Caravan:
    at: int = 0
    load: Load = Load.NOTHING
    score: int = 0

    def step(self, n):
        return replace(self, at=min(self.at + n, LENGTH))

    @property
    def home(self):
        return self.at >= LENGTH


@dataclass(frozen=True)
class Desert:
    mover: Caravan = field(default_factory=Caravan)
    other: Caravan = field(default_factory=Caravan)
    gold: tuple[bool, ...] = (False, True, False, True, False)
    turns: int = 8

    def passed(self):
        return Desert(self.other, self.mover, self.gold, self.turns - 1)


@dataclass(frozen=True)
class Walk:
    steps: int


@dataclass(frozen=True)
class PickUp:
    pass


LENGTH = 5


class Caravans(Game):
    """Two caravans race to the well; gold slows them down, and wins."""

    def start(self):
        return Desert()

    def moves(self, state):
        me = state.mover
        if not me.home:
            for steps in range(1, 3 - me.load.slows + 1):
                yield Walk(steps)
            if state.gold[me.at] and me.load is Load.NOTHING:
                yield PickUp()
        else:
            yield Walk(0)

    def play(self, state, move):
        me = state.mover
        if isinstance(move, PickUp):
            gold = tuple(g and i != me.at for i, g in enumerate(state.gold))
            return replace(state, mover=replace(me, load=Load.GOLD), gold=gold).passed()
        me = me.step(move.steps)
        if me.home and me.load is Load.GOLD:
            me = replace(me, load=Load.NOTHING, score=me.score + 3)
        elif me.home and move.steps:
            me = replace(me, score=me.score + (0 if state.other.home else 2))
        return replace(state, mover=me).passed()

    def outcome(self, state):
        if state.turns > 0 and not (state.mover.home and state.other.home):
            return None
        mine, theirs = state.mover.score, state.other.score
        if mine == theirs:
            return Value.DRAW
        return Value.WIN if mine > theirs else Value.LOSS


WORDS = ["cat", "cot", "cog", "dog", "dot", "hot", "hat", "bat", "bag", "big", "dig"]


def one_apart(a, b):
    return sum(x != y for x, y in zip(a, b)) == 1


NEXT = {w: [v for v in WORDS if one_apart(w, v)] for w in WORDS}


class Ladders(Game):
    """One letter is changed; no word comes twice."""

    def start(self):
        return ("cat", frozenset({"cat"}))

    def moves(self, state):
        word, used = state
        return [w for w in NEXT[word] if w not in used]

    def play(self, state, move):
        _, used = state
        return (move, used | {move})

    def outcome(self, state):
        return Value.LOSS if not self.moves(state) else None


DECK = [(rank, suit) for suit in "SH" for rank in (1, 2, 3)]


def is_set(cards):
    ranks = {rank for rank, suit in cards}
    return len(ranks) == 1


def is_run(cards):
    suits = {suit for _, suit in cards}
    ranks = sorted(rank for rank, _ in cards)
    return len(suits) == 1 and ranks[-1] - ranks[0] == len(ranks) - 1


def good(hand):
    return any(is_set(pair) or is_run(pair) for pair in combinations(sorted(hand), 2))


class Draft(Game):
    """Cards lie open; each takes one in turn; who first has a pair or a run of two loses."""

    def start(self):
        return (frozenset(), frozenset(), frozenset(DECK))

    def moves(self, state):
        mine, yours, table = state
        return sorted(table)

    def play(self, state, card):
        mine, yours, table = state
        return (yours, mine | {card}, table - {card})

    def outcome(self, state):
        mine, yours, table = state
        if good(yours):
            return Value.WIN
        return None if table else Value.DRAW


LOTS = {"vase": 3, "chair": 2, "lamp": 2}
NAMES = list(LOTS)


class Auction(NamedTuple):
    """The lot, the highest bid so far, what both have, who opened; of who bids now first."""

    lot: int
    bid: int | None
    coins: tuple[int, int]
    worth: tuple[int, int]
    opened: bool


class OpenAuction(Game):
    """Three lots are sold one by one; both see what the other has."""

    def __init__(self, coins=3):
        self.coins = coins

    def start(self):
        return Auction(0, None, (self.coins, self.coins), (0, 0), True)

    def moves(self, a):
        lowest = 0 if a.bid is None else a.bid + 1
        return ["pass"] + [f"bid {n}" for n in range(lowest, a.coins[0] + 1)]

    def sold(self, a, price):
        """The other one gets the lot."""
        name = NAMES[a.lot]
        coins = (a.coins[0], a.coins[1] - price)
        worth = (a.worth[0], a.worth[1] + LOTS[name])
        return Auction(a.lot + 1, None, coins, worth, not a.opened)

    def play(self, a, move):
        verb, *rest = move.split()
        if verb == "pass":
            if a.bid is None:
                if not a.opened:
                    return a._replace(lot=a.lot + 1)
                return Auction(a.lot, 0, a.coins[::-1], a.worth[::-1], not a.opened)
            return self.sold(a, a.bid)
        n = int(rest[0])
        return Auction(a.lot, n, a.coins[::-1], a.worth[::-1], not a.opened)

    def outcome(self, a):
        if a.lot < len(NAMES):
            return None
        mine, theirs = a.worth
        if mine == theirs:
            mine, theirs = a.coins
        return Value.DRAW if mine == theirs else Value.WIN if mine > theirs else Value.LOSS


FILES, RANKS = "abcd", "123"
JUMPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


def square(x, y):
    return f"{FILES[x]}{RANKS[y]}"


def knight_moves(sq):
    x, y = FILES.index(sq[0]), RANKS.index(sq[1])
    for dx, dy in JUMPS:
        if 0 <= x + dx < len(FILES) and 0 <= y + dy < len(RANKS):
            yield square(x + dx, y + dy)


MOVES = {square(x, y): tuple(knight_moves(square(x, y))) for x in range(4) for y in range(3)}


class Knights(Game):
    """Two knights; squares where one was are gone; moves as players write them."""

    def start(self):
        return "a1", "d3", frozenset(["a1", "d3"])

    def moves(self, state):
        mover, other, gone = state
        for to in MOVES[mover]:
            if to not in gone:
                yield f"N{to}"

    def play(self, state, move):
        mover, other, gone = state
        to = move[1:]
        return other, to, frozenset(gone | {to})

    def outcome(self, state):
        mover, _, gone = state
        if set(MOVES[mover]) <= gone:
            return Value.LOSS
        return None


DIRECTIONS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
SIZE = 2
CELLS = [(q, r) for q in range(SIZE) for r in range(SIZE)]


def neighbours(cell):
    q, r = cell
    return {(q + dq, r + dr) for dq, dr in DIRECTIONS if (q + dq, r + dr) in CELLS}


def component(cells, first):
    seen, todo = {first}, [first]
    while todo:
        cell = todo.pop()
        for n in neighbours(cell) & cells:
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


def connects(cells, axis):
    for cell in cells:
        if cell[axis] == 0:
            if any(c[axis] == SIZE - 1 for c in component(cells, cell)):
                return True
    return False


class Hexes(Game):
    """Hex on two by two, with sets of cells and a flood fill."""

    def start(self):
        return (frozenset(), frozenset(), 0)

    def moves(self, state):
        red, blue, _ = state
        return [cell for cell in CELLS if cell not in red | blue]

    def play(self, state, move):
        stones = list(state[:2])
        stones[state[2]] |= {move}
        return (*stones, 1 - state[2])

    def outcome(self, state):
        other = 1 - state[2]
        return Value.LOSS if connects(state[other], other) else None
