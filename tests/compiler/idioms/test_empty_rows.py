"""Lists of empty rows: ``rows = [[] for _ in range(3)]``."""

from __future__ import annotations

from pathlib import Path

import pytest

from written_plays import NUMBERS, assert_agrees, written

END = "return (n, 0, 0, 0) if n < state[0] else (0, 0, 0, 0)"

ROWS = {
    "lists in list": (
        "rows = [[] for _ in range(4)]\n"
        "for i in range(4): rows[state[i] % 4].append(i)\n"
        "n = max(len(r) for r in rows) - 1\n"
    ),
    "given": (
        "rows = [[], [], []]\n"
        "for i in range(4): rows[state[i] % 3] += [i, state[i]]\n"
        "n = len(rows[1]) // 3\n"
    ),
    "extend": (
        "rows = [[] for _ in range(3)]\n"
        "for i in range(4): rows[state[i] % 3].extend([i, state[i]])\n"
        "n = len(rows[1]) // 3\n"
    ),
    "tuples": (
        "piles = [[] for _ in state]\nfor i, x in enumerate(state):\n"
        "    if x: piles[x - 1].append((i, x))\n"
        "n = sum(len(p) for p in piles) // 2 + (piles[0][0][1] if piles[0] else 0)\n"
    ),
    "mixed": (
        "rows = [[], [1], []]\nfor i in range(4): rows[state[i] % 3].append(i)\n"
        "n = len(rows[1]) // 3\n"
    ),
    "pop": (
        "rows = [[] for _ in range(4)]\n"
        "for i in range(4): rows[state[i] % 4].append(i)\nn = 0\nfor r in rows:\n"
        "    while r:\n        n += r.pop()\nn //= 3\n"
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_rows(tmp_path: Path, name: str) -> None:
    assert_agrees(written(tmp_path, NUMBERS, ROWS[name] + END))
