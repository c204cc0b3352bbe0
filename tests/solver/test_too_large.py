"""Games that are far too large are refused with their estimate and the ways out, unless forced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from perfectplay import Game, Value, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import GameTooLargeError
from perfectplay.core.progress import Progress, Reporter
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver.estimate import outlook
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.forecast import forecast
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.outlook import Outlook
from perfectplay.solver.explore import tiers
from perfectplay.solver.explore.memory_watch import MemoryWatch
from perfectplay.solver.memory import FIXED
from perfectplay.solver.state_limits import StateLimits


class BegunError(Exception):
    """The long part of a solve has begun."""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(*_: object) -> None:
        raise BegunError

    monkeypatch.setattr(tiers.TierExplorer, "run", begin)


@pytest.mark.usefixtures("begun")
def test_the_usual_connect_four(capsys: pytest.CaptureFixture[str]) -> None:
    notes: list[str] = []

    def listen(progress: Progress) -> None:
        notes.extend(progress.notes)

    with pytest.raises(GameTooLargeError) as refused:
        solve(ConnectFour(7, 6), progress=listen)
    said = str(refused.value)
    assert "trillion" in said or "billion" in said
    assert "perfectplay search" in said
    assert "now width=7 height=6 length=4" in said
    assert "--force" in said
    assert notes[0].startswith("forecast: ")
    with pytest.raises(BegunError):
        solve(ConnectFour(7, 6), progress=listen, force=True)
    assert run(["solve", "connect_four", "width=7", "height=6"]) == 2
    assert "too large to be solved here" in capsys.readouterr().err


@pytest.mark.usefixtures("begun")
def test_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "x"
    assert run(["solve", "connect_four", "width=7", "height=6", "-o", str(folder)]) == 2
    assert "too large to be solved here" in capsys.readouterr().err
    assert not folder.exists()


def told(monkeypatch: pytest.MonkeyPatch, states: Interval, **means: object) -> list[str]:
    """The notes on a game of so many states. Raises GameTooLargeError."""
    found = forecast(ConnectFour(4, 3))
    large = {"engine": "compiled", "states": states, "moves": states * 3, "every": None}
    size = Estimate(**{**vars(found), **large})
    notes: list[str] = []
    reporter = Reporter(lambda progress: notes.extend(progress.notes))
    given = {"threads": 2, "memory": 10**10, "given": False, "on_disk": 10**10, "force": False}
    monkeypatch.setattr(outlook, "refused", lambda plan: False)
    Outlook(**{**given, **means}).tell(size, reporter, StateLimits(None, 10**9))  # type: ignore[arg-type]
    return notes


def test_what_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    many = Interval.exactly(6e9)
    assert told(monkeypatch, many)
    with pytest.raises(GameTooLargeError, match="6,000,000,000 states do not fit the 500 MB of"):
        told(monkeypatch, many, memory=10**9, on_disk=10**8)
    with pytest.raises(GameTooLargeError, match=r"states take .* to .* years; search"):
        told(monkeypatch, Interval.exactly(6e15), on_disk=10**17)
    assert told(monkeypatch, Interval.exactly(6e15), force=True)


def test_an_estimate_without_an_upper_end_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    notes = told(monkeypatch, Interval(1e6, 1e6, None))
    assert "beyond 1 million states" in notes[0]


class Sets(Game):
    """Rules that are interpreted: a state is the set of the numbers that are left."""

    def start(self) -> frozenset[str]:
        return frozenset(map(str, range(40)))

    def moves(self, state: frozenset[str]) -> list[str]:
        return sorted(state)

    def play(self, state: frozenset[str], move: str) -> frozenset[str]:
        return state - {move, str(int(move) + 1)}

    def outcome(self, state: frozenset[str]) -> Value | None:
        return None if state else Value.LOSS


def test_interpreted_games_have_a_forecast_too() -> None:
    notes: list[str] = []

    class StoppedError(Exception):
        pass

    def listen(progress: Progress) -> None:
        notes.extend(progress.notes)
        if any(line.startswith("plan: ") for line in progress.notes):
            raise StoppedError

    with pytest.raises(StoppedError):
        solve(Sets(), progress=listen)
    assert notes[0].startswith("interpreted, because its states are of type frozenset")
    assert notes[1].startswith("forecast: ")


def test_memory_counts_what_a_process_needs_beside_states() -> None:
    """The low end of what is planned was less than any process holds."""
    watch = MemoryWatch(10**9, base=50_000_000)
    limits, told = StateLimits(None, 10**9, watch=watch), list[Progress]()
    found = Outlook(2, 10**9, given=True, on_disk=10**12, force=False)
    found.tell(forecast(ThreeRocks()), Reporter(told.append), limits)
    planned = re.match(r"plan: about ([0-9]+) MB of memory", told[0].notes[1])
    assert planned is not None, told
    assert int(planned[1]) * 1_000_000 >= watch.base + FIXED - 1_000_000
