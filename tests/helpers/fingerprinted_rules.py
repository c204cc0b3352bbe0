"""Rules whose fingerprints are compared, and changes that count in them or do not."""

from __future__ import annotations

import sys
from pathlib import Path

from perfectplay import Game
from perfectplay.registry.address import load_game

HELPERS = """
WORTH = 3

def most(state):
    return min(state, WORTH)

def unused(state):
    return 17
"""

RULES = '''
from __future__ import annotations
import functools
import math
import re
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple
import numpy as np
from perfectplay import Game, Value
import helpers
from helpers import most as at_most

TABLE = np.array([1, 2, 3])
LIST = [(1, "a"), {"k": {2, 3}}]

class Side(IntEnum):
    LEFT = 0
    RIGHT = 1

class Pile(NamedTuple):
    stones: int
    side: int = 0

    def left(self):
        return self.stones

def twice(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args) + EXTRA
    return inner

EXTRA = 0

@twice
def decorated(n, step=5):
    return n

class Shape:
    factor = 1
    def area(self, n):
        return n * self.factor

SHAPE = Shape()
ADD = lambda a: a + 1; SUB = lambda a: a - 1

class Base(Game):
    floor = 0
    def bottom(self):
        return self.floor

    def text(self, state, seat=None):
        return self.words(state)

    def words(self, state):
        return f"{state} stones"

class Grand(Base):
    pass

@dataclass(frozen=True)
class Mine(Base):
    """Stones."""
    stones: int = 7
    names: tuple[str, ...] = ("a", "b")
    stuck: Value = Value.LOSS
    table: object = field(init=False, default=None)

    def __post_init__(self):
        object.__setattr__(self, "table", (5, 6))

    @functools.cached_property
    def limit(self):
        return self.stones * 10

    @property
    def least(self):
        return 1

    @staticmethod
    def fixed():
        return 4

    @classmethod
    def made(cls):
        return cls

    def start(self):
        # where a play begins
        x = self.bottom() + self.limit + self.table[0] + self.fixed() * 0
        return Pile(self.stones, Side.LEFT)

    def moves(self, state):
        for move in range(self.least, helpers.most(state.left()) + 1):
            if TABLE[0] and LIST and SHAPE.area(1) and decorated(0) == 0 and ADD(1) + SUB(1):
                yield move
        def inner():
            from helpers import WORTH
            return WORTH
        inner(), math.gcd(4, 6)

    def play(self, state, move):
        return Pile(state.stones - move, 1 - state.side)

    def outcome(self, state):
        return super().outcome_of(state)

    def never(self):
        return 1

Base.outcome_of = lambda self, state: Value.LOSS if state.stones == 0 else None
'''

SAME = [
    ("# where a play begins", "# the first\n        # of all"),
    ('"""Stones."""', '"""Other words."""'),
    ('"""Stones."""', ""),
    ("def most(state):\n", 'def most(state):\n    """At most."""\n'),
    (
        "        x = self.bottom() +",
        "        x = (self.bottom()\n            + 0 * 0 if False else self.bottom()) +"[:0]
        + "        x = self.bottom() \\\n +",
    ),
    ('return f"{state} stones"', 'return f"{state} rocks"'),
    ("return self.words(state)", "return str(state)"),
    ("def left(self):", "def left(self) -> int:"),
    ("    return 17", "    return 18"),
    ("    return 17", "    return 18"),
    ("    def never(self):\n        return 1", "    def never(self):\n        return 2"),
    ("    stones: int = 7", '    stones: "int" = 7'),
    ("TABLE = ", "\n\n\nTABLE = "),
    ("        x = self", "        x: int = self"),
]

OTHER = [
    ("WORTH = 3", "WORTH = 2", "WORTH"),
    ("min(state, WORTH)", "max(state, WORTH)", "most"),
    ("np.array([1, 2, 3])", "np.array([1, 2, 4])", "TABLE"),
    ("np.array([1, 2, 3])", "np.array([1, 2, 3], np.int8)", "TABLE"),
    ("{2, 3}", "{2, 4}", "LIST"),
    ("{2, 3}", "[2, 3]", "LIST"),
    ('(1, "a")', '(True, "a")', "LIST"),
    ("RIGHT = 1", "RIGHT = 2", "Side"),
    ("side: int = 0", "side: int = 1", "Pile"),
    ("return self.stones\n\ndef", "return self.stones - 0\n\ndef", "Pile.left"),
    ("+ EXTRA", "- EXTRA", "decorated"),
    ("EXTRA = 0", "EXTRA = False", "decorated"),
    ("EXTRA = 0", "EXTRA = 1", "EXTRA"),
    ("step=5", "step=6", "decorated"),
    ("@twice\n", "", "decorated"),
    ("factor = 1", "factor = 2", "Shape"),
    ("n * self.factor", "n / self.factor", "Shape.area"),
    ("a: a + 1", "a: a + 2", "lambda"),
    ("a: a - 1", "a: a - 2", "lambda"),
    (
        "ADD = lambda a: a + 1; SUB = lambda a: a - 1",
        "SUB = lambda a: a + 1; ADD = lambda a: a - 1",
        "lambda",
    ),
    ("floor = 0", "floor = 1", "Base.floor"),
    ("return self.floor", "return self.floor + 0", "Base.bottom"),
    ("stones: int = 7", "stones: int = 8", "parameter stones"),
    ('("a", "b")', '("a", "c")', "parameter names"),
    ("stuck: Value = Value.LOSS", "stuck: Value = Value.WIN", "parameter stuck"),
    ("stuck: Value = Value.LOSS", "players = 1", "Mine.players"),
    ('"table", (5, 6)', '"table", (5, 7)', "Mine.table"),
    ("self.stones * 10", "self.stones * 11", "Mine.limit"),
    (
        "    def least(self):\n        return 1",
        "    def least(self):\n        return 2",
        "Mine.least",
    ),
    ("@functools.cached_property", "@property", "Mine.limit"),
    ("        return 4", "        return 5", "Mine.fixed"),
    ("1 - state.side", "state.side", "Mine.play"),
    ("state.stones == 0", "state.stones == 1", "Base.outcome_of"),
    ("math.gcd", "math.lcm", "Mine.moves"),
    ("import most as at_most", "import unused as at_most", None),
    (
        "def never(self):\n        return 1",
        "def player(self, state):\n        return state.side",
        "Mine.player",
    ),
    ("def never(self):\n        return 1", "limits = ((0, 9), (0, 1))", "Mine.limits"),
    ("class Mine(Base)", "class Mine(Grand)", None),
    ("else None\n", "else Value['DRAW']\n", "Base.outcome_of"),
    ("return 4", 'return getattr(self, "nev" + "er")()', "Mine.never"),
    ("return 4", 'return vars(Mine)["nev" + "er"](0)', "Mine.never"),
    ("return 4", 'return Mine.__dict__["nev" + "er"](0)', "Mine.never"),
    ("TABLE[0]", "TABLE[1]", "Mine.moves"),
    ("Pile(self.stones, Side.LEFT)", "Pile(self.stones, Side['LEFT'])", "Mine.start"),
    (
        "            from helpers import WORTH",
        "            from helpers import unused",
        "Mine.moves",
    ),
    ("            from helpers import WORTH", "            import helpers", "module helpers"),
]


def of(folder: Path, rules: str = RULES, helper: str = HELPERS, name: str = "mine.py") -> Game:
    """The game of a file, run anew with its helpers."""
    sys.modules.pop("helpers", None)
    folder.mkdir(exist_ok=True)
    (folder / "helpers.py").write_text(helper)
    (folder / name).write_text(rules)
    return load_game(f"{folder / name}:Mine")


def both(text: str, old: str, new: str) -> tuple[str, str]:
    """Rules and helpers with one thing changed in one of them."""
    assert (old in RULES) != (old in HELPERS) or old in RULES
    if old in RULES:
        return RULES.replace(old, new, 1), HELPERS
    return RULES, HELPERS.replace(old, new, 1)
