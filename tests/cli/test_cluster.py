"""``solve --cluster``: real processes, a real scheduler of Dask, real kills."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from games_to_store import contents
from perfectplay import Solution
from places import ROOT

pytest.importorskip("pyarrow")
distributed = pytest.importorskip("distributed")
GAME = ("connect_four", "width=5", "height=4")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cluster") / "alone"
    run(*GAME, "-o", folder).communicate(timeout=300)
    return folder


def run(*arguments: str | Path) -> subprocess.Popen[str]:
    """The command line in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "perfectplay", "solve", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )  # fmt: skip


class Cluster:
    """A scheduler and workers, started from their own command lines."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rpartition(":")[2]
        quiet = "--no-dashboard"
        self.scheduler = self._begun("scheduler", "--host", "127.0.0.1", "--port", port, quiet)
        self.workers = [self._worker() for _ in range(2)]

    def _worker(self, *more: str) -> subprocess.Popen[bytes]:
        return self._begun(
            "worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard",
            "--death-timeout", "60", *more,
        )  # fmt: skip

    @staticmethod
    def _begun(*arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip

    def replace_worker(self, *more: str) -> None:
        """Kill one and start another."""
        self.workers[0].kill()
        self.workers = [*self.workers[1:], self._worker(*more)]

    def ended(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    found = Cluster()
    yield found
    found.ended()


def when(reached: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until it is so; the process must not have ended before."""
    while not reached():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def receipts(folder: Path, kind: str) -> int:
    return len(list((folder / "work").glob(f"parts-*/*.{kind}")))


def test_processes_of_this_machine(alone: Path, tmp_path: Path) -> None:
    out, err = run(*GAME, "-o", tmp_path / "parts", "--cluster", "processes:2").communicate(
        timeout=300
    )
    assert "3,945,711" in out
    assert "plan: the workers share the parts of each tier" in err
    [tasks, written] = re.findall(r"^\d workers?: (\d+) tasks, (\S+) MB written,", err, re.M)[0]
    assert int(tasks) > 10
    assert 5 < float(written) < 14  # see tests/solver/estimate/test_cluster_plan.py
    assert contents(tmp_path / "parts") == contents(alone)


def test_workers_that_are_killed_again_and_again(
    cluster: Cluster, alone: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "parts"
    process = run(*GAME, "-o", folder, "--cluster", f"dask:{cluster.address}")
    for kind, count in (("explored", 8), ("explored", 15), ("resolved", 2), ("resolved", 4)):
        when(lambda kind=kind, count=count: receipts(folder, kind) >= count, process)  # type: ignore[misc]
        cluster.replace_worker()
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert contents(folder) == contents(alone)


def test_a_driver_and_then_a_scheduler_that_are_killed(alone: Path, tmp_path: Path) -> None:
    """The same command goes on, with another cluster too."""
    folder, cluster = tmp_path / "parts", Cluster()
    try:
        process = run(*GAME, "-o", folder, "--cluster", f"dask:{cluster.address}")
        when(lambda: receipts(folder, "explored") >= 9, process)
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
        process = run(*GAME, "-o", folder, "--cluster", f"dask:{cluster.address}")
        when(lambda: receipts(folder, "explored") >= 15, process)
        cluster.scheduler.kill()
        _, err = process.communicate(timeout=300)
        assert process.returncode == 2
        last = err.splitlines()[-1]
        assert last.startswith("perfectplay: a task failed on the workers (")
        assert last.endswith("run the same command again to continue")
    finally:
        cluster.ended()
    process = run(*GAME, "-o", folder, "--cluster", "processes:1")
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert "goes on from what an earlier solve has kept here" in err
    assert contents(folder) == contents(alone)


def test_verify_on_the_same_workers(cluster: Cluster, alone: Path, tmp_path: Path) -> None:
    """The answer is that of one process."""

    def answer(*more: str) -> dict[str, object]:
        done = subprocess.run(
            [sys.executable, "-m", "perfectplay", "verify", str(alone), "--json", *more],
            capture_output=True, text=True, timeout=300, check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip
        found: dict[str, object] = json.loads(done.stdout)
        assert float(str(found.pop("seconds"))) > 0
        return found

    wanted = answer()
    stored = len(Solution.open(alone).table)
    assert (wanted["ok"], wanted["states"], wanted["engine"]) == (True, stored, "compiled")
    assert answer("--cluster", f"dask:{cluster.address}") == wanted
    assert answer("--cluster", "processes:2") == wanted


def test_an_audit_finds_a_worker_that_computes_wrongly(
    cluster: Cluster, alone: Path, tmp_path: Path
) -> None:
    """It is named; without it, the same command begins anew."""
    folder = tmp_path / "parts"
    command = (*GAME, "-o", folder, "--cluster", f"dask:{cluster.address}", "--audit", "1/2")
    for _ in range(2):
        cluster.replace_worker("--preload", str(ROOT / "tests/helpers/faulty_worker.py"))
    _, err = run(*command).communicate(timeout=300)
    last = err.splitlines()[-1]
    assert last.startswith("perfectplay: an audit found a wrong result: those of tier-")
    assert any(f":{worker.pid} or this machine" in last for worker in cluster.workers)
    for _ in range(2):
        cluster.replace_worker()
    process = run(*command)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert "begins anew, since files were damaged: an audit found a wrong result" in err
    assert re.search(r"\naudit: this process computed \d+ of these tasks again, with the same", err)
    assert contents(folder) == contents(alone)


@pytest.mark.skipif(not Path("/proc").exists(), reason="how Linux lists processes")
def test_workers_end_with_a_driver_that_is_killed(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    process = run(*GAME, "-o", folder, "--cluster", "processes:2")
    # they begin when they are needed
    when(lambda: receipts(folder, "explored") >= 9 and children_of(process.pid) != [], process)
    workers = children_of(process.pid)
    process.kill()
    process.communicate()
    end = time.monotonic() + 60
    while any(is_running(pid) for pid in workers):
        assert time.monotonic() < end
        time.sleep(0.05)


def stat_of(pid: str) -> list[str]:
    """State, parent and more of a process, as Linux tells them; of one that has ended, nothing."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ["Z", "0"]


def children_of(parent: int) -> list[str]:
    pids = [path.name for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [pid for pid in pids if stat_of(pid)[1] == str(parent)]


def is_running(pid: str) -> bool:
    return stat_of(pid)[0] != "Z"


def test_ctrl_c(alone: Path, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    process = run(*GAME, "-o", folder, "--cluster", "processes:2")
    when(lambda: receipts(folder, "explored") >= 9, process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 2
    assert err.splitlines()[-1].startswith("perfectplay: interrupted")
    assert "Traceback" not in err
    run(*GAME, "-o", folder).communicate(timeout=300)  # without workers, by parts all the same
    assert contents(folder) == contents(alone)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="a terminal reaches a group of processes")
def test_ctrl_c_in_a_terminal_while_workers_begin() -> None:
    """It reaches workers too, which may not have loaded anything yet."""
    text = """
import os, signal, time
from multiprocessing import util
from perfectplay.cli.input.cluster import workers_at
begin = util.spawnv_passfds
def interrupted(*arguments):
    pid = begin(*arguments)
    time.sleep(0.05)
    os.killpg(0, signal.SIGINT)
    return pid
with workers_at("processes:2") as executor:
    util.spawnv_passfds = interrupted
    running = [executor.submit(abs, number) for number in range(-1, -9, -1)]
"""
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=False, timeout=60,
    )  # fmt: skip
    assert done.stderr.splitlines()[-1] == "KeyboardInterrupt"
    assert done.stderr.count("Traceback") == 1
    assert "EOFError" not in done.stderr
