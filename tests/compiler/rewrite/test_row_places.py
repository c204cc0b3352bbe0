"""Loops over rows of constant tables, by the places of their items: the items that Python reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.translate import translate
from written_plays import assert_agrees, written

RULES = """
from perfectplay import Game, Value
NEAR = tuple(tuple((3 * i + j) % 8 for j in range(i % 4)) for i in range(8))
KEYED = {i: list(row) for i, row in enumerate(NEAR)}
PAIRS = [[((i + j) % 8, j % 4) for j in range(i % 3)] for i in range(8)]
def ray(i, k): return tuple((i + j * k) % 8 for j in range((i + k) % 4))
RAYS = tuple(tuple(ray(i, k) for k in range(3)) for i in range(8))
LISTS = {i: [list(ray) for ray in rays if ray] for i, rays in enumerate(RAYS)}
PATHS = [[[((i + j) % 8, k) for j in range((i + k) % 3)] for k in range(3)] for i in range(8)]
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return (7, 3)
    def moves(self, s): return [i for i in range(3) if s[0] > i]
    def outcome(self, s): return None
    def play(self, state, move):
        a, b = state
        n = move
"""

END = "return (min(a - 1, n % 8), (b + n) % 4)"

TAKEN = {
    "a row": "for x in NEAR[a]: n += x",
    "a row from the end": "for x in NEAR[-a]: n += x",
    "a row of a dict": "for x in KEYED[(a + b) % 8]: n += x",
    "a row of pairs": "for x, y in PAIRS[a]: n += x * y",
    "rows, broken off": "for x in NEAR[a]:\n    if x > 5: break\n    n += x\nelse: n += 3",
    "rows, gone on": "for x in NEAR[a]:\n    if x % 2: continue\n    n += x",
    "the index changes": "k = a\nfor x in NEAR[k]:\n    k = x\n    n += k",
    "the item changes": "for x in NEAR[a]:\n    x += 1\n    n += x",
    "rows in a row": "for ray in RAYS[a]:\n    for x in ray: n += x",
    "of lists": "for ray in LISTS[a]:\n    for x in ray: n += x",
    "of pairs": "for path in PATHS[a]:\n    for x, y in path: n += x * y + len(path)",
    "an item": "for ray in RAYS[a]:\n    if len(ray) > 1: n += ray[1] + ray[-1]",
    "an item of pairs": "for path in PATHS[a]:\n    if len(path): n += path[0][1] + path[-1][0]",
    "numbered": "for ray in RAYS[a]:\n    for i, x in enumerate(ray): n += i * x",
    "asked for all": "n += sum(all(x > b for x in ray) for ray in RAYS[a])",
    "asked for any": "n += 2 * any(any(x == b for x in ray) for ray in RAYS[a])",
    "counted": "n += sum(x for ray in RAYS[a] for x in ray if x != b)",
    "two loops": "for ray in RAYS[a]:\n    for x in ray: n += x\nfor ray in RAYS[b]: n += len(ray)",
    "loops in each other": "for ray in RAYS[a]:\n  for line in RAYS[b]: n += len(line) * len(ray)",
    "once more within": "for ray in RAYS[a]:\n    for x in ray:\n        for y in ray: n += x * y",
    "broken off": "for ray in RAYS[a]:\n  for x in ray:\n    if x > b: break\n  else: n += 1",
    "a list of them": "n += len([x for ray in RAYS[a] for x in ray])",
    "items of some": "q = [r[2] for r in RAYS[a] if len(r) == 3]\nif len(q) > b: n += q[b]",
}
"""Rows that are read by places."""

AS_BEFORE = {
    "what is in it": "for ray in RAYS[a]:\n    if b in ray: n += 1",
    "its sum": "for ray in RAYS[a]: n += sum(ray)",
    "read after the loop": "for ray in RAYS[a]: n += len(ray)\nn += len(ray)",
    "also something else": "ray = (a, b)\nn += ray[1]\nfor ray in RAYS[a]: n += len(ray)",
}
"""Rows that are taken from the array."""


@pytest.mark.parametrize("name", TAKEN)
def test_rows_by_places(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, RULES, f"{TAKEN[name]}\n{END}")
    text = translate(game).text
    assert "_pp_range(_pp_" in text or "_of_row" in text or "_pp_one_of" in text
    assert "_pp_ragged_" not in text
    assert "_pp_row(" not in text
    assert_agrees(game)


@pytest.mark.parametrize("name", AS_BEFORE)
def test_other_rows(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, RULES, f"{AS_BEFORE[name]}\n{END}")
    assert "_pp_ragged_numbers" in translate(game).text
    assert_agrees(game)


WORDS = """
from perfectplay import Game, Value
DOORS = {"hall": ["attic", "cellar"], "attic": ["hall"], "cellar": [], "yard": ["hall"]}
TOURS = {"hall": [["attic", "hall"], ["cellar"]], "attic": [["hall"], []], "cellar": [["yard"]],
         "yard": [["hall", "attic", "cellar"]]}
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return ("hall", 6)
    def moves(self, s): return [i for i in range(3) if s[1] > i]
    def outcome(self, s): return None
    def play(self, state, move):
        room, n = state
        to = room
"""

OF_WORDS = {
    "a row": "for door in DOORS[room]:\n    if move: to = door",
    "rows in a row": "for tour in TOURS[room]:\n    for stop in tour:\n        if move: to = stop",
    "an item": "for tour in TOURS[room]:\n    if len(tour) > move: to = tour[move]",
}


@pytest.mark.parametrize("name", OF_WORDS)
def test_rows_of_words(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, WORDS, f"{OF_WORDS[name]}\nreturn (to, n - move - 1)")
    assert "_pp_ragged_" not in translate(game).text
    assert_agrees(game)
