"""Games whose frozensets hold pieces and cards: records in records, members of an Enum, truths."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import NamedTuple

from perfectplay import Game, Value


class Side(Enum):
    BLACK = "b"
    WHITE = "w"

    @property
    def other(self):
        return Side.WHITE if self is Side.BLACK else Side.BLACK


class Suit(IntEnum):
    CLUBS = 1
    HEARTS = 2


@dataclass(frozen=True)
class Cell:
    row: int
    column: int

    def step(self, down):
        return Cell(self.row + down, self.column)


@dataclass(frozen=True)
class Man:
    side: Side
    at: Cell
    king: bool = False


@dataclass(frozen=True)
class Men:
    men: frozenset[Man]
    turn: Side = Side.WHITE


class Marching(Game):
    """Men walk down or up, capture what stands ahead, are crowned at the end; who cannot move
    loses."""

    stuck = Value.LOSS

    def start(self):
        white = {Man(Side.WHITE, Cell(0, c)) for c in range(2)}
        return Men(frozenset(white | {Man(Side.BLACK, Cell(2, 0)), Man(Side.BLACK, Cell(3, 1))}))

    def moves(self, state):
        ahead = 1 if state.turn is Side.WHITE else -1
        for column in range(2):
            for row in range(4):
                here = Cell(row, column)
                if not any(m.side is state.turn and m.at == here for m in state.men):
                    continue
                there = here.step(ahead)
                own = any(m.side is state.turn and m.at == there for m in state.men)
                if 0 <= there.row < 4 and not own:
                    yield here

    def play(self, state, move):
        ahead = 1 if state.turn is Side.WHITE else -1
        there = move.step(ahead)
        rest = frozenset(m for m in state.men if m.at not in (move, there))
        king = there.row in (0, 3) or any(m.king for m in state.men if m.at == move)
        return Men(rest | {Man(state.turn, there, king)}, state.turn.other)

    def outcome(self, state):
        if sum(1 for m in state.men if m.king) > 1:
            return Value.DRAW
        return None


class Card(NamedTuple):
    suit: Suit
    rank: int


@dataclass(frozen=True)
class Hands:
    mine: frozenset[Card]
    yours: frozenset[Card]
    led: Card | None = None
    lead: int = 0


class Tricks(Game):
    """One leads a card, the other answers with one of its suit if there is one; tricks are counted
    for the one who leads."""

    stuck = Value.DRAW

    def start(self):
        mine = frozenset({Card(Suit.CLUBS, 1), Card(Suit.CLUBS, 4), Card(Suit.HEARTS, 2)})
        yours = frozenset({Card(Suit.CLUBS, 2), Card(Suit.HEARTS, 3), Card(Suit.HEARTS, 1)})
        return Hands(mine, yours)

    def moves(self, state):
        if state.led is None:
            return sorted(state.mine)
        suited = [card for card in sorted(state.mine) if card.suit == state.led.suit]
        return suited or sorted(state.mine)

    def play(self, state, move):
        rest = state.mine - {move}
        if state.led is None:
            return Hands(state.yours, rest, move, state.lead)
        won = move.suit == state.led.suit and move.rank > state.led.rank
        if won:
            return Hands(rest, state.yours, None, -state.lead + 1)
        return Hands(state.yours, rest, None, state.lead + 1)

    def outcome(self, state):
        if state.mine or state.yours:
            return None
        return Value.WIN if state.lead > 0 else Value.LOSS if state.lead < 0 else Value.DRAW


class Stones(Game):
    """A frozenset of pairs of a member and a cell; three of a kind in a row lose."""

    stuck = Value.DRAW

    def start(self):
        return (Side.BLACK, frozenset({(Side.WHITE, Cell(0, 1))}))

    def moves(self, state):
        _, stones = state
        for row in range(2):
            for column in range(3):
                cell = Cell(row, column)
                if (Side.BLACK, cell) not in stones and (Side.WHITE, cell) not in stones:
                    yield row, column

    def play(self, state, move):
        turn, stones = state
        return (turn.other, stones | {(turn, Cell(*move))})

    def outcome(self, state):
        turn, stones = state
        for row in range(2):
            if all((turn.other, Cell(row, column)) in stones for column in range(3)):
                return Value.LOSS
        return None


class Sides(Game):
    """A frozenset of members alone, and a pile: who takes the last loses a side."""

    def start(self):
        return (frozenset(Side), 5, Side.BLACK)

    def moves(self, state):
        return range(1, min(2, state[1]) + 1)

    def play(self, state, move):
        sides, left, turn = state
        if left == move:
            return (sides - {turn}, 3, turn.other)
        return (sides, left - move, turn.other)

    def outcome(self, state):
        sides, _, turn = state
        if len(sides) == 2:
            return None
        return Value.WIN if turn in sides else Value.LOSS


Wall = tuple[Cell, Cell]
WALLS = [(Cell(r, c), Cell(r, c + 1)) for r in range(2) for c in range(2)]


@dataclass(frozen=True)
class Room:
    walls: frozenset[Wall] = frozenset()
    at: Cell = Cell(0, 0)


class Walls(Game):
    """A wall between two cells, or a step; who cannot move loses."""

    stuck = Value.LOSS

    def start(self):
        return Room(frozenset({WALLS[0]}))

    def moves(self, state):
        for i, wall in enumerate(WALLS):
            if wall not in state.walls:
                yield i
        ahead = Cell(state.at.row, state.at.column + 1)
        if ahead.column < 3 and (state.at, ahead) not in state.walls:
            yield 9

    def play(self, state, move):
        if move == 9:
            return replace(state, at=Cell(state.at.row, state.at.column + 1))
        return replace(state, walls=state.walls | {WALLS[move]})

    def outcome(self, state):
        return None


GAMES: list[Game] = [Marching(), Tricks(), Stones(), Sides(), Walls()]
