"""A bytearray that is a list: what it holds stays within bytes, as in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import PerfectPlayError
from written_plays import NUMBERS, assert_agrees, written

PLAYS = {
    "turned": "b = bytearray(state)\nb[move] -= 1\nb.reverse()\nreturn tuple(b)",
    "rolled": "b = bytearray(state)\nb.append(b.pop(0) - (move == 0))\nb[0] //= 2\nreturn tuple(b)",
    "exchanged": "b = bytearray(state)\nb[move] -= 1\nb[0], b[3] = b[3], b[0]\n"
    "b.insert(1, b.pop())\nreturn tuple(b)",
    "of truths": "b = bytearray(x > 1 for x in state)\nb.reverse()\nb[move] = 3 if move else 0\n"
    "return tuple(min(x, y) for x, y in zip(b, state)) if b[move] != 3 or move else (0, 0, 0, 0)",
}


@pytest.mark.parametrize("name", PLAYS)
def test_bytes_are_those_of_python(tmp_path: Path, name: str) -> None:
    assert_agrees(written(tmp_path, NUMBERS, PLAYS[name]))


@pytest.mark.parametrize(
    "play",
    [
        "b = bytearray(state)\nb.reverse()\nb[move] -= 9\nreturn tuple(b)",
        "b = bytearray(state)\nb.append(300)\nreturn tuple(b[i] for i in range(4))",
        "b = bytearray(x * 70 for x in state)\nb.reverse()\nreturn tuple(b)",
    ],
    ids=["below 0", "beyond 255", "made beyond 255"],
)
def test_what_is_no_byte_raises(tmp_path: Path, play: str) -> None:
    game = written(tmp_path, NUMBERS, play)
    compile_rules(game)
    with pytest.raises(PerfectPlayError, match="byte must be in range"):
        solve(game, method="compiled")


def test_fractions_are_refused(tmp_path: Path) -> None:
    play = "b = bytearray(state)\nb.reverse()\nb[move] = state[move] / 2\nreturn tuple(b)"
    with pytest.raises(NotCompilable, match="a list of integers gets a fraction"):
        compile_rules(written(tmp_path, NUMBERS, play))
