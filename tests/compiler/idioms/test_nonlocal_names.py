"""``nonlocal``: what a function inside a rule sets is what the rule reads, as in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from written_plays import LETTERS, NUMBERS, assert_agrees, written

TAKEN = "a = list(state)\na[move] -= min(a[move], n)\nreturn tuple(a)"

PLAYS = {
    "a number": (
        "n = 0\ndef see(i):\n    nonlocal n\n    n += state[i] > 1\nsee(move)\nsee(0)\nn += 1\n"
    ),
    "two, unpacked": (
        "most, n = -1, 0\ndef see(i):\n    nonlocal most, n\n    n += 1\n"
        "    if state[i] > most:\n        most = state[i]\n    return most\n"
        "see(0)\nsee(move)\nn -= most > 3\n"
    ),
    "the def before its value": (
        "def see(i):\n    nonlocal n\n    n = max(n, state[i] // 2)\n"
        "n = 1\nfor i in range(4):\n    see(i)\n"
    ),
    "an argument": (
        "def less():\n    nonlocal move\n    while move > 0 and state[move - 1]:\n"
        "        move -= 1\nless()\nn = 1\n"
    ),
    "a flag": (
        "found: bool = False\ndef see(i):\n    nonlocal found\n"
        "    found = found or state[i] == 1\nfor i in range(4):\n    see(i)\n"
        "if not found:\n    found = move > 2\nn = 2 if found else 1\n"
    ),
    "read by a lambda and a comprehension": (
        "n = 1\ndef see(i):\n    nonlocal n\n    n = i\nmore = lambda x: x + n\nsee(move)\n"
        "n = min(2, more(1)) + sum(n == i for i in range(4))\n"
    ),
    "one that calls itself": (
        "n = 0\ndef walk(i, steps):\n    nonlocal n\n    if steps == 0 or not 0 <= i < 4:\n"
        "        return\n    n += state[i]\n    walk(i - 1, steps - 1)\n"
        "    walk(i + 1, steps - 1)\nwalk(move, 3)\nn = n % 2 + 1\n"
    ),
}

REFUSED = {
    "set in a branch": (
        "if move:\n    n = 1\nelse:\n    n = 2\ndef see():\n    nonlocal n\n    n += 1\nsee()\n"
    ),
    "a comprehension has the same name": (
        "n = 1\ndef see():\n    nonlocal n\n    n += sum(n for n in state)\nsee()\n"
    ),
    "a def has one of its own, which a def in it sets": (
        "n = 1\ndef see():\n    n = 5\n    def more():\n        nonlocal n\n        n += 1\n"
        "    more()\n    return n\nn = min(n, see())\n"
    ),
    "it is set by :=": (
        "n = 1\ndef see():\n    nonlocal n\n    return (n := n + 1)\nn = min(see(), 2)\n"
    ),
    "a def has the same name": (
        "n = 1\ndef see():\n    nonlocal n\n    n += 1\ndef other(n):\n    return n\n"
        "see()\nn = other(n)\n"
    ),
}


@pytest.mark.parametrize("name", PLAYS)
def test_names_are_those_of_python(tmp_path: Path, name: str) -> None:
    assert_agrees(written(tmp_path, NUMBERS, PLAYS[name] + TAKEN))


def test_letters(tmp_path: Path) -> None:
    play = 'last = "."\ndef see(c):\n    nonlocal last\n    if c != ".":\n        last = c\n'
    play += "for c in state[:move]:\n    see(c)\n"
    play += (
        'return state[:move] + "." + state[move + 1:] if last == "." else state.replace(last, ".")'
    )
    assert_agrees(written(tmp_path, LETTERS, play))


@pytest.mark.parametrize("name", REFUSED)
def test_other_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotCompilable, match="nonlocal does not compile"):
        translate(written(tmp_path, NUMBERS, REFUSED[name] + TAKEN))
