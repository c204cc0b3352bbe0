"""A solve into a folder: the same bytes whatever happens to it on the way."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games_to_store import (
    GAMES,
    NAMES,
    Points,
    Spreading,
    SpreadingLevels,
    contents,
    few_at_a_time,
    in_a_child,
    solved,
)
from games_to_verify import LoopyTiers
from perfectplay import Game, solve
from perfectplay.core.errors import StoreError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.solver.explore import tiers
from perfectplay.solver.resume import has_progress, solve_into
from perfectplay.solver.retrograde.reference_solver import solve_reference
from perfectplay.verifier.verifying import verify
from thinned import parts

pytest.importorskip("pyarrow")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


# --- games and the ways they are solved -----------------------------------------------------------


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    few_at_a_time(monkeypatch)
    return monkeypatch


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    """The folder of each game, undisturbed, verified."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        few_at_a_time(patch, 1 << 30)
        for game in GAMES:
            folder = tmp_path_factory.mktemp("right") / "folder"
            solved(game, folder, threads=1)
            assert verify(folder, game).ok
            found[type(game).__name__] = contents(folder)
    return found


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_what_is_stored_is_what_the_reference_says(
    game: Game, large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    solution = solved(game, tmp_path / "folder")
    found = solve_reference(CheckedGame(game), 10_000)
    assert solution.counts.states == len(found.states)
    assert [solution.value(state) for state in found.states] == found.value
    assert [solution.remoteness(state) for state in found.states] == found.remoteness
    assert len(solution.manifest.tiers) >= 5  # type: ignore[attr-defined]
    assert solve(game, method="interpreted").counts == solution.counts


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_the_same_bytes_whatever_threads_and_memory(
    game: Game, right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for i, (threads, room, slow) in enumerate(
        [(1, 0, 0.0), (2, 500, 1e30), (3, 0, 1e30), (2, 1 << 30, 0.0)]
    ):
        few_at_a_time(large, room)
        large.setattr(tiers, "SLOW", slow)
        solved(game, tmp_path / str(i), threads=threads)
        assert contents(tmp_path / str(i)) == right[type(game).__name__]


# --- stopped at every single point ----------------------------------------------------------------


def dies(game: Game, folder: Path, point: int) -> bool:
    """Solves in a process that dies at a point; whether it got so far."""

    def work() -> None:
        with Points(point, lambda: os._exit(9)).watching():
            solved(game, folder, threads=1 + point % 2)

    status = in_a_child(work)
    assert status in (0, 9)
    return status == 9


@forks
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
@pytest.mark.parametrize("points", parts(range(1, 6), 5))
def test_dead_at_every_point(
    game: Game, points: range, right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As if the process were killed there: the next one ends with the same bytes."""
    point, folder = points[0], tmp_path / "folder"
    while dies(game, folder, point):
        assert not (folder / "manifest.json").exists() or point > 2
        solved(game, folder)
        assert contents(folder) == right[type(game).__name__], point
        shutil.rmtree(folder)
        point += 5
    assert contents(folder) == right[type(game).__name__]
    assert point > 30


@forks
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_dead_again_and_again(
    game: Game, right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each time a little later: it goes on from where it was."""
    folder, points, deaths = tmp_path / "folder", random.Random(1), 0
    while dies(game, folder, points.randint(8, 30)):
        deaths += 1
        assert deaths < 60
    assert deaths > 1
    assert contents(folder) == right[type(game).__name__]


@forks
def test_what_is_done_is_not_done_again(large: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A solve that went on has fewer points left than one from the beginning."""
    whole = Points(-1, lambda: None)
    with whole.watching():
        solved(Spreading(), tmp_path / "whole")
    assert dies(Spreading(), tmp_path / "folder", whole.count * 3 // 4)
    assert has_progress(tmp_path / "folder")
    rest = Points(-1, lambda: None)
    with rest.watching():
        solved(Spreading(), tmp_path / "folder")
    assert rest.count < whole.count // 2


@pytest.mark.parametrize("game", [LoopyTiers(), SpreadingLevels()], ids=["declared", "levels"])
@pytest.mark.parametrize("what", [OSError(errno.ENOSPC, "No space left on device"),
                                  KeyboardInterrupt()], ids=["full", "Ctrl-C"])  # fmt: skip
@pytest.mark.parametrize("before", parts(range(-4, 2, 2), 3))
def test_an_error_at_every_point(
    game: Game,
    what: BaseException,
    before: range,
    right: dict[str, Any],
    large: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """A full disk is one sentence; the lock is gone; the next one ends with the same bytes.

    At every second point; ``before``: the place from which it goes on by six.
    """

    def fails() -> None:
        raise what

    points, met, folder = Points(before[0], fails), 0, tmp_path / "folder"
    while points.count >= points.wanted:
        points = Points(points.wanted + 6, fails)
        try:
            with points.watching():
                solved(game, folder, threads=1)
        except (StoreError, KeyboardInterrupt) as error:
            met += 1
            sentence = str(error)
            full = "there is no space left on the disk; make room there"
            assert (full in sentence) is isinstance(what, OSError)
        if folder.exists() and not has_progress(folder):
            assert (folder / "manifest.json").exists() or not list(folder.glob("tier-*"))
        solved(game, folder)
        assert contents(folder) == right[type(game).__name__], points.wanted
        shutil.rmtree(folder)
    assert met > 4


class Telling(Points):
    """Tells when it has met so many, and goes no further than to the next one."""

    def reached(self) -> None:
        self.count += 1
        if self.count >= self.wanted:
            self.instead()
        if self.count > self.wanted:
            time.sleep(3600)  # somebody else ends the process


def killed_after(game: Game, folder: Path, points: int, pause: float) -> None:
    """Solves in a process that is killed between two points, a share of 20 ms after the first."""
    heard, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            with Telling(points, lambda: os.write(tell, b".")).watching():
                solved(game, folder, threads=2)
        finally:
            os._exit(0)
    os.close(tell)
    os.read(heard, 1)
    time.sleep(pause * 0.02)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(heard)
    assert os.WIFSIGNALED(status)


@forks
def test_killed_at_twenty_random_moments(
    right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By the system, wherever the process is: in a kernel, in a write, in between."""
    moments = random.Random(2)
    for game in (Spreading(), SpreadingLevels(), LoopyTiers()):  # seven moments for each
        whole = Points(-1, lambda: None)
        with whole.watching():
            solved(game, tmp_path / "whole", threads=2)
        shutil.rmtree(tmp_path / "whole")
        folder = tmp_path / "folder"
        for _ in range(7):
            killed_after(game, folder, moments.randrange(1, whole.count // 8), moments.random())
        solved(game, folder)
        assert contents(folder) == right[type(game).__name__]
        assert verify(folder, game).ok
        shutil.rmtree(folder)


@forks
def test_a_solve_that_goes_on_says_so(large: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, folder, kept = Spreading(), tmp_path / "folder", []
    whole = Points(-1, lambda: None)
    with whole.watching():
        solved(game, tmp_path / "whole", threads=2)
    killed_after(game, folder, whole.count * 3 // 4, 0.0)
    for _ in range(2):
        notes: list[str] = []
        solved(game, folder, progress=lambda progress, notes=notes: notes.extend(progress.notes))
        kept.append("goes on from what an earlier solve has kept here" in notes)
    assert kept == [True, False]  # the second time the solution is there


@forks
@pytest.mark.parametrize("size", [100, 700, 1_000, 1_300])
def test_files_that_may_not_grow(
    size: int, right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The system itself refuses: one sentence, wherever it was, and then it goes on."""
    import resource

    game, folder = SpreadingLevels(), tmp_path / "folder"

    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            solved(game, folder)
        except StoreError as error:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
            (tmp_path / "said").write_text(str(error))

    assert in_a_child(limited) == 0
    said = (tmp_path / "said").read_text()
    assert "cannot be written: the disk takes no file that large" in said
    assert "\n" not in said
    solved(game, folder)
    assert contents(folder) == right[type(game).__name__]


# --- damage between two runs ----------------------------------------------------------------------


def stopped(game: Game, folder: Path, share: float) -> None:
    """A folder of a process that died on the way, with pieces explored or finished.

    At the share of the points, or soon after, when the first piece has been kept.
    """
    whole = Points(-1, lambda: None)
    with whole.watching():
        solved(game, folder)
    point = int(whole.count * share)
    while not has_progress(folder):
        shutil.rmtree(folder)
        assert dies(game, folder, point)
        point += 1


def damages(content: bytes) -> Iterator[bytes | None]:
    yield None  # removed
    yield b""
    yield content[:-1]
    yield content + b"\0" * 8
    for at in (0, len(content) // 3, len(content) - 2):
        yield content[:at] + bytes([content[at] ^ 0x10]) + content[at + 1 :]


@forks
@pytest.mark.parametrize("share", [0.3, 0.8])
@pytest.mark.parametrize(
    "game", [Spreading(), SpreadingLevels(), LoopyTiers()], ids=lambda g: type(g).__name__
)
def test_whatever_is_damaged_while_nobody_solves(
    share: float, game: Game, right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every file of the work and every finished part: none leads to a wrong folder."""
    stopped(game, tmp_path / "stopped", share)
    there = [path for path in (tmp_path / "stopped").rglob("*") if path.is_file()]
    there = [path for path in there if path.name != "manifest.json"]
    assert any(path.parent.name == "work" for path in there)
    assert share < 0.5 or any(path.suffix == ".parquet" for path in there)
    chosen = random.Random(3).sample(there, min(4, len(there)))
    chosen.append(tmp_path / "stopped" / "work" / "progress")
    folder = tmp_path / "folder"
    for path in chosen:
        for damaged in damages(path.read_bytes() or b"nothing"):
            shutil.copytree(tmp_path / "stopped", folder)
            place = folder / path.relative_to(tmp_path / "stopped")
            if damaged is None:
                place.unlink()
            else:
                place.write_bytes(damaged)
            solved(game, folder)
            assert contents(folder) == right[type(game).__name__], (path, damaged)
            shutil.rmtree(folder)


@forks
def test_the_work_is_removed_while_nobody_solves(
    right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stopped(LoopyTiers(), tmp_path / "folder", 0.8)
    shutil.rmtree(tmp_path / "folder" / "work")
    solved(LoopyTiers(), tmp_path / "folder")
    assert contents(tmp_path / "folder") == right["LoopyTiers"]


@forks
def test_parts_of_a_solve_that_began_anew_otherwise(
    large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing of the tiers is left where another method stores them as one."""
    folder = tmp_path / "folder"
    stopped(LoopyTiers(), folder, 0.9)
    assert len(list(folder.glob("tier-*.parquet"))) > 1
    shutil.rmtree(folder / "work")
    solve_into(LoopyTiers(), folder, method="interpreted")
    left = [name for name in contents(folder) if not name.startswith("rules")]
    assert left == ["manifest.json", "tier-0-0.parquet"]
    assert verify(folder, LoopyTiers()).ok
