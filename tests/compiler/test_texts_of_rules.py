"""Compiled rules: whose text they are, when classes share names and files change."""

from __future__ import annotations

import textwrap

import pytest

from kept_code import children
from perfectplay import solve
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.registry.source import load_file

# --- whose text it is -----------------------------------------------------------------------------


def in_file(folder, text, name="game"):
    path = folder / f"{name}.py"
    path.write_text(
        "from perfectplay import Game, Value\nimport functools\n"
        "class Heap(Game):\n"
        "    def start(self): return 9\n"
        "    def moves(self, state): return range(1, 3)\n"
        "    def play(self, state, move): return max(0, state - move)\n"
        "    def outcome(self, state): return Value.LOSS if state == 0 else None\n"
        + textwrap.dedent(text)
    )
    return path


def test_two_classes_of_one_name(tmp_path, cache):
    path = in_file(
        tmp_path,
        """
        def made(n):
            class Made(Heap):
                def play(self, state, move): return max(0, state - n * move)
            return Made
        class Same(Heap):
            def play(self, state, move): return max(0, state - 2 * move)
        First = Same
        class Same(Heap):
            def play(self, state, move): return max(0, state - 3 * move)
        """,
    )
    module = load_file(path)
    assert children(compile_rules(module.First()), 9) == [7, 5]
    assert children(compile_rules(module.Same()), 9) == [6, 3]
    assert children(compile_rules(module.made(4)()), 9) == [5, 1]
    assert children(compile_rules(module.made(1)()), 9) == [8, 7]


def test_a_file_changed_after_it_was_loaded(tmp_path, cache):
    path = in_file(tmp_path, "class Mine(Heap): pass\n")
    old = load_file(path)
    text = path.read_text().replace("state - move", "state - 2 * move")
    path.write_text(text)
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(old.Mine())
    assert str(refusal.value) == (
        f"play is not what its file says now ({path}:6); load the file again"
    )
    assert children(compile_rules(load_file(path).Mine()), 9) == [7, 5]


def test_a_file_that_is_gone(tmp_path, cache):
    path = in_file(tmp_path, "")
    module = load_file(path)
    path.unlink()
    with pytest.raises(NotCompilable, match="source of moves cannot be read"):
        compile_rules(module.Heap())


def test_typed_at_a_prompt(cache):
    names: dict[str, object] = {}
    exec(in_text(), names)
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(names["Heap"]())
    assert str(refusal.value) == (
        "the source of moves cannot be read: it was typed at a prompt or made while running; "
        "write the game in a file"
    )
    assert len(solve(names["Heap"]())) == 10


def in_text():
    return (
        "from perfectplay import Game, Value\n"
        "class Heap(Game):\n"
        "    def start(self): return 9\n"
        "    def moves(self, state): return range(1, 3)\n"
        "    def play(self, state, move): return max(0, state - move)\n"
        "    def outcome(self, state): return Value.LOSS if state == 0 else None\n"
    )


def test_decorated_methods(tmp_path, cache):
    module = load_file(
        in_file(
            tmp_path,
            """
            def twice(method):
                def doubled(self, state, move):
                    return method(self, method(self, state, move), move)
                return doubled
            def starred(method):
                @functools.wraps(method)
                def same(*arguments):
                    return method(*arguments) + 1
                return same
            class Cached(Heap):
                @functools.cache
                def play(self, state, move): return max(0, state - move)
            class Doubled(Heap):
                @twice
                def play(self, state, move): return max(0, state - move)
            class Starred(Heap):
                @starred
                def play(self, state, move): return max(0, state - move)
            """,
        )
    )
    assert children(compile_rules(module.Cached()), 9) == [8, 7]
    for cls in (module.Doubled, module.Starred):
        with pytest.raises(NotCompilable):  # never the method without its decorator
            compile_rules(cls())


def test_a_method_put_in_later(tmp_path, cache):
    module = load_file(in_file(tmp_path, "def other(self, state, move): return state - 9\n"))
    module.Heap.play = module.other
    assert children(compile_rules(module.Heap()), 9) == [0, 0]
