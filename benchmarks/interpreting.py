"""The section of rules that are interpreted: a whole solve beside the rules alone."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from typing import Any

import benchmarks.measure as measure_
from benchmarks.bench import Bench
from benchmarks.interpreted_games import INTERPRETED_GAMES
from benchmarks.table import Row, seconds_text
from perfectplay import Game, solve
from perfectplay.game.game import has_symmetries


def interpreted(bench: Bench) -> Iterator[Row]:
    """Games of several kinds, on one core and on all: processor time beside the rules' own."""
    for game in INTERPRETED_GAMES:
        task: dict[str, Any] = {"game": game, "quick": bench.quick}
        alone = bench.measure("interpreted_alone", **task)
        for threads in sorted({1, bench.cores}):
            run = bench.measure("interpreting", **task, threads=threads)
            states, used = run.facts["states"], run.facts["used"]
            yield Row(
                "Interpreted rules", f"{game}, {_cores(threads)}", run.seconds, run.peak, states,
                limit=f"rules alone, one core: {seconds_text(alone.seconds)}, "
                f"{alone.seconds / used:.0%} of the processor time",
                note=f"{states:,} states; processor time {used / states * 1e6:.1f} µs a state; "
                f"{run.facts['grown'] / states:.0f} bytes a state, libraries included",
            )  # fmt: skip


def _cores(threads: int) -> str:
    return "one core" if threads == 1 else f"{threads} cores"


def _made(game: str, quick: bool) -> Game:
    kind, parameters, small = INTERPRETED_GAMES[game]
    made: Game = kind(**(small if quick else parameters))
    return made


def interpreting(game: str, quick: bool, threads: int) -> dict[str, Any]:
    """`solve` by the interpreter; ``used``: processor seconds, those of its processes included;
    ``grown``: the peak of memory beyond what there was before."""
    made, before = _made(game, quick), measure_.peak_bytes()
    began, used = time.perf_counter(), _processor_seconds()
    solution = solve(made, method="interpreted", threads=threads)
    seconds, used = time.perf_counter() - began, _processor_seconds() - used
    peak = measure_.peak_bytes()
    return {
        "seconds": seconds, "used": used, "states": len(solution), "grown": peak - before,
        "peak": peak,
    }  # fmt: skip


def interpreted_alone(game: str, quick: bool) -> dict[str, Any]:
    """The rules once for each state that a solve expands: outcome, moves and play, and the images
    of the state where symmetries are declared."""
    made = _made(game, quick)
    symmetric = has_symmetries(made)
    known, listed = {made.start()}, [made.start()]
    for state in listed:  # grows while it is read
        if made.outcome(state) is None:
            for move in made.moves(state):
                child = made.play(state, move)
                if child not in known:
                    known.update([child, *(made.symmetries(child) if symmetric else ())])
                    listed.append(child)
    del known
    gc.disable()  # as a solve does
    began = time.perf_counter()
    for state in listed:
        if made.outcome(state) is None:
            for move in made.moves(state):
                made.play(state, move)
        if symmetric:
            list(made.symmetries(state))
    return {"seconds": time.perf_counter() - began, "states": len(listed)}


def _processor_seconds() -> float:
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system
