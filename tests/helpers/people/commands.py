"""Games of people who like classes: moves that apply themselves, a board that is changed."""
# ruff: noqa: SIM110

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from perfectplay import Game, Value


@dataclass(frozen=True)
class Castle:
    wall: int = 3
    men: int = 1
    gold: int = 1


@dataclass(frozen=True)
class War:
    mine: Castle = Castle()
    theirs: Castle = Castle()
    rounds: int = 0

    def turned(self) -> War:
        return War(self.theirs, self.mine, self.rounds + 1)


class Action(ABC):
    @abstractmethod
    def allowed(self, war: War) -> bool: ...

    @abstractmethod
    def apply(self, war: War) -> War: ...


@dataclass(frozen=True)
class Recruit(Action):
    def allowed(self, war):
        return war.mine.gold > 0 and war.mine.men < 3

    def apply(self, war):
        mine = war.mine
        return replace(war, mine=replace(mine, gold=mine.gold - 1, men=mine.men + 1)).turned()


@dataclass(frozen=True)
class Tax(Action):
    def allowed(self, war):
        return war.mine.gold < 3

    def apply(self, war):
        return replace(war, mine=replace(war.mine, gold=war.mine.gold + 1)).turned()


@dataclass(frozen=True)
class Storm(Action):
    men: int

    def allowed(self, war):
        return 0 < self.men <= war.mine.men

    def apply(self, war):
        hit = max(0, self.men - war.theirs.men // 2)
        return War(
            replace(war.mine, men=war.mine.men - self.men),
            replace(war.theirs, wall=max(0, war.theirs.wall - hit)),
            war.rounds,
        ).turned()


class Castles(Game):
    """Tear down the wall of the other one within twelve rounds."""

    stuck = Value.LOSS

    def start(self):
        return War()

    def moves(self, state):
        actions = [Recruit(), Tax()] + [Storm(n) for n in range(1, state.mine.men + 1)]
        return [a for a in actions if a.allowed(state)]

    def play(self, state, move):
        return move.apply(state)

    def outcome(self, state):
        if state.mine.wall == 0:
            return Value.LOSS
        if state.rounds >= 12:
            return Value.DRAW
        return None


class Board:
    """The mutable board."""

    PITS = 3

    def __init__(self, state):
        self.pits = list(state[0])
        self.stores = [state[1], state[2]]
        self.extraTurn = False

    def isEmptySide(self):
        for i in range(Board.PITS):
            if self.pits[i] > 0:
                return False
        return True

    def sow(self, pit):
        stones = self.pits[pit]
        self.pits[pit] = 0
        index = pit
        while stones > 0:
            index = (index + 1) % (2 * Board.PITS + 1)
            if index == Board.PITS:
                self.stores[0] += 1
            elif index < Board.PITS:
                self.pits[index] += 1
            else:
                self.pits[index - 1] += 1
            stones -= 1
        self.extraTurn = index == Board.PITS

    def swapSides(self):
        self.pits = self.pits[Board.PITS :] + self.pits[: Board.PITS]
        self.stores = [self.stores[1], self.stores[0]]

    def toState(self):
        return (tuple(self.pits), self.stores[0], self.stores[1])


class MancalaJava(Game):
    """Who has more when a side is empty wins."""

    def start(self):
        return ((2, 2, 2, 2, 2, 2), 0, 0)

    def moves(self, state):
        board = Board(state)
        legal = []
        for i in range(Board.PITS):
            if board.pits[i] != 0:
                legal.append(i)
        return legal

    def play(self, state, move):
        board = Board(state)
        board.sow(move)
        if not board.extraTurn:
            board.swapSides()
        return board.toState()

    def moves_again(self, state, move):
        board = Board(state)
        board.sow(move)
        return board.extraTurn

    def outcome(self, state):
        board = Board(state)
        if not board.isEmptySide():
            return None
        mine = board.stores[0]
        theirs = board.stores[1] + sum(board.pits)
        if mine > theirs:
            return Value.WIN
        elif mine < theirs:
            return Value.LOSS
        else:
            return Value.DRAW
