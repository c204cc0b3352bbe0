"""The verifier where integers wrap and lists grow in compiled rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from perfectplay import Game, Value
from perfectplay.cli.main import run
from perfectplay.verifier.verifying import verify
from stored_by_hand import rows_of, write
from verify_modes import FEW, named

# --- rules that wrap, and rules that fail, as they are --------------------------------------------


@dataclass(frozen=True)
class Wrapping(Game):
    """Compiled, 10 ** 19 wraps, and who takes the last stone loses from 30 stones on."""

    stones: int = 60

    def start(self) -> int:
        return self.stones

    def moves(self, state: int) -> Iterator[int]:
        for n in range(1, min(3, state) + 1):
            if (10**9 + state) * 10**10 * n > 0:
                yield n

    def play(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> Value | None:
        return Value.LOSS if state == 0 else None


def test_integers_that_wrap(tmp_path: Path) -> None:
    stored = rows_of(Wrapping())
    result = verify(write(tmp_path / "f", stored), sample=FEW)
    assert (result.problems, result.how) == ((), "interpreted")
    assert "compiled" in result.notes[0]
    wrong = stored.changed(30, 1, 40)
    assert 30 in named(verify(write(tmp_path / "wrong", wrong), sample=FEW), "value")


FAILING = """
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Stones(Game):
    n: int = 60
    stuck = Value.LOSS

    def start(self):
        return (self.n, self.n, self.n, 0)

    def moves(self, s):
        for i in range(3):
            for k in range(1, min(s[i], 3) + 1):
                yield (i, k)

    def play(self, s, m):
        piles = list(s[:3])
        piles[m[0]] -= m[1]
        return tuple(piles) + (1 - s[3],)

    def outcome(self, s):
        return None
"""


def test_tuples_of_lists_that_grow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Compiled or not, as the compiler may: the solution is right."""
    monkeypatch.chdir(tmp_path)
    Path("stones.py").write_text(FAILING)
    assert run(["solve", "stones.py", "n=8", "-o", "X"]) == 0
    capsys.readouterr()
    assert run(["verify", "X", "--sample", "100"]) == 0
    assert capsys.readouterr().out.startswith("X: right")
    assert run(["verify", "X", "--sample", "100", "--interpreted", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], said["engine"], said["sampled"]) == (True, "interpreted", said["states"])
