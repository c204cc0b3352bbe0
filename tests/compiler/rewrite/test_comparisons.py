"""``line <= mine`` of constant sets: no set is made of each line, and the answer is Python's."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from written_plays import assert_agrees, written

NUMBERS = """
from perfectplay import Game, Value
LINES = [{0, 1, 2}, {2, 3, 4}, {1, 3, 5}]
UNLIKE = [{0, 1}, {2, 3, 4}, {5}]
OF = {0: {0, 1, 2}, 1: {1, 2}, 2: {4}}
CELLS = [{(0, 1), (1, 1)}, {(2, 1), (5, 1)}]
FAR = [{2**40, 1}, {-1, 0}, {3}]
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return (3, 1, 2, 0, 1, 2)
    def moves(self, s): return [i for i in range(6) if s[i]]
    def outcome(self, s): return None
    def play(self, s, m):
        n = 0
        mine = {i for i, x in enumerate(s) if x > 1 or i == m}
"""

LETTERS = NUMBERS.replace("(3, 1, 2, 0, 1, 2)", "('d', 'b', 'c', 'a', 'b', 'c')")
LETTERS = LETTERS.replace("if s[i]]", "if s[i] != 'a']").replace("x > 1", "x in 'cd'")

END = "return (*s[:m], max(s[m] - 1 - n % 2, 0), *s[m + 1:])"
LETTERS_END = "return (*s[:m], 'a' if n % 2 else 'abc'['bcd'.index(s[m])], *s[m + 1:])"

WITHIN = {
    "any line": "if any(line <= mine for line in LINES): n = 1",
    "from the other side": "for line in LINES:\n    if mine >= line: n += 1",
    "in a loop": "for line in LINES:\n    if line <= mine: n += 1",
    "a set of a tuple": "n = set((1, m)) <= mine",
    "a row": "if OF[m % 3] <= mine: n = 1",
    "numbers that are no cells": "n = sum(1 for line in FAR if line <= mine)",
    "of unlike lengths": "n = sum(1 for line in UNLIKE if line <= mine)",
}

AS_BEFORE = {
    "a real part": "if any(line < mine for line in LINES): n = 1",
    "what a generator gives": "n = set(x for x in (1, 2, m)) <= mine",
    "numbers": "if m <= n + 2: n = 1",
}


@pytest.mark.parametrize("name", WITHIN)
@pytest.mark.parametrize(("rules", "end"), [(NUMBERS, END), (LETTERS, LETTERS_END)])
def test_sets_within_sets(tmp_path: Path, name: str, rules: str, end: str) -> None:
    game = written(tmp_path, rules, f"{WITHIN[name]}\n{end}")
    assert "_pp_items_within" in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", AS_BEFORE)
def test_other_comparisons(tmp_path: Path, name: str) -> None:
    assert_agrees(written(tmp_path, NUMBERS, f"{AS_BEFORE[name]}\n{END}"))


def test_sets_of_cells_are_refused(tmp_path: Path) -> None:
    play = "q = {(i, 1) for i in mine}; n = sum(1 for line in CELLS if line <= q)"
    game = written(tmp_path, NUMBERS, f"{play}\n{END}")
    with pytest.raises(NotCompilable, match="<= of a set"):
        assert_agrees(game)
