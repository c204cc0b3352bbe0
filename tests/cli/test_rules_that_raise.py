"""Rules that raise what is no Exception: a sentence names the method, the state and what it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.core.errors import RulesError
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.game.image_cost import image_cost
from perfectplay.game.titles import game_title
from perfectplay.games.three_rocks import ThreeRocks

RULES = """
from dataclasses import dataclass
from pathlib import Path
from perfectplay import Game, Value

class Own(BaseException):
    pass

@dataclass(frozen=True)
class Rocks(Game):
    size: int = 6
    def start(self):
        return self.size
    def moves(self, state):
        MOVES
        yield from range(1, min(state, 2) + 1)
    def play(self, state, move):
        PLAY
        return state - move
    def outcome(self, state):
        OUTCOME
        return Value.LOSS if state == 0 else None
    def text(self, state):
        TEXT
        return str(state)
    def parse(self, text):
        PARSE
        return int(text)
    def board(self, state):
        BOARD
        return str(state)
"""
METHODS = ("moves", "play", "outcome", "text", "parse", "board")
KINDS = {
    "Own": "raised Own: oh",
    "GeneratorExit": "raised GeneratorExit: oh",
    "KeyboardInterrupt": "would end the program as Ctrl-C does, with KeyboardInterrupt,",
    "SystemExit": "would end the program, with sys.exit('oh'),",
}


def _rules(method: str, raising: str, when: str = "state == 3") -> str:
    """A file of rules, one method of which raises."""
    text = RULES
    for name in METHODS:
        text = text.replace(
            name.upper(), f"if {when}: raise {raising}('oh')" if name == method else "pass"
        )
    Path("rules.py").write_text(text)
    return "rules.py"


@pytest.mark.parametrize("raising", KINDS)
@pytest.mark.parametrize("method", ["moves", "play", "outcome"])
@pytest.mark.parametrize("verb", ["solve", "search", "plan", "play", "show", "export"])
def test_a_rule_that_raises_is_named_with_its_state(refused, verb, method, raising):
    said = refused(verb, _rules(method, raising))
    assert said.startswith(f"Rocks.{method} {KINDS[raising]}")
    assert " in state 3 (rules.py:" in said


@pytest.mark.parametrize("raising", KINDS)
@pytest.mark.parametrize("method", METHODS)
def test_check_finds_a_rule_that_raises(told, method, raising):
    when = "text == '3'" if method == "parse" else "state == 3"
    status, out, _ = told("check", _rules(method, raising, when))
    assert status == 1
    if method == "parse":
        assert f'parse(text(state)) raises {raising}: oh, where text gives "3"' in out
    else:
        assert f"Rocks.{method} {KINDS[raising]}" in out
        assert " in state 3 (rules.py:" in out


@pytest.mark.parametrize("raising", KINDS)
def test_a_text_that_cannot_be_read_is_named(refused, raising):
    said = refused("show", _rules("parse", raising, "text == '3'"), "3")
    assert said == f"'3' cannot be read as a state: Rocks.parse raised {raising}: oh"


@pytest.mark.parametrize("raising", KINDS)
def test_verify_names_a_rule_that_raises(told, raising):
    file = _rules("play", raising, "state == 3 and Path('now').exists()")
    assert told("solve", file, "-o", "stored")[0] == 0
    Path("now").touch()
    status, out, err = told("verify", "stored")
    assert status in (1, 2)
    assert f"Rocks.play {KINDS[raising]}" in out + err
    assert " in state 3 (rules.py:" in out + err


@pytest.mark.parametrize("raising", KINDS)
def test_a_sweep_goes_on_after_rules_that_raise(told, raising):
    file = _rules("play", raising, "state == 5 and self.size < 7")
    status, out, err = told("sweep", file, "size=4..7", "-o", "rows.csv")
    rows = Path("rows.csv").read_text()
    assert rows.count("solved") == 2, (status, out, err, rows)
    assert rows.count(f"Rocks.play {KINDS[raising]}") == 2


@pytest.mark.parametrize("raising", KINDS)
def test_a_file_or_a_class_that_raises_is_refused(refused, raising):
    Path("rules.py").write_text(
        RULES.replace(
            "    def start", f"    def __post_init__(self): raise {raising}('oh')\n    def start"
        )
    )
    said = refused("solve", "rules.py")
    if raising == "KeyboardInterrupt":
        assert said.startswith("the rules ended the program: KeyboardInterrupt: oh at ")
    else:
        assert said == f"Rocks is refused by its rules: {raising}('oh')"
    Path("rules.py").write_text(f"class Own(BaseException): pass\nraise {raising}('oh')\n")
    assert f"{raising}: oh" in refused("solve", "rules.py")


def test_the_cost_of_images_is_asked_with_checks():
    class Turned(ThreeRocks):
        def symmetries(self, state):
            raise ValueError("no image")
            yield state

    with pytest.raises(RulesError, match=r"Turned.symmetries raised ValueError: no image in state"):
        image_cost(CheckedGame(Turned()))


def test_a_title_that_cannot_be_had_is_the_name_of_the_class():
    class Stones(ThreeRocks):
        """"""

        @property
        def title(self):
            raise GeneratorExit

    assert game_title(Stones()) == "Stones"


def _plain(method: str, line: str) -> str:
    """The rules with a line in one method."""
    text = RULES.replace(method.upper(), line)
    for name in METHODS:
        text = text.replace(name.upper(), "pass")
    return text


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("return size", "(did you mean self.size?)"),
        ("return value.LOSS", "(did you mean Value?)"),
        (
            "return replace(state)",
            "top of the file: from dataclasses import replace)",
        ),
        ("return quite_unknown", "is not defined for the move 1 in state 6"),
    ],
)
def test_a_name_that_is_not_defined_gets_advice(refused, line, advice):
    Path("rules.py").write_text(_plain("play", line))
    assert advice in refused("solve", "rules.py")
