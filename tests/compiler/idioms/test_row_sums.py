"""Rows of unlike lengths are never added, multiplied or compared item by item."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from perfectplay.registry.source import load_file

RULES = """
from perfectplay import Game, Value
ROWS = ((1,), (2, 3), (0, 1, 2), (4, 5))
LISTS = {"a": [1], "b": [2, 3]}
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return (7, 3)
    def moves(self, s): return [i for i in range(3) if s[0] > i]
    def outcome(self, s): return None
    def play(self, s, move):
        n = move
"""

REFUSED = (
    "n = sum(ROWS[s[1]] + ROWS[move])", "row = ROWS[move]; n = len(row + row)",
    "n = len(ROWS[move] * 2)", "n = len(2 * ROWS[move])", "for row in ROWS: n += len(row + row)",
    "n = sum([len(r + r) for r in ROWS])", "n = 3 if ROWS[move] == ROWS[s[1]] else 0",
    "n = 3 if ROWS[move] < ROWS[s[1]] else 0", 'n = sum(LISTS["b" if move else "a"] * 2)',
    "n = len((row := ROWS[move]) + row)",
)  # fmt: skip


def rules(folder: Path, play: str) -> object:
    text = f"{RULES}        {play}\n        return (min(s[0] - 1, n), (s[1] + n) % 4)\n"
    (folder / "game.py").write_text(text, encoding="utf-8")
    return load_file(folder / "game.py").Rules()


@pytest.mark.parametrize("play", REFUSED)
def test_what_is_refused(tmp_path: Path, play: str) -> None:
    with pytest.raises(NotCompilable, match="of a table of unlike rows"):
        translate(rules(tmp_path, play))


@pytest.mark.parametrize("play", [
    "n = ROWS[move][0] + ROWS[s[1]][0]", "row = ROWS[move]; n = row[0] * 2 + len(row)",
    "n = sum(ROWS[move]) * sum(ROWS[s[1]])", "n = 2 * (3 + move)",
])  # fmt: skip
def test_numbers_of_rows_are_added_as_ever(tmp_path: Path, play: str) -> None:
    assert translate(rules(tmp_path, play)).text
