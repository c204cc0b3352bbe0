"""Games of one play that is written into a file, compared with the reference in all states."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from perfectplay import Game, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.registry.source import load_file

NUMBERS = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.DRAW
    first = (4, 1, 3, 0)
    def start(self): return (4, 1, 3, 0)
    def moves(self, state): return [i for i in range(4) if state[i]]
    def outcome(self, state): return None
    def play(self, state, move):
"""

LETTERS = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return "X.O."
    def moves(self, state): return [i for i in range(4) if state[i] != "."]
    def outcome(self, state): return None
    def play(self, state, move):
"""


def written(folder: Path, rules: str, play: str, *, waits: bool = False) -> Game:
    """The game with this play, from a file of its own. ``waits``: a generator's first item is what
    it plays."""
    file = folder / "game.py"
    if waits:
        rules += "        for after in self.after(state, move): return after\n"
        rules += "    def after(self, state, move):\n"
        play = re.sub(r"\breturn (?!a\[0\]\n)", "yield ", play)
    file.write_text(rules + textwrap.indent(play, " " * 8) + "\n", encoding="utf-8")
    return load_file(file).Rules()


def assert_agrees(game: Game) -> None:
    states = list(solve(game, method="reference").states())
    compiled = compile_rules(game)
    assert compare(compiled, CheckedGame(game), learnt(states, compiled.shape), states) is None
    assert len(states) > 1
