"""The rules that are tried for a card: kinds of moves, in words, as Python, and as bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np

from perfectplay.analysis.card.facts_of_moves import move_facts
from perfectplay.analysis.card.kept_positions import KeptPositions, Truth
from perfectplay.analysis.card.list_positions import RuleTable
from perfectplay.core.progress import Reporter
from perfectplay.solver.whole_graph import WholeGraph

MOST_RULES = 250
"""Candidates that are searched."""

MOST_NAMED = 24
"""Different moves of a game of which each is a candidate; if there are more, none is."""


LEAST_PAIRS = 100
"""Pairs of rules that are tried together at least."""

WORK = 400_000_000
"""Pairs times moves that are looked at."""


@dataclass(frozen=True)
class CardRule:
    """A kind of move. ``tests``: Python expressions over the facts ``m`` of a move, or over the
    state ``s`` that it leaves, which must all be true; ``phrases``: what they say of the move;
    ``provided``: what must be so before the move; ``weight``: the smaller the simpler; ``joins``:
    whether it is tried together with others; ``name``: of the one move that it allows, or "";
    ``after``: some test is over ``s``."""

    tests: tuple[str, ...]
    phrases: tuple[str, ...] = ()
    provided: tuple[str, ...] = ()
    weight: float = 1.0
    joins: bool = True
    name: str = ""
    after: bool = False

    @property
    def words(self) -> str:
        """The kind of move, as on a card.

        >>> CardRule(("m.wins", "m.corner"), ("wins at once", "goes to a corner")).words
        'a move that wins at once and goes to a corner'
        >>> CardRule(("True",)).words
        'any move'
        """
        kind = f"the move {self.name}" if self.name and len(self.phrases) == 1 else self._kind
        return f"{kind}, if {' and '.join(self.provided)}" if self.provided else kind

    @property
    def _kind(self) -> str:
        return f"a move that {' and '.join(self.phrases)}" if self.phrases else "any move"

    @property
    def code(self) -> str:
        """The moves of this kind among ``options``, as a Python expression."""
        after = " for s in (m.after,)" if self.after else ""
        tests = [f"({test})" if " if " in test or " or " in test else test for test in self.tests]
        return f"[m for m in options{after} if {' and '.join(tests)}]"

    def joined(self, other: CardRule) -> CardRule:
        """The moves of both kinds."""
        return CardRule(
            self.tests + other.tests, self.phrases + other.phrases,
            self.provided + other.provided, self.weight + other.weight + 0.5,
            name=self.name or other.name, after=self.after or other.after,
        )  # fmt: skip


def _kind(name: str, phrase: str, weight: float = 1.0) -> CardRule:
    return CardRule((f"m.{name}",), (phrase,), weight=weight)


def _if(name: str, what: str) -> CardRule:
    return CardRule((f"m.{name}",), provided=(what,), weight=1.0)


ANY = CardRule(("True",), weight=0.5, joins=False)

AHEAD = (
    _kind("wins", "wins at once"),
    _kind("stops", "stops the opponent from winning at once"),
    _kind("wins_next", "wins next, whatever the reply", 2.0),
    _kind("stops_next", "stops the opponent from winning at once or surely next", 2.0),
    _kind("safe", "does not let the opponent win at once", 1.5),
    _kind("quiet", "lets the opponent win neither at once nor surely next", 2.5),
    _kind("threatens", "threatens to win", 1.5),
    _kind("again", "lets you move again"),
    _kind("ends", "ends the play, not as a loss", 1.5),
    _kind("fewest", "leaves the opponent the fewest moves", 1.5),
)
"""Facts about any game."""

PLIES = {
    "m.wins": 1, "m.ends": 1, "m.again": 1, "m.wins_next": 3, "m.threatens": 3, "m.stops_next": 4,
    "m.quiet": 4, **dict.fromkeys(("m.centre", "m.corner", "m.edge", "m.nearest", "m.opposite"), 0),
    **dict.fromkeys(("m.beside_theirs", "m.beside_ours", "m.we_hold_centre"), 0),
    **dict.fromkeys(("m.they_hold_centre", "m.they_hold_corner"), 0),
}  # fmt: skip
"""How many plies a rule looks ahead; 2 if it is not here."""

ON_BOARDS = (
    _kind("centre", "goes to the middle"),
    _kind("corner", "goes to a corner"),
    _kind("edge", "goes to an edge, not a corner", 1.25),
    _kind("nearest", "is nearest to the middle", 1.25),
    _kind("opposite", "goes straight across the middle from a piece of theirs", 1.5),
    _kind("beside_theirs", "goes next to a piece of theirs", 1.5),
    _kind("beside_ours", "goes next to a piece of yours", 1.5),
    _if("we_hold_centre", "you hold the middle"),
    _if("they_hold_centre", "they hold the middle"),
    _if("they_hold_corner", "they hold a corner"),
)
"""Facts about games on grids."""


@dataclass(frozen=True)
class Candidates:
    """M rules with their table."""

    rules: tuple[CardRule, ...]
    table: RuleTable


def candidates_of(
    whole: WholeGraph,
    kept: KeptPositions,
    seat: int,
    left: Sequence[tuple[CardRule, Truth]],
    ahead: int,
    reporter: Reporter,
) -> Candidates:
    """The rules that are tried, the simplest first. ``left``: rules about the state that a move
    leaves, with the moves, [E], that they allow; ``ahead``: the most plies that one looks ahead."""
    basic = [*_basic_rules(whole, kept, seat, ahead, reporter), *left]
    singles = [(ANY, np.ones(len(kept.edges), np.bool_)), *basic]
    joined = [
        (other.joined(rule), moves, also)
        for i, (rule, moves) in enumerate(basic)
        for other, also in basic[:i]
        if rule.joins and other.joins and not (rule.provided and other.provided)
    ]
    joined.sort(key=lambda one: one[0].weight)
    pairs = joined[: max(LEAST_PAIRS, WORK // max(1, len(kept.edges)))]
    return _best(kept, singles, pairs)


def _basic_rules(
    whole: WholeGraph, kept: KeptPositions, seat: int, ahead: int, reporter: Reporter
) -> list[tuple[CardRule, Truth]]:
    """Rules about single facts, with the moves that they allow."""
    tried = [rule for rule in AHEAD + ON_BOARDS if PLIES.get(rule.tests[0], 2) <= ahead]
    facts = [attrgetter(rule.tests[0].removeprefix("m.")) for rule in tried]
    allowed = np.zeros((len(tried), len(kept.edges)), np.bool_)
    texts: list[str] = []
    on_board = False
    for i, node in enumerate(kept.nodes.tolist()):
        if i % 256 == 0:
            reporter.tell("looking at moves", i, len(kept))
        for move in move_facts(whole.rules.game, whole.state(node), seat):
            allowed[:, len(texts)] = [of(move) for of in facts]
            texts.append(move.text)
            on_board = on_board or move.position.rows > 0
    # in a game such as Nim the board is a picture of numbers, and nobody owns a piece
    boards = () if on_board and not whole.rules.game.impartial else ON_BOARDS
    found = [
        (rule, moves) for rule, moves in zip(tried, allowed, strict=True) if rule not in boards
    ]
    return [*found, *_named_moves(texts)]


def _named_moves(texts: list[str]) -> Iterator[tuple[CardRule, Truth]]:
    """The moves of a game of which there are few, each as a rule."""
    named = dict.fromkeys(texts)
    if len(named) <= MOST_NAMED:
        array = np.array(texts)
        for text in named:
            rule = CardRule((f"m.text == {text!r}",), (f"is {text}",), weight=2.5, name=text)
            yield rule, array == text


def _best(
    kept: KeptPositions,
    singles: list[tuple[CardRule, Truth]],
    pairs: list[tuple[CardRule, Truth, Truth]],
) -> Candidates:
    """Of rules that allow the same moves the simplest, without those that never keep; if there are
    too many, without the pairs that are right most seldom."""
    chosen: dict[bytes, tuple[CardRule, float]] = {}
    edges = len(kept.edges)
    choice = np.repeat(np.diff(kept.starts) > 1, np.diff(kept.starts))  # positions with several
    every = [(rule, moves, None) for rule, moves in singles] + list[Any](pairs)
    for rule, moves, also in sorted(every, key=lambda one: one[0].weight):
        if not rule.phrases and rule.provided:
            continue
        allowed = choice & moves if also is None else choice & moves & also
        same = np.packbits(allowed).tobytes()
        if same in chosen:
            continue
        table = RuleTable(kept, allowed[None], np.zeros(1))
        right, wrong = int(table.right.sum()), int(table.wrong.sum())
        if right:
            chosen[same] = rule, float("inf") if also is None else right - 0.5 * wrong
    rows = sorted(chosen.items(), key=lambda row: -row[1][1])[:MOST_RULES]
    rows.sort(key=lambda row: (row[1][0].weight, row[1][0].words))
    bits = np.frombuffer(b"".join(same for same, _ in rows), np.uint8).reshape(len(rows), -1)
    allowed = np.unpackbits(bits, axis=1, count=edges).astype(np.bool_)
    weights = np.array([rule.weight for _, (rule, _) in rows])
    return Candidates(tuple(rule for _, (rule, _) in rows), RuleTable(kept, allowed, weights))
