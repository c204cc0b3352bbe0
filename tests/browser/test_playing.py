"""Playing and understanding games in a browser."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import quote

from tests.browser.waiting import board_move, plies, turn


def test_a_full_play_against_the_perfect_player_is_a_draw(visit) -> None:
    page = visit.open("/games/tic_tac_toe")
    assert page.locator("#kind1").input_value() == "perfect"
    for count in (1, 3, 5, 7, 9):
        # a human who clicks what is marked as best loses nothing
        page.locator("#board .pp-best").first.click()
        plies(page, min(count + 1, 9))
    turn(page, "Over: a draw")
    assert page.locator("#chart .flaw").count() == 0
    assert page.locator("#board .pp-move").count() == 0
    page.click("#again")
    plies(page, 0)
    turn(page, "First player to move")


def test_the_other_seat_moves_first_after_a_swap(visit) -> None:
    page = visit.open("/games/tic_tac_toe")
    page.click("#swap")
    plies(page, 1)  # the perfect player has begun
    turn(page, "Second player to move")
    page.select_option("#kind0", "human")
    page.click("#again")
    plies(page, 0)


def test_a_blunder_is_seen_and_refuted(visit) -> None:
    page = visit.open("/games/tic_tac_toe#p=human,human")
    for count, move in enumerate(("1", "2"), 1):
        board_move(page, move).click()
        plies(page, count)
    flaw = page.locator("#chart .spot.mistake")
    assert flaw.count() == 1
    assert "ply 2" in (page.locator("#chart svg").get_attribute("aria-label") or "")
    # the same in words, for those who do not see the chart
    entry = page.get_by_role("button", name="2. Second player: 2, mistake; First player wins in 5")
    assert entry.count() == 1
    # back to where it was made: the list says why, and its line can be played out
    page.locator('#plies [data-key="ply 1"]').click()
    page.wait_for_selector('#plies [data-key="ply 1"][aria-current]')
    page.click('[data-key="why 2"]')
    answer = page.locator('li:has([data-key="why 2"]) .why')
    answer.locator(".step").first.wait_for()
    assert answer.locator("p").all_inner_texts() == [
        "2 loses in 6 plies: it was a draw.",
        "The reply 4 wins in 5 plies; 2 others win, too.",
    ]
    steps = answer.locator(".step")
    assert steps.count() == 5
    steps.last.click()
    turn(page, "Over: first player has won")
    plies(page, 7)
    flaw = page.locator("#chart .spot.mistake")
    assert flaw.count() == 1
    flaw.click()
    page.wait_for_selector('#plies [data-key="ply 2"][aria-current]')


def test_the_perfect_play_from_here(visit) -> None:
    page = visit.open("/games/three_rocks#p=human,human")
    page.click("#line-ask")
    steps = page.locator("#line .step")
    steps.first.wait_for()
    assert steps.count() == 10  # the start is lost in 10 plies
    assert "The player to move loses in 10 plies." in page.inner_text("#line")
    steps.nth(1).click()
    plies(page, 2)


def test_somebodys_own_game_from_a_file(visit) -> None:
    page = visit.open("/")
    page.get_by_role("link", name="Pong hau ki").click()
    page.wait_for_selector("html[data-ready]")
    page.click("#hide")  # values are hidden on a first visit
    assert "an endless draw" in page.inner_text(".figures")
    page.select_option("#kind1", "human")
    labels = page.locator("#moves .chip").all_inner_texts()
    assert labels == ["D∞", "D∞"]
    board_move(page, "top left to middle").click()
    plies(page, 1)
    turn(page, "Second player to move")
    assert page.locator("#board .pp-move").count() == 1
    page.click("#line-ask")
    page.wait_for_selector("#line .step")
    assert "round and round" in page.inner_text("#line")


def test_undo_redo_and_a_move_list(visit) -> None:
    page = visit.open("/games/tic_tac_toe")
    board_move(page, "1").click()
    plies(page, 2)
    page.click("#undo")  # back to the human's turn: both moves
    page.wait_for_selector('#plies [data-key="ply 0"][aria-current]')
    assert page.locator("#plies .undone").count() == 2
    page.click("#redo")
    page.wait_for_selector('#plies [data-key="ply 2"][aria-current]')
    page.locator('#plies [data-key="ply 1"]').click()
    page.wait_for_selector("#go-on:not([hidden])")  # a program waits where somebody looks back
    page.click("#go-on")
    plies(page, 2)


def test_an_answer_below_the_end_of_the_list_is_brought_into_view(visits) -> None:
    visit = visits(viewport={"width": 1000, "height": 700})
    page = visit.open("/games/three_rocks#p=human,human")
    ask = page.locator("#moves .ask").last
    ask.click()
    page.wait_for_selector("#moves .why:not([hidden]) .step")
    inside = """answer => {
      const [one, other] = [answer, document.getElementById('moves')].map(
        (node) => node.getBoundingClientRect());
      return one.top >= other.top - 1 && one.bottom <= other.bottom + 1;
    }"""
    answer = page.locator("#moves .why:not([hidden])").element_handle()
    for _ in range(2000):
        if page.evaluate(inside, answer):
            break
        page.wait_for_timeout(50)
    assert page.evaluate(inside, answer)


def test_texts_of_a_game_are_only_texts(visit) -> None:
    page = visit.open("/games/odd_texts")
    about = page.inner_text(".head .about")
    assert "</script><script>alert('about')</script>" in about
    page.select_option("#kind1", "human")
    names = page.locator("#moves .name").all_inner_texts()
    assert len(names) == 3
    assert "<script>alert('x')</script><img src=x onerror=alert(1)>" in names
    odd = "</title></script><b>a, b; c=d #e %41"
    page.locator("#moves .move", has_text=odd).click()
    plies(page, 1)
    assert f"m={quote(odd, safe='')}" in page.url.replace("'", "%27")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#plies li").count() == 2
    page.locator("#moves .ask").last.click()
    page.wait_for_selector("#moves .step")
    assert page.locator("main script, main img, main b:not(dialog b), main i").count() == 0
    page.click("#setup summary")
    page.fill("#setup-text", "is\n3")
    page.get_by_role("button", name="Set up").click()
    turn(page, "First player to move")
    page.wait_for_url(lambda url: "is%0A3" in url)
    page = visit.open("/games/odd_texts/statistics")
    assert page.locator("main script").count() == 0


def test_a_game_of_points_and_moves_in_a_row(visit) -> None:
    page = visit.open("/games/kalah;scoring=yes#p=human,human")
    assert re.search(r"With perfect play: [+-]?\d", page.inner_text(".figures"))
    chips = page.locator("#moves .chip").all_inner_texts()
    assert all(re.fullmatch(r"[+-]?\d+", chip) for chip in chips)
    assert [int(chip) for chip in chips] == sorted(map(int, chips), reverse=True)
    page.click("#line-ask")
    page.locator("#line .step").first.wait_for()
    page.locator("#line .step").last.click()
    turn(page, "Over: ")
    seats = page.locator("#plies .seat")
    movers = [seats.nth(i).get_attribute("class") for i in range(seats.count())]
    assert any(one == other for one, other in pairwise(movers))
    assert page.locator("#chart .flaw").count() == 0


def test_a_long_play_is_asked_for_in_parts(visit) -> None:
    """An address may have 8 KB; men that go round for long need more."""
    page = visit.open("/games/pong_hau_ki")
    walked = page.evaluate(
        """async () => {
          const { makeSource } = await import('pp/source');
          const source = makeSource(JSON.parse(document.getElementById('data').textContent).facts);
          // round and round: the perfect play comes back to a position that it has met
          const line = await source.line(null, 0, []);
          const { steps } = await source.play(null, 0, line.moves);
          const met = steps.findIndex((one) => one.text === steps.at(-1).text);
          const round = line.moves.slice(met);
          const moves = [...line.moves];
          while (moves.join('&move=').length < 20000) moves.push(...round);
          const long = await source.play(null, 0, moves);
          const after = await source.line(null, 0, moves);
          return { moves, steps: long.steps, end: long.record.text, wanted: steps.at(-1).text,
                   repeats: after.repeats, round };
        }"""
    )
    assert len(walked["moves"]) > 500
    assert [step["move"] for step in walked["steps"]] == [None, *walked["moves"]]
    assert [step["seat"] for step in walked["steps"]] == [
        ply % 2 for ply in range(len(walked["moves"]) + 1)
    ]
    # each time round it is where it was
    assert walked["end"] == walked["wanted"]
    assert walked["steps"][-1 - len(walked["round"])]["text"] == walked["wanted"]
    assert walked["repeats"] is True


def test_programs_stop_where_they_go_round(visit) -> None:
    page = visit.open("/games/pong_hau_ki#p=perfect,perfect")
    page.wait_for_selector("#go-on:not([hidden])")
    texts = page.locator("#plies li")
    assert 8 <= texts.count() <= 3 * 56 + 1  # it has 56 states
    count = texts.count()
    page.click("#go-on")  # they may be several plies further when it is looked at
    page.wait_for_selector(f"#plies li:nth-child({count + 1})", state="attached")


def test_slips_err_in_the_stated_proportion(visit) -> None:
    page = visit.open("/games/tic_tac_toe#m=1&p=human,human")
    made = page.evaluate(
        """async () => {
          const { choose } = await import('pp/players');
          const { makeSource } = await import('pp/source');
          const source = makeSource(JSON.parse(document.getElementById('data').textContent).facts);
          const corner = (await source.play(null, 0, ['1'])).record;
          const lost = (await source.play(null, 0, ['1', '2', '5'])).record;
          let seed = 1;
          const chance = () => { seed = (seed * 48271) % 2147483647; return seed / 2147483647; };
          const play = (kind, rate, record) => {
            const counts = {};
            for (let i = 0; i < 4000; i += 1) {
              const move = choose({ kind, rate }, record, chance);
              counts[move] = (counts[move] ?? 0) + 1;
            }
            return counts;
          };
          return { slips: play('slips', 0.25, corner), never: play('slips', 0, corner),
                   always: play('slips', 1, corner), random: play('random', 0, corner),
                   perfect: play('perfect', 0, lost), lost: play('slips', 0.5, lost) };
        }"""
    )
    # to a corner only the middle is an answer; the seven others lose
    assert made["never"] == {"5": 4000}
    assert "5" not in made["always"]
    assert len(made["always"]) == 7
    assert 2900 < made["slips"]["5"] < 3100
    assert all(80 < made["slips"][move] < 210 for move in "2346789")
    assert all(400 < made["random"][move] < 600 for move in "23456789")
    # where all is lost, perfect is what holds out longest, and a slip is any move
    assert made["perfect"] == {"9": 4000}
    assert 2000 + 200 < made["lost"]["9"] < 2000 + 470
