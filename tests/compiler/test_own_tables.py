"""Constant tables of a user's class that answers otherwise than a tuple, list or dict does."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from perfectplay.registry.source import load_file

RULES = """
from collections import Counter, OrderedDict, defaultdict, namedtuple
from typing import NamedTuple
from perfectplay import Game, Value
class Shifted(tuple):
    def __getitem__(self, i): return tuple.__getitem__(self, (i + 1) % len(self))
class Zeros(dict):
    def __missing__(self, key): return 0
class Longer(list):
    def __len__(self): return list.__len__(self) + 1
class Point(NamedTuple):
    row: int
    column: int
    def turned(self): return Point(self.column, self.row)
class Named(tuple):
    def first(self): return self[0]
TABLE = {TABLE}
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return (5, 1)
    def moves(self, s): return [i for i in range(2) if s[0] > i]
    def outcome(self, s): return None
    def play(self, s, move):
        {PLAY}
        return (s[0] - 1, n % 3)
"""


def rules(folder: Path, table: str, play: str) -> object:
    text = RULES.replace("{TABLE}", table).replace("{PLAY}", play)
    (folder / "game.py").write_text(text, encoding="utf-8")
    return load_file(folder / "game.py").Rules()


@pytest.mark.parametrize(("table", "play", "way"), [
    ("Shifted((1, 2, 0))", "n = TABLE[s[1]]", "__getitem__"),
    ("Zeros({1: 2})", "n = TABLE[s[1]]", "__missing__"),
    ("Longer([1, 2, 3])", "n = len(TABLE)", "__len__"),
    ("(Shifted((1, 2, 0)),)", "n = TABLE[0][s[1]]", "__getitem__"),
])  # fmt: skip
def test_what_is_refused_runs_interpreted(tmp_path: Path, table: str, play: str, way: str) -> None:
    game = rules(tmp_path, table, play)
    with pytest.raises(NotCompilable, match=f"has a {way} of its own"):
        translate(game)
    assert solve(game).counts == solve(game, method="reference").counts


@pytest.mark.parametrize(("table", "play"), [
    ("Counter({0: 1, 1: 2})", "n = TABLE[s[1] % 2]"),
    ("OrderedDict([(0, 1), (1, 2), (2, 0)])", "n = TABLE[s[1]]"),
    ("Point(1, 2)", "n = TABLE.row + s[1]"),
    ("((1, 2, 0), (2, 1, 0))", "n = TABLE[move][s[1]]"),
])  # fmt: skip
def test_others_compile_as_ever(tmp_path: Path, table: str, play: str) -> None:
    assert translate(rules(tmp_path, table, play)).text
