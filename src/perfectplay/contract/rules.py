"""TEMPORARY"""
from dataclasses import dataclass
from perfectplay.contract.game import *
from perfectplay.contract.game import overrides, kind_of
from perfectplay.words.errors import *
from perfectplay.words.value import Value
@dataclass
class Position:
    outcome: object
    options: list
    stuck: bool = False
class Rules:
    def __init__(self, game):
        self.game = game
        self.kind = kind_of(game.start())
    def start(self): return self.game.start()
    def outcome(self, s): return self.game.outcome(s)
    def options(self, s): return list(self.game.options(s))
    def position(self, s):
        o = self.game.outcome(s)
        if o is not None: return Position(o, [])
        opts = self.options(s)
        if not opts:
            if self.game.stuck is None: raise RulesError("stuck-state", f"stuck {s}")
            return Position(self.game.stuck, [], True)
        return Position(None, opts)
    def moves_again(self, s, m, c):
        if self.game.players == 1: return True
        if overrides(self.game, "moves_again"): return bool(self.game.moves_again(s, m))
        if overrides(self.game, "player"): return self.game.player(s) == self.game.player(c)
        return False
    def symmetries(self, s): return list(dict.fromkeys([s, *self.game.symmetries(s)]))
    def state_text(self, s): return repr(s)
    def text(self, s, seat): return self.game.text(s)
    def move_text(self, m): return self.game.move_text(m)
def diagnose(game, state, move=None):
    Rules(game).position(state)
