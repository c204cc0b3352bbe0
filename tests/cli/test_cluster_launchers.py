"""``--cluster`` with Ray and MPI: real processes, the same folder, real kills."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from games_to_store import GAMES, contents, few_at_a_time, solved
from perfectplay import Game
from perfectplay.cli.input.cluster import workers_at
from perfectplay.core.errors import RulesError
from perfectplay.registry.address import load_game
from perfectplay.solver.parts import part_explorer, part_resolver
from places import ROOT
from solves_by_parts import by_parts
from tiered_games import Levelled

pytest.importorskip("pyarrow")
GAME = ("connect_four", "width=5", "height=4")
MPIEXEC = shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("launchers") / "alone"
    begun([sys.executable, "-m", "perfectplay"], "-o", folder).communicate(timeout=300)
    return folder


def begun(command: list[str], *arguments: str | Path) -> subprocess.Popen[str]:
    """A solve of GAME in a process of its own."""
    paths = os.pathsep.join(filter(None, (str(ROOT / "src"), os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [*command, "solve", *GAME, *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip


# --- Ray ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ray() -> Iterator[Executor]:
    pytest.importorskip("ray")
    with workers_at("ray:local?workers=2") as executor:
        yield executor


@pytest.mark.parametrize("game", [*GAMES[:4], Levelled(1, 0)], ids=repr)
def test_the_same_bytes_by_ray(
    game: Game, ray: Executor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(part_explorer, "FEW_KEYS", -1)
    monkeypatch.setattr(part_resolver, "FEW_KEYS", -1)
    solved(game, tmp_path / "alone")
    assert by_parts(tmp_path / "parts", game, executor=ray)
    assert contents(tmp_path / "parts") == contents(tmp_path / "alone")


RULES = """
from perfectplay import Game, Value

class Faulty(Game):
    stuck = Value.LOSS
    def start(self):
        return 100_000
    def moves(self, state):
        return range(1, 4)
    def play(self, state, move):
        return state - move
    def outcome(self, state):
        assert state != 3, "a planted mistake"
        return None
    def tier(self, state):
        return 100_000 - state
"""


def test_a_mistake_in_the_rules_is_told_as_without_ray(
    ray: Executor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not as the traceback of another process."""
    monkeypatch.setattr(part_explorer, "FEW_KEYS", -1)
    text = RULES.replace("100_000", "50")
    (tmp_path / "faulty.py").write_text(text, encoding="utf-8")
    few_at_a_time(monkeypatch)
    with pytest.raises(RulesError, match="a planted mistake") as error:
        solved(load_game(str(tmp_path / "faulty.py")), tmp_path / "folder", executor=ray)
    assert "Traceback" not in str(error.value)
    assert "ray::" not in str(error.value)


def test_workers_of_ray_that_are_killed(alone: Path, tmp_path: Path) -> None:
    """Ray runs their tasks again."""
    pytest.importorskip("ray")
    psutil = pytest.importorskip("psutil")
    command = [sys.executable, "-m", "perfectplay"]
    process = begun(command, "-o", tmp_path / "parts", "--cluster", "ray:local?workers=2")
    killed, end = 0, time.monotonic() + 200
    while process.poll() is None and killed < 5 and time.monotonic() < end:
        with contextlib.suppress(psutil.Error):  # a process that has just ended
            for child in psutil.Process(process.pid).children(recursive=True):
                if "ray::_called" in " ".join(child.cmdline()):
                    child.kill()
                    killed += 1
        time.sleep(0.2)
    out, err = process.communicate(timeout=200)
    assert process.returncode == 0, out + err
    assert killed
    assert contents(tmp_path / "parts") == contents(alone)


# --- MPI ------------------------------------------------------------------------------------------


def mpiexec(processes: int) -> list[str]:
    """The command that starts so many processes, without what they run."""
    if MPIEXEC is None:
        pytest.skip("no mpiexec")
    told = subprocess.run([MPIEXEC, "--version"], capture_output=True, text=True, check=False)
    more = ["--oversubscribe", "--allow-run-as-root"] if "Open MPI" in told.stdout else []
    return [MPIEXEC, "-n", str(processes), *more]


@pytest.fixture(scope="module")
def working_mpi() -> None:
    """Skips on a machine whose MPI cannot start two processes that meet."""
    pytest.importorskip("mpi4py")
    program = "from mpi4py import MPI; assert MPI.COMM_WORLD.allreduce(1) == 2"
    command = [*mpiexec(2), sys.executable, "-c", program]
    try:
        met = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except subprocess.TimeoutExpired:
        pytest.skip("MPI does not start here")
    if met.returncode:
        pytest.skip(f"MPI does not start here: {met.stderr[-300:]}")


def mpi(*arguments: str | Path, processes: int = 3) -> subprocess.Popen[str]:
    return begun([*mpiexec(processes), sys.executable, "-m", "perfectplay"], *arguments)


@pytest.mark.usefixtures("working_mpi")
def test_processes_of_mpiexec(alone: Path, tmp_path: Path) -> None:
    """One that is killed ends them all; the same command goes on."""
    folder = tmp_path / "parts"
    command = ("-o", folder, "--cluster", "mpi")
    process = mpi(*command)
    end = time.monotonic() + 200
    while not list(folder.glob("work/parts-*/*.explored")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.01)
    os.kill(children(process.pid)[-1], signal.SIGKILL)
    process.communicate(timeout=60)
    assert process.returncode != 0
    assert (folder / "work").exists()
    process = mpi(*command)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert out.count("a draw in 20 plies") == 1
    assert "goes on from what an earlier solve has kept here" in err
    assert contents(folder) == contents(alone)


def children(pid: int) -> list[int]:
    psutil = pytest.importorskip("psutil")
    return [child.pid for child in psutil.Process(pid).children(recursive=True)]


@pytest.mark.usefixtures("working_mpi")
def test_mpi_without_workers(tmp_path: Path) -> None:
    """In a process of its own: MPI stays as it is once it has begun."""
    command = [sys.executable, "-m", "perfectplay"]
    process = begun(command, "-o", tmp_path / "x", "--cluster", "mpi")
    _, err = process.communicate(timeout=100)
    assert (process.returncode, err.count("\n")) == (2, 1)
    assert "for four, write: mpiexec -n 5 perfectplay ..." in err
    assert not (tmp_path / "x").exists()
