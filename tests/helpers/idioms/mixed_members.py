"""Idioms that compile: members of Enums that are texts or numbers, without a StrEnum or IntEnum."""
# ruff: noqa: UP042

from __future__ import annotations

from enum import Enum

from idioms.noting import compiling
from perfectplay import Game, Value, put

COMPILES, compiles = compiling()


class Suit(str, Enum):
    HEARTS = "hearts"
    SPADES = "spades"

    @property
    def other(self):
        return Suit.SPADES if self is Suit.HEARTS else Suit.HEARTS


class Rank(int, Enum):
    TWO = 2
    THREE = 3
    FOUR = 4


@compiles("members of class Suit(str, Enum), class Rank(int, Enum): ==, is, <, +, Rank(n)")
class _(Game):
    """Cards are laid; a card of the suit led, or of another rank, beats the one before it."""

    def start(self):
        hand = ((Rank.TWO, Suit.HEARTS), (Rank.FOUR, Suit.SPADES), (Rank.THREE, Suit.HEARTS))
        return (hand, Rank.THREE, Suit.SPADES, 3)

    def moves(self, state):
        hand, rank, suit, _ = state
        for i in range(3):
            if hand[i][0] > rank or hand[i][1] == suit or (suit == "spades" and i):
                yield i

    def play(self, state, move):
        hand, rank, suit, left = state
        led = hand[move]
        turned = (Rank(6 - led[0]), led[1].other) if led[0] is not Rank.TWO else (rank, suit)
        return (put(hand, move, turned), led[0], led[1], left - 1)

    def outcome(self, state):
        if state[3]:
            return None
        return Value.LOSS if state[1] + state[0][0][0] > Rank.FOUR + 1 else Value.WIN

    stuck = Value.DRAW
