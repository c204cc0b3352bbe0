"""A static site in a real Chromium: from a disk, by double click, and from a plain file server."""

from __future__ import annotations

import json
import random
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tests.browser.site_visits import GAMES, Visit, at_random, solved_games, write_sites

from perfectplay import game_from_tree, solve
from perfectplay.game.moves import first_position
from perfectplay.registry.address import load_game
from perfectplay.tablebase.solution import Solution
from rules_in_text import SEAT_ONE_FIRST

pytest.importorskip("fastapi")
pytest.importorskip("playwright")

from playwright.sync_api import expect

from perfectplay.web.position_pictures import bare, undescribed
from perfectplay.web.problems import JsonAnswer
from perfectplay.web.request_positions import PlayStart, play_of
from perfectplay.web.site import site


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Solution]:
    return solved_games(tmp_path_factory.mktemp("games"))


@pytest.fixture(scope="module")
def sites(solved, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sites(solved, tmp_path_factory.mktemp("sites"))


@pytest.fixture
def visit(browser) -> Iterator[Visit]:
    made = Visit(browser)
    yield made
    made.end()


def test_a_site_has_players_of_skill_but_none_that_asks_a_server(visit: Visit, sites: Path) -> None:
    page = visit.open(sites / "tic_tac_toe" / "index.html", "#p=resist,skill:40")
    kinds = page.locator("#kind0 option").evaluate_all("some => some.map((one) => one.value)")
    assert kinds == ["human", "perfect", "skill", "slips", "random"]
    assert page.locator("#kind0").input_value() == "perfect"
    assert page.locator("#ahead1").inner_text() == "40 plies"
    expect(page.locator("#plies li")).to_have_count(10)


def test_points_are_what_people_read(visit: Visit, tmp_path: Path) -> None:
    """Utilities of tenths and thirds, which are whole numbers within."""
    tree = {"a": {"c": 2.5, "d": "1/3"}, "b": {"e": -1000, "f": 1}}
    made = site(solve(game_from_tree(tree)), tmp_path / "tree")
    page = visit.open(made.folder / "index.html", "#m=a,c&p=human,human")
    expect(page.locator("#turn")).to_have_text("Over: first player wins by 2.5")
    expect(page.locator("#score")).to_have_text("Points: 2.5 to 0")
    assert page.locator("#chart text").all_text_contents()[:3] == ["+2.5", "0", "−2.5"]
    page.keyboard.press("Home")
    page.locator("#moves .ask").last.click()
    expect(page.locator("#moves .why").last).to_contain_text(
        "b brings -1,000 points, in place of +1/3 points"
    )
    page.goto(page.url.split("#")[0] + "#m=b,e&p=human,human")
    expect(page.locator("#turn")).to_have_text("Over: second player wins by 1,000")


def test_seats_have_numbers_if_seat_1_begins(visit: Visit, tmp_path: Path) -> None:
    (tmp_path / "pile.py").write_text(SEAT_ONE_FIRST)
    for kind in ("Pile", "Points"):
        solution = solve(load_game(f"{tmp_path / 'pile.py'}:{kind}", {"stones": "3"}))
        site(solution, tmp_path / kind)
    page = visit.open(tmp_path / "Pile" / "index.html", "#m=1&p=human,human")
    expect(page.locator("#turn")).to_have_text("Seat 0 to move")
    expect(page.locator("#worth")).to_have_text("Seat 0 wins in 1 ply")
    assert page.locator("#chart text").all_text_contents()[:3] == ["Seat 0", "Draw", "Seat 1"]
    page.goto(page.url.split("#")[0] + "#m=1,2&p=human,human")
    expect(page.locator("#turn")).to_have_text("Over: seat 0 has won")
    page = visit.open(tmp_path / "Points" / "index.html", "#m=2,1&p=human,human")
    expect(page.locator("#turn")).to_have_text("Over: seat 1 wins by 1")
    expect(page.locator("#score")).to_have_text("Points: 1 (seat 0) to 2 (seat 1)")
    assert "player" not in page.locator("#plies").inner_text()


def click(page: Any, move: str) -> None:
    page.locator(f'#board .pp-move[data-move="{move}"]').click()


def test_a_play_to_a_draw_from_a_disk(visit: Visit, sites: Path) -> None:
    """Against the perfect player, as on the served page: a draw, whatever it answers."""
    page = visit.open(sites / "tic_tac_toe" / "index.html")
    loaded = {url for url in visit.requests if not url.startswith("data:")}
    sizes = [(sites / "tic_tac_toe" / url.rsplit("/", 1)[1]).stat().st_size
             for url in loaded if "tic_tac_toe" in url]  # fmt: skip
    assert 0 < sum(sizes) < 200_000
    for ply in range(0, 9, 2):
        expect(page.locator("#plies li")).to_have_count(ply + 1)
        page.locator("#board .pp-best").first.click()
    expect(page.locator("#turn")).to_have_text("Over: a draw")
    expect(page.locator("#plies li")).to_have_count(10)


def test_a_link_is_replayed_and_a_mistake_explained(visit: Visit, sites: Path) -> None:
    players = "&p=human,human"
    page = visit.open(sites / "tic_tac_toe" / "index.html", f"#m=5,2,1,9,4,6{players}")
    expect(page.locator("#plies li")).to_have_count(7)
    expect(page.locator("#plies .blunder, #plies .mistake")).not_to_have_count(0)
    page.locator("#undo").click()
    expect(page.locator("#worth")).to_have_text("First player wins in 2 plies")
    visit.page.evaluate(f"location.hash = '#m=5,7{players}'")
    expect(page.locator("#plies li")).to_have_count(3)
    page.locator("#line-ask").click()
    expect(page.locator("#line li")).to_have_count(7)


def test_a_link_that_is_wrong_is_said(visit: Visit, sites: Path) -> None:
    for after, said in {
        "#m=5,5": "move '5' is not legal in",
        "#m=5,%3Cb%3E": "move '<b>' is not legal in",
        "#s=XXX/.../...&m=1": "no play from the start reaches the state XXX/.../...",
        "#s=__proto__": "no play from the start reaches the state __proto__",
        "#s=&m=constructor": "no play from the start reaches the state",
    }.items():
        page = visit.open(sites / "tic_tac_toe" / "index.html", after)
        expect(page.locator("#fault")).to_contain_text(said)
        expect(page.locator("#plies li")).to_have_count(1)


def test_a_position_is_set_up(visit: Visit, sites: Path, solved) -> None:
    page = visit.open(sites / "dots_and_boxes" / "index.html")
    solution = solved["dots_and_boxes"]
    page.locator("#setup summary").click()
    for state in list(solution.states())[5::17]:
        text = solution.rules.text(state, None)
        page.locator("#setup-text").fill(text)
        page.locator("#setup-form button[type=submit]").click()
        expect(page.locator("#setup-error")).to_be_hidden()
        legal = len(solution.rules.position(state).options)
        expect(page.locator("#moves > li")).to_have_count(legal)
    page.locator("#setup-text").fill("nonsense")
    page.locator("#setup-form button[type=submit]").click()
    expect(page.locator("#setup-error")).to_contain_text("no play from the start reaches the state")


def test_the_statistics(visit: Visit, sites: Path) -> None:
    page = visit.open(sites / "three_rocks" / "index.html")
    page.get_by_role("link", name="Statistics").click()
    expect(page.locator("dl.tiles")).to_contain_text("Positions")
    page.locator("a[href*='#s=']").first.click()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("#fault")).to_be_hidden()
    assert "#s=" in page.url


def test_texts_of_a_game_are_never_markup(visit: Visit, sites: Path) -> None:
    page = visit.open(sites / "fox" / "index.html", "#p=human,human")
    expect(page.locator(".about")).to_contain_text(
        '<b>Mind & look</b> </script> before "you" leap.'
    )
    click(page, 'to <1> & \\"on\\"')
    expect(page.locator("#plies li")).to_have_count(2)
    expect(page.locator("#plies li").nth(1)).to_contain_text('to <1> & "on"')
    page.locator("#setup summary").click()
    expect(page.locator("#setup-text")).to_have_value("fox 1 </script><!-- 3\nhunter\u2028 é 🦊 h")
    page.locator("#setup-form button[type=submit]").click()
    expect(page.locator("#setup-error")).to_be_hidden()
    expect(page.locator("#plies li")).to_have_count(1)
    assert page.locator("main b").count() == page.locator("main b.flaw").count()


ASK = """async ([state, seat, plays]) => {
  const { makeSource } = await import("pp/source");
  const source = makeSource({});
  return Promise.all(plays.map(async (moves) => [
    await source.play(state, seat, moves), await source.line(state, seat, moves),
  ]));
}"""


@pytest.mark.parametrize("name", GAMES)
def test_the_source_answers_as_the_server_does(visit: Visit, sites: Path, solved, name) -> None:
    solution, chance = solved[name], random.Random(name)
    start = PlayStart(first_position(solution.rules), True)
    plays = [at_random(solution, chance) for _ in range(25)]
    page = visit.open(sites / name / "index.html")
    for moves, (play, line) in zip(plays, page.evaluate(ASK, [None, 0, plays]), strict=True):
        said = json.loads(JsonAnswer(play_of(solution, start, moves)).body)
        assert play["steps"] == said["steps"]
        assert play["drawing"] == undescribed(bare(said["drawing"]))
        assert [list(move.items()) for move in play["record"]["moves"]] == [
            [(key, value) for key, value in move.items() if key not in ("state", "move")]
            for move in said["record"]["moves"]
        ]
        last = solution.rules.start()
        for text in moves:
            last = next(m.state for m in solution.probe(last).moves if m.text == text)
        perfect = solution.line(last)
        assert line["moves"][: len(perfect.moves)] == list(
            map(solution.rules.move_text, perfect.moves)
        )


def test_a_file_that_is_missing_is_said(visit: Visit, sites: Path, tmp_path: Path) -> None:
    shutil.copytree(sites / "tic_tac_toe", tmp_path / "site")
    (tmp_path / "site" / "data" / "p0.js").unlink()
    page = visit.open(tmp_path / "site" / "index.html")
    click(page, "5")
    expect(page.locator("#fault")).to_contain_text("data/p0.js of this site is missing or damaged")
    assert any("ERR_FILE_NOT_FOUND" in complaint for complaint in visit.complaints)
    visit.complaints.clear()
    shutil.copy(sites / "tic_tac_toe" / "data" / "p0.js", tmp_path / "site" / "data")
    click(page, "5")
    expect(page.locator("#fault")).to_be_hidden()


def test_from_a_web_server_of_plain_files(browser, sites: Path) -> None:
    handler = partial(Quiet, directory=str(sites))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        made = Visit(browser)
        made.page.goto(f"http://127.0.0.1:{server.server_port}/kalah/#p=human,human")
        made.page.wait_for_selector("html[data-ready]")
        made.page.locator("#moves .move").first.click()
        expect(made.page.locator("#plies li")).to_have_count(2)
        assert made.complaints == []
        made.context.close()
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass
