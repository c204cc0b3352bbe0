"""Lists and sets that begin empty and are replaced: their kind is that of what replaces them."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from written_plays import NUMBERS, assert_agrees, written

END = "return (n, 0, 0, 0) if n < state[0] else (0, 0, 0, 0)"

REPLACED = {
    "exchanged with another": (
        "a, b = [], [1]\nfor i in range(3):\n    if state[i]: a, b = b, a\nn = len(a)\n"
    ),
    "the layer before": (
        "layer, after = [0], []\nfor i in range(3):\n    for x in layer:\n"
        "        if x < state[i]: after.append(x + 1)\n    layer, after = after, []\n"
        "n = len(layer)\n"
    ),
    "two exchanged": (
        "a = []; b = []\nfor i in range(4):\n    if state[i]: a.append(i)\n    a, b = b, a\n"
        "n = len(a) // 2\n"
    ),
    "if set": ("best = []\nif state[0] > 2: best = [state[1], 4]\nn = len(best) // 2\n"),
    "if set, looped": (
        "best = []\nn = 0\nif state[0] > 2: best = [state[1], 4]\nfor x in best: n += x // 3\n"
    ),
    "set to comp": (
        "cells = []\nif state[0] > 1: cells = [c for c in range(4) if state[c]]\n"
        "n = len(cells) // 2\n"
    ),
    "pass": (
        "found = []\nfor i in range(4):\n    if state[i] > 2: found.append(i)\n"
        "if not found: found = [-1]\nn = found[0] // 2\n"
    ),
    "best equal": (
        "best = []; top = -1\nfor i in range(4):\n"
        "    if state[i] > top: top = state[i]; best = [i]\n"
        "    elif state[i] == top: best.append(i)\nn = best[0] // 2\n"
    ),
    "only set": (
        "best = []; top = -1\nfor i in range(4):\n"
        "    if state[i] > top: top = state[i]; best = [i]\nn = best[0] // 2\n"
    ),
    "pairs": (
        "best = []\nif state[0] > 2: best = [(0, 1), (1, state[2])]\n"
        "n = sum(b for a, b in best) // 3\n"
    ),
    "list from helper": (
        "def f(i): return [j for j in range(i)]\nbest = []\n"
        "if state[0] > 2: best = f(state[1])\nn = len(best) // 2\n"
    ),
    "return empty": (
        "def f(i):\n    if i > 2: return []\n    return [j for j in range(i)]\n"
        "n = len(f(state[0])) // 2\n"
    ),
    "sets": ("best = set()\nif state[0] > 2: best = {state[1], 4}\nn = len(best) // 2\n"),
    "set comp": (
        "best = set()\nif state[0] > 2: best = {c for c in range(4) if state[c]}\n"
        "n = len(best) // 2\n"
    ),
    "swap": (
        "old = [0]; new = []\nfor i in range(3):\n    new = []\n    for x in old:\n"
        "        if x < state[i]: new.append(x + 1)\n    old = new\n"
        "n = len(old) // 2\n"
    ),
    "runs": (
        "runs = []; run = []\nfor i in range(4):\n    if state[i]: run.append(i)\n"
        "    elif run:\n        runs.append(run)\n        run = []\n"
        "if run: runs.append(run)\nn = len(runs)\n"
    ),
    "annotated": (
        "best: list[int] = []\nif state[0] > 2: best = [state[1], 4]\nn = len(best) // 2\n"
    ),
    "pair": (
        "best, top = [], -1\nfor i in range(4):\n"
        "    if state[i] > top: best, top = [i], state[i]\nn = best[0] // 2\n"
    ),
    "pair 2": (
        "best, top = [], -1\nfor i in range(4):\n"
        "    if state[i] > top: best = [i]; top = state[i]\nn = best[0] // 2\n"
    ),
    "lists of lists": ("rows = []\nif state[0] > 2: rows = [[1, 2], [state[1]]]\nn = len(rows)\n"),
    "else": ("if state[0] > 2: rows = []\nelse: rows = [state[0]]\nn = len(rows) // 2\n"),
    "ifexp": ("rows = [] if state[0] > 2 else [state[0], 2]\nn = len(rows) // 2\n"),
    "return sorted": (
        "def f(i):\n    if i > 2: return []\n    return sorted(state)\n"
        "a = f(state[0])\nn = len(a) // 3\n"
    ),
    "return found else": (
        "def f(i):\n    if i > 2: return []\n    found = []\n"
        "    for j in range(i): found.append(j)\n    return found\na = f(state[0])\n"
        "n = len(a) // 3\n"
    ),
    "return set": (
        "def f(i):\n    if i > 2: return set()\n    return {j for j in range(i)}\n"
        "a = f(state[0])\nn = len(a) // 3\n"
    ),
    "union": (
        "all_ = set()\nfor i in range(4):\n    if state[i]: all_ = all_ | {i}\nn = len(all_) // 2\n"
    ),
    "update": (
        "a = set()\nfor i in range(4):\n    if state[i]: a |= {i, i + 1}\nn = len(a) // 2\n"
    ),
    "comp of itself": (
        "xs = []\nfor i in range(3):\n    xs = [x + 1 for x in xs] + [i]\nn = sum(xs) // 4\n"
    ),
    "filter itself": (
        "xs = []\nfor i in range(3):\n    xs = [x for x in xs if x != state[i]]\n"
        "    xs.append(i)\nn = sum(xs) // 4\n"
    ),
    "plus itself": (
        "xs = []\nfor i in range(3):\n    xs = xs + [i] if state[i] else xs\nn = sum(xs) // 4\n"
    ),
    "bool items": (
        "seen = []\nif state[0] > 1: seen = [x > 0 for x in state]\nn = sum(seen) // 2\n"
    ),
    "while pop": (
        "todo = []\nif state[0]: todo = [state[0]]\nn = 0\nwhile todo:\n"
        "    x = todo.pop()\n    n += 1\n    if x > 1: todo.append(x // 2)\n"
    ),
    "star": ("xs = []\nif state[0] > 1: xs = [*state]\nn = len(xs) // 2\n"),
    "slice": ("xs = []\nif state[0] > 1: xs = list(state)[1:]\nn = len(xs) // 2\n"),
    "str list": ("xs = []\nif state[0] > 1: xs = ['a', 'b']\nn = len(xs) // 2\n"),
}

SHOWN = {
    "in a loop": (
        "best = []\nfor i in range(4):\n    if state[i]: best.append(i)\nn = len(best) // 2\n"
    ),
    "replaced after": (
        "found = []\nfor i in range(4):\n    if state[i] > 2: found.append(i)\n"
        "if not found: found = [-1]\nn = found[0] // 2\n"
    ),
    "anew in a loop": (
        "n = 0\nfor i in range(3):\n    run = []\n    for j in range(state[i]): run.append(j)\n"
        "    if len(run) > 2: run = [7]\n    n += len(run) // 2\n"
    ),
}
"""Lists whose kind the compiler finds by itself: nothing is put before them."""


@pytest.mark.parametrize("name", REPLACED)
def test_replaced(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, REPLACED[name] + END)
    assert_agrees(game)


@pytest.mark.parametrize("name", SHOWN)
def test_shown(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, SHOWN[name] + END)
    assert "_pp_never(" not in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("play", [
    "best = []\nif state[0] > 2: best = [state[1] > 0]\nelif state[1]: best = [2, 3]\n",
    "best = set()\nif state[0] > 2: best = {state[1] > 0}\nelse: best = {2, 3}\n",
])  # fmt: skip
def test_truths_beside_numbers_are_refused(tmp_path: Path, play: str) -> None:
    with pytest.raises(
        NotCompilable, match=r"items of one kind in one place .*; let all be numbers"
    ):
        compile_rules(written(tmp_path, NUMBERS, f"{play}n = len(best) // 2\n{END}"))


def test_unlike_kinds_are_refused(tmp_path: Path) -> None:
    play = "best = []\nif state[0] > 2: best = [(1, 2)]\nelif state[1]: best = [3]\nn = len(best)\n"
    with pytest.raises(NotCompilable):
        compile_rules(written(tmp_path, NUMBERS, play + END))
