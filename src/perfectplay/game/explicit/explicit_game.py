"""The game of an explicit tree or graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from perfectplay.core.errors import ParseError
from perfectplay.core.shortened import shortened
from perfectplay.core.value import Move, Value
from perfectplay.game.game import Game

ENDINGS = (".json", ".efg")
"""Endings of the names of files that hold such a game."""


@dataclass(frozen=True)
class Node:
    """A node: the seat to move; the node that each move leads to; and for a leaf (which has no
    moves, and seat 0) its utility for the first player: a Value, or a number of units."""

    seat: int
    moves: dict[str, str] = field(default_factory=dict)
    end: Value | int | None = None


class ExplicitGame(Game):
    """A game whose states are the names of nodes.

    ``unit``: utility of one point of a score, so that scores are whole numbers even if utilities
    are fractions; ``path``: the file that was read, or None; ``file``: its name.
    """

    def __init__(
        self,
        nodes: Mapping[str, Node],
        start: str,
        *,
        unit: Fraction = Fraction(1),
        name: str = "tree",
        file: str = "",
    ) -> None:
        self.nodes = dict(nodes)
        self.first = start
        self.unit = unit
        self.name = name
        self.file = file
        self.path: Path | None = None

    def start(self) -> str:
        return self.first

    def moves(self, state: str) -> Iterator[str]:
        return iter(self.nodes[state].moves)

    def play(self, state: str, move: Move) -> str:
        return self.nodes[state].moves[move]

    def player(self, state: str) -> int:
        return self.nodes[state].seat

    def outcome(self, state: str) -> Any:
        return self.nodes[state].end

    def parse(self, text: str) -> str:
        if text not in self.nodes:
            raise ParseError(f"{self.name} has no node {shortened(text)!r}")
        return text

    def score_text(self, score: int) -> str:
        """A score in the units of the input: ``2.5``, or ``7/3`` if the decimals do not end."""
        worth = score * self.unit
        rest = worth.denominator
        for prime in (2, 5):
            while rest % prime == 0:
                rest //= prime
        if rest > 1 or worth.denominator > 10**9:
            return str(worth)
        places = 0
        while (worth * 10**places).denominator > 1:
            places += 1
        return f"{float(worth):,.{places}f}" if places else f"{worth.numerator:,}"


class ExplicitPoints(ExplicitGame):
    """An explicit game of points: the utilities of leaves are numbers."""

    scoring = True
