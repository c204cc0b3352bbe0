"""Terminals that are narrow or simple: nothing of a table is cut off."""

from __future__ import annotations

import io
import re
import sys

import pytest

from perfectplay.cli.main import run
from perfectplay.cli.output.answer import say_table

HEAD = ("player", "moves", "plays", "won", "lost", "win rate", "95 % bounds")
ROW = ("random", "second", "50,000", "6,650", "43,350", "13.30 %", "13.00 to 13.61")


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True

    def plain(self) -> str:
        """What was written, without colours."""
        return re.sub(r"\x1b\[[0-9;]*m", "", self.getvalue())


def terminal(monkeypatch: pytest.MonkeyPatch, columns: int, term: str = "xterm") -> Terminal:
    """Standard output as a terminal of this width."""
    made = Terminal()
    monkeypatch.setattr(sys, "stdout", made)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "30")
    return made


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 200])
def test_no_cell_of_a_table_is_cut_off(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    out = terminal(monkeypatch, columns)
    say_table(HEAD, [ROW], right=HEAD[2:])
    written = out.plain()
    assert "…" not in written
    assert all(cell in written for cell in ROW)
    assert ("─" in written) is (columns >= 80)


def test_a_long_text_wraps_in_its_column(monkeypatch: pytest.MonkeyPatch) -> None:
    out = terminal(monkeypatch, 40)
    say_table(("move", "text"), [("1", "a text of many words " * 5)])
    lines = out.plain().splitlines()
    assert max(map(len, lines)) <= 40
    assert sum(line.count("words") for line in lines) == 5


@pytest.mark.parametrize(
    ("columns", "term", "framed"),
    [(40, "xterm", False), (100, "xterm", True), (100, "dumb", False)],
)
def test_help_has_frames_where_there_is_room(
    columns: int, term: str, framed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = terminal(monkeypatch, columns, term)
    assert run(["--help"]) == 0
    written = out.plain()
    assert ("╭" in written) is framed
    assert "--install-completion" in written
