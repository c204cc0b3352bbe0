"""Solves over HTTP, with a real server that is killed in the middle of one."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from perfectplay.registry.address import load_game
from perfectplay.tablebase.solution import Solution
from perfectplay.web.solving.solve_folders import folder_name
from places import ROOT
from solves_watched import GATED, TIERED, Gate, file_with, wait_until

pytest.importorskip("pyarrow")
pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

SOURCES = str(ROOT / "src")

SERVER = f"""
import sys
from perfectplay.cli.main import run
from perfectplay.web.solving import worker_process
worker_process.PROGRAM = {GATED!r}
sys.exit(run(["serve", *sys.argv[1:], "--port", "0"]))
"""


class Server:
    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process = process
        self.url = url

    def ask(self, path: str, post: bool = False) -> tuple[int, Any]:
        headers = {"content-type": "application/json"}
        asked = urllib.request.Request(
            self.url + path, data=b"{}" if post else None, headers=headers
        )
        try:
            with urllib.request.urlopen(asked, timeout=600) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def waited(self, path: str, until: Callable[[Any], bool]) -> Any:
        end = time.monotonic() + 600
        while not until(told := self.ask(path)[1]):
            assert time.monotonic() < end, told
            time.sleep(0.02)
        return told


@contextmanager
def serving(*words: str) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, *words],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": SOURCES},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://[\w.:]+", line)
        assert found is not None, line
        yield Server(process, found[0])
    finally:
        process.terminate()
        process.wait(600)
        process.stdout.close()


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_a_server_that_is_killed_in_a_solve_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(tmp_path / "gate", monkeypatch)
    gate.let(5)
    file = file_with(tmp_path / "tiered.py", TIERED)
    keep, game = tmp_path / "kept", load_game(str(file))
    words = (str(file), "--keep", str(keep))
    folder = keep / folder_name("tiered", game)
    path = "/api/games/tiered"

    def done() -> int:
        return len(list(folder.glob("tier-*.parquet")))

    with serving(*words) as server:
        assert server.ask(path)[1]["status"] == "unsolved"
        assert server.ask(f"{path}/position")[0] == 409
        status, told = server.ask(f"{path}/solve", post=True)
        assert (status, told["status"]) == (202, "solving")
        assert server.ask(f"{path}/solve", post=True)[0] == 202
        wait_until(lambda: done() >= 5)
        server.process.kill()
    gate.let(10**6)
    with serving(*words) as server:
        before = done()
        assert 5 <= before < 61
        assert server.ask(path)[1]["status"] == "unsolved"
        assert server.ask(f"{path}/solve", post=True)[0] == 202
        server.waited(path, lambda told: told["status"] == "solved")
        record = server.ask(f"{path}/position?state=1,8")[1]
        assert done() == 61
    with serving(*words) as server:  # and another one finds it
        assert server.ask(path)[1]["status"] == "solved"
        assert server.ask(f"{path}/solve", post=True)[0] == 200
        assert server.ask(f"{path}/position?state=1,8")[1] == record
    solution = Solution.open(folder, game)
    assert record == json.loads(json.dumps(solution.probe((1, 8)).as_dict()))


def test_what_cannot_be_solved_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Gate(tmp_path / "gate", monkeypatch)
    levels = TIERED.replace("levels: int = 60", "levels: int = 61")
    bad = levels.replace("return range(3)", "return [0, 1, 2][state[0] // 40 :]").replace(
        "if state[0] < self.levels:", "if state[0] > 50: raise KeyError('lost')\n        if True:"
    )
    files = [file_with(tmp_path / "bad.py", bad), file_with(tmp_path / "gone.py", levels)]
    with serving(*map(str, files), "--keep", str(tmp_path / "kept"), "--longest", "60") as server:
        files[1].unlink()
        for name, said in (("bad", "Tiered.outcome raised KeyError: 'lost'"), ("gone", "no file")):
            assert server.ask(f"/api/games/{name}/solve", post=True)[0] == 202
            told = server.waited(
                f"/api/games/{name}", lambda told: told["status"] not in ("solving", "waiting")
            )
            assert told["status"] == "failed"
            assert said in told["detail"]
            assert server.ask(f"/api/games/{name}/position")[0] == 409
