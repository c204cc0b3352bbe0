"""The audit: tasks of workers that are computed again, and workers that compute wrongly."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from faulty_worker import lose_a_child, turn_a_value
from games_to_store import Mirrored, contents, solved
from perfectplay import Game
from perfectplay.core.errors import AuditError, ClusterError, RulesError
from perfectplay.solver.checkpoint.sink import FolderSink
from perfectplay.solver.parts import part_store
from perfectplay.solver.parts.audit import Audit
from perfectplay.solver.parts.part_store import PartStore
from perfectplay.solver.parts.receipts import INLINE
from perfectplay.solver.resume import solve_into
from perfectplay.tablebase.store.manifest import TierEntry
from perfectplay.verifier.verifying import verify
from solves_by_parts import MORE, begun
from tiered_games import Levelled

pytest.importorskip("pyarrow")

WITHOUT_WORKERS = {
    "AgainIntegers(seed=12)", "AgainTuples(seed=12)", "SeatedIntegers(seed=12)",
    "TurnedTuples(seed=12)",
    *(f"Levelled(seed={seed}, back={seed - 1})" for seed in (2, 3, 4)),
}  # fmt: skip
"""Games that are solved before there is work for workers."""


def told_by(game: Game, folder: Path, **how: Any) -> list[str]:
    """The notes of a solve."""
    lines: list[str] = []
    solved(game, folder, progress=lambda told: lines.extend(told.notes), **how)
    return lines


def faulty(fault: Callable[[], None]) -> Executor:
    return ProcessPoolExecutor(2, get_context("spawn"), fault)


@pytest.mark.parametrize("game", MORE, ids=repr)
def test_the_same_bytes(
    game: Game, threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every kind of task can be computed again, and gives the same."""
    solved(game, tmp_path / "alone")
    lines = told_by(game, tmp_path / "parts", executor=threads, audit=1)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")
    workers = [line.split()[2] for line in lines if line.startswith("1 worker: ")]
    audits = [line for line in lines if line.startswith("audit: ")]
    if repr(game) in WITHOUT_WORKERS:
        assert not workers + audits
    else:
        again = f"audit: this process computed {workers[0]} of these tasks again, with the same "
        assert audits == [again + "results"]


@pytest.fixture
def inlined(large: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """As worker processes, which know nothing of these thresholds."""
    large.setattr(part_store, "INLINE", INLINE)
    return large


@pytest.mark.parametrize(
    ("fault", "where", "after"),
    [
        (turn_a_value, r"tier-\d+-\d+ differ \(parts\[0\]\.\w+: ", 0),
        (turn_a_value, r"tier-\d+-\d+ differ \(parts\[0\]\.\w+: ", 3),
        (lose_a_child, r"tier-\d+-\d+ differ \(into", 0),
    ],
)
def test_a_worker_that_computes_wrongly(
    fault: Callable[[], None], where: str, after: int, inlined: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is named, and the same command with other workers begins anew. ``after``: the number of
    resolved parts that the audit passes over, whose wrong tiers are stored."""
    real, passed = Audit.look_at, list[str]()

    def look_at(audit: Audit, task: Any, result: Any, worker: str) -> None:
        passed.extend([task.receipt] if task.receipt.endswith(".resolved") else [])
        if not after or len(passed) > after:
            real(audit, task, result, worker)

    inlined.setattr(Audit, "look_at", look_at)
    game, folder = Levelled(1, 0), tmp_path / "parts"
    sentence = (
        f"an audit found a wrong result: those of {where}.* on the worker, .* here\\); .*:\\d+ or "
        "this machine computes wrongly, .* run the same command again, which begins anew"
    )
    with faulty(fault) as pool, pytest.raises(AuditError, match=sentence) as error:
        solved(game, folder, executor=pool, audit=1)
    assert f":{os.getpid()} or" not in str(error.value)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        lines = told_by(game, folder, executor=pool)
    assert any("begins anew" in line and "an audit found" in line for line in lines)
    solved(game, tmp_path / "alone")
    assert contents(folder) == contents(tmp_path / "alone")


def test_a_lost_state_is_noticed_without_an_audit(
    inlined: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The rules are not blamed alone; the same command begins anew."""
    game, folder = Levelled(1, 0), tmp_path / "parts"
    sentence = r"state \d+, to which a move leads, is not among .*; a worker .* begins anew"
    with faulty(lose_a_child) as pool, pytest.raises(ClusterError, match=sentence):
        solved(game, folder, executor=pool)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        solved(game, folder, executor=pool)
    solved(game, tmp_path / "alone")
    assert contents(folder) == contents(tmp_path / "alone")


def test_a_wrong_value_is_noticed_by_verify(inlined: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without an audit; its file is as the worker has written it."""
    game, folder = Levelled(1, 0), tmp_path / "parts"
    with faulty(turn_a_value) as pool:
        solved(game, folder, executor=pool)
    assert not verify(folder, game).ok


@dataclass
class Counted:
    """A task that gives 7, or raises; ``ran``: the folder of the results of each time."""

    store: str
    receipt: str = "tier-1-2.explored"
    ran: list[str] = field(default_factory=list)
    error: Exception | None = None
    results: str = ""

    def found(self) -> None:
        return None

    def run(self) -> int:
        assert Path(self.results).parent == Path(self.store)
        self.ran.append(self.results)
        if self.error is not None:
            raise self.error
        return 7


@pytest.mark.parametrize(("share", "again"), [(1, 20), (3, 8), (10, 2), (1000, 2), (0, 0)])
def test_one_task_in_a_number(share: int, again: int, tmp_path: Path) -> None:
    """Of each worker the first one, and then each ``share``-th, in whatever order they come."""
    task, audit = Counted(str(tmp_path)), Audit(share)
    for number in range(20):
        audit.look_at(task, 7, f"worker {number % 2}")
    assert len(task.ran) == audit.repeated == again


def test_only_one_of_the_two_meets_a_mistake_in_the_rules(tmp_path: Path) -> None:
    """The worker or this process computes wrongly; if both meet it, the rules are to blame."""
    broken = RulesError("no-moves", "no move in state 4")
    with pytest.raises(AuditError, match=r"this machine finds: no move in state 4\); one:1 or"):
        Audit(1).look_at(Counted(str(tmp_path), error=broken), 7, "one:1")
    assert "no move in state 4" in (tmp_path / "wrong").read_text(encoding="utf-8")
    (tmp_path / "wrong").unlink()
    with pytest.raises(AuditError, match="a worker finds: no move in state 4"):
        Audit(1).doubt(Counted(str(tmp_path)), broken)
    (tmp_path / "wrong").unlink()
    Audit(1).doubt(Counted(str(tmp_path), error=broken), broken)
    Audit(0).doubt(Counted(str(tmp_path)), broken)
    assert not (tmp_path / "wrong").exists()


def test_what_is_wrong_is_forgotten_by_another_version_too(
    inlined: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The message says that libraries may differ: with others the digest of the rules differs, and
    tiers that were stored before the audit found the fault must not be kept."""
    game, folder = Levelled(1, 0), tmp_path / "parts"
    passed = list[str]()
    real = Audit.look_at

    def look_at(audit: Audit, task: Any, result: Any, worker: str) -> None:
        passed.extend([task.receipt] if task.receipt.endswith(".resolved") else [])
        if len(passed) > 3:
            real(audit, task, result, worker)

    inlined.setattr(Audit, "look_at", look_at)
    with faulty(turn_a_value) as pool, pytest.raises(AuditError):
        solved(game, folder, executor=pool, audit=1)
    begin = FolderSink.begin_parts

    def begins(sink: FolderSink, rules: str, **more: Any) -> Path:
        return begin(sink, rules[::-1], **more)

    inlined.setattr(FolderSink, "begin_parts", begins)
    with ThreadPoolExecutor(2) as threads:
        lines = told_by(game, folder, executor=threads)
    assert any("begins anew" in line for line in lines)
    inlined.undo()
    assert verify(folder, game).ok


def test_beginning_anew_forgets_tiers_that_there_are_not(
    threads: Executor, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Such as one that a faulty worker's key has led to, and that was stored first."""
    game, folder = Levelled(1, 0), tmp_path / "parts"
    solved(game, tmp_path / "alone")
    parts = begun(game, folder, threads)
    PartStore(parts).mark_wrong("a planted fault")
    real = FolderSink.recalled

    def recalled(sink: FolderSink) -> Any:
        sink._entries[999] = TierEntry(999, 1, ())
        yield from real(sink)

    large.setattr(FolderSink, "recalled", recalled)
    sink_forgets = FolderSink._forget

    def forget(sink: FolderSink) -> Any:
        large.setattr(FolderSink, "recalled", real)
        return sink_forgets(sink)

    large.setattr(FolderSink, "_forget", forget)
    solved(game, folder, executor=threads)
    assert contents(folder) == contents(tmp_path / "alone")


def test_what_an_audit_needs(threads: Executor, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"an audit .* pass executor="):
        solve_into(Mirrored(2, 2), tmp_path / "folder", audit=1)
    with pytest.raises(ValueError, match="audit"):
        solve_into(Mirrored(2, 2), tmp_path / "folder", executor=threads, audit=-1)
    assert not (tmp_path / "folder").exists()
