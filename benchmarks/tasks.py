"""What is measured: each function runs in a process of its own and gives facts as JSON knows them.

``seconds`` is the time of the thing itself, without the start of Python or the making of the game.
"""

from __future__ import annotations

import contextlib
import importlib
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import benchmarks.measure as measure_
from benchmarks import connect_four_strings
from benchmarks.answering import asking_ugi, looking_up, solving_openspiel
from benchmarks.interpreting import interpreted_alone, interpreting
from benchmarks.judging import judging_all, judging_some
from benchmarks.plain_plays import wins_of
from benchmarks.positions import bitbully, searching, searching_empty
from benchmarks.s1_baseline import Baseline
from perfectplay import Game, Solution, solve
from perfectplay.cli.input.cluster import workers_at
from perfectplay.core.errors import StateLimitError
from perfectplay.core.progress import Progress

# of other files, found here by name
__all__ = [
    "asking_ugi", "bitbully", "interpreted_alone", "interpreting", "judging_all", "judging_some",
    "looking_up", "searching", "searching_empty", "solving_openspiel",
]  # fmt: skip

if TYPE_CHECKING:
    from perfectplay.compiler.expander import Expander
    from perfectplay.core.arrays import IntArray

Facts = dict[str, Any]

SAMPLE = 100_000
"""Children that the rules alone are timed on, at least."""

INTERPRETED = 5_000
"""States that the interpreter is timed on."""


GAMES = {
    "integers": ("perfectplay.games.connect_four", "ConnectFour"),
    "cells": ("benchmarks.connect_four_cells", "ConnectFourCells"),
    "tiers": ("benchmarks.thousand_tiers", "ThousandTiers"),
    "quixo": ("benchmarks.quixo", "Quixo"),
    "teeko": ("benchmarks.teeko", "Teeko"),
    "subtraction": ("perfectplay.games.subtraction", "Subtraction"),
    "rook": ("benchmarks.rook_and_king", "RookAndKing"),
}


def make_game(kind: str, parameters: dict[str, Any]) -> Game:
    """A game of the benchmarks by name; only its own module is imported."""
    if kind == "strings":
        return connect_four_strings.game(**parameters)
    if kind == "natural":
        from benchmarks.natural import WAYS

        return WAYS[parameters["game"]][parameters["way"]][0]()
    if kind == "symmetric":
        from benchmarks.symmetric_games import SYMMETRIC_GAMES

        return SYMMETRIC_GAMES[parameters["game"]]()
    module, name = GAMES[kind]
    game: Game = getattr(importlib.import_module(module), name)(**parameters)
    return game


def s1_baseline(parameters: dict[str, int]) -> Facts:
    """The plain-dictionary baseline on strings."""
    functions = connect_four_strings.make(**parameters)
    began = time.perf_counter()
    baseline = Baseline(*functions).solve()
    seconds = time.perf_counter() - began
    scores = list(baseline.scores.values())
    return {
        "seconds": seconds,
        "states": len(baseline.children),
        "moves": sum(map(len, baseline.legal_moves.values())),
        "wins": scores.count(1),
        "losses": scores.count(-1),
    }


def solving(
    kind: str, parameters: dict[str, Any], threads: int | None = None, symmetries: bool = False
) -> Facts:
    """`solve` in a fresh process; ``again``: the same once more in that process."""
    game = make_game(kind, parameters)
    stages = Stages()
    began = time.perf_counter()
    solution = solve(game, threads=threads, symmetries=symmetries, progress=stages)
    seconds = time.perf_counter() - began
    stages.end(seconds)
    facts = {**facts_of(solution), "stages": stages.seconds, "peak": measure_.peak_bytes()}
    del solution
    again = seconds
    if seconds < 10:
        began = time.perf_counter()
        solve(game, threads=threads, symmetries=symmetries)
        again = time.perf_counter() - began
    return {"seconds": seconds, "again": again, **facts}


def dictionaries(kind: str, parameters: dict[str, Any]) -> Facts:
    """All that the baseline gives: the scores and the best moves of every state."""
    game = make_game(kind, parameters)
    began = time.perf_counter()
    solution = solve(game, symmetries=False)
    scores = solution.scores()
    best_moves = solution.keeping_moves_of_all()
    seconds = time.perf_counter() - began
    return {
        "seconds": seconds,
        **facts_of(solution),
        "scores": len(scores),
        "best_moves": len(best_moves),
    }


def warming(kind: str, parameters: dict[str, Any], symmetries: bool = False) -> Facts:
    """Has all that a solve needs compiled and kept, by the first states of a game."""
    began = time.perf_counter()
    with contextlib.suppress(StateLimitError):
        solve(make_game(kind, parameters), symmetries=symmetries, max_states=3_000_000)
    return {"seconds": time.perf_counter() - began}


def storing(
    kind: str,
    parameters: dict[str, Any],
    folder: str,
    symmetries: bool = False,
    memory: int | None = None,
    max_states: int | None = None,
    cluster: str | None = None,
) -> Facts:
    """A solve into a folder, by workers as ``--cluster`` names them, which are there before it
    begins; ``disk``: the bytes of the finished folder."""
    from perfectplay.solver.resume import solve_into

    game = make_game(kind, parameters)
    stages = Stages()
    with contextlib.ExitStack() as stack:
        executor = None
        if cluster is not None:
            executor = stack.enter_context(workers_at(cluster))
            list(executor.map(abs, range(8)))
        began = time.perf_counter()
        solution = solve_into(
            game, folder, symmetries=symmetries, memory=memory, max_states=max_states,
            progress=stages, executor=executor,
        ).solution  # fmt: skip
        seconds = time.perf_counter() - began
    stages.end(seconds)
    disk = sum(path.stat().st_size for path in Path(folder).iterdir())
    return {"seconds": seconds, **facts_of(solution), "disk": disk, "stages": stages.seconds}


def verifying(folder: str) -> Facts:
    """`verify` of a folder, as its command does it."""
    from perfectplay.verifier.verifying import verify

    began = time.perf_counter()
    found = verify(Path(folder))
    return {"seconds": time.perf_counter() - began, "ok": found.ok, "states": found.states}


def opening(folder: str) -> Facts:
    """A stored solution opened and one state asked for, in a fresh process."""
    began = time.perf_counter()
    solution = Solution.open(folder)
    record = solution.probe(solution.start)
    seconds = time.perf_counter() - began
    return {"seconds": seconds, "moves": len(record.moves), "numba": "numba" in sys.modules}


def facts_of(solution: Solution) -> Facts:
    """The counts of a solution and the value of its start."""
    stored = solution.representatives or solution.counts
    return {
        **solution.counts.as_dict(),
        "stored": stored.states,
        "made": stored.moves,
        "representatives": stored.as_dict(),
        "start": str(solution.value(solution.start)),
        "remoteness": solution.remoteness(solution.start),
        "engine": solution.engine,
        "how": solution.made.how,
    }


class Stages:
    """Adds up how long each stage of a solve takes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stage, self._since = "beginning", 0.0

    def __call__(self, progress: Progress) -> None:
        if progress.stage != self._stage:
            self.end(progress.seconds)
            self._stage = progress.stage

    def end(self, now: float) -> None:
        """The stage that goes on is over at ``now``."""
        spent = self.seconds.get(self._stage, 0.0) + now - self._since
        self.seconds[self._stage] = round(spent, 3)
        self._since = now


# --- the limit: rules alone ---------------------------------------------------------------------


def rules_alone(
    kind: str, parameters: dict[str, Any], symmetries: bool = False, tables: bool = True
) -> Facts:
    """Children a second on one core where nothing is done with them.

    The outcome of each state is asked too, and with symmetries all images of each child are made.
    ``tables``: whether symmetries that only permute are made from tables.
    Interpreted rules are run by a plain loop, compiled ones by the kernel that the engines call.
    """
    game = make_game(kind, parameters)
    if kind == "strings":
        return _interpreted_alone(connect_four_strings.make(**parameters))
    return _compiled_alone(game, symmetries, tables)


def _interpreted_alone(functions: connect_four_strings.Functions) -> Facts:
    start, possible_moves, do_move, evaluate = functions
    states = [start]
    for state in states:  # grows while it is read
        if len(states) > SAMPLE:
            break
        if evaluate(state) == "undecided":
            children = (do_move(move, state) for move in possible_moves)
            states += [child for child in children if isinstance(child, str)]
    sample = states[-SAMPLE // 2 :]
    made = 0
    began = time.perf_counter()
    for state in sample:
        if evaluate(state) == "undecided":
            for move in possible_moves:
                made += do_move(move, state) is not False
    return {"seconds": time.perf_counter() - began, "children": made}


def _sampled_keys(expander: Expander) -> IntArray:
    """Keys of the first states, level by level. Raises KeysOutgrownError."""
    import numpy as np

    states = np.array([expander.start_key()], np.int64)
    level = states
    while len(level) and len(states) < SAMPLE:
        level = np.unique(expander.expand(level, 0, len(level)).children)
        if len(level) < 100 and len(states) > 1000:
            break  # thin: a sample would take as long as the solve
        states = np.concatenate([states, level])[-2 * SAMPLE :]
    return states


def _compiled_alone(game: Game, symmetries: bool, tables: bool) -> Facts:

    from perfectplay.compiler.expander import Expander, KeysOutgrownError
    from perfectplay.compiler.first_keys import first_keys
    from perfectplay.compiler.load import compile_rules
    from perfectplay.game.checks.checked_game import CheckedGame

    rules = CheckedGame(game)
    compiled = compile_rules(game, symmetries=symmetries, tables=tables)
    keys = first_keys(rules, [rules.start()], compiled.shape)
    expander = Expander(compiled, rules, keys)
    while True:
        try:
            states = _sampled_keys(expander)
            break
        except KeysOutgrownError as outgrown:
            expander.keys = outgrown.keys
    times = []
    children = states
    for _ in range(5):
        began = time.perf_counter()
        children = expander.expand(states, 0, len(states)).children
        times.append(time.perf_counter() - began)
    return {"seconds": min(times), "children": len(children)}


def rules_interpreted(kind: str, parameters: dict[str, Any]) -> Facts:
    """Children a second of the interpreted rules on one core, on a game's first states."""
    from perfectplay.conformance.rules_speed import interpreted_speed
    from perfectplay.game.checks.checked_game import CheckedGame

    rules = CheckedGame(make_game(kind, parameters))
    states = [rules.start()]
    for state in states:  # grows while it is read
        if len(states) > INTERPRETED:
            break
        states += [child for _, child in rules.position(state).options]
    return {"seconds": 1.0, "children": interpreted_speed(rules, states, 1.0)}


def plain_plays(plays: int) -> Facts:
    """A plain loop of plays, mirror against random."""
    began = time.perf_counter()
    wins = wins_of(plays, 1)
    return {"seconds": time.perf_counter() - began, "wins": wins}
