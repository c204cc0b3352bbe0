"""Lists of rows that a function keeps in its own memory do what lists of lists do."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from written_plays import assert_agrees, written

NUMBERS = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.DRAW
    first = ((2, 0, 1), (1, 3, 0))
    def start(self): return ((2, 0, 1), (1, 3, 0))
    def moves(self, s): return [(r, c) for r in range(2) for c in range(3) if s[r][c]]
    def outcome(self, s): return None
    def play(self, s, move):
        r, c = move
"""

LETTERS = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return ("X.O", "OX.")
    def moves(self, s): return [(r, c) for r in range(2) for c in range(3) if s[r][c] != "."]
    def outcome(self, s): return None
    def play(self, s, move):
        r, c = move
"""

WHOLE = "return tuple(tuple(row) for row in g)"
IN_MEMORY = {
    "rows": f"g = [list(row) for row in s]; g[r][c] -= 1; {WHOLE}",
    "stars": f"g = [[*row] for row in s]; g[r][c] = g[0][0] // 3; {WHOLE}",
    "mapped": "g = list(map(list, s)); g[r][c] = 0; return tuple(map(tuple, g))",
    "a list of tuples": "g = [list(row) for row in s]; g[r][c] = 0; return tuple([tuple(row) for "
    "row in g])",
    "from the end": f"g = [list(row) for row in s]; g[r - 2][c - 3] -= 1; {WHOLE}",
    "of a field": (
        "g = [list(row) for row in self.first]; g[0][0] = 0; g[1][c] = 0; g[0][2] = 0\n"
        f"g[1][1] = 0; {WHOLE}"
    ),
    "two exchanged": f"g = [list(row) for row in s]; g[0][0], g[r][c] = g[r][c], 0; {WHOLE}",
    "the value first": (
        "q = [1, 0]; g = [list(row) for row in s]; g[q[0]][c] = q.pop(0) * 0; g[r][c] = 0\n"
        f"{WHOLE}"
    ),
    "the value before a row that changes it": (
        f"q = [2, 1, 0]; g = [list(row) for row in s]; g[q.pop()][c] = q[-1]; g[r][c] = 0\n{WHOLE}"
    ),
    "rows copied": (
        "g = [list(row) for row in s]; h = [list(row) for row in g]; g[r][c] = 0\n"
        f"h[0][0] = 0; g[1][1] = h[r][c] // 2; {WHOLE}"
    ),
    "in loops": (
        "g = [list(row) for row in s]\ng[r][c] = 0\nfor i in range(2):\n    for j in range(3):\n"
        f"        if g[i][j] > 1: g[i][j] -= 1\n{WHOLE}"
    ),
    "zeros": f"g = [[0] * 3 for _ in range(2)]; g[r][0] = s[r][c] - 1; {WHOLE}",
    "of a name": (
        "n = s[r][c] - 1; g = [[n] * 3 for _ in range(2)]; g[0][0] = 0; g[1][1] = 0; g[0][1] = 0\n"
        f"g[0][2] = 0; {WHOLE}"
    ),
    "marks": (
        "seen = [[False] * 3 for _ in range(2)]; seen[r][c] = True; n = 0\n"
        "for i in range(2):\n    for j in range(3):\n"
        "        if not seen[i][j] and s[i][j]: n += 1\n"
        "return ((n, 0, 0), (0, 0, 0)) if n < s[0][0] else ((0, 0, 0), (0, 0, 0))"
    ),
    "one among truths": (
        "seen = [[False] * 3 for _ in range(2)]; seen[r][c] = 1; n = 0\n"
        "for i in range(2):\n    for j in range(3):\n"
        "        if not seen[i][j]: n += s[i][j]\n"
        "return ((n // 3, 0, 0), (0, 0, 0))"
    ),
    "whole rows read": (
        "g = [list(row) for row in s]; g[r][c] = 0\n"
        "if sum(g[r]) == 0 or max(g[0]) > 2: return ((0, 0, 0), (0, 0, 0))\n" + WHOLE
    ),
    "rows looked at": (
        "g = [list(row) for row in s]; g[r][c] = 0\n"
        "if any(all(x == 0 for x in row) for row in g): g[0][0] = 0\n"
        "if sum(row.count(0) for row in g) > 3: g[1][1] = 0\n" + WHOLE
    ),
    "sizes": (
        "g = [list(row) for row in s]; g[r][c] = 0\n"
        "for i in range(len(g)):\n    for j in range(len(g[0])): g[i][j] = min(g[i][j], 2)\n"
        + WHOLE
    ),
    "turned": (
        "g = [list(row) for row in s]; g[r][c] = 0\n"
        "return tuple(tuple([g[1 - i][2 - j] for j in range(3)]) for i in range(2))"
    ),
    "what is in a row": (
        "g = [list(row) for row in s]; g[r][c] = 0\n"
        "if 1 in g[0] and 2 not in g[1]: g[0][0] = 0\n"
        f"if g[r].count(0) > 1: g[1 - r][g[r].index(0)] = 0\n{WHOLE}"
    ),
    "rows made cell by cell": (
        f"g = [[s[i][j] for j in range(3)] for i in range(2)]; g[r][c] -= 1; {WHOLE}"
    ),
    "rows of a table": (
        f"g = [[s[i][j] + j - j for j in (0, 1, 2)] for i in range(2)]; g[r][c] = 0; {WHOLE}"
    ),
    "rows turned as they are made": (
        f"g = [[s[1 - i][2 - j] for j in range(3)] for i in range(2)]; g[1 - r][2 - c] = 0; {WHOLE}"
    ),
}  # fmt: skip
"""Plays with rows in memory."""

ALLOCATED = {
    "a row has a name": (f"g = [list(row) for row in s]; row = g[r]; row[c] = 0; {WHOLE}"),
    "a row asked for once": (
        "q = [1, 0, 1]; g = [list(row) for row in s]; g[q.pop()][c] //= 2; g[q[-1]][0] = 0\n"
        + WHOLE
    ),
    "a row of sorted ones asked for once": (
        "q = [1, 0, 1]; g = [sorted(row) for row in s]; g[q.pop()][c] //= 2; g[q[-1]][0] = 0\n"
        + WHOLE
    ),
    "a slice of a row": f"g = [list(row) for row in s]; g[r][c] = 0; g[0][1:] = g[1][:2]; {WHOLE}",
    "a row is set": f"g = [list(row) for row in s]; g[r][c] = 0; g[0] = g[1]; g[1][0] = 0; {WHOLE}",
    "rows with one name": ("g = [list(row) for row in s]\nfor row in g: row[c] = 0\n" + WHOLE),
    "looped over while it changes": (
        "g = [list(row) for row in s]; n = 0\n"
        f"for row in g:\n    g[1][c] = 0\n    n += row[c]\ng[0][c] = 0\n{WHOLE}"
    ),
    "given away": (
        "def clear(rows): rows[0][0] = 0\n"
        f"g = [list(row) for row in s]; g[r][c] = 0; clear(g); {WHOLE}"
    ),
    "a row taken out": (
        "g = [list(row) for row in s]; g[r][c] = 0; top = g.pop(0)\n"
        "return (tuple(g[0]), tuple(top)) if sum(top) < 2 else (tuple(top), tuple(g[0]))"
    ),
    "one row twice": (
        "row = [0, 0, 0]; g = [row for _ in range(2)]; g[0][0] = 1 if s[r][c] > 2 else 0\n" + WHOLE
    ),
}
"""Plays whose rows are allocated."""

REFUSED = {
    "a number among truths": (
        "g = [[False] * 3 for _ in range(2)]; g[r][c] = 2\n"
        "return ((int(g[r][c] == 2), 0, 0), (0, 0, 0))"
    ),
}


@pytest.mark.parametrize("name", IN_MEMORY)
def test_in_memory(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, IN_MEMORY[name])
    assert "_pp_room_of_rows" in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", ALLOCATED)
def test_allocated(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, ALLOCATED[name])
    assert "_pp_room_of_rows" not in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", IN_MEMORY)
def test_in_generators_they_are_allocated(tmp_path: Path, name: str) -> None:
    play = IN_MEMORY[name].replace("return ", "yield ")
    rules = NUMBERS.replace("r, c = move\n", "for after in self.after(s, move): return after\n")
    rules += "    def after(self, s, move):\n        r, c = move\n"
    game = written(tmp_path, rules, play)
    assert "_pp_room_of_rows" not in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("whole", ['"".join(row) for row in g', '"".join(g[i]) for i in range(2)'])
def test_letters(tmp_path: Path, whole: str) -> None:
    play = f'g = [list(row) for row in s]; g[r][c] = "."; return tuple({whole})'
    game = written(tmp_path, LETTERS, play)
    assert "_pp_room_of_rows" in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, REFUSED[name])
    with pytest.raises(NotCompilable):
        assert_agrees(game)


SPELLED = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return "X.O/OX."
    def moves(self, s): return [(i // 4, i % 4) for i in range(7) if s[i] in "XO"]
    def outcome(self, s): return None
    def play(self, s, move):
        r, c = move
"""

OF_TEXTS = {
    "split": 'g = [list(row) for row in s.split("/")]',
    "split and mapped": 'g = list(map(list, s.split("/")))',
    "slices": "g = [list(s[4 * i:4 * i + 3]) for i in range(2)]",
    "slices by steps": "g = [list(s[i:i + 3]) for i in range(0, 8, 4)]",
    "cells": "g = [[s[4 * i + j] for j in range(3)] for i in range(2)]",
    "cells that depend": (
        'g = [["X" if s[4 * i + j] == "X" else "." for j in range(3)] for i in (0, 1)]'
    ),
}


@pytest.mark.parametrize("name", OF_TEXTS)
def test_rows_of_a_text(tmp_path: Path, name: str) -> None:
    play = f'{OF_TEXTS[name]}; g[r][c] = "."\nif "X" not in g[0]: g[1][g[1].index(".")] = "."\n'
    game = written(tmp_path, SPELLED, play + 'return "/".join("".join(row) for row in g)')
    assert "_pp_room_of_rows" in translate(game).text
    assert_agrees(game)
