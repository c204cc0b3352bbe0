"""Generators that a join with a separator takes whole are loops, and the texts are Python's."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.translate import translate
from written_plays import assert_agrees, written

RULES = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return "X.O/OX."
    def moves(self, s): return [(i // 4, i % 4) for i in range(7) if s[i] in "XO"]
    def outcome(self, s): return None
    def play(self, s, move):
        r, c = move
        i = 4 * r + c
        s = s[:i] + "." + s[i + 1:]
"""

JOINED = {
    "rows turned": 'return "/".join(row[::-1] for row in s.split("/"))',
    "rows exchanged": 'return "/".join(row for row in reversed(s.split("/")))',
    "rows of letters": 'return "/".join("".join(x for x in row) for row in s.split("/"))',
    "columns": 'return "/".join("".join(s[4 * k + j] for j in (2, 1, 0)) for k in range(2))',
    "changed rows": 'return "/".join(row.replace("X", "O") for row in s.split("/"))',
    "slices": 'return "/".join(s[4 * k:4 * k + 3] for k in (1, 0))',
}


@pytest.mark.parametrize("name", JOINED)
def test_joined_by_a_separator(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, RULES, JOINED[name])
    text = translate(game).text
    assert "_pp_text_joined(_pp_items_of_loop(" in text
    assert_agrees(game)
