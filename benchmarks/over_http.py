"""The section of the server: a record over HTTP, and many of them a second."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

from benchmarks.load import Latencies
from benchmarks.measure import ROOT, TaskError
from benchmarks.table import Row
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_game

RATE = 500
"""Requests a second that are to be held."""

CONNECTIONS = 32


def http(bench: Any) -> Iterator[Row]:
    """A record from memory and from a folder, and a minute of many requests."""
    width = 4 if bench.quick else 6
    seconds = 1.0 if bench.quick else 10.0
    with TemporaryDirectory() as folder:
        place = f"{folder}/four"
        task: dict[str, Any] = {"kind": "integers", "parameters": {"width": width, "height": 4}}
        bench.measure("warming", **task)
        states = bench.measure("storing", **task, folder=place, max_states=10**9).facts["states"]
        with _server([sys.executable, "-m", "benchmarks.bare_server"], bench.kept) as bare:
            alone = bare.loaded(["/"], seconds=seconds / 4, connections=1)
            most = bare.loaded(["/"], seconds=seconds / 4, connections=CONNECTIONS)
        serve = [sys.executable, "-m", "perfectplay", "serve", "tic_tac_toe", place, "--port", "0"]
        with _server(serve, bench.kept) as served:
            yield from _rows(bench, served, states, f"connect_four;width={width}", alone, most)


def _rows(
    bench: Any, served: _Server, states: int, stored: str, alone: Latencies, most: Latencies
) -> Iterator[Row]:
    full = not bench.quick
    seconds = 1.0 if bench.quick else 10.0
    section = f"HTTP: one answer after the other, on disk {states:,} states"
    limit = f"a server that says nothing, {_milliseconds(alone.median)}"
    yield Row(section, "bare server", alone.median, note=_spread(alone))
    memory = targets("tic_tac_toe", "tic_tac_toe", {}, "position")
    disk = targets(stored, "connect_four", dict(re.findall(r"(\w+)=(\d+)", stored)), "position")
    plays = targets("tic_tac_toe", "tic_tac_toe", {}, "play")
    for name, asked, wanted in (
        ("a record, in memory", memory, 0.005),
        ("a record, on disk", disk, 0.020),
        ("a play, drawn", plays, None),
    ):
        served.loaded(asked[:20], seconds=0.5, connections=1)  # it opens what it has not yet
        found = served.loaded(asked, seconds=seconds, connections=1)
        yield Row(
            section, name, found.median, wanted_seconds=wanted if full else None,
            reached=None if found.errors == 0 else False, limit=limit, note=_spread(found),
        )  # fmt: skip
    lasting = 2.0 if bench.quick else 60.0
    mixed = [*memory[:1_000], *disk[:1_000]]
    found = served.loaded(mixed, seconds=lasting, connections=CONNECTIONS, rate=RATE)
    rate = found.answered / found.seconds
    yield Row(
        f"HTTP: {RATE} records a second for {lasting:g} s, half of them on disk",
        f"{rate:.0f} answers a second, {found.errors} errors", found.median, served.peak(),
        reached=None if bench.quick else found.errors == 0 and rate >= RATE * 0.99,
        limit=f"a server that says nothing, {most.answered / most.seconds:,.0f} a second",
        note=_spread(found),
    )  # fmt: skip
    top = served.loaded(mixed, seconds=seconds, connections=CONNECTIONS)
    yield Row(
        f"HTTP: as fast as it can, {CONNECTIONS} connections",
        f"{top.answered / top.seconds:,.0f} answers a second", top.median, served.peak(),
        note=_spread(top),
    )  # fmt: skip


class _Server:
    """A server that runs: its port and its process."""

    def __init__(self, process: subprocess.Popen[str], environment: dict[str, str]) -> None:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
        if found is None:
            raise TaskError("the server has not told its address")
        self.port = int(found[1])
        self._process = process
        self._environment = environment

    def loaded(self, asked: Sequence[str], **how: Any) -> Latencies:
        """What a load says of it; it is made by a process of its own."""
        load = json.dumps({"port": self.port, "targets": list(asked), **how})
        command = [sys.executable, "-m", "benchmarks.load"]
        done = subprocess.run(
            command, input=load, stdout=subprocess.PIPE, text=True, check=False, cwd=ROOT,
            env=self._environment,
        )  # fmt: skip
        if done.returncode:
            raise TaskError(f"benchmarks.load ended with {done.returncode}")
        return Latencies(**json.loads(done.stdout))

    def peak(self) -> int | None:
        """The most memory that it has held."""
        try:
            told = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        except OSError:
            return None
        return int(re.search(r"VmHWM:\s+(\d+)", told)[1]) * 1024  # type: ignore[index]


@contextmanager
def _server(command: list[str], kept: dict[str, str]) -> Iterator[_Server]:
    """A server, until it is no longer needed."""

    paths = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    environment = {**os.environ, **kept, "PYTHONPATH": paths}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
    )
    try:
        yield _Server(process, environment)
    finally:
        process.terminate()
        process.wait(10)


def targets(id: str, name: str, given: dict[str, str], what: str, count: int = 2_000) -> list[str]:  # noqa: A002
    """Requests about positions that random plays reach, from the start to the end of a play.

    >>> targets("nim", "nim", {}, "position", 2)[0].startswith("/api/games/nim/position")
    True
    """
    assert name in GAMES
    rules, draws, found = CheckedGame(load_game(name, given)), random.Random(3), []
    for _ in range(count):
        state, moves = rules.start(), []
        for _ in range(draws.randrange(16)):
            options = rules.position(state).options
            if not options:
                break
            move, state = draws.choice(options)
            moves.append(("move", rules.move_text(move)))
        query = f"?{urlencode(moves)}" if moves else ""
        found.append(f"/api/games/{quote(id)}/{what}{query}")
    return found


def _spread(found: Latencies) -> str:
    """How the times lie, and whether all were answered."""
    times = [_milliseconds(found.p90), _milliseconds(found.p99), _milliseconds(found.worst)]
    said = f"90% within {times[0]}, 99% {times[1]}, all {times[2]}; {found.answered:,} answers"
    return said + (f", {found.errors} errors" if found.errors else "")


def _milliseconds(seconds: float) -> str:
    """
    >>> _milliseconds(0.00123), _milliseconds(0.0421)
    ('1.23 ms', '42.1 ms')
    """
    return f"{seconds * 1000:.3g} ms"
