"""Sites say why, and judge plays, as the command line does, in a real Chromium."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.site_visits import GAMES, Visit, at_random, solved_games, write_sites

from perfectplay import annotate, why
from perfectplay.analysis.annotate.judged_play import AnnotatedPlay
from perfectplay.core.errors import ParseError
from perfectplay.play.written.play_file import plays_of_text
from perfectplay.tablebase.solution import Solution

pytest.importorskip("fastapi")
pytest.importorskip("playwright")

from playwright.sync_api import expect

from perfectplay.web.annotation_answers import UnreadablePlayError, the_play
from perfectplay.web.rest_requests import PlayIn


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


WHY = """async (plays) => {
  const { makeSource } = await import("pp/source");
  const source = makeSource({});
  const found = [];
  for (const moves of plays) {
    const { record } = await source.play(null, 0, moves);
    for (const of of [null, ...record.moves.map((one) => one.text)]) {
      found.push([moves, of, await source.why(null, 0, moves, of)]);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("name", GAMES)
def test_why_says_what_the_command_says(visit: Visit, sites: Path, solved, name) -> None:
    solution, chance = solved[name], random.Random(name)
    page = visit.open(sites / name / "index.html")
    for moves, of, said in page.evaluate(WHY, [at_random(solution, chance) for _ in range(25)]):
        facts = why(solution, reached(solution, moves), of).facts
        assert said == [one.sentence for one in facts if one.kind != "line"]


def reached(solution: Solution, moves: list[str]) -> Any:
    state = solution.rules.start()
    for text in moves:
        state = next(one.state for one in solution.probe(state).moves if one.text == text)
    return state


JUDGE = """async (bodies) => {
  const { makeSource } = await import("pp/source");
  const source = makeSource(JSON.parse(document.getElementById("data").textContent).facts);
  const judged = bodies.map((one) => source.judge(one).catch((error) => error.message));
  return JSON.stringify(await Promise.all(judged)); // any text may be the name of a header
}"""


@pytest.mark.parametrize("name", GAMES)
def test_plays_are_judged_as_by_the_command(visit: Visit, sites: Path, solved, name) -> None:
    solution, chance = solved[name], random.Random(name)
    page = visit.open(sites / name / "index.html")
    plays = [at_random(solution, chance) for _ in range(60)]
    texts = [" ".join(json.dumps(move, ensure_ascii=False) for move in play) for play in plays]
    bodies = [{"moves": play} for play in plays] + [{"text": text} for text in texts if text]
    judged = json.loads(page.evaluate(JUDGE, bodies))
    for body, said in zip(bodies, judged, strict=True):
        play = plays_of_text(body["text"])[0] if "text" in body else body["moves"]
        assert said == comparable(annotate(solution, play))


def comparable(play: AnnotatedPlay) -> dict[str, Any]:
    """The JSON of a play, without what a site leaves out."""
    told = json.loads(json.dumps(play.as_dict()))
    for left_out in ("game", "parameters"):
        del told[left_out]
    for move, judged in zip(told["moves"], play.moves, strict=True):
        del move["text"], move["comment"]
        move["other"] = judged.other
    return {**told, "names": list(play.names)}


TEXTS = [
    "1. 5 1\n2. 9", "5 1 {a comment\n} 9 ; 3",
    '[First "Ann"]\n[Second "B\\""]\n\n1. 5! $2 1?? 1-0',
    "(;FF[4]PB[Ann\nB];B[5];W[1](;B[9])(;B[3]))", "(;FROM[X . .\nO . .\n. . .];B[5])",
    "5 (1 2) 3", "%x\n5 2", '"5" "1"!', "1... 5", "5 5", "1. 5\n1. 1\n2. 5", "", "  ", "5\n\n1",
    "{", '"', "[First]", "5 (", "5 )", "(;B[5", "(;B5)", "(;[5])", "(;B[5]) x", "(;B[5])(;B[1])",
    "<img>", "5 ]", "constructor", "1-0", '[From "zz"] 5', '[From "X . .\\nO . .\\n. . ."] 5 9',
    "\ufeff5 1", "5 .. !? 1", "1.5 2.1", "5 1 " * 501, '[White "W"]\n5', '[__proto__ "W"]\n5',
]  # fmt: skip


def test_texts_of_plays_are_read_as_by_the_server(visit: Visit, sites: Path, solved) -> None:
    solution = solved["tic_tac_toe"]
    page = visit.open(sites / "tic_tac_toe" / "index.html")
    judged = json.loads(page.evaluate(JUDGE, [{"text": text} for text in TEXTS]))
    for text, said in zip(TEXTS, judged, strict=True):
        if isinstance(said, dict):
            wanted = comparable(annotate(solution, the_play(PlayIn(text=text))))
            for one in (said, wanted):  # SGF has its result in other words
                one["headers"].pop("Result", None)
            assert said == wanted, text
        elif said.startswith("no play from the start reaches the state"):  # a site has no rules
            with pytest.raises(ParseError):
                annotate(solution, the_play(PlayIn(text=text)))
        else:
            with pytest.raises(UnreadablePlayError) as refused:
                the_play(PlayIn(text=text))
            assert said == str(refused.value), text


def test_a_play_is_judged_on_a_site(visit: Visit, sites: Path) -> None:
    page = visit.open(sites / "tic_tac_toe" / "index.html", "#m=1,2,5,3,9&p=human,human")
    page.click("#judge-ask")
    rows = page.locator("#judged .judgement")
    expect(rows.locator(".name")).to_have_text(["1", "2?", "5", "3?!", "9"])
    expect(rows.locator(".chip")).to_have_text(["D9", "L6", "W5", "L2", "W1"])
    expect(page.locator("#judged > p").first).to_have_text("With best play it was a draw.")
    rows.nth(1).click()
    expect(page.locator("#plies [aria-current]")).to_have_attribute("data-key", "ply 2")
    page.click(".paste summary")
    page.fill("#paste-text", "1. 5 1\n2. 5 9")
    page.click("#paste-form button")
    expect(rows).to_have_count(2)
    expect(page.locator("#paste-error")).to_contain_text("line 2: move '5' is not legal")
    expect(page.locator("#plies .name")).to_have_text(["start", "5", "1"])


@pytest.mark.parametrize(("width", "scheme"), [(375, "dark"), (1280, "light")])
def test_a_judged_play_is_no_wider_than_the_page(browser, sites: Path, width, scheme) -> None:
    visit = Visit(browser, viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = visit.open(sites / "kalah" / "index.html", "#p=random,random")
    expect(page.locator("#turn")).to_contain_text("Over")
    page.click("#judge-ask")
    page.click(".paste summary")
    page.locator("#judged .judgement").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    visit.context.close()
