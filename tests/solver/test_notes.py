"""A solve whose caller reads no notes makes no estimate for them."""

from __future__ import annotations

import pytest

from perfectplay.core.progress import Progress
from perfectplay.games.connect_four import ConnectFour
from perfectplay.solver.estimate.outlook import Outlook
from perfectplay.solver.options import SolveOptions
from perfectplay.solver.solve import solve_in_memory


@pytest.mark.parametrize(("method", "width"), [("compiled", 4), ("interpreted", 3)])
def test_no_notes_and_no_estimate(method: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Outlook] = []
    monkeypatch.setattr(Outlook, "tell", lambda self, *_: told.append(self))
    monkeypatch.setattr("perfectplay.solver.solve_run.takes_long", lambda states, _: states > 99)
    monkeypatch.setattr("perfectplay.solver.explore.hash_explorer.grows_wide", lambda _: True)
    heard: list[Progress] = []
    counts = set()
    for notes in (False, True):
        options = SolveOptions(method, progress=heard.append, max_states=1_000_000, notes=notes)
        counts.add(solve_in_memory(ConnectFour(width, 4), options).counts.states)
        assert len(told) == notes
    assert counts == {161_029 if width == 4 else 6_000}
    assert heard
