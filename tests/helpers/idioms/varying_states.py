"""Idioms that compile: states that hold tuples that change their length: hands, pairs, stacks."""
# ruff: noqa: RUF005

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from idioms.heaps_and_stacks import Heaps
from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


@compiles("hands in a tuple: one, other, led = state; tuple(c for c in hand if c != card)")
class _(Game):
    scoring = True

    def start(self):
        return ((1, 4, 5), (2, 3, 6), 0)

    def player(self, state):
        return 1 if state[2] else 0

    def moves(self, state):
        one, other, led = state
        return other if led else one

    def play(self, state, card):
        one, other, led = state
        if led:
            return (one, tuple(c for c in other if c != card), 0)
        i = one.index(card)
        return (one[:i] + one[i + 1 :], other, card)

    def gain(self, state, card):
        if state[2] == 0:
            return 0
        return card if card > state[2] else -card

    def outcome(self, state):
        return None if state[0] or state[1] else 0


@compiles("tuples of pairs: stones + ((r, c),), (r, c) in stones, for r, c in stones")
class _(Game):
    def start(self):
        return ()

    def moves(self, state):
        return [(r, c) for r in range(2) for c in range(2) if (r, c) not in state]

    def play(self, state, move):
        return tuple(sorted(state + (move,)))

    def outcome(self, state):
        if sum(1 for r, c in state if r == c) == 2:
            return Value.LOSS
        return Value.DRAW if len(state) == 3 else None


@compiles("letters in them: captured + ('P',), captured.count('P'), 'P' in captured")
class _(Game):
    """Pieces are captured; three of a kind lose."""

    def start(self):
        return ((), "w")

    def moves(self, state):
        captured, turn = state
        if "N" not in captured:
            yield "N"
        if turn == "w" or captured.count("P") < 2:
            yield "P"

    def play(self, state, move):
        captured, turn = state
        return (captured + (move,), "b" if turn == "w" else "w")

    def outcome(self, state):
        captured, _ = state
        if captured.count("P") == 3:
            return Value.LOSS
        return Value.DRAW if len(captured) > 2 else None


class Table(NamedTuple):
    stock: tuple[int, ...]
    taken: tuple[int, ...]


@dataclass(frozen=True)
class Row:
    stones: tuple[int, ...]
    turn: bool = False


@compiles("they are fields of a NamedTuple: _replace, names")
class _(Game):
    def start(self):
        return Table((1, 2, 3), ())

    def moves(self, state):
        return state.stock if not state.taken else state.stock[:2]

    def play(self, state, move):
        stock = tuple(x for x in state.stock if x != move)
        return state._replace(stock=stock, taken=(*state.taken, move))

    def outcome(self, state):
        if state.taken[-1:] == (3,):
            return Value.LOSS
        return None if state.stock else Value.DRAW


@compiles("they are fields of a frozen dataclass: replace")
class _(Game):
    def start(self):
        return Row((1, 2, 3, 4))

    def moves(self, state):
        yield state.stones[0]
        if len(state.stones) > 1:
            yield state.stones[-1]

    def play(self, state, move):
        left = tuple(x for x in state.stones if x != move)
        return replace(state, stones=left, turn=not state.turn)

    def outcome(self, state):
        if not state.stones:
            return Value.DRAW
        return Value.LOSS if state.turn and state.stones[0] == 3 else None


@dataclass(frozen=True)
class Deal:
    hands: tuple
    table: tuple = ()
    tricks: tuple = (0, 0)
    leader: int = 0


@compiles("replace(state, table=(card,)), Deal(hands, leader=1): fields () and (card,), defaults")
class _(Game):
    """A card is led, and a higher one of its suit takes it."""

    def start(self):
        return Deal(hands=(((2, "S"), (5, "H")), ((3, "S"), (4, "H"))))

    def player(self, state):
        return 1 - state.leader if state.table else state.leader

    def moves(self, state):
        hand = state.hands[self.player(state)]
        same = [card for card in hand if state.table and card[1] == state.table[0][1]]
        return same or list(hand)

    def play(self, state, move):
        who = self.player(state)
        hand = tuple(card for card in state.hands[who] if card != move)
        hands = (hand, state.hands[1]) if who == 0 else (state.hands[0], hand)
        if not state.table:
            return replace(state, hands=hands, table=(move,))
        (rank, suit), *_ = state.table
        winner = who if move[1] == suit and move[0] > rank else state.leader
        tricks = list(state.tricks)
        tricks[winner] += 1
        return Deal(hands, tricks=tuple(tricks), leader=winner)

    def outcome(self, state):
        if any(state.hands) or state.table:
            return None
        me = self.player(state)
        return Value.WIN if state.tricks[me] > state.tricks[1 - me] else Value.LOSS


@compiles("stacks that vanish: a tuple of tuples that both change their length")
class _(Game):
    """A tower is taken, or its top; the last one who can move wins."""

    def start(self):
        return ((1, 2), (2, 1, 1))

    def moves(self, state):
        for i, tower in enumerate(state):
            yield (i, 0)
            if len(tower) > 1:
                yield (i, len(tower) - 1)

    def play(self, state, move):
        i, kept = move
        towers = state[:i] + (state[i][:kept],) + state[i + 1 :]
        return tuple(tower for tower in towers if tower)

    def outcome(self, state):
        return None if state else Value.LOSS


@compiles("moves that are such tuples: yield stones[i:j]; x not in move")
class _(Game):
    def start(self):
        return (1, 2, 3)

    def moves(self, state):
        for i in range(len(state)):
            for j in range(i + 1, len(state) + 1):
                yield state[i:j]

    def play(self, state, move):
        return tuple(x for x in state if x not in move)

    def outcome(self, state):
        return None if state else Value.LOSS


@compiles("match state: case (), case (a,), case (a, *rest)")
class _(Heaps):
    def outcome(self, state):
        match state:
            case ():
                return Value.LOSS
            case (a,) if a > 1:
                return Value.WIN
            case (a, *rest) if a == 3 and len(rest) == 1:
                return Value.DRAW
        return None


@compiles("hands of cards that are texts: 'A1' in hand, SUIT[card] of a dict")
class _(Game):
    SUIT: ClassVar[dict[str, str]] = {
        card: card[0] for card in ("A0", "A1", "A2", "A3", "B1", "B2")
    }

    def start(self):
        return (("A1", "A2", "B1"), ("A3", "B2"), "A0")

    def moves(self, state):
        same = [card for card in state[0] if self.SUIT[card] == self.SUIT[state[2]]]
        return same or list(state[0])

    def play(self, state, move):
        return (state[1], tuple(card for card in state[0] if card != move), move)

    def outcome(self, state):
        return None if state[0] else Value.WIN if "B1" in state[1] else Value.LOSS


class Trick(Game):
    """Hands of cards; a card is laid, and the other player follows its suit. Most tricks win."""

    RANKS = "7TK"

    def start(self):
        return (("7H", "KH", "TS"), ("TH", "7S", "KS"), None, 0)

    def beats(self, card, led):
        return card[1] == led[1] and self.RANKS.index(card[0]) > self.RANKS.index(led[0])

    def moves(self, state):
        mine, _, led, _ = state
        same = [card for card in mine if led is not None and card[-1] == led[-1]]
        return same or list(mine)

    def play(self, state, move):
        mine, other, led, won = state
        left = tuple(card for card in mine if card != move)
        if led is None:
            return (other, left, move, -won)
        return (other, left, None, -won - (1 if self.beats(move, led) else -1))

    def outcome(self, state):
        mine, other, _, won = state
        if mine or other:
            return None
        return Value.WIN if won > 0 else Value.LOSS


@compiles("characters of cards: card[1] == led[1], RANKS.index(card[0]), card[-1]")
class _(Trick):
    pass


@compiles(
    "parts of cards by constants: card[:-1] == '10', int(card[:-1]), ORDER[card[:-1]], card[1:]"
)
class _(Trick):
    ORDER: ClassVar[dict[str, int]] = {"7": 0, "10": 3, "K": 4}

    def start(self):
        return (("7H", "KH", "10S"), ("10H", "7S", "KS"), None, 0)

    def strength(self, card):
        if card[-2:] == "KH" or card[:-1] == "K":
            return 13
        return int(card[:-1]) if card[:-1] == "10" or card[1:] == "S" else self.ORDER[card[:-1]]

    def beats(self, card, led):
        return card[-1] == led[-1] and self.strength(card) > self.strength(led)


@compiles('cards beside a word: yield card, yield "pass"; return legal or ["draw"]')
class _(Trick):
    """A card of the suit is laid, or a word says that there is none."""

    stuck = Value.LOSS

    def moves(self, state):
        mine, _, led, won = state
        if led is None:
            for card in mine:
                if card != mine[0]:
                    yield card
            if won < 1:
                yield "wait"
        else:
            legal = [card for card in mine if card[1] == led[1]]
            yield from legal or ["pass"]

    def play(self, state, move):
        mine, other, _, won = state
        if move == "wait":
            return (other, mine, None, 1 - won)
        if move == "pass":
            return (other, mine[1:], None, -won - 1)
        return super().play(state, move)
