"""A server that is told to stop while rules do not answer: it stops, and says no more than that."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import perfectplay

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

SLEEPY = '''
from pathlib import Path
from perfectplay import Game
import time

class Sleepy(Game):
    """Never says what can be done."""

    def start(self):
        return 0

    def moves(self, state):
        Path(__file__).with_name("asked").touch()
        time.sleep(1000)

    play = outcome = lambda *_: None
'''


@pytest.mark.skipif(os.name != "posix", reason="the signals of POSIX")
def test_who_asks_while_a_server_stops_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "sleepy.py").write_text(SLEEPY)
    source = str(Path(perfectplay.__file__).parent.parent)
    command = ["perfectplay", "serve", "sleepy.py", "--port", "0", "--keep", "kept"]
    server = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": source}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert server.stdout is not None
    url = server.stdout.readline().split()[1]
    told: list[Any] = []

    def ask() -> None:
        try:
            urllib.request.urlopen(f"{url}api/games/sleepy/position")
        except urllib.error.HTTPError as error:
            told.append((error.code, json.load(error)["detail"]))

    asking = threading.Thread(target=ask)
    asking.start()
    while not (tmp_path / "asked").exists():
        assert server.poll() is None
        time.sleep(0.01)
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=600)
    asking.join()
    assert (server.returncode, out, err) == (0, "stopped\n", "")
    assert told == [(503, "the server is about to stop; ask again when it is there")]
