"""Rules as compiled code: what is kept and when it is trusted, whose text it is, its integers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from perfectplay import Game, Value, solve
from perfectplay.contract.compiled import kept, messages
from perfectplay.contract.compiled.compare import compare, compiled_answer
from perfectplay.contract.compiled.constants import NotCompilable
from perfectplay.contract.compiled.load import compile_rules
from perfectplay.contract.compiled.translate import translate
from perfectplay.contract.packing import IntegerKeys, learnt
from perfectplay.contract.rules import Rules
from perfectplay.contract.source import load_file
from perfectplay.words.errors import MethodError, RulesError

SOURCE = Path(__file__).parent.parent / "src"

GAME = """
from dataclasses import dataclass
from perfectplay import Game, Value
from helpers import less

TAKES = (1, 2)

class Base(Game):
    def start(self):
        return 20
    def outcome(self, state):
        return Value.LOSS if state < 1 else None

@dataclass(frozen=True)
class Heap(Base):
    most: int = 5
    def moves(self, state):
        return range(1, self.most)
    def play(self, state, move):
        return max(0, less(state, move) - TAKES[0])
"""

HELPERS = "def less(state, move):\n    return state - move\n"

ASK = """
import json, sys
sys.path.insert(0, sys.argv[1])
from rules_of_it import Heap
from perfectplay.contract.compiled.load import compile_rules
from perfectplay.contract.compiled.compare import compiled_answer
from perfectplay.contract.packing import IntegerKeys, learnt
rules = compile_rules(Heap(*map(int, sys.argv[2:])))
answers = [compiled_answer(rules, IntegerKeys(), s).children for s in (20, 1, 0)]
print(json.dumps([answers, sum(rules.kernels.expand.stats.cache_hits.values())]))
"""


def write(folder, game=GAME, helpers=HELPERS):
    (folder / "rules_of_it.py").write_text(game)
    (folder / "helpers.py").write_text(helpers)
    for old in folder.glob("__pycache__/*"):  # Python trusts times in whole seconds
        old.unlink()


def ask(folder, *fields):
    """What a process of its own says: the children of three states; whether it was kept code."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ASK, str(folder), *map(str, fields)],
        env=os.environ | {"PYTHONPATH": str(SOURCE), "PERFECTPLAY_CACHE": str(folder / "kept")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    answers, hits = json.loads(done.stdout)
    return answers, bool(hits)


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder of one's own for kept code, and nothing of it loaded."""
    folder = tmp_path / "kept"
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(folder))
    forget()
    yield folder
    forget()


def forget():
    for name in [x for x in sys.modules if x.startswith("perfectplay_rules_")]:
        del sys.modules[name]


def children(rules, state):
    room = np.empty(64, np.int64)
    degrees, over = np.empty(1, np.int32), np.empty(1, np.uint8)
    key = np.array([state], np.int64)
    layout, marks = np.zeros((2, 1), np.int64), np.zeros(0, np.uint8)
    tiers = np.zeros(0, np.int64)
    points = np.zeros(0, np.int32)
    _, n, status = rules.kernels.expand(
        key, 0, 1, layout, room, marks, tiers, degrees, over, points, points
    )
    assert status == 0
    return room[:n].tolist()


@dataclass(frozen=True)
class Heap(Game):
    most: int = 2

    def start(self):
        return 9

    def moves(self, state):
        return range(1, self.most + 1)

    def play(self, state, move):
        return max(0, state - move)

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


# --- what is kept ---------------------------------------------------------------------------------


def test_a_changed_rule_never_runs_old_code(tmp_path):
    base = [[18, 17, 16, 15], [0, 0, 0, 0], []]
    write(tmp_path)
    assert ask(tmp_path) == (base, False)
    assert ask(tmp_path) == (base, True)  # kept
    changes = [
        (GAME.replace("range(1, self.most)", "range(2, self.most)"), HELPERS, [17, 16, 15]),
        (GAME.replace("TAKES = (1, 2)", "TAKES = (3, 2)"), HELPERS, [16, 15, 14, 13]),
        (GAME.replace("most: int = 5", "most: int = 3"), HELPERS, [18, 17]),
        (GAME.replace("state < 1", "state < 21"), HELPERS, []),
        (GAME, HELPERS.replace("state - move", "state - 2 * move"), [17, 15, 13, 11]),
    ]
    for game, helpers, wanted in changes:
        write(tmp_path, game, helpers)
        answers, was_kept = ask(tmp_path)
        assert (answers[0], was_kept) == (wanted, False)
    write(tmp_path)
    assert ask(tmp_path, 3)[0][0] == [18, 17]  # another parameter
    assert ask(tmp_path) == (base, True)  # and the first is still there


def test_two_processes_at_once(tmp_path):
    write(tmp_path)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ask(tmp_path)[0], range(4)))
    assert answers == [[[18, 17, 16, 15], [0, 0, 0, 0], []]] * 4
    assert len(list((tmp_path / "kept" / "compiled").iterdir())) == 1
    assert ask(tmp_path)[1]


def files_of(cache):
    (folder,) = [f for f in (cache / "compiled").iterdir() if not f.name.startswith(".")]
    return folder, [f for f in folder.rglob("*") if f.is_file()]


@pytest.mark.parametrize("harm", ["cut", "empty", "other", "bits"])
def test_damaged_files_are_as_good_as_none(cache, harm):
    rules = compile_rules(Heap())
    _, files = files_of(cache)
    assert {f.suffix for f in files} == {".py", ".nbc"}
    for file in files:
        whole = file.read_bytes()
        middle = len(whole) // 2
        file.write_bytes(
            {
                "cut": whole[:middle],
                "empty": b"",
                "other": b"raise SystemExit('not ours')\n",
                "bits": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            }[harm]
        )
    forget()
    again = compile_rules(Heap())
    assert again.module is not rules.module
    assert children(again, 9) == [8, 7]
    forget()
    assert children(compile_rules(Heap()), 9) == [8, 7]


def test_the_file_in_the_folder_is_never_run(cache):
    compile_rules(Heap())
    folder, _ = files_of(cache)
    (folder / "rules.py").write_text("raise SystemExit('somebody else wrote this')\n")
    forget()
    assert children(compile_rules(Heap()), 9) == [8, 7]
    assert "somebody" not in (folder / "rules.py").read_text()


def test_kept_code_is_found_again(cache):
    compile_rules(Heap())
    forget()
    rules = compile_rules(Heap())
    assert sum(rules.kernels.expand.stats.cache_hits.values()) == 1
    forget()
    other = compile_rules(Heap(3))
    assert not other.kernels.expand.stats.cache_hits
    assert children(other, 9) == [8, 7, 6]


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_to_is_not_used(cache, mode):
    (cache / "compiled").mkdir(parents=True)
    (cache / "compiled").chmod(mode)
    assert children(compile_rules(Heap()), 9) == [8, 7]
    assert not list((cache / "compiled").iterdir())


def test_a_games_folder_that_others_may_write_to_is_not_used(cache):
    compile_rules(Heap())
    folder, _ = files_of(cache)
    folder.chmod(0o777)
    forget()
    rules = compile_rules(Heap())
    assert not Path(rules.module.__file__).is_relative_to(cache)
    assert children(rules, 9) == [8, 7]


def test_a_folder_of_somebody_else_is_not_used(cache, monkeypatch):
    compile_rules(Heap())
    forget()
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    rules = compile_rules(Heap())
    assert not Path(rules.module.__file__).is_relative_to(cache)
    assert children(rules, 9) == [8, 7]


def test_a_folder_that_cannot_be_written(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "file" / "kept"))
    forget()
    assert children(compile_rules(Heap()), 9) == [8, 7]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(cache):
    cache.mkdir()
    cache.chmod(0o500)
    assert children(compile_rules(Heap()), 9) == [8, 7]


def test_a_full_disk(cache, monkeypatch):
    def full(*arguments, **keywords):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept._CheckedFiles, "_open_for_write", full)
    assert children(compile_rules(Heap()), 9) == [8, 7]


def test_the_least_recently_used_go(cache, monkeypatch):
    monkeypatch.setattr(kept, "KEPT_GAMES", 2)
    for most in (2, 3, 4, 5):
        compile_rules(Heap(most))
    assert len(list((cache / "compiled").iterdir())) == 2


def test_without_its_compiler(monkeypatch):
    monkeypatch.setattr("numba.config.DISABLE_JIT", 1)
    with pytest.raises(NotCompilable, match="NUMBA_DISABLE_JIT is set"):
        compile_rules(Heap())


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
    with pytest.raises(NotCompilable, match="source of outcome cannot be read"):
        compile_rules(module.Heap())


def test_typed_at_a_prompt(cache):
    names: dict[str, object] = {}
    exec(in_text(), names)
    with pytest.raises(NotCompilable) as refusal:
        compile_rules(names["Heap"]())
    assert str(refusal.value) == (
        "the source of outcome cannot be read: it was typed at a prompt or made while running; "
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


# --- integers -------------------------------------------------------------------------------------


class Numbers(Game):
    """What a state becomes is given by a class of its own."""

    def start(self):
        return 40

    def moves(self, state):
        return range(1, 5)

    def outcome(self, state):
        return Value.LOSS if state == 0 else None


class Wraps(Numbers):
    def play(self, state, move):
        return (state * 0x7FFFFFFFFFFFFFF1) % 1000 + move


class ShiftsFar(Numbers):
    def play(self, state, move):
        return (1 << (state + 31)) % 1000


class ShiftsFarRight(Numbers):
    def play(self, state, move):
        return (1000 + move) >> (state + 30)


class Divides(Numbers):
    def play(self, state, move):
        n = 1000 - 50 * state * move
        return 100_000 + n // 7 + n % 7 + n // -7 + n % -7 + (n >> 2) + divmod(n, -3)[1]


class Powers(Numbers):
    def play(self, state, move):
        return state**move + pow(state, 3, 7) + pow(move, 2)


class Masks(Numbers):
    def play(self, state, move):
        return ((~state & 0xFF) << move | (state ^ -1) & 0x7FFFFFFFFFFFFFFF) & 0xFFFF


def difference(game, states):
    return compare(compile_rules(game), Rules(game), IntegerKeys(), states)


@pytest.mark.parametrize("cls", [Divides, Powers, Masks])
def test_integers_are_those_of_python(cls, cache):
    assert difference(cls(), range(1, 60)) is None


@pytest.mark.parametrize("cls", [Wraps, ShiftsFar, ShiftsFarRight])
def test_integers_that_leave_their_word_are_found(cls, cache):
    found = difference(cls(), [40])
    assert found is not None
    assert found.promise == "compiled-differs"


@pytest.mark.parametrize(
    ("number", "fits"), [(2**63 - 1, True), (-(2**63), True), (2**63, False), (2**64 - 1, False)]
)
def test_constants_are_signed_words(number, fits, cache):
    class Constant(Numbers):
        mask = number

        def play(self, state, move):
            return (state & self.mask) + move

    if fits:
        assert difference(Constant(), [40]) is None
    else:
        with pytest.raises(NotCompilable, match=rf"self\.mask is {number}, which leaves 63 bits"):
            compile_rules(Constant())


class Unsigned(Numbers):
    table = np.array([1, 2**62], np.uint64)

    def play(self, state, move):
        return (self.table[move & 1] + state - 1) & 0xFFFF


class Rounded(Game):
    """Compiled code must not cut a fraction off and go on."""

    def start(self):
        return (8, 3)

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return (state[0] / 2, state[1])

    def outcome(self, state):
        return Value.LOSS if state[0] < 2 else None


def test_unsigned_tables_are_signed_once_compiled(cache):
    assert difference(Unsigned(), range(1, 50)) is None


def test_fractions_are_no_states(cache):
    with pytest.raises(NotCompilable, match="its states hold a fraction"):
        compile_rules(Rounded())


# --- what users see -------------------------------------------------------------------------------


class LargeTable(Numbers):
    table = np.arange(300_000)

    def play(self, state, move):
        return int(self.table[state]) - move


class Reflected(Numbers):
    def play(self, state, move):
        some = [[state]]
        some.append([move])
        return some[0][0] - some[-1][0]


@pytest.mark.parametrize("cls", [LargeTable, Reflected])
def test_no_warning_of_the_compiler_is_seen(cls, cache):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        rules = compile_rules(cls())
        assert children(rules, 40) == [39, 38, 37, 36]
    assert [str(w.message) for w in seen] == []


def test_names_of_the_rules_do_not_meet_names_of_the_module(cache):
    class Shadows(Game):
        def start(self):
            return (1, 2)

        def moves(self, state):
            row, put, sort, expand, decode, np, math = 1, 2, 3, 4, 5, 6, 7
            for count in state:
                if all(index >= 0 for index in ROWS[count]) and any(_pp_c0 for _pp_c0 in state):
                    yield row + put + sort + expand + decode + np + math - 28

        def play(self, state, move):
            state_, _state, key = state, 0, 1
            return tuple(max(0, cell - key) + _state for cell in state_)

        def outcome(self, state):
            return expand(state)

    compiled = compile_rules(Shadows())
    assert compiled.kernels.expand.signatures


ROWS = ((0,), (1, 2), ())


def expand(state):
    return Value.LOSS if sum(state) == 0 else None


class Guessed(Game):
    """A tuple that is not as long as the state, which only shows when it is made."""

    def start(self):
        return (2, 1)

    def moves(self, state):
        some = [i for i in range(2) if state[i]]
        return range(len(tuple(some)))

    def play(self, state, move):
        return (max(0, state[0] - 1), max(0, state[1] - 1))

    def outcome(self, state):
        return Value.LOSS if state == (0, 0) else None


def test_a_tuple_of_another_length_than_it_looked(cache):
    why = "compiled code fails where Python does not, in state 1,0: a tuple is longer or shorter"
    with pytest.raises(NotCompilable, match=why):
        compare(compile_rules(Guessed()), Rules(Guessed()), learnt([(0, 0), (2, 2)]), [(1, 0)])
    with pytest.raises(MethodError, match=why):
        solve(Guessed(), method="compiled")


def low(number):
    if number > 1:
        raise ValueError("too high")
    return number


class Raises(Guessed):
    """What is raised in and after comprehensions must be seen, also in loops."""

    def moves(self, state):
        total = 0
        for turn in range(2):
            some = [low(i) for i in range(2) if state[i] > turn]
            total += low(state[0]) + len(some)
        return range(total % 2 + 1)


def test_what_is_raised_after_a_comprehension_is_seen(cache):
    compiled, keys = compile_rules(Raises()), learnt([(0, 0), (2, 2)])
    assert compare(compiled, Rules(Raises()), keys, [(1, 1), (1, 0), (0, 1)]) is None
    with pytest.raises(RulesError, match="ValueError: too high in state 2,1"):
        compare(compiled, Rules(Raises()), keys, [(2, 1)])
    with pytest.raises(ValueError, match="raised by the rules"):  # compiled code by itself
        compiled_answer(compiled, keys, (2, 1))


class Filtered(Guessed):
    def moves(self, state):
        return range(len(tuple(i for i in range(2) if state[i])))


def test_a_tuple_whose_length_is_seen_to_vary(cache):
    with pytest.raises(NotCompilable, match="a tuple whose length cannot be seen"):
        compile_rules(Filtered())


class Scoped(Numbers):
    """One name for different things in different scopes."""

    def play(self, state, move):
        def half(number):
            step = 2
            return number // step

        step = 1 + half(move)
        move = max(move for move in (move, 1))
        cells = [0, 0]
        cells[0] = step
        cells[-1] += move
        return sum([step for step in cells]) + step  # noqa: C416


def test_names_keep_their_scopes(cache):
    assert difference(Scoped(), range(1, 10)) is None


def test_a_property_that_raises():
    class Raises(Heap):
        @property
        def size(self):
            return 1 // 0

        def moves(self, state):
            return range(self.size)

    with pytest.raises(NotCompilable, match=r"self\.size raises ZeroDivisionError.*test_translate"):
        translate(Raises())


def test_the_lines_are_the_users():
    places = translate(Heap()).places
    text = Path(__file__).read_text().splitlines()
    said = {text[line - 1].strip() for file, line in places.values() if file == __file__}
    assert "return max(0, state - move)" in said


@pytest.mark.parametrize(
    ("problem", "wanted"),
    [
        (
            "Cannot unify int64 and none for 'x.2', defined at",
            "x is an integer in one place and None",
        ),
        ("Unknown attribute 'foo' of type UniTuple(int64 x 3)", "a tuple of 3 integers has no foo"),
        ("Untyped global name 'thing': Cannot determine", "thing does not compile"),
        ("something\nnobody knows", "the compiler says: something"),
    ],
)
def test_messages(problem, wanted):
    reason, _ = messages.said(Exception(problem))
    assert reason.startswith(wanted)
    assert "\n" not in reason


def test_tuples_too_wide_for_a_key_do_not_wait_for_a_compiler(monkeypatch):
    class Wide(Game):
        """Seventy lamps, each of which may be lit: more than a key of 64 bits holds."""

        stuck = Value.LOSS

        def start(self):
            return (0,) * 70

        def moves(self, state):
            return [i for i in range(70) if not state[i]]

        def play(self, state, move):
            return (*state[:move], 1, *state[move + 1 :])

        def outcome(self, state):
            return Value.DRAW if sum(state) == 2 else None

    def never(*_, **__):
        raise AssertionError("compiled")

    monkeypatch.setattr("perfectplay.contract.compiled.load.compile_rules", never)
    with pytest.raises(MethodError, match=r"cannot be compiled: .*bits"):
        solve(Wide(), method="compiled")
