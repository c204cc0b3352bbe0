"""Lists that are copies of a state do what lists do, in functions and in generators."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.rewrite.list_copies import ONCE
from perfectplay.compiler.translate import translate
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.packing import TupleKeys
from written_plays import LETTERS, NUMBERS, assert_agrees, written

NONES = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return ("X", None, "O", None)
    def moves(self, state): return [i for i in range(4) if state[i]]
    def outcome(self, state): return None
    def play(self, state, move):
"""

ROWS = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.DRAW
    def start(self): return ((1, 0), (2, 1))
    def moves(self, state): return [i for i in range(2) if state[i][0]]
    def outcome(self, state): return None
    def play(self, state, move):
"""

TUPLES = {
    "one item": (NUMBERS, "a = list(state); a[move] -= 1; return tuple(a)"),
    "a star": (NUMBERS, "a = [*state]; a[move] = 0; return tuple(a)"),
    "from the end": (NUMBERS, "a = list(state); a[move - 4] -= 1; return tuple(a)"),
    "two exchanged": (NUMBERS, "a = list(state); a[0], a[move] = a[move], 0; return tuple(a)"),
    "in their order": (NUMBERS, "a = list(state); a[0], a[a[0]] = 0, 1; return tuple(a)"),
    "one twice": (NUMBERS, "a = list(state); a[move], a[move] = 2, 0; return tuple(a)"),
    "an item and a name": (
        NUMBERS, "a = list(state); a[move], k = 0, a[move]; a[0] = k - 1; return tuple(a)",
    ),
    "of what sorts": (
        NUMBERS, "a = list(state); a[0], a[1] = sorted((a[0] // 2, a[1])); return tuple(a)",
    ),
    "the index is kept": (
        NUMBERS, "a = list(state); i = 0; a[i], i = 0, 1; a[i] = 0; return tuple(a)",
    ),
    "in a loop": (
        NUMBERS,
        "a = list(state); n = a[move]; a[move] = 0\n"
        "for i in range(n): a[(move + i) % 3] = max(0, a[i] - 1)\nreturn tuple(a)",
    ),
    "in a branch": (
        NUMBERS, "a = list(state)\nif a[move] > 1: a[move] = 1\nelse: a[move] = 0\nreturn tuple(a)",
    ),
    "counted": (
        NUMBERS,
        "a = list(state); a[move] = 0\nif a.count(0) > 2 or 1 not in a: return (0, 0, 0, 0)\n"
        "a[a.index(1)] = len(a) - 4; return tuple(a)",
    ),
    "truth as a number": (
        NUMBERS, "a = list(state); a[move] = a[0] > a[1]; a[0] = 0; return tuple(a)",
    ),
    "with more": (NUMBERS, "a = list(state); a[move] -= 1; return (0, 0) + tuple(a)[:2]"),
    "the value before the index": (
        NUMBERS,
        "q = [2, 1, 0]; a = list(state); a[q[-1]] = q.pop(); a[q.pop()] = q.pop() + move // 4\n"
        "a[move] = 0; return tuple(a)",
    ),
    "the value before an index that changes it": (
        NUMBERS, "q = [2, 1, 0]; a = list(state); a[q.pop()] = q[-1]; a[move] = 0; return tuple(a)",
    ),
    "the index before what is added": (
        NUMBERS,
        "q = [0, 1]; a = list(state); a[q[-1]] -= q.pop() + 0 * q[0]; a[move] = 0\nreturn tuple(a)",
    ),
    "of a field": (NUMBERS, "a = list(self.first); a[move] = 0; return tuple(a)[:3] + (0,)"),
    "letters": (LETTERS, 'a = list(state); a[move] = "."; return "".join(a)'),
    "letters exchanged": (
        LETTERS, 'a = list(state); a[0], a[move] = a[move], "."; return "".join(a)',
    ),
    "turned": (LETTERS, 'a = list(state); a[move] = "."; return "".join(a)[::-1]'),
    "letters in loops": (
        LETTERS,
        'a = list(state)\nfor i in range(4):\n    if a[i] == state[move]: a[i] = "."\n'
        'return "".join(a)',
    ),
    "None": (NONES, "a = list(state); a[move] = None; return tuple(a)"),
    "None and a letter": (
        NONES, "a = list(state); a[1], a[move] = a[move], None; a[1] = None; return tuple(a)",
    ),
    "whole rows": (ROWS, "a = list(state); a[move] = (a[move][0] - 1, 0); return tuple(a)"),
}  # fmt: skip
"""Plays in which it is no allocated list once compiled."""

LISTS = {
    "looped over while it changes": (
        NUMBERS,
        "a = list(state)\nfor i, n in enumerate(a): a[(i + 1) % 4] = n // 2\nreturn tuple(a)",
    ),
    "a second name": (NUMBERS, "a = list(state); b = a; b[move] = 0; a[0] = 0; return tuple(a)"),
    "a generator that waits": (
        NUMBERS,
        "a = list(state); g = (a[i] // 2 for i in range(4)); a[move] = 0; return tuple(list(g))",
    ),
    "append": (NUMBERS, "a = list(state); a[move] = 0; a.append(1); a.pop(); return tuple(a)"),
    "given away": (
        NUMBERS,
        "def clear(xs): xs[0] = 0\na = list(state); a[move] -= 1; clear(a); return tuple(a)",
    ),
    "a slice": (NUMBERS, "a = list(state); a[0] = 0; a[2:3] = [0]; return tuple(a)"),
    "made twice": (NUMBERS, "a = list(state); a[move] = 0; a = list(a); a[0] = 0; return tuple(a)"),
    "two targets": (NUMBERS, "a = list(state); a[0] = a[move] = 0; return tuple(a)"),
    "a longer one": (NUMBERS, "a = list(state); a[move] = 0; a += [1]; a.pop(); return tuple(a)"),
    "a part": (NUMBERS, "a = list(state[:3]); a[move % 3] = 0; return tuple(a) + (0,)"),
    "a name set within": (
        NUMBERS, "k = 0; a = list(state); a[k] = (k := move); a[move] = 0; return tuple(a)",
    ),
    "two in one target": (
        NUMBERS, "a = list(state); (a[0], (a[1], a[move])) = (0, (1, 0)); return tuple(a)",
    ),
    "an item of an item": (
        ROWS, "a = list(map(list, state)); a[move][0] = 0; return tuple(map(tuple, a))",
    ),
    "set by a loop": (NUMBERS, "a = list(state)\nfor a[move] in (1, 0): pass\nreturn tuple(a)"),
    "read by a def": (
        NUMBERS,
        "a = list(state)\ndef first(): return a[0]\na[move] = 0; a[3] = first(); return tuple(a)",
    ),
}  # fmt: skip
"""Plays in which it stays one."""


IN_MEMORY = ("looped over while it changes", "a slice")
"""Those that a function keeps in its memory all the same."""


@pytest.mark.parametrize("name", TUPLES)
@pytest.mark.parametrize("waits", [False, True], ids=["in a function", "in a generator"])
def test_copies(tmp_path: Path, name: str, waits: bool) -> None:
    """They lie in memory in a function, and are tuples in a generator."""
    rules, play = TUPLES[name]
    game = written(tmp_path, rules, play, waits=waits)
    assert ("_pp_list_copy" if waits else "_pp_list_in_memory") in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("waits", [False, True], ids=["in a function", "in a generator"])
def test_stays_a_list(tmp_path: Path, name: str, waits: bool) -> None:
    rules, play = LISTS[name]
    game = written(tmp_path, rules, play, waits=waits)
    assert "_pp_list_copy" not in translate(game).text
    assert "_pp_list_in_memory" not in translate(game).text or name in IN_MEMORY
    assert_agrees(game)


def test_in_moves(tmp_path: Path) -> None:
    """A list made in a loop, in a generator."""
    rules = NUMBERS.replace(
        "return [i for i in range(4) if state[i]]",
        """
        for i in range(4):
            if state[i]:
                after = list(state)
                after[i] -= 1
                if sum(tuple(after)) != 5:
                    yield i""",
    )
    game = written(tmp_path, rules, "a = list(state); a[move] -= 1; return tuple(a)")
    assert translate(game).text.count("_pp_list_copy") == 1
    assert translate(game).text.count("_pp_list_in_memory") == 1
    assert_agrees(game)


@pytest.mark.parametrize("length", [ONCE, ONCE + 1])
def test_long_lists(tmp_path: Path, length: int) -> None:
    """Longer ones of a generator are lists, and do the same."""
    rules = NUMBERS.replace("(4, 1, 3, 0)", f"(1, 1) + (0,) * {length - 2}")
    play = "a = list(state); a[move] = 0; return tuple(a)"
    game = written(tmp_path, rules, play, waits=True)
    states = list(solve(game, method="reference").states())
    compiled = compile_rules(game)
    keys = TupleKeys.of_limits(((0, 1),) * 2 + ((0, 0),) * (length - 2), compiled.shape)
    assert compare(compiled, CheckedGame(game), keys, states) is None
