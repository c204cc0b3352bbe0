"""Judged plays over REST: the answer is that of `annotate --json`, and bad plays are problems."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")

from perfectplay import annotate, solve
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.web.annotation_answers import AccuracyOut, AnnotationOut, JudgedMoveOut, WorthOut
from perfectplay.web.rest_requests import MOST_MOVES
from perfectplay.web.views import STATIC
from rest_client import Client, problem

PLAY = ["1", "2", "5", "3", "9"]
START = "X . .\nO . .\n. . ."


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    client = Client("tic_tac_toe", "kalah", "scoring=yes", "connect_four", "width=7", "height=6")
    yield client
    client.close()


def judged(client: Client, game: str, **body: Any) -> Any:
    found = client.post(f"/api/games/{game}/annotation", body)
    assert found.status_code == 200, found.text
    return found.json()


def refused(client: Client, status: int, kind: str, game: str = "tic_tac_toe", **body: Any) -> str:
    return problem(client.post(f"/api/games/{game}/annotation", body), status, kind)


def test_the_answer_is_that_of_the_command(client: Client) -> None:
    wanted = json.loads(json.dumps(annotate(solve(TicTacToe()), PLAY).as_dict()))
    assert judged(client, "tic_tac_toe", moves=PLAY) == wanted
    assert (wanted["turning_point"], wanted["moves"][1]["mark"]) == (2, "?")
    as_text = judged(client, "tic_tac_toe", text="1. 1 2? {bad} 2. 5 3 3. 9 1-0")
    assert as_text.pop("headers") == {"Result": "1-0"}
    assert as_text["moves"][1].pop("comment") == "bad"
    wanted["moves"][1].pop("comment")
    wanted.pop("headers")
    assert as_text == wanted
    sgf = judged(client, "tic_tac_toe", text="(;PB[Ann];B[1];W[2];B[5];W[3];B[9])")
    assert sgf["accuracy"][0]["player"] == "Ann"
    assert sgf["turning_point"] == 2


def test_the_fields_are_described(client: Client) -> None:
    found = judged(client, "kalah;scoring=yes", moves=["1", "2", "3"])
    assert found.keys() == AnnotationOut.model_fields.keys()
    assert found["moves"][0].keys() == JudgedMoveOut.model_fields.keys()
    assert found["moves"][0]["before"].keys() <= WorthOut.model_fields.keys()
    assert found["accuracy"][0].keys() == AccuracyOut.model_fields.keys()
    AnnotationOut.model_validate(found)
    none = judged(client, "tic_tac_toe", moves=[])
    assert none["summary"] == ["The play is not over after 0 plies."]


def test_a_play_from_a_position(client: Client) -> None:
    found = judged(client, "tic_tac_toe", state=START, moves=["5"])
    assert found["moves"][0]["text"] == START
    header = START.replace("\n", "\\n")
    same = judged(client, "tic_tac_toe", text=f'[From "{header}"]\n5')
    assert same["headers"] == {"From": START}
    assert same["moves"] == found["moves"]


def test_an_illegal_move_is_named(client: Client) -> None:
    sentence = refused(client, 422, "illegal-move", moves=["5", "5"])
    assert sentence.endswith("(move number 2)")
    found = judged(client, "tic_tac_toe", text="1. 5 1\n2. 5 9")
    assert found["error"].startswith("line 2: move '5' is not legal in O . . / . X . / . . .")
    assert len(found["moves"]) == 2
    assert found["error"] in found["summary"][2]


def test_texts_that_are_no_play(client: Client) -> None:
    assert refused(client, 422, "no-play", text="") == "there is no move in the text"
    assert "2 plays" in refused(client, 422, "no-play", text="1 2\n\n3 4")
    assert "line 2: a comment in braces" in refused(client, 422, "no-play", text="1 2\n{ab")
    assert "1,001 moves; at most 1,000" in refused(client, 422, "no-play", text="1 " * 1001)
    assert "leave out" in refused(client, 422, "no-play", text="1", moves=["1"])
    assert "3 rows of 3 cells" in refused(client, 422, "no-state", text='[From "zz"] 5')
    assert "at most 1000 items" in refused(client, 422, "request", moves=["1"] * 1001)
    assert refused(client, 422, "request", text=5)
    body = {"text": "1 " * 40_000}
    problem(client.post("/api/games/tic_tac_toe/annotation", body), 413, "request")


def test_the_page_knows_how_long_a_play_may_be() -> None:
    module = (STATIC / "judging.js").read_text(encoding="utf-8")
    assert f"const MOST = {MOST_MOVES};" in module


def test_a_game_that_is_not_solved(client: Client) -> None:
    sentence = refused(client, 409, "not-solved", "connect_four;width=7;height=6", moves=["4"])
    assert "not solved yet" in sentence
    assert refused(client, 404, "unknown-game", "nim3", moves=[])
