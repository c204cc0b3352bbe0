"""Files of games, trees and strategies that sessions of the command line use, by their names."""

from __future__ import annotations

FILES = {
    "parity.py": (
        "def fourth(game, state):\n    return sum(state) % (game.most + 1) == 0\n\n\n"
        "def half(state):\n    return sum(state) / 2\n"
    ),
    "old.py": (
        'startGameState = "5"\n'
        'possibleMoveTypes = ["1", "2"]\n\n\n'
        "def doMove(moveType, gameState):\n"
        "    left = int(gameState) - int(moveType)\n"
        "    return str(left) if left >= 0 else False\n\n\n"
        "def evaluateGameState(gameState):\n"
        '    return -1 if gameState == "0" else "undecided"\n'
    ),
    "cells.py": (
        "from perfectplay import Game, Value, put\n\n\n"
        "class Cells(Game):\n"
        "    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), "
        "(0, 4, 8), (2, 4, 6))\n\n"
        "    def start(self):\n        return (0,) * 10\n\n"
        "    def moves(self, s):\n        return [i for i in range(9) if not s[i]]\n\n"
        "    def play(self, s, i):\n        return put(put(s, i, 1 + s[9]), 9, 1 - s[9])\n\n"
        "    def outcome(self, s):\n"
        "        if any(s[a] == s[b] == s[c] != 0 for a, b, c in self.lines):\n"
        "            return Value.LOSS\n"
        "        return None if 0 in s[:9] else Value.DRAW\n"
    ),
    "coins.py": (
        "from dataclasses import dataclass\n\nfrom perfectplay import Game\n\n\n"
        "@dataclass(frozen=True)\n"
        "class Coins(Game):\n"
        '    """Coins in a row; take one from either end. Who gets more money wins."""\n\n'
        "    row: tuple[int, ...] = (3, 9, 1, 4)\n\n"
        "    scoring = True\n    stuck = 0\n\n"
        "    def start(self):\n        return (0, len(self.row))\n\n"
        "    def moves(self, state):\n"
        '        return ["left", "right"] if state[0] < state[1] else []\n\n'
        "    def play(self, state, move):\n"
        "        left, right = state\n"
        '        return (left + 1, right) if move == "left" else (left, right - 1)\n\n'
        "    def gain(self, state, move):\n"
        '        return self.row[state[0] if move == "left" else state[1] - 1]\n\n'
        "    def outcome(self, state):\n        return None\n\n"
        "    def text(self, state):\n"
        '        return " ".join(str(coin) for coin in self.row[state[0] : state[1]]) or "-"\n'
    ),
    "tree.json": (
        '{"player": "max", "moves": {\n'
        '  "a1": {"player": "min", "moves": {"b1": 3, "b2": 12, "b3": 8}},\n'
        '  "a2": {"player": "min", "moves": {"c1": 2, "c2": 4, "c3": 6}},\n'
        '  "a3": {"player": "min", "moves": {"d1": 14, "d2": 5, "d3": 2}}}}\n'
    ),
    "halves.json": (
        '{"start": "fork", "nodes": {\n'
        '  "fork": {"moves": {"left": "wood", "right": 0.5}},\n'
        '  "wood": {"moves": {"up": 1, "down": 2.5}},\n'
        '  "moor": {"utility": 7}}}\n'
    ),
    "no_leaf.json": '{"left": 3, "right": {}}\n',
    "rule.py": (
        "def to_four(state):\n"
        "    rest = sum(state) % 4\n"
        "    left = min(rest, state[0])\n"
        "    return (left, rest - left) if rest else None\n\n\n"
        "def left(state):\n    return (1, 0) if state[0] else (0, 1)\n\n\n"
        "def too_far(state, last):\n    return last or (2, 0)\n\n\n"
        "def first_free(game, state):\n    return next(iter(game.moves(state)))\n\n\n"
        "def raises(state):\n    return state[2]\n\n\n"
        "def nonsense(state):\n    return 'one from the left'\n"
    ),
    "walk.py": (
        "from dataclasses import dataclass\n\n"
        "from perfectplay import Game, Value\n\n\n"
        "@dataclass(frozen=True)\n"
        "class Walk(Game):\n"
        '    """A token is moved by one; the first player wants it at the right end."""\n'
        "    size: int = 6\n\n"
        "    def start(self):\n        return (self.size // 2, 0)\n\n"
        "    def player(self, state):\n        return state[1]\n\n"
        "    def moves(self, state):\n        return ['left', 'right']\n\n"
        "    def play(self, state, move):\n"
        "        return (state[0] + (1 if move == 'right' else -1), 1 - state[1])\n\n"
        "    def outcome(self, state):\n"
        "        if 0 < state[0] < self.size:\n            return None\n"
        "        first_wins = state[0] == self.size\n"
        "        return Value.WIN if first_wins == (state[1] == 0) else Value.LOSS\n\n\n"
        "def to_the_middle(game, state, last):\n"
        "    return 'right' if 2 * state[0] < game.size else 'left'\n"
    ),
    "bad_board.py": (
        "from perfectplay import Game, Grid, Value\n\n\n"
        "class Walk(Game):\n"
        "    stuck = Value.LOSS\n\n"
        "    def start(self):\n        return 2\n\n"
        "    def moves(self, state):\n        return ['step'] if state else []\n\n"
        "    def play(self, state, move):\n        return state - 1\n\n"
        "    def outcome(self, state):\n        return None\n\n"
        "    def board(self, state):\n        return Grid(1, 3, {state: 'disc'}, {'stop': 0})\n"
    ),
    "dead.py": (
        "from perfectplay import Game, Value\n\n\n"
        "class Dead(Game):\n"
        "    def start(self):\n        return 3\n\n"
        "    def moves(self, state):\n        return [2] if state > 1 else []\n\n"
        "    def play(self, state, move):\n        return state - move\n\n"
        "    def outcome(self, state):\n        return None\n"
    ),
    "two.pgn": (
        '[First "Ann"]\n[Second "Bob"]\n\n1. "left hits left" {why not} "left hits right" 2. 2 *\n'
        '\n[From "1 1 | 1 2"]\n\n1. 2? 1 1-0\n\n[From "9 9"]\n\n1. 2\n'
    ),
    "many.txt": "2,0 1,2\n\n1,0 2,2\n\n1,0 1,0 1,0 1,1\n\n0,1 1,0 0,1 0,1 1,0\n",
    "lazy.py": (
        "def left(state):\n"
        '    """One rock from the left pile, while it has some."""\n'
        "    return (1, 0) if state[0] else None\n\n\n"
        "def greedy(state):\n    return (3, 3)\n"
    ),
}
