"""Loops over constant texts of unlike lengths, written out: what they do is what Python does."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.source.not_compilable import NotCompilable
from written_plays import LETTERS, assert_agrees, written

TAKEN = (
    'return state[:move] + "." + state[move + 1 :] if n < 3 else state[:move] + "." * (4 - move)'
)

PLAYS = {
    "a search": 'n = 0\nfor p in ("X.", "XO."):\n    i = state.find(p)\n    while i >= 0:\n'
    "        n += len(p)\n        i = state.find(p, i + 1)\n",
    "break and else": 'for p in ["X", ".O", "..O"]:\n    if state.startswith(p):\n'
    "        n = len(p)\n        break\nelse:\n    n = move + 1\n",
    "continue, and the name again": 'n = 0\nfor p in ("X.", "XO."):\n    if p in state:\n'
    '        n += 1\nfor p in ("O", "..O"):\n    if p not in state:\n'
    "        continue\n    n += 2\n",
    "in each other": 'n = 0\nfor p in ("X.", "XO."):\n    for q in ("O", ".O"):\n'
    "        if p + q in state or q + p in state:\n            n += 1\n"
    "        if n > 3:\n            break\n    else:\n        n += 1\n",
    "pairs": 'n = 0\nfor p, k in (("XO", 1), ("X", 2), ("..", 4)):\n'
    "    if p in state:\n        n += k\n",
    "any, all, sum": 'n = any(p in state for p in ("X.", "XO.", "O"))\n'
    'n += all(p not in state for p in ("X.", "XO.", "O") if p != "O")\n'
    'n += sum(state.count(p) for p in ("X", "XO", "..") if p != "X")\n',
    "a comprehension has the name, too": 'n = sum(1 for p in state if p == "X")\n'
    'for p in ("X.", "XO."):\n    n += p in state\n',
}


@pytest.mark.parametrize("name", PLAYS)
def test_loops_do_the_same(tmp_path: Path, name: str) -> None:
    assert_agrees(written(tmp_path, LETTERS, PLAYS[name] + TAKEN))


@pytest.mark.parametrize(
    "play",
    [
        'n = any(all(p != "X" for p in state[1:]) and p in state for p in ("X.", "O"))\n',
        'for p in ("X.", "O"):\n    n = int(p in state)\nn += len(p)\n',
        'for p in ("X.", "O"):\n    n = int(p in state)\n    p = state\n',
    ],
    ids=["the name is set within", "it is read after the loop", "it is set anew"],
)
def test_names_that_are_not_its_own_leave_it_a_loop(tmp_path: Path, play: str) -> None:
    with pytest.raises(NotCompilable):
        assert_agrees(written(tmp_path, LETTERS, play + TAKEN))
