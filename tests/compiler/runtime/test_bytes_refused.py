"""Bytes that compiled rules cannot make: refused with what to write, and not by a stumble."""

from __future__ import annotations

import pytest

from perfectplay import Game, Value
from perfectplay.compiler.load import compile_rules
from perfectplay.compiler.source.not_compilable import NotCompilable


class Sliced(Game):
    """The bytes of a sum of slices, whose length the compiler does not know."""

    stuck = Value.LOSS

    def start(self):
        return bytes(6) + b"\1"

    def moves(self, state):
        return [i for i in range(6) if state[i] == 0]

    def play(self, state, move):
        cells = tuple(state)
        return bytes(cells[:move] + (cells[6],) + cells[move + 1 : 6] + (3 - cells[6],))  # noqa: RUF005

    def outcome(self, state):
        return None


def test_bytes_of_a_tuple_whose_length_varies_are_refused_with_what_compiles() -> None:
    with pytest.raises(NotCompilable, match=r"a tuple whose length varies .*; bytes\(...\) of a"):
        compile_rules(Sliced())
