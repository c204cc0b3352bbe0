"""The conformance check: does a game keep every promise of the contract?"""

from perfectplay.contract.check.checking import check_game
from perfectplay.contract.check.report import Finding, Report

__all__ = ["Finding", "Report", "check_game"]
