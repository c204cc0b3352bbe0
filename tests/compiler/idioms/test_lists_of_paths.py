"""A method that gives the list of the paths that go on from one, or that path alone, and calls
itself for them: as authors of games with jumps in a row write it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.translate import translate
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.wider_keys import learnt
from perfectplay.registry.source import load_file

TEXTS = '''
from perfectplay import Game, Value
class Rules(Game):
    """Stones of a row jump over one another, several times in a move."""
    stuck = Value.LOSS
    def start(self): return "XX.O.OX.X."
    def outcome(self, state): return None
    def play(self, state, move):
        after = list(state)
        for a, b in zip(move, move[1:]):
            after[(a + b) // 2] = "."
            after[b] = after[a]
            after[a] = "."
        return "".join(after)
    def jumped(self, state, at, to):
        after = list(state)
        after[(at + to) // 2] = "."
        after[to] = after[at]
        after[at] = "."
        return "".join(after)
    def free(self, state, at, to):
        return 0 <= to < 10 and state[to] == "." and state[(at + to) // 2] != "."
'''

NUMBERS = (
    TEXTS.replace('"XX.O.OX.X."', "(1, 1, 0, 2, 0, 2, 1, 0, 1, 0)")
    .replace('"".join(after)', "tuple(after)")
    .replace('"."', "0")
)

BOARDS = {"a text": TEXTS, "numbers": NUMBERS}

LOOPS = {
    "+=, and [path] at the end": """
        found = []
        for d in (-2, 2):
            to = at + d
            if self.free(state, at, to):
                found += self.jumps(self.jumped(state, at, to), to, path + (to,))
        if not found and len(path) > 1:
            return [path]
        return found
    """,
    "extend, and a path that an index is named by": """
        found = []
        for d in (-2, 2):
            to = at + d
            if self.free(state, at, to):
                after = list(state)
                after[(at + to) // 2] = state[to]
                after[to] = after[at]
                after[at] = state[to]
                found.extend(self.jumps(self.jumped(state, at, to), to, (*path, to)))
        if found:
            return found
        return [path] if len(path) > 1 else []
    """,
    "found or [path]": """
        found = []
        for to in (at - 2, at + 2):
            if self.free(state, at, to):
                found = found + self.jumps(self.jumped(state, at, to), to, path + (to,))
        return found or [path]
    """,
    "each path that is longer": """
        found = []
        for d in (-2, 2):
            if self.free(state, at, at + d):
                to = at + d
                found.append(path + (to,))
                found += self.jumps(self.jumped(state, at, to), to, path + (to,))
        return found
    """,
    "a loop over the longer ones": """
        found = []
        for d in (-2, 2):
            if self.free(state, at, at + d):
                for longer in self.jumps(self.jumped(state, at, at + d), at + d, path + (at + d,)):
                    found.append(longer)
        if len(found) == 0:
            return [path]
        return found
    """,
}

MOVES = {
    "yield from": """
        for i in range(10):
            if state[i] != state[2]:
                yield from [p for p in self.jumps(state, i, (i,)) if len(p) > 1]
    """,
    "yield from the call": """
        for i in range(10):
            if self.free(state, i, i + 2) or self.free(state, i, i - 2):
                yield from self.jumps(state, i, (i,))
    """,
    "a list made longer": """
        found = []
        for i in range(10):
            if self.free(state, i, i + 2) or self.free(state, i, i - 2):
                found += self.jumps(state, i, (i,))
        return found
    """,
    "a loop": """
        for i in range(10):
            if self.free(state, i, i + 2) or self.free(state, i, i - 2):
                for path in self.jumps(state, i, (i,)):
                    yield path
    """,
    "a comprehension": """
        return [
            path for i in range(10) if self.free(state, i, i + 2) or self.free(state, i, i - 2)
            for path in self.jumps(state, i, (i,))
        ]
    """,
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("given", list(MOVES)[1:])
def test_lists_of_paths(tmp_path: Path, board: str, loop: str, given: str) -> None:
    jumps, moves = (
        textwrap.indent(textwrap.dedent(x), " " * 8) for x in (LOOPS[loop], MOVES[given])
    )
    text = f"{BOARDS[board]}    def jumps(self, state, at, path):{jumps}"
    text += f"    def moves(self, state):{moves}"
    (tmp_path / "game.py").write_text(text, encoding="utf-8")
    game = load_file(tmp_path / "game.py").Rules()
    states = list(solve(game, method="reference").states())
    compiled = compile_rules(game)
    assert compare(compiled, CheckedGame(game), learnt(states, compiled.shape), states) is None
    assert len(states) > 10


SEEN_ELSEWHERE = {
    "or": "q = found or [3]; found = found + self.less(b); n = len(q)",
    "and": "q = found and found; found = found + self.less(b); n = len(q)",
    "the larger list": "q = max(found, [0]); found = found + self.less(b); n = len(q)",
    "a generator": "q = (x for x in found); found = found + self.less(b); n = sum(q)",
    "a method": "q = found.append; found = found + self.less(b); q(3); n = len(found)",
    "what gives it": "q = lambda: found; found += q(); n = len(found)",
    "a loop over it": "n = 0\nfor x in found:\n    n += 1\n    found = found + self.less(b)",
    "tests": "found = found + self.less(b)\nif found and (a or not found): n = max(found)",
}
"""Where a list that becomes longer by ``+`` is seen as it was before."""


def test_lists_that_are_seen_as_they_were(tmp_path: Path) -> None:
    text = "from perfectplay import Game, Value\nclass Rules(Game):\n    stuck = Value.LOSS\n"
    calls = [f"self.f{i}(s[0], s[1])" for i in range(len(SEEN_ELSEWHERE))]
    rules = f"""
    def start(self): return (3, 2, 0)
    def outcome(self, s): return None
    def moves(self, s): return range({len(calls)}) if s[0] else []
    def play(self, s, move): return (s[0] - 1, (s[1] + move) % 3, ({", ".join(calls)})[move])
    def less(self, n):
        found = []
        if n > 0:
            found = found + self.less(n - 1)
        found.append(n)
        return found
    """
    for i, body in enumerate(SEEN_ELSEWHERE.values()):
        lines = f"found = []\nfound.append(a)\nn = 0\n{body}\nreturn n"
        rules += f"def f{i}(self, a, b):\n{textwrap.indent(lines, ' ' * 8)}\n    "
    (tmp_path / "game.py").write_text(text + rules, encoding="utf-8")
    game = load_file(tmp_path / "game.py").Rules()
    states = list(solve(game, method="reference").states())
    compiled = compile_rules(game)
    assert compare(compiled, CheckedGame(game), learnt(states, compiled.shape), states) is None
    assert len(states) > 10


def test_a_list_that_a_call_takes_out_of_another_does_not_grow_while_it_is_read(
    tmp_path: Path,
) -> None:
    """``t = [found]; found += self.first(t)``: a loop that appends would have no end."""
    text = """
from perfectplay import Game, Value
class Rules(Game):
    stuck = Value.LOSS
    def start(self): return (4, 0)
    def outcome(self, s): return None
    def moves(self, s): return [1, 2] if s[0] > 1 else []
    def first(self, lists): return lists[0]
    def play(self, s, move):
        found = []
        found.append(move)
        t = [found]
        found += self.first(t)
        return (s[0] - move, len(found) + s[1] % 2)
"""
    (tmp_path / "game.py").write_text(text, encoding="utf-8")
    game = load_file(tmp_path / "game.py").Rules()
    play = translate(game).text.partition("Rules_play(")[2].partition("\n\n")[0]
    assert "found" in play
    assert "_each" not in play
    assert solve(game, method="compiled").counts == solve(game, method="reference").counts
