"""What a manifest says of the whole solution, beside what was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from perfectplay.contract.rules import Rules
from perfectplay.results.store.manifest import MANIFEST, Manifest
from perfectplay.results.verify.plain import images_of
from perfectplay.results.verify.report import Findings, Problem, Worth, worth_text
from perfectplay.words.value import Value


class Whole:
    """Compares the manifest's start and counts; ``notes`` says what was not compared."""

    def __init__(self, manifest: Manifest, rules: Rules, findings: Findings) -> None:
        self.manifest, self.rules, self.findings = manifest, rules, findings
        self.notes: list[str] = []
        self.start_is_alone = len(images_of(rules, rules.start())) == 1

    def check_start(self, key: Any, worth: Worth | None) -> None:
        """``key``: where the start should be stored; ``worth``: what is stored there."""
        said = self.manifest.start
        assert said is not None
        stated: Worth = said.value, said.remoteness
        if said.score is not None:
            stated = said.value, said.remoteness, said.score
        if said.key != key:
            message = f"{MANIFEST} says that the start has the key {said.key!r}, it is {key!r}"
        elif worth is not None and stated != worth:
            message = (
                f"{MANIFEST} says that the start is {worth_text(stated)}, it is stored as "
                f"{worth_text(worth)}"
            )
        else:
            return
        self.findings.add(Problem("manifest", message))

    def check_counts(
        self,
        moves: int,
        histogram: Mapping[Worth, int],
        covered_moves: int,
        covered: Mapping[Worth, int],
    ) -> None:
        """``covered``: counts of all states that representatives stand for.

        Only where nothing else is wrong: counts of what is wrong are wrong.
        """
        manifest = self.manifest
        if self.findings.found:
            return
        assert manifest.histogram is not None
        self._check("moves", manifest.moves, moves)
        self._check_histogram("histogram", manifest.histogram, histogram)
        if manifest.covered is None:
            return
        if not self.start_is_alone:
            self.notes.append(
                "the counts of all states that the representatives stand for are not checked: the "
                "start has images, which need not be reached"
            )
            return
        self._check("covered moves", manifest.covered.moves, covered_moves)
        self._check_histogram("covered histogram", manifest.covered.histogram, covered)

    def _check_histogram(
        self, name: str, said: Mapping[tuple[int, int], int], found: Mapping[Worth, int]
    ) -> None:
        right: Counter[tuple[int, int]] = Counter()
        for worth, n in found.items():
            right[int(worth[0]), -1 if worth[1] is None else worth[1]] += n
        for value, plies in sorted(said.keys() | right.keys()):
            what = worth_text((Value(value), None if plies < 0 else plies))
            counts = said.get((value, plies), 0), right.get((value, plies), 0)
            self._check(f"{name} of {what}", *counts)

    def _check(self, what: str, said: int | None, right: int) -> None:
        if said == right:
            return
        shown = "nothing" if said is None else f"{said:,}"
        message = f"{MANIFEST} says {shown} for the {what}, counted are {right:,}"
        self.findings.add(Problem("manifest", message))
