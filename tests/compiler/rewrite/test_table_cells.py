"""A number in a constant table of rows: read from an array, and the one that Python reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.rewrite.table_cells import FEWEST_CELLS
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from written_plays import assert_agrees, written

RULES = """
from enum import IntEnum
from perfectplay import Game, Value
TURNED = tuple(tuple((3 * i + 5 * j) % 8 for j in range(8)) for i in range(4))
LISTS = [list(row) for row in TURNED]
MIXED = [tuple(row) if row[0] % 2 else list(row) for row in TURNED]
WIDE = tuple(tuple((i + j * j) % 8 for j in range(90)) for i in range(3))
LONG = tuple(tuple((i + 3 * j) % 8 for j in range(4)) for i in range(40))
CUBE = tuple(tuple(tuple((i + j * k) % 8 for k in range(5)) for j in range(4)) for i in range(3))
WAYS = {"N": tuple(range(8)), "S": tuple(range(7, -1, -1))}
NEAR = {(0, 1): (1, 2, 3, 4, 5, 6, 7, 0), (1, 0): (7, 6, 5, 4, 3, 2, 1, 0)}
RAGGED = tuple(tuple((i + j) % 8 for j in range(8 - i)) for i in range(4))
SMALL = ((1, 2), (0, 3))
TRUTHS = tuple(tuple((i + j) % 3 == 0 for j in range(8)) for i in range(4))
LETTERS = ("abcdefgh", "hgfedcba")
class Side(IntEnum):
    FIRST = 0
    SECOND = 1
class Rules(Game):
    stuck = Value.DRAW
    own = TURNED
    sides = (Side.FIRST, Side.SECOND)
    def start(self): return (7, 3)
    def moves(self, s): return [i for i in range(3) if s[0] > i]
    def outcome(self, s): return None
    def play(self, state, move):
        a, b = state
        n = move
"""

END = "return (min(a - 1, n), (b + n) % 4)"

READ = {
    "two indices": "n = TURNED[move][a]",
    "from the end": "n = TURNED[-move - 1][-a]",
    "of the class": "n = self.own[move][a]",
    "lists": "n = LISTS[move][a]",
    "lists and tuples": "n = MIXED[move][a]",
    "wide rows": "n = WIDE[move][10 * a + b]",
    "many rows": "n = LONG[5 * a + b][b]",
    "a truth": "n = TURNED[a > b][a]",
    "a truth inside": "n = LONG[a][b > 1]",
    "a member": "n = TURNED[self.sides[b % 2]][a]",
    "three indices": "n = CUBE[move][b][a % 5]",
    "three, one known": "n = CUBE[move][1][a % 5]",
    "a dict of rows": 'n = WAYS["N" if b > 1 else "S"][a]',
    "a dict of moves": "n = NEAR[(b % 2, 1 - b % 2)][a]",
    "an index that calls": "q = [move, a]; n = TURNED[q.pop(0)][q.pop()]",
    "in a loop": "n = sum(TURNED[k][a] * WIDE[move][k] for k in range(4))",
    "in a comprehension": "n = max([TURNED[k][i] for k in range(b) for i in range(a)] + [n])",
    "the row from a row": "n = TURNED[LISTS[move][b] % 4][TURNED[b][a]]",
    "a try around it": "try:\n    n = LONG[9 * a][b + move]\nexcept IndexError:\n    n = 1",
    "a try around the row": "try:\n    n = TURNED[a][b]\nexcept IndexError:\n    n = 2",
    "a guarded key": 'k = "N" if a % 2 else "X"\nif k in WAYS: n = WAYS[k][b]',
}
"""Reads of numbers that come from an array."""

AS_BEFORE = {
    "rows of unlike lengths": "n = RAGGED[move][b]",
    "a small table": "n = SMALL[b % 2][a % 2]",
    "truths": "n = 3 if TRUTHS[move][a] is True else 1",
    "letters": 'n = 4 if LETTERS[b % 2][a] == "c" else 1',
    "a known row": "n = TURNED[2][a]",
    "a wide row by name": "row = WIDE[move]; n = row[10 * a + b] + len(row) - 90",
    "wide rows in a loop": "n = sum(row[10 * a + b] for row in WIDE)",
    "a slice of a wide row": "n = sum(WIDE[move][a : a + 9])",
    "what is in a wide row": "n = 3 if a in WIDE[move] else 1",
    "wide rows as they are": (
        "n = (WIDE[move] + WIDE[b % 3])[100 + a] + (WIDE[b % 3] < WIDE[move])\n"
        "n += tuple(WIDE[move])[a]"
    ),
    "a wide row from its end": "n = max(WIDE[move]) + min(WIDE[b % 3]) + WIDE[move].count(a)",
}
"""Reads of tables that stay tuples, or whose rows are looked at."""


@pytest.mark.parametrize("name", READ)
def test_reads(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, RULES, f"{READ[name]}\n{END}")
    assert "_pp_cell" in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", AS_BEFORE)
def test_other_reads(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, RULES, f"{AS_BEFORE[name]}\n{END}")
    assert "_pp_cell" not in translate(game).text
    assert_agrees(game)


def test_how_large_a_table_is_that_becomes_an_array(tmp_path: Path) -> None:
    for rows in (FEWEST_CELLS // 4 - 1, FEWEST_CELLS // 4):
        table = f"WAYS = (({', '.join('0123')}),) * {rows}\n"
        game = written(
            tmp_path, table + RULES.replace("WAYS =", "OTHER ="), f"n = WAYS[move][b]\n{END}"
        )
        assert ("_pp_cell" in translate(game).text) == (rows * 4 >= FEWEST_CELLS)
        assert_agrees(game)


def test_numbers_beyond_64_bits_are_refused(tmp_path: Path) -> None:
    play = f"n = BIG[move][a] % 8\n{END}"
    game = written(tmp_path, "BIG = ((2**64,) * 8,) * 3\n" + RULES, play)
    with pytest.raises(NotCompilable, match="63 bits"):
        translate(game)
