"""A forecast of a game whose states have keys at first, and none later on.

Kalah with six holes and four seeds is one, where its walkers get far enough.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from perfectplay.compiler.source.not_compilable import NotCompilable
from perfectplay.games.kalah import Kalah
from perfectplay.solver.estimate import forecast as forecast_module
from perfectplay.solver.estimate.forecast import forecast

SAID = "a state needs more than 63 bits; its fields range over 0…22, 0…18, 0…30"


def test_the_rest_is_told_by_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    def beyond(*_: object) -> None:
        raise NotCompilable(SAID)

    prepared = SimpleNamespace(expander=object())
    monkeypatch.setattr(
        "perfectplay.compiler.prepare_rules.prepare_rules", lambda *_, **__: prepared
    )
    monkeypatch.setattr(forecast_module, "_of_compiled", beyond)
    told = forecast(Kalah(6, 4), threads=1, seconds=0.1)
    assert (told.engine, told.refusal) == ("interpreted", SAID)
    assert told.states.low > 0
