"""Large parameters in a request: what a game takes decides, not the size of a number."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

pytest.importorskip("fastapi")

from perfectplay.core.errors import ParameterError
from perfectplay.web import catalogue as catalogues
from perfectplay.web import game_trial
from perfectplay.web.catalogue import Catalogue
from perfectplay.web.cli_targets import offers_of
from rest_client import Client

pytestmark = pytest.mark.skipif(not game_trial.can_try(), reason="no trial on this system")

GAMES = '''
import time
from dataclasses import dataclass
from perfectplay import Game, Value


@dataclass(frozen=True)
class Row(Game):
    """A row of cells as large as one likes; one of three is taken at a time."""

    cells: int = 3
    slow: int = 0
    share: float = 0.5

    def start(self):
        if self.slow > 1_000:
            while True:
                pass
        return (0,) * self.cells

    def moves(self, state):
        return [i for i in range(min(3, self.cells)) if not state[i]]

    def play(self, state, move):
        return state[:move] + (1,) + state[move + 1:]

    def outcome(self, state):
        return Value.LOSS if all(state[:3]) else None
'''


@pytest.fixture
def rows(tmp_path: Path) -> Catalogue:
    path = tmp_path / "row.py"
    path.write_text(GAMES)
    return Catalogue(offers_of([str(path)]))


@pytest.mark.parametrize(
    "id",
    ["three_rocks;left=1001", "three_rocks;left=5000;right=7", "subtraction;stones=2000000000"],
)
def test_large_numbers_in_small_rules_are_served(id: str) -> None:  # noqa: A002
    client = Client("three_rocks", "subtraction")
    assert client.ok(f"/api/games/{id}")["id"] == id
    client.close()


def test_a_large_game_is_solved_where_it_fits() -> None:
    client = Client("subtraction")
    record = client.ok("/api/games/subtraction;stones=1200/position")
    assert record["text"] == "1200"
    client.close()


def test_what_is_too_large_is_refused_before_the_server_makes_it(rows: Catalogue) -> None:
    with open("/proc/self/statm", encoding="ascii") as file:
        before = int(file.read().split()[0])
    for cells in (10**9, 10**12, 2**63 - 1):
        with pytest.raises(ParameterError, match="too large for a request"):
            rows.get(f"row;cells={cells}")
    with open("/proc/self/statm", encoding="ascii") as file:
        grown = (int(file.read().split()[0]) - before) * os.sysconf("SC_PAGE_SIZE")
    assert grown < game_trial.MEMORY
    assert rows.get("row;cells=2000").game.cells == 2000


def test_rules_that_do_not_begin_are_refused(
    rows: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_trial, "SECONDS", 0.5)
    began = time.monotonic()
    with pytest.raises(ParameterError, match="too large for a request"):
        rows.get("row;slow=1001")
    assert time.monotonic() - began < 60
    # and remembered: no second trial
    monkeypatch.setattr(catalogues, "is_light", lambda make: pytest.fail("tried again"))
    with pytest.raises(ParameterError, match="too large for a request"):
        rows.get("row;slow=1001")


@pytest.mark.parametrize(
    "value", ["1e300", "-1e300", "inf", "-inf", "nan", "1e19", str(2**63), "9" * 5000]
)
def test_numbers_that_are_none(rows: Catalogue, value: str) -> None:
    for name in ("share", "cells"):
        with pytest.raises(ParameterError) as refused:
            rows.get(f"row;{name}={value}")
        assert len(str(refused.value)) < 500


@pytest.mark.parametrize("value", ["-1001", "-9223372036854775807"])
def test_negative_numbers_are_what_the_rules_make_of_them(rows: Catalogue, value: str) -> None:
    assert str(rows.get(f"row;slow={value}").game.slow) == value


def test_games_with_very_many_moves_are_no_request() -> None:
    with pytest.raises(ParameterError, match="too large for a request"):
        Catalogue(offers_of(["nim"])).get("nim;rows=1000000000")


def test_where_nothing_can_be_tried_large_numbers_are_refused(
    rows: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "can_try", lambda: False)
    with pytest.raises(ParameterError):
        rows.get("row;cells=1001")
    assert rows.get("row;cells=1000").game.cells == 1000
