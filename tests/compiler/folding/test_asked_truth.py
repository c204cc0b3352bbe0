"""Locals that are None in one line and a list, a number or a text in another: their truth."""

from __future__ import annotations

from pathlib import Path

import pytest

from written_plays import NUMBERS, assert_agrees, written

END = "return (n, 0, 0, 0) if n < state[0] else (0, 0, 0, 0)"

PLAYS = {
    "list truth": (
        "best = None\nif state[0] > 2: best = [state[1], 4]\nn = len(best) // 2 if best else 0\n"
    ),
    "list not": (
        "best = None\nif state[0] > 2: best = [state[1], 4]\nif not best: n = 0\n"
        "else: n = len(best) // 2\n"
    ),
    "set truth": (
        "best = None\nif state[0] > 2: best = {state[1], 4}\nn = 0\n"
        "if best and 4 in best: n = len(best) // 2\n"
    ),
    "empty list": (
        "best = None\nif state[0] > 1: best = [i for i in range(state[1])]\nn = 0\n"
        "if best: n = len(best) // 2\n"
    ),
    "zero": (
        "best = None\nfor i in range(4):\n    if state[i] == move: best = i\nn = 1 if best else 0\n"
    ),
    "while": (
        "todo = None\nif state[0] > 1: todo = [1, 2, 3]\nn = 0\nwhile todo: n += todo.pop() // 2\n"
    ),
    "tuple truth": (
        "best = None\nif state[0] > 2: best = (state[1], 4)\nn = len(best) // 2 if best else 0\n"
    ),
    "text": ("best = None\nif state[0] > 2: best = 'ab'\nn = len(best) // 2 if best else 0\n"),
    "later": ("best = [1]\nif state[0] < 2: best = None\nn = 1 if best else 0\n"),
}


@pytest.mark.parametrize("name", PLAYS)
def test_none_has_no_truth(tmp_path: Path, name: str) -> None:
    assert_agrees(written(tmp_path, NUMBERS, PLAYS[name] + END))
