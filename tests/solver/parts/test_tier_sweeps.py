"""Tiers with moves inside that are too large for one process: the same folder as by one."""

from __future__ import annotations

import os
import random
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import pytest

from games_to_store import contents, solved
from games_to_verify import LoopyTiers
from perfectplay import Game, Value
from perfectplay.core.errors import AuditError, ClusterError
from perfectplay.core.progress import Progress
from perfectplay.solver import graph_solve
from perfectplay.solver.parts import explore_part, part_explorer, part_resolver
from perfectplay.solver.parts.link_part import LinkPart
from perfectplay.solver.parts.sweep_part import SweepPart
from perfectplay.tablebase.store import writer
from perfectplay.verifier.verifying import verify
from solves_by_parts import MORE, by_parts, dies
from thinned import parts
from tiered_games import AgainIntegers, AgainTuples, Levelled, SeatedIntegers, TurnedTuples

pytest.importorskip("pyarrow")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")

LOOPY: list[Game] = [LoopyTiers(), AgainTuples(35), Levelled(2, 1)]
"""With tiers; with tiers and symmetries; without tiers."""


@dataclass(frozen=True)
class Ladder(Game):
    """Rings of five places. The fifth place of a ring has a way out of the game, which takes so
    many plies that it counts long after all else is decided, and one into the next ring."""

    def start(self) -> int:
        return 0

    def moves(self, state: int) -> list[int]:
        ring, place = divmod(state, 5)
        if ring >= 3:
            return [0]
        return [0, 1, 2] if place == 4 else [0, 1] if place == 2 else [0]

    def play(self, state: int, move: int) -> int:
        ring, place = divmod(state, 5)
        if ring >= 3:
            return state + 1
        if move == 2:
            return 15 + 40 * ring
        return state + 5 if move == 1 and ring < 2 else 5 * ring + (place + 1) % 5

    def outcome(self, state: int) -> Value | None:
        return {50: Value.LOSS, 90: Value.DRAW, 130: Value.WIN}.get(state)

    def tier(self, state: int) -> int:
        return min(state // 5, 3) if state < 15 else state


@pytest.fixture
def divided(large: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No tier with moves inside fits a process, and no game without tiers fits memory."""
    large.setattr(explore_part, "INSIDE_KEYS", 12)
    large.setattr(part_resolver, "INSIDE_BYTES", 100)
    large.setattr(part_explorer, "MOST_FILES", 4)
    large.setattr(graph_solve, "graph_room", lambda _: 0)
    return large


@pytest.mark.parametrize("game", [*MORE, Ladder()], ids=repr)
def test_the_same_bytes(
    game: Game, threads: Executor, divided: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solved(game, tmp_path / "alone")
    assert by_parts(tmp_path / "parts", game, executor=threads)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")
    assert verify(tmp_path / "parts", game).ok


@pytest.mark.parametrize("kind", [AgainIntegers, AgainTuples, SeatedIntegers, TurnedTuples])
@pytest.mark.parametrize("seeds", parts(range(60), 10))
def test_random_games(
    kind: type[AgainIntegers], seeds: range, threads: Executor, divided: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    for seed in seeds:
        solved(kind(seed), tmp_path / f"alone-{seed}")
        assert by_parts(tmp_path / f"parts-{seed}", kind(seed), executor=threads)
        assert contents(tmp_path / f"parts-{seed}") == contents(tmp_path / f"alone-{seed}")


@pytest.mark.parametrize("game", LOOPY, ids=repr)
def test_processes_that_share_nothing(
    game: Game, processes: Executor, divided: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    divided.setattr(writer, "LEAST_PART", 1 << 19)  # as in processes that are not divided
    solved(game, tmp_path / "alone")
    assert by_parts(tmp_path / "parts", game, executor=processes)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")


@forks
@pytest.mark.parametrize("game", LOOPY, ids=repr)
def test_dead_again_and_again(game: Game, divided: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each time it goes on from where it was."""
    solved(game, tmp_path / "alone")
    folder, points, deaths = tmp_path / "folder", random.Random(2), 0
    while dies(game, folder, points.randint(6, 200)):
        deaths += 1
        assert deaths < 200
    assert deaths > 2
    assert contents(folder) == contents(tmp_path / "alone")


@pytest.mark.parametrize("game", LOOPY, ids=repr)
def test_every_task_again(
    game: Game, threads: Executor, divided: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An audit of all tasks finds no difference."""
    solved(game, tmp_path / "alone")
    solved(game, tmp_path / "parts", executor=threads, audit=1)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")


def test_a_worker_that_sweeps_wrongly(
    threads: Executor, divided: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An audit names the task; the same command begins anew."""
    real, wrong = SweepPart.run, list[str]()

    def run(task: SweepPart) -> object:
        if not wrong and not task.results and task.new:
            wrong.append(task.receipt)
            divided.setattr(SweepPart, "_leave", lambda *_: None)
            divided.setattr(SweepPart, "_sweep", lambda *_: None)
            try:
                return real(task)
            finally:
                divided.undo()
        return real(task)

    divided.setattr(SweepPart, "run", run)
    with pytest.raises(AuditError, match=r"tier-0-round-1-\d+ differ"):
        solved(Levelled(2, 1), tmp_path / "parts", executor=threads, audit=1)


@pytest.mark.parametrize("what", ["moves", "decided", "keys"])
@pytest.mark.parametrize("harm", ["cut", "flipped", "missing"])
def test_damaged_files(
    what: str, harm: str, threads: Executor, divided: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is damaged while nobody works is noticed; in the end the folder is the same."""
    game, folder = Levelled(2, 1), tmp_path / "folder"
    solved(game, tmp_path / "alone")

    def stop(told: Progress) -> None:
        written = any((folder / "work").glob(f"parts-of-one-tier-*/*.{what}"))
        if told.stage == "resolving" and told.done > 20 and written:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved(game, folder, executor=threads, progress=stop)
    [store] = (folder / "work").glob("parts-of-one-tier-*")
    file = sorted(store.glob(f"*.{what}"))[-1]
    content = file.read_bytes()
    if harm == "missing":
        file.unlink()
    else:
        changed = bytes([content[len(content) // 2] ^ 1])
        rest = content[len(content) // 2 + 1 :] if harm == "flipped" else b""
        file.write_bytes(content[: len(content) // 2] + changed + rest)
    solved(game, folder, executor=threads)
    assert contents(folder) == contents(tmp_path / "alone")


def test_a_child_that_was_not_met(
    threads: Executor, divided: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Exploring and linking must find the same states: else the solve ends with a sentence."""
    places = LinkPart._places

    def less(task: LinkPart, *arguments: object) -> object:
        *others, children = arguments
        children[-1:] = 10**9  # type: ignore[index]
        return places(task, *others, children)  # type: ignore[arg-type]

    divided.setattr(LinkPart, "_places", less)
    with pytest.raises(ClusterError, match="is not among the states that were explored"):
        solved(Levelled(2, 1), tmp_path / "parts", executor=threads)
