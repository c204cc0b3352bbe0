"""Texts of moves and states as rules write them: whatever they are, they lead where they say."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi")

from rest_client import Client, problem

RULES = '''
from perfectplay import Game, Value

class Stairs(Game):
    """Down the stairs."""
    stuck = Value.LOSS

    def start(self):
        return (3, 1)

    def moves(self, state):
        return range(min(3, state[0]))

    def play(self, state, move):
        return (state[0] - move - 1, 1 - state[1])

    def outcome(self, state):
        return None

    def text(self, state):
        return f"{{state[1]}} {{state[0]}}\\nsteps <&>"

    def move_text(self, move):
        return {texts!r}[move]
'''


def stairs(tmp_path, *texts: str) -> Client:
    path = tmp_path / "stairs.py"
    path.write_text(RULES.format(texts=texts), encoding="utf-8")
    return Client(str(path))


@pytest.mark.parametrize(
    "texts", [("", " lead", "trail "), (" ", "  ", "\t"), ("a", " a", "a "), ("\x00", "\n", "%41")]
)
@pytest.mark.parametrize("what", ["play", "position", "line"])
def test_blanks_are_part_of_a_move(tmp_path, texts, what):
    client = stairs(tmp_path, *texts)
    told = [client.ok(f"/api/games/stairs/{what}", move=text) for text in texts]
    if what == "play":
        assert [one["steps"][1]["move"] for one in told] == list(texts)
        told = [one["record"] for one in told]
    if what == "line":
        told = [one["line"][0] for one in told]
    assert [one["state"] for one in told] == [[2, 0], [1, 0], [0, 0]]
    client.close()


def test_half_a_letter_in_a_move_is_what_a_browser_makes_of_it(tmp_path):
    client = stairs(tmp_path, "\ud800", "up", "down")
    told = client.ok("/api/games/stairs/play", move="\ufffd")
    assert told["steps"][1]["move"] == "\ud800"
    assert told["record"]["state"] == [2, 0]
    assert client.ok("/api/games/stairs/position", move="\ufffd")["state"] == [2, 0]
    page = client.get("/games/stairs")
    assert page.status_code == 200
    assert "up" in page.text
    client.close()


def test_two_moves_that_a_browser_cannot_tell_apart_are_none(tmp_path):
    client = stairs(tmp_path, "\ud800", "\udc00", "down")
    said = problem(client.get("/api/games/stairs/play", move="\ufffd"), 422, "illegal-move")
    assert "down" in said
    client.close()


def test_a_state_is_found_by_its_text_where_rules_write_and_do_not_read(tmp_path):
    """By default the numbers of this text are another state."""
    client = stairs(tmp_path, "1", "2", "3")
    text = client.ok("/api/games/stairs/play", move="1")["record"]["text"]
    assert client.ok("/api/games/stairs/position", state=text)["state"] == [2, 0]
    assert client.ok("/api/games/stairs/position", state="2,0")["state"] == [2, 0]
    problem(client.get("/api/games/stairs/position", state="9 9\nsteps <&>"), 422, "no-state")
    client.close()
