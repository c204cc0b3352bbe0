"""What an interpreted solve spends beside the rules: no garbage collection, a short forecast."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from perfectplay import solve
from perfectplay.core.errors import StateLimitError
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver import solve_run
from perfectplay.solver.estimate import forecast
from perfectplay.solver.state_limits import LONG_STATES, takes_long


def test_nothing_is_collected_while_states_are_sorted(monkeypatch: pytest.MonkeyPatch) -> None:
    """States have no cycles, and there are many: the collector took two thirds of the time."""
    seen, real = list[bool](), solve_run.solve_interpreted

    def watched(*args: Any) -> Any:
        seen.append(gc.isenabled())
        return real(*args)

    monkeypatch.setattr(solve_run, "solve_interpreted", watched)
    assert gc.isenabled()
    solve(ConnectFour(3, 4), method="interpreted")
    assert seen == [False]
    assert gc.isenabled()
    with pytest.raises(StateLimitError):
        solve(ConnectFour(3, 4), method="interpreted", max_states=100)
    assert gc.isenabled()
    gc.disable()  # by the caller, whose choice holds
    try:
        solve(ConnectFour(3, 4), method="interpreted")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_forecast_takes_a_share_of_the_time_of_exploring(monkeypatch: pytest.MonkeyPatch) -> None:
    shares, real = list[float](), forecast.forecast_interpreted

    def watched(found: Any, **asked: Any) -> Any:
        seconds = max(solve_run.FORECAST_LEAST, solve_run.FORECAST_SHARE * found.seconds)
        assert asked["share"] * forecast.SOLVE_SECONDS <= seconds * 1.001
        shares.append(asked["share"])
        return real(found, **asked)

    monkeypatch.setattr(forecast, "forecast_interpreted", watched)
    monkeypatch.setattr(solve_run, "takes_long", lambda states, _: states > 2_000)
    solve(ConnectFour(3, 4), method="interpreted", progress=lambda _: None)
    assert 1 <= len(shares) <= 2  # a second one if the first did not decide
    assert max(shares) < 0.5


def test_games_of_a_few_seconds_have_no_forecast() -> None:
    assert not takes_long(LONG_STATES, 1.0)
    assert takes_long(LONG_STATES + 1, 1.0)
