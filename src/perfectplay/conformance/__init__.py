"""The conformance check: does a game keep every promise of the contract?"""

from perfectplay.conformance.checking import check_game
from perfectplay.conformance.report import Report
from perfectplay.game.findings import Finding

__all__ = ["Finding", "Report", "check_game"]
