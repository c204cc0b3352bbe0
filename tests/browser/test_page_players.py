"""Players of the page: those with skill, and those that resist; why a move is good."""

from __future__ import annotations

import re

import pytest
from tests.browser.waiting import plies, turn

from perfectplay import Solution, solve, why
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.play.skilled import Skilled


def test_skill_on_the_page_weighs_moves_as_in_python(visit) -> None:
    page = visit.open("/games/tic_tac_toe#m=1&p=human,human")
    solution = solve(TicTacToe())
    states = list(solution.states())[::7]
    plays = [["1"], ["1", "2"], ["1", "2", "5"], ["1", "5", "9", "3"], ["5", "2", "1", "9"]]
    found = page.evaluate(
        """async ([texts, plays]) => {
          const { weights } = await import('pp/players');
          const { makeSource } = await import('pp/source');
          const source = makeSource(JSON.parse(document.getElementById('data').textContent).facts);
          const records = [];
          for (const moves of plays) records.push((await source.play(null, 0, moves)).record);
          for (const text of texts) records.push((await source.play(text, 0, [])).record);
          return records.map((record) => [1, 2, 3, 5, 40].map((plies) => weights(record, plies)));
        }""",
        [[solution.rules.text(state, None) for state in states], plays],
    )
    for moves, made in zip(plays, found, strict=False):
        state = solution.start
        for text in moves:
            state = next(m.state for m in solution.probe(state).moves if m.text == text)
        assert made == skilled(solution, state)
    for state, made in zip(states, found[len(plays) :], strict=True):
        assert made == skilled(solution, state)


def skilled(solution, state) -> list[list[int]]:
    record = solution.probe(state)
    return [Skilled(solution, plies).weights(record) for plies in (1, 2, 3, 5, 40)]


def test_a_skilled_player_and_one_that_resists_play(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=resist,skill:40")
    plies(page, 9)
    turn(page, "Over: a draw")
    first = page.locator("#plies li").nth(1).inner_text()
    assert "1" in first  # a corner is answered wrongly most often
    page.select_option("#kind0", "skill")
    page.locator("#plies0").fill("6")
    assert page.locator("#ahead0").inner_text() == "6 plies"
    assert "p=skill:6,skill:40" in page.evaluate("location.hash")


def test_players_that_a_page_lacks_are_not_offered(visit) -> None:
    """Without a solution there is none of skill, and none that resists."""
    page = visit.open("/games/connect_four#p=human,skill:3&v=0")
    kinds = page.locator("#kind1 option").evaluate_all("some => some.map((one) => one.value)")
    assert kinds == ["human", "perfect", "slips", "random"]
    assert page.locator("#kind1").input_value() == "perfect"


def reasons(page, move: str) -> list[str]:
    """The sentences that answer "Why?" of a move."""
    answer = page.locator(f'li:has([data-key="why {move}"]) .why')
    page.click(f'[data-key="why {move}"]')
    answer.locator(".because").wait_for()
    return answer.locator("p").all_inner_texts()


@pytest.mark.parametrize("moves", [["1"], ["1", "2", "5"], ["1", "2", "5", "3"]])
def test_why_is_answered_as_by_the_command(visit, moves: list[str]) -> None:
    page = visit.open(f"/games/tic_tac_toe#m={','.join(moves)}&p=human,human")
    solution = solve(TicTacToe())
    state = solution.start
    for text in moves:
        state = next(one.state for one in solution.probe(state).moves if one.text == text)
    for one in solution.probe(state).moves:
        assert reasons(page, one.text) == sentences(solution, state, one.text)
    page.click("#line-ask")
    page.wait_for_selector("#line .because")
    assert page.locator("#line p").all_inner_texts() == sentences(solution, state)


def sentences(solution: Solution, state: object, move: str | None = None) -> list[str]:
    """Those of ``why``, without the line, which the page draws."""
    return [one.sentence for one in why(solution, state, move).facts if one.kind != "line"]


def test_the_line_marks_the_only_moves(visit) -> None:
    page = visit.open("/games/tic_tac_toe#m=1&p=human,human")
    page.click("#line-ask")
    page.wait_for_selector("#line .step")
    assert page.locator("#line .step").all_inner_texts()[:4] == ["5!", "2", "3!", "7!"]


def test_points_have_reasons(visit) -> None:
    page = visit.open("/games/kalah;scoring=yes#p=human,human&m=2")
    for move in page.locator("#moves .move").all():
        name = move.get_attribute("data-move") or ""
        assert re.match(rf"{name} brings", reasons(page, name)[0])
