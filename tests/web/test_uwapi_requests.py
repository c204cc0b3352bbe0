"""UWAPI: errors, pages of other sites, and names of positions."""

from __future__ import annotations

import pytest

from perfectplay.web.uwapi.uwapi_answers import position_name, read_position_name
from rest_client import Client


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("/uwapi/chess/", 404, "no game 'chess' is served here; /uwapi/ lists them"),
        ("/uwapi/chess/regular/", 404, "no game 'chess'"),
        ("/uwapi/three_rocks/left=x/", 404, "left"),
        ("/uwapi/three_rocks/regular/positions/?p=", 422, "it begins with 1_ or 2_"),
        ("/uwapi/three_rocks/regular/positions/?p=3_1,1", 422, "it begins with 1_ or 2_"),
        ("/uwapi/three_rocks/regular/positions/?p=1_x", 422, "2 whole numbers"),
        ("/uwapi/three_rocks/regular/positions/?p=1_99,1", 404, "99"),
        (
            "/uwapi/three_rocks/regular/positions/?p=1_" + "=ED=A0=80",
            422,
            "expected 2 whole numbers",
        ),
        (
            "/uwapi/three_rocks/regular/positions/?p=1_" + "9" * 5000,
            422,
            "expected 2 whole numbers",
        ),
        ("/uwapi/tic_tac_toe/regular/instructions/", 404, "no game"),
    ],
)
def test_errors_are_read_by_the_front_end(path: str, status: int, expected: str) -> None:
    client = Client("three_rocks", uwapi=True)
    answer = client.get(path)
    assert answer.status_code == status
    assert set(answer.json()) == {"error"}
    assert expected in answer.json()["error"]
    client.close()


def test_it_is_answered_on_demand_alone() -> None:
    client = Client("three_rocks")
    assert client.get("/uwapi/").status_code == 404
    client.close()


ORIGIN = "https://uni.example.org"


def test_pages_of_other_sites_are_let_in_one_by_one() -> None:
    client = Client("three_rocks", uwapi=True, origins=[ORIGIN])
    cross = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"}
    good = client.request("GET", "/uwapi/", headers={**cross, "origin": ORIGIN})
    assert good.status_code == 200
    assert good.headers["access-control-allow-origin"] == ORIGIN
    assert good.headers["vary"] == "Origin"
    asked = client.request("OPTIONS", "/uwapi/three_rocks/", headers={**cross, "origin": ORIGIN})
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-private-network"] == "true"
    for path, origin, method in [
        ("/uwapi/", "https://evil.example.org", "GET"),
        ("/uwapi/", ORIGIN + ".evil.org", "GET"),
        ("/uwapi/", "null", "GET"),
        ("/api/games", ORIGIN, "GET"),
        ("/uwapiary", ORIGIN, "GET"),
        ("/uwapi/", ORIGIN, "POST"),
    ]:
        refused = client.request(method, path, headers={**cross, "origin": origin})
        assert refused.status_code == 403
        assert "access-control-allow-origin" not in refused.headers
    client.close()


@pytest.mark.parametrize(
    "text", ["", "X O\n.#.", "a/b", "50%=1&2+3", "=2f", "é\x00", "\ud800", "1_"]
)
def test_names_of_positions_are_read_back(text: str) -> None:
    for seat in (0, 1):
        name = position_name(text, seat)
        assert read_position_name(name) == (text, seat)
        assert not set(name) & set("&#+%\n?")
