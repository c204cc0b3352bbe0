"""Rules as the text of a file."""

from __future__ import annotations

HEAD = """
from dataclasses import dataclass
from perfectplay import Game, Value

class Rocks(Game):
    def start(self):
        return 4
    def moves(self, state):
        return range(1, min(state, 2) + 1)
    def play(self, state, move):
        return state - move
    def outcome(self, state):
        return Value.LOSS if state == 0 else None
"""
