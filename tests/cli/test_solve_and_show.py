"""``solve``, ``show`` and ``line``: what they answer, against the library."""

from __future__ import annotations

import json
from pathlib import Path

from perfectplay import solve
from perfectplay.games.three_rocks import ThreeRocks
from perfectplay.games.tic_tac_toe import TicTacToe
from perfectplay.registry.address import load_game
from rules_in_text import HEAD


def test_solve_answers_the_summary_of_the_solution(answer):
    found = json.loads(answer("solve", "three_rocks", "left=4", "--json"))
    wanted = json.loads(json.dumps(solve(ThreeRocks(left=4)).summary()))
    assert {**found, "seconds": 0} == {**wanted, "seconds": 0}
    assert list(found) == list(wanted)


def test_solve_says_who_wins_and_what_to_do(answer):
    text = answer("solve", "three_rocks")
    assert "a loss in 10 plies for the player to move; the second player wins" in text
    assert "121: 91 won" in text
    text = answer("solve", "three_rocks", "left=9")
    assert "the first player wins" in text
    assert "(4 of 9 win)" in text


def test_the_speed_is_told_where_it_means_something(answer, monkeypatch):
    monkeypatch.setattr("perfectplay.cli.verbs.solve.MANY", 100)
    assert "states/s" not in answer("solve", "three_rocks")
    monkeypatch.setattr("perfectplay.cli.verbs.solve.MEASURABLE", 0.0)
    assert "states/s" in answer("solve", "three_rocks")
    monkeypatch.undo()
    monkeypatch.setattr("perfectplay.cli.verbs.solve.MEASURABLE", 0.0)
    assert "states/s" not in answer("solve", "three_rocks")  # it is the time of the imports


def test_solve_counts_with_and_without_symmetries(answer):
    both = json.loads(answer("solve", "tic_tac_toe", "--json"))
    assert (both["states"], both["representatives"]["states"]) == (5478, 765)
    plain = json.loads(answer("solve", "tic_tac_toe", "--json", "--no-symmetries"))
    assert plain["states"] == 5478
    assert "representatives" not in plain


def test_methods_agree(answer):
    answers = []
    for method in ("auto", "interpreted", "reference"):
        found = json.loads(answer("solve", "fingers_down", "--method", method, "--json"))
        answers.append({k: v for k, v in found.items() if k not in ("engine", "seconds")})
    assert answers[0] == answers[1] == answers[2]


def test_show_answers_the_record(answer):
    found = json.loads(answer("show", "three_rocks", "3,2", "--json"))
    assert found == json.loads(json.dumps(solve(ThreeRocks()).probe((3, 2)).as_dict()))


def test_show_marks_the_fastest_moves(answer):
    rows = answer("show", "three_rocks", "4,1").splitlines()
    solution = solve(ThreeRocks())
    record = solution.probe((4, 1))
    shown = [row.split()[0] for row in rows[rows.index("") :] if row[:1].isdigit() and "," in row]
    assert shown == ["4,1", *[move.text for move in record.moves]]
    assert sum(row.endswith("fastest") for row in rows) == len(solution.best_moves((4, 1)))


def test_show_follows_moves_from_the_start_and_from_a_state(answer):
    by_moves = json.loads(answer("show", "tic_tac_toe", "--move", "5", "--move", "1", "--json"))
    assert by_moves["state"] == solve(TicTacToe()).find(by_moves["text"])
    assert by_moves["seat"] == 0
    there = json.loads(answer("show", "three_rocks", "3,2", "--move", "1,2", "--json"))
    assert (there["state"], there["seat"]) == ([2, 0], None)


def test_a_state_may_hold_an_equals_sign(answer):
    Path("sign.py").write_text(HEAD.replace("return 4", "return 'n=4'") + SIGNED)
    found = json.loads(answer("show", "sign.py", "n=3", "--json"))
    assert (found["state"], found["value"]) == ("n=3", "loss")


SIGNED = """
    def start(self):
        return "n=4"
    def moves(self, state):
        return range(1, min(int(state[2:]), 2) + 1)
    def play(self, state, move):
        return f"n={int(state[2:]) - move}"
    def outcome(self, state):
        return Value.LOSS if state == "n=0" else None
"""


def test_line_realises_the_remoteness(answer):
    found = json.loads(answer("line", "three_rocks", "--json"))
    steps = found["line"]
    assert [step["remoteness"] for step in steps] == list(range(10, -1, -1))
    assert [step["seat"] for step in steps] == [0, 1] * 5 + [0]
    assert steps[-1]["move"] is None
    assert found["loops"] is False
    assert "the second player wins after 10 plies" in answer("line", "three_rocks")


def test_a_line_of_an_endless_draw_stops_where_it_comes_back(answer):
    assert solve(load_game("fingers_down")).summary()["start"]["remoteness"] is None
    assert "an endless draw" in answer("line", "fingers_down")
    assert json.loads(answer("line", "fingers_down", "--json"))["loops"] is True


def test_states_without_a_parser_are_found_by_their_text(answer, refused):
    Path("sets.py").write_text(
        "from perfectplay import Game, Value\n"
        "class Sets(Game):\n"
        "    def start(self):\n        return frozenset({1, 2})\n"
        "    def moves(self, state):\n        return sorted(state)\n"
        "    def play(self, state, move):\n        return state - {move}\n"
        "    def outcome(self, state):\n        return None if state else Value.LOSS\n"
    )
    found = json.loads(answer("show", "sets.py", "{2}", "--json"))
    assert (found["text"], found["value"]) == ("{2}", "win")
    assert "{7}" in refused("show", "sets.py", "7")


def test_a_picture_is_not_written_under_the_ending_of_another_kind(refused, answer):
    said = refused("show", "three_rocks", "--svg", "board.png")
    assert said == "--svg writes SVG, and board.png has another ending; expected .svg"
    assert not Path("board.png").exists()
    answer("show", "three_rocks", "--svg", "board.SVG")
    answer("show", "three_rocks", "--svg", "board")
    assert refused("show", "three_rocks", "--svg", "board").startswith("board is there already; ")
    answer("show", "three_rocks", "--svg", "board", "--force")
    assert Path("board").read_text() == Path("board.SVG").read_text()
