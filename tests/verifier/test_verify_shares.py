"""Verifying by tasks of workers: the same result as in one process, whatever is wrong."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from damaged_solutions import GAMES, damaged
from games_to_verify import LoopyTiers, Steps, TwoPiles
from perfectplay import Game, solve, verify
from perfectplay.core.errors import ClusterError, MissingRulesError, RulesDifferError
from perfectplay.core.progress import Progress
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.kalah import Kalah
from perfectplay.registry.address import load_game
from perfectplay.tablebase.store.game_spec import GameSpec
from perfectplay.tablebase.store.manifest import Manifest
from perfectplay.verifier.expand import KernelExpander
from perfectplay.verifier.plain_expand import PlainExpander
from perfectplay.verifier.shares import by_shares, shares, workers
from perfectplay.verifier.shares.workers import VerifyWorkers, digest_of
from stored_by_hand import rows_of, write
from verify_modes import COMPILED, named, told

pytest.importorskip("pyarrow")


@pytest.fixture
def small_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games are divided as large ones."""
    monkeypatch.setattr(by_shares, "SHARE", 40)
    monkeypatch.setattr(by_shares, "HERE", 0)
    for expander in (KernelExpander, PlainExpander):
        monkeypatch.setattr(expander, "batch", 8)


@pytest.fixture(scope="module")
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as pool:
        yield pool


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("name", list(GAMES))
def test_random_faults(
    name: str, seed: int, threads: Executor, small_shares: None, tmp_path: Path
) -> None:
    folder = write(tmp_path / "f", damaged(GAMES[name], 1000 * len(name) + seed))
    interpreted = bool(seed % 3 == 0)
    alone = verify(folder, sample=5, interpreted=interpreted)
    found = verify(folder, sample=5, interpreted=interpreted, executor=threads)
    if "twice" in alone.kinds:  # which of the two a move leads to is a matter of order
        assert set(named(alone, "twice")) == set(named(found, "twice"))
    else:
        assert told(found) == told(alone)


def test_the_faults_are_of_all_kinds(tmp_path: Path) -> None:
    """So that the test above means something."""
    found = set()
    for name, stored in GAMES.items():
        for seed in range(60):
            folder = write(tmp_path / f"{name}-{seed}", damaged(stored, 1000 * len(name) + seed))
            found |= set(verify(folder, **COMPILED).kinds) or {"none"}
    assert found >= {"none", "value", "missing", "unreached", "twice", "tier"}


@pytest.fixture(scope="module")
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("game", [
    ConnectFour(4, 4), ConnectFour(4, 3, 3), LoopyTiers(), Kalah(3, 2, scoring=True), Steps(7),
], ids=repr)  # fmt: skip
@pytest.mark.parametrize("symmetries", [True, False])
def test_real_processes(
    game: Game, symmetries: bool, processes: Executor, small_shares: None, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    folder = tmp_path / "f"
    solve(game, folder=folder, symmetries=symmetries)
    result = verify(folder, game, sample=50, executor=processes)
    assert result.ok
    assert told(result) == told(verify(folder, game, sample=50))


def test_rules_that_the_compiler_does_not_take(
    threads: Executor, small_shares: None, tmp_path: Path
) -> None:
    """The interpreter checks every state then, in the workers too, and a note says why."""
    (tmp_path / "texts.py").write_text(
        "from perfectplay import Game, Value\n"
        "class Texts(Game):\n"
        "    stuck = Value.LOSS\n"
        "    def start(self):\n"
        "        return 90\n"
        "    def moves(self, state):\n"
        "        return [n for n in (1, 2) if int(f'{n:3}') <= state]\n"
        "    def play(self, state, move):\n"
        "        return state - move\n"
        "    def outcome(self, state):\n"
        "        return None\n",
        encoding="utf-8",
    )
    game = load_game(str(tmp_path / "texts.py"))
    solve(game, folder=tmp_path / "f")
    result = verify(tmp_path / "f", game, sample=5, executor=threads)
    assert (result.ok, result.how) == (True, "interpreted")
    assert any("not compiled" in note for note in result.notes)
    assert told(result) == told(verify(tmp_path / "f", game, sample=5))


def test_a_small_solution_needs_no_workers(processes: Executor, tmp_path: Path) -> None:
    notes: list[str] = []
    solve(TwoPiles(), folder=tmp_path / "f")
    result = verify(
        tmp_path / "f", TwoPiles(), executor=processes,
        progress=lambda told: notes.extend(told.notes),
    )  # fmt: skip
    assert result.ok
    assert notes == [
        "this process works alone, without the workers: this solution is small, or its states are "
        "texts"
    ]


RULES = """
from perfectplay import Game, Value
class Rocks(Game):
    stuck = Value.LOSS
    def start(self):
        return (60, 60)
    def moves(self, state):
        for side in range(2):
            for some in range(1, min(state[side], 2) + 1):
                yield (some, side)
    def play(self, state, move):
        return (state[0] - move[0] * (1 - move[1]), state[1] - move[0] * move[1])
    def outcome(self, state):
        return None
    def tier(self, state):
        return 120 - state[0] - state[1]
"""


@pytest.fixture
def rocks(tmp_path: Path) -> tuple[Game, Path]:
    (tmp_path / "rocks.py").write_text(RULES, encoding="utf-8")
    game = load_game(str(tmp_path / "rocks.py"))
    solve(game, folder=tmp_path / "f")
    return game, tmp_path / "f"


def test_workers_with_other_rules(
    rocks: tuple[Game, Path], processes: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under the same address, another machine has another file."""
    game, folder = rocks
    file = folder.parent / "elsewhere.py"
    address = classmethod(
        lambda cls, *given, **more: replace(made(*given, **more), address=f"{file}:Rocks")
    )
    made = GameSpec.of_game
    monkeypatch.setattr(GameSpec, "of_game", address)
    file.write_text(RULES.replace("(60, 60)", "(61, 60)"), encoding="utf-8")
    sentence = r"not those of .*; what differs: Rocks\.start; put the same files in both places"
    with pytest.raises(RulesDifferError, match=sentence):
        verify(folder, game, sample=5, executor=processes)
    file.unlink()
    with pytest.raises(MissingRulesError, match="put them where every process finds them"):
        verify(folder, game, sample=5, executor=processes)


def test_a_folder_that_changes(
    rocks: tuple[Game, Path], threads: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, folder = rocks
    for module in (workers, by_shares):
        with monkeypatch.context() as patch:
            if module is by_shares:
                patch.setattr(VerifyWorkers, "wrong_files", lambda *_: [])
            patch.setattr(module, "digest_of", digests("0" * 64))
            with pytest.raises(ClusterError, match="is another one for a worker, or has changed"):
                verify(folder, game, sample=5, executor=threads)


def digests(first: str) -> Callable[[Manifest], str]:
    """`digest_of`, wrong the first time."""
    left = [first]
    return lambda manifest: left.pop() if left else digest_of(manifest)


def test_a_folder_that_workers_do_not_see(
    rocks: tuple[Game, Path], threads: Executor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is not called wrong: another folder, none, an empty one, one with another file."""
    game, folder = rocks
    elsewhere = tmp_path / "elsewhere"

    def refused(sentence: str) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(workers, "whole_address", lambda _: elsewhere)
            with pytest.raises(ClusterError, match=f"{sentence}.*let all workers reach the same"):
                verify(folder, game, sample=5, executor=threads)

    refused("a worker does not find the solution: there is no folder")
    elsewhere.mkdir()
    refused("a worker does not find the solution: .* no manifest.json")
    solve(TwoPiles(), folder=tmp_path / "piles")
    elsewhere = tmp_path / "piles"
    refused("is another one for a worker")
    elsewhere = tmp_path / "copy"
    shutil.copytree(folder, elsewhere)
    part = next(elsewhere.glob("*.parquet"))
    part.unlink()
    refused(f"a worker reads {part.name} otherwise than this process")
    alone = verify(elsewhere, game, executor=threads)
    assert [problem.message for problem in alone.problems] == [f"{part.name} is missing"]


def test_rules_that_need_not_end_where_no_play_comes(
    threads: Executor, small_shares: None, tmp_path: Path
) -> None:
    """States that no play reaches are not expanded."""
    text = RULES.replace("        return None\n", "        while state[0] > 60:\n            pass\n"
                         "        return None\n", 1)  # fmt: skip
    (tmp_path / "rocks.py").write_text(text.replace("(60, 60)", "(9, 9)"), encoding="utf-8")
    stored = rows_of(load_game(str(tmp_path / "rocks.py")))
    key = 64 * stored.size[1]  # 63 on the left
    folder = write(tmp_path / "f", stored.with_rows(126, (key, 2, 5)))
    found = verify(folder, stored.game, sample=5, executor=threads)
    assert named(found, "unreached") == [key]


def test_a_manifest_that_says_that_files_are_empty(threads: Executor, tmp_path: Path) -> None:
    def empty(manifest: dict[str, Any]) -> None:
        for tier in manifest["tiers"]:
            for part in tier["parts"]:
                part["bytes"] = 0

    folder = write(tmp_path / "f", GAMES["levels"], empty)
    result = verify(folder, sample=5, executor=threads)
    assert set(result.kinds) == {"file"}
    assert told(result) == told(verify(folder, sample=5))


def test_an_executor_of_another_kind(rocks: tuple[Game, Path]) -> None:
    game, folder = rocks
    with pytest.raises(TypeError, match=r"executor must be one of concurrent\.futures, got 5"):
        verify(folder, game, executor=5)  # type: ignore[arg-type]


def test_workers_that_are_killed(rocks: tuple[Game, Path], small_shares: None) -> None:
    game, folder = rocks

    def kill(told: Progress) -> None:
        for process in list(pool._processes.values()):
            process.kill()

    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        sentence = r"a task failed on the workers \(BrokenProcessPool.*; run the same command again"
        with pytest.raises(ClusterError, match=sentence):
            verify(folder, game, sample=5, executor=pool, progress=kill)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert verify(folder, game, sample=5, executor=pool).ok


class Repeating(ThreadPoolExecutor):
    """Does each task twice, as an engine may that has lost a worker."""

    def submit(self, call: Any, *arguments: Any) -> Future[Any]:
        super().submit(call, *arguments).result()
        return super().submit(call, *arguments)


def test_tasks_that_are_done_twice(small_shares: None, tmp_path: Path) -> None:
    for seed in range(6):
        folder = write(tmp_path / str(seed), damaged(GAMES["tiers with loops"], seed))
        with Repeating(2) as pool:
            result = verify(folder, sample=5, executor=pool)
        assert told(result) == told(verify(folder, sample=5))


def test_nothing_stays_in_memory(rocks: tuple[Game, Path], threads: Executor) -> None:
    game, folder = rocks
    assert verify(folder, game, sample=5, executor=threads).ok
    assert shares._HELD == {}
    assert shares._WAITING == []


def test_a_worker_without_tasks_frees_what_it_holds(
    rocks: tuple[Game, Path], small_shares: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process of the command does not tell it that it has ended."""
    game, folder = rocks
    monkeypatch.setattr(by_shares, "forget_jobs", lambda: None)
    monkeypatch.setattr(shares, "IDLE", 0.2)
    with ThreadPoolExecutor(1) as pool:
        assert verify(folder, game, sample=5, executor=pool).ok
    held = list(shares._HELD)
    assert sum(isinstance(one, threading.Timer) for one in threading.enumerate()) <= 1
    end = time.monotonic() + 60
    while shares._HELD and time.monotonic() < end:
        time.sleep(0.05)
    assert (len(held), shares._HELD) == (1, {})
