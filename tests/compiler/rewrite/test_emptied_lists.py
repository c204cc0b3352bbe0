"""A list that a loop makes anew is emptied where nobody can tell, and made anew elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.translate import translate
from written_plays import NUMBERS, assert_agrees, written

END = "return (n, 0, 0, 0) if n < state[0] else (0, 0, 0, 0)"

EMPTIED = {
    "a run of equals": (
        "n = 0; best = []\nfor i in range(4):\n    run = []\n    for j in range(i, 4):\n"
        "        if state[j] < 1: break\n        run.append(j)\n    n += len(run) // 2\n"
    ),
    "taken over": (
        "found = []\nfor i in range(4):\n    run = []\n"
        "    for j in range(state[i]): run.append(j)\n"
        "    if run and len(run) < 4: found += run\nn = sum(found) // 2\n"
    ),
    "taken over by extend": (
        "found = []\nfor i in range(4):\n    run = []\n"
        "    for j in range(state[i]): run.append(j)\n"
        "    if not run or run[0] > 3: continue\n    found.extend(run)\nn = len(found) // 3\n"
    ),
    "added": (
        "found = []\nfor i in range(4):\n    run = []\n"
        "    for j in range(state[i]): run.append(j)\n"
        "    found = found + run\nn = len(found) // 3\n"
    ),
    "added to itself": (
        "n = 0\nfor i in range(4):\n    run = []\n    run += [state[i]]\n    run += [i]\n"
        "    n += run[0] // 2\n"
    ),
    "in two loops": (
        "n = 0\nfor i in range(3):\n    for k in range(2):\n        run = []\n"
        "        for j in range(state[i]): run.append(j + k)\n        n += sum(run) // 4\n"
    ),
    "in a while": (
        "n = 0; i = 0\nwhile i < 4:\n    run = []\n    while i < 4 and state[i]:\n"
        "        run.append(i); i += 1\n    i += 1\n    n += len(run) // 2\n"
    ),
    "once before": (
        "n = 0; run = []\nfor i in range(4):\n    if state[i]: run.append(i); continue\n"
        "    n += len(run) // 2\n    run = []\nn += len(run) // 2\n"
    ),
    "filled before": (
        "n = 0; run = []\nrun.append(7)\nfor i in range(4):\n    n += len(run) // 2\n    run = []\n"
        "    run.append(i); run.append(state[i])\nn += len(run) // 2\n"
    ),
    "twice in a loop": (
        "n = 0\nfor i in range(4):\n    run = []\n    run.append(state[i]); n += run[0] // 3\n"
        "    run = []\n    run.append(i); n += run[-1] // 3\n"
    ),
    "read after the loop": (
        "n = 0\nfor i in range(4):\n    run = []\n    for j in range(state[i]): run.append(j)\n"
        "for j in run: n += 1\n"
    ),
    "of tuples": (
        "n = 0\nfor i in range(4):\n    run = []\n"
        "    for j in range(i): run.append((j, state[j]))\n"
        "    for j, k in run: n += k // 3\n"
    ),
    "of lists": (
        "n = 0\nfor i in range(4):\n    run = []\n    for j in range(i):\n"
        "        run.append([k for k in range(state[j])])\n"
        "    for each in run: n += len(each) // 3\n"
    ),
    "popped": (
        "n = 0\nfor i in range(4):\n    todo = []\n    todo.append(state[i])\n    while todo:\n"
        "        top = todo.pop()\n        if top: todo.append(top // 2); n += 1\nn //= 3\n"
    ),
    "in a comprehension": (
        "n = 0\nfor i in range(4):\n    run = []\n    for j in range(state[i]): run.append(j)\n"
        "    n += len([k for k in run if k % 2]) + sum(k for k in run) // 5\n"
    ),
    "asked for a member": (
        "n = 0\nfor i in range(4):\n    run = []\n    for j in range(i): run.append(state[j])\n"
        "    if state[i] in run: n += 1\n"
    ),
    "given back": (
        "def longest():\n    for i in range(4):\n        run = []\n"
        "        for j in range(state[i]): run.append(j)\n        if len(run) > 1: return run\n"
        "    return [9]\nn = len(longest()) - 1\n"
    ),
}  # fmt: skip

ANEW = {
    "kept in a list": (
        "runs = []\nfor i in range(4):\n    run = []\n    for j in range(state[i]): run.append(j)\n"
        "    runs.append(run)\nn = sum(len(run) for run in runs) // 3\n"
    ),
    "under two names": (
        "n = 0\nfor i in range(4):\n    run = []\n    for j in range(state[i]): run.append(j)\n"
        "    if i == 0: first = run\nn = len(first) - 1\n"
    ),
    "in a tuple": (
        "n = 0; best = (0, [1])\nfor i in range(4):\n    run = []\n"
        "    for j in range(state[i]): run.append(j)\n    best = max(best, (len(run), run))\n"
        "n = len(best[1]) - 1\n"
    ),
    "chosen": (
        "best = [9]\nfor i in range(4):\n    run = []\n"
        "    for j in range(state[i]): run.append(j)\n"
        "    best = run if len(run) > len(best) else best\nn = len(best) - 1\n"
    ),
    "or another": (
        "best = [9]\nfor i in range(4):\n    run = []\n"
        "    for j in range(state[i] % 2): run.append(j)\n"
        "    best = run or best\nn = len(best) - 1\n"
    ),
    "while it is looped over": (
        "n = 0\nrun = []\nrun.append(1); run.append(2)\nfor j in run:\n    n += j // 2\n"
        "    run = []\n    run.append(5)\n"
    ),
    "only in the loop after": (
        "n = 0\nfor i in range(2):\n    run = []\n    for j in range(state[i]): run.append(j)\n"
        "for i in range(2):\n    n += len(run)\n    run = []\n    run.append(1)\n"
    ),
    "set by a branch": (
        "n = 0\nif state[0] > 1:\n    run = []\n    run.append(4)\nelse:\n    run = []\n"
        "    run.append(5)\n"
        "for i in range(4):\n    n += len(run)\n    run = []\n    if state[i] > 1: run.append(i)\n"
    ),
    "in a generator that is read later": (
        "n = 0\nfor i in range(4):\n    run = []\n    run.append(state[i]); run.append(i)\n"
        "    later = (k + 1 for k in run)\n    run = []\n    run.append(7)\n"
        "    n += (sum(later) + len(run)) // 5\n"
    ),
    "in a map that is read later": (
        "n = 0\nfor i in range(4):\n    run = []\n    run.append(state[i]); run.append(i)\n"
        "    later = map(lambda k: k + 1, run)\n    run = []\n    run.append(7)\n"
        "    n += (sum(later) + len(run)) // 5\n"
    ),
    "what a sum begins with": (
        "best = [9]\nfor i in range(4):\n    run = []\n    run.append(state[i])\n"
        "    if i < 2: best = sum([[k] for k in range(state[i] - 2)], run)\nn = sum(best) // 2\n"
    ),
    "made after the loop": (
        "n = 0\nfor i in range(4):\n    run = []\n    for j in range(state[i]): run.append(j)\n"
        "    n += len(run) // 3\nrun = []\nrun.append(2)\nn += len(run)\n"
    ),
    "otherwise, too": (
        "n = 0\nfor i in range(4):\n    run = []\n    run.append(i)\n"
        "    if state[i] > 1: run = [state[i], 4]\n    n += len(run) // 2\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EMPTIED)
def test_emptied(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, EMPTIED[name] + END)
    assert "_pp_emptied(" in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", ANEW)
def test_anew(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, ANEW[name] + END)
    assert "_pp_emptied(" not in translate(game).text
    assert_agrees(game)


NO_TURN = "for i in range(state[3]): run = []; run.append(i)\nn = len(run)\n"
FIRST_TURN = "n = 0\nfor i in (0, 1):\n    if state[3]: n = len(run)\n    run = []; run.append(i)\n"


@pytest.mark.parametrize("rule", [NO_TURN, FIRST_TURN], ids=["no turn", "first turn"])
def test_without_a_value(tmp_path: Path, rule: str) -> None:
    """Where a rule reads the list before the loop has made it, compiled code raises like Python."""
    game = written(tmp_path, NUMBERS, rule + END)
    assert "run has no value when it is read" in translate(game).text
    assert "_pp_emptied(" in translate(game).text


def test_in_a_generator(tmp_path: Path) -> None:
    """It is kept from one item to the next."""
    found = """
        for i in range(4):
            run = []
            for j in range(state[i]): run.append(j)
            if run: yield i
    """
    rules = NUMBERS.replace(" return [i for i in range(4) if state[i]]", found.rstrip())
    game = written(tmp_path, rules, "a = list(state); a[move] -= 1; return tuple(a)")
    assert "_pp_emptied(" in translate(game).text
    assert_agrees(game)
