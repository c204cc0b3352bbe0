"""Whole commands with all that they write, kept as golden files.

A file of ``golden/`` is one session: the commands are run again, in an empty folder, and what
they write must be as it was. ``pytest tests/cli/test_transcripts.py --rewrite-golden`` (or ``make
golden``) writes what they write now; look at the difference before you keep it.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest

from files_of_sessions import FILES
from perfectplay import solve
from perfectplay.analysis.explain import pool
from perfectplay.cli.main import COMMANDS, run
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.tablebase.store.saving import save
from places import TESTS
from sessions import SESSIONS, Step

GOLDEN = TESTS / "golden"

STORED = {
    "rocks": ThreeRocks(2, 1),
    "broken": ThreeRocks(2, 1),
}
"""Solutions that are stored in folders; a byte of the broken one is another."""


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_is_as_it_was(name, request, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("perfectplay.cli.verbs.check.EVERY", inf)  # a slow machine would say more
    monkeypatch.setattr(pool, "time", SimpleNamespace(perf_counter=lambda: 0.0))  # never too late
    told = "\n".join(_transcript(step, monkeypatch, capsys) for step in SESSIONS[name])
    file = GOLDEN / f"{name}.txt"
    if request.config.getoption("--rewrite-golden"):
        GOLDEN.mkdir(exist_ok=True)
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8"), "if this is meant: make golden"


def test_every_command_has_a_session():
    assert set(COMMANDS) <= set(SESSIONS)


def test_every_golden_file_has_a_session():
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(SESSIONS)


def _transcript(step: Step, monkeypatch, capsys) -> str:
    """The command as typed, both its outputs, and its status where it is not 0."""
    for name in step.needs:
        if name in FILES:
            Path(name).write_text(FILES[name], encoding="utf-8")
        else:
            _store(name)
    monkeypatch.setattr(sys, "stdin", io.StringIO(step.typed))
    # a machine that is busy compiles for longer, and would say so
    monkeypatch.setattr("perfectplay.cli.output.progress_bar.FIRST", 30.0)
    status = run(shlex.split(step.command))
    out, err = capsys.readouterr()
    told = f"$ perfectplay {step.command}\n{_masked(out)}"
    told += "".join(f"stderr: {line}\n" for line in _masked(err).splitlines())
    return told + (f"exit status {status}\n" if status else "")


def _store(name: str) -> None:
    save(solve(STORED[name]), Path(name))
    if name == "broken":
        part = Path(name) / "tier-0-0.parquet"
        content = bytearray(part.read_bytes())
        content[40] ^= 1
        part.write_bytes(content)


def _masked(text: str) -> str:
    """Times and speeds differ from run to run."""
    text = re.sub(r"\d+\.\d\d s(, [\d,.]+ (million )?states/s)?", "<time>", text)
    return re.sub(r'"seconds": [\d.e-]+', '"seconds": <time>', text)
