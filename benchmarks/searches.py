"""The sections of the search: the published test sets of Connect 4 on 7×6, and empty boards."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

from benchmarks.opponents import EMPTY_7X6, SAID, TEST_SETS
from benchmarks.table import Row, seconds_text

BITBULLY = 100
"""Positions that BitBully is asked, of each set: to clear its table takes 0.1 s each time."""


def search(bench: Any) -> Iterator[Row]:
    """The test sets on one core, a table cleared for each position.

    Wanted are right scores, five times the time of P. Pons's solver, and twice its states a
    position and half its states a second at the worst.
    """
    section = "Search: Connect 4 on 7×6, 1,000 positions with exact scores, 1 core"
    for name, opponent in TEST_SETS.items():
        some = 100 if bench.quick else 1_000
        run = bench.measure("searching", repeat=3, name=name, some=some)
        scale, facts = 1_000 / run.facts["positions"], run.facts
        rate = facts["nodes"] * facts["positions"] / run.seconds
        their_rate = opponent.nodes * 1_000 / opponent.seconds
        yield Row(
            section, f"{name}-easy", run.seconds * scale, run.peak,
            ratio=opponent.seconds / run.seconds / scale, wanted_ratio=1 / 5,
            reached=not facts["wrong"] and facts["nodes"] <= 2 * opponent.nodes
            and (bench.quick or rate >= their_rate / 2),
            note=f"{_nodes(facts, rate)}, {facts['wrong']} wrong",
        )  # fmt: skip
        yield Row(
            section, f"{name}-easy, {opponent.name}", opponent.seconds, ratio=1,
            note=f"{_nodes({'nodes': opponent.nodes}, their_rate)}; {SAID}",
        )  # fmt: skip
        if importlib.util.find_spec("bitbully"):
            yield _bitbully(bench, section, name, opponent.seconds)


def two_words(bench: Any) -> Iterator[Row]:
    """States that need more than 63 bits, beside the same positions as one integer, both without
    hints: states a second are compared, since the moves come in another order."""
    section = "Search: Connect 4 on 7×6, two boards of 49 bits, without hints, 1 core"
    some = 5 if bench.quick else 100
    rates = []
    for label, two in (("an integer", False), ("two boards", True)):
        run = bench.measure(
            "searching", repeat=3, name="middle", some=some, two_boards=two, hints=False
        )
        facts = run.facts
        rates.append(facts["nodes"] * facts["positions"] / run.seconds)
        yield Row(
            section, label, run.seconds, run.peak, ratio=rates[-1] / rates[0],
            wanted_ratio=1 / 2 if two else None, reached=not facts["wrong"],
            note=f"{_nodes(facts, rates[-1])}, {facts['wrong']} wrong",
        )  # fmt: skip


def _bitbully(bench: Any, section: str, name: str, baseline: float) -> Row:
    run = bench.measure("bitbully", name=name, some=10 if bench.quick else BITBULLY)
    seconds = run.seconds * 1_000 / run.facts["positions"]
    rate = run.facts["nodes"] * run.facts["positions"] / run.seconds
    return Row(
        section, f"{name}-easy, BitBully, from {run.facts['positions']}", seconds, run.peak,
        ratio=baseline / seconds, note=f"{_nodes(run.facts, rate)}, {run.facts['wrong']} wrong",
    )  # fmt: skip


def _nodes(facts: Any, rate: float) -> str:
    return f"{facts['nodes']:,.0f} states a position, {rate / 1e6:.1f} M states/s"


def empty(bench: Any) -> Iterator[Row]:
    """The empty boards of 6×5, 5×6 and 7×6, with the distance, on all cores."""
    section = "Search: empty boards of Connect 4"
    boards = ((6, 5, "draw", 30), (5, 6, "draw", 30), (7, 6, "win", 41))
    for width, height, value, plies in boards[: 1 if bench.quick else None]:
        run = bench.measure("searching_empty", width=width, height=height)
        right = (run.facts["value"], run.facts["remoteness"]) == (value, plies)
        rate = run.facts["nodes"] / run.seconds / 1e6
        yield Row(
            section, f"{width}×{height}", run.seconds, run.peak, wanted_seconds=600, reached=right,
            note=f"{run.facts['nodes']:,} states, {rate:.1f} M states/s",
        )  # fmt: skip
    for opponent in EMPTY_7X6:
        yield Row(
            section, f"7×6, {opponent.name}", opponent.seconds,
            note=f"{opponent.nodes / 1e9:.1f} billion states in {seconds_text(opponent.seconds)}; "
            f"{SAID}",
        )  # fmt: skip
