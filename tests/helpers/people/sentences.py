"""Games whose moves are sentences and names: a market, piles with letters, texts that change."""

# the style is that of the people who wrote them
# ruff: noqa: B905, C417, UP031, UP032

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from perfectplay import Game, Value


class Stall(NamedTuple):
    apples: int
    pears: int
    coins: tuple
    turn: int
    passed: bool


PRICE = {"apple": 2, "pear": 3}


class Market(Game):
    def start(self):
        return Stall(3, 2, (5, 5), 0, False)

    def moves(self, s):
        money = s.coins[s.turn]
        if s.apples and money >= PRICE["apple"]:
            yield "buy apple"
        if s.pears and money >= PRICE["pear"]:
            yield "buy pear"
        for n in (1, 2):
            if s.apples >= n:
                yield f"eat {n} apples"
        yield "pass"

    def play(self, s, move):
        coins = list(s.coins)
        match move.split():
            case ["buy", what]:
                coins[s.turn] -= PRICE[what]
                if what == "apple":
                    s = s._replace(apples=s.apples - 1)
                else:
                    s = s._replace(pears=s.pears - 1)
                passed = False
            case ["eat", n, "apples"]:
                s = s._replace(apples=s.apples - int(n))
                passed = False
            case ["pass"]:
                passed = True
            case _:
                raise ValueError(move)
        return s._replace(coins=tuple(coins), turn=1 - s.turn, passed=passed)

    def outcome(self, s):
        if (
            s.apples + s.pears == 0
            or (s.passed and s.coins[0] == s.coins[1])
            or (s.passed and not s.apples)
        ):
            mine, yours = s.coins[s.turn], s.coins[1 - s.turn]
            return Value.DRAW if mine == yours else Value.WIN if mine < yours else Value.LOSS
        return None


PILES = "ABC"


class PercentNim(Game):
    """Take up to four from a pile, or split a pile... of three piles; who takes the last loses."""

    misere = True

    def start(self):
        return "A4 B3 C2"

    def counts(self, state):
        return map(lambda part: int(part[1:]), state.split(" "))

    def moves(self, state):
        result = []
        for name, count in zip(PILES, self.counts(state)):
            for n in range(1, min(count, 4) + 1):
                result.append("%s-%d" % (name, n))
        return result

    def play(self, state, move):
        name, n = move.split("-")
        new = []
        for part in state.split(" "):
            if part[0] == name:
                part = "%s%d" % (name, int(part[1:]) - int(n))
            new.append(part)
        return " ".join(new)

    def outcome(self, state):
        total = reduce(lambda a, b: a + b, self.counts(state))
        if total == 0:
            return Value.WIN
        return None


RULES = [("ab", "ba"), ("bc", "cb"), ("ac", "ca"), ("aa", "bc")]


class Rewrite(Game):
    stuck = Value.LOSS

    def start(self):
        return "aabcab"

    def moves(self, text):
        for old, new in RULES:
            at = text.find(old)
            while at >= 0:
                yield f"{at}:{old}>{new}"
                at = text.find(old, at + 1)

    def play(self, text, move):
        where, rule = move.split(":")
        old, new = rule.split(">")
        at = int(where)
        assert text[at : at + 2] == old
        return text[:at] + new + text[at + len(old) :]

    def outcome(self, text):
        return None


W, H = 3, 3


class FormatDomino(Game):
    stuck = Value.LOSS

    def start(self):
        return (" " * W * H, "h")

    def moves(self, state):
        board, way = state
        step = 1 if way == "h" else W
        for i in range(W * H):
            if way == "h" and i % W == W - 1:
                continue
            if i + step < W * H and board[i] == board[i + step] == " ":
                yield "{}@{}".format(way, str(i).zfill(2))

    def play(self, state, move):
        board, way = state
        kind, _, where = move.partition("@")
        i = int(where)
        j = i + 1 if kind == "h" else i + W
        board = "".join(kind if k in (i, j) else ch for k, ch in enumerate(board))
        return board, "v" if way == "h" else "h"

    def outcome(self, state):
        return None
