"""A game that is not solved yet, solved on request in a browser."""

from __future__ import annotations

import json

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

LARGE = "/games/subtraction;stones=30000"
SENTENCE = "Too large for this server: 1.1e+15 states; <b>see</b> perfectplay plan"


def answered(visit, pattern: str, status: int, *bodies: dict) -> None:
    """The server answers with these bodies, one after another, and the last one again."""
    left = list(bodies)

    def answer(route) -> None:
        body = left.pop(0) if len(left) > 1 else left[0]
        route.fulfill(status=status, body=json.dumps(body), content_type="application/json")

    visit.page.route(pattern, answer)


def solving(stage: str, done: int, total: int | None) -> dict:
    progress = {"stage": stage, "done": done, "total": total, "states": 12_345, "seconds": 1.0,
                "speed": 4_000, "left": 125.0}  # fmt: skip
    return {"status": "solving", "progress": progress, "place": None, "notes": ["plan: 1 GB"]}


def test_progress_is_shown_and_a_refusal_told(visit) -> None:
    page = visit.open(LARGE)
    assert "is not solved yet" in page.inner_text("#solve-heading")
    waiting = {"status": "waiting", "progress": None, "place": 2, "notes": []}
    answered(visit, "**/solve", 202, waiting)
    answered(
        visit,
        "**/api/games/subtraction;stones=30000",
        200,
        solving("exploring", 100, None),
        solving("resolving", 1, 4),
        {"status": "refused", "detail": SENTENCE, "progress": None, "place": None, "notes": []},
    )
    seen: list[str] = []
    page.expose_function("seen", lambda text: seen.append(text))
    page.evaluate(
        """() => new MutationObserver(() => seen(document.getElementById('stage').textContent
          + ' @' + document.getElementById('bar').getAttribute('value'))).observe(
            document.getElementById('stage'), { childList: true })"""
    )
    page.click("#solve")
    page.wait_for_selector("#solve-fault:not([hidden])")
    assert seen == [
        "Waiting for 2 other solves @null",
        "Exploring · 12,345 positions · 4,000 a second · about 2 min left @null",
        "Resolving · 12,345 positions · 25 % · 4,000 a second · about 2 min left @0.25",
    ]
    assert page.inner_text("#solve-fault") == SENTENCE
    assert page.locator("#progress").is_hidden()
    assert page.inner_text("#solve") == "Try again"
    assert page.locator("#solve").is_enabled()
    assert page.locator("#offer").is_hidden()  # it says that the game can be solved


def test_a_refusal_at_once(visit) -> None:
    page = visit.open(LARGE)
    answered(visit, "**/solve", 409, {"detail": SENTENCE, "status": 409})
    page.click("#solve")
    page.wait_for_selector("#solve-fault:not([hidden])")
    assert page.inner_text("#solve-fault") == SENTENCE
    visit.noted(409)


def test_a_game_is_solved_and_played(visit) -> None:
    """The play of a link is still there when the solve has ended."""
    page = visit.open(f"{LARGE}#p=human,human&m=3,1")
    if page.locator("#solve").count():  # a server of an earlier try has it already
        page.click("#solve")
    expect(page.locator("#plies li")).to_have_count(3)
    expect(page.locator("#worth")).to_have_text("Second player wins in 14,998 plies")
    page.click("#line-ask")
    expect(page.locator("#line li").last).to_have_text("and 14,974 plies more")
    numbers = visit.open(f"{LARGE}/statistics")
    assert "30,001" in numbers.inner_text(".tiles")
