"""Lists keep what is put in as it is, or are refused; iterators that are looped over go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from written_plays import NUMBERS, assert_agrees, written

LESS = "a = list(state)\na[move] -= min(a[move], 1 + n % 2)\nreturn tuple(a)"

AGAIN = {
    "left, then looped over again": "g = (v for v in state if v)\nn = 0\nfor v in g:\n    n = v\n"
    "    break\nfor v in g:\n    n += 3 * v\n",
    "in itself": "g = (v for v in state if v)\nn = 0\nfor a in g:\n    for b in g:\n"
    "        n += 3 * a + b\n",
    "in a def that is called twice": "g = (v for v in state if v)\ndef more():\n    k = 0\n"
    "    for v in g:\n        k += v\n        if v > 2:\n            return k\n    return k\n"
    "n = more()\nn += 5 * more()\n",
}

REFUSED = {
    "a fraction by nonlocal": "n = 0\ndef look(v):\n    nonlocal n\n    if v / 2 > n:\n"
    "        n = v / 2\nlook(state[move])\nn = int(n)\n",
    "a fraction in a list": "best = [0, -1]\nbest[0] = state[move] / 3\nn = int(best[0] * 3)\n",
    "a fraction in a tuple": "best = [(0, 0)]\nbest[0] = (state[move] / 2, 1)\n"
    "n = int(best[0][0])\n",
    "a number among truths": "seen = [False for _ in range(4)]\nseen[0] = state[move]\n"
    "n = 2 * seen[0]\n",
}


@pytest.mark.parametrize("name", AGAIN)
def test_iterators_go_on(tmp_path: Path, name: str) -> None:
    assert_agrees(written(tmp_path, NUMBERS, AGAIN[name] + LESS))


@pytest.mark.parametrize("name", REFUSED)
def test_other_kinds_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotCompilable, match="a list of integers gets a fraction"):
        compile_rules(written(tmp_path, NUMBERS, REFUSED[name] + LESS))


def test_truths_as_numbers(tmp_path: Path) -> None:
    play = "seen = [False for _ in range(4)]\nseen[move] = 1\nseen[0] = move > 2\nn = sum(seen)\n"
    assert_agrees(written(tmp_path, NUMBERS, play + LESS))
