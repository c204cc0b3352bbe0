"""A solve into a folder: the same bytes whatever happens to it on the way, and what it refuses."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

from games_to_verify import LoopyTiers, Steps, Tiered, TwoPiles
from perfectplay import Game, Solution, Value, solve
from perfectplay.assembly import tier_solve
from perfectplay.assembly.folder.lock import LOCK, locked
from perfectplay.assembly.folder.work import Work
from perfectplay.assembly.memory import Room
from perfectplay.assembly.stored import has_progress, solve_into
from perfectplay.cli.main import run
from perfectplay.contract.address import load_class
from perfectplay.contract.rules import Rules
from perfectplay.engines import runs, tiers, walk
from perfectplay.engines.reference import solve_reference
from perfectplay.results.store import files, writer
from perfectplay.results.store.manifest import sum_of
from perfectplay.results.verify.verifying import verify
from perfectplay.words.errors import (
    DamagedError,
    EndlessGameError,
    FolderBusyError,
    FormatVersionError,
    RulesDifferError,
    RulesError,
    StoreError,
)

pytest.importorskip("pyarrow")
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")

SOURCES = str(Path(__file__).resolve().parents[1] / "src")


# --- games and the ways they are solved -----------------------------------------------------------


@dataclass(frozen=True)
class Spreading(Game):
    """Tuples without limits, whose fields outgrow their keys time and again: a field of each
    level's own grows, another falls below nought. Moves stay in a level, go to the next, or skip
    one."""

    levels: int = 4

    def start(self):
        return (0, 0, 0)

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        if move == 2:
            return (state[0], state[1] * 3 % 7, state[2] * 5 % 3 - state[0] * state[0])
        return (state[0] + 1 + move, state[1] * 2 + move + 1, state[2] - 3 * move)

    def outcome(self, state):
        if state[0] < self.levels:
            return None
        return (Value.LOSS, Value.WIN, Value.DRAW)[(state[1] - state[2]) % 3]

    def tier(self, state):
        return state[0] - 3


@dataclass(frozen=True)
class SpreadingLevels(Spreading):
    """The same by levels, which are not declared."""

    tier: ClassVar[Any] = Game.tier

    def play(self, state, move):
        return (state[0] + 1, (state[1] * 2 + move) % 23, state[2] % 5 - move * (state[0] + 1))


@dataclass(frozen=True)
class Mirrored(Tiered):
    """Piles that may be exchanged; the tier is the rocks that are gone."""

    def moves(self, state):
        for pile in (0, 1):
            for some in range(1, min(state[pile], 2) + 1):
                yield (some, 0) if pile == 0 else (0, some)

    def symmetries(self, state):
        yield (state[1], state[0])

    def tier(self, state):
        return 8 - state[0] - state[1]


GAMES: list[Game] = [
    LoopyTiers(),
    Tiered(4, 3),
    Spreading(),
    Steps(5),
    SpreadingLevels(),
    Mirrored(4, 4),
]
NAMES = [type(game).__name__ for game in GAMES]


def few_at_a_time(patch: pytest.MonkeyPatch, room: int = 300) -> None:
    """Small games take the way of large ones, with room for so many bytes of arrays."""
    patch.setattr(walk, "WIDE_STATES", 1)
    patch.setattr(walk, "WIDE_LEVEL", 0)
    patch.setattr(walk, "_PIECE", 2)
    patch.setattr(tiers, "MOST_RUNS", 4)
    patch.setattr(runs, "BUCKET", 16)
    patch.setattr(runs, "MERGED", 16)
    patch.setattr(tier_solve, "room_for", lambda *_: Room(20, 100, room, 1 << 30))
    patch.setattr(tier_solve, "_resolving", lambda *_: 0)
    # what is on the disk when a machine stops is not what is tested here, and takes most time
    patch.setattr(files, "sync", lambda _: None)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    few_at_a_time(monkeypatch)
    return monkeypatch


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"a folder"
        for path in sorted(folder.rglob("*"))
    }


def solved(game: Game, folder: Path, **how: Any) -> Solution:
    return solve_into(game, folder, method="compiled", **how).solution


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
    found = solve_reference(Rules(game), 10_000)
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


class Points:
    """Counts what a solve does to the disk, and does something else in the ``wanted``-th place."""

    def __init__(self, wanted: int, instead: Callable[[], None]) -> None:
        self.wanted, self.instead, self.count = wanted, instead, 0

    def reached(self) -> None:
        self.count += 1
        if self.count == self.wanted:
            self.instead()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While it lasts, each note, name given, file removed and part begun is a point."""
        with pytest.MonkeyPatch.context() as patch:
            for where, name in (
                (os, "replace"), (Path, "unlink"), (shutil, "rmtree"), (Path, "mkdir"),
                (Work, "note"), (Work, "begin_anew"), (writer.PartWriter, "add"), (os, "truncate"),
            ):  # fmt: skip
                patch.setattr(where, name, self._counted(getattr(where, name)))
            yield

    def _counted(self, real: Any) -> Any:
        def counted(*args: Any, **kwargs: Any) -> Any:
            if "scratch" not in str(args[0]):  # what is there is of no use to anybody else
                self.reached()
            return real(*args, **kwargs)

        return counted


def in_a_child(work: Callable[[], None]) -> int:
    """Exit status of a process that does it: 0, or 9 where it died on the way."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


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
def test_dead_at_every_point(
    game: Game, right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As if the process were killed there: the next one ends with the same bytes."""
    point, folder = 1, tmp_path / "folder"
    while dies(game, folder, point):
        assert not (folder / "manifest.json").exists() or point > 2
        solved(game, folder)
        assert contents(folder) == right[type(game).__name__], point
        shutil.rmtree(folder)
        point += 1
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
def test_an_error_at_every_point(
    game: Game,
    what: BaseException,
    right: dict[str, Any],
    large: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """A full disk is one sentence; the lock is gone; the next one ends with the same bytes."""

    def fails() -> None:
        raise what

    points, met, folder = Points(1, fails), 0, tmp_path / "folder"
    while points.count >= points.wanted or points.wanted == 1:
        points = Points(points.wanted + 2, fails)
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
    assert met > 12


@forks
def test_killed_at_twenty_random_moments(
    right: dict[str, Any], large: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By the system, wherever the process is: in a kernel, in a write, in between."""
    moments = random.Random(2)
    for game in (Spreading(), SpreadingLevels(), LoopyTiers()):  # seven moments for each
        began = time.perf_counter()
        solved(game, tmp_path / "timed", threads=2)
        seconds = time.perf_counter() - began
        shutil.rmtree(tmp_path / "timed")
        folder, kills = tmp_path / "folder", 0
        for _ in range(7):
            child = os.fork()
            if child == 0:
                try:
                    solved(game, folder, threads=2)
                finally:
                    os._exit(0)
            time.sleep(moments.random() * seconds / 3)
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            kills += os.WIFSIGNALED(status)
        assert kills >= 2
        solved(game, folder)
        assert contents(folder) == right[type(game).__name__]
        assert verify(folder, game).ok
        shutil.rmtree(folder)


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
    """A folder of a process that died on the way, with pieces explored or finished."""
    whole = Points(-1, lambda: None)
    with whole.watching():
        solved(game, folder)
    shutil.rmtree(folder)
    assert dies(game, folder, int(whole.count * share))
    assert has_progress(folder)


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
    assert sorted(contents(folder)) == ["manifest.json", "tier-0-0.parquet"]
    assert verify(folder, LoopyTiers()).ok


# --- what is refused ------------------------------------------------------------------------------


def test_a_finished_folder_is_shown_and_nothing_is_solved(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    assert not solve_into(TwoPiles(), folder).was_there
    before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in folder.iterdir()}
    again = solve_into(TwoPiles(), folder)
    assert again.was_there
    assert len(again.solution) == 49
    assert {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in folder.iterdir()} == before


def test_what_a_dead_process_left_beside_a_finished_manifest_goes(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    solve_into(TwoPiles(), folder)
    before = contents(folder)
    (folder / "work").mkdir()
    (folder / "work" / "progress").write_text("nothing")
    (folder / "tier-0-0.parquet.new").write_text("nothing")
    (folder / "tier-4-0.parquet").write_text("nothing")
    (folder / "lock").write_text("123456\n")
    assert solve_into(TwoPiles(), folder).was_there
    assert contents(folder) == before


class Busy(Game):
    """Other rules than `TwoPiles`, and no text of its own."""

    def start(self):
        return (6, 6)

    def moves(self, state):
        return range(1)

    def play(self, state, move):
        return (state[0] - 1, 0)

    def outcome(self, state):
        return Value.LOSS if state[0] == 0 else None


@pytest.mark.parametrize("finished", [True, False])
def test_other_rules_and_parameters(finished: bool, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    solve_into(TwoPiles(), folder)
    if not finished:
        unfinish(folder)
    before = contents(folder)
    for other, what in ((TwoPiles(left=5), "left"), (Tiered(), "tier"), (Busy(), "moves")):
        with pytest.raises(RulesDifferError, match="is of other rules") as failure:
            solve_into(other, folder)
        assert what in str(failure.value)
        assert contents(folder) == before


def unfinish(folder: Path) -> None:
    """Makes the manifest that of a solve that goes on."""
    rewrite(folder, complete=False, start=None, moves=None, histogram=None, covered=None, tiers=[])


def rewrite(folder: Path, **fields: Any) -> None:
    path = folder / "manifest.json"
    whole = {**json.loads(path.read_text()), **fields}
    whole["sum"] = sum_of(whole)
    path.write_text(json.dumps(whole))


@pytest.mark.parametrize("finished", [True, False])
def test_symmetries_on_and_off(finished: bool, tmp_path: Path) -> None:
    for first in (True, False):
        folder = tmp_path / str(first)
        solve_into(Mirrored(), folder, symmetries=first)
        if not finished:
            unfinish(folder)
        before = contents(folder)
        with pytest.raises(RulesDifferError, match=r"begun with(out)? symmetries.*asked for with"):
            solve_into(Mirrored(), folder, symmetries=not first)
        assert contents(folder) == before
        solve_into(Mirrored(), folder, symmetries=first)
        assert verify(folder, Mirrored()).ok


@pytest.mark.parametrize("finished", [True, False])
def test_another_version_of_the_format_and_damaged_manifests(
    finished: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    solve_into(TwoPiles(), folder)
    if not finished:
        unfinish(folder)
    whole = (folder / "manifest.json").read_bytes()
    rewrite(folder, version=2)
    with pytest.raises(FormatVersionError, match="version 2"):
        solve_into(TwoPiles(), folder)
    for content in (b"", whole[:-9], whole.replace(b"TwoPiles", b"TwoPales")):
        (folder / "manifest.json").write_bytes(content)
        with pytest.raises(DamagedError):
            solve_into(TwoPiles(), folder)
        assert (folder / "manifest.json").read_bytes() == content
    assert not (folder / LOCK).exists()


def test_places_that_are_something_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("something")
    with pytest.raises(StoreError, match="is a file; a solution is stored in a folder"):
        solve_into(TwoPiles(), tmp_path / "file")
    with pytest.raises(StoreError, match="cannot be written"):
        solve_into(TwoPiles(), tmp_path / "file" / "below")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "letter.txt").write_text("something")
    with pytest.raises(StoreError, match=r"holds something else \(letter.txt\)"):
        solve_into(TwoPiles(), tmp_path / "folder")
    assert contents(tmp_path / "folder") == {"letter.txt": b"something"}
    with pytest.raises(StoreError, match="cannot be written"):
        solve_into(TwoPiles(), "/proc/nowhere/folder")
    # a folder within folders that are not there is made, and an empty one is taken
    (tmp_path / "empty").mkdir()
    for place in (tmp_path / "empty", tmp_path / "a" / "b" / "c"):
        assert len(solve_into(TwoPiles(), place).solution) == 49


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="may write anywhere")
def test_a_place_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    for place in (tmp_path / "shut", tmp_path / "shut" / "folder"):
        with pytest.raises(StoreError, match="it may not be written there"):
            solve_into(TwoPiles(), place)


def test_a_lock_that_may_not_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may write anywhere: so the system's answer is made up."""

    def shut(*_: Any) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr("perfectplay.assembly.folder.lock.os.open", shut)
    with pytest.raises(StoreError, match="lock cannot be written: it may not be written there"):
        solve_into(TwoPiles(), tmp_path / "folder")
    assert not (tmp_path / "folder").exists()


HOLDS = """
import sys
from perfectplay.assembly.folder.lock import locked
from pathlib import Path
with locked(Path(sys.argv[1])):
    print("holds", flush=True)
    sys.stdin.read()
"""


def test_two_solves_at_once(tmp_path: Path) -> None:
    """A second one is refused while the first lives; what a dead one leaves does not count."""
    folder = tmp_path / "folder"
    folder.mkdir()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": SOURCES},
    )  # fmt: skip
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"holds\n"
        with pytest.raises(FolderBusyError, match=f"process {holder.pid} is solving into"):
            solve_into(TwoPiles(), folder)
        assert sorted(contents(folder)) == [LOCK]
    finally:
        holder.kill()
        holder.communicate()
    assert (folder / LOCK).read_text() == f"{holder.pid}\n"  # stale
    assert len(solve_into(TwoPiles(), folder).solution) == 49
    assert not (folder / LOCK).exists()


def test_a_lock_in_one_process(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(FolderBusyError), locked(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []
    with locked(tmp_path):
        assert (tmp_path / LOCK).exists()


def test_errors_of_the_rules_leave_nothing(tmp_path: Path) -> None:
    class Raises(TwoPiles):
        def outcome(self, state):
            return Value.LOSS if state == (0, 0) else 5 // state[0] and None

    with pytest.raises(RulesError):
        solve_into(Raises(), tmp_path / "new" / "folder")
    assert not (tmp_path / "new" / "folder").exists()
    (tmp_path / "empty").mkdir()
    with pytest.raises(RulesError):
        solve_into(Raises(), tmp_path / "empty")
    assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize("method", ["interpreted", "compiled"])
def test_learnt_keys_hold_all_states_of_a_class(method: str, tmp_path: Path) -> None:
    """The start has an image, (4, 3), whose first field is larger than that of any representative:
    the verifier finds no key for it."""
    solve_into(Mirrored(3, 4), tmp_path / "folder", method=method)
    assert verify(tmp_path / "folder", Mirrored(3, 4)).ok


# --- games of all kinds ---------------------------------------------------------------------------


class Words(Game):
    """Strings; a draw that never ends among them."""

    def start(self):
        return "aab"

    def moves(self, state):
        return [i for i in range(len(state)) if state[i] != "c"]

    def play(self, state, move):
        return state[:move] + {"a": "b", "b": "ac"[move % 2]}[state[move]] + state[move + 1 :]

    def outcome(self, state):
        return Value.WIN if state == "bcb" else None

    stuck = Value.LOSS


class Puzzle(LoopyTiers):
    players = 1


@pytest.mark.parametrize("game", [Words(), Puzzle(), TwoPiles()], ids=lambda g: type(g).__name__)
def test_small_games_of_all_kinds(game: Game, tmp_path: Path) -> None:
    for method in ("auto", "interpreted", "reference"):
        folder = tmp_path / method
        solution = solve_into(game, folder, method=method).solution
        assert verify(folder, game).ok
        found = solve_reference(Rules(game), 10_000)
        assert [solution.value(state) for state in found.states] == found.value
        assert [solution.remoteness(state) for state in found.states] == found.remoteness
        assert all(path.suffix in (".json", ".parquet") for path in folder.iterdir())
    assert contents(tmp_path / "auto") == contents(tmp_path / "interpreted")
    assert contents(tmp_path / "auto") == contents(tmp_path / "reference")


def test_a_small_game_that_fails_at_the_end_leaves_nothing(tmp_path: Path) -> None:
    """Its one part is written, and then the disk is full."""

    def full() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    folder, met = tmp_path / "folder", 0
    for point in range(1, 40):
        points = Points(point, full)
        with points.watching(), suppress(StoreError):
            solve_into(Words(), folder)
        if points.count < point:
            break
        met += not (folder / "manifest.json").exists()
        if folder.exists():
            assert len(solve_into(Words(), folder).solution) > 10
            assert sorted(contents(folder)) == ["manifest.json", "tier-0-0.parquet"]
            shutil.rmtree(folder)
    assert met > 3
    assert point < 39


OLDER = """
startGameState = 12
possibleMoveTypes = [1, 2, 3]

def doMove(move, position):
    return position - move if position >= move else False

def evaluateGameState(position):
    return -1 if position == 0 else "undecided"
"""

PILES = '''
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Piles(Game):
    """Two piles; take one or two."""
    left: int = 9
    right: int = 9
    stuck = Value.LOSS

    def start(self):
        return (self.left, self.right)

    def moves(self, state):
        for pile in (0, 1):
            for some in range(1, min(state[pile], 2) + 1):
                yield pile * 10 + some

    def play(self, state, move):
        if move > 10:
            return (state[0], state[1] - move % 10)
        return (state[0] - move, state[1])

    def outcome(self, state):
        return None

    def symmetries(self, state):
        yield (state[1], state[0])
'''


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    capsys.readouterr()
    status = run([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit statuses and sentences: solved, shown, refused, verified."""
    game, folder = tmp_path / "piles.py", tmp_path / "folder"
    game.write_text(PILES, encoding="utf-8")
    status, out, err = said(capsys, "solve", game, "-o", folder)
    assert (status, err) == (0, "")
    assert "bytes a stored state" in out
    before = contents(folder)
    status, out, err = said(capsys, "solve", game, "-o", folder)
    assert status == 0
    assert "holds this solution already; nothing was solved" in err
    assert "bytes a stored state" in out
    assert said(capsys, "verify", folder)[0] == 0
    for arguments, sentence in (
        (("left=8",), "left"),
        (("--no-symmetries",), "was begun with symmetries"),
    ):
        status, out, err = said(capsys, "solve", game, *arguments, "-o", folder)
        assert (status, out) == (2, "")
        assert sentence in err
        assert err.count("\n") == 1
        assert contents(folder) == before
    game.write_text(PILES.replace("min(state[pile], 2)", "min(state[pile], 1)"), encoding="utf-8")
    status, _, err = said(capsys, "solve", game, "-o", folder)
    assert status == 2
    assert "Piles.moves" in err
    status, _, err = said(capsys, "solve", game, "-o", game)
    assert status == 2
    assert "is a file" in err
    status, _, err = said(capsys, "solve", game, "-o", tmp_path / "other", "--memory", "1M")
    assert status == 2
    assert "300M" in err
    assert not (tmp_path / "other").exists()


def test_the_older_style_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, folder = tmp_path / "older.py", tmp_path / "folder"
    game.write_text(OLDER, encoding="utf-8")
    status, _, err = said(capsys, "solve", game, "-o", folder)
    assert status == 0, err
    assert said(capsys, "verify", folder)[0] == 0
    assert said(capsys, "solve", game, "-o", folder)[0] == 0


# --- real processes -------------------------------------------------------------------------------

DRIVER = """
import sys
from perfectplay.assembly import tier_solve
from perfectplay.assembly.memory import Room
from perfectplay.engines import walk
from perfectplay.cli.main import main
walk.WIDE_STATES, walk.WIDE_LEVEL, walk._PIECE = 1, 0, 2
tier_solve.room_for = lambda *_: Room(500, 4_000, 0, 1 << 30)
tier_solve._resolving = lambda *_: 0
main()
"""

USERS = '''
from dataclasses import dataclass
from perfectplay import Game, Value

@dataclass(frozen=True)
class Mine(Game):
    """Levels of ever other states on tuples without limits; some moves stay in a level."""
    levels: int = 40

    def start(self):
        return (0, 0)

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        if move == 2 and state[1] % 5 == 0:
            return (state[0], state[1] // 5 + 1)
        return (state[0] + 1, (state[1] * 3 + move * 7 + 1) % (400 + 10 * state[0]) - state[0])

    def outcome(self, state):
        if state[0] < self.levels:
            return None
        return (Value.LOSS, Value.WIN, Value.DRAW)[state[1] % 3]

    def tier(self, state):
        return state[0]
'''


class Programs:
    """Runs the command line in processes of its own, small games as large ones."""

    def __init__(self, place: Path) -> None:
        self.place = place
        (place / "driver.py").write_text(DRIVER, encoding="utf-8")
        (place / "mine.py").write_text(USERS, encoding="utf-8")

    def begun(self, folder: Path) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(self.place / "driver.py"), "solve", str(self.place / "mine.py"),
             "--method", "compiled", "-o", str(folder)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": SOURCES},
        )  # fmt: skip


def wait_for(process: subprocess.Popen[str], there: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not there() and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.003)


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_programs_that_are_killed_and_interrupted(tmp_path: Path) -> None:
    programs = Programs(tmp_path)
    whole = programs.begun(tmp_path / "whole")
    out, err = whole.communicate(timeout=120)
    assert whole.returncode == 0, err
    assert len(list((tmp_path / "whole").glob("tier-*.parquet"))) == 41
    folder = tmp_path / "folder"

    def explored(n: int) -> Callable[[], bool]:
        return lambda: len(list((folder / "work").glob("tier-*.keys"))) >= n

    def finished(n: int) -> Callable[[], bool]:
        return lambda: len(list(folder.glob("tier-*.parquet"))) >= n

    for when, number in (
        (explored(5), signal.SIGKILL), (explored(20), signal.SIGINT), (finished(4), signal.SIGKILL),
        (finished(20), signal.SIGINT), (finished(30), signal.SIGTERM),
    ):  # fmt: skip
        process = programs.begun(folder)
        wait_for(process, when)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        if number == signal.SIGINT:
            assert process.returncode == 2, (out, err)
            assert err.count("\n") == 1
            assert f"what is done is kept in {folder}; the same command goes on" in err
            assert not (folder / LOCK).exists()
        else:
            assert process.returncode == -number
        assert has_progress(folder)
    last = programs.begun(folder)
    out, err = last.communicate(timeout=120)
    assert last.returncode == 0, err
    assert contents(folder) == contents(tmp_path / "whole")
    assert verify(folder, load_class(str(tmp_path / "mine.py"))()).ok


WIDE = '''
import resource, sys
from dataclasses import dataclass
from perfectplay import Game, Value
from perfectplay.assembly.stored import solve_into
from perfectplay.words.errors import MemoryBudgetError

@dataclass(frozen=True)
class Wide(Game):
    """Thirty levels, each as wide, that are tiers; the last ones are all of them wide at once."""
    width: int = 150_000
    apart: int = 1

    def start(self):
        return 0

    def moves(self, state):
        return range(4)

    def play(self, state, move):
        level = state // 10_000_000 + 1
        return level * 10_000_000 + (state % 10_000_000 * 3 + move * 7 + 1) % self.width

    def outcome(self, state):
        if state // 10_000_000 == 30 or state % 17 == 3:
            return Value.LOSS if state % 3 else Value.DRAW
        return None

    def tier(self, state):
        return state // 10_000_000 // self.apart

def peak():
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))

folder, memory, width, apart = sys.argv[1], *map(int, sys.argv[2:])
try:
    solve_into(Wide(width, apart), folder, memory=memory, method="compiled")
    print("solved", peak())
except MemoryBudgetError as error:
    print(error.least, peak(), error)
'''


def budgeted(folder: Path, memory: int, width: int, apart: int) -> list[str]:
    program = folder.parent / "wide.py"
    program.write_text(WIDE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(program), *map(str, (folder, memory, width, apart))],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": SOURCES}, check=True,
    )  # fmt: skip
    return [word.strip() for word in done.stdout.split(maxsplit=2)]


needs_proc = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux")


@needs_proc
def test_the_budget_holds(tmp_path: Path) -> None:
    """The peak of a real process, all of it: three million states in 350 MB."""
    answer, peak = budgeted(tmp_path / "folder", 350_000_000, 150_000, 1)
    assert answer == "solved"
    assert int(peak) <= 350_000_000


@needs_proc
def test_a_budget_that_is_too_small_names_one_that_does(tmp_path: Path) -> None:
    """A tier of a third of all states does not fit; a tenth more than the least that is named
    does, and holds: from the beginning, and on from what is explored."""
    least, peak, sentence = budgeted(tmp_path / "explored", 310_000_000, 400_000, 11)
    assert "the game does not fit a budget of 310M; the least that would do is about" in sentence
    assert int(peak) <= 310_000_000 * 1.1
    assert has_progress(tmp_path / "explored")
    enough = int(least) * 110 // 100
    for folder in (tmp_path / "explored", tmp_path / "fresh"):
        answer, peak, *_ = budgeted(folder, enough, 400_000, 11)
        assert answer == "solved"
        assert int(peak) <= enough
    assert contents(tmp_path / "explored") == contents(tmp_path / "fresh")


def test_the_disk_says_how_many_states_a_solve_into_a_folder_may_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory for few states is no reason to refuse a game that its files would hold."""
    from perfectplay.assembly import solve as solving
    from perfectplay.assembly.folder.sink import FolderSink
    from perfectplay.games.connect_four import ConnectFour

    monkeypatch.setattr(solving, "COMPILED_BYTES", solving.available_bytes() // 3_000_000)
    game = ConnectFour(5, 4)
    assert len(solving.solve(game, symmetries=False, folder=tmp_path / "a")) == 3_945_711
    with monkeypatch.context() as patch:
        patch.setattr(FolderSink, "states_on_disk", 0)
        with pytest.raises(EndlessGameError, match="the default limit of"):
            solving.solve(game, symmetries=False, folder=tmp_path / "b")
