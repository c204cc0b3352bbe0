"""Rows that are mapped are as long as their place in the state says."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.registry.source import load_file

LAMPS = """
from perfectplay import Game, Value
class Lamps(Game):
    stuck = Value.DRAW
    def start(self): return (((True, False), (False, True), (True, True)), (0,) * 6)
    def moves(self, state): return [i for i in range(6) if not state[1][i]]
    def outcome(self, state): return Value.LOSS if not any(map(any, state[0])) else None
    def play(self, state, move):
        rows, used = state
        lamps = [list(row) for row in rows]
        r, c = divmod(move, 2)
        lamps[r][c] = not lamps[r][c]
        lamps[(r + 1) % 3][c] = not lamps[(r + 1) % 3][c]
        gone = list(used)
        gone[move] = 1
        for i, row in enumerate(lamps):
            if not any(row) and i == r: gone[2 * i] = 1
        return (WHOLE, tuple(gone))
"""


@pytest.mark.parametrize(
    "whole", ["tuple(map(tuple, lamps))", "tuple(tuple(row) for row in lamps)"]
)
def test_rows_beside_another_tuple(tmp_path: Path, whole: str) -> None:
    file = tmp_path / "lamps.py"
    file.write_text(LAMPS.replace("WHOLE", whole), encoding="utf-8")
    game = load_file(file).Lamps()
    states = list(solve(game, method="reference").states())
    compiled = compile_rules(game)
    assert compare(compiled, CheckedGame(game), learnt(states, compiled.shape), states) is None
    assert len(states) > 20
