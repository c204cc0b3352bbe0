"""A compiler that takes too long for an estimate."""

import json
import sys
import time
from pathlib import Path

import pytest

from estimated_games import TRUTHS
from perfectplay.compiler import load
from perfectplay.compiler.load import RulesToCompile
from perfectplay.core.fork_pool import can_fork
from perfectplay.games.connect_four import ConnectFour
from perfectplay.games.kalah import Kalah
from perfectplay.solver.estimate.forecast import forecast


@pytest.fixture(autouse=True)
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache, and none of the rules that earlier tests of this process compiled."""
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("perfectplay_rules_")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.skipif(not can_fork(), reason="a compiler in this process cannot be given up")
@pytest.mark.parametrize("game", [ConnectFour(5, 4, 3), Kalah(3, 4)], ids=["connect four", "kalah"])
def test_the_interpreter_samples_instead(
    game: ConnectFour | Kalah, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "compile_rules", lambda *_, **__: time.sleep(600))
    found = forecast(game, symmetries=False, seconds=1, compiling=0.2)
    assert found.engine == "compiled"
    assert found.refusal == "the rules were not compiled within 0.2 s: --seconds gives more"
    plain = ", no symmetries" if isinstance(game, ConnectFour) else ""
    truth = json.loads(TRUTHS.read_text())[f"{game!r}{plain}"]["states"]
    assert found.states.low <= truth
    assert found.states.high is None or truth <= found.states.high
    assert found.shape == "tiers"


def test_rules_compiled_in_this_process_are_not_compiled_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ConnectFour(4, 4)
    forecast(game, symmetries=False, seconds=1)
    monkeypatch.setenv("PERFECTPLAY_CACHE", str(tmp_path / "another"))
    assert RulesToCompile(game, symmetries=False).is_kept()
    found = forecast(game, symmetries=False, seconds=1, compiling=1e-9)
    assert (found.refusal, found.engine) == ("", "compiled")


def test_what_was_compiled_is_not_waited_for(capfd: pytest.CaptureFixture[str]) -> None:
    game = ConnectFour(4, 4)
    assert not RulesToCompile(game, symmetries=False).is_kept()
    first = forecast(game, symmetries=False, seconds=1)
    assert RulesToCompile(game, symmetries=False).is_kept()
    assert not RulesToCompile(game, symmetries=True).is_kept()
    # no process is given a moment, and none is needed
    found = forecast(game, symmetries=False, seconds=1, compiling=1e-9)
    assert (first.refusal, found.refusal, found.engine) == ("", "", "compiled")
    assert first.states == found.states
    assert capfd.readouterr().err == ""
