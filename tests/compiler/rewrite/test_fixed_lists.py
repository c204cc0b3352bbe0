"""Lists that a function keeps in its own memory do what lists do; others are allocated."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.compiler.translate import translate
from written_plays import LETTERS, NUMBERS, assert_agrees, written

IN_MEMORY = {
    "zeros": "a = [0] * 4; a[move % 2] = state[move] - 1; return tuple(a)",
    "a constant times": "a = 4 * [0]; a[-1] = state[move] - 1; return tuple(a)",
    "of a name": "n = state[move] - 1; a = [n] * 4; a[move] = 0; return tuple(a)",
    "a slice read": "a = list(state); a[move] -= 1; return tuple(a[2:]) + tuple(a[:2])",
    "from the end": "a = list(state); a[move] -= 1; return tuple(a[-1:]) + tuple(a[:-1])",
    "beyond the end": "a = list(state); a[move] -= 1; return tuple(a[0:99]) + tuple(a[9:])",
    "an empty slice": "a = list(state); a[move] -= 1; return tuple(a[2:2]) + tuple(a)",
    "a slice set": (
        "a = list(state); b = [0] * 4; a[move] -= 1; b[:2] = a[2:]; b[2:] = a[:2]\n"
        "b[0] = b[0]; return tuple(b)"
    ),
    "a slice of itself": "a = list(state); a[move] -= 1; a[1:3] = a[0:2]; return tuple(a)",
    "made of slices": ("a = [state[:2], state[2:]]; a[move // 2] = (0, 0); return a[0] + a[1]"),
    "a slice of a state": "a = list(state); a[1:3] = state[2:4]; a[move] = 0; return tuple(a)",
    "a slice written out": "a = list(state); a[move] -= 1; a[0:2] = [a[1], a[0]]; return tuple(a)",
    "a tuple in a slice": "a = list(state); a[move] -= 1; a[2:4] = a[3], 0; return tuple(a)",
    "looped over": (
        "a = list(state); a[move] -= 1; b = [0] * 4\n"
        "for i, n in enumerate(a): b[3 - i] = n\nreturn tuple(b)"
    ),
    "two together": (
        "a = list(state); a[move] -= 1; b = [0] * 4; b[0] = 1; n = 0\n"
        "for x, y in zip(a, b): n += x * y\nb[move] = n // 2; return tuple(b)"
    ),
    "changed while it is looped over": (
        "a = list(state); a[move] -= 1; n = 0\n"
        "for x in a:\n    a[3] = 0\n    n += x\na[0] = n % 3; a[1] = 0; return tuple(a)"
    ),
    "in a comprehension": ("a = list(state); a[move] -= 1; return tuple([n // 2 for n in a])"),
    "by places": "a = list(state); a[move] -= 1; return tuple([a[3 - i] for i in range(4)])",
    "in any": (
        "a = list(state); a[move] -= 1\nif any(n > 2 for n in a): a[0] = 0\nreturn tuple(a)"
    ),
    "in all, by places": (
        "a = list(state); a[move] = 0\n"
        "if all(a[i] < 4 for i in (0, 1, 2)): a[1] = 0\nreturn tuple(a)"
    ),
    "in what takes all": (
        "a = list(state); a[move] = 0; n = max(a) - min(a) + sum(a) + len(a)\n"
        "a[3] = n % 2 + sorted(a)[0]; return (a[0], 0, 0, max(0, a[3] - 1))"
    ),
    "as a set": "a = list(state); a[move] = 0; return (len(set(a)) - 1, 0, 0, 0)",
    "marks": (
        "seen = [False] * 4; seen[move] = True; n = 0\n"
        "for i in range(4):\n    if not seen[i] and state[i]: n += 1\n"
        "return (n, 0, 0, 0) if n < state[0] else (0, 0, 0, 0)"
    ),
    "anew in a loop": (
        "n = 0\nfor i in range(3):\n    a = [0] * 4\n    a[i] += 1\n    n += a[0] + a[1]\n"
        "return (0, 0, 0, n // 2) if state[0] else (0, 0, 0, 0)"
    ),
    "anew, kept from before": (
        "n = 0\nfor i in range(3):\n    if i != 1: a = list(state)\n    a[0] //= 2\n    n = a[0]\n"
        "return (n, 0, 0, 0)"
    ),
    "a slice of an allocated list": (
        "b = sorted(state); a = list(state); a[0:2] = b[1:3]; a[move] = 0; return tuple(a)"
    ),
    "unlike values in a slice": (
        "a = list(state); a[0:2] = [a[1], a[0] > 2]; a[move] = 0; return tuple(a)"
    ),
    "from the end, at once": "a = list(state); a[move] = 0; return tuple(reversed(a))",
    "one among truths": (
        "a = [False] * 4; a[move] = 1; n = 0\n"
        "for i in range(4):\n    if not a[i]: n += state[i]\n"
        "return (n // 3, 0, 0, 0) if a.count(True) else state"
    ),
    "True as an index": ("a = list(state); a[state[0] > 1] = 0; a[move] = 0; return tuple(a)"),
}
"""Plays with a list that is in memory."""

IN_FRAMES = """
        return (self.counted(state, 3), 0, 0, 0)
    def counted(self, state, depth):
        a = list(state)
        a[depth] = 0
        if depth == 0: return a[1] // 2
        below = self.counted(state, depth - 1)
        return (below + a[0] + a[depth]) // 4
"""

ALLOCATED = {
    "longer": "a = [0] * 4; a[0] = state[move] - 1; a.append(0); a.pop(); return tuple(a)",
    "given back": "a = list(state); a[move] = 0; b = a; return tuple(b)",
    "a slice that becomes shorter": (
        "a = list(state); a[move] = 0; a[0:3] = [0]; return tuple(a[:2]) + (0, 0)"
    ),
    "a slice that becomes longer": (
        "a = list(state)[:3]; a[move % 3] = 0; a[0:1] = [0, 0]; return tuple(a)"
    ),
    "perhaps None": (
        "a = [n if n else None for n in state]; a[move] = None\n"
        "return tuple([0 if n is None else n for n in a])"
    ),
    "perhaps None of a function": (
        "def half(n):\n    if n % 2: return None\n    return n // 2\n"
        "a = [half(n) for n in state]; a[move] = None\n"
        "return tuple([0 if n is None else n for n in a])"
    ),
    "a slice in between": (
        "b = sorted(state); a = list(state); a[move] = 0; a[1:1] = b[1:2]\n"
        "return tuple(a[:3]) + (0,)"
    ),
    "a slice beyond the end": (
        "b = sorted(state); a = list(state); a[move] = 0; a[2:9] = b[1:2]\n"
        "return tuple(a[:3]) + (0,)"
    ),
    "from the end, that waits": (
        "a = list(state); k = reversed(a); a[0] = 0; a[move] = 0; return tuple(k)"
    ),
    "a slice with a step": "a = list(state); a[move] = 0; a[::2] = [0, 0]; return tuple(a)",
    "ends that vary": (
        "a = list(state); a[move] = 0; a[move:move + 1] = [0]; return tuple(a[:2]) + (0, 0)"
    ),
    "a slice of a list that grows": (
        "a = list(state); a[move] = 0; b = [0, 0]; b[0:1] = a[2:]; return tuple(b[:2]) + (0, 0)"
    ),
    "a generator that waits": (
        "a = list(state); g = (n // 2 for n in a); a[move] = 0; return tuple(list(g))"
    ),
    "a generator of a name": (
        "a = [0] * 4; g = (a[i] for i in range(4)); a[0] = state[0] // 2; return tuple(list(g))"
    ),
    "as many as there are": (
        "n = len(state); a = [0] * (n - state[3]); a[0] = state[move] - 1; return tuple(a)"
    ),
    "compared": "a = list(state); a[move] = 0\nif a == [0, 0, 0, 0]: return (0, 0, 0, 0)\nreturn "
    "tuple(a)",
    "added": "a = list(state); a[move] = 0; return tuple((a + [0])[:4])",
    "read by a lambda": (
        "a = list(state); f = lambda i: a[i]; a[move] = 0; a[3] = f(0) // 2; return tuple(a)"
    ),
}


COUNTED = {
    "lists": (
        "pair = ([0] * 9, list(state)); a = list(pair); a[0], a[1] = a[1], a[0]; b = a[0]\n"
        "b[move] = 0; return tuple(a[0][:4])"
    ),
    "sets": (
        "pair = (set(state), {1, 9}); a = list(pair); a[0] = {7, 8, 9, 10, 11}\n"
        "for i in range(40): a[1] = {i, i + move}\n"
        "return (len(a[0]) - len(a[1]) - len(pair[0]), 0, 0, 0)"
    ),
}
"""Plays with lists of lists and of sets."""


@pytest.mark.parametrize("name", IN_MEMORY)
def test_in_memory(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, IN_MEMORY[name])
    assert "_in_memory" in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", ALLOCATED)
def test_allocated(tmp_path: Path, name: str) -> None:
    game = written(tmp_path, NUMBERS, ALLOCATED[name])
    assert "_in_memory" not in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize(
    "name", sorted(IN_MEMORY.keys() - {"a slice of a state", "a tuple in a slice"})
)
def test_in_generators_they_are_allocated(tmp_path: Path, name: str) -> None:
    """Memory of a generator is gone at the next item."""
    game = written(tmp_path, NUMBERS, IN_MEMORY[name], waits=True)
    assert "_in_memory" not in translate(game).text
    assert_agrees(game)


def test_each_call_has_its_own(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(NUMBERS + IN_FRAMES, encoding="utf-8")
    from perfectplay.registry.source import load_file

    game = load_file(file).Rules()
    assert "_in_memory" in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize("name", COUNTED)
def test_what_is_counted_is_allocated(tmp_path: Path, name: str) -> None:
    """Whether items are lists or sets is only known by their types."""
    assert_agrees(written(tmp_path, NUMBERS, COUNTED[name]))


@pytest.mark.parametrize("part", ["a[0:2] = a[2:4]", "a[:2] = a[2:]", "a[2:] = a[:-2]"])
def test_letters(tmp_path: Path, part: str) -> None:
    play = f'a = list(state); {part}; a[move] = "."; return "".join([c for c in a])'
    game = written(tmp_path, LETTERS, play)
    assert "_in_memory" in translate(game).text
    assert_agrees(game)


def test_rows_of_letters(tmp_path: Path) -> None:
    play = 'a = [state[:2], state[2:]]; a[move // 2] = ".."; return "".join(a)'
    game = written(tmp_path, LETTERS, play)
    assert "_in_memory" in translate(game).text
    assert_agrees(game)


@pytest.mark.parametrize(
    "play",
    [
        "a = [False] * 4; a[move] = 2; return (int(a[move] == 2), 0, 0, 0)",
        "a = [0] * 4; a[move] = 0.5; return (int(a[move] * 2), 0, 0, 0)",
        "a = [(n, False) for n in state]; a[move] = (0, 2); return (int(a[move][1] == 2), 0, 0, 0)",
        "a = [(n, 0) for n in state]; a[move] = (0, 0.5); return (int(a[move][1] * 2), 0, 0, 0)",
    ],
)
def test_values_that_would_change(tmp_path: Path, play: str) -> None:
    """2 among truths would be True, 0.5 among integers 0."""
    game = written(tmp_path, NUMBERS, play)
    with pytest.raises(NotCompilable):
        assert_agrees(game)
