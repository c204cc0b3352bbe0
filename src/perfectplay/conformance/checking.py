"""`check_game`: whether the rules of a game keep their promises."""

from __future__ import annotations

from perfectplay.conformance.check_run import CheckRun
from perfectplay.conformance.compiled_comparison import compile_early
from perfectplay.conformance.report import Report
from perfectplay.conformance.rules_speed import SECONDS as SECONDS_MEASURED
from perfectplay.conformance.watch import Watch
from perfectplay.core.progress import ProgressCallback, Reporter
from perfectplay.game.checks.findings import FindingLog
from perfectplay.game.checks.rule_calls import MAX_MOVES
from perfectplay.game.game import Game
from perfectplay.tablebase.game_or_solution import game_in
from perfectplay.tablebase.solution import Solution

SECONDS = 10.0
"""Default time limit of a check in seconds."""

PATIENCE = 5.0
"""Seconds of processor time in which one call of a rule must return."""


def check_game(
    game: Game | Solution,
    *,
    samples: int = 100_000,
    seed: int = 0,
    max_seconds: float | None = None,
    max_moves: int = MAX_MOVES,
    compiled: bool = True,
    speed: bool = False,
    progress: ProgressCallback | None = None,
) -> Report:
    """Check whether the rules of a game keep all promises.

    Checks all states if there are at most ``samples``; otherwise states near the start and states
    of random plays, the same ones for the same ``seed``, as far as the time allows. Stops after
    ``max_seconds`` (default 10); the report says what was not checked. A state with more than
    ``max_moves`` moves is a fault. ``compiled=False`` omits the comparison of compiled and
    interpreted rules. ``speed=True`` measures both on one core, for about half a second each.
    ``progress`` is called about ten times a second. Rules that raise or never
    return are reported as findings; nothing is raised for them.

    >>> from perfectplay.games.three_rocks import ThreeRocks
    >>> report = check_game(ThreeRocks(left=2, right=2), compiled=False)
    >>> report.ok, report.states_checked, report.complete
    (True, 9, True)
    """
    seconds = SECONDS if max_seconds is None else max_seconds
    log = FindingLog(game_in(game, "check_game"))
    early = compile_early(log.game, seconds) if compiled else None
    try:
        with Watch(PATIENCE) as watch:
            measured = min(SECONDS_MEASURED, seconds / 20) if speed else 0.0
            run = CheckRun(log, watch, Reporter(progress), seconds, max_moves, compiled, measured)
            run.check(samples, seed)
        run.compare(early)
    finally:
        if early is not None:
            early.kill()
    return run.report()
