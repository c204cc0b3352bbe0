"""Budgets of memory that the verifier refuses, or that do not suffice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from damaged_solutions import GAMES, damaged
from perfectplay import solve, verify
from perfectplay.cli.main import run
from perfectplay.core import process_memory
from perfectplay.core.errors import MemoryBudgetError
from perfectplay.verifier.stored import verify_room
from perfectplay.verifier.stored.verify_room import VerifyRoom
from perfectplay.verifier.sweep import walking
from stored_by_hand import write
from stored_pieces import Sets
from verify_modes import told


def test_a_budget_below_the_least(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is refused before any state is read, and the least that is named will do."""
    folder = write(tmp_path / "f", GAMES["levels"])
    for module in (process_memory, verify_room):
        monkeypatch.setattr(module, "resident_bytes", lambda trimmed=True: 250_000_000)
    monkeypatch.setattr(verify_room, "bytes_beside", lambda copies: 0)
    with pytest.raises(MemoryBudgetError, match="the verification of this solution") as raised:
        verify(folder, sample=5, memory=310_000_000)
    least = raised.value.least
    assert 310_000_000 < least < 600_000_000
    assert verify(folder, sample=5, memory=least).ok


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", list(GAMES))
def test_a_small_solution_that_does_not_fit(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The interpreter checks all states in any case; of a wrong one other problems may be named."""
    folder = write(tmp_path / "f", damaged(GAMES[name], 1000 * len(name) + seed))
    whole = verify(folder)
    monkeypatch.setattr(VerifyRoom, "walk_bytes", lambda *_: 10**15)
    found = verify(folder, memory=process_memory.resident_bytes() + 500_000_000)
    assert (found.ok, found.how, found.sampled) == (whole.ok, "interpreted", found.states)
    if whole.ok:
        assert told(found) == told(whole)


def test_a_walk_that_does_not_fit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Numbers are checked by a sweep instead; for texts there is nothing else."""
    monkeypatch.setattr(verify_room, "WALK_STATE", 10**8)
    monkeypatch.setattr(verify_room, "WALK_CLASS", 10**8)
    folder = write(tmp_path / "f", GAMES["levels"])
    budget = process_memory.resident_bytes() + 400_000_000
    assert verify(folder, memory=budget).how == "interpreted"
    texts = tmp_path / "texts"
    solve(Sets(6), folder=texts)
    assert verify(texts, Sets(6)).ok
    with pytest.raises(MemoryBudgetError, match="the least that would do") as raised:
        verify(texts, Sets(6), memory=budget)
    assert verify(texts, Sets(6), memory=raised.value.least + 50_000_000).ok


def test_a_walk_that_grows_beyond_its_budget(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(walking, "WATCHED", 3)
    solve(Sets(6), folder=tmp_path / "f")
    memory = process_memory.resident_bytes() + 300_000_000
    with monkeypatch.context() as patch:
        patch.setattr(verify_room, "resident_bytes", lambda trimmed=True: memory * (not trimmed))
        with pytest.raises(MemoryBudgetError, match="it takes more than"):
            verify(tmp_path / "f", Sets(6), memory=memory)


def test_a_process_that_is_larger_than_its_budget(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = write(tmp_path / "f", GAMES["levels"])
    monkeypatch.setattr(process_memory, "resident_bytes", lambda: 512_000_000)
    sentence = "this process holds 512M before the verification begins"
    with pytest.raises(MemoryBudgetError, match=sentence):
        verify(folder, memory=400_000_000)


@pytest.mark.parametrize(
    ("memory", "error", "sentence"),
    [
        (0, ValueError, "memory"),
        (-5, ValueError, "memory"),
        (1.5, TypeError, "memory"),
        (1_000_000, MemoryBudgetError, "too small for any game"),
    ],
)
def test_budgets_that_make_no_sense(
    memory: Any, error: type[Exception], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=sentence):
        verify(write(tmp_path / "f", GAMES["levels"]), memory=memory)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = str(write(tmp_path / "f", GAMES["levels"]))
    assert run(["verify", folder, "--memory", "20G"]) == 0
    assert ": right" in capsys.readouterr().out
    for size, sentence in (("lots", "is not a size of memory"), ("1M", "too small for any game")):
        assert run(["verify", folder, "--memory", size]) == 2
        assert sentence in " ".join(capsys.readouterr().err.split())
