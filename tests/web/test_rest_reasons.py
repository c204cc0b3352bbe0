"""Reasons over REST: in every state those of ``why``, and sentences for what cannot be asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

pytest.importorskip("fastapi")

from perfectplay import Solution, solve, why
from perfectplay.games.kalah import Kalah
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.web.annotation_answers import FactOut, ReasonOut
from rest_client import Client, problem

GAMES = {
    "three_rocks;left=3;right=2": ThreeRocks(3, 2),
    "tic_tac_toe;width=2": TicTacToe(2, 3),
    "kalah;holes=1;scoring=yes": Kalah(1, scoring=True),
}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    client = Client("three_rocks", "tic_tac_toe", "kalah", "connect_four", "width=7", "height=6")
    yield client
    client.close()


def address(game: str, **query: object) -> str:
    return f"/api/games/{game}/why?{urlencode(query, doseq=True)}"


@pytest.mark.parametrize("name", GAMES)
def test_every_state_and_move(client: Client, name: str) -> None:
    solution: Solution = solve(GAMES[name])
    for state in solution.states():
        record = solution.probe(state)
        for text in (None, *(move.text for move in record.moves)):
            asked = {"state": solution.rules.text(state, None)} | ({"of": text} if text else {})
            found = client.get(address(name, **asked))
            assert found.status_code == 200, found.text
            assert found.json() == json.loads(json.dumps(why(solution, state, text).as_dict()))


def test_the_fields_are_described(client: Client) -> None:
    found = client.get(address("tic_tac_toe", move=["1", "5"], of="2")).json()
    assert found.keys() == ReasonOut.model_fields.keys()
    assert [one.keys() for one in found["facts"]] == [FactOut.model_fields.keys()] * 3
    assert found["facts"][0]["sentence"].startswith("2 draws in ")


def test_what_cannot_be_asked(client: Client) -> None:
    def refused(status: int, kind: str, game: str = "tic_tac_toe", **query: object) -> str:
        return problem(client.get(address(game, **query)), status, kind)

    assert "(move number 2)" in refused(422, "illegal-move", move=["5"], of="5")
    assert "(move number 1)" in refused(422, "illegal-move", move=["x"], of="5")
    assert refused(422, "illegal-move", of="")
    assert "the play is over" in refused(422, "illegal-move", move=list("15293"), of="4")
    assert refused(422, "no-state", state="zz")
    assert refused(404, "unknown-state", state="X X X\nO O O\n. . .")
    assert "no parameter 'if'" in refused(422, "request", **{"if": "5"})
    assert refused(404, "unknown-game", "nim3")
    assert "not solved yet" in refused(409, "not-solved", "connect_four;width=7;height=6")
