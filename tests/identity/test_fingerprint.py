"""Two games have one fingerprint exactly where nothing that the rules reach differs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from perfectplay import Game, Value
from perfectplay.game.naming import GAMES
from perfectplay.games.connect_four import ConnectFour
from perfectplay.identity.fingerprint import differences, fingerprint, is_of
from perfectplay.registry.address import load_class, load_game
from places import ROOT

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


@pytest.mark.parametrize(("old", "new"), SAME)
def test_what_does_not_count(tmp_path: Path, old: str, new: str) -> None:
    first = fingerprint(of(tmp_path / "one"))
    changed = of(tmp_path / "two", *both(RULES, old, new), name="other.py")
    assert fingerprint(changed) == first
    assert differences(first.parts, changed) == ""


@pytest.mark.parametrize(("old", "new", "part"), OTHER)
def test_what_counts(tmp_path: Path, old: str, new: str, part: str | None) -> None:
    first = fingerprint(of(tmp_path / "one"))
    changed = of(tmp_path / "two", *both(RULES, old, new))
    second = fingerprint(changed)
    if part is None and "at_most" in new:  # imported and not used
        assert second == first
        return
    assert second.whole != first.whole
    assert second.parts != first.parts
    assert (part or "bases") in differences(first.parts, changed)


def test_what_is_kept_does_not_count(tmp_path: Path) -> None:
    game = of(tmp_path)
    before = fingerprint(game)
    assert game.limit == 70  # type: ignore[attr-defined]
    assert fingerprint(game) == before


def test_a_file_that_changed_after_it_was_read(tmp_path: Path) -> None:
    """The rules that run count, not the text that has taken their place."""
    game = of(tmp_path)
    before = fingerprint(game)
    (tmp_path / "mine.py").write_text(RULES.replace("1 - state.side", "state.side"))
    after = fingerprint(game)
    assert (
        after.parts["Mine.play"]
        != fingerprint(load_game(f"{tmp_path}/mine.py:Mine")).parts["Mine.play"]
    )
    assert before.parts["Mine.start"] == after.parts["Mine.start"]


def test_text_that_is_run_without_a_file() -> None:
    """Its code counts."""

    def made(rule: str) -> Game:
        space: dict[str, object] = {"__name__": "nowhere"}
        exec(
            "from perfectplay import Game, Value\n"
            "class G(Game):\n"
            "    def start(self): return 3\n"
            "    def moves(self, state): return [1]\n"
            f"    def play(self, state, move): return {rule}\n"
            "    def outcome(self, state): return None if state else Value.LOSS\n",
            space,
        )
        return space["G"]()  # type: ignore[operator,no-any-return]

    one = fingerprint(made("state - move"))
    assert one == fingerprint(made("state - move"))
    assert one != fingerprint(made("state - 1"))
    assert one != fingerprint(made("state - 2"))
    assert "G.play" in differences(one.parts, made("state - 2"))


def functions(step: int, end: str) -> Game:
    """A game of the older style, from closures."""

    def do_move(move, state):
        return state - move * step if state >= move * step else False

    return Game.from_functions(
        7, [1, 2], do_move, lambda state: -1 if state == 0 else end, stuck=Value.LOSS
    )


def test_games_from_functions() -> None:
    one = functions(1, "undecided")
    assert fingerprint(one) == fingerprint(functions(1, "undecided"))
    assert differences(fingerprint(one).parts, functions(2, "undecided")) == "step"
    assert differences(fingerprint(one).parts, functions(1, "open")) == "end"
    other = Game.from_functions(8, [1, 2], one._do_move, one._evaluate, stuck=Value.DRAW)  # type: ignore[attr-defined]
    assert differences(fingerprint(one).parts, other) == "start, stuck"


PRINT = """
import sys
sys.path.insert(0, {folder!r})
from perfectplay.registry.address import load_game
from perfectplay.identity.fingerprint import fingerprint
print(fingerprint(load_game({address!r})))
"""


def test_other_processes_agree(tmp_path: Path) -> None:
    """Whatever order Python keeps its sets in."""
    of(tmp_path)
    code = PRINT.format(folder=str(tmp_path), address=f"{tmp_path}/mine.py:Mine")
    root = str(ROOT / "src")
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONPATH": root, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }  # fmt: skip
    assert shown == {f"{fingerprint(of(tmp_path))}\n"}


@pytest.mark.parametrize("name", GAMES)
def test_the_library_has_sources(name: str) -> None:
    """Every game's fingerprint is of syntax trees, and is its own."""
    from perfectplay.identity.fingerprint import _texts

    game = load_game(name)
    texts = _texts(game)
    assert not any(text.startswith("code (") or "\ncode (" in text for text in texts.values())
    found = fingerprint(game)
    assert len(found.whole) == 64
    assert all(len(part) == 16 for part in found.parts.values())
    assert not any("text" in part or "parse" in part for part in found.parts)


def test_games_differ() -> None:
    wholes = [fingerprint(load_game(name)).whole for name in GAMES]
    assert len(set(wholes)) == len(GAMES)
    assert fingerprint(ConnectFour()).whole != fingerprint(ConnectFour(width=4)).whole
    assert "parameter width" in differences(fingerprint(ConnectFour()).parts, ConnectFour(width=4))
    assert isinstance(load_class("nim"), type)


def test_a_known_fingerprint(tmp_path: Path) -> None:
    """The same in every version of Python: a change here makes all stored solutions foreign."""
    assert fingerprint(load_game("three_rocks")).whole.startswith("6a1c1afb")
    assert fingerprint(of(tmp_path)).whole.startswith("e4a10704")


ANNOTATED = """
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Heaps:
    left: int
    right: int = 2

@dataclass(frozen=True)
class Mine(Game):
    first: Heaps = Heaps(3)
    most: int = 2

    def start(self) -> Heaps:
        return self.first

    def moves(self, state: Heaps) -> list[int]:
        return [n for n in range(1, self.most + 1) if n <= state.left]

    def play(self, state: Heaps, move: int) -> Heaps:
        return Heaps(state.right, state.left - move)

    def outcome(self, state: Heaps) -> Value | None:
        return Value.LOSS if state == Heaps(0, 0) else None
"""
"""Annotations that Python evaluates: without ``from __future__ import annotations``."""


def test_annotations_and_dataclasses_in_every_version(tmp_path: Path) -> None:
    """Python 3.14 keeps annotations in functions; how a dataclass is printed differs by version."""
    first = fingerprint(of(tmp_path / "one", ANNOTATED))
    assert first.whole.startswith("73c3a270")
    assert not any("annotate" in part or "repr" in part for part in first.parts)
    moved = "# a remark\n" + ANNOTATED.replace("left: int", "left: object")
    assert fingerprint(of(tmp_path / "two", moved)) == first


def test_early_fingerprints_of_dataclasses(tmp_path: Path) -> None:
    """They include how the states are printed, and are still those of the game."""
    from perfectplay.identity.fingerprint import _texts, _whole

    game = of(tmp_path, ANNOTATED)
    early = _texts(game, with_reprs=True)
    assert any(part.endswith("__repr__") for part in early)
    assert is_of(game, _whole(early))
    changed = of(tmp_path, ANNOTATED.replace("state.left - move", "state.left"))
    assert not is_of(changed, _whole(early))


def test_many_differences_are_cut() -> None:
    said = differences(fingerprint(load_game("kalah")).parts, load_game("nim"))
    assert said.endswith(" more")
    assert said.count(",") == 6
