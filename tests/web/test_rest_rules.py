"""Rules that raise, hang, or are of an odd kind: the one who asks gets a sentence, and everybody
else an answer."""

from __future__ import annotations

import threading

import pytest

from rest_client import Client, problem

BAD = '''
import sys
from perfectplay import Game, Value

class {name}(Game):
    """Countdown."""
    stuck = Value.LOSS

    def start(self):
        return (3, 0)

    def moves(self, state):
        return range(1, min(state[0], 2) + 1)

    def play(self, state, move):
{play}

    def outcome(self, state):
{outcome}

    def parse(self, text):
{parse}

    def text(self, state, seat=None):
{text}

    def board(self, state, seat=None):
{board}
'''

FINE = {
    "play": "return (state[0] - move, 0)",
    "outcome": "return None",
    "parse": "return (int(text), 0)",
    "text": "return str(state[0])",
    "board": "return None",
}

PARSES = {
    "raises": ("raise RuntimeError('no idea')", "no-state"),
    "gives a list": ("return [3, 0]", "unknown-state"),
    "gives a list in a tuple": ("return ([3], 0)", "unknown-state"),
    "gives nothing": ("return None", "unknown-state"),
    "gives itself": ("return self", "unknown-state"),
    "goes down for ever": ("return self.parse(text)", "no-state"),
    "fills a generator's end": ("return next(iter(()))", "no-state"),
    "ends the program": ("sys.exit(3)", "no-state"),
    "interrupts": ("raise KeyboardInterrupt", "no-state"),
    "ends a generator": ("raise GeneratorExit", "no-state"),
    "does not end": ("while True: pass", "rules"),
    "catches what it can": (
        "while True:\n            try:\n                len(text)\n"
        "            except Exception:\n                pass",
        "rules",
    ),
    "wants much memory": ("return (0,) * 10 ** 17", "no-state"),
}


def served(tmp_path, **methods):
    """A client of a game with such methods."""
    given = {name: f"        {code}" for name, code in {**FINE, **methods}.items()}
    path = tmp_path / "countdown.py"
    path.write_text(BAD.format(name="Countdown", **given), encoding="utf-8")
    return Client(str(path), "three_rocks", seconds=2.0)


@pytest.mark.parametrize("what", PARSES)
def test_a_text_that_cannot_be_read(tmp_path, what):
    code, kind = PARSES[what]
    client = served(tmp_path, parse=code)
    status = 404 if kind == "unknown-state" else 422
    problem(client.get("/api/games/countdown/position?state=3"), status, kind)
    # the game, and others, are answered after it
    assert client.ok("/api/games/countdown/position")["value"] == "loss"
    assert client.ok("/api/games/three_rocks/position")["value"] == "loss"
    client.close()


def test_the_game_of_the_other_tests_is_fine(tmp_path):
    client = served(tmp_path)
    assert client.ok("/api/games/countdown/position?state=2")["value"] == "win"
    assert "<svg" in client.ok("/api/games/countdown/play?move=1")["drawing"]
    client.close()


@pytest.mark.parametrize(
    "code",
    [
        "raise ValueError('a text')",
        "return 7",
        "return undefined",
        "return 'x' if state[0] else 1 / 0",
    ],
)
def test_a_text_that_cannot_be_had(tmp_path, code):
    client = served(tmp_path, text=code)
    said = problem(client.get("/api/games/countdown/play?move=1&move=2"), 422, "rules")
    assert "text" in said
    client.close()


@pytest.mark.parametrize(
    "code", ["raise ValueError('a board')", "return 7", "return '\\ud800\\x00'"]
)
def test_a_board_that_cannot_be_drawn_is_the_text(tmp_path, code):
    client = served(tmp_path, board=code)
    told = client.ok("/api/games/countdown/play?move=1")
    assert "<svg" in told["drawing"]
    assert told["record"]["moves"][0]["text"] in told["drawing"]
    client.close()


def test_half_a_letter_in_a_text_is_escaped(tmp_path):
    client = served(tmp_path, text="return '\\ud800'")
    assert client.ok("/api/games/countdown/play")["record"]["text"] == "\ud800"
    client.close()


def test_a_text_without_end_is_ended(tmp_path):
    client = served(tmp_path, text="while True: pass")
    said = problem(client.get("/api/games/countdown/play"), 422, "rules")
    assert "seconds" in said
    client.close()


STOPPABLE = "[None for _ in iter(int, 1)]"


def test_others_are_answered_meanwhile(tmp_path):
    """A question that does not end holds its own game alone."""
    client = served(tmp_path, parse=STOPPABLE)
    slow, other = client.together(
        "/api/games/countdown/position?state=3", "/api/games/three_rocks/position"
    )
    problem(slow, 422, "rules")
    assert other.status_code == 200
    client.close()


STUBBORN = """
        while not release.is_set():
            try:
                release.wait(0.01)
            except BaseException:
                pass
        return (3, 0)

import builtins
release = builtins.release_of_a_test
"""


def test_rules_that_cannot_be_stopped_keep_their_own_game_alone(tmp_path, monkeypatch):
    import builtins

    release = threading.Event()
    monkeypatch.setattr(builtins, "release_of_a_test", release, raising=False)
    path = tmp_path / "countdown.py"
    methods = {name: f"        {code}" for name, code in FINE.items()}
    text = BAD.format(name="Countdown", **{**methods, "parse": "        return wait_for_ever()"})
    path.write_text(text + "\ndef wait_for_ever():" + STUBBORN, encoding="utf-8")
    client = Client(str(path), "three_rocks", seconds=1.5)
    try:
        problem(client.get("/api/games/countdown/position?state=3"), 422, "rules")
        client.be_patient()
        said = problem(client.get("/api/games/countdown/position"), 429, "busy")
        assert "busy with an earlier question" in said
        assert client.get("/api/games/three_rocks/position").status_code == 200
        release.set()
        for _ in range(200):
            if client.get("/api/games/countdown/position").status_code == 200:
                break
        assert client.ok("/api/games/countdown/position")["value"] == "loss"
    finally:
        release.set()
        client.close()


SOLVES = {
    "outcome": ("def outcome(self, state):\n        return 5", "outcome"),
    "moves": ("def moves(self, state):\n        raise OSError('disk')", "moves"),
    "play": ("def play(self, state, move):\n        return state[9]", "play"),
    "start": ("def start(self):\n        return []", "start"),
    "player": ("def player(self, state):\n        raise LookupError('who')", "player"),
}


@pytest.mark.parametrize("what", SOLVES)
def test_a_game_that_cannot_be_solved(tmp_path, what):
    code, said = SOLVES[what]
    text = BAD.format(name="Countdown", **{name: f"        {c}" for name, c in FINE.items()})
    path = tmp_path / "countdown.py"
    path.write_text(f"{text}\n    {code}\n", encoding="utf-8")
    client = Client(str(path), "three_rocks")
    assert said in problem(client.get("/api/games/countdown/position"), 422, "rules")
    told = client.ok("/api/games/countdown")
    assert told["summary"] is None
    assert told["status"] in ("failed", "unsolved")
    assert said in (told["detail"] or said)
    assert client.get("/api/games").status_code == 200
    problem(client.get("/api/games/countdown/play"), 422, "rules")
    assert client.get("/api/games/three_rocks/play").status_code == 200
    client.close()


def test_parameters_that_the_rules_do_not_take_in_time(tmp_path):
    path = tmp_path / "slow.py"
    path.write_text(
        "from dataclasses import dataclass\n"
        "from perfectplay.games.three_rocks import ThreeRocks\n"
        "@dataclass(frozen=True)\n"
        "class Slow(ThreeRocks):\n"
        "    def __post_init__(self):\n"
        "        while self.left == 9: pass\n",
        encoding="utf-8",
    )
    client = Client(str(path), seconds=1.5)
    problem(client.get("/api/games/slow;left=9/position"), 422, "rules")
    client.be_patient()
    assert client.get("/api/games/slow;left=8/position").status_code == 200
    client.close()


@pytest.mark.parametrize("raising", ["SystemExit", "KeyboardInterrupt", "GeneratorExit", "Own"])
@pytest.mark.parametrize("method", ["play", "outcome"])
def test_rules_that_raise_no_exception_are_named(tmp_path, method, raising):
    own = "Own = type('Own', (BaseException,), {})"
    lines = own, "if state[0] == 2:", f"    raise {raising}('oh')", FINE[method]
    code = "\n        ".join(lines)
    client = served(tmp_path, **{method: code})
    told = problem(client.get("/api/games/countdown/position"), 422, "rules")
    assert f"Countdown.{method} " in told
    assert " in state 2 " in told
    assert raising in told or "sys.exit('oh')" in told
    assert client.ok("/api/games/three_rocks/position")["value"] == "loss"
    client.close()
