"""How the tests of check ask it."""

from __future__ import annotations

from typing import Any

from perfectplay.conformance import Finding, Report, check_game
from perfectplay.game.game import Game


def check(game: Game, **options: Any) -> Report:
    return check_game(game, **{"compiled": False, "samples": 2_000, "max_seconds": 900} | options)


def found(game: Game, promise: str, **options: Any) -> Finding:
    """The first finding; that it is of this promise, and of no other, is the test."""
    report = check(game, **options)
    assert {finding.promise for finding in report.findings} == {promise}, report.text()
    assert not report.ok
    assert report.findings[0].remedy
    return report.findings[0]
