"""Moves of unlike forms in odd rules: what compiled code answers in every state, or why not."""

from __future__ import annotations

import textwrap

import pytest

from perfectplay import search, solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.operators.misere import misere
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.registry.source import load_file
from reached_states import reached_states

pytestmark = pytest.mark.usefixtures("own_code_folder")


HEAD = """
from dataclasses import dataclass
from typing import NamedTuple
import numpy as np
from perfectplay import Game, Value, put
KIND = kind = "take"
move = ("take", 0)
NUMBERS = np.array([1, 2])
class Take(NamedTuple):
    pile: int
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return (2, 1, 2)
    def outcome(self, state): return Value.LOSS if sum(state) == 0 else None
    def less(self, state, i): return put(state, i, max(0, state[i] - 1))
"""

MOVES = """
    def moves(self, state):
        yield ("take", max(range(3), key=lambda i: state[i]))
        if state[0]:
            yield "first"
        if state[1]:
            yield 1
"""

COMPILED = {
    "a function in play that uses the move": """
        def play(self, state, move):
            def place():
                return 0 if move == "first" else move[1] if isinstance(move, tuple) else move
            return self.less(state, place())
    """,
    "names of the module that are names of locals": """
        def play(self, state, move):
            if type(move) is tuple:
                kind, i = move
                return self.less(state, i) if kind == "take" else state
            if move == KIND:
                return state
            return self.less(state, 0 if move == "first" else move)
    """,
    "a kind that is set in a branch": """
        def play(self, state, move):
            if isinstance(move, tuple):
                kind = move[0]
                place = move[1]
            else:
                kind = "plain"
                place = 0 if move == "first" else 1
            if kind == "take":
                return self.less(state, place)
            return put(state, place, 0)
    """,
    "conditions that are joined": """
        def play(self, state, move):
            if isinstance(move, tuple) and len(move) == 2 and move[0] == "take":
                return self.less(state, move[1])
            if not isinstance(move, str) and move != "first":
                return self.less(state, move)
            return self.less(state, 0) if "first" == move else state
    """,
    "a match in a loop, in a branch": """
        def play(self, state, move):
            for i in range(3):
                if state[i]:
                    match move:
                        case ("take", n):
                            return self.less(state, n)
                        case "first" if i:
                            continue
                        case int(n):
                            return self.less(state, n + i)
                        case _:
                            return self.less(state, i)
            return (0, 0, 0)
    """,
    "a loop until the move fits": """
        def play(self, state, move):
            while True:
                if isinstance(move, tuple):
                    break
                return self.less(state, 0 if move in ("first", "last") else 1)
            return self.less(state, move[-1])
    """,
}

NOT_DECIDED = {
    "a move that is set again": """
        def play(self, state, move):
            if move == "first":
                move = 0
            elif isinstance(move, tuple):
                return self.less(state, move[1])
            return self.less(state, 0)
    """,
    "a function in play, with an argument of the same name": """
        def play(self, state, move):
            def less(move):
                return self.less(state, move)
            if move == "first":
                return less(0)
            return less(move if isinstance(move, int) else move[1])
    """,
    "a comprehension whose name is the move's": """
        def play(self, state, move):
            if sum(1 for move in state if move) == 9 or isinstance(move, tuple):
                return self.less(state, 0 if move == "first" else move[1])
            return self.less(state, 1 if move == 1 else 0)
    """,
}

WHOLE = {
    "a helper with a match, and None": """
        def both(self, state):
            for i in range(3):
                match state[i]:
                    case 1 | 2:
                        yield i, 1
                        yield i, 1, 2
        def moves(self, state):
            yield from self.both(state)
            yield None
        def play(self, state, move):
            return (0, 0, 0) if move is None else self.less(state, move[0])
    """,
    "moves of unlike lengths that outcome asks for twice": """
        def moves(self, state):
            for i in range(3):
                if state[i]:
                    yield (i,)
            if state[0]:
                yield 0, 1
        def play(self, state, move):
            return self.less(state, move[-1])
        def outcome(self, state):
            for _ in range(2):
                for move in self.moves(state):
                    if sum(self.play(state, move)) > 1:
                        return None
            return Value.LOSS
    """,
    "two kinds that another method yields": """
        def both(self, state):
            for i in range(3):
                if state[i]:
                    yield i, 1
                    yield i, 1, 2
        def moves(self, state):
            yield from self.both(state)
            yield None
        def play(self, state, move):
            return (0, 0, 0) if move is None else self.less(state, move[0])
    """,
    "a state that is set again": """
        def moves(self, state):
            total = sum(state)
            state = (total, 0, 0)
            yield "all" if total > 2 else ("some", 1)
            if state[0] > 1:
                yield ("some", 2)
        def play(self, state, move):
            most = max(range(3), key=lambda i: state[i])
            return put(state, most, 0) if move == "all" else put(state, most, state[most] - 1)
    """,
    "True, 1 and 1 in a tuple": """
        def moves(self, state):
            if state[0]: yield True
            if state[1]: yield 1
            if state[2]: yield (1,)
        def play(self, state, move):
            if move is True:
                return self.less(state, 0)
            if move == 1:
                return self.less(state, 1)
            return self.less(state, 2)
    """,
    "a NamedTuple that equals a tuple": """
        def moves(self, state):
            for i in range(3):
                if state[i]: yield Take(i)
            yield "none"
        def play(self, state, move):
            if move == (0,):
                return put(state, 0, 0)
            if move == "none":
                return (0, 0, 0)
            return self.less(state, move.pile)
    """,
    "an empty tuple, None and 0": """
        def moves(self, state):
            if state[0]: yield ()
            if state[1]: yield None
            if state[2]: yield 0
            if state[1] and state[2]: yield (0, 0)
        def play(self, state, move):
            if move == 0:
                return self.less(state, 2)
            if move:
                return (0, 0, 0)
            return self.less(state, 1 if move is None else 0)
    """,
    "two lists, one instead of the other": """
        def moves(self, state):
            takes, pairs = [], []
            for i in range(3):
                if state[i] == 2: takes.append(("take", i))
                if state[i] and state[i - 1]: pairs.append(("pair", i, i - 1))
            if sum(state) > 4:
                return takes + pairs
            return pairs or takes or [None]
        def play(self, state, move):
            match move:
                case ["take", i]: return self.less(state, i)
                case (_, i, j): return self.less(self.less(state, i), j)
                case None: return (0, 0, 0)
            return state
    """,
    "a list that is asked for, and left early": """
        def moves(self, state):
            if state[0] == 0:
                return [None]
            found = []
            for i in range(3):
                if state[i]:
                    found.append(i)
                if found and i == 1:
                    return found
            if not found:
                found.extend([None, ("x", 1)])
            found.append("all")
            return found if found else [None]
        def play(self, state, move):
            if move is None or move == "all":
                return (0, 0, 0)
            return self.less(state, move if isinstance(move, int) else move[1])
    """,
    "moves that other methods give": """
        def takes(self, state):
            return [("take", i) for i in range(3) if state[i]]
        def pair(self, i):
            return ("pair", i, (i + 1) % 3)
        def moves(self, state):
            for one in self.takes(state):
                yield one
            yield from (self.pair(i) for i in range(3) if state[i] == state[i - 1] != 0)
        def play(self, state, move):
            name, *where = move
            if name == "pair":
                i, j = where
                return self.less(self.less(state, i), j)
            return self.less(state, where[0])
    """,
    "an end that one kind of move raises": """
        def moves(self, state):
            if state[0]: yield "first"
            yield ("take", 1 if state[1] else 2)
        def play(self, state, move):
            if move == "first":
                return self.less(state, 0)
            if len(move) != 2:
                raise ValueError(move)
            return self.less(state, move[1])
    """,
}

REFUSED = {
    "it yields a tuple of unlike items and a word": """
        def start(self): return ("a", "b", 3)
        def moves(self, state):
            for name in state[:2]:
                yield name
            yield ("less", 1)  # HERE
        def play(self, state, move):
            return put(state, 2, state[2] - 1)
        def outcome(self, state): return Value.LOSS if state[2] == 0 else None
    """,
    "isinstance(move, int) is not decided by the text of the rules": """
        def moves(self, state):
            for n in NUMBERS:
                if n <= sum(state):
                    yield n
            yield ("take", 1)
        def play(self, state, move):
            if isinstance(move, int):  # HERE
                return (0, 0, 0)
            return self.less(state, move[1]) if isinstance(move, tuple) else self.less(state, 0)
    """,
    "it yields a tuple whose length varies and None": """
        def both(self, state):
            def is_there(n):
                return n > 0
            for i in range(3):
                if is_there(state[i]):
                    yield i, 1
                    yield i, 1, 2
        def moves(self, state):
            yield from self.both(state)
            yield None  # HERE
        def play(self, state, move):
            return (0, 0, 0) if move is None else self.less(state, move[0])
    """,
}


def written(folder, body):
    file = folder / "odd_rules.py"
    file.write_text(HEAD + textwrap.indent(textwrap.dedent(body), "    "))
    return file


def difference(game):
    compiled, rules = compile_rules(game), CheckedGame(game)
    states = reached_states(rules)
    assert len(states) > 3
    return compare(compiled, rules, learnt(states, compiled.shape), states)


@pytest.mark.parametrize("name", COMPILED)
def test_a_play(name, tmp_path):
    file = written(tmp_path, textwrap.dedent(MOVES) + textwrap.dedent(COMPILED[name]))
    assert difference(load_file(file).Rules()) is None


@pytest.mark.parametrize("name", NOT_DECIDED)
def test_a_move_whose_name_is_set_again(name, tmp_path):
    file = written(tmp_path, textwrap.dedent(MOVES) + textwrap.dedent(NOT_DECIDED[name]))
    with pytest.raises(NotCompilable, match=r"isinstance\(move, \w+\) is not decided by the text"):
        compile_rules(load_file(file).Rules())


@pytest.mark.parametrize("name", WHOLE)
def test_moves_and_play(name, tmp_path):
    assert difference(load_file(written(tmp_path, WHOLE[name])).Rules()) is None


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_refused(reason, tmp_path):
    file = written(tmp_path, REFUSED[reason])
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(load_file(file).Rules())
    assert reason in str(refusal.value)
    here = next(i for i, x in enumerate(file.read_text().splitlines(), 1) if x.endswith("# HERE"))
    assert f":{here}" in refusal.value.place


def test_moves_are_shown_as_the_rules_give_them(tmp_path):
    game = load_file(written(tmp_path, WHOLE["two lists, one instead of the other"])).Rules()
    quick, slow = (solve(game, method=method) for method in ("compiled", "reference"))
    for state in slow:
        assert quick.probe(state) == slow.probe(state)
    assert ("pair", 0, -1) in [option.move for option in quick.probe((2, 1, 2)).moves]


def test_a_search_and_an_operator(tmp_path):
    game = load_file(written(tmp_path, WHOLE["moves that other methods give"])).Rules()
    wanted = solve(game, method="reference").probe((2, 1, 2))
    assert search(game, (2, 1, 2), method="compiled").value == wanted.value
    quick, slow = solve(misere(game)), solve(misere(game), method="reference")
    assert all(quick.probe(state) == slow.probe(state) for state in slow)
