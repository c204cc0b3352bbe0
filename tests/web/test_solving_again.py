"""Solves on request whose folders were spoiled, or made by somebody else, since they were looked
at."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from perfectplay.core.errors import DamagedError, NoSolutionError, StoreError
from perfectplay.game.game import Game
from perfectplay.games.nim import Nim
from perfectplay.registry.address import load_game
from perfectplay.solver.estimate.interval import Interval
from perfectplay.solver.estimate.plan import SolvePlan, plan
from perfectplay.solver.resume import solve_into
from perfectplay.web import game_session as served_module
from perfectplay.web.catalogue import Catalogue, OfferedGame
from perfectplay.web.game_session import GameSession, NotSolvedError
from perfectplay.web.solving import RequestedSolves, worker
from perfectplay.web.solving.solve_folders import folder_name
from perfectplay.web.solving.task import task_for
from solves_watched import file_with, waited

pytest.importorskip("pyarrow")
pytest.importorskip("fastapi")

ID = "nim;rows=2,3"
GAME = Nim(rows=(2, 3))


@pytest.fixture
def solves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(served_module, "small_solution", lambda game: None)
    with RequestedSolves(tmp_path / "kept") as made:
        yield made


def solved(solves: RequestedSolves) -> Path:
    folder = solves.folder / folder_name(ID, GAME)
    solves.folder.mkdir(exist_ok=True)
    solve_into(GAME, folder)
    return folder


def served_of(solves: RequestedSolves) -> GameSession:
    return Catalogue([OfferedGame("nim", Nim, {"rows": (2, 3)})], solves).get(ID)


def spoil(folder: Path) -> None:
    for file in folder.glob("*.parquet"):
        file.write_bytes(b"?" * file.stat().st_size)


@pytest.mark.parametrize("how", [spoil, shutil.rmtree])
def test_what_was_spoiled_is_solved_again_when_it_is_asked_for(
    solves: RequestedSolves, how
) -> None:
    folder, served = solved(solves), served_of(solves)
    assert served.status == "solved"
    how(folder)
    with pytest.raises((DamagedError, NoSolutionError)) as raised:
        served.ask(lambda solution: solution.probe(solution.start))
    assert (served.status, served.failure) == ("failed", str(raised.value))
    assert served.summary() is None
    begun = served.begin()
    assert begun is not None
    assert begun.state == "solving"
    with pytest.raises(NotSolvedError, match="is being solved"):
        served.ask(len)
    assert waited(solves, ID).state == "solved"
    assert served.ask(lambda solution: str(solution.probe(solution.start).value)) == "win"
    assert served.status == "solved"
    assert served.begin() is None
    assert folder.with_name(f"{folder.name}.damaged").exists() == (how is spoil)


def test_what_another_server_has_solved_meanwhile_is_found(solves: RequestedSolves) -> None:
    served = served_of(solves)
    assert served.status == "unsolved"
    solved(solves)
    begun = served.begin()
    assert begun is not None
    assert begun.state == "solved"
    assert served.status == "solved"


def test_a_folder_that_was_given_is_not_solved_again(
    solves: RequestedSolves, tmp_path: Path
) -> None:
    folder = tmp_path / "given"
    solve_into(GAME, folder)
    spoil(folder)
    served = GameSession("nim", "nim", GAME, folder, solves)
    with pytest.raises(StoreError):
        served.ask(lambda solution: solution.probe(solution.start))
    with pytest.raises(StoreError):
        served.summary()
    assert not served.spoiled


STRINGS = '''
from perfectplay import Game, Value

class Strings(Game):
    """Level by level, and in time to be told nobody knows how many."""

    def start(self):
        return "0-0"

    def moves(self, state):
        return range(3)

    def play(self, state, move):
        level, place = map(int, state.split("-"))
        return f"{level + 1}-{(place * 3 + move) % 4000}"

    def outcome(self, state):
        return Value.LOSS if state.startswith("30-") else None
'''


class Sent(list):
    def send(self, **message) -> None:
        self.append(message)


def test_a_solve_that_nobody_can_foretell_has_its_time(tmp_path: Path, monkeypatch) -> None:
    def without_end(game: Game, **given: Any) -> SolvePlan:
        return replace(plan(game, **given), seconds=Interval(0.1, 1.0, None))

    monkeypatch.setattr("perfectplay.solver.estimate.plan.plan", without_end)
    monkeypatch.setattr(worker, "refusal", lambda *_: None)
    game = load_game(str(file_with(tmp_path / "strings.py", STRINGS)))
    task = replace(task_for(game, None, tmp_path / "kept"), memory=10**10, longest=0)
    sent = Sent()
    sentence = worker.ended(task, sent)
    assert sentence["end"] == "refused"
    assert "states were found, and it was not solved within 0 seconds" in sentence["sentence"]
    assert not any("estimate" in message for message in sent)  # a lower bound is no estimate
    assert worker.ended(replace(task, longest=600), sent) == {"end": "solved", "sentence": ""}
