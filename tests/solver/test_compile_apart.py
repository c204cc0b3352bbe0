"""Rules that are compiled in another process: this one loads them."""

import os
import subprocess
import sys
from pathlib import Path

from places import ROOT

PROGRAM = """
from numba.core import event
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.solver.compile_apart import compile_apart
from perfectplay.compiler.first_keys import first_keys
from perfectplay.compiler.load import RulesToCompile, compile_rules

class Count(event.Listener):
    seen = 0
    def on_start(self, event):
        Count.seen += 1
    def on_end(self, event):
        pass

event.register("numba:compile", Count())
rules = CheckedGame(TicTacToe())
beats = []
given = RulesToCompile(rules.game, symmetries=False)
compile_apart(rules, first_keys(rules, [rules.game.start()]), given, alive=lambda: beats.append(1))
print(len(beats) > 0, Count.seen)
compile_rules(rules.game, symmetries=False)
print(Count.seen)
"""


def test_this_process_compiles_nothing(tmp_path: Path) -> None:
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT / "src"), "PERFECTPLAY_CACHE": str(tmp_path)
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "0", "0"]
