"""``:=`` in comprehensions: a loop over one value, where the name is theirs alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from written_plays import NUMBERS, assert_agrees, written

END = "return (n, 0, 0, 0) if n < state[0] else (0, 0, 0, 0)"

PLAYS = {
    "sum": ("n = sum(h for x in state if (h := x // 2) > 0) // 2\n"),
    "looped over elsewhere": (
        "xs = [c for i in range(4) if (c := state[i])]\nn = sum(c // 2 for c in xs) // 2\n"
    ),
    "list": ("xs = [c for i in range(4) if (c := state[i])]\nn = len(xs) // 2\n"),
    "later if": (
        "xs = [c for i in range(4) if i != 1 if (c := state[i]) if c < 3]\nn = len(xs) // 2\n"
    ),
    "and": ("xs = [c for i in range(4) if (c := state[i]) and c < 3]\nn = len(xs) // 2\n"),
    "not": ("xs = [i for i in range(4) if not (c := state[i] % 2)]\nn = len(xs) // 2\n"),
    "two comps": (
        "xs = [c for i in range(4) if (c := state[i])]\n"
        "ys = [c + 1 for i in range(3) if (c := state[i]) > 1]\n"
        "n = (len(xs) + sum(ys)) // 9\n"
    ),
    "two loops": (
        "n = sum(d for i in (0, 1) for j in (2, 3) if (d := state[i] - state[j]) > 0) // 4\n"
    ),
    "inner loop uses": ("n = sum(1 for i in range(4) if (c := state[i]) for j in range(c)) // 4\n"),
    "set": ("n = len({c for i in range(4) if (c := state[i] % 3)}) // 2\n"),
    "dict": ("d = {i: c for i in range(4) if (c := state[i])}\nn = len(d) // 2\n"),
    "any": ("n = int(any((c := state[i]) > 1 and c % 2 for i in range(4)))\n"),
    "tuple": ("n = sum(a for i in range(3) if (p := (state[i], i))[0] > 1 for a in p) // 4\n"),
    "nested": (
        "n = sum(sum(k for j in range(2) if (k := state[i] + j) > 2) for i in range(2)) // 9\n"
    ),
    "index": ("ROW = (1, 0, 2, 1, 3)\nn = sum(1 for x in state if ROW[y := x] > 1 and y) // 2\n"),
    "read in if before": (
        "xs = [c for i in range(4) if i > 0 and (c := state[i])]\nn = len(xs) // 2\n"
    ),
    "text": ("t = 'abcd'\nxs = [c for i in range(4) if (c := t[i]) != 'a']\nn = len(xs) // 2\n"),
}

REFUSED = {
    "used outside": (
        "xs = [i for i in range(4) if (c := state[i]) >= 0]\nn = c // 2 + len(xs) // 4\n"
    ),
    "used before": ("c = 1\nxs = [i for i in range(4) if (c := state[i]) > c]\nn = len(xs)\n"),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_same(tmp_path: Path, name: str) -> None:
    assert_agrees(written(tmp_path, NUMBERS, PLAYS[name] + END))


@pytest.mark.parametrize("name", REFUSED)
def test_names_of_the_function_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotCompilable, match=":= in a part that is not always run"):
        translate(written(tmp_path, NUMBERS, REFUSED[name] + END))
