"""Games that are not solved, over REST: plays without values, and searches of positions."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")

from perfectplay.web import searching
from perfectplay.web.searching import game_searcher, search_job, searches
from perfectplay.web.solving.worker_process import WorkerProcess
from rest_client import Client, problem

C4 = "/api/games/connect_four;width=7;height=6"
WON = list("414641")

ODD = '''
import time
from perfectplay import Game, Value


class Endless(Game):
    """Its rules do not answer in one state."""

    def start(self):
        return 0

    def moves(self, state):
        return ["on", "hang", "raise"]

    def play(self, state, move):
        return {"on": state + 1, "hang": 70_001, "raise": 70_002}[move]

    def outcome(self, state):
        while state == 70_001:
            time.sleep(0.01)
        if state == 70_002:
            raise ZeroDivisionError("raised")
        return Value.DRAW if state > 60_000 else None
'''


@pytest.fixture(scope="module")
def client():
    made = Client("connect_four", "width=7", "height=6", "tic_tac_toe", "chopsticks", "kalah",
                  "scoring=yes", "dots_and_boxes", "subtraction", "stones=30000")  # fmt: skip
    yield made
    made.close()


def searched(client: Client, path: str, **body: Any) -> dict[str, Any]:
    """The answer when the search is over."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        response = client.post(f"{path}/search", body)
        assert response.status_code == 200, response.text
        answer = response.json()
        if answer["stage"] in ("over", "failed"):
            return answer
        time.sleep(0.1)
    raise AssertionError(answer)


def test_a_play_without_values(client) -> None:
    board = client.ok(f"{C4}/board", move=["4", "4", "1"])
    assert [step["move"] for step in board["steps"]] == [None, "4", "4", "1"]
    assert [step["seat"] for step in board["steps"]] == [0, 1, 0, 1]
    assert [step["value"] for step in board["steps"]] == [None] * 4
    assert [move["text"] for move in board["record"]["moves"]] == list("1234567")
    assert board["drawing"].count('class="pp-move pp-plain"') == 7
    over = client.ok(f"{C4}/board", move=[*WON, "4"])
    assert over["record"]["terminal"]
    assert over["steps"][-1]["value"] == "loss"
    assert over["record"]["moves"] == []


def test_points_of_a_play_without_values(client) -> None:
    board = client.ok("/api/games/dots_and_boxes/board")
    play = client.ok("/api/games/dots_and_boxes/play")
    moves: list[str] = []
    while play["record"]["moves"]:
        moves.append(play["record"]["moves"][-1]["text"])
        play, board = (
            client.ok(f"/api/games/dots_and_boxes/{what}", move=moves) for what in ("play", "board")
        )
        same = ("move", "text", "seat", "terminal", "points")
        assert [[step.get(key) for key in same] for step in play["steps"]] == [
            [step.get(key) for key in same] for step in board["steps"]
        ]


def test_a_position_of_the_usual_connect_four_is_proved(client) -> None:
    answer = searched(client, C4, moves=list("4661237137541742"), seconds=20)
    found = answer["found"]
    assert found["done"]
    assert (found["value"], found["remoteness"], found["best"]) == ("win", 3, "2")
    assert found["grade"] == "best"
    assert [move["label"] for move in found["moves"]] == [
        "W3", "W7", "W7", "W9", "W11", "W13", "W15"]  # fmt: skip
    assert answer["drawing"].count('class="pp-move pp-win pp-best"') == 1


def test_the_empty_board_is_bounded_within_the_stated_time(client) -> None:
    answer = searched(client, C4, seconds=1.5)
    assert answer["seconds"] <= 2.5
    found = answer["found"]
    assert found["value"] is None
    assert found["grade"] == "known"
    assert found["words"].startswith("not lost within")
    assert [move["label"] for move in found["moves"]] == ["?"] * 7
    assert found["best"] in "1234567"


def test_what_is_searched_is_what_is_solved(client) -> None:
    for path, moves in (("tic_tac_toe", ["1", "2"]), ("chopsticks", []), ("kalah;scoring=yes", [])):
        found = searched(client, f"/api/games/{path}", moves=moves)["found"]
        record = client.ok(f"/api/games/{path}/position", move=moves)
        assert (found["value"], found["remoteness"]) == (record["value"], record["remoteness"])
        by_text = {move["text"]: move for move in record["moves"]}
        for move in found["moves"]:
            for key in ("value", "remoteness", "best", "keeps"):
                assert move[key] == by_text[move["text"]][key], (path, move)


def test_more_seconds_go_on(client) -> None:
    moves = ["1", "2", "3"]
    first = searched(client, C4, moves=moves, seconds=0.2)
    again = searched(client, C4, moves=moves, seconds=0.2)
    assert first == again  # it is remembered
    more = searched(client, C4, moves=moves, seconds=1)
    assert more["limit"] == 1
    assert more["found"]["nodes"] > first["found"]["nodes"]


def test_a_search_ends_when_the_reader_goes_on(client) -> None:
    """Another position of the same reader does not wait for the one before."""
    ask = lambda moves: client.post(  # noqa: E731
        f"{C4}/search", {"moves": moves, "seconds": 60, "reader": "one"}
    ).json()
    until = time.monotonic() + 60
    while ask([])["stage"] != "searching" and time.monotonic() < until:
        time.sleep(0.05)
    began = time.monotonic()
    until = began + 60
    while (answer := ask(WON))["stage"] == "waiting" or answer["found"] is None:
        time.sleep(0.05)
    assert time.monotonic() - began < 45  # and not after the minute of the first one
    while (answer := ask(WON))["found"]["grade"] != "best" and time.monotonic() < until:
        time.sleep(0.05)
    assert answer["found"]["best"] == "4"
    assert client.catalogue.searches.running <= searches.AT_ONCE


def test_a_search_ends_when_nobody_reads(client, monkeypatch) -> None:
    monkeypatch.setattr(search_job, "LEASE", 0.3)
    job = client.post(f"{C4}/search", {"moves": ["7"], "seconds": 60}).json()
    while job["stage"] != "searching":
        time.sleep(0.05)
        job = client.post(f"{C4}/search", {"moves": ["7"], "seconds": 60}).json()
    searcher = client.catalogue.searches._searchers["connect_four;width=7;height=6"]
    until = time.monotonic() + 20
    while searcher._current is not None and time.monotonic() < until:
        time.sleep(0.05)
    assert searcher._current is None
    assert searcher.idle


def test_few_processes_at_a_time(client) -> None:
    for path in ("connect_four;width=7;height=6", "chopsticks", "kalah;scoring=yes", "tic_tac_toe"):
        client.post(f"/api/games/{path}/search", {"seconds": 1, "reader": path})
        assert client.catalogue.searches.running <= searches.AT_ONCE


def test_bad_searches(client) -> None:
    ask = lambda body, path=C4: client.post(f"{path}/search", body)  # noqa: E731
    assert "legal" in problem(ask({"moves": ["9"]}), 422, "illegal-move")
    assert "number 7" in problem(ask({"moves": [*WON, "0"]}), 422, "illegal-move")
    problem(ask({"state": "what?"}), 422, "no-state")
    for body in ({"seconds": 0}, {"seconds": 61}, {"seconds": "x"}, {"seat": 2}, {"what": 1},
                 {"reader": "x" * 61}, {"moves": ["1"] * 1001}):  # fmt: skip
        assert ask(body).status_code == 422, body
    problem(ask({}, "/api/games/chess"), 404, "unknown-game")
    assert client.get(f"{C4}/search").status_code == 405
    headers = {"origin": "http://elsewhere.example", "content-type": "application/json"}
    foreign = client.request("POST", f"{C4}/search", content="{}", headers=headers)
    assert foreign.status_code == 403
    problem(client.get(f"{C4}/board", state="what?"), 422, "no-state")


def test_rules_that_hang_or_raise(tmp_path: Path, monkeypatch) -> None:
    """A search of such rules ends by itself, with a sentence; the server goes on."""
    monkeypatch.setattr(game_searcher, "SETUP", 3.0)
    monkeypatch.setattr(game_searcher, "GRACE", 1.0)
    ended = WorkerProcess.__exit__
    monkeypatch.setattr(WorkerProcess, "__exit__", lambda *args: (time.sleep(0.5), ended(*args))[1])
    file = tmp_path / "endless.py"
    file.write_text(ODD)
    client = Client(str(file), seconds=1.0)
    try:
        path = "/api/games/endless"
        answer = searched(client, path, moves=[], seconds=1)
        assert answer["stage"] == "failed"
        assert "not answered in time" in answer["sentence"]
        assert client.catalogue.searches.running == 0
        assert client.get("/api/games").status_code == 200
    finally:
        client.close()


def test_a_loop_and_a_deep_game(client, monkeypatch) -> None:
    deep = searched(client, "/api/games/subtraction;stones=30000", seconds=2)
    assert deep["stage"] == "over", deep["sentence"]
    assert deep["found"]["grade"]


def test_the_process_ends_with_the_server() -> None:
    client = Client("connect_four", "width=7", "height=6")
    client.post(f"{C4}/search", {"seconds": 60})
    searching_ = client.catalogue.searches
    until = time.monotonic() + 30
    while searching_.running == 0 and time.monotonic() < until:
        time.sleep(0.05)
    (one,) = searching_._searchers.values()
    while one._process is None and time.monotonic() < until:
        time.sleep(0.05)
    process = one._process.process
    client.close()
    assert process.wait(20) is not None
    assert searching.Searches is searches.Searches
