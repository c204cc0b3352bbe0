"""A solve by the interpreter keeps to its budget of memory, or tells the least that would do."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from perfectplay import solve
from perfectplay.core.errors import MemoryBudgetError
from perfectplay.core.fork_pool import ForkPool, can_fork
from perfectplay.core.process_memory import held_bytes
from perfectplay.games.nim import Nim
from perfectplay.solver.explore import interpreted, memory_watch
from perfectplay.solver.explore.memory_watch import MemoryWatch

TREE = '''
"""A tree whose states hold long texts, so that few of them take much memory."""
from perfectplay import Game, Value

class Tree(Game):
    def __init__(self, nodes=100, size=200, wide=2):
        self.nodes, self.size, self.wide = nodes, size, wide
    def start(self):
        return 0, ""
    def moves(self, state):
        first = self.wide * state[0] + 1
        return range(first, min(first + self.wide, self.nodes))
    def play(self, state, move):
        return move, "%09d" % move * self.size
    def outcome(self, state):
        return None if self.wide * state[0] + 1 < self.nodes else Value.LOSS
'''

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import perfectplay as pp
from tree import Tree
try:
    options = {"memory": int(sys.argv[2]), "threads": 1, "method": sys.argv[3]}
    print(len(pp.solve(Tree(*map(int, sys.argv[4:])), **options)))
except pp.PerfectPlayError as error:
    print(type(error).__name__, error)
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(int(status["VmHWM"].split()[0]) * 1024)
"""

BUDGET = 400_000_000


needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc")


def solved(folder: Path, method: str, *tree: int) -> tuple[str, int]:
    """What the program prints of a tree (nodes, ninths of the bytes of a state, children of a
    node), and its peak of memory in bytes."""
    (folder / "tree.py").write_text(TREE)
    given = [sys.executable, "-c", PROGRAM, str(folder), str(BUDGET), method, *map(str, tree)]
    done = subprocess.run(given, capture_output=True, text=True, timeout=300, check=True)
    said, peak = done.stdout.strip().splitlines()
    return said, int(peak)


both_methods = pytest.mark.parametrize("method", ["interpreted", "reference"])


@needs_proc
@both_methods
def test_a_tree_that_fits(method: str, tmp_path: Path) -> None:
    said, peak = solved(tmp_path, method, 60_001)
    assert said == "60001"
    assert peak < BUDGET


@needs_proc
@both_methods
@pytest.mark.parametrize(
    "tree", [(400_001, 200, 2), (4_000, 30_000, 2), (400_000, 200, 500)],
    ids=["many states", "large states", "many moves"],
)  # fmt: skip
def test_a_tree_that_does_not_fit(tree: tuple[int, ...], method: str, tmp_path: Path) -> None:
    said, peak = solved(tmp_path, method, *tree)
    assert said.startswith("MemoryBudgetError the game does not fit a budget of 400M")
    assert peak < BUDGET
    least = re.search(r"(about|more than) ([\d,]+)M", said)
    assert least is not None
    assert 400 < int(least[2].replace(",", "")) < 3_000  # they take some 0.9 to 1.2 GB


@needs_proc
def test_forked_copies_count() -> None:
    """What two copies hold beyond those that hold nothing: each also has pages of its own that it
    only looked at, the more of them the larger this process has become."""

    def taken(size: int) -> int:
        def hold(line: Connection) -> None:
            held = bytearray(b"x" * size)
            line.send(len(held))
            line.recv()

        watch = MemoryWatch(10**10, 0)
        with ForkPool(hold, 2) as copies:
            assert [line.recv() for line in copies.connections] == [size] * 2
            before = watch.room({}, 0, 0)
            with watch.counting(copies.numbers):
                room = watch.room({}, 0, 0)
            assert abs(before - watch.room({}, 0, 0)) < 20e6
        return before - room

    assert 110e6 < taken(60_000_000) - taken(1) < 160e6


@pytest.mark.skipif(not can_fork(), reason="workers are forked")
def test_without_room_for_workers_one_process_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []

    @contextmanager
    def counting(watch: MemoryWatch, copies: Sequence[int]) -> Iterator[None]:
        counted.append(len(copies))
        budget, watch.budget = watch.budget, 1
        try:
            yield
        finally:
            watch.budget = budget

    monkeypatch.setattr(MemoryWatch, "counting", counting)
    monkeypatch.setattr(interpreted, "ALONE_SECONDS", 0)
    monkeypatch.setattr(interpreted, "WIDE", 50)
    solution = solve(Nim((7, 7, 7)), memory=20_000_000_000, threads=2, method="interpreted")
    assert (counted, len(solution)) == ([2], 8**3)


def test_the_least_is_told_from_what_is_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory_watch, "resident_bytes", lambda trimmed=True: 900_000_000)
    watch = MemoryWatch(500_000_000, 100_000_000, expected=200_000)
    with pytest.raises(MemoryBudgetError, match=r"is about 1\d\d\dM") as raised:
        watch.check({}, 100_000, 0)
    assert 1.6e9 < raised.value.least < 2.0e9
    watch.expected = 50_000  # fewer than there are already
    with pytest.raises(MemoryBudgetError, match="takes more than"):
        watch.check({}, 100_000, 0)
    watch = MemoryWatch(500_000_000, 100_000_000)
    with pytest.raises(MemoryBudgetError, match="takes more than"):
        watch.check({}, 100_000, 0)


def test_objects_count_once() -> None:
    shared = ("x" * 1000, 70_000)
    assert held_bytes([(shared, 1), (shared, 2)]) < held_bytes([(shared, 1)])
    assert held_bytes([frozenset({"a" * 5000})]) > 5000


def test_objects_count_with_what_they_hold() -> None:
    class Plain:
        def __init__(self) -> None:
            self.text = "x" * 5000

    class Slotted:
        __slots__ = ("text",)

        def __init__(self) -> None:
            self.text = "x" * 5000

    assert held_bytes([Plain()]) > 5000
    assert held_bytes([Slotted()]) > 5000
    many = [tuple(range(300 + 5_000 * i, 300 + 5_000 * (i + 1))) for i in range(3)]
    assert held_bytes(many, 100) == held_bytes(many[-1:])
