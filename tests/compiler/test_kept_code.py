"""Compiled rules that are kept: when they are trusted, and whose text they are."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from kept_code import children, forget
from perfectplay import Game, Value
from perfectplay.compiler import code_cache, runtime
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.core.errors import PerfectPlayWarning
from places import ROOT

SOURCE = ROOT / "src"

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
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.compare import compiled_answers
from perfectplay.game.shape.keys import IntegerKeys
from perfectplay.game.shape.wider_keys import learnt
rules = compile_rules(Heap(*map(int, sys.argv[2:])))
answers = [a.children for a in compiled_answers(rules, IntegerKeys(), [20, 1, 0])]
print(json.dumps([answers, sum(rules.kernels.expand.stats.cache_hits.values())]))
"""


def write(folder, game=GAME, helpers=HELPERS):
    (folder / "rules_of_it.py").write_text(game)
    (folder / "helpers.py").write_text(helpers)
    for old in folder.glob("__pycache__/*"):  # Python trusts times in whole seconds
        old.unlink()


def ask(folder, *fields, **environment):
    """What a process of its own says: the children of three states; whether it was kept code."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", ASK, str(folder), *map(str, fields)],
        env=os.environ | environment
        | {"PYTHONPATH": str(SOURCE), "PERFECTPLAY_CACHE": str(folder / "kept")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    answers, hits = json.loads(done.stdout)
    return answers, bool(hits)


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


def test_code_is_kept_in_our_own_folder(tmp_path):
    """Numba may keep other code elsewhere: whether rules are kept is asked in one place."""
    write(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    _, kept = ask(tmp_path, NUMBA_CACHE_DIR=str(elsewhere))
    assert not kept
    assert list((tmp_path / "kept" / "compiled").glob("*/__pycache__/*.nbc"))
    assert not list(elsewhere.rglob("rules.expand*.nbc"))
    assert ask(tmp_path, NUMBA_CACHE_DIR=str(elsewhere))[1]
    assert ask(tmp_path)[1]


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
    assert again.kernels is not rules.kernels
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


def test_a_method_that_calls_itself_runs_in_the_next_process_too(tmp_path):
    """Numba's code of it, read from a file, ends the process."""
    takes = "less(state, move) - TAKES[0]"
    deeper = GAME.replace(takes, f"self.deep({takes}, 3)") + (
        "    def deep(self, state, n):\n"
        "        return state if n == 0 else self.deep(state, n - 1)\n"
    )
    assert deeper.count("self.deep(") == 2
    write(tmp_path, deeper)
    first = ask(tmp_path)
    assert ask(tmp_path) == first
    assert first[0][0] == [18, 17, 16, 15]


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_to_is_not_used(cache, mode, monkeypatch):
    monkeypatch.setattr(code_cache, "_private", [])
    (cache / "compiled").mkdir(parents=True)
    (cache / "compiled").chmod(mode)
    with pytest.warns(PerfectPlayWarning, match="a folder that is yours alone"):
        assert children(compile_rules(Heap()), 9) == [8, 7]
    assert not list((cache / "compiled").iterdir())


def test_a_games_folder_that_others_may_write_to_is_not_used(cache):
    compile_rules(Heap())
    folder, _ = files_of(cache)
    folder.chmod(0o777)
    forget()
    rules = compile_rules(Heap())
    assert not Path(rules.kernels.__file__).is_relative_to(cache)
    assert children(rules, 9) == [8, 7]


def test_a_folder_of_somebody_else_is_not_used(cache, monkeypatch):
    compile_rules(Heap())
    forget()
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    rules = compile_rules(Heap())
    assert not Path(rules.kernels.__file__).is_relative_to(cache)
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

    monkeypatch.setattr(code_cache._CheckedFiles, "_open_for_write", full)
    assert children(compile_rules(Heap()), 9) == [8, 7]


def test_the_least_recently_used_go(cache, monkeypatch):
    monkeypatch.setattr(code_cache, "KEPT_GAMES", 2)
    for most in (2, 3, 4, 5):
        compile_rules(Heap(most))
    assert len(list((cache / "compiled").iterdir())) == 2


def test_without_its_compiler(monkeypatch):
    monkeypatch.setattr("numba.config.DISABLE_JIT", 1)
    with pytest.raises(NotCompilable, match="NUMBA_DISABLE_JIT is set"):
        compile_rules(Heap())


TEXTS = """
import hashlib, sys
sys.path.insert(0, sys.argv[1])
import idioms
from perfectplay.compiler.translate import translate
for line, game in idioms.COMPILES.items():
    print(hashlib.sha256(translate(game).text.encode()).hexdigest(), line)
"""


def test_the_text_of_a_module_is_the_same_in_each_process():
    """Else the machine code of an earlier run would not be found."""
    told = []
    for seed in ("1", "2"):
        given = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONHASHSEED": seed}
        asked = [sys.executable, "-c", TEXTS, str(ROOT / "tests" / "helpers")]
        done = subprocess.run(asked, env=given, capture_output=True, text=True, check=True)
        told.append(done.stdout.splitlines())
    assert len(told[0]) > 100
    assert told[0] == told[1]


def test_a_changed_module_of_the_compiler_never_runs_old_code(monkeypatch):
    """What machine code is made of is in its digest, whatever rules ask of it."""
    read, bytes_of = set(), Path.read_bytes

    def noted(file):
        read.add(file.resolve())
        return bytes_of(file)

    monkeypatch.setattr(Path, "read_bytes", noted)
    forget()
    compile_rules(Heap())
    modules = dict(sys.modules)
    made_of = [x for name, x in modules.items() if name.startswith(f"{runtime.__name__}.")]
    assert len(made_of) > 30
    assert {Path(x.__file__).resolve() for x in made_of} <= read
    texts = (Path(x.__file__).read_text() for x in made_of)
    below = {
        name for x in texts for name in re.findall(r"from (perfectplay.compiler.source\S+)", x)
    }
    assert len(below) > 3
    assert {Path(modules[name].__file__).resolve() for name in below} <= read


def test_a_cache_that_cannot_be_written_is_told_once(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(code_cache, "_private", [])
    with pytest.warns(PerfectPlayWarning, match="every run compiles them again") as told:
        first = code_cache.kept_folder()
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert code_cache.kept_folder() == first
