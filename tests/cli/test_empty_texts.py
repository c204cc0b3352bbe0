"""States and moves that are an empty text: every table and sentence shows them in quotes."""

from __future__ import annotations

import json

import pytest

SHRINK = """
from perfectplay import Game, Value

class Shrink(Game):
    stuck = Value.LOSS
    def start(self): return "xx"
    def moves(self, state): return ["", "x"][: len(state)]
    def play(self, state, move): return state[:-1]
    def outcome(self, state): return None
"""


@pytest.fixture
def shrink(tmp_path):
    file = tmp_path / "shrink.py"
    file.write_text(SHRINK)
    return str(file)


@pytest.mark.parametrize(
    ("verb", "wanted"),
    [
        (("line",), ["0  first   xx     ''", "2  first   ''"]),
        (("replay",), ["0  first   xx"]),
        (("replay", "--", "''", "''"), ["0  first   xx     ''", "2  first   ''"]),
        (("show",), ["''    loss in 2 plies"]),
        (("why",), ["The line: ''"]),
        (("lines", "--depth", "2"), ["'', ''"]),
        (("why", "''"), ["''\n"]),
    ],
)
def test_an_empty_text_is_shown_in_quotes(answer, shrink, verb, wanted):
    text = answer(verb[0], shrink, *verb[1:])
    assert all(one in text for one in wanted), text


def test_json_has_the_move_itself(answer, shrink):
    found = json.loads(answer("show", shrink, "--json"))
    assert [(move["move"], move["text"]) for move in found["moves"]] == [("", "''"), ("x", "x")]
