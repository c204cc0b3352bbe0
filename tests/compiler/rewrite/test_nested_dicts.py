"""Constant tables of dicts, asked for any key, give what Python's give."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.compiler.translate import translate
from perfectplay.core.errors import RulesError
from written_plays import assert_agrees, written

RULES = """
from enum import IntEnum
from perfectplay import Game, Value
NEXT = {"N": {0: 1, 1: 2, 2: 3, 3: 0}, "S": {3: 2, 2: 1, 1: 0, 0: 3}, "E": {0: 0, 1: 3, 2: 2, 3: 1}}
REACH = {k: {i: tuple(j for j in range(4) if 0 < abs(i - j) <= n) for i in range(4)}
         for k, n in {"N": 1, "S": 2, "E": 3}.items()}
ROWS = {k: {i: list(row) for i, row in rows.items()} for k, rows in REACH.items()}
GRAPH = {i: {way: i + step for way, step in {"N": 1, "S": -1, "E": 2}.items() if 0 <= i + step < 4}
         for i in range(4)}
LISTS = [dict(GRAPH[i]) for i in range(4)]
PAIRS = {(0, 1): {(0, 0): 2, (1, 1): 3}, (1, 0): {(0, 0): 1, (1, 1): 0}}
DEEP = {"N": {0: {1: 3, 2: 1}, 1: {1: 2, 2: 0}}, "S": {0: {1: 0, 2: 3}, 1: {1: 1, 2: 2}}}
NAMED = {0: {"N": "S", "S": "E", "E": "N"}, 1: {"N": "N", "S": "N", "E": "S"}}
EMPTY = {0: {}, 1: {0: 3, 1: 2}, 2: {2: 1}, 3: {}}
class Rules(Game):
    stuck = Value.DRAW
    own = NEXT
    def start(self): return (7, 3, "N")
    def moves(self, s): return ["N", "S", "E"] if s[0] else []
    def outcome(self, s): return None
    def play(self, state, move):
        a, b, last = state
        n, w = b, move
"""

END = "return (a - 1, n % 4, w)"

ASKED = {
    "two keys": "n = NEXT[move][b]",
    "of the class": "n = self.own[last][b]",
    "computed keys": "n = NEXT[last if b else move][(a + b) % 4]",
    "tuples": "n = REACH[move][b][0]",
    "a loop over a tuple": "n = sum(j for j in REACH[move][b] if j != a)",
    "lists": "n = ROWS[move][b][-1]",
    "a loop over a list": "n = 0\nfor j in ROWS[move][b]:\n    if j != a: n += j",
    "what is in a list": "n = 3 if a in ROWS[move][b] else len(ROWS[last][b])",
    "a loop of statements": "n = 0\nfor j in REACH[move][b]:\n    n += NEXT[last][j]",
    "what is in a tuple": "n = 3 if a in REACH[move][b] else 0",
    "not all keys": "if move in GRAPH[b]:\n    n = GRAPH[b][move]",
    "not in": "if move not in GRAPH[b]: n = 0\nelse: n = GRAPH[b][move]",
    "get": "n = GRAPH[b].get(move, 9)",
    "get of a list's dict": "n = LISTS[-1 - b].get(last, a)",
    "get within an expression": "n = NEXT[move][GRAPH[b].get(move, b)]",
    "a value that is looked for": "n = 3 if NEXT[move][b] in ROWS[last][a % 4] else 1",
    "a value as a key": "n = GRAPH[NEXT[move][b]].get(last, 2) + (move in GRAPH[NEXT[last][b]])",
    "three keys, in": "n = 3 if move != 'E' and a % 3 in DEEP[move][b % 2] else 1",
    "a loop over a dict in a dict": "n = sum(j for j in DEEP['S' if b else 'N'][b % 2])",
    "pairs": "n = PAIRS[(b % 2, 1 - b % 2)][(a % 2, a % 2)]",
    "three keys": "if move != 'E': n = DEEP[move][b % 2][1 + a % 2]",
    "words": "w = NAMED[b % 2][move]",
    "keys that are looped over": "n = sum(1 for way in GRAPH[b] if way != move)",
    "items": "n = sum(to for i, to in NEXT[move].items() if i != b)",
    "items of unlike dicts": "n = sum(to for way, to in GRAPH[b].items() if way != move)",
    "a loop over items": """
n = 9
for way, to in GRAPH[b].items():
    if way != move: n, w = to, way""",
    "a pair": "n = 0\nfor pair in EMPTY[b].items(): n += pair[0] + 2 * pair[1]",
    "numbered items": "n = sum(i * to for i, (way, to) in enumerate(GRAPH[b].items()))",
    "items, and else": "for k, v in EMPTY[a % 4].items():\n    if v == b: break\nelse: n = 7",
    "what changes in its loop": "for way, to in GRAPH[b].items():\n    b = to\n    n = 5 * n + to",
    "items in a loop over items": """
n = sum(i + 2 * j for _, i in GRAPH[b].items() for way, j in GRAPH[i].items() if way != move)""",
    "items of a name": "ways = GRAPH[b]\nn = sum(to for way, to in ways.items() if way in ways)",
    "a name that is looped over": """
ways = GRAPH[b]
n = len(ways) + 2 * len(ways.items()) + max(ways.values())
for way in ways: n += ways[way] * (way > "E")
for way, to in ways.items(): w = way if to > n % 4 else w""",
    "a name that is tested": "ways = EMPTY[b]\nn = max(ways.values()) if ways and b in ways else 2",
    "tests": """
n = 1 if EMPTY[b] else 2
if not EMPTY[a % 4] or b > 2 and GRAPH[b]: n += 4
while EMPTY[b] and b < 2: b += 1
n += 5 * b + sum(1 for i in range(4) if EMPTY[i] or i == b)""",
    "a name of a list's dict": """
ways = LISTS[-1 - b]
for way, to in ways.items(): n += to
n -= not ways""",
    "a test with effects": "q = [b, a % 4]\nif EMPTY[q.pop()]: n = q.pop()\nn += len(q)",
    "sorted by what they lead to": "w = sorted(GRAPH[b], key=lambda k: -GRAPH[b][k])[0]",
    "values": "n = max(GRAPH[b].values())",
    "how many": "n = len(GRAPH[b]) + len(LISTS[b])",
    "a name for a dict": "ways = NEXT[move]\nn = ways[ways[b]]",
    "a name, and in": "ways = GRAPH[b]\nif move in ways:\n    n = ways[move] + ways.get(last, 0)",
    "in a helper": "def to(k, i): return NEXT[k][i]\nn = to(move, to(last, b))",
    "a guard by and": "if b > 0 and move in GRAPH[b] and GRAPH[b][move] > 1: n = 0",
    "empty ones": "n = EMPTY[b].get(b, 1) + len(EMPTY[a % 4]) + (3 if b in EMPTY[b] else 0)",
    "keys with effects": "q = [b, a % 4]\nn = NEXT[move][q.pop()] + NEXT[last][q.pop()]",
    "constant keys": 'n = NEXT["N"][b] + NEXT[move][0] + DEEP["S"][b % 2][1]',
    "in a comprehension": "n = sum(NEXT[k][j] for k in 'NS' for j in range(4) if j in REACH[k][b])",
}
"""Plays that ask tables of dicts."""


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, RULES, f"{ASKED[name]}\n{END}")
    assert translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize(
    "play",
    [
        "n = EMPTY[b][b]", "n = NEXT[move][a]", "n = LISTS[a][move]",
        "for way, to in GRAPH[a].items(): n += to", "if GRAPH[a]: n = 2",
        "n = len(LISTS[a].items())",
        "ways = GRAPH[a]\nn = 1 if ways else 2",
    ],
)  # fmt: skip
def test_a_key_that_is_not_there_is_an_error(tmp_path: Path, play: str) -> None:
    game = written(tmp_path, RULES, f"{play}\n{END}")
    with pytest.raises(RulesError, match="Error"):
        solve(game, method="compiled")
