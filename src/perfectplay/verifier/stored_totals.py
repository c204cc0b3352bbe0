"""A comparison of the manifest's start and totals with what was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from perfectplay.core.errors import PerfectPlayError
from perfectplay.core.value import State, Value
from perfectplay.game.checks.checked_game import CheckedGame
from perfectplay.tablebase.store.manifest import MANIFEST, CoveredEntry, Manifest
from perfectplay.tablebase.verification import Problem, ProblemLog, Worth, worth_text
from perfectplay.verifier.plain.plain_rules import ask, images_of

Counts = Mapping[Worth, int]
StatedCounts = Mapping[tuple[int, int], int]
"""Numbers of states by worth; by value and remoteness, -1 for endless, as in the manifest."""

FIRST = 3_000
"""States, at least, in which it is tested whether plays reach whole classes."""


class TotalsCheck:
    """Compares the manifest's start and counts; ``notes`` says what was not compared. ``of_moves``:
    how many of the problems are about counts that depend on all moves."""

    def __init__(self, manifest: Manifest, rules: CheckedGame, findings: ProblemLog) -> None:
        self.manifest, self.rules, self.findings = manifest, rules, findings
        self.notes: list[str] = []
        self.of_moves = 0
        self.start_is_alone = len(images_of(rules, rules.start())) == 1

    def check_start(self, key: Any, worth: Worth | None) -> None:
        """Check the start. ``key``: its right key; ``worth``: what is stored there."""
        stated = self.manifest.start
        assert stated is not None
        worth_stated: Worth = stated.value, stated.remoteness
        if stated.score is not None:
            worth_stated = stated.value, stated.remoteness, stated.score
        if stated.key != key:
            message = f"{MANIFEST} says that the start has the key {stated.key!r}, it is {key!r}"
        elif worth is not None and worth_stated != worth:
            message = (
                f"{MANIFEST} says that the start is {worth_text(worth_stated)}, it is stored as "
                f"{worth_text(worth)}"
            )
        else:
            return
        self.findings.add(Problem("manifest", message))

    def check_counts(
        self, moves: int, histogram: Counts, covered_moves: int, covered: Counts
    ) -> None:
        """Check the counts, if nothing else is wrong: else they would be wrong, too.

        ``covered``: counts of all states that representatives stand for; empty if they were not
        counted, since the start has images.
        """
        manifest = self.manifest
        if self.findings.found:
            return
        assert manifest.histogram is not None
        self._check("moves", manifest.moves, moves)
        self.of_moves = self.findings.found
        self._check_histogram("histogram", manifest.histogram, histogram)
        if manifest.covered is not None:
            before = self.findings.found
            self._check_covered(manifest.covered, histogram, covered_moves, covered)
            self.of_moves += self.findings.found - before

    def _check_covered(
        self, stated: CoveredEntry, histogram: Counts, covered_moves: int, covered: Counts
    ) -> None:
        why = "the start has images" if not self.start_is_alone else None
        if why is None and (stated.moves, stated.histogram) != (covered_moves, _as_stored(covered)):
            why = self._reached_in_part()
        if why is None:
            self._check("covered moves", stated.moves, covered_moves)
            self._check_histogram("covered histogram", stated.histogram, covered)
            return
        if covered:
            self._check_bounds(stated.histogram, histogram, covered)
        self.notes.append(
            "the counts of all states that the representatives stand for are not checked"
            f"{', only that they are possible' if covered else ''}: {why}, which need not be "
            "reached"
        )

    def _reached_in_part(self) -> str | None:
        """Evidence among the first states that plays need not reach whole classes, or None: an
        image of a child that is a child of no image of the state."""
        rules = self.rules
        waiting = [rules.start()]
        seen = set(waiting)
        for state in waiting:  # grows during the loop
            children = [child for child, _ in ask(rules, state).children]
            below = {
                child for image in images_of(rules, state) for child, _ in _asked(rules, image)
            }
            for child in children:
                images = images_of(rules, child)
                if missed := [image for image in images if image not in below]:
                    return f"{rules.state_text(child)} has the image {rules.state_text(missed[0])}"
                if child not in seen and len(seen) < FIRST:
                    seen.update(images)
                    waiting.append(child)
        return None

    def _check_bounds(self, stated: StatedCounts, stored: Counts, covered: Counts) -> None:
        """Check that of each class at least one state is counted, and all at most."""
        least, most = _as_stored(stored), _as_stored(covered)
        for entry in sorted(stated.keys() | most.keys()):
            low, high, found = least.get(entry, 0), most.get(entry, 0), stated.get(entry, 0)
            if not low <= found <= high:
                worth = worth_text((Value(entry[0]), None if entry[1] < 0 else entry[1]))
                message = (
                    f"{MANIFEST} says {found:,} for the covered histogram of {worth}, it can "
                    f"only be from {low:,} to {high:,}"
                )
                self.findings.add(Problem("manifest", message))

    def _check_histogram(self, name: str, stated: StatedCounts, found: Counts) -> None:
        right = _as_stored(found)
        for value, plies in sorted(stated.keys() | right.keys()):
            what = worth_text((Value(value), None if plies < 0 else plies))
            counts = stated.get((value, plies), 0), right.get((value, plies), 0)
            self._check(f"{name} of {what}", *counts)

    def _check(self, what: str, stated: int | None, right: int) -> None:
        if stated == right:
            return
        shown = "nothing" if stated is None else f"{stated:,}"
        message = f"{MANIFEST} says {shown} for the {what}, counted are {right:,}"
        self.findings.add(Problem("manifest", message))


def _as_stored(counts: Counts) -> Counter[tuple[int, int]]:
    """Counts by value and remoteness as the manifest has them: -1 for endless."""
    right: Counter[tuple[int, int]] = Counter()
    for worth, n in counts.items():
        right[int(worth[0]), -1 if worth[1] is None else worth[1]] += n
    return right


def _asked(rules: CheckedGame, image: State) -> tuple[tuple[State, bool], ...]:
    """The children of an image; none if the rules raise on it: then no play reaches it."""
    try:
        return ask(rules, image).children
    except PerfectPlayError:
        return ()
