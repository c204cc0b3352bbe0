"""`plan` and `solve` say before the work why rules are not compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from perfectplay.cli.main import run

RULES = """
from perfectplay import Game, Value

class Words(Game):
    def start(self):
        return START

    def moves(self, state):
        return sorted(m for m in state if isinstance(m, int))

    def play(self, state, move):
        return PLAY

    def outcome(self, state):
        return None if [m for m in state if isinstance(m, int)] else Value.LOSS
"""

DECIDED = "isinstance(m, int) is not decided by the text of the rules ("

REASONS = {
    "sets": ("frozenset(range(16))", "state - {move}", DECIDED),
    "a letter": (
        "(*range(16), 'w')",
        "tuple(m for m in state if m != move)",
        DECIDED,
    ),
}


@pytest.mark.parametrize("name", REASONS)
@pytest.mark.parametrize("verb", ["plan", "solve"])
def test_why_rules_are_not_compiled(
    verb: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start, play, reason = REASONS[name]
    file = tmp_path / "words.py"
    file.write_text(RULES.replace("START", start).replace("PLAY", play), encoding="utf-8")
    assert run([verb, str(file), *(["--seconds", "0.5"] if verb == "plan" else [])]) == 0
    said = capsys.readouterr()
    assert f"interpreted, because {reason}" in (said.out if verb == "plan" else said.err)


def test_a_field_of_two_kinds_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a large game, too, whose first states the interpreter has met."""
    file = tmp_path / "turns.py"
    file.write_text(
        "from perfectplay import Game, Value\n"
        "class Turns(Game):\n"
        "    def start(self): return (0, 3, 0)\n"
        "    def moves(self, s): return [1, 2]\n"
        "    def play(self, s, m): return (s[0] + m, 3, 'w' if s[2] == 0 else 0)\n"
        "    def outcome(self, s): return Value.LOSS if s[0] >= 60_000 else None\n",
        encoding="utf-8",
    )
    assert run(["plan", str(file), "--seconds", "0.5"]) == 0
    assert "because field 2 of its states is 'w'" in capsys.readouterr().out
