"""Idioms that compile: states that are dicts, frozen as tuples of their items."""

from __future__ import annotations

from idioms.noting import compiling
from perfectplay import Game, Value

COMPILES, compiles = compiling()


def freeze(items):
    """A dict as a state."""
    return tuple(sorted(items.items()))


class Row(Game):
    """Four cells; whoever has marked one or two less than the score loses."""

    def start(self):
        return freeze({"board": "....", "score": 3, "turn": "X"})

    def thaw(self, state):
        return dict(state)

    def other(self, d):
        return "O" if d["turn"] == "X" else "X"

    def moves(self, state):
        return [i for i, c in enumerate(dict(state)["board"]) if c == "."]

    def play(self, state, move):
        d = self.thaw(state)
        board = d["board"]
        d["board"] = board[:move] + d["turn"] + board[move + 1 :]
        d["turn"] = self.other(d)
        return freeze(d)

    def outcome(self, state):
        d = dict(state)
        return Value.LOSS if d["board"].count(self.other(d)) == d["score"] - 1 else None

    stuck = Value.DRAW


@compiles("d = dict(state), d['turn'], d['board'] = ..., freeze(d): tuple(sorted(d.items()))")
class _(Row):
    pass


@compiles("state = dict(state), dict(state)['turn'] in expressions; d changed in branches, loops")
class _(Row):
    def play(self, state, move):
        for side in ("X", "O"):
            d = dict(state)
            if d["turn"] == side:
                d["score"] = 2 if d["score"] == 3 else 3
            else:
                d["score"] += 0
        if dict(state)["turn"] == "X":
            d["turn"] = "O"
        elif dict(state)["score"] >= 2:
            d["turn"] = "X"
        mark, left = self.other(d), dict(state)["board"][:move]
        d["board"] = left + mark + dict(state)["board"][move + 1 :]
        state = dict(d)
        return tuple(sorted(state.items()))


@compiles("d.copy(), {**d, 'turn': x}, d | {'score': n}, dict(d, turn=x), d.update(turn=x)")
class _(Row):
    def play(self, state, move):
        d = dict(state)
        other = d.copy()
        other["score"] -= 1
        turned = {**d, "turn": "O" if d["turn"] == "X" else "X"}
        fewer = turned | {"score": max(other["score"], 2)}
        board = fewer["board"]
        fewer.update(board=board[:move] + d["turn"] + board[move + 1 :])
        return freeze(dict(fewer, score=fewer["score"]))


@compiles("for k in d, 'turn' in d, len(d), d.get('turn'); the argument: state = dict(state)")
class _(Row):
    def moves(self, state):
        d = dict(state)
        others = sum(1 for key in d if key != "turn")
        fits = "turn" in d and others == len(d) - 1
        return [i for i, c in enumerate(d["board"]) if c == "." and fits]

    def play(self, state, move):
        state = dict(state)
        mark = state.get("turn")
        cells = (mark if i == move else c for i, c in enumerate(state["board"]))
        state["board"] = "".join(cells)
        state["turn"] = self.other(state)
        return freeze(state)


@compiles("d[f'{side}_pos'] += n; d['A'], d['B'] = d['B'], d['A']; (tuple(d.items()), left)")
class _(Game):
    def start(self):
        return (tuple({"Z_pos": 0, "A_pos": 4, "name": "A"}.items()), 3)

    def moves(self, state):
        d = dict(state[0])
        return [n for n in (-1, 1, 2) if 0 <= d[f"{d['name']}_pos"] + n < 6]

    def play(self, state, move):
        items, left = state
        d = dict(items)
        me = d["name"]
        d[f"{me}_pos"] += move
        if move == 2:
            d["Z_pos"], d["A_pos"] = d["A_pos"], d["Z_pos"]
        d["name"] = "Z" if me == "A" else "A"
        return (tuple(d.items()), left - 1)

    def outcome(self, state):
        items, left = state
        d = dict(items)
        if d["Z_pos"] == d["A_pos"]:
            return Value.LOSS
        return Value.DRAW if left == 0 else None


@compiles("d[f'hp{n}'], of numbers; 'D' in dict(items).values()")
class _(Game):
    def start(self):
        return freeze({"hp1": 3, "hp2": 2, "turn": 1})

    def moves(self, state):
        d = dict(state)
        return ["hit", "smash"] if d[f"hp{d['turn']}"] > 1 else ["hit"]

    def play(self, state, move):
        d = dict(state)
        me = d["turn"]
        other = 3 - me
        d[f"hp{other}"] = max(0, d[f"hp{other}"] - (1 if move == "hit" else 2))
        if move == "smash":
            d[f"hp{me}"] -= 1
        d["turn"] = other
        return freeze(d)

    def outcome(self, state):
        return Value.LOSS if 0 in dict(state).values() else None


@compiles("d[me] += n, where some values are numbers and d['turn'] is a letter")
class _(Game):
    def start(self):
        return freeze({"A": 0, "B": 6, "turn": "A"})

    def moves(self, state):
        d = dict(state)
        me = d["turn"]
        step = 1 if me == "A" else -1
        other = "B" if me == "A" else "A"
        return [n for n in (1, 2) if 0 <= d[me] + n * step <= 6 and d[me] + n * step != d[other]]

    def play(self, state, move):
        d = dict(state)
        me = d["turn"]
        d[me] += move if me == "A" else -move
        d["turn"] = "B" if me == "A" else "A"
        return freeze(d)

    def outcome(self, state):
        d = dict(state)
        return Value.LOSS if d["A"] == 6 or d["B"] == 0 else None

    stuck = Value.DRAW
