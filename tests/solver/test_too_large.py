"""Games that are far too large are refused with their estimate and the ways out, unless forced."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from perfectplay import Game, Value, solve
from perfectplay.cli.main import run
from perfectplay.core.errors import GameTooLargeError, StateLimitError
from perfectplay.core.progress import Progress, Reporter
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.solver import compiled_solve
from perfectplay.solver.compiled_solve import CompiledSolve
from perfectplay.solver.estimate import outlook, plan
from perfectplay.solver.estimate.basis import Estimate
from perfectplay.solver.estimate.estimate import TOO_SLOW
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


def told(
    monkeypatch: pytest.MonkeyPatch, *looks: Interval, why: str = "", **means: object
) -> list[str]:
    """The notes on a game of so many states, by one look after the other; none is left over.
    Raises GameTooLargeError."""
    found, left = forecast(ConnectFour(4, 3)), list(looks)

    def look(_: float) -> Estimate:
        states = left.pop(0)
        large = {"states": states, "moves": states * 3, "largest": states * 0.05, "speed": 3e7}
        return Estimate(**{**vars(found), **large, "engine": "compiled", "every": None, "why": why})

    notes: list[str] = []
    reporter = Reporter(lambda progress: notes.extend(progress.notes))
    given = {"threads": 2, "memory": 10**10, "given": False, "on_disk": 10**10, "force": False}
    monkeypatch.setattr(outlook, "refused", lambda plan: False)
    monkeypatch.setattr(plan, "resident_bytes", lambda: 200_000_000)  # of a long run: gigabytes
    try:
        Outlook(**{**given, **means}).tell(look, reporter, StateLimits(None, 10**9))  # type: ignore[arg-type]
    finally:
        assert not left
    return notes


def test_what_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    many = Interval.exactly(6e9)
    assert told(monkeypatch, many)
    with pytest.raises(GameTooLargeError, match=r"6,000,000,000 states take about 1.* of memory"):
        told(monkeypatch, many, memory=3 * 10**8)
    with pytest.raises(GameTooLargeError, match="about 30 GB of disk, where 500 MB are free"):
        told(monkeypatch, many, memory=10**9, on_disk=10**8)
    with pytest.raises(GameTooLargeError, match=r"states take .* to .* years; search"):
        told(monkeypatch, Interval.exactly(6e15), on_disk=10**17)
    assert told(monkeypatch, Interval.exactly(6e15), force=True)


SEVEN_BY_SIX = Interval(27e9, 260e9, 2600e9)
"""Estimates of four million moves: of the usual Connect 4 once, and of 5x7, which is feasible."""
FIVE_BY_SEVEN = Interval(1.5e9, 8.3e9, 46e9)


def test_a_range_that_does_not_decide_it_is_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One solve in five of the usual Connect 4 began, since a twentieth of the likely states was
    a little less than what the disk holds."""
    disk = {"on_disk": 72 * 10**9 // 5}
    with pytest.raises(GameTooLargeError, match="140 GB to 13 TB of disk, where 72 GB are free"):
        told(monkeypatch, SEVEN_BY_SIX, **disk)
    wide = Interval(2e9, 20e9, 2600e9)
    with pytest.raises(GameTooLargeError, match="of disk, where 72 GB are free"):
        told(monkeypatch, wide, Interval(7e9, 640e9, 4e12), **disk)
    assert told(monkeypatch, wide, wide, **disk)
    assert told(monkeypatch, FIVE_BY_SEVEN, Interval(3e9, 6e9, 12e9), **disk)
    assert told(monkeypatch, FIVE_BY_SEVEN, on_disk=10**12, memory=3 * 10**10)


def test_very_slow_rules_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closer look would take minutes, in which nothing is solved."""
    assert told(monkeypatch, Interval(1e6, 1e6, None), why=TOO_SLOW)


def test_an_estimate_without_an_upper_end_refuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    open_ended = Interval(1e6, 1e6, None)
    notes = told(monkeypatch, open_ended, open_ended)
    assert "beyond 1 million states" in notes[0]


def test_a_solve_that_nobody_watches_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it turns out to be large: a small one does not pay for an estimate."""
    looks: list[float] = []
    look = CompiledSolve._look

    def counted(*given: Any) -> Any:
        looks.append(given[-1])
        return look(*given)

    monkeypatch.setattr(CompiledSolve, "_look", counted)
    assert len(solve(ConnectFour(4, 4), symmetries=False)) == 161_029
    assert not looks
    monkeypatch.setattr(compiled_solve, "UNWATCHED", 400_000)
    with pytest.raises(GameTooLargeError, match="perfectplay search"):
        solve(ConnectFour(7, 6))
    assert looks[0] == outlook.ROUGH
    looks.clear()
    assert len(solve(ConnectFour(5, 4), symmetries=False)) == 3_945_711
    assert looks == [outlook.ROUGH]
    for way in ({"force": True}, {"max_states": 2_000_000}):
        looks.clear()
        with pytest.raises(StateLimitError):
            solve(ConnectFour(7, 6), **({"max_states": 2_000_000} | way))
        assert not looks


class Sets(Game):
    """Rules that are interpreted: a state is the set of the numbers that are left, with None."""

    def start(self) -> frozenset[str | None]:
        return frozenset([None, *map(str, range(40))])

    def moves(self, state: frozenset[str | None]) -> list[str]:
        return sorted(filter(None, state))

    def play(self, state: frozenset[str | None], move: str) -> frozenset[str | None]:
        return state - {move, str(int(move) + 1)}

    def outcome(self, state: frozenset[str | None]) -> Value | None:
        return None if state > {None} else Value.LOSS


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
    found.tell(lambda _: forecast(ThreeRocks()), Reporter(told.append), limits)
    planned = re.match(r"plan: about ([0-9]+) MB of memory", told[0].notes[1])
    assert planned is not None, told
    assert int(planned[1]) * 1_000_000 >= watch.base + FIXED - 1_000_000
