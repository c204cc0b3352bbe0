"""Methods that call themselves: how deep, and which do not compile."""

from __future__ import annotations

import textwrap

import pytest

from perfectplay import solve
from perfectplay.compiler.compare import compare
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.source.recursion import DEEPEST, TOO_DEEP
from perfectplay.core.errors import RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.registry.source import load_file

pytestmark = pytest.mark.usefixtures("own_code_folder")


HEAD = """
import functools
from perfectplay import Game, Value
class Rules(Game):
    def start(self): return 7
    def moves(self, state): return [n for n in (1, 2) if n <= state]
    def play(self, state, move): return state - move
    def outcome(self, state): return Value.LOSS if self.rest(state) == 0 else None
"""

COMPILED = {
    "an argument of a def has the name of a local around it": """
        def rest(self, state):
            n = 3
            def down(n):
                return n if n < 2 else down(n - 2)
            return down(state) + n - 3 + (state > 1)
    """,
    "two defs, one of which calls the other": """
        def rest(self, state):
            step = 2
            def less(n): return n - step
            def down(n):
                return n if n < 2 else down(less(n))
            return down(state) + (state > 1)
    """,
    "a set and a list that deeper calls fill": """
        def rest(self, state):
            seen, order = {0}, [0]
            def visit(n):
                if n in seen: return
                seen.add(n)
                order.append(n)
                visit(n // 2)
                visit(n - 1)
            visit(state)
            return len(seen) + order[-1] - 1 - len(order) + 1
    """,
    "one that is called by another that calls itself": """
        def one(self, n): return 0 if n <= 0 else 1 + self.one(n - 1)
        def rest(self, state): return 0 if state == 0 else self.one(state) + self.rest(state - 1)
    """,
    "a move that is given on": """
        def moves(self, state):
            yield 1
            if state > 1: yield "two"
        def play(self, state, move):
            if move == "two":
                return self.play(self.play(state, 1), 1)
            return state - move if move < 2 else self.play(state, move - 1)
        def rest(self, state): return state
    """,
}

COMPILED |= {
    "examples of what is added": """
        def below(self, n, path, pairs, odd):
            to, least = n - 1, min(n, 3)
            a, b = divmod(n, 2)
            for d in (1, 2):
                if len(path) < 4 and n > 0:
                    longer, odder = (*path, to), odd + (b, d)
                    yield from self.below(n - d, longer, pairs + ((a, n),), odder)
            yield sum(path) + sum(x * y for x, y in pairs) + sum(odd) + least
        def rest(self, state): return sum(self.below(state, (), (), ()))
    """,
    "a generator in a method that calls itself": """
        def rest(self, state):
            limit = 3 * state
            def below(n, path):
                yield n
                if n and n < limit and len(path) < 5:
                    yield from below(n - 1, path + (n,))
                    for m in below(n // 2, (n, *path)): yield m + path[-1] if path else m
            return sum(below(state, ())) + max(below(state // 2, (1,)))
    """,
    "a tuple that is longer from call to call": """
        def below(self, n, path):
            yield len(path) + sum(path)
            if n: yield from self.below(n - 1, path + (n,))
        def longest(self, n, path=()):
            return len(path) + (8 in path) if n < 2 else self.longest(n // 2, (*path, n))
        def rest(self, state): return sum(self.below(state, ())) + self.longest(state)
    """,
    "a generator that yields what it yields itself": """
        def below(self, n):
            yield n
            if n > 0: yield from self.below(n - 1)
            if n > 8 or n < 0: return
            for m in self.below(n // 3 - 1): yield m * 2
        def rest(self, state): return sum(self.below(state)) + max(self.below(state // 2))
    """,
    "a generator whose first item is asked for": """
        def below(self, n, most):
            for m in range(n):
                if m < most:
                    yield n * m
                    yield from self.below(m, most - 1)
        def rest(self, state):
            first = next(self.below(state, 3), None)
            return 7 if first is None else first + (4 in self.below(state, 2))
    """,
    "a generator that is given a new set by default": """
        def below(self, n, seen=None):
            if seen is None: seen = set()
            if n < 0 or n in seen: return
            seen.add(n)
            yield n
            yield from self.below(n - 2, seen)
            yield from self.below(n - 3, seen)
        def rest(self, state):
            total = 0
            for n in self.below(state): total += n * n
            return total
    """,
}

REFUSED = {
    "a tuple that is empty at first, of which nobody knows the kind, is looped over": """
        def less(self, n): return n - 1
        def below(self, n, path):
            yield sum(path)
            if n: yield from self.below(n - 1, path + (self.less(n),))
        def rest(self, state): return sum(self.below(state, ()))
    """,
    "rest calls itself and remembers its answers": """
        @functools.cache
        def rest(self, state): return 0 if state == 0 else 1 + self.rest(state - 1)
    """,
    "below, which yields, calls itself and names k, which changes": """
        def rest(self, state):
            k = 0
            def below(n):
                yield n + k
                if n: yield from below(n - 1)
            total = sum([n for n in below(state)])
            k += 1
            for n in below(state): total += n
            return total
    """,
    "k is set in a loop over what reads it only when it is looped over": """
        def rest(self, state):
            k = 0
            def below(n):
                yield n + k
                if n: yield from below(n - 1)
            total = 0
            for n in below(state):
                k += 1
                total += n
            return total
    """,
    "below, which yields, calls itself and is not looped over at once": """
        def rest(self, state):
            def below(n):
                yield n
                if n: yield from below(n - 1)
            items = below(state)
            return sum(items)
    """,
    "calls itself is given, or yields, what may change": """
        def rest(self, state):
            seen = [state]
            def below(n):
                yield n + len(seen)
                if n: yield from below(n // 2)
            for n in below(state): seen.append(n)
            return len(seen)
    """,
    "a generator that calls itself is given, or yields, what may change": """
        def below(self, cells, n):
            yield cells[n]
            if n: yield from self.below(cells, n - 1)
        def rest(self, state):
            cells, total = [1] * 20, 0
            for n in self.below(cells, state):
                cells[0], total = 3, total + n
            return total
    """,
    "a generator that calls itself is given, or yields": """
        def below(self, n, path):
            if not n: yield path
            for m in range(n):
                path.append(m)
                yield from self.below(m, path)
                path.pop()
        def rest(self, state):
            total = 0
            for path in self.below(state, []): total += 1
            return total
    """,
    "yields, what may change": """
        def below(self, n, seen):
            if n not in seen:
                yield n
                for m in self.below(n // 2, seen):
                    seen.add(m + 1)
                    yield m
        def rest(self, state): return sum(self.below(state, set()))
    """,
    "calls itself in a function or expression of its own": """
        def rest(self, state):
            def one(n): return self.rest(n)
            return 0 if state == 0 else 1 + one(state - 1)
    """,
}


def game_of(folder, body):
    file = folder / "calling.py"
    file.write_text(HEAD + textwrap.indent(textwrap.dedent(body), "    "))
    return load_file(file).Rules()


def difference(game, states):
    return compare(compile_rules(game), CheckedGame(game), IntegerKeys(), states)


@pytest.mark.parametrize("name", COMPILED)
def test_what_compiles(name, tmp_path):
    assert difference(game_of(tmp_path, COMPILED[name]), range(1, 12)) is None


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_refused(reason, tmp_path):
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(game_of(tmp_path, REFUSED[reason]))
    assert reason in str(refusal.value)


def test_deeper_calls_go_to_the_interpreter(tmp_path):
    game = game_of(tmp_path, "def rest(self, n): return 0 if n == 0 else 1 + self.rest(n - 1)")
    assert difference(game, [DEEPEST - 1]) is None
    with pytest.raises(NotCompilable, match=TOO_DEEP):
        difference(game, [DEEPEST + 2])


@pytest.mark.parametrize("method", ["compiled", "auto", "interpreted"])
def test_calls_without_end_are_an_error_of_the_rules(method, tmp_path):
    game = game_of(tmp_path, "def rest(self, n): return 1 + self.rest(n + 1) if n else 0")
    with pytest.raises(RulesError, match="RecursionError"):
        solve(game, method=method)
