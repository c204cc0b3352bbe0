"""Moves that were tried and taken back stay as a tree; the last move and a won line are marked."""

from __future__ import annotations

import pytest

expect = pytest.importorskip("playwright.sync_api").expect


def at(page, ply: int) -> None:
    """Waits until the position after so many plies is shown."""
    current = page.locator("#plies [aria-current]")
    expect(current).to_have_attribute("data-key", f"ply {ply}")


def move(page, name: str, ply: int) -> None:
    page.click(f'#board .pp-move[data-move="{name}"]')
    at(page, ply)


def middles(page, kind: str) -> list[tuple[float, float]]:
    """The middles of the marks of a kind, in cells of the drawing."""
    found = page.locator(f"#board .{kind}").all()
    read = [[float(one.get_attribute(name) or 0) for name in ("x", "y", "width", "height")]
            for one in found]  # fmt: skip
    return [(x + width / 2, y + height / 2) for x, y, width, height in read]


def test_moves_that_were_taken_back_can_be_returned_to(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=human,human")
    move(page, "5", 1)
    move(page, "2", 2)
    assert page.locator("#variations").is_hidden()  # one line has no branches
    page.click("#undo")
    at(page, 1)
    move(page, "1", 2)
    move(page, "9", 3)
    tree = page.locator("#tree")
    expect(tree).to_be_visible()
    expect(tree.locator(".step")).to_have_text(["1. 5", "2. 2", "2. 1", "3. 9"])
    expect(tree.locator("[aria-current]")).to_have_text("3. 9")
    # back to the first try, and on from there
    tree.get_by_role("button", name="Variation: 2. 2").click()
    at(page, 2)
    expect(page.locator("#plies li")).to_have_count(3)
    move(page, "4", 3)
    tree.get_by_role("button", name="Variation: 2. 1").click()
    at(page, 2)
    expect(page.locator("#plies .undone")).to_have_count(1)  # its continuation is there again
    page.click("#redo")
    at(page, 3)
    expect(page.locator("#plies li").last).to_contain_text("9")
    # a link keeps the tree
    other = visit.open(page.url.removeprefix(visit.server))
    expect(other.locator("#tree .step")).to_have_count(5)
    other.get_by_role("button", name="Variation: 3. 4").click()
    expect(other.locator("#plies .name")).to_have_text(["start", "5", "2", "4"])
    # a new play begins a new tree
    other.click("#again")
    at(other, 0)
    expect(other.locator("#variations")).to_be_hidden()
    assert "b=" not in other.url


@pytest.mark.parametrize(
    "branches", ["9:1", "x", "1:", ";;;", "1:2,3;1:%41%zz", "0:77", "1:<img src=x>", "1:1;" * 400]
)
def test_branches_of_a_link_that_are_none(visit, branches) -> None:
    """They are shown as texts, or left out; whoever goes there is told."""
    page = visit.open(f"/games/tic_tac_toe#m=5,1&p=human,human&b={branches}")
    at(page, 2)
    assert page.locator("#tree img").count() == 0
    if branches == "0:77":
        page.get_by_role("button", name="Variation: 1. 77").click()
        page.wait_for_selector("#fault:not([hidden])")
        assert "77" in page.inner_text("#fault")
        at(page, 2)
        visit.noted(422)


def test_a_program_is_beaten_in_a_variation(visit) -> None:
    """Going back waits for the reader, and another move gets another reply."""
    page = visit.open("/games/tic_tac_toe")
    page.click('#board .pp-move[data-move="5"]')
    at(page, 2)
    page.click("#undo")
    at(page, 0)
    page.click('#board .pp-move[data-move="1"]')
    at(page, 2)
    steps = page.locator("#tree .step").all_inner_texts()
    assert [steps[0], steps[2]] == ["1. 5", "1. 1"]
    assert len(steps) == 4


def test_the_last_move_is_marked(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=human,human")
    assert page.locator("#board .pp-last").count() == 0
    move(page, "1", 1)
    page.wait_for_selector("#board .pp-last")
    (first,) = middles(page, "pp-last")
    x = page.locator("#board .pp-last").get_attribute("x")
    assert page.inner_text("#last") == "Last move: 1 (first player)"
    move(page, "9", 2)
    expect(page.locator("#board .pp-last")).to_have_count(1)
    expect(page.locator("#last")).to_have_text("Last move: 9 (second player)")
    expect(page.locator("#board .pp-last")).not_to_have_attribute("x", str(x))
    (second,) = middles(page, "pp-last")
    assert (second[0] - first[0], second[1] - first[1]) == (128, 128)
    page.click("#undo")
    at(page, 1)
    page.wait_for_selector("#board .pp-last")
    assert middles(page, "pp-last") == [first]
    # a man that moves leaves one cell and enters another; in a link too
    page = visit.open("/games/pong_hau_ki#m=top left to middle&p=human,human")
    expect(page.locator("#board .pp-last")).to_have_count(2)
    # seeds are sown into many pits: the one they were taken from is marked
    page = visit.open("/games/kalah;scoring=yes#m=1&p=human,human")
    page.wait_for_selector("#board .pp-last")
    assert page.locator("#board .pp-last").count() == 1
    # a game that is written as a text names it
    page = visit.open("/games/three_rocks#m=0%2C1&p=human,human")
    assert page.inner_text("#last") == "Last move: 0,1 (first player)"


def test_the_line_that_wins_is_marked(visit) -> None:
    page = visit.open("/games/tic_tac_toe#m=1,4,2,5,3&p=human,human")
    expect(page.locator("#board .pp-won")).to_have_count(3)
    assert len({y for _, y in middles(page, "pp-won")}) == 1
    # and not where nobody has won, nor before the end
    page = visit.open("/games/tic_tac_toe#m=1,4,2,5&p=human,human")
    assert page.locator("#board .pp-won").count() == 0
    page = visit.open("/games/tic_tac_toe#m=1,2,3,5,4,6,8,7,9&p=human,human")
    expect(page.locator("#turn")).to_have_text("Over: a draw")
    assert page.locator("#board .pp-won").count() == 0
    # in a game that is searched too, and where it is no line nothing is marked
    page = visit.open("/games/connect_four;width=7;height=6#m=1,2,1,2,1,2,1&p=human,human")
    expect(page.locator("#board .pp-won")).to_have_count(4)
    assert len({x for x, _ in middles(page, "pp-won")}) == 1
    page = visit.open("/games/pong_hau_ki#p=human,human")
    assert page.locator("#board .pp-won").count() == 0
