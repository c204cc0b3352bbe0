"""Requests that are wrong, huge or strange: each gets a problem of 4xx with one sentence."""

from __future__ import annotations

import json
import sys

import pytest

from rest_client import Client, problem

GAME = "/api/games/tic_tac_toe"
HUGE = "9" * 5000
DEEP = "(" * 3500


@pytest.fixture(scope="module")
def client():
    client = Client("tic_tac_toe", "connect_four", "spoons", "nim", "three_rocks", "subtraction")
    yield client
    client.close()


WRONG = [
    # games
    ("/api/games/tictactoe", 404, "unknown-game"),
    ("/api/games/chess/position", 404, "unknown-game"),
    ("/api/games/%00", 404, "unknown-game"),
    ("/api/games/%F0%9F%92%A9", 404, "unknown-game"),
    ("/api/games/%FF%FE", 404, "unknown-game"),
    ("/api/games/..%2f..%2fetc%2fpasswd", 404, "request"),
    ("/api/games/..;/position", 404, "unknown-game"),
    ("/api/games/tests%5Cmine.py:Mine", 404, "unknown-game"),
    ("/api/games/os:system", 404, "unknown-game"),
    ("/api/games/misere(nim)", 404, "unknown-game"),
    ("/api/games/hexapawn", 404, "unknown-game"),  # of the library, but not served
    ("/api/games/" + "x" * 5000, 404, "unknown-game"),
    ("/api/games/connect_four;width=999/position", 404, "unknown-game"),
    ("/api/games/connect_four;width=-1", 404, "unknown-game"),
    (f"/api/games/connect_four;width={HUGE}", 404, "unknown-game"),
    ("/api/games/connect_four;width=1e3", 404, "unknown-game"),
    ("/api/games/connect_four;width=", 404, "unknown-game"),
    ("/api/games/connect_four;width", 404, "unknown-game"),
    ("/api/games/connect_four;;", 404, "unknown-game"),
    ("/api/games/connect_four;depth=3", 404, "unknown-game"),
    ("/api/games/connect_four;width=4;width=4", 404, "unknown-game"),
    ("/api/games/subtraction;stones=99999999999999999999", 404, "unknown-game"),
    (f"/api/games/three_rocks;left={10**30}", 404, "unknown-game"),
    (f"/api/games/three_rocks;left=-{10**30}", 404, "unknown-game"),
    ("/api/games/three_rocks;left=1001.5", 404, "unknown-game"),
    ("/api/games/three_rocks;left=nan", 404, "unknown-game"),
    ("/api/games/three_rocks;left=inf", 404, "unknown-game"),
    ("/api/games/tic_tac_toe;__class__=3", 404, "unknown-game"),
    # states
    (f"{GAME}/position?state=", 422, "no-state"),
    (f"{GAME}/position?state=%00%01%02", 422, "no-state"),
    (f"{GAME}/position?state={HUGE}", 422, "no-state"),
    (f"{GAME}/position?state={DEEP}", 422, "no-state"),
    (f"{GAME}/position?state=%ED%A0%80", 422, "no-state"),
    (f"{GAME}/position?state=X+X+X%0AX+X+X%0AX+X+X", 404, "unknown-state"),
    (f"{GAME}/position?state=X+X+.%0A.+.+.%0A.+.+.", 404, "unknown-state"),
    ("/api/games/three_rocks/position?state=11,11", 404, "unknown-state"),
    ("/api/games/three_rocks/position?state=-1,0", 404, "unknown-state"),
    (f"/api/games/three_rocks/position?state={'9' * 4000},1", 404, "unknown-state"),
    (f"/api/games/three_rocks/position?state={HUGE},1", 422, "no-state"),
    ("/api/games/three_rocks/position?state=1,2,3", 422, "no-state"),
    ("/api/games/three_rocks/position?state=True,1", 422, "no-state"),
    ("/api/games/subtraction/position?state=99999999999999999999", 404, "unknown-state"),
    ("/api/games/spoons/position?state=__import__('os')", 422, "no-state"),
    # moves
    (f"{GAME}/position?move=10", 422, "illegal-move"),
    (f"{GAME}/position?move=5&move=5", 422, "illegal-move"),
    (f"{GAME}/play?move=%00", 422, "illegal-move"),
    (f"{GAME}/play?move=" + HUGE, 422, "illegal-move"),
    (f"{GAME}/line?move=" + "1," * 3000, 422, "illegal-move"),
    (f"{GAME}/play?" + "move=1&" * 1001, 422, "request"),
    (f"{GAME}/play?move=1&move=4&move=2&move=5&move=3&move=6", 422, "illegal-move"),
    # parameters
    (f"{GAME}/position?seat=2", 422, "request"),
    (f"{GAME}/position?seat=-1", 422, "request"),
    (f"{GAME}/position?seat={HUGE}", 422, "request"),
    (f"{GAME}/position?seat=first", 422, "request"),
    (f"{GAME}/position?moves=5", 422, "request"),
    (f"{GAME}?verbose=1", 422, "request"),
    (f"{GAME}/line?plies=1001", 422, "request"),
    (f"{GAME}/line?plies=-1", 422, "request"),
    (f"{GAME}/reply?player=human", 422, "no-player"),
    (f"{GAME}/reply?player=/etc/passwd:x", 422, "no-player"),
    (f"{GAME}/reply?player=mine.py:answer", 422, "no-player"),
    (f"{GAME}/reply?player=minimax:99", 422, "no-player"),
    (f"{GAME}/reply?player=slips:1.5", 422, "no-player"),
    (f"{GAME}/reply?player=slips:nan", 422, "no-player"),
    (f"{GAME}/reply?player=skill", 422, "no-player"),
    (f"{GAME}/reply?player=skill:0", 422, "no-player"),
    (f"{GAME}/reply?player=skill:201", 422, "no-player"),
    (f"{GAME}/reply?player=skill:2.5", 422, "no-player"),
    (f"{GAME}/reply?player=resist:a", 422, "no-player"),
    (f"{GAME}/reply?player=random:{'9' * 40}", 422, "no-player"),
    (f"{GAME}/reply?player=" + "x" * 61, 422, "request"),
    ("/api/games/three_rocks/heat-map?x=left&y=left", 404, "no-map"),
    ("/api/games/three_rocks/heat-map?fix=left=99", 404, "no-map"),
    ("/api/games/three_rocks/heat-map?fix=left=1&fix=left=2", 404, "no-map"),
    ("/api/games/three_rocks/heat-map?aggregate=most", 422, "request"),
    # addresses
    ("/api", 404, "request"),
    ("/api/", 404, "request"),
    ("/api/games/", 404, "request"),
    ("/api/games/tic_tac_toe/", 404, "request"),
    ("/api/games//position", 404, "request"),
    ("/api/games/tic_tac_toe/../../static", 404, "request"),
    ("/api/games/tic_tac_toe/position/5", 404, "request"),
    ("/static/../app.py", 404, "request"),
    ("/static/%2e%2e/app.py", 404, "request"),
    ("/static/%2e%2e%2fapp.py", 404, "request"),
    (f"{GAME}/position?state=" + "x" * 9000, 414, "request"),
    ("/" + "a" * 9000, 414, "request"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "status", "kind"), WRONG, ids=lambda v: str(v)[:60])
def test_what_is_wrong_is_a_problem(client, path, status, kind):
    said = problem(client.get(path), status, kind)
    assert len(said) < 20_000


BODIES = [
    (b"", 422),
    (b"{", 422),
    (b"null", 422),
    (b"[]", 422),
    (b"{}", 422),
    (b'{"positions": {}}', 422),
    (b'{"positions": [1]}', 422),
    (b'{"positions": [{"moves": "5"}]}', 422),
    (b'{"positions": [{"moves": [5]}]}', 422),
    (b'{"positions": [{"move": ["5"]}]}', 422),
    (b'{"positions": [{"seat": true}]}', 422),
    (b'{"positions": [{"seat": 2}]}', 422),
    (b'{"positions": [], "more": 1}', 422),
    (b'{"positions": [{"state": 1e999}]}', 422),
    (b'{"positions": [{"seat": ' + b"9" * 5000 + b"}]}", 400),
    # newer versions of Python read as deep, and then miss the end
    (b'{"positions": ' + b"[" * 30_000, 400 if sys.version_info < (3, 14) else 422),
    (json.dumps({"positions": [{}] * 257}).encode(), 422),
    (json.dumps({"positions": [{"moves": ["1"] * 1001}]}).encode(), 422),
    (b"\xff\xfe{}", 422),
    (b"{" + b" " * 65_536, 413),
]


@pytest.mark.parametrize(("body", "status"), BODIES, ids=lambda v: str(v)[:40])
def test_a_wrong_body_is_a_problem(client, body, status):
    headers = {"content-type": "application/json"}
    response = client.request("POST", f"{GAME}/positions", content=body, headers=headers)
    problem(response, status, "request")


def test_a_body_that_does_not_say_its_size_is_counted(client):
    async def parts():
        for _ in range(100):
            yield b" " * 1000

    headers = {"content-type": "application/json"}
    response = client.request("POST", f"{GAME}/positions", content=parts(), headers=headers)
    problem(response, 413, "request")


def test_a_body_of_a_read_is_not_taken(client):
    problem(client.request("GET", "/api/games", content=b"x" * 70_000), 413, "request")


def test_one_wrong_position_of_many_is_a_problem_of_its_own(client):
    asked = [
        {}, {"moves": ["5", "5"]}, {"state": "\ud800"}, {"state": "X"}, {"state": HUGE},
        {"state": "X X .\n. . .\n. . ."}, {"moves": ["5"]},
    ]  # fmt: skip
    headers = {"content-type": "application/json"}
    body = json.dumps({"positions": asked}).encode()  # half a letter as an escape
    told = client.request("POST", f"{GAME}/positions", content=body, headers=headers)
    assert told.status_code == 200
    problems = [one["problem"] and one["problem"]["status"] for one in told.json()["positions"]]
    assert problems == [None, 422, 422, 422, 422, 404, None]
    wrong = told.json()["positions"][1]["problem"]
    assert (wrong["number"], wrong["legal"][:2]) == (2, ["1", "2"])


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"])
def test_a_wrong_method_is_a_problem(client, method):
    headers = {"content-type": "application/json"}
    response = client.request(method, f"{GAME}/position", content=b"{}", headers=headers)
    problem(response, 405, "request")
    assert response.headers["allow"] == "GET"


FOREIGN = [
    ({"host": "evil.example"}, 421),
    ({"host": "localhost.evil.example:8000"}, 421),
    ({"host": "127.0.0.1.evil.example"}, 421),
    ({"host": "128.0.0.1"}, 421),
    ({"host": ""}, 421),
    ({"host": "localhost:8000:80"}, 421),
    ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"}, 403),
    ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
]


@pytest.mark.parametrize(("headers", "status"), FOREIGN, ids=str)
def test_another_site_is_not_answered(client, headers, status):
    problem(client.request("GET", f"{GAME}/position", headers=headers), status, "request")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:8000", "127.0.0.2:8000", "[::1]:80", "[::1]"]
)
def test_this_machine_is_answered(client, host):
    assert client.request("GET", GAME, headers={"host": host}).status_code == 200


def test_a_link_from_another_site_is_followed(client):
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.request("GET", "/docs", headers=headers).status_code == 200


STARTERS = [
    ({"origin": "https://evil.example"}, 403),
    ({"origin": "null"}, 403),
    ({"origin": "http://localhost:9999"}, 403),
    ({"sec-fetch-site": "cross-site"}, 403),
    ({"sec-fetch-site": "same-site"}, 403),
    ({"content-type": "text/plain"}, 415),
    ({"content-type": "application/x-www-form-urlencoded"}, 415),
    ({"content-type": "multipart/form-data; boundary=x"}, 415),
]


@pytest.mark.parametrize(("headers", "status"), STARTERS, ids=str)
def test_another_site_cannot_begin_a_solve(client, headers, status):
    given = {"content-type": "application/json", **headers}
    response = client.request("POST", f"{GAME}/solve", content=b"{}", headers=given)
    problem(response, status, "request")


def test_our_own_page_can(client):
    headers = {
        "content-type": "application/json", "origin": "http://localhost:8000",
        "sec-fetch-site": "same-origin",
    }  # fmt: skip
    response = client.request("POST", f"{GAME}/solve", content=b"{}", headers=headers)
    assert response.status_code == 200
    assert response.json()["status"] == "solved"


def test_every_answer_has_the_headers(client):
    for path in ("/api/games", f"{GAME}/position", "/nothing", "/docs", "/openapi.json"):
        response = client.get(path)
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        policy = response.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self';" in policy
        assert "access-control-allow-origin" not in response.headers


def test_the_page_of_the_description_loads_nothing(client):
    page = client.get("/docs").text
    assert "<script" not in page
    assert "http" not in page.replace("https://www.rfc-editor.org", "")
    for path in client.ok("/openapi.json")["paths"]:
        assert path in page


def test_a_large_game_is_not_solved_at_once(client):
    said = problem(client.get("/api/games/connect_four/position"), 409, "not-solved")
    assert "POST /api/games/connect_four/solve" in said
    problem(client.post("/api/games/connect_four/solve", {}), 409, "refused")
    told = client.ok("/api/games/connect_four")
    assert (told["status"], told["summary"]) == ("unsolved", None)
