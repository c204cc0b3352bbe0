"""The kinds of states of random rules: how each writes a board, a turn and a number."""

# ruff: noqa: E501 lines of rules are not broken

from __future__ import annotations

from dataclasses import dataclass

N = 6
"""Cells of a board."""


@dataclass(frozen=True)
class BoardKind:
    """How states are written: ``board``, ``turn`` and ``seen`` of a state ``s``, and a new state.

    ``empty``, ``pieces``: what is in cells. ``more``: lines at the top of the file. ``cls``: the
    class of a board, "tuple", "str" or "bytes". ``sets``: the two sets that a state holds, which the
    board is made of, if it does. ``held``: a set of things with texts that a state holds, if it
    does; ``thing``: one of them, of a number and a cell.
    """

    start: str
    board: str
    turn: str
    seen: str
    new: str
    empty: str
    pieces: tuple[str, str]
    more: str = ""
    cls: str = "tuple"
    sets: str = ""
    held: str = ""
    thing: str = ""

    @property
    def given(self) -> str:
        """The locals that hold what a state says, as they are given to helpers."""
        return "b, turn" + ", mine, theirs" * bool(self.sets) + ", held" * bool(self.held)

    @property
    def taken(self) -> str:
        """The statement that sets these locals to what a state says."""
        parts = [self.board, self.turn, *filter(None, (self.sets, self.held))]
        return f"{self.given} = {', '.join(parts)}"


_CLASS = (
    "from dataclasses import dataclass as frozen_class, replace\nfrom typing import NamedTuple\n"
)

KINDS = {
    "flat": BoardKind(
        f"(0,) * {N} + (1, 0)", f"s[:{N}]", f"s[{N}]", f"s[{N + 1}]", "{board} + ({turn}, {seen})", "0",
        ("1", "2"),
    ),
    "letters": BoardKind(
        f"(('.',) * {N}, 'X', 0)", "s[0]", "s[1]", "s[2]", "({board}, {turn}, {seen})", "'.'", ("'X'", "'O'"),
    ),
    "nested": BoardKind(
        f"((0,) * {N}, (1, 0))", "s[0]", "s[1][0]", "s[1][1]", "({board}, ({turn}, {seen}))", "0", ("1", "2"),
    ),
    "none": BoardKind(
        f"((None,) * {N}, 'X', 0)", "s[0]", "s[1]", "s[2]", "({board}, {turn}, {seen})", "None", ("'X'", "'O'"),
    ),
    "optional": BoardKind(
        f"((None,) * {N}, 1, 0)", "s[0]", "s[1]", "s[2]", "({board}, {turn}, {seen})", "None", ("1", "2"),
    ),
    "lasting": BoardKind(
        f"((0,) * {N}, 1, None, None)", "s[0]", "s[1]", "((s[2] or 0) + (s[3][1] if s[3] else 0))",
        "({board}, {turn}, {seen} if {seen} % 3 else None, (i, {turn}) if {seen} % 2 else None)", "0", ("1", "2"),
    ),
    "text": BoardKind(
        f"('.' * {N}, 'X', 0)", "s[0]", "s[1]", "s[2]", "({board}, {turn}, {seen})", "'.'", ("'X'", "'O'"),
        cls="str",
    ),
    "growing": BoardKind(
        f"('.' * {N}, '', 'X', 0)", "(s[1] + s[0])[len(s[1]):]", "s[2]", "s[3]",
        "({board}, s[1] + 'X', {turn}, {seen})", "'.'", ("'X'", "'O'"), cls="str",
    ),
    "bytes": BoardKind(
        f"(bytes({N}), 1, 0)", "s[0]", "s[1]", "s[2]", "({board}, {turn}, {seen})", "0", ("1", "2"),
        cls="bytes",
    ),
    "packed": BoardKind(
        f"bytes({N}) + bytes([1, 0])", f"s[:{N}]", f"s[{N}]", f"s[{N + 1}]",
        "{board} + bytes(({turn}, {seen} % 251))", "0", ("1", "2"), cls="bytes",
    ),
    "sets": BoardKind(
        "(frozenset(), frozenset(), 1, 0)",
        f"tuple(1 if i in s[0] else 2 if i in s[1] else 0 for i in range({N}))", "s[2]", "s[3]",
        "({board}, {turn}, {seen})", "0", ("1", "2"), sets="s[0], s[1]",
    ),
    "cards": BoardKind(
        f"(('.',) * {N}, 'X', 0, frozenset())", "s[0]", "s[1]", "s[2]",
        "({board}, {turn}, {seen}, s[3] | {{(i, turn)}})", "'.'", ("'X'", "'O'"), held="s[3]",
        thing="({number}, {cell})",
    ),
    "places": BoardKind(
        f"((0,) * {N}, 1, 0, frozenset(NAMES[:1]))", "s[0]", "s[1]", "s[2]",
        "({board}, {turn}, {seen}, s[3] ^ {{NAMES[i]}})", "0", ("1", "2"), held="s[3]",
        thing="NAMES[({number}) % 6]",
    ),
    "named": BoardKind(
        f"Stand((0,) * {N}, 1, 0)", "s.board", "s.turn", "s.seen",
        "s._replace(board={board}, turn={turn}, seen={seen})", "0", ("1", "2"),
        _CLASS + "\n\nclass Stand(NamedTuple):\n    board: tuple\n    turn: int\n    seen: int\n",
    ),
    "record": BoardKind(
        f"Stand('.' * {N}, 'X', 0)", "s.board", "s.turn", "s.seen",
        "replace(s, board={board}, turn={turn}, seen={seen})", "'.'", ("'X'", "'O'"),
        _CLASS + "\n\n@frozen_class(frozen=True)\nclass Stand:\n    board: str\n    turn: str\n    seen: int\n",
        "str",
    ),
}  # fmt: skip
