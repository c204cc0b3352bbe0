"""The result of the conformance check, as text and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perfectplay.conformance.rules_speed import RulesSpeed
from perfectplay.core.json_of import json_of
from perfectplay.core.shortened import listed
from perfectplay.game.checks.findings import Finding
from perfectplay.game.showing import number_of


@dataclass(frozen=True)
class Report:
    """Result of `check_game`: ``findings`` are faults, ``notes`` are not.

    ``complete``: True if every reachable state was checked; ``moves_checked``: number of moves of
    the checked states; ``images_checked``: number of symmetric images compared with them;
    ``states_compared``: number of states for which compiled rules gave the same answers;
    ``speed``: of the rules, if it was asked for and nothing was found.

    >>> report = Report("Nim", (), ("states are interpreted",), 12, True, 30)
    >>> report.ok
    True
    >>> print(report.text())
    Nim keeps every promise, on all its 12 states
    looked at 12 states and 30 moves; compiled rules were not compared
    note: states are interpreted
    """

    game: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    states_checked: int
    complete: bool
    moves_checked: int = 0
    images_checked: int = 0
    states_compared: int = 0
    speed: RulesSpeed | None = None

    @property
    def ok(self) -> bool:
        """True if no broken promise was found, and some state was checked."""
        return not self.findings and self.states_checked > 0

    def text(self) -> str:
        """The report as text, one finding or note per line."""
        lines = [self._headline(), self._extent()]
        lines += [self.speed.text()] if self.speed else []
        lines += [str(finding) for finding in self.findings]
        lines += [f"note: {note}" for note in self.notes]
        return "\n".join(lines)

    def _headline(self) -> str:
        count = number_of(self.states_checked, "state")
        were = "was" if self.states_checked == 1 else "were"
        whole = "its only state" if self.states_checked == 1 else f"all its {count}"
        scope = whole if self.complete else f"the {count} that {were} checked"
        checked = whole if self.complete else count
        if not self.findings and not self.states_checked:
            return f"{self.game}: no state was checked in this time; allow more (--seconds)"
        if self.ok:
            return f"{self.game} keeps every promise, on {scope}"
        names = list(dict.fromkeys(finding.promise for finding in self.findings))
        plural = "promise" if len(names) == 1 else "promises"
        where = f" ({checked} {were} checked)" if self.states_checked else ""
        return f"{self.game} breaks {len(names)} {plural}{where}"

    def _extent(self) -> str:
        """How much was checked, in words."""
        seen = [number_of(self.states_checked, "state"), number_of(self.moves_checked, "move")]
        if self.images_checked:
            seen.append(number_of(self.images_checked, "symmetric image"))
        compared = "compiled rules were not compared"
        if self.states_compared:
            states = number_of(self.states_compared, "state")
            compared = f"compiled rules gave the same answers on {states}"
        return f"looked at {listed(seen)}; {compared}"

    def as_dict(self) -> dict[str, Any]:
        """The report as a dictionary for JSON."""
        counts = "states_checked moves_checked images_checked states_compared"
        return json_of(self, f"game ok {counts} complete speed findings notes")
