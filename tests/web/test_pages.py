"""The pages as the server gives them, without a browser: what they hold, and what they escape."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from places import TESTS

pytest.importorskip("fastapi")
pytest.importorskip("jinja2")

from perfectplay import Game, Value
from perfectplay.drawing.board.svg import STYLE
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.naming import GAMES
from perfectplay.registry.address import load_class
from perfectplay.web import views
from perfectplay.web.position_pictures import bare, glimpse_of
from perfectplay.web.views import STATIC, PageFrame, module_files, style_sheet
from rest_client import Client

BROWSER = TESTS / "browser"
ODD = str(BROWSER / "odd_texts.py")
PONG = str(BROWSER / "pong_hau_ki.py")


class Reading(HTMLParser):
    """Elements and texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data) -> None:
        self.texts.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    words = ["tic_tac_toe", "three_rocks", "kalah", "scoring=yes", "eight_puzzle", ODD, PONG]
    made = Client(*words)
    yield made
    made.close()


def page(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    return response.text


def data_of(text: str) -> dict:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_first_page_lists_what_is_served(client) -> None:
    read = Reading(page(client, "/"))
    cards = [a["href"] for a in read.all("a") if a.get("class") == "card"]
    assert cards == [
        "/games/tic_tac_toe",
        "/games/three_rocks",
        "/games/kalah;scoring=yes",
        "/games/eight_puzzle",
        "/games/odd_texts",
        "/games/pong_hau_ki",
    ]
    assert len(read.all("svg")) >= len(cards)
    for card in cards:
        assert client.get(card).status_code == 200


@pytest.mark.parametrize("name", GAMES)
def test_a_glimpse_of_every_game_of_the_library(name) -> None:
    rules = CheckedGame(load_class(name)())
    picture = glimpse_of(rules)
    assert picture == glimpse_of(rules)
    assert picture.startswith("<svg")
    assert "<style" not in picture
    assert "pp-move" not in picture
    assert len(picture) < 8_000


class Cells(Game):
    """Name cells, one after the other; the sixth ends the play."""

    def start(self):
        return frozenset({(9, 0), (9, 1)})

    def moves(self, state):
        return [(x, y) for x in range(9) for y in range(9) if (x, y) not in state]

    def play(self, state, move):
        return state | {move}

    def outcome(self, state):
        return Value.LOSS if len(state) > 6 else None


def test_a_glimpse_of_a_long_text_is_several_lines_that_can_be_read() -> None:
    """It was one line, in letters of two pixels."""
    picture = glimpse_of(CheckedGame(Cells()))
    lines = re.findall(r">([^<>]+)</text>", picture)
    assert len(lines) > 1
    assert all(len(line) <= 26 for line in lines)


def test_the_first_view_of_a_game_is_its_start(client) -> None:
    text = page(client, "/games/tic_tac_toe")
    data = data_of(text)
    record = client.ok("/api/games/tic_tac_toe/position")
    assert data["first"]["record"] == record
    assert data["facts"]["api"] == "/api/games/tic_tac_toe"
    drawing = client.ok("/api/games/tic_tac_toe/play")["drawing"]
    assert bare(drawing) in text
    assert text.count('class="pp-move') == 9
    assert "With perfect play: a draw in 9 plies" in text


def test_only_scripts_of_ours_may_run(client) -> None:
    seen = set()
    for path in ("/", "/games/tic_tac_toe", "/games/eight_puzzle", "/games/three_rocks/statistics"):
        response = client.get(path)
        policy = response.headers["content-security-policy"]
        found = re.search(r"'nonce-([\w-]+)'", policy)
        assert found
        seen.add(found[1])
        assert "unsafe-eval" not in policy
        assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
        scripts = Reading(response.text).all("script")
        for script in scripts:
            assert script.get("nonce") == found[1] or script.get("type") == "application/json"
        for _, attributes in Reading(response.text).elements:
            assert not any(name.startswith("on") for name in attributes)
    assert len(seen) == 4  # a new one each time


@pytest.mark.parametrize("path", ["/", "/games/odd_texts", "/games/odd_texts/statistics"])
def test_texts_of_games_are_escaped(client, path) -> None:
    text = page(client, path)
    read = Reading(text)
    assert not read.all("img")
    assert "alert" not in "".join(
        json.dumps(attributes) for tag, attributes in read.elements if tag == "script"
    )
    inside = re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    told = [script for script in inside if "alert" in script]
    assert all("<" not in script for script in told)  # as JSON, every < an escape
    if path == "/games/odd_texts":
        texts = {move["text"] for move in data_of(text)["first"]["record"]["moves"]}
        assert "<script>alert('x')</script><img src=x onerror=alert(1)>" in texts


def test_pages_about_what_is_not_there(client) -> None:
    text = page(client, "/games/%3Cb%3Enothing", 404)
    assert "&lt;b&gt;nothing" in text
    assert "<b>nothing" not in text
    assert "No such game" in page(client, "/games/tic_tac_toe;width=x", 404)
    for path, status in (("/games/nothing", 404), ("/games/eight_puzzle/statistics", 409)):
        told = re.findall(r"<h1>.*?</h1>\s*<p>(.*?)</p>", page(client, path, status), re.DOTALL)
        assert told
        assert not [one for one in told if one[0].islower() or one[-1] not in ".?"]
        assert not [one for one in told if "/api" in one or "/docs" in one]
    text = page(client, "/games/eight_puzzle/statistics", 409)
    assert "Not solved yet" in text
    assert 'href="/games/eight_puzzle"' in text  # there it can be
    assert "<h1>A &lt;title&gt;</h1>" in views.page(
        "problem.html", frame=PageFrame({}), title="A <title>", detail="b"
    )


def test_a_game_that_is_not_solved_is_offered(client) -> None:
    text = page(client, "/games/eight_puzzle")
    facts = data_of(text)["facts"]
    assert facts["api"] == "/api/games/eight_puzzle"
    assert facts["search"] == {"seconds": 3, "status": "unsolved"}
    assert "Solve it now" in text
    assert '"pp/solving"' in text


def test_every_module_is_served_and_named(client) -> None:
    files = module_files()
    assert {path.name for path in files.values()} | {"site_source.js"} == {
        path.name for path in STATIC.glob("*.js")
    }
    assert module_files("site")["pp/source"].name == "site_source.js"
    found = re.search(r'<script type="importmap"[^>]*>(.*?)</script>', page(client, "/"), re.DOTALL)
    assert found
    named = json.loads(found[1])["imports"]
    assert set(named) == set(files)
    for name, address in named.items():
        response = client.get(address)
        assert response.status_code == 200
        assert "javascript" in response.headers["content-type"]
        # modules import each other by these names alone
        for imported in re.findall(r'^import .*?"([^"]+)";', response.text, re.MULTILINE):
            assert imported in named, f"{name} imports {imported}"
        assert len(response.text.splitlines()) <= 300
        assert not re.search(r"innerHTML|outerHTML =|insertAdjacentHTML|eval\(|https?://(?!www\.w3)",
                             response.text)  # fmt: skip


def test_the_style_is_ours_and_that_of_the_drawings(client) -> None:
    style = client.get("/style.css")
    assert style.headers["content-type"].startswith("text/css")
    assert style.text == style_sheet()
    assert STYLE in style.text
    assert "url(" not in style.text.replace("url(data:", "")
    assert style.text.count("{") == style.text.count("}")


def test_numbers_are_those_of_the_solution(client) -> None:
    text = page(client, "/games/tic_tac_toe/statistics")
    told = client.ok("/api/games/tic_tac_toe/statistics")
    assert f"<dd>{told['states']:,}</dd>" in text
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>((?:<td>[\d,]+</td>){3})</tr>', text)
    counts = {
        int(ply): [int(cell.replace(",", "")) for cell in re.findall(r"<td>([\d,]+)", cells)]
        for ply, cells in rows
    }
    assert counts == {
        row["remoteness"]: [row["wins"], row["draws"], row["losses"]]
        for row in told["by_remoteness"]
    }


def test_each_cell_of_the_map_leads_to_its_position(client) -> None:
    read = Reading(page(client, "/games/three_rocks/statistics"))
    cells = [a for a in read.all("a") if (a.get("class") or "").startswith("pp-spot")]
    assert len(cells) == 121
    link = next(a for a in cells if a["href"] == "/games/three_rocks#s=3%2C1")
    assert link["aria-label"] == "3,1: loss in 2 plies"
    assert "pp-loss" in (link["class"] or "")


def test_a_game_of_points_says_them(client) -> None:
    text = page(client, "/games/kalah;scoring=yes")
    score = client.ok("/api/games/kalah;scoring=yes/position")["score"]
    assert f"With perfect play: {score:+}" in text


def test_other_parameters_are_another_game(client) -> None:
    text = page(client, "/games/three_rocks")
    inputs = {a["name"]: a["value"] for a in Reading(text).all("input") if a.get("autocomplete")}
    assert inputs == {"left": "10", "right": "10", "most": "3"}
    answer = client.get("/games/three_rocks", left="4", right="2", most="3")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/games/three_rocks;left=4;right=2"
    assert "left 4, right 2" in page(client, answer.headers["location"])
    assert client.get("/games/three_rocks;left=4", left="10").headers["location"] == (
        "/games/three_rocks"
    )
    assert "No such game" in client.get("/games/three_rocks", left="many").text
    assert client.get("/games/three_rocks", **{"left;x": "1"}).status_code == 404
    assert client.get("/games/three_rocks", left="/;right=3").status_code == 404
