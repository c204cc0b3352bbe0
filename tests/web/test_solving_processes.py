"""Servers and workers that are killed in the middle of a solve."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from games_to_store import contents
from perfectplay.registry.address import load_game
from perfectplay.web.solving import RequestedSolves, worker_process
from perfectplay.web.solving.solve_folders import folder_name, is_finished
from places import ROOT
from solves_watched import GATED, TIERED, Gate, file_with, is_gone, wait_until, waited

pytest.importorskip("pyarrow")

SOURCES = str(ROOT / "src")

SERVER = f"""
import sys, time
from pathlib import Path
from perfectplay.registry.address import load_game
from perfectplay.web.solving import RequestedSolves, worker_process
worker_process.PROGRAM = {GATED!r}
kept = RequestedSolves(Path(sys.argv[2]))
kept.start("tiered", load_game(sys.argv[1]))
while kept._jobs["tiered"].worker is None:
    time.sleep(0.001)
print(kept._jobs["tiered"].worker.process.pid, flush=True)
time.sleep(600)
"""


def tiers_done(folder: Path, count: int) -> bool:
    return len(list(folder.glob("tier-*.parquet"))) >= count


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_a_server_and_a_worker_that_are_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "PROGRAM", GATED)
    gate = Gate(tmp_path / "gate", monkeypatch)
    file = file_with(tmp_path / "tiered.py", TIERED)
    game = load_game(str(file))
    with RequestedSolves(tmp_path / "whole") as plain:
        plain.start("tiered", game)
        whole = waited(plain, "tiered")
        assert whole.state == "solved", whole.sentence
    assert len(list(whole.folder.glob("tier-*.parquet"))) == 61
    keep = tmp_path / "kept"
    folder = keep / folder_name("tiered", game)
    # the server is killed: its worker ends by itself
    gate.let(5)
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(file), str(keep)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": SOURCES},
    )  # fmt: skip
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    wait_until(lambda: tiers_done(folder, 5))
    server.kill()
    server.wait()
    server.stdout.close()
    wait_until(lambda: is_gone(worker))
    done = len(list(folder.glob("tier-*.parquet")))
    assert not is_finished(folder, game)
    # the worker is killed: the solve says so, and goes on when asked again
    with RequestedSolves(keep) as kept:
        gate.let(done + 5)
        kept.start("tiered", game)
        wait_until(lambda: tiers_done(folder, done + 5))
        process = kept._jobs["tiered"].worker.process
        assert process is not None
        os.kill(process.pid, signal.SIGKILL)
        status = waited(kept, "tiered")
        assert status.sentence == "the solve was killed (SIGKILL); ask again to go on"
        assert tiers_done(folder, done + 5)
        # the server is stopped in good order
        gate.let(done + 15)
        kept.start("tiered", game)
        wait_until(lambda: tiers_done(folder, done + 15))
        kept.close()
        status = waited(kept, "tiered")
        assert "the server was stopped" in status.sentence
    gate.let(100)
    with RequestedSolves(keep) as kept:
        kept.start("tiered", game)
        assert waited(kept, "tiered").state == "solved"
    assert contents(folder) == contents(whole.folder)
