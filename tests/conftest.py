"""What all tests share."""

from __future__ import annotations

import contextlib
import io
import random
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from kept_code import forget
from perfectplay import solve
from perfectplay.cli.main import run
from perfectplay.registry.address import load_game
from perfectplay.solver import state_limits
from thinned import mark_thinned
from time_budget import read_seconds, within, write_seconds

collect_ignore = ["data"]

SECONDS = Path(__file__).parent / "seconds.txt"
"""Seconds of a case of each slow test."""

# no deadline: the first call of a kernel compiles it, and a machine may be busy
settings.register_profile("everyday", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("landmarks", max_examples=10_000, deadline=None, print_blob=True)
settings.load_profile("everyday")

# OpenSpiel's Python part brings absl: its handler would close the stream that pytest lends it
with contextlib.suppress(ImportError):
    from absl.logging import get_absl_handler

    get_absl_handler().python_handler.stream = sys.__stderr__

# whether a game is compiled or estimated hangs on its states, not on how busy the machine is
state_limits.COMPILE_SECONDS = state_limits.LONG_SECONDS = 600.0


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Chooses the seed of a run with random examples, unless it is given. Hears Ctrl-C, which a
    shell takes away from what it starts in the background."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    wanted = config.option
    if wanted.record_seconds and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SecondsRecorder())
    if wanted.hypothesis_profile == "landmarks" and wanted.hypothesis_seed is None:
        wanted.hypothesis_seed = str(random.SystemRandom().randrange(2**32))


def pytest_report_header(config: pytest.Config) -> str | None:
    """Says how to run the same examples again."""
    seed = config.option.hypothesis_seed
    return None if seed is None else f"property tests: --hypothesis-seed={seed}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    mark_thinned(items)
    if config.option.budget is not None:
        here = [x for x in items if x.get_closest_marker("landmark") is None]
        kept = within([x.nodeid for x in here], read_seconds(SECONDS), config.option.budget)
        config.hook.pytest_deselected(items=[x for x in items if x.nodeid not in kept])
        items[:] = [x for x in items if x.nodeid in kept]


class SecondsRecorder:
    """Adds up what each case takes, set-up included, and writes `SECONDS` in the end."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        if self.seconds:
            write_seconds(SECONDS, self.seconds)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="write the golden transcripts anew instead of comparing with them",
    )
    parser.addoption(
        "--budget",
        type=float,
        metavar="SECONDS",
        help="of each test run as many cases as take so long (tests/seconds.txt)",
    )
    parser.addoption(
        "--record-seconds", action="store_true", help="measure all tests for tests/seconds.txt"
    )


@pytest.fixture(autouse=True)
def _no_solve_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What a test's solves find out about a game is not known to the next test."""
    monkeypatch.setattr(
        "perfectplay.solver.large_before.our_cache", lambda _: tmp_path_factory.mktemp("large")
    )


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder of one's own for kept code, and nothing of it loaded."""
    folder = tmp_path / "kept"
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(folder))
    forget()
    yield folder
    forget()


@pytest.fixture(scope="module")
def own_code_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder for the compiled code of a module's tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERFECTPLAY_CACHE", str(tmp_path_factory.mktemp("kept")))
        yield


@pytest.fixture
def told(capsys, monkeypatch, tmp_path):
    """Runs a command in an empty folder; gives status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = run(list(arguments))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


@pytest.fixture
def answer(told):
    """The standard output of a command that must succeed and say nothing beside it."""

    def command(*arguments: str, typed: str = "") -> str:
        status, out, err = told(*arguments, typed=typed)
        assert (status, err) == (0, "")
        return out

    return command


@pytest.fixture
def refused(told):
    """The one sentence on standard error of a command that must fail with status 2."""

    def command(*arguments: str, typed: str = "") -> str:
        status, out, err = told(*arguments, typed=typed)
        assert status == 2
        assert out == "" or typed or arguments[0] == "play"
        assert err.startswith("perfectplay: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.removeprefix("perfectplay: ").rstrip("\n")

    return command


@pytest.fixture(autouse=True)
def forget_modules(tmp_path_factory):
    """Forgets the modules that a test imported from its own folder: another may bring a ``helpers``
    of its own."""
    before = set(sys.modules)
    yield
    home = str(tmp_path_factory.getbasetemp())
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(home):
            del sys.modules[name]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small stored solution that no test may change."""
    folder = tmp_path_factory.mktemp("store") / "rocks"
    solve(load_game("three_rocks")).save(folder)
    return folder


@pytest.fixture
def own(small: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(small, tmp_path / "own"))


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Writes a file into the working directory and gives its name."""
    monkeypatch.chdir(tmp_path)

    def write_file(text: str, name: str = "rocks.py") -> str:
        Path(name).write_text(text)
        return name

    return write_file
