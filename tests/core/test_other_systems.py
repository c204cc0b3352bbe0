"""Systems that are not this one: what exists on Linux alone is not needed, and paths are theirs."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core import fork_pool
from perfectplay.core import process_memory as memory
from perfectplay.core.cache_home import cache_home
from perfectplay.core.fork_pool import can_fork
from perfectplay.tablebase.store import atomic_files
from places import ROOT

POSIX_ONLY = """
import os, signal, subprocess, sys, types
from fcntl import flock
for name in (
    "fcntl", "resource", "grp", "pwd", "termios", "tty", "pty", "readline", "curses", "syslog",
    "_multiprocessing", "_posixshmem",
):
    sys.modules[name] = None
for name in (
    "fork", "forkpty", "posix_spawn", "killpg", "getpgrp", "setsid", "getuid", "sysconf", "nice",
    "sched_getaffinity", "O_NOFOLLOW", "wait4", "waitid", "geteuid", "getgid",
    "pread", "pwrite", "posix_fadvise", "posix_fallocate", "fchmod", "chown", "mkfifo", "sync",
    "getpriority", "setpriority", "getloadavg", "register_at_fork", "O_CLOEXEC", "O_DIRECTORY",
    "O_NONBLOCK", "WNOHANG",
):
    if hasattr(os, name):
        delattr(os, name)
for name in (
    "SIGKILL", "SIGALRM", "alarm", "setitimer", "SIGHUP", "SIGURG", "SIGUSR1", "SIGUSR2", "SIGPIPE",
    "SIGCHLD", "SIGCONT", "SIGWINCH", "pthread_sigmask", "pthread_kill", "sigwait", "siginterrupt",
):
    delattr(signal, name)
def locking(handle, mode, count):
    flock(handle, 6)  # exclusive, without waiting
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
true_open = open
def without_proc(file, *more, **named):
    if str(file).startswith("/proc"):
        raise FileNotFoundError(2, "there is no /proc", str(file))
    return true_open(file, *more, **named)
import builtins
builtins.open = without_proc
"""
"""Takes away, before anything of perfectplay is imported, what Windows does not have."""


def elsewhere(program: str, **more: Any) -> str:
    """What a program prints on a system without the above; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-c", POSIX_ONLY + program],
        capture_output=True, text=True, timeout=600, **more,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_solve_in_memory_needs_nothing_of_posix() -> None:
    said = elsewhere("""
from perfectplay import solve
from perfectplay.games.tic_tac_toe import TicTacToe
solution = solve(TicTacToe())
print(len(solution), solution.value(solution.start), len(solution.best_moves(solution.start)))
""")
    assert said.split() == ["5478", "draw", "9"]


def test_compiled_rules_and_all_cores_do_without(tmp_path: Path) -> None:
    said = elsewhere(
        """
from perfectplay import check_game, solve
from perfectplay.games.nim import Nim
solution = solve(Nim((3, 4, 5)), method="compiled", threads=2)
print(len(solution), solution.value(solution.start), solution.engine)
print(check_game(Nim((3, 4, 5)), max_seconds=5).ok)
""",
        env={**os.environ, "PERFECTPLAY_CACHE": str(tmp_path)},
    )
    assert said.split("\n")[:2] == ["120 win compiled", "True"]


def test_folders_are_written_verified_and_locked_without_posix(tmp_path: Path) -> None:
    said = elsewhere(
        f"""
from perfectplay import Solution, solve, verify
from perfectplay.core.errors import FolderBusyError
from perfectplay.games.nim import Nim
from perfectplay.solver.checkpoint.lock import locked as holding
folder = {str(tmp_path / "nim")!r}
solve(Nim((3, 4)), folder=folder)
print(verify(folder).ok, len(Solution.open(folder)))
from pathlib import Path
with holding(Path({str(tmp_path)!r})):
    try:
        with holding(Path({str(tmp_path)!r})):
            print("held twice")
    except FolderBusyError as error:
        print(error)
"""
    )
    assert said.startswith("True 20\n")
    assert "process is solving into" in said or "process " in said
    assert "held twice" not in said


def test_the_commands_do_without(tmp_path: Path) -> None:
    program = "from perfectplay.cli.entry import main\nmain()"
    for arguments in (["solve", "tic_tac_toe"], ["check", "tic_tac_toe"], ["games"]):
        done = subprocess.run(
            [sys.executable, "-c", POSIX_ONLY + program, *arguments],
            capture_output=True, text=True, timeout=600, cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "unexpected" not in done.stderr


# --- paths ------------------------------------------------------------------------------------


def homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize(
    ("platform", "given", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/some/where"}, Path("/some/where")),
        ("linux", {"XDG_CACHE_HOME": "relative"}, Path.home() / ".cache"),
        ("linux", {}, Path.home() / ".cache"),
        ("darwin", {"XDG_CACHE_HOME": "/some/where"}, Path.home() / "Library/Caches"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local")),
        ("win32", {}, Path.home() / "AppData/Local"),
    ],
)
def test_caches_are_where_the_system_has_them(
    platform: str, given: dict[str, str], expected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert cache_home() == expected


def test_a_user_without_a_home_has_the_folder_of_temporary_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_home() == Path(tempfile.gettempdir())


def test_only_one_module_names_the_folders_of_the_system() -> None:
    named = [
        path.name
        for path in (ROOT / "src").rglob("*.py")
        if any(word in path.read_text("utf-8") for word in ("XDG_CACHE", "~/.cache", '"/tmp'))
    ]
    assert named == ["cache_home.py"]


# --- processes and memory ---------------------------------------------------------------------


def test_processes_are_not_copied_where_that_is_not_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fork_pool.sys, "platform", "darwin")
    assert not can_fork()
    monkeypatch.setattr(fork_pool.sys, "platform", "linux")
    assert can_fork()
    monkeypatch.delattr(os, "fork")
    assert not can_fork()


def test_without_proc_the_memory_is_asked_of_psutil(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psutil")
    available, resident = memory.available_bytes(), memory.resident_bytes()

    def without_proc(file: Any, *more: Any, **named: Any) -> Any:
        if str(file).startswith("/proc/self/statm") or str(file) == "/proc/meminfo":
            raise FileNotFoundError(2, "there is no /proc")
        return opened(file, *more, **named)

    opened = builtins.open
    monkeypatch.setattr(memory, "open", without_proc, raising=False)
    assert abs(memory.resident_bytes() - resident) < 0.3 * resident
    assert abs(memory.available_bytes() - available) < 0.3 * available
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert memory.resident_bytes() == 200 << 20
    assert memory.available_bytes() > 1 << 20


def test_windows_writes_out_what_is_open_for_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags: list[int] = []
    opened = os.open
    monkeypatch.setattr(
        atomic_files.os, "open", lambda path, how: flags.append(how) or opened(path, how)
    )
    file = tmp_path / "part"
    file.write_bytes(b"x")
    atomic_files.sync(file)
    monkeypatch.setattr(atomic_files.os, "name", "nt")
    atomic_files.sync(file)
    assert flags == [os.O_RDONLY, os.O_RDWR]
