"""Progress on the page to train with: days, boxes, files, browsers that keep nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.browser.trained import boxes

expect = pytest.importorskip("playwright.sync_api").expect

DAY = 86_400
"""Seconds."""

REFUSING = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });"""


def test_the_days_after_which_puzzles_come_again(train) -> None:
    """With a clock that is set: 1, 3, 7 and 21 days, and back to the first box."""
    visit = train(timezone_id="UTC")
    visit.page.clock.set_fixed_time(1_800_000_000)
    page = visit.open("one")
    time = 1_800_000_000
    for box, days in ((2, 1), (3, 3), (4, 7), (5, 21), (5, 21)):
        visit.click(right=True)
        again = "tomorrow" if days == 1 else f"in {days} days"
        expect(page.locator("#answer")).to_contain_text(f"Box {box}: again {again}.")
        page.click("#next")
        expect(page.locator("#task")).to_have_text("Nothing is due today.")
        page.clock.set_fixed_time(time + (days - 1) * DAY)
        page.reload()
        expect(page.locator("#task")).to_have_text("Nothing is due today.")
        time += days * DAY
        page.clock.set_fixed_time(time)
        page.reload()
        expect(page.locator("#task")).to_contain_text("1. Find")
    visit.click(right=False)
    assert boxes(page) == [1, 0, 0, 0, 0]


def test_practice_before_its_day_changes_nothing_unless_it_is_missed(train) -> None:
    visit = train()
    page = visit.open("one")
    visit.click(right=True)
    page.click("#next")
    page.click("#any")
    visit.click(right=True)
    expect(page.locator("#answer")).to_contain_text("Box 2: again tomorrow.")
    page.click("#next")
    page.click("#any")
    visit.click(right=False)
    assert boxes(page) == [1, 0, 0, 0, 0]


def test_progress_lasts_and_goes_to_another_browser(train, tmp_path: Path) -> None:
    one = train()
    page = one.open("tic_tac_toe")
    one.click(right=True)
    page.click("#next")
    one.click(right=False)
    page = one.open("tic_tac_toe")
    assert boxes(page) == [1, 1, 0, 0, 0]
    with page.expect_download() as handed:
        page.click("#export")
    assert handed.value.suggested_filename == "tic_tac_toe-progress.json"
    handed.value.save_as(tmp_path / "mine.json")
    other = train()
    page = other.open("tic_tac_toe")
    page.set_input_files("#file", tmp_path / "mine.json")
    expect(page.locator("#file-said")).to_have_text("mine.json: 2 puzzles taken over.")
    assert boxes(page) == [1, 1, 0, 0, 0]
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("#forget")
    assert boxes(page) == [0, 0, 0, 0, 0]
    page = other.open("tic_tac_toe")
    assert boxes(page) == [0, 0, 0, 0, 0]


GOOD = {"format": "perfectplay training", "version": 1, "game": "tic_tac_toe", "entries": []}
BAD: dict[str, tuple[Any, str]] = {
    "no_json": ("{", "it is not JSON"),
    "nothing": ("", "it is not JSON"),
    "null": (None, "it does not say that it is progress of training"),
    "list": ([], "it does not say that it is progress of training"),
    "version": ({**GOOD, "version": 2}, "it is of another version of this page"),
    "game": ({**GOOD, "game": "<b>Nim"}, "it belongs to another game, <b>Nim"),
    "entries": ({**GOOD, "entries": {"0": 1}}, "it has no list of entries"),
    "short": ({**GOOD, "entries": [["0" * 16, 1, 0, 0]]}, "its entry 1 is wrong"),
    "box": ({**GOOD, "entries": [["0" * 16, 6, 0, 0, 0]]}, "its entry 1 is wrong"),
    "id": ({**GOOD, "entries": [[["0" * 16], 1, 0, 0, 0]]}, "its entry 1 is wrong"),
    "time": ({**GOOD, "entries": [["0" * 16, 1, 1e300, 0, 0]]}, "its entry 1 is wrong"),
    "second": (
        {**GOOD, "entries": [["0" * 16, 1, 0, 0, 0], ["1" * 16, 1, 0, 0.5, 0]]},
        "its entry 2 is wrong",
    ),
}


def test_bad_files_are_refused_in_a_sentence(train, tmp_path: Path) -> None:
    visit = train()
    page = visit.open("tic_tac_toe")
    visit.click(right=True)
    for name, (content, said) in BAD.items():
        file = tmp_path / f"{name}.json"
        file.write_text(content if isinstance(content, str) else json.dumps(content))
        page.set_input_files("#file", file)
        expect(page.locator("#file-said")).to_have_text(f"{file.name} is not taken: {said}.")
        assert boxes(page) == [0, 1, 0, 0, 0]
    (tmp_path / "bytes.json").write_bytes(bytes(range(256)))
    page.set_input_files("#file", tmp_path / "bytes.json")
    expect(page.locator("#file-said")).to_contain_text("bytes.json is not taken: it is not JSON.")


def test_storage_that_is_damaged_is_said(train) -> None:
    visit = train()
    page = visit.open("tic_tac_toe")
    page.evaluate("localStorage.setItem('perfectplay-training:tic_tac_toe', 'damaged')")
    page = visit.open("tic_tac_toe")
    expect(page.locator("#fault")).to_contain_text("cannot be read: it is not JSON.")
    visit.click(right=True)
    page = visit.open("tic_tac_toe")
    expect(page.locator("#fault")).to_be_hidden()
    assert boxes(page) == [0, 1, 0, 0, 0]


def test_a_browser_that_keeps_nothing(train) -> None:
    visit = train()
    visit.page.add_init_script(REFUSING)
    page = visit.open("tic_tac_toe")
    expect(page.locator("#storage")).to_contain_text("This browser keeps nothing for this page")
    visit.click(right=True)
    page.click("#next")
    assert boxes(page) == [0, 1, 0, 0, 0]
    page = visit.open("tic_tac_toe")
    assert boxes(page) == [0, 0, 0, 0, 0]


def test_two_windows_lose_nothing(train) -> None:
    visit = train()
    page = visit.open("tic_tac_toe")
    second = visit.context.new_page()
    second.goto(page.url)
    second.wait_for_selector("html[data-ready]")
    visit.click(right=True)
    key = visit.data()[1]["moves"][visit.data()[1]["key"]][0]
    second.click("summary:has-text('All puzzles')")
    second.get_by_role("button", name="Puzzle 2,").click()
    second.fill("#typed-text", key)
    second.keyboard.press("Enter")
    page = visit.open("tic_tac_toe")
    assert boxes(page) == [0, 2, 0, 0, 0]


def test_five_boxes_against_a_plain_twin(train) -> None:
    """Answers at random, days apart at random: the page's rule and one written anew."""
    chance = random.Random(18)
    visit = train(timezone_id="UTC")
    page = visit.open("one")
    for _ in range(40):
        time, steps = 1_700_000_000, []
        for _ in range(25):
            time += chance.choice((0, 60, DAY // 2, DAY, 2 * DAY, 5 * DAY, 22 * DAY))
            steps.append((time, chance.random() < 0.8, chance.random() < 0.2))
        found = page.evaluate(
            """async (steps) => {
              const { answered, isDue } = await import("pp/leitner");
              let entry;
              return steps.map(([seconds, right, hinted]) => {
                const due = isDue(entry, 1000 * seconds);
                entry = answered(entry, { right, hinted }, 1000 * seconds);
                return [due, entry.box];
              });
            }""",
            steps,
        )
        assert found == twin(steps)


def twin(steps: list[tuple[int, bool, bool]]) -> list[list[Any]]:
    """Whether the puzzle is due before each answer, and its box after it."""
    wait = {1: 0, 2: 1, 3: 3, 4: 7, 5: 21}
    box, next_day, told = 1, 0, []
    for time, right, hinted in steps:
        today = time // DAY
        due = today >= next_day
        if not right:
            box, next_day = 1, today
        elif due:
            box = box if hinted else min(5, box + 1)
            next_day = today + wait[box]
        told.append([due, box])
    return told


def test_what_comes_next(train) -> None:
    """Repeats of earlier days, the longest overdue first; new ones; those missed today."""
    page = train(timezone_id="UTC").open("one")
    days = [("b", 2, -3), ("e", 1, -1), ("c", 1, 0.1), ("d", 1, 0), ("f", 5, -2), ("g", 2, 400)]
    found = page.evaluate(
        """async (days) => {
          const { queue, merged } = await import("pp/leitner");
          const now = 1_800_000_000_000, entries = new Map();
          for (const [id, box, day] of days) entries.set(id, { box, at: now + day * 86_400_000 });
          const later = merged(entries, new Map([["b", { at: 1 }], ["x", { at: 1 }]]));
          const both = [later.get("b").box, later.get("x").at];
          return [queue(["a", "b", "c", "d", "e", "f", "g"], entries, now), both];
        }""",
        days,
    )
    # f waits for 21 days; the answer to g is of a day to come, by a wrong clock: it is due
    assert found == [["b", "e", "g", "a", "d", "c"], [2, 1]]
