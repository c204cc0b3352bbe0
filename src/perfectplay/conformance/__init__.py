"""The conformance check: whether the rules of a game keep all promises."""

from perfectplay.conformance.checking import check_game
from perfectplay.conformance.report import Report
from perfectplay.game.checks.findings import Finding

__all__ = ["Finding", "Report", "check_game"]
